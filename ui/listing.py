"""What the list will hold once all its hits are here: what is said of it stays when they come."""

from __future__ import annotations

from dataclasses import dataclass

from engine.api import Hit, RankedChunk, SearchResponse
from ui.first_page import hits_coming, weak_coming


@dataclass(frozen=True, slots=True)
class Listing:
    """Passages that the list shows in the end, of those that were `found`, and their documents.

    Where filters alone were asked for, all of it `is_of_documents`.
    `weak` are weak, shown or not: None while nobody knows how many, though it `has_weak` ones. With
    `is_least` more may come than is known. The list `is_cut` where it ends before the last passage
    that was found.
    """

    shown: int
    found: int
    documents: int
    weak: int | None = 0
    has_weak: bool = False
    is_all_weak: bool = False
    is_least: bool = False
    is_cut: bool = False
    is_of_documents: bool = False


def listed(answer: SearchResponse, narrowed: SearchResponse, *, with_weak: bool) -> Listing:
    """Return what will be listed of `answer`.

    `narrowed` is the same answer with the hits that a person's choices leave; the weak ones of them
    are listed `with_weak` only.
    """
    here, coming, more = narrowed.hits, hits_coming(answer), weak_coming(answer)
    if coming and len(here) != len(answer.hits):
        more = None  # nobody knows what the choices leave of them
    is_least = more is None and not (with_weak and len(here) == len(answer.hits))
    weak_here = sum(hit.weak for hit in here)
    weak = None if more is None else weak_here + more
    passages: list[Hit | RankedChunk] = [*here, *(() if is_least else coming)]
    kept = [passage for passage in passages if with_weak or not passage.weak]
    hides = not with_weak and bool(weak_here or more)
    documents = len({passage.doc_id for passage in kept}) if hides else narrowed.documents
    is_end = len(kept) == answer.request.k or bool(coming)
    return Listing(
        shown=len(kept),
        found=answer.found,
        documents=documents,
        weak=weak,
        has_weak=bool(weak_here or more),
        is_all_weak=bool(kept) and all(passage.weak for passage in kept),
        is_least=is_least,
        is_cut=is_end and not hides and answer.found > len(kept),
        is_of_documents=answer.trace.filters_only,
    )
