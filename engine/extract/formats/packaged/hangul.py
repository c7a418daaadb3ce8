"""Hangul documents, .hwpx (KS X 6101): paragraphs, and tables row by row."""

from __future__ import annotations

import re

from twofold.engine.extract.errors import password_error
from twofold.engine.extract.formats.office.properties import (
    document_properties,
    first_texts,
    read_elements,
)
from twofold.engine.extract.text_building import LineText
from twofold.engine.extract.xml_package import Attributes, XmlListener, ZipPackage, read_part
from twofold.engine.model.document import BlockKind, ExtractedText, LocatorKind

_CONTENT = "Contents/content.hpf"
_MAX_SECTIONS = 1000
_BLANKS = frozenset({"tab", "lineBreak", "nbSpace", "fwSpace"})
_HEADING = re.compile(r"(?:heading|개요)\s*(\d)", re.IGNORECASE)


def extract(data: bytes, file_type: str = "hwpx") -> ExtractedText:
    """Read a document; raise DocumentError (damaged, password, too-large)."""
    text = LineText()
    with ZipPackage(data) as package:
        if b"encryption-data" in package.read("META-INF/manifest.xml"):
            raise password_error()
        styles = _Styles()
        read_part(package, "Contents/header.xml", styles)
        for number in range(_MAX_SECTIONS):
            part = f"Contents/section{number}.xml"
            if part not in package:
                break
            read_part(package, part, _Section(text, styles.levels))
        found = first_texts(read_elements(package, _CONTENT))
    metadata = document_properties(
        title=found.get("title", ""),
        authors=found.get("creator", ""),
        keywords=found.get("keyword", ""),
        language=found.get("language", ""),
    )
    return text.extracted(LocatorKind.PARAGRAPH, metadata, file_type)


class _Styles(XmlListener):
    def __init__(self) -> None:
        self.levels: dict[str, int] = {}

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "style":
            names = f"{attributes.get('name', '')} {attributes.get('engName', '')}"
            if found := _HEADING.search(names):
                self.levels[attributes.get("id", "")] = int(found[1]) or 1


class _Section(XmlListener):
    """Adds the paragraphs of a section; paragraphs in a table cell are added to its row."""

    skipped = frozenset({"secPr"})

    def __init__(self, text: LineText, levels: dict[str, int]) -> None:
        self._text = text
        self._levels = levels
        self._rows: list[list[str]] = []
        self._open: list[tuple[str, list[str]]] = []
        self._texts = 0

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "p":
            self._open.append((attributes.get("styleIDRef", ""), []))
        elif name == "tr":
            self._end_text()
            self._rows.append([])
        elif name == "tc" and self._rows:
            self._rows[-1].append("")
        elif name == "t":
            self._texts += 1
        elif name in _BLANKS:
            self._add(" ")

    def end(self, name: str) -> None:
        if name == "p" and self._open:
            self._end_text()
            self._open.pop()
        elif name == "tr" and self._rows:
            row = self._rows.pop()
            if self._rows and self._rows[-1]:  # a table in a cell is text of the cell
                self._rows[-1][-1] += " " + " ".join(row)
            else:
                self._text.add("\t".join(row).strip("\t"), BlockKind.TABLE)
        elif name == "tbl":
            self._text.end_table()
        elif name == "t":
            self._texts -= 1

    def data(self, text: str) -> None:
        if self._texts > 0:
            self._add(text)

    def _add(self, text: str) -> None:
        if self._open:
            self._open[-1][1].append(text)

    def _end_text(self) -> None:
        if not self._open:
            return
        style, parts = self._open[-1]
        line = " ".join("".join(parts).split())
        parts.clear()
        if self._rows and self._rows[-1]:
            self._rows[-1][-1] = f"{self._rows[-1][-1]} {line}".strip()
        elif level := self._levels.get(style, 0):
            self._text.add(line, BlockKind.HEADING, level)
        else:
            self._text.add(line)
