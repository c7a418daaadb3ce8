"""iWork archives since 2013, .iwa: Protocol Buffers messages compressed with Snappy."""

from __future__ import annotations

from collections.abc import Iterator

_HEADER_BYTES = 4
_MAX_CHUNK = 1 << 24
_MAX_FIELDS = 1_000_000
_VARINT, _LONG, _BYTES, _INT = 0, 1, 2, 5


def messages(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the type and the content of each message; raise ValueError for damaged data."""
    plain = _unpacked(data)
    at = 0
    while at < len(plain):
        size, at = _varint(plain, at)
        info, at = plain[at : at + size], at + size
        for number, content in fields(info):
            if number == 2 and isinstance(content, bytes):
                described = dict(fields(content))
                kind, length = described.get(1, 0), described.get(3, 0)
                if not isinstance(kind, int) or not isinstance(length, int):
                    raise ValueError("no message")
                yield kind, plain[at : at + length]
                at += length


def fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Yield the number and the value of each field of a message."""
    at = 0
    for _ in range(_MAX_FIELDS):
        if at >= len(data):
            return
        key, at = _varint(data, at)
        kind = key & 7
        if kind == _VARINT:
            value, at = _varint(data, at)
            yield key >> 3, value
            continue
        size = 8 if kind == _LONG else 4
        if kind == _BYTES:
            size, at = _varint(data, at)
        elif kind not in {_LONG, _INT}:
            raise ValueError("no field")
        yield key >> 3, data[at : at + size]
        at += size


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while at < len(data) and shift < 64:
        byte, at = data[at], at + 1
        value |= (byte & 0x7F) << shift
        if not byte & 0x80:
            return value, at
        shift += 7
    raise ValueError("no number")


def _unpacked(data: bytes) -> bytes:
    chunks: list[bytes] = []
    at = 0
    while at + _HEADER_BYTES <= len(data):
        size = int.from_bytes(data[at + 1 : at + 4], "little")
        chunks.append(_snappy(data[at + 4 : at + 4 + size]))
        at += _HEADER_BYTES + size
    return b"".join(chunks)


def _snappy(data: bytes) -> bytes:
    """Decompress Snappy (format_description.txt); raise ValueError for damaged data."""
    length, at = _varint(data, 0)
    if length > _MAX_CHUNK:
        raise ValueError("too large")
    written = bytearray()
    while at < len(data) and len(written) < length:
        tag, at = data[at], at + 1
        if tag & 3 == 0:
            size = tag >> 2
            if size >= 60:
                count = size - 59
                size, at = int.from_bytes(data[at : at + count], "little"), at + count
            written += data[at : at + size + 1]
            at += size + 1
            continue
        if tag & 3 == 1:
            size, offset, at = (tag >> 2 & 7) + 4, (tag >> 5) << 8 | data[at], at + 1
        else:
            count = 2 if tag & 3 == 2 else 4
            size, offset = (tag >> 2) + 1, int.from_bytes(data[at : at + count], "little")
            at += count
        if not 0 < offset <= len(written):
            raise ValueError("no copy")
        piece = bytes(written[-offset:])[:size]
        written += (piece * (size // len(piece) + 1))[:size]
    return bytes(written)
