"""Records of Excel 2.0 to 2003 workbooks ([MS-XLS] 2.1.4) and the strings in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from struct import unpack_from

from twofold.engine.extract.formats.legacy_office.compound_file import decode_in_page

_CONTINUE = 0x003C
_WIDE, _ASIAN, _RICH = 0x01, 0x04, 0x08
# More segments than the longest string of a cell has.
_MAX_SEGMENTS = 100_000


@dataclass(frozen=True, slots=True)
class Record:
    """A record: its kind, its data, and the data of the CONTINUE records after it."""

    kind: int
    data: bytes
    more: tuple[bytes, ...] = ()


def records(stream: bytes, at: int = 0) -> Iterator[Record]:
    """Yield the records of a stream from an offset up to the end or the first damage."""
    length = len(stream)
    kind, data = -1, b""
    more: list[bytes] = []
    while at + 4 <= length:
        next_kind, size = unpack_from("<HH", stream, at)
        body = stream[at + 4 : at + 4 + size]
        at += 4 + size
        if next_kind == _CONTINUE and kind >= 0:
            if len(more) < _MAX_SEGMENTS:
                more.append(body)
            continue
        if kind >= 0:
            yield Record(kind, data, tuple(more))
        kind, data, more = next_kind, body, []
    if kind >= 0:
        yield Record(kind, data, tuple(more))


def byte_string(data: bytes, at: int, length_bytes: int, page: int) -> str:
    """Return a string of Excel 2 to 95; some programs stored UTF-16 there."""
    length = int.from_bytes(data[at : at + length_bytes], "little")
    raw = data[at + length_bytes : at + length_bytes + length]
    if len(raw) >= 4 and not any(raw[1::2]):
        return raw.decode("utf-16-le", "replace")
    return decode_in_page(raw, page)


def unicode_string(data: bytes, at: int, length_bytes: int) -> str:
    """Return a string of Excel 97 to 2003 that is complete in one record."""
    return Strings(Record(0, data), at).read(length_bytes)


class Strings:
    """Reads strings one after another; the data of a record may continue in CONTINUE records."""

    def __init__(self, record: Record, at: int) -> None:
        self._segments = (record.data, *record.more)
        self._segment = 0
        self._data = record.data
        self._at = at

    @property
    def has_more(self) -> bool:
        """Whether there is more data to read."""
        return self._at < len(self._data) or self._segment + 1 < len(self._segments)

    def read(self, length_bytes: int = 2) -> str:
        """Return the next string ([MS-XLS] 2.5.293)."""
        length = int.from_bytes(self._bytes(length_bytes), "little")
        flags = int.from_bytes(self._bytes(1), "little")
        runs = int.from_bytes(self._bytes(2), "little") if flags & _RICH else 0
        asian = int.from_bytes(self._bytes(4), "little") if flags & _ASIAN else 0
        text = self._characters(length, flags)
        self._skip(4 * runs + asian)
        return text

    def _characters(self, length: int, flags: int) -> str:
        parts: list[str] = []
        while length > 0:
            if self._at >= len(self._data):
                if not self._next():
                    break
                flags = self._data[0] if self._data else 0
                self._at = 1
                continue
            width = 2 if flags & _WIDE else 1
            raw = self._data[self._at : self._at + length * width]
            parts.append(raw.decode("utf-16-le" if width == 2 else "latin-1", "replace"))
            self._at += len(raw)
            length -= max(1, len(raw) // width)
        return "".join(parts)

    def _bytes(self, count: int) -> bytes:
        if self._at >= len(self._data) and not self._next():
            return b""
        found = self._data[self._at : self._at + count]
        self._at += count
        return found

    def _skip(self, count: int) -> None:
        while count > 0:
            left = max(0, len(self._data) - self._at)
            if count <= left:
                self._at += count
                return
            count -= left
            if not self._next():
                return

    def _next(self) -> bool:
        if self._segment + 1 >= len(self._segments):
            self._at = len(self._data)
            return False
        self._segment += 1
        self._data = self._segments[self._segment]
        self._at = 0
        return True
