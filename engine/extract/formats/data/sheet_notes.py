"""Texts outside of the cells of an Office Open XML workbook.

These are comments, text boxes, diagrams, charts, headers and footers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from twofold.engine.extract.formats.data import excel_records
from twofold.engine.extract.formats.data.excel_xml import plain
from twofold.engine.extract.formats.data.sheet_margins import SheetNote, margin_text
from twofold.engine.extract.formats.office.drawings import (
    CHARTS,
    ParagraphLines,
    chart_lines,
    lines_of,
)
from twofold.engine.extract.formats.office.open_xml import Relation, main_part, relations_of
from twofold.engine.extract.formats.office.properties import read_elements
from twofold.engine.extract.xml_package import Attributes, ZipPackage, read_part
from twofold.engine.model.errors import DocumentError

_MAX_NOTES = 20_000
_NO_PART = Relation("", "")
_MARGIN = re.compile(rb"<(?:\w+:)?(?:odd|even|first)(?:Header|Footer)(?:\s[^<>]*)?>([^<]*)<")


def read_notes(data: bytes) -> Mapping[str, tuple[SheetNote, ...]]:
    """Return the texts outside of the cells, by sheet name.

    The result is empty for a damaged file, because the cells matter more.
    """
    try:
        with ZipPackage(data) as package:
            is_binary = excel_records.WORKBOOK in package
            parts = excel_records.sheet_parts(package) if is_binary else _sheet_parts(package)
            return {name: tuple(_of_sheet(package, part)) for name, part in parts if part}
    except DocumentError:
        return {}


def _sheet_parts(package: ZipPackage) -> Iterator[tuple[str, str]]:
    """Yield the names of the sheets and their parts."""
    part = main_part(package, "xl/workbook.xml")
    related = relations_of(package, part)
    for sheet in read_elements(package, part, "sheet"):
        if relation := related.get(sheet.attributes.get("r:id", "")):
            yield sheet.attributes.get("name", ""), relation.target


def _of_sheet(package: ZipPackage, part: str) -> Iterator[SheetNote]:
    related = relations_of(package, part).values()
    yield from _comments(package, related)
    for drawing in (one for one in related if one.kind == "drawing"):
        for line in lines_of(package, drawing):
            yield SheetNote("text box", line)
        for one in relations_of(package, drawing.target).values():
            yield from _drawn(package, one)
    if part.endswith(".bin"):
        yield from excel_records.read_margins(package, part)
    else:
        for line in _margins(package, part):
            yield SheetNote("header or footer", line)


def _drawn(package: ZipPackage, relation: Relation) -> Iterator[SheetNote]:
    if relation.kind in CHARTS:
        for line in chart_lines(package, relation):
            yield SheetNote("chart", line)
    elif relation.kind == "diagramData":
        for line in lines_of(package, relation):
            yield SheetNote("diagram", line)


def _margins(package: ZipPackage, part: str) -> Iterator[str]:
    """Yield the headers and footers, which follow the cells, without duplicates."""
    whole = package.read(part)
    begin = max(0, whole.rfind(b"sheetData"))
    lines = (margin_text(plain(coded)) for coded in _MARGIN.findall(whole, begin))
    yield from filter(None, dict.fromkeys(lines))


def _comments(package: ZipPackage, related: Iterable[Relation]) -> Iterator[SheetNote]:
    """Yield the comments; prefer threaded comments, which have all replies."""
    kinds = {one.kind: one for one in related}
    reader = _Comments()
    if (kinds.get("comments") or _NO_PART).target.endswith(".bin"):
        found = excel_records.read_comments(package, kinds["comments"].target)
        yield from islice(found, _MAX_NOTES)
        return
    if relation := kinds.get("threadedComment") or kinds.get("comments"):
        read_part(package, relation.target, reader)
    yield from reader.found[:_MAX_NOTES]


class _Comments(ParagraphLines):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[SheetNote] = []
        self._cell = ""

    def start(self, name: str, attributes: Attributes) -> None:
        if name in {"comment", "threadedComment"}:
            self.lines.clear()
            self._cell = attributes.get("ref", "")
        else:
            super().start(name, attributes)

    def end(self, name: str) -> None:
        super().end(name)
        if name in {"comment", "threadedComment"} and self.lines:
            self.found.append(SheetNote(f"comment on {self._cell}", " ".join(self.lines)))
