"""What the window shows of an answer: rows, their numbers, totals, filter counts and outcome.

`present` computes all of it from the response, the counts and the user's choices. List, header,
filter column, explanation, quick search and export dialog only render it, so that two numbers on
one screen cannot disagree.
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
    """The order of the list. No StrEnum: Qt would hand it back as a plain string."""

    BEST = "best"
    NEWEST = "newest"
    NAME = "name"

    @property
    def words(self) -> str:
        """The entry of the menu."""
        return {
            HitOrder.BEST: tr("Best match"),
            HitOrder.NEWEST: tr("Newest first"),
            HitOrder.NAME: tr("By name"),
        }[self]


@dataclass(frozen=True, slots=True)
class PresentedAnswer:
    """One answer as it is shown.

    `response` has only the hits and the ranking that are shown, ranked 1, 2, 3 ... without gaps,
    strong ones before weak ones; its hits are in the order of the list.

    Attributes:
        outcome: How the search ended, for what 'found by' leaves; hidden weak matches count.
        rows: Rows of the list when it is scrolled to the end of the ranking.
        matches: Passages that match in all, near-duplicates included; None until counted. Rows that
            are documents (`is_of_documents`) are compared with documents.
        passages: Passages that match in all where hits are grouped by document, else None.
        weak: Weak matches, shown or not.
        shows_weak: Whether the weak matches are rows.
        duplicates: Near-duplicates of rows, which are no rows.
        documents: Documents with a match; None until counted.
        is_narrowed: Whether 'found by' leaves out some of what was found.
        has_more: Whether scrolling to the end may bring more rows than `rows`.
        found_by: Passages that each way of being found gives, whatever 'found by' leaves; None
            until counted.
        facets: Passages of each filter value; None until counted.
        weak_hits: The weak hits that have been fetched, shown or not.
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
        """The rows that have been fetched, in the order of the list."""
        return self.response.hits

    @property
    def is_of_documents(self) -> bool:
        """Whether a row stands for a document."""
        request, trace = self.response.request, self.response.trace
        return trace.filters_only or request.group_by_document

    @property
    def is_coming(self) -> bool:
        """Whether some of `rows` have not been fetched."""
        return len(self.hits) < self.rows

    def row_number(self, hit: Hit) -> int:
        """Return the number of a hit's row, from 1; 0 if it is not in the list."""
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

    `kinds` are those that 'found by' leaves, None for all, and `counts` are those of the same
    search and kinds. Counts that do not describe the response, as the library has changed in
    between, are not used.
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
    """Return the rank of a hit by fusion, before a reranker moved it.

    That of a document is its rank in the list: they are gathered after reranking.
    """
    vote = hit.rerank
    return hit.rank if vote is None or hit.document is not None else vote.rank_before


def by_fusion(response: SearchResponse) -> SearchResponse:
    """Return what is shown with its ranking as fusion ordered it, before a reranker did."""
    ranks = {hit.chunk_id: fused_rank(hit) for hit in response.hits if hit.rerank is not None}
    if not ranks:
        return response
    ranking = (replace(one, rank=ranks.get(one.chunk_id, one.rank)) for one in response.ranking)
    return replace(response, ranking=tuple(sorted(ranking, key=lambda one: one.rank)))


def in_order(hits: Iterable[Hit], order: HitOrder) -> tuple[Hit, ...]:
    """Return the hits sorted; weak ones follow all others, and equal ones keep their rank."""
    ordered = sorted(hits, key=lambda hit: hit.rank)
    if order is HitOrder.NEWEST:
        ordered.sort(key=lambda hit: hit.date, reverse=True)  # without a date: '' and last
    elif order is HitOrder.NAME:
        ordered.sort(key=lambda hit: shown_title(hit).casefold())
    return tuple(sorted(ordered, key=lambda hit: hit.weak))


def _renumbered(chunks: Iterable[RankedChunk]) -> tuple[RankedChunk, ...]:
    """Return the chunks ranked 1, 2, 3 ...; those that have their rank stay the same objects."""
    return tuple(
        one if one.rank == rank else replace(one, rank=rank) for rank, one in enumerate(chunks, 1)
    )


def _with_rank(hit: Hit, ranks: Mapping[str, int]) -> Hit:
    rank = ranks[hit.chunk_id]
    return hit if hit.rank == rank else replace(hit, rank=rank)


def _with_rows_before(hits: Sequence[Hit], strong: int) -> list[Hit]:
    """Return the hits with the votes of a reranker as numbers of rows, from 1.

    It orders the first passages among themselves, weak ones with the others; in the list those
    follow all the `strong` ones, or are no rows.
    """
    voted = sorted(
        (hit.weak, hit.rerank.rank_before, hit.chunk_id) for hit in hits if hit.rerank is not None
    )
    other = strong - sum(not is_weak for is_weak, *_ in voted)  # strong, but not read
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
    """Whether the ranking holds all passages that match."""
    is_of_passages = not (response.request.group_by_document or response.trace.filters_only)
    return is_of_passages and not response.is_cut


def _with_duplicates(chunks: Iterable[RankedChunk]) -> Counter[FoundBy]:
    """Count passages and their near-duplicates by the rankings that found them."""
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
    """Whether counts are of the snapshot that the response was found in, and agree with it.

    Counts of the whole library, without a search, have no response to agree with. `strong` are the
    chunks of the `kinds` that 'found by' leaves.
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
    """Count the passages of each kind; None until they are counted."""
    if response.trace.filters_only or not response.trace.retrievers:
        numbers: Counter[FoundBy] = Counter()  # no ranking has searched
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
    """Return the facets with the weak passages that are listed, which the engine does not count."""
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
