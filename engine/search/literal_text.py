"""What a query looks for literally, whether it looks for anything, and where a text holds it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.hit import TextSpan
from engine.core.query import ParsedQuery
from engine.core.request import SearchMode, SearchRequest


def is_blank(request: SearchRequest, parsed: ParsedQuery) -> bool:
    """Whether there is nothing to look for; '!=' holds no word, but is a text to find literally."""
    if request.like:
        return False
    if request.mode in {SearchMode.SUBSTRING, SearchMode.AUTO}:
        return not literal_text(request, parsed)
    return all(clause.excluded for clause in parsed.clauses)


def literal_text(request: SearchRequest, parsed: ParsedQuery) -> str:
    """Return what is matched literally: the query as written, without the fields that filter."""
    return (request.query if parsed.filters.is_empty else parsed.free_text).strip()


def literal_matches(text: str, literal: str) -> tuple[TextSpan, ...]:
    """Return where `text` holds `literal`, in either case: 'Straße' also as 'STRASSE'."""
    folded, wanted = text.casefold(), literal.strip().casefold()
    places: Sequence[int] = range(len(text))
    if len(folded) != len(text):
        # Some letters become two or three.
        places = [place for place, letter in enumerate(text) for _ in letter.casefold()]
    spans = []
    start = folded.find(wanted) if wanted else -1
    while start >= 0:
        end = start + len(wanted)
        spans.append(TextSpan(places[start], places[end - 1] + 1))
        start = folded.find(wanted, end)
    return tuple(dict.fromkeys(spans))
