"""Documents that need much more storage than their text: long headings, labels, names and metadata.

Each is valid in its format, and the same on every call. `count` is how often its text repeats: some
hundred are enough for a test, and some ten thousand make a document that is large when unpacked.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape

from tests.support.archives import epub_of, mail_with, tar_of, zip_of
from tests.support.office_files import make_docx, make_odf, saved
from tests.support.pdf_files import make_pdf

Maker = Callable[[int], bytes]

_LONG = "verylongword" * 25  # 300 characters
_PARAGRAPH = "The quick brown fox jumps over the lazy dog near the river bank. " * 14


def _title(number: int, length: int = 300) -> str:
    return f"Title {number} {_LONG}"[:length]


def _paragraphs(count: int) -> Iterator[str]:
    return (f"{number} {_PARAGRAPH}" for number in range(count))


def _text(count: int) -> str:
    return "".join(f"{one}\n\n" for one in _paragraphs(count))


def nested_xml(count: int) -> bytes:
    """Return XML with 189 nested sections around its paragraphs, each with a title."""
    opened = "".join(f"<section><title>{_title(number)}</title>" for number in range(189))
    paragraphs = "".join(f"<p>{one}</p>" for one in _paragraphs(count))
    return f"<book>{opened}{paragraphs}{'</section>' * 189}</book>".encode()


def short_passages(count: int) -> bytes:
    """Return XML with many passages of a few letters, each below eleven long titles."""
    opened = "".join(f"<section><title>{_title(number, 90)}</title>" for number in range(10))
    short = "".join(
        f"<section><title>y{number}</title><section><title>x</title><p>p</p></section></section>"
        for number in range(10 * count)
    )
    return f"<book>{opened}{short}{'</section>' * 10}</book>".encode()


def _zipped_xml(count: int) -> bytes:
    return zip_of({"book.xml": nested_xml(count)})


def _restructured_text(count: int) -> bytes:
    marks = "=-`:.'\"~^_*+#<>!$%&(),/;?@[]{}|"
    lines = [f"{_title(number)}\n{mark * 320}\n" for number, mark in enumerate(marks)]
    return "\n".join([*lines, *(f"{one}\n" for one in _paragraphs(count))]).encode()


def _org(count: int) -> bytes:
    lines = [f"#+TITLE: {_LONG * 40}", f"#+AUTHOR: {'A Name, ' * 5000}"]
    lines += [f"{'*' * level} {_title(level)}" for level in range(1, 31)]
    return "\n".join([*lines, "", *(f"{one}\n" for one in _paragraphs(count))]).encode()


def _markdown(count: int) -> bytes:
    names = "".join(f"  - Author {number} {_LONG[:280]}\n" for number in range(150))
    tags = "".join(f"  - tag{number}{_LONG[:90]}\n" for number in range(200))
    front = f"---\ntitle: {_LONG * 3}\nauthor:\n{names}tags:\n{tags}---\n"
    heads = "".join(f"{'#' * level} {_title(level)}\n\n" for level in range(1, 7))
    return f"{front}{heads}{_text(count)}".encode()


def _blank_lines(count: int) -> bytes:
    return ("Before.\n" + "\n" * (2000 * count) + "After.\n").encode()


def _asciidoc(count: int) -> bytes:
    heads = "".join(f"{'=' * level} {_title(level)}\n\n" for level in range(1, 7))
    return f"{heads}{_text(count)}".encode()


def _html(count: int) -> bytes:
    authors = "".join(f'<meta name="author" content="{n} {_LONG * 6}">' for n in range(200))
    heads = "".join(f"<h{level}>{_title(level)}</h{level}>" for level in range(1, 7))
    text = "".join(f"<p>{one}</p>" for one in _paragraphs(count))
    words = ",".join(f"tag {n} {_LONG[:90]}" for n in range(200))
    return (
        f"<html><head><title>{_LONG * 300}</title>{authors}"
        f'<meta name="keywords" content="{words}"></head><body>{heads}{text}</body></html>'
    ).encode()


def _table(count: int) -> bytes:
    cells = "".join(f"<th>Column {n} {_LONG[:70]}</th>" for n in range(300))
    row = "".join(f"<td>{n}</td>" for n in range(300))
    return f"<table><tr>{cells}</tr>{f'<tr>{row}</tr>' * count}</table>".encode()


def _docx(count: int) -> bytes:
    def paragraph(text: str, style: str = "") -> str:
        properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
        return f"<w:p>{properties}<w:r><w:t>{escape(text)}</w:t></w:r></w:p>"

    heads = "".join(paragraph(_title(level), f"Heading{level}") for level in range(1, 10))
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="Heading{level}"><w:name w:val="heading {level}"/>'
        f'<w:pPr><w:outlineLvl w:val="{level - 1}"/></w:pPr></w:style>'
        for level in range(1, 10)
    )
    creators = "; ".join(f"Author {n} {_LONG}" for n in range(2000))
    core = f"<dc:creator>{creators}</dc:creator><dc:title>{_LONG * 30}</dc:title>"
    return make_docx(heads + "".join(map(paragraph, _paragraphs(count))), core=core, styles=styles)


def _odt(count: int) -> bytes:
    heads = "".join(
        f'<text:h text:outline-level="{level}">{_title(level)}</text:h>' for level in range(1, 60)
    )
    text = "".join(f"<text:p>{one}</text:p>" for one in _paragraphs(count))
    meta = "".join(f"<meta:keyword>{_LONG[:90]} {n}</meta:keyword>" for n in range(500))
    return make_odf("text", heads + text, meta=f"<dc:creator>{_LONG * 500}</dc:creator>{meta}")


def _epub(count: int) -> bytes:
    subjects = "".join(f"<dc:subject>{n} {_LONG * 100}</dc:subject>" for n in range(50))
    heads = "".join(f"<h{level}>{_title(level)}</h{level}>" for level in range(1, 7))
    names = [f"c{n}.xhtml" for n in range(20)]
    each = "".join(f"<p>{one}</p>" for one in _paragraphs(max(1, count // 20)))
    return epub_of(
        dict.fromkeys(names, heads + each),
        titles={name: f"{name} {_LONG}" for name in names},
        metadata=f"<dc:title>{_LONG * 10}</dc:title>{subjects}",
    )


def _python(count: int) -> bytes:
    names = (f"Class{number}{_LONG * 3}" for number in range(24))
    heads = "".join(f"{' ' * level}class {name}:\n" for level, name in enumerate(names))
    line = "    value = 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8  # a comment that fills a line"
    methods = "".join(
        f"{' ' * 24}def method{number}{_LONG}(self):\n" + f"{' ' * 24}{line}\n" * 10
        for number in range(count)
    )
    return (heads + methods).encode()


def _java(count: int) -> bytes:
    heads = "".join(f"class Class{number}{_LONG * 3} {{\n" for number in range(40))
    body = "  run(1, 2, 3, 4, 5, 6, 7, 8, 9);\n" * 25
    methods = "".join(f"void method{n}{_LONG}() {{\n{body}}}\n" for n in range(count))
    return f"{heads}{methods}{'}' * 40}\n".encode()


def _nested_keys(count: int) -> dict[str, Any]:
    value: dict[str, Any] = {f"key{n}": f"{n} {_PARAGRAPH}" for n in range(count)}
    for number in range(60):
        value = {f"{number} {_LONG[:190]}": value}
    return value


def _json(count: int) -> bytes:
    return json.dumps(_nested_keys(count), indent=0).encode()


def _yaml(count: int) -> bytes:
    heads = "".join(f"{' ' * level}k{level}{_LONG[:190]}:\n" for level in range(60))
    values = "".join(f"{' ' * 60}key{number}: {_PARAGRAPH}\n" for number in range(count))
    return (heads + values).encode()


def _toml(count: int) -> bytes:
    sections = (f'["{_LONG[:280]} {n}"]\nvalue = "{_PARAGRAPH}"\n' for n in range(count))
    return "".join(sections).encode()


def _mail(count: int) -> bytes:
    names = [f"{_LONG[:200]} {n}" for n in range(count)]
    return mail_with({f"{name}.txt": _PARAGRAPH for name in names}, subject=_LONG * 40)


def _mailbox(count: int) -> bytes:
    message = EmailMessage()
    message["From"] = ", ".join(f'"{_LONG[:150]} {n}" <a{n}@example.org>' for n in range(40))
    message["To"] = ", ".join(f'"{_LONG[:150]} {n}" <b{n}@example.org>' for n in range(40))
    message["Subject"] = _LONG * 8
    message["Keywords"] = ", ".join(f"word{n}" for n in range(100))
    message.set_content("Short.")
    each = b"From a@example.org Tue Nov 10 12:00:00 2026\n" + message.as_bytes() + b"\n\n"
    return each * count


def _many_members(count: int) -> dict[str, str]:
    folders = "/".join(f"{number}{_LONG[:190]}" for number in range(50))
    return {f"{folders}/{number}.txt": "Short." for number in range(count)}


def _zip(count: int) -> bytes:
    return zip_of({"inner.zip": zip_of(_many_members(count))})


def _tar(count: int) -> bytes:
    return tar_of(_many_members(count))


def _tiny_books(count: int) -> bytes:
    subjects = "".join(f"<dc:subject>{n}{_LONG[:95]}</dc:subject>" for n in range(50))
    book = epub_of({"a.xhtml": "<p>Short.</p>"}, metadata=f"<dc:title>T</dc:title>{subjects}")
    return zip_of({"inner.zip": zip_of({f"{n}.epub": book for n in range(count)})})


def _notebook(count: int) -> bytes:
    heads = [f"{'#' * level} {_title(level)}" for level in range(1, 7)]
    cells = [{"cell_type": "markdown", "metadata": {}, "source": one} for one in heads]
    cells += [
        {"cell_type": "code", "metadata": {}, "source": one, "outputs": []}
        for one in _paragraphs(count)
    ]
    described = {"title": _LONG * 20, "authors": [{"name": _LONG * 4}] * 200}
    notebook = {"cells": cells, "metadata": described, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(notebook).encode()


def _workbook(count: int) -> bytes:
    from openpyxl import Workbook  # noqa: PLC0415

    book = Workbook()
    book.remove(book.active)
    for number in range(max(2, count // 20)):
        sheet = book.create_sheet(f"{number}-sheet")
        sheet.title = f"{number}-sheet"
        sheet.append([f"Column {n} {_LONG[:60]}" for n in range(60)])
        for row in range(20):
            sheet.append([f"{row} {n}" for n in range(60)])
    written = saved(book)
    return _with_long_sheet_names(written)


def _with_long_sheet_names(workbook: bytes) -> bytes:
    """Return the workbook with sheet names that are longer than Excel allows."""
    import zipfile  # noqa: PLC0415

    with zipfile.ZipFile(BytesIO(workbook)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace(b"-sheet", _LONG.encode() * 20)
    return zip_of(parts)


def _csv(count: int) -> bytes:
    head = ",".join(f"Column {n} {_LONG[:70]}" for n in range(3000))
    rows = "\n".join(",".join(f"{row}{n}" for n in range(30)) for row in range(count * 5))
    return f"{head}\n{rows}\n".encode()


def _bibtex(count: int) -> bytes:
    entry = "@article{{key{n}{long},\n title = {{{long} {n}}},\n author = {{{names}}}\n}}\n"
    names = " and ".join(f"Author {n}" for n in range(100))
    entries = (entry.format(n=n, long=_LONG * 3, names=names) for n in range(count))
    return "".join(entries).encode()


def _latex(count: int) -> bytes:
    levels = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph")
    heads = "".join(f"\\{level}{{{_title(n)}}}\n" for n, level in enumerate(levels))
    head = f"\\documentclass{{book}}\n\\title{{{_LONG * 10}}}\n\\author{{{_LONG * 10}}}\n"
    body = f"\\begin{{document}}\n{heads}{_text(count)}\\end{{document}}\n"
    return f"{head}{body}".encode()


def _pdf(count: int) -> bytes:
    pages = [[f"Line {line} of page {page}." for line in range(12)] for page in range(count)]
    outline = [(f"{_LONG * 10} {page}", page) for page in range(1, count + 1)]
    info = {"Title": _LONG * 30, "Author": _LONG * 300, "Keywords": f"{_LONG} " * 300}
    return make_pdf(pages, info=info, outline=outline)


def _subtitles(count: int) -> bytes:
    cues = (
        f"{n + 1}\n00:{n // 60 % 60:02}:{n % 60:02},000 --> 00:{n // 60 % 60:02}:{n % 60:02},900\n"
        f"<v {_LONG}>{_PARAGRAPH}\n"
        for n in range(count)
    )
    return "\n".join(cues).encode()


MAKERS: dict[str, Maker] = {
    "nested.xml": nested_xml, "nested-xml.zip": _zipped_xml, "short.xml": short_passages,
    "sections.rst": _restructured_text, "sections.org": _org, "front-matter.md": _markdown,
    "blank-lines.md": _blank_lines, "sections.adoc": _asciidoc, "metadata.html": _html,
    "table.html": _table, "sections.docx": _docx, "sections.odt": _odt, "subjects.epub": _epub,
    "classes.py": _python, "Classes.java": _java, "keys.json": _json, "keys.yaml": _yaml,
    "sections.toml": _toml, "attachments.eml": _mail, "recipients.mbox": _mailbox,
    "names.zip": _zip, "names.tar": _tar, "books.zip": _tiny_books, "cells.ipynb": _notebook,
    "sheets.xlsx": _workbook, "columns.csv": _csv, "entries.bib": _bibtex, "sections.tex": _latex,
    "outline.pdf": _pdf, "cues.srt": _subtitles,
}  # fmt: skip
"""A maker for each name of a file."""
