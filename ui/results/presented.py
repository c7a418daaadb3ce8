"""The shown parts of an answer: rows, their numbers, totals, filter counts and outcome.

`present` computes all of it from the response, the counts and the user's choices. List, header,
filter column, explanation, quick search and export dialog only render it, so that all numbers on
the screen agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from pathlib import PurePosixPath

from twofold.engine.api import (
    RANKED,
    FacetCount,
    Facets,
    FoundBy,
    Hit,
    MatchCounts,
    Outcome,
    RankedChunk,
    SearchResponse,
)
from twofold.ui.i18n.citation_text import shown_title
from twofold.ui.i18n.translation import tr


class HitOrder(Enum):
    """The order of the list. Qt turns a StrEnum into a plain str."""

    BEST = "best"
    NEWEST = "newest"
    NAME = "name"

    @property
    def words(self) -> str:
        """The label in the menu."""
        return {
            HitOrder.BEST: tr("Best match"),
            HitOrder.NEWEST: tr("Newest first"),
            HitOrder.NAME: tr("By name"),
        }[self]


@dataclass(frozen=True, slots=True)
class PresentedAnswer:
    """One answer as it is shown.

    `response` contains only the hits and the ranking that are shown, ranked 1, 2, 3 ... without
    gaps, strong matches before weak ones. Its hits are in list order.

    Attributes:
        outcome: The outcome of the search for the hits that the 'found by' filter allows, including
            hidden weak matches.
        rows: The number of rows if the list is scrolled to the end of the ranking.
        matches: The number of all matching passages, including near-duplicates, or of documents
            if rows are documents (`is_of_documents`); None until counted.
        passages: The number of all matching passages if hits are grouped by document, else None.
        weak: The number of weak matches, shown or not.
        shows_weak: Whether weak matches are shown as rows.
        duplicates: The number of near-duplicates of rows, which have no rows.
        documents: The number of documents with a match; None until counted.
        is_narrowed: Whether the 'found by' filter hides some hits.
        has_more: Whether there may be more rows than `rows`.
        found_by: Passages per 'found by' value, ignoring that filter; None until counted.
        facets: Passages per filter value; None until counted.
        weak_hits: The fetched weak hits, shown or not.
        row_numbers: The number of each fetched row, from 1, by chunk id.
    """

    response: SearchResponse
    outcome: Outcome
    rows: int
    matches: int | None
    passages: int | None = None
    weak: int = 0
    shows_weak: bool = False
    duplicates: int = 0
    documents: int | None = None
    is_narrowed: bool = False
    has_more: bool = False
    found_by: tuple[FacetCount, ...] | None = None
    facets: Facets | None = None
    weak_hits: tuple[Hit, ...] = ()
    row_numbers: Mapping[str, int] = field(default_factory=dict, repr=False)

    @property
    def hits(self) -> tuple[Hit, ...]:
        """The fetched rows in list order."""
        return self.response.hits

    @property
    def is_of_documents(self) -> bool:
        """Whether each row is a document."""
        request, trace = self.response.request, self.response.trace
        return trace.filters_only or request.group_by_document

    @property
    def is_coming(self) -> bool:
        """Whether some of `rows` have not been fetched."""
        return len(self.hits) < self.rows

    def row_number(self, hit: Hit) -> int:
        """Return the row number of a hit, from 1; 0 if it is not in the list."""
        return self.row_numbers.get(hit.chunk_id, 0)


def present(
    response: SearchResponse,
    counts: MatchCounts | None = None,
    kinds: tuple[FoundBy, ...] | None = None,
    order: HitOrder = HitOrder.BEST,
    *,
    shows_weak: bool = False,
) -> PresentedAnswer:
    """Return what is shown of `response`.

    `kinds` are the values allowed by 'found by', None for all; `counts` are the counts of the same
    search and kinds. Counts that do not match the response, because the library has changed, are
    ignored.
    """
    left = [one for one in response.ranking if kinds is None or one.found_by in kinds]
    strong, weak = [one for one in left if not one.weak], [one for one in left if one.weak]
    listed_weak = weak if shows_weak else []
    shown = _renumbered([*strong, *listed_weak])
    ranks = {one.chunk_id: one.rank for one in shown}
    fetched = [_with_rank(hit, ranks) for hit in response.hits if hit.chunk_id in ranks]
    if not response.request.group_by_document:
        fetched = _with_rows_before(fetched, len(strong))
    hits = in_order(fetched, order)
    all_strong = [one for one in response.ranking if not one.weak]
    if counts is not None and not _describes(counts, response, strong, kinds):
        counts = None
    rows, is_browsing = len(shown), response.trace.filters_only
    passages = documents = None
    if is_browsing:
        rows = documents = response.documents if kinds is None else 0
    elif counts is not None:
        passages = counts.passages + len(listed_weak)
        documents = None if listed_weak else counts.documents
    elif _is_complete(response):
        passages = _with_duplicates(strong).total() + len(listed_weak)
    matches, is_grouped = rows if is_browsing else passages, response.request.group_by_document
    if is_grouped and not is_browsing:
        matches = None if counts is None else counts.documents + len(listed_weak)
    return PresentedAnswer(
        response=replace(response, hits=hits, ranking=shown),
        outcome=replace(response, ranking=tuple(left)).outcome,
        rows=rows,
        matches=matches,
        passages=passages if is_grouped else None,
        weak=len(weak),
        shows_weak=shows_weak,
        duplicates=sum(len(one.duplicates) for one in strong),
        documents=documents,
        is_narrowed=len(left) < len(response.ranking),
        has_more=response.is_cut,
        found_by=_found_by(response, counts, all_strong, shows_weak=shows_weak),
        facets=_facets(response, counts, {one.chunk_id for one in listed_weak}),
        weak_hits=tuple(hit for hit in response.hits if hit.chunk_id in {w.chunk_id for w in weak}),
        row_numbers={hit.chunk_id: number for number, hit in enumerate(hits, 1)},
    )


def fused_rank(hit: Hit) -> int:
    """Return the rank of a hit after fusion and before reranking.

    For a document this is its rank in the list, because grouping follows reranking.
    """
    vote = hit.rerank
    return hit.rank if vote is None or hit.document is not None else vote.rank_before


def by_fusion(response: SearchResponse) -> SearchResponse:
    """Return the response with its ranking in the order before reranking."""
    ranks = {hit.chunk_id: fused_rank(hit) for hit in response.hits if hit.rerank is not None}
    if not ranks:
        return response
    ranking = (replace(one, rank=ranks.get(one.chunk_id, one.rank)) for one in response.ranking)
    return replace(response, ranking=tuple(sorted(ranking, key=lambda one: one.rank)))


def in_order(hits: Iterable[Hit], order: HitOrder) -> tuple[Hit, ...]:
    """Return the hits sorted, with weak ones last; equal ones keep the order of their rank."""
    ordered = sorted(hits, key=lambda hit: hit.rank)
    if order is HitOrder.NEWEST:
        ordered.sort(key=lambda hit: hit.date, reverse=True)  # hits without a date ('') are last
    elif order is HitOrder.NAME:
        ordered.sort(key=lambda hit: shown_title(hit).casefold())
    return tuple(sorted(ordered, key=lambda hit: hit.weak))


def _renumbered(chunks: Iterable[RankedChunk]) -> tuple[RankedChunk, ...]:
    """Return the chunks ranked 1, 2, 3 ...; chunks with the right rank stay the same objects."""
    return tuple(
        one if one.rank == rank else replace(one, rank=rank) for rank, one in enumerate(chunks, 1)
    )


def _with_rank(hit: Hit, ranks: Mapping[str, int]) -> Hit:
    rank = ranks[hit.chunk_id]
    return hit if hit.rank == rank else replace(hit, rank=rank)


def _with_rows_before(hits: Sequence[Hit], strong: int) -> list[Hit]:
    """Return the hits; `rank_before` and `rank_after` of reranked hits become row numbers, from 1.

    A reranker ranks strong and weak passages together. In the list, weak hits follow all `strong`
    ones, or have no rows.
    """
    voted = sorted(
        (hit.weak, hit.rerank.rank_before, hit.chunk_id) for hit in hits if hit.rerank is not None
    )
    other = strong - sum(not is_weak for is_weak, *_ in voted)  # strong hits not reranked
    rows = {chunk_id: row + other * is_weak for row, (is_weak, _, chunk_id) in enumerate(voted, 1)}
    return [
        hit
        if hit.rerank is None
        else replace(
            hit, rerank=replace(hit.rerank, rank_before=rows[hit.chunk_id], rank_after=hit.rank)
        )
        for hit in hits
    ]


def _is_complete(response: SearchResponse) -> bool:
    """Whether the ranking contains all matching passages."""
    is_of_passages = not (response.request.group_by_document or response.trace.filters_only)
    return is_of_passages and not response.is_cut


def _with_duplicates(chunks: Iterable[RankedChunk]) -> Counter[FoundBy]:
    """Count passages and their near-duplicates by the retrievers that found them."""
    counts: Counter[FoundBy] = Counter()
    for one in chunks:
        counts[one.found_by] += 1 + len(one.duplicates)
    return counts


def _describes(
    counts: MatchCounts,
    response: SearchResponse,
    strong: Sequence[RankedChunk],
    kinds: tuple[FoundBy, ...] | None,
) -> bool:
    """Return whether counts are from the snapshot of the response and do not contradict it.

    Without a query or filter, the counts are those of the whole library and always fit. `strong`
    are the strong chunks that the 'found by' filter (`kinds`) allows.
    """
    if not response.request.asks:
        return True
    if counts.snapshot != response.snapshot:
        return False
    if response.trace.filters_only:
        return kinds is not None or counts.documents == response.documents
    by_kind, listed = counts.kinds, Counter(one.found_by for one in strong)
    left = by_kind.total
    if kinds is not None:
        left = sum(getattr(by_kind, kind.value) for kind in kinds)
    if left != counts.passages:
        return False
    if _is_complete(response):
        return counts.passages == _with_duplicates(strong).total()
    at_least = counts.documents if response.request.group_by_document else counts.passages
    return len(strong) <= at_least and all(
        listed[kind] <= getattr(by_kind, kind.value) for kind in RANKED
    )


def _found_by(
    response: SearchResponse,
    counts: MatchCounts | None,
    strong: Sequence[RankedChunk],
    *,
    shows_weak: bool,
) -> tuple[FacetCount, ...] | None:
    """Count the passages per 'found by' value; None until counted."""
    if response.trace.filters_only or not response.trace.retrievers:
        numbers: Counter[FoundBy] = Counter()  # no retriever was used
    elif _is_complete(response):
        numbers = _with_duplicates(strong)
    elif counts is not None:
        numbers = Counter({kind: getattr(counts.kinds, kind.value) for kind in RANKED})
    else:
        return None
    if shows_weak:
        numbers.update(one.found_by for one in response.ranking if one.weak)
    return tuple(FacetCount(kind.value, numbers[kind]) for kind in RANKED)


def _facets(
    response: SearchResponse, counts: MatchCounts | None, listed_weak: set[str]
) -> Facets | None:
    """Return the facet counts, adding listed weak passages, which the engine does not count."""
    weak = [hit for hit in response.hits if hit.chunk_id in listed_weak]
    if counts is None or len(weak) < len(listed_weak):
        return None
    if not weak:
        return counts.facets
    more: dict[str, tuple[FacetCount, ...]] = {}
    for facet in fields(counts.facets):
        numbers = Counter({one.value: one.count for one in getattr(counts.facets, facet.name)})
        numbers.update(value for hit in weak for value in _values(hit, facet.name) if value)
        more[facet.name] = tuple(FacetCount(*one) for one in numbers.most_common())
    more["months"] = tuple(sorted(more["months"], key=lambda month: month.value))
    return Facets(**more)


def _values(hit: Hit, facet: str) -> Iterator[str]:
    match facet:
        case "folders":
            yield from map(str, (PurePosixPath(hit.folder) / hit.doc_path).parents[:-1])
        case "tags":
            yield from hit.tags
        case "langs":
            yield hit.lang
        case "file_types":
            yield hit.file_type
        case "months":
            yield hit.date[:7]
        case "trust":
            yield hit.trust_level.value
