"""Finding passages that hold a text literally, without reading all of them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.errors import IndexUnavailableError
from engine.model.filters import SearchFilters
from engine.model.hit import TextSpan
from engine.model.request import ParsedQuery, SearchMode, SearchRequest
from engine.stores.catalog.catalog import Catalog
from engine.stores.catalog.literal import folded_literal
from engine.stores.lexical.index import LexicalIndex

# What many passages hold is found sooner by reading than by asking the index.
_READ_FIRST = 1000
_MOST_UNINDEXED = 5000
_INDEX = "lexical"


class LiteralSearch:
    """The catalog decides; the keyword index says which passages need not be read.

    What the index has not yet followed is read in any case, and everything where it can tell
    nothing: signs and single letters, words of thousands of passages, an index that is damaged.
    """

    def __init__(self, catalog: Catalog, lexical: LexicalIndex) -> None:
        self._catalog = catalog
        self._lexical = lexical

    def find(self, text: str, filters: SearchFilters, limit: int) -> list[int]:
        """Return the chunks that hold `text` in either case, lowest numbers first."""
        found = self._catalog.substring(text, filters, limit, first=_READ_FIRST)
        if len(found) == limit:
            return found
        return self._catalog.substring(text, filters, limit, candidates=self._candidates(text))

    def _candidates(self, text: str) -> Sequence[int] | None:
        folded = folded_literal(text)
        try:
            found = self._lexical.literals.holders(folded) if folded else None
        except IndexUnavailableError:
            return None
        if found is None:
            return None
        newer = self._catalog.changed_after(_INDEX, found.generation, _MOST_UNINDEXED)
        return None if newer is None else (*found.numbers, *newer)


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
