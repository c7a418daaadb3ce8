"""One small file of every format that can be read, each with a word that all of them hold."""

from __future__ import annotations

from io import BytesIO

import docx
import pptx
from pptx.util import Inches

from tests.support.office_files import make_odf
from tests.support.pdf_files import make_pdf

WORD = "lighthouse"


def sample_files() -> dict[str, tuple[str, bytes]]:
    """Return the name and the bytes of a file by the name of its format."""
    return {
        "Markdown": ("notes.md", f"# Rocks\n\n{_short('a')}\n\n{_long('b')}\n".encode()),
        "Plain text": ("notes.txt", f"{_short('c')}\r\n\r\n{_long('d')}\r\n".encode()),
        "Source code": ("rocks.py", f"# The {WORD}\n\ndef keep():\n    return 1\n".encode()),
        "HTML": ("page.html", _page()),
        "RTF": ("letter.rtf", _letter()),
        "PDF": ("chart.pdf", make_pdf([["The first page"], [f"The {WORD} is here."]])),
        "Word": ("report.docx", _word()),
        "PowerPoint": ("talk.pptx", _slides()),
        "OpenDocument text": ("report.odt", _open_document_text()),
        "OpenDocument presentation": ("talk.odp", _open_document_slides()),
    }


def _short(name: str, number: int = 0) -> str:
    """Return a sentence that no other file holds: copies of a passage are shown once."""
    return f"Entry {name}{number}: the keeper of the {WORD} writes down the weather of the day. "


def _long(name: str) -> str:
    """Return a paragraph that is more than one passage."""
    return "".join(_short(name, number) for number in range(1, 40))


def _page() -> bytes:
    short, longer = f"{_short('e')}\n{_short('e', 1)}", _long("f")
    return f"<html><h1>Rocks</h1>\n<p>{short}<p>{longer}</p>\n</html>".encode()


def _letter() -> bytes:
    return f"{{\\rtf1\\pard\\outlinelevel0 Rocks\\par\\pard {_long('g')}\\par}}".encode()


def _word() -> bytes:
    document = docx.Document()
    document.add_heading("Rocks", 1)
    document.add_paragraph(_short("h"))
    document.add_paragraph(_long("i"))
    table = document.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = WORD, "12 m"
    return _saved(document)


def _slides() -> bytes:
    presentation = pptx.Presentation()
    for text in ("Nothing here", _long("j")):
        slide = presentation.slides.add_slide(presentation.slide_layouts[5])
        slide.shapes.title.text = "Rocks"
        box = slide.shapes.add_textbox(Inches(1), Inches(2), Inches(4), Inches(1))
        box.text_frame.text = text
    return _saved(presentation)


def _saved(document: docx.document.Document | pptx.presentation.Presentation) -> bytes:
    file = BytesIO()
    document.save(file)
    return file.getvalue()


def _open_document_text() -> bytes:
    cells = "".join(
        f"<table:table-cell><text:p>{cell}</text:p></table:table-cell>" for cell in (WORD, "12 m")
    )
    text = _long("k")
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
        for title, text in (("First", "Nothing here"), ("Second", _long("l")))
    )
    return make_odf("presentation", pages)
