"""Resolving a citation in the file that it names, like a user with an editor."""

import re
from collections.abc import Iterator

from twofold.engine.extract.lines import line_spans
from twofold.engine.model.citation import Citation, Locator, parse_uri
from twofold.engine.model.document import Chunk, ExtractedText, LocatorKind

_BREAK = re.compile(r"\r\n|\r|\n")


def is_at_its_lines(extracted: ExtractedText, chunk: Chunk, source: str) -> bool:
    """Return whether a passage is at the lines and columns of its citation in the decoded file."""
    assert extracted.place_kind is LocatorKind.LINE
    lines = _BREAK.split(source)[chunk.place_start - 1 : chunk.place_end]
    if chunk.end_column is not None:
        lines[-1] = lines[-1][: chunk.end_column - 1]
    if chunk.start_column is not None:
        lines[0] = lines[0][chunk.start_column - 1 :]
    return lines == _BREAK.split(chunk.text)


def cited_text(extracted: ExtractedText, citation: Citation) -> str:
    """Return the text at a citation's position, found only by its URI and columns."""
    _, place = parse_uri(citation.uri)
    is_in_source = extracted.place_kind is LocatorKind.LINE and not extracted.is_verbatim
    if is_in_source or place.kind is not LocatorKind.LINE:
        return "".join(_places_between(extracted, place))
    spans = line_spans(extracted.text)
    start, end = spans[place.start - 1][0], spans[place.end - 1][1]
    if citation.end_column is not None:
        end = spans[place.end - 1][0] + citation.end_column - 1
    if citation.start_column is not None:
        start += citation.start_column - 1
    return extracted.text[start:end]


def is_cited_exactly(extracted: ExtractedText, citation: Citation, text: str) -> bool:
    """Return whether a citation leads to this passage.

    Citations of lines must match exactly. In a page, a slide or a line of markup, the passage is a
    part of the text.
    """
    there = cited_text(extracted, citation)
    if extracted.is_verbatim or extracted.place_kind in {LocatorKind.PARAGRAPH, LocatorKind.ROW}:
        return there == text
    return text in there


def _places_between(extracted: ExtractedText, place: Locator) -> Iterator[str]:
    bounds = [*extracted.place_starts, len(extracted.text)]
    for index, number in enumerate(extracted.place_numbers):
        if place.start <= number <= place.end:
            yield extracted.text[bounds[index] : bounds[index + 1]]
