"""'Found by': which rankings found each hit, counted and filtered in the window."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from engine.api import FacetCount, Hit, RankedChunk, SearchResponse
from ui.answer import hits_coming
from ui.filters.selection import FilterSelection, FoundBy, Section


def found_by(found: RankedChunk) -> FoundBy | None:
    """Return which rankings found a candidate; None when neither did (a literal search)."""
    return _kind(found.lexical_rank, found.vector_rank)


def _kind(lexical_rank: int | None, vector_rank: int | None) -> FoundBy | None:
    if lexical_rank is not None:
        return FoundBy.KEYWORDS if vector_rank is None else FoundBy.BOTH
    return None if vector_rank is None else FoundBy.MEANING


def count_found_by(response: SearchResponse, *, with_weak: bool) -> tuple[FacetCount, ...]:
    """Return what a click on each row would show.

    While only the first page of hits is here, that is told by the candidates that become hits;
    where nobody knows which of them are weak, they count as if they were not.
    """
    here = (hit for hit in response.hits if with_weak or not hit.weak)
    coming = (chunk for chunk in hits_coming(response) if with_weak or not chunk.weak)
    counts = Counter([*map(_kind_of, here), *map(found_by, coming)])
    return tuple(FacetCount(kind.value, counts[kind]) for kind in FoundBy)


def _kind_of(hit: Hit) -> FoundBy | None:
    return _kind(hit.retrieval.lexical_rank, hit.retrieval.vector_rank)


def narrow(response: SearchResponse, selection: FilterSelection) -> SearchResponse:
    """Return the response with only the hits that the 'found by' choices leave."""
    chosen = selection.values(Section.FOUND_BY)
    excluded = selection.values(Section.FOUND_BY, excluded=True)
    if not chosen and not excluded:
        return response

    def stays(hit: Hit) -> bool:
        kind = _kind_of(hit)
        return kind is not None and (not chosen or kind in chosen) and kind not in excluded

    hits = tuple(hit for hit in response.hits if stays(hit))
    return replace(response, hits=hits, documents=len({hit.doc_id for hit in hits}))
