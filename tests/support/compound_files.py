"""Small compound files ([MS-CFB]) and their property sets, for tests."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

# The content of a storage: streams and storages.
Tree = Mapping[str, "bytes | Tree"]
_END, _FREE, _TABLE = 0xFFFF_FFFE, 0xFFFF_FFFF, 0xFFFF_FFFD
_SECTOR, _SMALL, _SMALL_SECTOR = 512, 4096, 64


class _Entries:
    """The directory: entries of 128 bytes. The entries of a storage are a linked list."""

    def __init__(self, tree: Tree) -> None:
        self.names: list[str] = []
        self.kinds: list[int] = []
        self.contents: list[bytes] = []
        self.links: list[list[int]] = []
        self._add("Root Entry", 5)
        self._fill(0, tree)

    def _add(self, name: str, kind: int, content: bytes = b"") -> int:
        self.names.append(name)
        self.kinds.append(kind)
        self.contents.append(content)
        self.links.append([_FREE, _FREE])  # The next sibling, the first child.
        return len(self.names) - 1

    def _fill(self, storage: int, tree: Tree) -> None:
        before = None
        for name, content in sorted(tree.items(), key=lambda item: (len(item[0]), item[0].upper())):
            is_stream = isinstance(content, bytes)
            number = self._add(name, 2 if is_stream else 1, content if is_stream else b"")
            if before is None:
                self.links[storage][1] = number
            else:
                self.links[before][0] = number
            before = number
            if not is_stream:
                self._fill(number, content)


class _Sectors:
    """Sectors of one size, and their allocation table."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.data = b""
        self.table: list[int] = []

    def put(self, content: bytes) -> int:
        """Append a stream and return its first sector."""
        count = -(-len(content) // self.size)
        first = len(self.table)
        self.table += [first + number + 1 for number in range(count)]
        if count:
            self.table[-1] = _END
        self.data += content.ljust(count * self.size, b"\0")
        return first if count else _END


def make_compound(tree: Tree) -> bytes:
    """Return a compound file. Streams shorter than 4,096 bytes are stored in mini sectors."""
    entries, sectors, small = _Entries(tree), _Sectors(_SECTOR), _Sectors(_SMALL_SECTOR)
    starts = [
        (small if len(content) < _SMALL else sectors).put(content) for content in entries.contents
    ]
    starts[0], entries.contents[0] = sectors.put(small.data), small.data
    small_table = sectors.put(struct.pack(f"<{len(small.table)}I", *small.table))
    small_sectors = -(-4 * len(small.table) // _SECTOR)
    directory = sectors.put(_directory(entries, starts))
    tables = 1
    while (len(sectors.table) + tables) * 4 > tables * _SECTOR:
        tables += 1
    first_table = len(sectors.table)
    table = sectors.table + [_TABLE] * tables
    table += [_FREE] * (tables * _SECTOR // 4 - len(table))
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    header += struct.pack("<5H6x", 0x3E, 3, 0xFFFE, 9, 6)
    header += struct.pack(
        "<9I", 0, tables, directory, 0, _SMALL, small_table, small_sectors, _END, 0
    )
    places = [*range(first_table, first_table + tables), *[_FREE] * 109][:109]
    header += struct.pack("<109I", *places)
    return header + sectors.data + struct.pack(f"<{len(table)}I", *table)


def _directory(entries: _Entries, starts: Sequence[int]) -> bytes:
    rows = (
        name.encode("utf-16-le").ljust(64, b"\0")
        + struct.pack("<HBB3I", 2 * len(name) + 2, kind, 1, _FREE, *links)
        + bytes(36)
        + struct.pack("<IQ", start, len(content))
        for name, kind, links, start, content in zip(
            entries.names, entries.kinds, entries.links, starts, entries.contents, strict=True
        )
    )
    data = b"".join(rows)
    return data + bytes(-len(data) % _SECTOR)


def make_summary(page: int = 1252, **values: str | int) -> bytes:
    """Return a SummaryInformation property set: title, subject ..., created, saved (FILETIMEs)."""
    numbers = {
        "title": 2, "subject": 3, "author": 4, "keywords": 5, "comments": 6, "created": 12,
        "saved": 13,
    }  # fmt: skip
    encoding = "utf-8" if page == 65001 else f"cp{page}"
    properties = {1: struct.pack("<IH2x", 2, page & 0xFFFF)}
    for name, value in values.items():
        if isinstance(value, str):
            text = value.encode(encoding) + b"\0"
            properties[numbers[name]] = struct.pack("<II", 30, len(text)) + text
        else:
            properties[numbers[name]] = struct.pack("<IQ", 64, value)
    places, content, at = b"", b"", 8 + 8 * len(properties)
    for number, value in properties.items():
        places += struct.pack("<II", number, at + len(content))
        content += value + bytes(-len(value) % 4)
    part = struct.pack("<II", at + len(content), len(properties)) + places + content
    return struct.pack("<HHI16xI16xI", 0xFFFE, 0, 2, 1, 48) + part


def make_document_summary(category: str, custom: str, value: str) -> bytes:
    """Return a DocumentSummaryInformation property set with a category and a custom property."""
    sets = [
        {1: struct.pack("<IH2x", 2, 1252), 2: _text_value(category)},
        {
            0: struct.pack("<III", 1, 2, len(custom) + 1) + custom.encode("cp1252") + b"\0",
            1: struct.pack("<IH2x", 2, 1252),
            2: _text_value(value),
        },
    ]
    header = struct.pack("<HHI16xI", 0xFFFE, 0, 2, 2)
    parts = [_property_set(one) for one in sets]
    starts = (68, 68 + len(parts[0]))
    return header + b"".join(struct.pack("<16xI", start) for start in starts) + b"".join(parts)


def _text_value(text: str) -> bytes:
    encoded = text.encode("cp1252") + b"\0"
    return struct.pack("<II", 30, len(encoded)) + encoded


def _property_set(properties: dict[int, bytes]) -> bytes:
    places, content, at = b"", b"", 8 + 8 * len(properties)
    for number, value in properties.items():
        places += struct.pack("<II", number, at + len(content))
        content += value + bytes(-len(value) % 4)
    return struct.pack("<II", at + len(content), len(properties)) + places + content
