"""Compound files ([MS-CFB]) and their property sets ([MS-OLEPS])."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from io import BytesIO
from struct import unpack_from
from types import SimpleNamespace
from typing import Any

import olefile

from twofold.engine.extract.errors import damaged_error
from twofold.engine.extract.formats.office.properties import document_properties
from twofold.engine.model.document import DocumentMetadata
from twofold.engine.model.errors import DocumentError

_HEADER_BYTES = 512
_SECTOR_SHIFTS = frozenset({9, 12})
_MINI_SECTOR_SHIFT = 6
_DAMAGE = (
    OSError, ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError,
    struct.error,
)  # fmt: skip


class CompoundFile:
    """An open compound file; raises DocumentError (damaged) if its tables are inconsistent.

    Names are compared ignoring case. A circular chain of sectors is read up to the size of the
    file.
    """

    def __init__(self, data: bytes) -> None:
        _check_header(data)
        self._storages: dict[tuple[str, ...], dict[str, Any]] = {}
        try:
            self._file = olefile.OleFileIO(BytesIO(data))
            # olefile trusts these sizes: a circular sector chain would exhaust the memory.
            for entry in self._file.direntries:
                if entry is not None:
                    entry.size = min(entry.size, len(data))
            most_sectors = len(data) // self._file.sector_size + 1
            self._file.num_mini_fat_sectors = min(self._file.num_mini_fat_sectors, most_sectors)
            self._root: Any = self._file.root
        except _DAMAGE as error:
            raise damaged_error() from error

    def names(self, *path: str) -> tuple[str, ...]:
        """Return the sorted names of the entries of a storage (the root by default)."""
        return tuple(entry.name for entry in self._entries(path).values())

    def stream(self, *path: str) -> bytes:
        """Return the readable part of a stream, b'' if it does not exist."""
        entry = self._entries(path[:-1]).get(path[-1].lower())
        if entry is None:
            return b""
        try:
            # olefile searches a name entry by entry, so it gets only this one instead of thousands.
            root = self._root
            self._file.root = SimpleNamespace(
                kids=[entry], isectStart=root.isectStart, size=root.size
            )
            return bytes(self._file.openstream([entry.name]).read())
        except _DAMAGE:
            return b""

    def _entries(self, path: tuple[str, ...]) -> dict[str, Any]:
        """Return the entries of a storage by their names in lower case."""
        key = tuple(name.lower() for name in path)
        found = self._storages.get(key)
        if found is None:
            found = {}
            try:
                storage = self._entries(path[:-1])[key[-1]] if key else self._root
                for entry in storage.kids:
                    found.setdefault(entry.name.lower(), entry)
            except _DAMAGE:
                pass
            self._storages[key] = found
        return found


def has_stream(data: bytes, *names: str, otherwise: bool) -> bool:
    """Return whether a compound file has one of these streams (in lower case) at its root.

    Return `otherwise` if the file cannot be opened, so that its own parser reports the damage.
    """
    try:
        found = CompoundFile(data).names()
    except DocumentError:
        return otherwise
    return any(name.lower() in names for name in found)


def _check_header(data: bytes) -> None:
    """Refuse sizes in the header that olefile would use without limits."""
    if len(data) < _HEADER_BYTES or not data.startswith(olefile.MAGIC):
        raise damaged_error()
    sector_shift, mini_shift = struct.unpack_from("<HH", data, 30)
    if sector_shift not in _SECTOR_SHIFTS or mini_shift != _MINI_SECTOR_SHIFT:
        raise damaged_error()
    sectors = len(data) >> sector_shift
    table_sectors, _, _, _, _, _, _, list_sectors = struct.unpack_from("<8I", data, 44)
    if table_sectors > sectors + 1 or list_sectors > sectors + 1:
        raise damaged_error()


_STREAM, _SECOND_STREAM = "\x05SummaryInformation", "\x05DocumentSummaryInformation"
_NAMES, _CODE_PAGE, _TITLE, _AUTHOR, _KEYWORDS, _CREATED, _SAVED = 0, 1, 2, 4, 5, 12, 13
_OF_SUMMARY = {3: "subject", 6: "comments", 8: "last modified by"}
_OF_DOCUMENT = {
    2: "category",
    14: "manager",
    15: "company",
    26: "content type",
    27: "content status",
}
_INT16, _BYTES, _UNICODE, _FILE_TIME = 2, 30, 31, 64
_MAX_PROPERTIES = 200
_MAX_VALUE_LENGTH = 10_000
_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)
_FIRST_YEAR = 1980  # smaller times are durations or empty
_UTF16, _UTF8 = 1200, 65001
_PAGES = {
    0: "cp1252", _UTF16: "utf-16-le", _UTF8: "utf-8", 10000: "mac-roman", 10001: "cp932",
    10006: "mac-greek", 10007: "mac-cyrillic", 10029: "mac-latin2", 10081: "mac-turkish",
}  # fmt: skip
_Value = str | int


def read_summary(file: CompoundFile) -> DocumentMetadata:
    """Return the document's properties without damaged values."""
    found = _properties(file.stream(_STREAM))
    second = file.stream(_SECOND_STREAM)
    of_document = _properties(second)
    return document_properties(
        title=_text(found, _TITLE),
        authors=_text(found, _AUTHOR),
        keywords=_text(found, _KEYWORDS),
        created=_day(found, _CREATED),
        modified=_day(found, _SAVED),
        more=[
            *((name, _text(found, number)) for number, name in _OF_SUMMARY.items()),
            *((name, _text(of_document, number)) for number, name in _OF_DOCUMENT.items()),
            *_custom_properties(second),
        ],
    )


def time_of_file_time(ticks: int) -> datetime | None:
    """Return a FILETIME (100 ns since 1601) as a UTC time, None for an invalid one."""
    try:
        time = _EPOCH + timedelta(microseconds=ticks // 10)
    except OverflowError:
        return None
    return time if time.year >= _FIRST_YEAR else None


def decode_in_page(data: bytes, page: int) -> str:
    """Decode text in a Windows code page; invalid bytes become U+FFFD."""
    name = _PAGES.get(page, f"cp{page}")
    try:
        return data.decode(name, "replace")
    except LookupError:
        return data.decode("cp1252", "replace")


def _text(found: dict[int, _Value], number: int) -> str:
    value = found.get(number, "")
    return " ".join(value.split("\0")[0].split()) if isinstance(value, str) else ""


def _day(found: dict[int, _Value], number: int) -> str:
    value = found.get(number, 0)
    time = time_of_file_time(value) if isinstance(value, int) else None
    return time.date().isoformat() if time else ""


def _properties(data: bytes) -> dict[int, _Value]:
    """Return the values of the first property set by number: integers, texts and times."""
    part = _set(data, 0)
    places, page = _places(part)
    return {number: _value(part, place, page) for number, place in places.items()}


def _custom_properties(data: bytes) -> Iterator[tuple[str, str]]:
    """Yield the texts of the second property set with their user-defined names."""
    part = _set(data, 1)
    places, page = _places(part)
    names = _dictionary(part, places.get(_NAMES, len(part)), page)
    for number, place in places.items():
        value = _value(part, place, page) if number in names else 0
        if isinstance(value, str):
            yield names[number], value.split("\0")[0]


def _dictionary(part: bytes, at: int, page: int) -> dict[int, str]:
    """Return the names of properties by number ([MS-OLEPS] 2.17)."""
    names: dict[int, str] = {}
    if at + 4 > len(part):
        return names
    (count,) = unpack_from("<I", part, at)
    at += 4
    for _ in range(min(count, _MAX_PROPERTIES)):
        if at + 8 > len(part):
            break
        number, length = unpack_from("<II", part, at)
        size = min(length, _MAX_VALUE_LENGTH) * (2 if page == _UTF16 else 1)
        names[number] = decode_in_page(part[at + 8 : at + 8 + size], page).split("\0")[0]
        at += 8 + size + (-size % 4 if page == _UTF16 else 0)
    return names


def _set(data: bytes, index: int) -> bytes:
    """Return one property set of a stream by its index; b'' if there is none."""
    at = 28 + 20 * index
    if len(data) < at + 20 or int.from_bytes(data[24:28], "little") <= index:
        return b""
    (start,) = unpack_from("<I", data, at + 16)
    return data[start:] if len(data) >= start + 8 else b""


def _places(part: bytes) -> tuple[dict[int, int], int]:
    """Return the offsets of the properties of a set by number, and its code page."""
    if len(part) < 8:
        return {}, 0
    (count,) = unpack_from("<I", part, 4)
    most = min(count, _MAX_PROPERTIES, (len(part) - 8) // 8)
    places = dict(unpack_from("<II", part, 8 + 8 * index) for index in range(most))
    page = _value(part, places.get(_CODE_PAGE, len(part)), 0)
    return places, page & 0xFFFF if isinstance(page, int) else 0


def _value(part: bytes, place: int, page: int) -> _Value:
    if place + 8 > len(part):
        return 0
    kind, length = unpack_from("<II", part, place)
    content = part[place + 8 : place + 8 + min(length, _MAX_VALUE_LENGTH)]
    if kind & 0xFFFF == _INT16:
        return int(length) & 0xFFFF
    if kind & 0xFFFF == _BYTES:
        return decode_in_page(content, page)
    if kind & 0xFFFF == _UNICODE:
        wide = part[place + 8 : place + 8 + 2 * min(length, _MAX_VALUE_LENGTH)]
        return wide.decode("utf-16-le", "replace")
    if kind & 0xFFFF == _FILE_TIME and place + 12 <= len(part):
        return int.from_bytes(part[place + 4 : place + 12], "little")
    return 0
