"""Finding a passage again in a file that may have changed since it was indexed."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from engine.extract.lines import LINE_BREAK
from engine.model.citation import Place
from engine.model.document import Chunk, ExtractedText
from engine.model.hit import TextSpan
from engine.model.sentences import place_in_words

_CHANGED = "This file has changed since it was indexed."


@dataclass(frozen=True, slots=True)
class FoundPassage:
    """Where the passage is now (None: no longer in the file) and what to say about it."""

    span: TextSpan | None
    notice: str = ""


def find_passage(extracted: ExtractedText, chunk: Chunk, *, changed: bool) -> FoundPassage:
    """Look at the stored place first, then for the same text nearest to it."""
    text = extracted.text
    if text[chunk.start : chunk.end] == chunk.text:
        notice = f"{_CHANGED} The passage is still in its place." if changed else ""
        return FoundPassage(TextSpan(chunk.start, chunk.end), notice)
    start = nearest(text, chunk.text, chunk.start)
    if start is None:
        return FoundPassage(None, f"{_CHANGED} The passage is no longer in it.")
    notice = f"{_CHANGED} The passage was found again on {_words_of(extracted, start)}."
    return FoundPassage(TextSpan(start, start + len(chunk.text)), notice)


def nearest(text: str, wanted: str, start: int) -> int | None:
    """Return where `wanted` stands in `text` nearest to `start`, or None."""
    if not wanted:
        return None
    after = text.find(wanted, max(start, 0))
    before = text.rfind(wanted, 0, max(start, 0) + len(wanted))
    found = [place for place in (before, after) if place >= 0]
    return min(found, key=lambda place: abs(place - start), default=None)


def place_at(extracted: ExtractedText, offset: int) -> int:
    """Return the line or page of a character."""
    index = _index_of(extracted, offset)
    return extracted.place_numbers[index] if extracted.place_numbers else 1


def _index_of(extracted: ExtractedText, offset: int) -> int:
    return max(bisect_right(extracted.place_starts, offset) - 1, 0)


def _words_of(extracted: ExtractedText, offset: int) -> str:
    number = place_at(extracted, offset)
    labels = extracted.place_labels
    label = labels[_index_of(extracted, offset)] if labels else ""
    return place_in_words(Place(extracted.place_kind, number, number), label)


def line_numbers(extracted: ExtractedText) -> tuple[int, ...]:
    """Return the line number of each line of the text; nothing for pages and times."""
    if not extracted.place_kind.is_line:
        return ()
    starts = [0, *(found.end() for found in LINE_BREAK.finditer(extracted.text))]
    return tuple(place_at(extracted, start) for start in starts)
