"""What a query looks for literally, and whether it looks for anything."""

from __future__ import annotations

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
