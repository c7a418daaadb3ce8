"""One small file of every format that can be read, each with a word that all of them hold."""

from __future__ import annotations

import gzip
import json
import tarfile
from io import BytesIO

import docx
import openpyxl
import pptx
from pptx.util import Inches

from tests.support.compound_files import make_compound
from tests.support.office_files import make_odf, make_zip
from tests.support.older_office_files import (
    IN_TABLE,
    ROW_END,
    Line,
    make_presentation,
    make_word,
    message_tree,
    shape,
)
from tests.support.pdf_files import make_pdf

WORD = "lighthouse"

# By the name of the format (see engine.extract.registry): file name, and how its text is written
# around a paragraph that is more than one passage.
_TEXTS = {
    "Markdown": ("notes.md", "# Rocks\n\n{}\n"),
    "Plain text": ("notes.txt", "Rocks\r\n\r\n{}\r\n"),
    "Source code": ("rocks.py", "# {}\n\ndef keep():\n    return 1\n"),
    "Script": ("keep", "#!/bin/sh\n# {}\necho kept\n"),
    "HTML": ("page.html", "<html><h1>Rocks</h1>\n<p>Two\nlines<p>{}</p>\n</html>"),
    "RTF": ("letter.rtf", "{{\\rtf1\\pard\\outlinelevel0 Rocks\\par\\pard {}\\par}}"),
    "XML": ("log.xml", "<?xml version='1.0'?>\n<log><entry>First</entry>\n<entry>{}</entry></log>"),
    "AsciiDoc": ("book.adoc", "= Rocks\n\n== Light\n\n{}\n"),
    "BibTeX": ("books.bib", "@book{{key,\n  title = {{Rocks}},\n  note = {{{}}}\n}}\n"),
    "LaTeX": ("paper.tex", "\\section{{Rocks}}\n{}\n"),
    "Org": ("notes.org", "* Rocks\n{}\n"),
    "reStructuredText": ("notes.rst", "Rocks\n=====\n\n{}\n"),
    "Settings": ("light.toml", '[light]\nhelp = "{}"\n'),
    "YAML": ("light.yaml", "light:\n  help: {}\n"),
    "Separated values": ("days.csv", "day,entry\n1,nothing\n2,{}\n"),
    "JSON": ("light.json", '{{\n  "help": "{}"\n}}\n'),
    "Subtitles": (
        "film.srt",
        "1\n00:00:01,000 --> 00:00:02,000\nNothing\n\n2\n00:01:02,500 --> 00:01:09,000\n{}\n",
    ),
    "E-mail": ("mail.eml", "From: ada@example.org\nSubject: Rocks\n\n{}\n"),
    "Mailbox": (
        "Inbox.mbox",
        (
            "From ada@example.org Mon Jun 01 10:00:00 2009\nFrom: ada@example.org\n"
            "Subject: Rocks\n\n{}\n"
        ),
    ),
    "Web archive": (
        "saved.mht",
        (
            'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="x"\n\n--x\n'
            "Content-Type: text/html\n\n<h1>Rocks</h1><p>{}</p>\n--x--\n"
        ),
    ),
}


def sample_files() -> dict[str, tuple[str, bytes]]:
    """Return the name and the bytes of a file by the name of its format."""
    return {
        **{
            name: (file, form.format(_entries(file)).encode())
            for name, (file, form) in _TEXTS.items()
        },
        "PDF": ("chart.pdf", make_pdf([["The first page"], [f"The {WORD} is here."]])),
        "Word": ("report.docx", _word()),
        "PowerPoint": ("talk.pptx", _slides()),
        "Word 97-2003": ("report.doc", _word_97()),
        "PowerPoint 97-2003": ("talk.ppt", _slides_97()),
        "Outlook message": ("mail.msg", _message()),
        "OpenDocument text": ("report.odt", _open_document_text()),
        "OpenDocument presentation": ("talk.odp", _open_document_slides()),
        "Workbook": ("table.xlsx", _workbook()),
        "Jupyter notebook": ("book.ipynb", _notebook()),
        "EPUB": ("novel.epub", _book()),
        "ZIP archive": ("pack.zip", make_zip({"inside/z.txt": _entries("zip")})),
        "TAR archive": ("pack.tar", _tar("inside/t.txt", _entries("tar").encode())),
        "Packed file": ("old.txt.gz", gzip.compress(_entries("gz").encode(), mtime=0)),
    }


def _entry(name: str, number: int) -> str:
    """Return a sentence that no other file holds: copies of a passage are shown once."""
    return f"Entry {number} of {name}: the keeper of the {WORD} writes down the weather. "


def _entries(name: str) -> str:
    """Return a paragraph that is more than one passage."""
    return "".join(_entry(name, number) for number in range(1, 40)).strip()


def _word() -> bytes:
    document = docx.Document()
    document.add_heading("Rocks", 1)
    document.add_paragraph(_entry("word", 0))
    document.add_paragraph(_entries("word"))
    table = document.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = WORD, "12 m"
    return _saved(document)


def _slides() -> bytes:
    presentation = pptx.Presentation()
    for text in ("Nothing here", _entries("slides")):
        slide = presentation.slides.add_slide(presentation.slide_layouts[5])
        slide.shapes.title.text = "Rocks"
        box = slide.shapes.add_textbox(Inches(1), Inches(2), Inches(4), Inches(1))
        box.text_frame.text = text
    return _saved(presentation)


def _word_97() -> bytes:
    rows = [Line(f"{cell}\x07", IN_TABLE) for cell in (WORD, "12 m")] + [Line("\x07", ROW_END)]
    return make_word([Line("Rocks\r", style=1), _entry("doc", 0), _entries("doc"), *rows])


def _slides_97() -> bytes:
    texts = ("Nothing here", _entries("ppt"))
    return make_presentation([shape("Rocks", 0) + shape(text) for text in texts])


def _message() -> bytes:
    return make_compound(
        message_tree({0x37: "Rocks", 0x0C1A: "ada@example.org", 0x1000: _entries("msg")})
    )


def _workbook() -> bytes:
    workbook = openpyxl.Workbook()
    workbook.active.title = "Empty days"
    workbook.active.append(["nothing"])
    days = workbook.create_sheet("Days")
    for number in range(1, 40):
        days.append([number, _entry("sheet", number)])
    return _saved(workbook)


def _saved(
    document: docx.document.Document | pptx.presentation.Presentation | openpyxl.Workbook,
) -> bytes:
    file = BytesIO()
    document.save(file)
    return file.getvalue()


def _open_document_text() -> bytes:
    cells = "".join(
        f"<table:table-cell><text:p>{cell}</text:p></table:table-cell>" for cell in (WORD, "12 m")
    )
    text = _entries("odt")
    return make_odf(
        "text",
        f'<text:h text:outline-level="1">Rocks</text:h><text:p>{text}</text:p>'
        f"<table:table><table:table-row>{cells}</table:table-row></table:table>",
    )


def _open_document_slides() -> bytes:
    pages = "".join(
        f'<draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>{title}'
        f"</text:p></draw:text-box></draw:frame><draw:frame><draw:text-box><text:p>{text}"
        "</text:p></draw:text-box></draw:frame></draw:page>"
        for title, text in (("First", "Nothing here"), ("Second", _entries("odp")))
    )
    return make_odf("presentation", pages)


def _notebook() -> bytes:
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": ["# Rocks\n", _entries("ipynb")]},
        {"cell_type": "code", "metadata": {}, "outputs": [], "source": [f"# {WORD}\n", "x = 1"]},
    ]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4}).encode()


def _book() -> bytes:
    chapters = "".join(f'<itemref idref="c{number}"/>' for number in (1, 2))
    items = "".join(
        f'<item id="c{number}" href="c{number}.xhtml" media-type="application/xhtml+xml"/>'
        for number in (1, 2)
    )
    page = '<html xmlns="http://www.w3.org/1999/xhtml"><body><h1>{}</h1><p>{}</p></body></html>'
    return make_zip(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:'
            'container"><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
            "book.opf": '<package xmlns="http://www.idpf.org/2007/opf"><metadata/><manifest>'
            f"{items}</manifest><spine>{chapters}</spine></package>",
            "c1.xhtml": page.format("Before", "Nothing here"),
            "c2.xhtml": page.format("Rocks", _entries("epub")),
        }
    )


def _tar(name: str, content: bytes) -> bytes:
    file = BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        entry = tarfile.TarInfo(name)
        entry.size = len(content)
        archive.addfile(entry, BytesIO(content))
    return file.getvalue()
