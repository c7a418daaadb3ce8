"""Finding a cited passage in the current text of its file."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from twofold.engine.citations.documents import CurrentText, NormalisedText
from twofold.engine.citations.similar_passage import IsOther, find_similar
from twofold.engine.model.citation import CitationState, Locator, joined_label
from twofold.engine.model.document import ExtractedText
from twofold.engine.model.hit import TextSpan

_MAX_OCCURRENCES = 1_000


@dataclass(frozen=True, slots=True)
class Located:
    """The current position of a passage; `occurrences` counts the exact matches in the text."""

    state: CitationState
    span: TextSpan | None = None
    similarity: float = 0.0
    occurrences: int = 0


_GONE = Located(CitationState.GONE)


def locate(
    current: CurrentText,
    quotation: str,
    place: Locator,
    is_other: IsOther = lambda _text: False,
) -> Located:
    """Find `quotation` at its position, elsewhere, or changed (see `find_similar`).

    White space may differ: a paragraph with new line breaks is unchanged.
    """
    extracted = current.extracted
    spans = occurrences(extracted.text, quotation, current.normalised)
    if spans:
        best = min(spans, key=lambda span: _distance(extracted, span, place))
        if not _is_at(extracted, best, place):
            best = _in_place(extracted, quotation, place) or best
        is_there = _is_at(extracted, best, place)
        state = CitationState.EXACT if is_there else CitationState.MOVED
        return Located(state, _with_lead(extracted.text, best, quotation), 1.0, len(spans))
    similar = find_similar(extracted.text, quotation, is_other)
    if similar is None:
        return _GONE
    return Located(CitationState.CHANGED, similar.span, similar.similarity)


def _is_at(extracted: ExtractedText, span: TextSpan, place: Locator) -> bool:
    """Whether a span starts at the cited position or is inside it."""
    now = place_of(extracted, span)
    return now.start == place.start or (place.start <= now.start and now.end <= place.end)


def _with_lead(text: str, span: TextSpan, quotation: str) -> TextSpan:
    """Extend a span by the indentation of the quotation's first line, if the text has it too."""
    lead = quotation[: len(quotation) - len(quotation.lstrip())]
    lead = lead[max(lead.rfind("\n"), lead.rfind("\r")) + 1 :]
    start = span.start - len(lead)
    return TextSpan(start, span.end) if start >= 0 and text.startswith(lead, start) else span


def _in_place(extracted: ExtractedText, quotation: str, place: Locator) -> TextSpan | None:
    """Search the cited position only.

    Matches do not overlap. In repetitive text, a search of the whole text may therefore skip the
    match at this position.
    """
    there = span_of(extracted, place)
    if there is None:
        return None
    found = occurrences(extracted.text[there.start : there.end], quotation)
    spans = (TextSpan(there.start + one.start, there.start + one.end) for one in found)
    return next((span for span in spans if _is_at(extracted, span, place)), None)


def occurrences(text: str, quotation: str, known: NormalisedText | None = None) -> list[TextSpan]:
    """Return the spans of `text` with the words of `quotation`, separated by any white space.

    Matches inside longer words only count if there are no others, as in scripts without spaces.
    Takes linear time, because `str.find` is a two-way search.
    """
    wanted = " ".join(quotation.split())
    if not wanted:
        return []
    normalised = known or NormalisedText(text)
    spans = [
        normalised.span(start, start + len(wanted))
        for start in _match_starts(normalised.text, wanted)
    ]
    return [span for span in spans if _is_whole(text, span)] or spans


def _match_starts(text: str, wanted: str) -> list[int]:
    starts: list[int] = []
    start = text.find(wanted)
    while start >= 0 and len(starts) < _MAX_OCCURRENCES:
        starts.append(start)
        start = text.find(wanted, start + len(wanted))
    return starts


def place_of(extracted: ExtractedText, span: TextSpan) -> Locator:
    """Return the locator of a span: its lines, pages or times."""
    first = _index(extracted, span.start)
    last = _index(extracted, max(span.start, span.end - 1))
    numbers = extracted.place_numbers
    return Locator(extracted.place_kind, numbers[first], numbers[last])


def label_of(extracted: ExtractedText, place: Locator) -> str:
    """Return the label of a position, in the form of passage labels; '' if there are none."""
    labels, numbers = extracted.place_labels, extracted.place_numbers
    if not labels:
        return ""
    first = max(0, bisect_right(numbers, place.start) - 1)
    last = max(first, bisect_right(numbers, place.end) - 1)
    return joined_label(labels[first], labels[last])


def span_of(extracted: ExtractedText, place: Locator) -> TextSpan | None:
    """Return the span of a locator, or None if the text has no such position."""
    starts, numbers = extracted.place_starts, extracted.place_numbers
    first = bisect_right(numbers, place.start) - 1
    if first < 0 or place.start > numbers[-1]:
        return None
    last = max(first, bisect_right(numbers, place.end) - 1)
    end = starts[last + 1] if last + 1 < len(starts) else len(extracted.text)
    return TextSpan(starts[first], end)


def _index(extracted: ExtractedText, offset: int) -> int:
    return max(0, bisect_right(extracted.place_starts, offset) - 1)


def _distance(extracted: ExtractedText, span: TextSpan, place: Locator) -> tuple[bool, int]:
    is_elsewhere = not _is_at(extracted, span, place)
    return is_elsewhere, abs(place_of(extracted, span).start - place.start)


def _is_whole(text: str, span: TextSpan) -> bool:
    """Whether a span starts and ends at word boundaries, unlike 'art' in 'party'."""
    start, end = span.start, span.end
    starts_inside = start > 0 and text[start - 1].isalnum() and text[start].isalnum()
    ends_inside = end < len(text) and text[end - 1].isalnum() and text[end].isalnum()
    return not (starts_inside or ends_inside)
