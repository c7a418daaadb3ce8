"""The first page of an answer: what a person sees at once. The other hits are asked for later.

Each hit costs time, in the engine and in the list, that a person who types on should not wait for.
"""

from __future__ import annotations

from dataclasses import replace

from engine.api import RankedChunk, SearchResponse

HITS_SHOWN = 100
FIRST_PAGE = 12
# How many hits a first page may have; by that it is told from other searches.
_SIZES = range(7, 20)


def first_page_for(rows: int) -> int:
    """Return how many hits to ask for at first where so many rows may be seen at once."""
    return min(max(rows, _SIZES[0]), _SIZES[-1])


def is_first_page(response: SearchResponse) -> bool:
    """Whether the list will show more hits of this answer than it holds."""
    return len(response.hits) < hits_to_show(response)


def hits_to_show(response: SearchResponse) -> int:
    """Return how many hits of an answer the list shows in the end."""
    held = len(response.hits)
    if held != response.request.k or held not in _SIZES:
        return held
    return max(held, min(len(response.ranking), HITS_SHOWN))


def hits_coming(response: SearchResponse) -> tuple[RankedChunk, ...]:
    """Return the passages whose hits will follow the first page."""
    here = {hit.chunk_id for hit in response.hits}
    listed = response.ranking[: hits_to_show(response)]
    return tuple(chunk for chunk in listed if chunk.chunk_id not in here)


def weak_coming(response: SearchResponse) -> int | None:
    """Return how many of the hits that will follow are weak; None where nobody knows."""
    if response.trace.floor is None:
        return 0
    weak = [chunk.weak for chunk in hits_coming(response)]
    return None if None in weak else sum(map(bool, weak))


def is_same_search(response: SearchResponse, other: SearchResponse) -> bool:
    """Whether both answer one search, however many hits of it were asked for."""
    return replace(response.request, k=other.request.k) == other.request


def with_rest(first: SearchResponse, whole: SearchResponse) -> SearchResponse | None:
    """Return `first` with all hits; None when `whole` is another answer, as the library changed.

    Counts and times stay those of the first page, which a person has seen.
    """
    continues = (
        is_same_search(first, whole)
        and first.ranking == whole.ranking
        and first.hits == whole.hits[: len(first.hits)]
    )
    # The hits that are shown stay the same objects: their rows are not painted anew.
    hits = (*first.hits, *whole.hits[len(first.hits) :])
    return replace(first, request=whole.request, hits=hits) if continues else None
