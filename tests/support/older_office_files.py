"""Small Word, PowerPoint and Outlook files in the formats before 2007, for tests."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tests.support.compound_files import Tree, make_compound


@dataclass(frozen=True, slots=True)
class Line:
    """A paragraph, cell or row of a Word document: text with end mark, and properties."""

    text: str
    properties: bytes = b""
    style: int = 0


IN_TABLE, ROW_END = b"\x16\x24\x01", b"\x16\x24\x01\x17\x24\x01"


def make_word(
    lines: Iterable[Line | str],
    *,
    counts: Mapping[int, int] | None = None,
    parts: Mapping[int, bytes] | None = None,
    unseen: Sequence[tuple[int, int]] = (),
    unseen_by: bytes = b"\x3c\x08\x01",
    styles: Sequence[tuple[int, str, bytes]] = (),
    narrow: bool = False,
    flags: int = 0x0200,
    more: Tree | None = None,
) -> bytes:
    """Return a Word 97 document.

    `counts` are the lengths of the stories by number (0 main, 1 footnotes, ...). Without them, all
    text is the main story. `parts` are the parts of the table stream by number. `unseen` are the
    characters with the property `unseen_by`, which hides them. Styles 1 and 2 are headings, and 3
    is a line of the table of contents. `styles` are additional ones: kind (1 for paragraphs, 2 for
    characters), name and character properties.
    """
    rows = [line if isinstance(line, Line) else Line(f"{line}\r") for line in lines]
    text = "".join(row.text for row in rows)
    width, start = (1, 2048) if narrow else (2, 2048)
    data = text.encode("cp1252") if narrow else text.encode("utf-16-le", "surrogatepass")
    units = len(data) // width
    body = data + bytes(-len(data) % 512)
    page = (start + len(body)) // 512
    ends = [start]
    for row in rows:
        length = len(row.text.encode("utf-16-le", "surrogatepass")) // 2
        ends.append(ends[-1] + length * width)
    properties = [struct.pack("<H", row.style) + row.properties for row in rows]
    bounds = [(start + begin * width, start + end * width) for begin, end in unseen]
    main = _fkp(ends, properties, 13) + _fkp_of_unseen(bounds, start + len(data), unseen_by)
    place = start * 2 | 0x4000_0000 if narrow else start
    pieces = struct.pack("<iiHIH", 0, units, 0, place, 0)
    found: dict[int, bytes] = {
        1: _styles(styles),
        12: struct.pack("<3I", start, start + len(data), page + 1),
        13: struct.pack("<3I", start, start + len(data), page),
        33: b"\2" + struct.pack("<I", len(pieces)) + pieces,
        **(parts or {}),
    }
    table, header = b"", bytearray(start)
    struct.pack_into("<HHHHHH", header, 0, 0xA5EC, 0xC1, 0, 0x0409, 0, flags)
    struct.pack_into("<II", header, 0x18, start, start + len(data))
    for number, count in (counts or {0: units}).items():
        struct.pack_into("<i", header, 0x4C + 4 * number, count)
    for number, part in found.items():
        struct.pack_into("<II", header, 0x9A + 8 * number, len(table), len(part))
        table += part
    return make_compound(
        {"WordDocument": bytes(header) + body + main, "1Table": table} | (more or {})
    )


def _fkp(bounds: Sequence[int], properties: Sequence[bytes], entry: int) -> bytes:
    """Return a page of formatting properties. For paragraphs, sizes are counted in 16-bit words."""
    page = bytearray(512)
    struct.pack_into(f"<{len(bounds)}I", page, 0, *bounds)
    at = 510
    for number, one in enumerate(properties):
        odd = one if len(one) % 2 else one + b"\0"
        at = (at - len(odd) - 1) // 2 * 2
        page[at : at + len(odd) + 1] = bytes([(len(odd) + 1) // 2]) + odd
        page[4 * len(bounds) + entry * number] = at // 2
    assert at >= 4 * len(bounds) + entry * len(properties), "too many paragraphs for one page"
    page[511] = len(properties)
    return bytes(page)


def _fkp_of_unseen(bounds: Sequence[tuple[int, int]], end: int, unseen_by: bytes) -> bytes:
    marks = [2048, *[place for pair in bounds for place in pair], end]
    page = bytearray(512)
    struct.pack_into(f"<{len(marks)}I", page, 0, *marks)
    page[480 : 481 + len(unseen_by)] = bytes([len(unseen_by)]) + unseen_by
    for number in range(len(marks) - 1):
        page[4 * len(marks) + number] = 240 if number % 2 else 0
    page[511] = len(marks) - 1
    return bytes(page)


def _styles(more: Sequence[tuple[int, str, bytes]]) -> bytes:
    usual = ((0, "Normal"), (1, "heading 1"), (2, "heading 2"), (19, "toc 1"))
    data = struct.pack("<HHHHHHHHH", 18, 4 + len(more), 10, 0, 0, 0, 0, 0, 0) + b"\0\0"
    for built_in, name in usual:
        data += _style(name, struct.pack("<5H", built_in, 1 | 0xFFF << 4, 0, 0, 0))
    for kind, name, properties in more:
        changes = [b"\0\0", properties] if kind == 1 else [properties]
        fixed = struct.pack("<5H", 0xFFE, kind | 0xFFF << 4, len(changes), 0, 0)
        data += _style(name, fixed, *changes)
    return data


def _style(name: str, fixed: bytes, *changes: bytes) -> bytes:
    style = fixed + struct.pack("<H", len(name)) + name.encode("utf-16-le") + b"\0\0"
    for one in changes:
        style += struct.pack("<H", len(one)) + one + bytes(len(one) % 2)
    return struct.pack("<H", len(style)) + style


def list_parts(*levels: tuple[int, int, str], overrides: bytes = b"") -> dict[int, bytes]:
    r"""Return the parts of a document with one list, which paragraphs refer to as number 1.

    `levels` are format, start and text, where \x00 stands for the number of the first level.
    `overrides` are changes of the referenced list (LFOLVL).
    """
    nine = [*levels, *[(255, 1, "")] * (9 - len(levels))]
    look = b"".join(
        struct.pack("<iBB9sB4x4xBBBB", start, kind, 0, b"", 0, 0, 0, 0, 0)
        + struct.pack("<H", len(text)) + text.encode("utf-16-le")
        for kind, start, text in nine
    )  # fmt: skip
    count = len(overrides) // 8
    refers = struct.pack("<Ii8xBBBB", 1, 7, count, 0, 0, 0) + b"\xff" * 4 + overrides
    return {73: struct.pack("<Hii18xBB", 1, 7, 0, 0, 0), 100: look, 74: refers}


def record(kind: int, content: bytes = b"", *, instance: int = 0, tree: bool = False) -> bytes:
    """Return a record of a PowerPoint document."""
    return struct.pack("<HHI", instance << 4 | (0xF if tree else 0), kind, len(content)) + content


def shape(text: str, kind: int = 4, placeholder: int | None = None) -> bytes:
    """Return a shape with a text. Kind 0 is a title."""
    own = b"" if placeholder is None else record(3011, struct.pack("<iB3x", 0, placeholder))
    return record(
        0xF004,
        record(0xF011, own, tree=True)
        + record(
            0xF00D,
            record(3999, struct.pack("<I", kind)) + record(4000, text.encode("utf-16-le")),
            tree=True,
        ),
        tree=True,
    )


def make_presentation(
    slides: Sequence[bytes],
    notes: Mapping[int, bytes] | None = None,
    listed: Mapping[int, bytes] | None = None,
    *,
    token: int = 0xE391_C05F,
    more: Tree | None = None,
    storage: str = "",
) -> bytes:
    """Return a presentation. Each slide is the records of its shapes, in a storage if named.

    `notes` are the shapes of notes, and `listed` the records in the slide list, by number from 0.
    """
    stream, places = b"", {}

    def put(number: int, one: bytes) -> None:
        nonlocal stream
        places[number] = len(stream)
        stream += one

    lists = {0: b"", 2: b""}
    for number, shapes in enumerate(slides):
        put(2 + number, record(1006, record(1036, shapes, tree=True), tree=True))
        lists[0] += record(1011, struct.pack("<5I", 2 + number, 0, 0, 256 + number, 0))
        lists[0] += (listed or {}).get(number, b"")
    for number, shapes in (notes or {}).items():
        put(1000 + number, record(1008, record(1009, struct.pack("<II", 256 + number, 0)) + shapes,
                                  tree=True))  # fmt: skip
        lists[2] += record(1011, struct.pack("<5I", 1000 + number, 0, 0, 9 + number, 0))
    content = b"".join(record(4080, one, instance=kind, tree=True) for kind, one in lists.items())
    put(1, record(1000, content, tree=True))
    directory = len(stream)
    stream += record(6002, b"".join(struct.pack("<II", 1 << 20 | n, p) for n, p in places.items()))
    last = len(stream)
    stream += record(4085, struct.pack("<IHBBIIIIHH", 256, 0, 0, 3, 0, directory, 1, 9, 1, 0))
    user = record(4086, struct.pack("<III", 20, token, last) + bytes(8))
    own: Tree = {"PowerPoint Document": stream, "Current User": user}
    tree: Tree = {storage: own} if storage else own
    return make_compound({**tree, **(more or {})})


def message_tree(
    texts: Mapping[int, str | bytes],
    numbers: Mapping[tuple[int, int], int] | None = None,
    *,
    header_bytes: int = 32,
    more: Tree | None = None,
) -> Tree:
    """Return the storage of a message, recipient (8) or attachment (8).

    `texts` are properties by number, as bytes if binary. `numbers` are numeric properties by number
    and kind.
    """
    tree: dict[str, bytes | Tree] = {
        "__properties_version1.0": bytes(header_bytes)
        + b"".join(
            struct.pack("<HHIQ", kind, number, 6, value)
            for (number, kind), value in (numbers or {}).items()
        )
    }
    for number, value in texts.items():
        kind, content = ("001F", value.encode("utf-16-le")) if isinstance(value, str) else (
            "0102", value,
        )  # fmt: skip
        tree[f"__substg1.0_{number:04X}{kind}"] = content
    return {**tree, **(more or {})}
