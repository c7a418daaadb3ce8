"""What a search finds in all, and which rankings found each hit: 'found by'."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from pathlib import PurePosixPath

from PySide6.QtCore import QObject, QTimer

from engine.api import (
    CountMatches,
    FacetCount,
    Facets,
    Hit,
    MatchCounts,
    MatchesCounted,
    RankedChunk,
    SearchRequest,
    SearchResponse,
)
from ui.answer import RANKED, FoundBy, hits_coming
from ui.client import EngineClient
from ui.filters.selection import FilterSelection, Section

# Hits come first: the rest of them is asked for sooner.
PAUSE_MS = 300


class MatchCounting(QObject):
    """Counts what the search that was answered finds, when nothing else is asked for.

    `on_counted` is called when the `counts` of that search are known.
    """

    def __init__(
        self,
        client: EngineClient,
        on_counted: Callable[[], object],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._client = client
        self._on_counted = on_counted
        self._wanted: CountMatches | None = None
        self._known: tuple[CountMatches, MatchCounts] | None = None
        self._soon = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._soon.timeout.connect(self._ask)

    @property
    def counts(self) -> MatchCounts | None:
        """What the search finds; None until it is counted."""
        return self._known[1] if self._known and self._known[0] == self._wanted else None

    def expect(self, request: SearchRequest, selection: FilterSelection) -> None:
        """Say what is to be counted next: what `request` finds, and 'found by' leaves.

        Nothing is asked before `count`; what was asked for another search is not waited for.
        """
        kinds = _kinds(selection)
        wanted = () if kinds is None else kinds or ("neither",)
        self._wanted = CountMatches(replace(request, k=1), wanted)
        self._soon.stop()
        self._client.forget(self)

    def count(self, request: SearchRequest, selection: FilterSelection) -> None:
        """Count what `request` finds, and 'found by' leaves, in a moment."""
        self.expect(request, selection)
        self._soon.start()

    def _ask(self) -> None:
        if self._wanted is not None:
            self._client.request(self._wanted, self, self._on_reply, newest=True)

    def _on_reply(self, reply: MatchesCounted) -> None:
        if self._wanted is not None:
            self._known = self._wanted, reply.counts
            self._on_counted()


def _kinds(selection: FilterSelection) -> tuple[str, ...] | None:
    """Return the kinds that 'found by' leaves; None for all."""
    chosen = selection.values(Section.FOUND_BY)
    excluded = selection.values(Section.FOUND_BY, excluded=True)
    left = [kind.value for kind in RANKED if not chosen or kind.value in chosen]
    kinds = tuple(kind for kind in left if kind not in excluded)
    return kinds if len(kinds) < len(RANKED) else None


def count_found_by(
    response: SearchResponse, counts: MatchCounts | None, *, with_weak: bool
) -> tuple[FacetCount, ...]:
    """Return how many passages each way found: those listed, or all of a list that goes on.

    Weak ones are listed only: they count `with_weak`.
    """
    listed: list[Hit | RankedChunk] = [*response.hits, *hits_coming(response)]
    weak = Counter(FoundBy.of(found) for found in listed if found.weak and with_weak)
    strong = Counter(FoundBy.of(found) for found in listed if not found.weak)
    if counts is not None and response.has_more:
        strong = Counter({kind: int(getattr(counts.kinds, kind.value)) for kind in RANKED})
    return tuple(FacetCount(kind.value, strong[kind] + weak[kind]) for kind in RANKED)


def with_hits(facets: Facets, hits: Sequence[Hit]) -> Facets:
    """Return facets that count these hits too: weak ones, which the engine does not count."""
    if not hits:
        return facets
    more: dict[str, tuple[FacetCount, ...]] = {}
    for field in fields(facets):
        numbers = Counter({one.value: one.count for one in getattr(facets, field.name)})
        numbers.update(value for hit in hits for value in _values(hit, field.name) if value)
        more[field.name] = tuple(FacetCount(*one) for one in numbers.most_common())
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


def narrow(response: SearchResponse, selection: FilterSelection) -> SearchResponse:
    """Return the response with only the hits that the 'found by' choices leave."""
    kinds = _kinds(selection)
    if kinds is None:
        return response
    hits = tuple(hit for hit in response.hits if FoundBy.of(hit) in kinds)
    return replace(response, hits=hits, documents=len({hit.doc_id for hit in hits}))
