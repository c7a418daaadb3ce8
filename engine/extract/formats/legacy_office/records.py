"""The records of a PowerPoint document ([MS-PPT] 2.3.1): a tree, written one after another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from struct import unpack_from

_HEADER_BYTES = 8
_HOLDS_RECORDS = 0xF  # The version of records that are made of records.
_DEEPEST = 40


@dataclass(frozen=True, slots=True)
class Record:
    """A record: its content lies at bytes [start, end) of the stream."""

    kind: int
    instance: int
    holds_records: bool
    start: int
    end: int


def record_at(stream: bytes, at: int, end: int) -> Record | None:
    """Return the record whose header begins at `at`, cut off at `end`; None when there is none."""
    if at < 0 or at + _HEADER_BYTES > min(end, len(stream)):
        return None
    first, kind, length = unpack_from("<HHI", stream, at)
    start = at + _HEADER_BYTES
    is_tree = first & 0xF == _HOLDS_RECORDS
    return Record(kind, first >> 4, is_tree, start, min(start + length, end, len(stream)))


def children(stream: bytes, parent: Record) -> Iterator[Record]:
    """Yield the records that one is made of."""
    at = parent.start
    while (child := record_at(stream, at, parent.end)) is not None:
        yield child
        at = child.end


def descendants(stream: bytes, parent: Record, depth: int = 0) -> Iterator[Record]:
    """Yield every record below one, in the order they are written; each byte is met once a level.

    Programs put text beside where it is expected, so nothing is said of the way there.
    """
    for child in children(stream, parent):
        yield child
        if child.holds_records and depth < _DEEPEST:
            yield from descendants(stream, child, depth + 1)
