"""What an answer holds and will hold: first page, listing in the end, who found a hit, times."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from engine.api import Hit, MatchCounts, RankedChunk, SearchResponse, SearchTrace
from ui.i18n.translation import tr

HITS_SHOWN = 100
FIRST_PAGE = 12
# How many hits a first page may have; by that it is distinguished from other searches.
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


def weak_coming(response: SearchResponse) -> int:
    """Return how many of the hits that will follow are weak."""
    return sum(bool(chunk.weak) for chunk in hits_coming(response))


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


def with_more(answer: SearchResponse, more: SearchResponse) -> SearchResponse | None:
    """Return an answer with the hits behind its last; None where `more` is of another list."""
    before = len(answer.hits)
    known = [chunk.chunk_id for chunk in answer.ranking[:before]]
    if [chunk.chunk_id for chunk in more.ranking[:before]] != known:
        return None
    hits = (*answer.hits, *more.hits)
    ranking, has_more = more.ranking, more.has_more
    return replace(answer, hits=hits, ranking=ranking, has_more=has_more, is_cut=more.is_cut)


@dataclass(frozen=True, slots=True)
class Listing:
    """Passages that the list shows in the end, and their documents.

    Where filters alone were asked for, all of it `is_of_documents`.
    `weak` are weak, shown or not. With `is_least` more may come than is known.
    """

    shown: int
    documents: int
    weak: int = 0
    is_all_weak: bool = False
    is_least: bool = False
    is_of_documents: bool = False


def listed(
    answer: SearchResponse,
    narrowed: SearchResponse,
    counts: MatchCounts | None = None,
    *,
    with_weak: bool,
) -> Listing:
    """Return what will be listed of `answer`, at the end of its list once the `counts` are known.

    `narrowed` is the same answer with the hits that a person's choices leave; the weak ones of them
    are listed `with_weak` only.
    """
    coming = hits_coming(answer)
    is_narrowed = len(narrowed.hits) != len(answer.hits)
    passages: list[Hit | RankedChunk] = [*narrowed.hits, *(() if is_narrowed else coming)]
    weak = sum(bool(passage.weak) for passage in passages)
    hides = weak > 0 and not with_weak
    kept = [passage for passage in passages if with_weak or not passage.weak]
    is_all = not (is_narrowed or hides)
    is_cut = answer.is_cut or (not is_all and answer.found > len(answer.hits) + len(coming))
    listing = Listing(
        shown=max(len(kept), answer.found) if is_all and kept else len(kept),
        documents=len({one.doc_id for one in kept}) if hides else narrowed.documents,
        weak=weak,
        is_all_weak=bool(kept) and all(passage.weak for passage in kept),
        # Nobody knows what the choices leave of the hits that will follow.
        is_least=is_cut or (is_narrowed and bool(coming)),
        is_of_documents=answer.trace.filters_only,
    )
    if counts is None or not kept or listing.is_all_weak:
        return listing
    # The list ends without near-duplicates, which are counted; weak hits are not.
    weak_shown = weak if with_weak else 0
    return replace(
        listing,
        shown=max(listing.shown, counts.passages + weak_shown),
        documents=max(listing.documents, counts.documents),
        is_least=False,
    )


class FoundBy(StrEnum):
    """The kind of a hit, shown as its badge, and a value to filter by."""

    BOTH = "both"
    KEYWORDS = "keywords"
    MEANING = "meaning"
    EXACT_TEXT = "exact text"
    FILTERS = "filters"

    @classmethod
    def of(cls, found: Hit | RankedChunk) -> FoundBy:
        """Return who found it; a literal search has no ranking, nor have filters alone."""
        ranks = found.retrieval if isinstance(found, Hit) else found
        if ranks.lexical_rank is not None:
            return cls.KEYWORDS if ranks.vector_rank is None else cls.BOTH
        if ranks.vector_rank is not None:
            return cls.MEANING
        is_browsed = isinstance(found, Hit) and found.filters_only
        return cls.FILTERS if is_browsed else cls.EXACT_TEXT

    @property
    def is_ranked(self) -> bool:
        """True when a ranking holds the hit: the badge has dots for both."""
        return self in RANKED

    @property
    def by_keywords(self) -> bool:
        """True when the keyword ranking holds the hit."""
        return self in {FoundBy.BOTH, FoundBy.KEYWORDS}

    @property
    def by_meaning(self) -> bool:
        """True when the meaning ranking holds the hit."""
        return self in {FoundBy.BOTH, FoundBy.MEANING}

    @property
    def word(self) -> str:
        """The word on the badge."""
        match self:
            case FoundBy.BOTH:
                return tr("Both")
            case FoundBy.KEYWORDS:
                return tr("Keywords")
            case FoundBy.MEANING:
                return tr("Meaning")
            case FoundBy.EXACT_TEXT:
                return tr("Exact text")
            case FoundBy.FILTERS:
                return tr("By date")


# The kinds that a person can filter by.
RANKED = (FoundBy.BOTH, FoundBy.KEYWORDS, FoundBy.MEANING)


_KEYWORDS = ("lexical",)
_MEANING = ("embed", "vector")


def keywords_ms(trace: SearchTrace) -> float:
    """Return the milliseconds that the ranking by keywords took."""
    return _sum(trace, _KEYWORDS)


def meaning_ms(trace: SearchTrace) -> float:
    """Return the milliseconds that the ranking by meaning took, with the query's vector."""
    return _sum(trace, _MEANING)


def rest_ms(trace: SearchTrace) -> float:
    """Return the milliseconds before and after the rankings."""
    retrievers = {*_KEYWORDS, *_MEANING}
    return sum(time for stage, time in trace.stage_ms.items() if stage not in retrievers)


def elapsed_ms(trace: SearchTrace) -> float:
    """Return the milliseconds from the query to the answer: the slower ranking and the rest."""
    return max(keywords_ms(trace), meaning_ms(trace)) + rest_ms(trace)


def _sum(trace: SearchTrace, stages: tuple[str, ...]) -> float:
    return sum(trace.stage_ms.get(stage, 0.0) for stage in stages)
