"""Search for exact text, in the catalog and in shards on servers."""

from __future__ import annotations

from collections.abc import Sequence

from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.hit import PassageKey
from twofold.engine.search.gather import OWN, Gathered
from twofold.engine.search.scatter import Scatter
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.literal_text import folded_literal
from twofold.engine.stores.ports import LexicalCounter

# For frequent texts, reading passages is faster than the index.
_READ_FIRST = 1000
_MAX_UNINDEXED = 5000
_INDEX = "lexical"


def find_literal(
    scatter: Scatter, text: str, filters: SearchFilters, limit: int
) -> Gathered[tuple[PassageKey, ...]]:
    """Return the passages that contain `text`, ignoring case, the library's own first.

    Within a shard, they are ordered by number.
    """
    keys: list[PassageKey] = []
    if scatter.has_own:
        own = _find_own(scatter.catalog, scatter.lexical, text, filters, limit)
        keys = [PassageKey(OWN, number) for number in own]
    if scatter.is_local or len(keys) == limit:
        return Gathered(tuple(keys))
    others = scatter.shared_literal(text, filters, limit)
    known: dict[int, PassageKey] = {}
    for key in (*keys, *others.value):
        known.setdefault(key.chunk_number, key)
    return Gathered(tuple(known.values())[:limit], others.problems)


def _find_own(
    catalog: Catalog, lexical: LexicalCounter, text: str, filters: SearchFilters, limit: int
) -> list[int]:
    """Return the library's own passages that contain `text`.

    The catalog compares the text; the lexical index narrows down the passages to read. Passages
    that it has not indexed yet are always read. All passages are read if the index cannot narrow
    them down: for symbols and single letters, for words in thousands of passages, and if it is
    damaged.
    """
    found = catalog.substring(text, filters, limit, first=_READ_FIRST)
    if len(found) == limit:
        return found
    candidates = _literal_candidates(catalog, lexical, text)
    return catalog.substring(text, filters, limit, candidates=candidates)


def _literal_candidates(
    catalog: Catalog, lexical: LexicalCounter, text: str
) -> Sequence[int] | None:
    folded = folded_literal(text)
    try:
        found = lexical.literal_holders(folded) if folded else None
    except IndexUnavailableError:
        return None
    if found is None:
        return None
    newer = catalog.outbox.written_since(_INDEX, found.generation, _MAX_UNINDEXED)
    return None if newer is None else (*found.numbers, *newer)
