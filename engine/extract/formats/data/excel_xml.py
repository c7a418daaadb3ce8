"""Cells of Office Open XML workbooks (ECMA-376 part 1, 18.3), read row by row.

A sheet is split at its rows and cells instead of being parsed: a part has millions of elements, but
only a few different forms are common. Empty cells cost nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO

from twofold.engine.extract.formats.data.number_format import BUILT_IN, NumberFormats
from twofold.engine.extract.formats.data.number_sections import general
from twofold.engine.extract.formats.data.sheet_cells import (
    MAX_COLUMNS,
    MAX_ROWS,
    MAX_SHARED,
    Cells,
    Row,
    Sheet,
    boolean,
    column_of,
    one_line,
    stored_date,
)
from twofold.engine.extract.formats.office.open_xml import Relation, main_part, relations_of
from twofold.engine.extract.formats.office.properties import Elements
from twofold.engine.extract.xml_package import (
    Attributes,
    Part,
    Source,
    XmlListener,
    ZipPackage,
    read_part,
)

_PIECE = 1 << 20
_SHEETS = frozenset({"worksheet", "xlMacrosheet", "xlIntlMacrosheet", "dialogsheet"})
_MAX_STYLES = 70_000
_DATA = re.compile(rb"<(\w+:)?sheetData[\s>/]")
_NAME_BYTES = 64
_EXACT_DIGITS = 16
_MAX_ELEMENT = 64_000_000
_AFTER_NAME = (b" ", b">", b"/", b"\t", b"\r", b"\n")
_PREFIXED_CELL = re.compile(rb"<\w+:c(?=[\s>/])")
_ROW_NUMBER = re.compile(rb'[^>]*?\sr\s*=\s*["\'](\d{1,7})["\']')
_USUAL = re.compile(
    rb'(?: r="([A-Z]{1,3})\d+")?(?: s="(\d{1,5})")?(?: t="(\w+)")?>'
    rb"(?:<f>[^<]*</f>)?(?:<v>([^<]*)</v>)?</c>"
)
_ATTRIBUTE = re.compile(rb'\s(r|s|t)\s*=\s*["\']([^"\']*)["\']')
_VALUE = re.compile(rb"<(?:\w+:)?v(?:\s[^<>]*)?>([^<]*)<")
_LETTERS = re.compile(rb"[A-Z]{1,3}")
_TEXT = re.compile(rb"<(?:\w+:)?t(?:\s[^<>]*)?>([^<]*)<")
_PHONETIC = re.compile(rb"<(?:\w+:)?rPh[\s>].*?(?:</(?:\w+:)?rPh>|\Z)", re.DOTALL)
_CODED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_CDATA = re.compile(rb"<!\[CDATA\[(.*?)(?:\]\]>|\Z)|<!--.*?(?:-->|\Z)", re.DOTALL)
_STRING = re.compile(rb"<(\w+:)?sst[\s>]")


def read_sheets(package: ZipPackage) -> Iterator[Sheet]:
    """Yield all sheets in order, including hidden ones; chart sheets have no cells."""
    part = main_part(package, "xl/workbook.xml")
    related = relations_of(package, part)
    book = _Book()
    read_part(package, part, book)
    by_kind = {one.kind: one.target for one in related.values()}
    cells = _CellReader(
        _shared_strings(package, by_kind.get("sharedStrings", "xl/sharedStrings.xml")),
        _styles(package, by_kind.get("styles", "xl/styles.xml")),
        NumberFormats(is_1904=book.is_1904),
    )
    for name, relation in book.sheets:
        target = related.get(relation, Relation("", ""))
        is_read = target.kind in _SHEETS and target.target in package
        yield Sheet(name, _rows(package, target.target, cells) if is_read else iter(()))


class _Book(XmlListener):
    def __init__(self) -> None:
        self.sheets: list[tuple[str, str]] = []
        self.is_1904 = False

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "sheet":
            self.sheets.append((attributes.get("name", ""), attributes.get("r:id", "")))
        elif name == "workbookPr":
            self.is_1904 = attributes.get("date1904", "") in {"1", "true", "on"}


def _styles(package: ZipPackage, part: str) -> list[str]:
    """Return the number format of each style, '' for numbers without a format."""
    codes: dict[str, str] = {}
    reader = Elements("numFmt", "xf")
    reader.skipped = frozenset({"cellStyleXfs", "fonts", "fills", "borders", "dxfs"})
    read_part(package, part, reader)
    styles: list[str] = []
    for element in reader.found[:_MAX_STYLES]:
        identifier = element.attributes.get("numFmtId", "0")
        if element.name == "numFmt":
            codes[identifier] = element.attributes.get("formatCode", "")
        else:
            number = int(identifier) if identifier.isdecimal() else 0
            styles.append(codes.get(identifier, BUILT_IN.get(number, "")))
    return styles


def _shared_strings(package: ZipPackage, part: str) -> list[str]:
    """Return the texts that cells share, without the phonetic readings of East Asian text."""
    if part not in package:
        return []
    found: list[str] = []
    with package.open(part) as stream:
        for piece in _split(stream, _STRING, b"si"):
            found.append(rich_text(piece))
            if len(found) >= MAX_SHARED:
                break
    return found


def rich_text(piece: bytes) -> str:
    """Return the text of a string whose runs may have formats, on one line."""
    if b"<!" in piece:
        piece = _plain_markup(piece)
    if b"rPh" in piece:
        piece = _PHONETIC.sub(b"", piece)
    texts = _TEXT.findall(piece)
    return plain(texts[0] if len(texts) == 1 else b"".join(texts))


def plain(raw: bytes) -> str:
    """Return the text of markup without elements, on one line."""
    text = raw.decode("utf-8", "replace")
    if "&" in text:
        text = unescape(text)
    if "_x" in text:
        text = _CODED.sub(lambda found: _character(found[1]), text)
    return one_line(text.replace("\0", "\ufffd"))


def _character(code: str) -> str:
    found = chr(int(code, 16))
    return found if found.isprintable() else " "


def _plain_markup(piece: bytes) -> bytes:
    """Escape CDATA sections and remove comments."""

    def escaped(found: re.Match[bytes]) -> bytes:
        return (found[1] or b"").replace(b"&", b"&amp;").replace(b"<", b"&lt;")

    return _CDATA.sub(escaped, piece)


def _split(part: Part, begin: re.Pattern[bytes], name: bytes) -> Iterator[bytes]:
    """Yield the text after each '<name' that follows the element matched by `begin`.

    An excessively large element ends the part, because no row or cell is that large.
    """
    head = part.read(_PIECE)
    source: Source = part
    if head.startswith((b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")):
        source, head = BytesIO(_from_utf16(head, part)), b""
    found = begin.search(head)
    while found is None:
        piece = source.read(_PIECE)
        if not piece:
            return
        head = head[-_NAME_BYTES:] + piece
        found = begin.search(head)
    mark = b"<" + (found[1] or b"") + name
    rest, is_inside = head[found.end() - 1 :], False
    while len(rest) <= _MAX_ELEMENT:
        # Read as much again as is left, so that each byte is searched only a few times.
        piece = source.read(max(_PIECE, len(rest)))
        parts = (rest + piece).split(mark)
        rest = parts.pop() if piece else b""
        for one in parts if is_inside else parts[1:]:
            if one[:1] in _AFTER_NAME:
                yield one
        is_inside = is_inside or bool(parts)
        if not piece:
            return


def _from_utf16(head: bytes, part: Part) -> bytes:
    pieces = [head]
    while piece := part.read(_PIECE):
        pieces.append(piece)
    codec = "utf-16" if head[:1] in b"\xff\xfe" else "utf-16-le" if head[0] else "utf-16-be"
    return b"".join(pieces).decode(codec, "replace").encode("utf-8", "replace")


def _rows(package: ZipPackage, part: str, cells: _CellReader) -> Iterator[Row]:
    """Yield the rows of a sheet that are not empty."""
    number = 0
    with package.open(part) as stream:
        for piece in _split(stream, _DATA, b"row"):
            given = _ROW_NUMBER.match(piece)
            number = int(given[1]) if given else number + 1
            if found := cells.cells(piece):
                yield min(number, MAX_ROWS), found


class _CellReader:
    """Converts the markup of a row to the texts of its cells."""

    def __init__(self, strings: list[str], styles: list[str], formats: NumberFormats) -> None:
        self._strings = strings
        self._shown = [formats.formatter_for(code) for code in styles]

    def cells(self, row: bytes) -> Cells:
        """Return the cells of a row that are not empty."""
        mark = b"<c"
        if b"<c" not in row or (b":c" in row and b"<c " not in row):
            found = _PREFIXED_CELL.search(row)
            if not found:
                return []
            mark = found[0]
        cells: Cells = []
        column = -1
        for piece in row.split(mark, MAX_COLUMNS + 1)[1 : MAX_COLUMNS + 1]:
            if usual := _USUAL.match(piece):
                letters, style, kind, raw = usual.groups()
                column = column_of(letters) if letters else column + 1
                if not raw:
                    continue
            elif piece[:1] in _AFTER_NAME:
                letters, style, kind, raw = _parse_cell_tag(piece)
                column = column_of(letters) if letters else column + 1
            else:
                continue
            if text := self._text(kind or b"n", style, raw or b"", piece):
                cells.append((column, text))
        return cells

    def _text(self, kind: bytes, style: bytes | None, raw: bytes, piece: bytes) -> str:
        if kind == b"s":
            index = int(raw) if raw.isdigit() else -1
            return self._strings[index] if 0 <= index < len(self._strings) else ""
        if kind == b"n":
            return self._number(raw, style)
        if kind == b"inlineStr":
            return rich_text(piece)
        if kind == b"b":
            return boolean(raw.strip() in (b"1", b"true")) if raw else ""
        return stored_date(plain(raw)) if kind == b"d" else plain(raw)

    def _number(self, raw: bytes, style: bytes | None) -> str:
        index = int(style) if style else 0
        show = self._shown[index] if index < len(self._shown) else general
        if show is general and raw.isdigit() and len(raw) < _EXACT_DIGITS and raw[0] != 48:
            return raw.decode()
        try:
            return show(float(raw))
        except ValueError:
            return plain(raw)


def _parse_cell_tag(piece: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    """Return column, style, type and value of a cell with attributes in any order."""
    if b"<!" in piece:
        piece = _plain_markup(piece)
    head, _, body = piece.partition(b">")
    given = dict(_ATTRIBUTE.findall(head))
    letters = _LETTERS.match(given.get(b"r", b""))
    style = given.get(b"s", b"")
    value = _VALUE.search(body) if not head.endswith(b"/") else None
    return (
        letters[0] if letters else b"",
        style if style.isdigit() and len(style) < 6 else b"",
        given.get(b"t", b"n"),
        value[1] if value else b"",
    )
