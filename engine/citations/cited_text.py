"""What a citation cited, as far as the catalog still knows it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from engine.extract.lines import LINE_BREAK
from engine.model.citation import Place
from engine.model.document import Chunk, PlaceKind
from engine.model.hit import TextSpan


@dataclass(frozen=True, slots=True)
class CitedPart:
    """Text that was indexed, and where it began in the document's text then."""

    text: str
    start: int

    @property
    def span(self) -> TextSpan:
        """Where it stood."""
        return TextSpan(self.start, self.start + len(self.text))


def cited_parts(chunks: Iterable[Chunk], place: Place) -> tuple[CitedPart, ...]:
    """Return the indexed text at `place`, a part for each passage that reaches into it.

    A passage that is exactly the place stands alone: it is the one that was cited.
    """
    reaching = [chunk for chunk in chunks if _reaches(chunk, place)]
    exact = [chunk for chunk in reaching if _is_exactly(chunk, place)]
    return tuple(_part(chunk, place) for chunk in (exact or reaching))


def is_same_kind(one: PlaceKind, other: PlaceKind) -> bool:
    """Whether places of two kinds are written alike in a citation."""
    return one is other or (one.is_paged and other.is_paged) or (one.is_line and other.is_line)


def _reaches(chunk: Chunk, place: Place) -> bool:
    if not is_same_kind(chunk.place_kind, place.kind):
        return False
    return chunk.place_start <= place.end and chunk.place_end >= place.start


def _is_exactly(chunk: Chunk, place: Place) -> bool:
    return (chunk.place_start, chunk.place_end) == (place.start, place.end)


def _part(chunk: Chunk, place: Place) -> CitedPart:
    """Return the cited lines of a passage, or all of it where its lines are not the file's."""
    breaks = [found.end() for found in LINE_BREAK.finditer(chunk.text)]
    lines = chunk.place_end - chunk.place_start
    if not chunk.place_kind.is_line or len(breaks) != lines:
        return CitedPart(chunk.text, chunk.start)
    starts = [0, *breaks, len(chunk.text)]
    first = max(0, place.start - chunk.place_start)
    last = min(lines, place.end - chunk.place_start)
    text = re.sub(r"[\r\n]+\Z", "", chunk.text[starts[first] : starts[last + 1]])
    return CitedPart(text, chunk.start + starts[first])
