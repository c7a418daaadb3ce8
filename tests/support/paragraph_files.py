"""Files of many formats with the same paragraphs, which can be written again after edits."""

from __future__ import annotations

import csv
import gzip
import io
import json
import random
import textwrap
from collections.abc import Callable, Sequence
from email.message import EmailMessage
from zlib import crc32

import docx
import openpyxl
import pptx
from pptx.util import Inches

from tests.support.archives import epub_of, tar_of, zip_of
from tests.support.compound_files import make_compound
from tests.support.office_files import make_odf, saved
from tests.support.older_office_files import (
    IN_TABLE,
    ROW_END,
    Line,
    make_presentation,
    make_word,
    message_tree,
    shape,
)
from tests.support.packaged_files import drawing, flat, hangul, signed, star_office, word_package
from tests.support.pdf_files import make_pdf

Paragraphs = Sequence[str]

_VOCABULARY = """
harbour ledger lantern granite orchard pendulum varnish copper thistle bellows quarry parchment
furnace meadow anchor sextant kiln pepper saddle window copper willow hammer ribbon tallow brass
counts keeps weighs measures carries mends sells stores paints greets warns closes opens buries
under above before after beside without against toward the a every no some old new third last
"""
_WORDS = _VOCABULARY.split()


def sentence(dice: random.Random) -> str:
    """Return a random sentence."""
    return " ".join(dice.choices(_WORDS, k=dice.randint(8, 16))).capitalize() + "."


def paragraph(dice: random.Random) -> str:
    """Return a random paragraph."""
    return " ".join(sentence(dice) for _ in range(dice.randint(7, 11)))


def _joined(form: str, between: str = "\n\n") -> Callable[[Paragraphs], bytes]:
    """Return a function that formats each paragraph and joins them."""
    return lambda parts: between.join(form.format(part) for part in parts).encode()


def _pdf(parts: Paragraphs) -> bytes:
    return make_pdf([textwrap.wrap(part, 45) for part in parts])


def _epub(parts: Paragraphs) -> bytes:
    return epub_of({f"c{n}.xhtml": f"<p>{part}</p>" for n, part in enumerate(parts)})


def _docx(parts: Paragraphs) -> bytes:
    document = docx.Document()
    for part in parts:
        document.add_paragraph(part)
    return saved(document)


def _pptx(parts: Paragraphs) -> bytes:
    presentation = pptx.Presentation()
    for part in parts:
        slide = presentation.slides.add_slide(presentation.slide_layouts[6])
        box = slide.shapes.add_textbox(Inches(1), Inches(1), Inches(8), Inches(5))
        box.text_frame.text = part
    return saved(presentation)


def _xlsx(parts: Paragraphs) -> bytes:
    workbook = openpyxl.Workbook()
    for part in parts:
        workbook.active.append(["Monday", part])
    return saved(workbook)


def _odt(parts: Paragraphs) -> bytes:
    return make_odf("text", "".join(f"<text:p>{part}</text:p>" for part in parts))


def _csv(parts: Paragraphs) -> bytes:
    target = io.StringIO(newline="")
    writer = csv.writer(target)
    writer.writerow(["day", "entry"])
    writer.writerows(["Monday", part] for part in parts)
    return target.getvalue().encode()


def _json(parts: Paragraphs) -> bytes:
    return json.dumps({"entries": list(parts)}, indent=1).encode()


def _notebook(parts: Paragraphs) -> bytes:
    cells = [{"cell_type": "markdown", "metadata": {}, "source": [part]} for part in parts]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4}).encode()


def _mail(text: str) -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "ada@example.org", "A letter"
    mail["Message-ID"] = f"<{crc32(text.encode())}@example.org>"
    mail.set_content(text, cte="quoted-printable")
    return mail


def _eml(parts: Paragraphs) -> bytes:
    return _mail("\n\n".join(parts)).as_bytes()


def _mbox(parts: Paragraphs) -> bytes:
    mails = (_mail(part).as_bytes() for part in parts)
    return b"".join(b"From ada@example.org Mon Jun 01 10:00:00 2009\n" + m + b"\n" for m in mails)


def _srt(parts: Paragraphs) -> bytes:
    cues = (f"{n}\n00:{n:02}:01,000 --> 00:{n:02}:59,000\n{part}\n" for n, part in enumerate(parts))
    return "\n".join(cues).encode()


def _html(parts: Paragraphs) -> bytes:
    body = "\n".join(f"<p>{part}</p>" for part in parts)
    return f"<html><title>T</title><body>\n{body}\n</body></html>".encode()


def _xml(parts: Paragraphs) -> bytes:
    return ("<log>\n" + "\n".join(f"<entry>{part}</entry>" for part in parts) + "\n</log>").encode()


def _code(parts: Paragraphs) -> bytes:
    functions = (f'def {part.split()[0].lower()}():\n    return "{part}"\n' for part in parts)
    return "\n\n".join(functions).encode()


def _zip(parts: Paragraphs) -> bytes:
    return zip_of({"inside/notes.txt": "\n\n".join(parts)})


# The functions that write the paragraphs, by file extension.
WRITERS: dict[str, Callable[[Paragraphs], bytes]] = {
    "txt": _joined("{}", "\r\n\r\n"),
    "md": _joined("{}"),
    "rst": _joined("{}"),
    "org": _joined("{}"),
    "tex": _joined("{}"),
    "adoc": _joined("{}"),
    "yaml": _joined("- {}", "\n"),
    "tsv": _joined("Monday\t{}", "\n"),
    "csv": _csv,
    "json": _json,
    "html": _html,
    "xml": _xml,
    "py": _code,
    "ipynb": _notebook,
    "srt": _srt,
    "pdf": _pdf,
    "epub": _epub,
    "docx": _docx,
    "pptx": _pptx,
    "xlsx": _xlsx,
    "odt": _odt,
    "eml": _eml,
    "mbox": _mbox,
    "zip": _zip,
}

WORD = "lighthouse"
# The extension of each format (see engine.extract.registry) with a writer.
_KINDS = {
    "Markdown": "md", "Plain text": "txt", "Source code": "py", "HTML": "html", "XML": "xml",
    "AsciiDoc": "adoc", "LaTeX": "tex", "Org": "org", "reStructuredText": "rst", "YAML": "yaml",
    "Separated values": "csv", "JSON": "json", "Subtitles": "srt", "E-mail": "eml",
    "Mailbox": "mbox", "Word": "docx", "PowerPoint": "pptx", "OpenDocument text": "odt",
    "Workbook": "xlsx", "Jupyter notebook": "ipynb", "EPUB": "epub", "ZIP archive": "zip",
}  # fmt: skip
_TEXTS = {
    "Script": ("sample", "#!/bin/sh\n# {}\necho kept\n"),
    "RTF": ("sample.rtf", "{{\\rtf1\\pard\\outlinelevel0 Rocks\\par\\pard {}\\par}}"),
    "BibTeX": ("sample.bib", "@book{{key,\n  title = {{Rocks}},\n  note = {{{}}}\n}}\n"),
    "Calendar": (
        "sample.ics",
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Rocks\nDESCRIPTION:{}\nEND:VEVENT\n",
    ),
    "Contacts": ("sample.vcf", "BEGIN:VCARD\r\nFN:Ada Rock\r\nNOTE:{}\r\nEND:VCARD\r\n"),
    "Canvas": ("sample.canvas", '{{"nodes": [{{"type": "text", "text": "# Rocks\\n\\n{}"}}]}}'),
    "Settings": ("sample.toml", '[light]\nhelp = "{}"\n'),
    "Web archive": (
        "sample.mht",
        (
            'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="x"\n\n--x\n'
            "Content-Type: text/html\n\n<h1>Rocks</h1><p>{}</p>\n--x--\n"
        ),
    ),
}


def sample_files() -> dict[str, tuple[str, bytes]]:
    """Return the name and the bytes of a sample file for each format name.

    Each file contains WORD in a paragraph of several passages, which differ between the files,
    because duplicates of a passage are shown only once.
    """
    cells = [Line(f"{cell}\x07", IN_TABLE) for cell in (WORD, "12 m")]
    letter = [Line("Rocks\r", style=1), _entries("doc"), *cells, Line("\x07", ROW_END)]
    slides = [shape("Rocks", 0) + shape(text) for text in ("Nothing here", _entries("ppt"))]
    message = message_tree({0x37: "Rocks", 0x0C1A: "a@example.org", 0x1000: _entries("msg")})
    return {
        name: (f"sample.{kind}", WRITERS[kind](["Nothing here", _entries(kind)]))
        for name, kind in _KINDS.items()
    } | {
        **{n: (file, text.format(_entries(n)).encode()) for n, (file, text) in _TEXTS.items()},
        "PDF": ("sample.pdf", make_pdf([["The first page"], [f"The {WORD} is here."]])),
        "Word 97-2003": ("sample.doc", make_word(letter)),
        "PowerPoint 97-2003": ("sample.ppt", make_presentation(slides)),
        "Outlook message": ("sample.msg", make_compound(message)),
        "OpenDocument presentation": ("sample.odp", make_odf("presentation", _pages("odp"))),
        "OpenDocument drawing": ("sample.odg", make_odf("graphics", _pages("odg"))),
        "OpenDocument in one XML file": (
            "sample.fodt",
            flat("text", f"<text:p>{_entries('fodt')}</text:p>"),
        ),
        "Word in one XML file": (
            "flat.xml",
            word_package(f"<w:p><w:r><w:t>{_entries('flat')}</w:t></w:r></w:p>"),
        ),
        "StarOffice text": (
            "sample.sxw",
            star_office("writer", f"<text:p>{_entries('sxw')}</text:p>"),
        ),
        "StarOffice presentation or drawing": (
            "sample.sxi",
            star_office("impress", _pages("sxi")),
        ),
        "StarOffice workbook": (
            "sample.sxc",
            star_office(
                "calc",
                f'<table:table table:name="Light">{_row("Nothing here")}{_row(_entries("sxc"))}'
                "</table:table>",
            ),
        ),
        "Visio drawing": (
            "sample.vsdx",
            drawing(f"<Shape><Text>{_entries('vsdx')}</Text></Shape>"),
        ),
        "Hangul document": (
            "sample.hwpx",
            hangul(f'<p styleIDRef="0"><run><t>{_entries("hwpx")}</t></run></p>'),
        ),
        "Signed document": ("sample.txt.p7m", signed(_entries("p7m").encode())),
        "TAR archive": ("sample.tar", tar_of({"inside/t.txt": _entries("tar")})),
        "Packed file": ("sample.txt.gz", gzip.compress(_entries("gz").encode(), mtime=0)),
    }


def _pages(name: str) -> str:
    return "".join(
        f"<draw:page><draw:frame><draw:text-box><text:p>{text}</text:p></draw:text-box>"
        "</draw:frame></draw:page>"
        for text in ("Nothing here", _entries(name))
    )


def _row(text: str) -> str:
    cell = f"<table:table-cell><text:p>{text}</text:p></table:table-cell>"
    return f"<table:table-row>{cell}</table:table-row>"


def _entries(name: str) -> str:
    return " ".join(
        f"Entry {number} of {name}: the keeper of the {WORD} writes down the weather."
        for number in range(1, 40)
    )
