"""Asking for more candidates where those that were asked for make too few hits.

Passages of the same text become one hit, and so do those of one document when hits are grouped by
document: then the first candidates may hold fewer than k, although the library has more.
"""

from __future__ import annotations

from engine.core.hit import SearchResponse
from engine.core.request import SearchMode

_WIDER = 4
# More would take longer than a person waits for an answer.
_MOST = 2000
# As many hits are enough, however many are asked for: more candidates may change the order of a
# fused list, and the first page of an answer and all of it must be one list.
_ENOUGH = 20


def wider_limit(response: SearchResponse, limit: int) -> int | None:
    """Return how many candidates to ask for next; None when `limit` was enough or is the most.

    Weak hits that are left out count as hits: what comes after them is weaker still.
    """
    request, trace = response.request, response.trace
    folds = request.fold_copies or request.group_by_document or request.like
    if not folds or len(response.ranking) + trace.hidden >= min(request.k, _ENOUGH):
        return None
    if limit >= _MOST or not _is_cut(response, limit):
        return None
    return min(limit * _WIDER, _MOST)


def _is_cut(response: SearchResponse, limit: int) -> bool:
    """Whether a ranking may go on behind its last candidate."""
    trace = response.trace
    if trace.mode is not SearchMode.SUBSTRING:
        return any(arm.candidates >= limit for arm in trace.arms)
    shown = sum(hit.document.passages if hit.document else 1 for hit in response.hits)
    return shown + trace.copies >= limit
