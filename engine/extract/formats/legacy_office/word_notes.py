"""Footnotes, endnotes and comments of a Word document: where they hang and what they say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from struct import unpack_from

from engine.extract.formats.legacy_office.word_header import WordHeader
from engine.extract.formats.legacy_office.word_story import Story

_OWNERS = 36  # Parts of the table stream, as in FibRgFcLcb97.
_OWNER_OFFSET = 20  # In what is known of a comment (ATRDPre10).
_MOST_OWNERS = 5000


@dataclass(frozen=True, slots=True)
class NoteTables:
    """Which parts say where notes are referred to and where they begin, and bytes a reference."""

    references: int
    texts: int
    reference_bytes: int


FOOTNOTES, COMMENTS, ENDNOTES = NoteTables(2, 3, 2), NoteTables(4, 5, 30), NoteTables(46, 47, 2)


@dataclass(frozen=True, slots=True)
class Note:
    """A note that hangs on the character `anchor`, and the span of characters it is."""

    anchor: int
    story: Story
    commenter: str = ""


def read_notes(header: WordHeader, tables: NoteTables, story: Story) -> list[Note]:
    """Return the notes of one kind, which stand in `story`; they ascend and do not overlap."""
    references, texts = header.part(tables.references), header.part(tables.texts)
    count = (len(references) - 4) // (4 + tables.reference_bytes)
    count = min(count, len(texts) // 4 - 1)
    if count < 1:
        return []
    owners = list(_owners(header.part(_OWNERS))) if tables is COMMENTS else []
    bounds = unpack_from(f"<{count + 1}i", texts)
    notes: list[Note] = []
    end = 0
    for index in range(count):
        if not end <= bounds[index] < bounds[index + 1] <= len(story):
            continue
        end = bounds[index + 1]
        inside = Story(story.start + bounds[index], story.start + end)
        (anchor,) = unpack_from("<i", references, 4 * index)
        at = 4 * (count + 1) + tables.reference_bytes * index + _OWNER_OFFSET
        notes.append(Note(anchor, inside, _owner(owners, references, at)))
    return notes


def _owner(owners: list[str], references: bytes, at: int) -> str:
    if not owners or at + 2 > len(references):
        return ""
    (index,) = unpack_from("<H", references, at)
    return owners[index] if index < len(owners) else ""


def _owners(data: bytes) -> Iterator[str]:
    """Yield who made comments (GrpXstAtnOwners)."""
    at = 0
    for _ in range(_MOST_OWNERS):
        if at + 2 > len(data):
            return
        (letters,) = unpack_from("<H", data, at)
        yield data[at + 2 : at + 2 + 2 * letters].decode("utf-16-le", "replace")
        at += 2 + 2 * letters
