"""The hits of one search arrive in pages: the first page, the rest, and more on scrolling."""

from __future__ import annotations

from dataclasses import replace

from twofold.engine.api import SearchResponse

HITS_SHOWN = 100
FIRST_PAGE = 12
# So many hits are fetched for an export, page by page.
MAX_FETCHED = 2_000
_MIN_FIRST_PAGE, _MAX_FIRST_PAGE = 7, 20


def first_page_for(rows: int) -> int:
    """Return how many hits to ask for first if this many rows are visible."""
    return min(max(rows, _MIN_FIRST_PAGE), _MAX_FIRST_PAGE)


def is_same_search(response: SearchResponse, other: SearchResponse) -> bool:
    """Whether both answer one search, whatever number of hits each has and how they are ordered."""
    request = replace(response.request, limit=other.request.limit, rerank=other.request.rerank)
    return request == other.request


def with_rest(first: SearchResponse, whole: SearchResponse) -> SearchResponse | None:
    """Return `first` with all hits; None when `whole` is another answer, as the library changed.

    Counts and times stay those of the first page, which the user has seen.
    """
    continues = (
        is_same_search(first, whole)
        and first.ranking == whole.ranking
        and first.hits == whole.hits[: len(first.hits)]
    )
    # The hits that are shown stay the same objects: their rows are not painted anew.
    hits = (*first.hits, *whole.hits[len(first.hits) :])
    return replace(first, request=whole.request, hits=hits) if continues else None


def with_more(answer: SearchResponse, more: SearchResponse) -> SearchResponse | None:
    """Return an answer with the hits behind its last; None where `more` is of another list."""
    before = len(answer.hits)
    known = [chunk.chunk_id for chunk in answer.ranking[:before]]
    if [chunk.chunk_id for chunk in more.ranking[:before]] != known:
        return None
    hits = (*answer.hits, *more.hits)
    ranking, has_more = more.ranking, more.has_more
    return replace(answer, hits=hits, ranking=ranking, has_more=has_more, is_cut=more.is_cut)
