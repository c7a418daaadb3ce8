"""Small workbooks in four formats, created in memory for tests. Cells are given by sheet name."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

from tests.support.archives import zip_of
from tests.support.compound_files import make_compound

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
Cells = Sequence[tuple[int, int, str | float]]
"""Row and column from 0, and a text or number."""


def _relations(**targets: str) -> str:
    found = "".join(
        f'<Relationship Id="{name}" Type="{_RELATIONS}/{target.split("|")[0]}" '
        f'Target="{target.split("|")[1]}"/>'
        for name, target in targets.items()
    )
    return f'<Relationships xmlns="{_PACKAGE}">{found}</Relationships>'


def make_xlsx(
    rows: str, *, formats: Sequence[str] = (), strings: str = "", more: Mapping[str, str] = {}
) -> bytes:
    """Return an .xlsx file of one sheet with these rows in XML. Style n has formats[n - 1]."""
    codes = "".join(
        f'<numFmt numFmtId="{170 + n}" formatCode="{code.replace(chr(34), "&quot;")}"/>'
        for n, code in enumerate(formats)
    )
    styles = "".join(f'<xf numFmtId="{170 + n}"/>' for n in range(len(formats)))
    parts = {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": _relations(a="officeDocument|xl/workbook.xml"),
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATIONS}"><sheets>'
        '<sheet name="One" sheetId="1" r:id="a"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": _relations(a="worksheet|worksheets/sheet1.xml"),
        "xl/styles.xml": f'<styleSheet xmlns="{_MAIN}"><numFmts>{codes}</numFmts><cellXfs>'
        f'<xf numFmtId="0"/>{styles}</cellXfs></styleSheet>',
        "xl/sharedStrings.xml": f'<sst xmlns="{_MAIN}">{strings}</sst>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_MAIN}"><sheetData>{rows}</sheetData>'
        "</worksheet>",
    }
    return zip_of(parts | dict(more))


def _record(kind: int, data: bytes) -> bytes:
    return struct.pack("<HH", kind, len(data)) + data


def make_xls(cells: Cells, *, formats: Sequence[str] = (), more: bytes = b"") -> bytes:
    """Return an .xls file (Excel 97) of one sheet. A number in column n has formats[n - 1]."""
    begin = _record(0x0809, struct.pack("<HHHHII", 0x0600, 5, 0, 0, 0, 0))
    codes = b"".join(
        _record(0x041E, struct.pack("<HHB", 170 + n, len(code), 1) + code.encode("utf-16-le"))
        for n, code in enumerate(formats)
    )
    styles = [0, *(170 + n for n in range(len(formats)))]
    xfs = b"".join(_record(0x00E0, struct.pack("<HH", 0, code) + bytes(16)) for code in styles)
    name = struct.pack("<BB", 3, 0) + b"One"
    at = len(begin) + len(codes) + len(xfs) + 4 + 6 + len(name) + 4
    head = begin + codes + xfs + _record(0x0085, struct.pack("<IBB", at, 0, 0) + name)
    body = _record(0x0809, struct.pack("<HHHHII", 0x0600, 0x10, 0, 0, 0, 0)) + more
    for row, column, value in cells:
        style = column if column < len(styles) else 0
        place = struct.pack("<HHH", row, column, style)
        if isinstance(value, str):
            text = struct.pack("<HB", len(value), 1) + value.encode("utf-16-le")
            body += _record(0x0204, place + text)
        else:
            body += _record(0x0203, place + struct.pack("<d", value))
    return make_compound({"Workbook": head + _record(0x000A, b"") + body + _record(0x000A, b"")})


def _xlsb_record(kind: int, data: bytes = b"") -> bytes:
    head = bytes([kind]) if kind < 0x80 else bytes([kind & 0x7F | 0x80, kind >> 7])
    size = len(data)
    length = bytearray()
    while True:
        length.append(size & 0x7F | (0x80 if size > 0x7F else 0))
        size >>= 7
        if not size:
            return head + bytes(length) + data


def _wide(text: str) -> bytes:
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


def make_xlsb(
    cells: Cells, *, formats: Sequence[str] = (), comment: str = "", margin: str = "&CHeadword"
) -> bytes:
    """Return an .xlsb file of one sheet. A number in column n has formats[n - 1]."""
    book = _xlsb_record(153, bytes(12)) + _xlsb_record(
        156, struct.pack("<II", 0, 1) + _wide("a") + _wide("One")
    )
    codes = b"".join(
        _xlsb_record(44, struct.pack("<H", 170 + n) + _wide(code)) for n, code in enumerate(formats)
    )
    styles = [0, *(170 + n for n in range(len(formats)))]
    xfs = b"".join(_xlsb_record(47, struct.pack("<HH", 0, code) + bytes(12)) for code in styles)
    sheet = b""
    current = -1
    for row, column, value in cells:
        if row != current:
            sheet += _xlsb_record(0, struct.pack("<I", row) + bytes(13))
            current = row
        place = struct.pack("<II", column, column if column < len(styles) else 0)
        kind, data = (6, _wide(value)) if isinstance(value, str) else (5, struct.pack("<d", value))
        sheet += _xlsb_record(kind, place + data)
    sheet += _xlsb_record(479, b"\0\0" + _wide(margin) + b"\xff\xff\xff\xff" * 5)
    comments = _xlsb_record(635, struct.pack("<5I", 0, 1, 1, 1, 1) + bytes(16))
    comments += _xlsb_record(637, b"\0" + _wide(comment)) + _xlsb_record(636)
    return zip_of(
        {
            "[Content_Types].xml": "<Types/>",
            "_rels/.rels": _relations(a="officeDocument|xl/workbook.bin"),
            "xl/workbook.bin": book,
            "xl/_rels/workbook.bin.rels": _relations(
                a="worksheet|worksheets/sheet1.bin", b="styles|styles.bin"
            ),
            "xl/styles.bin": codes + _xlsb_record(617, bytes(4)) + xfs + _xlsb_record(618),
            "xl/worksheets/sheet1.bin": sheet,
            "xl/worksheets/_rels/sheet1.bin.rels": _relations(a="comments|../comments1.bin"),
            "xl/comments1.bin": comments,
        }
    )


def make_ods(rows: str, *, margins: str = "") -> bytes:
    """Return an .ods file of one sheet with these rows in XML."""
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    names = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text", "style", "draw")
    )
    return zip_of(
        {
            "mimetype": kind,
            "content.xml": f"<office:document-content {names}><office:body><office:spreadsheet>"
            f'<table:table table:name="One">{rows}</table:table></office:spreadsheet>'
            "</office:body></office:document-content>",
            "styles.xml": f"<office:document-styles {names}><style:master-page>{margins}"
            "</style:master-page></office:document-styles>",
        }
    )
