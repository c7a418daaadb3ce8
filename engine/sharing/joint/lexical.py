"""The keyword index of several libraries, with scores as of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

import tantivy

from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.hit import TermStatistics
from twofold.engine.model.message import Message, joined
from twofold.engine.model.request import ParsedQuery
from twofold.engine.ranking.bm25 import inverse_document_frequency
from twofold.engine.sharing.joint.catalog import JointCatalog
from twofold.engine.sharing.libraries import SharedLibraries
from twofold.engine.stores.lexical.index import LexicalIndex, RankedHit, Tiers
from twofold.engine.stores.lexical.query import BuiltQueries
from twofold.engine.stores.lexical.storage import LEXICAL_VERSION, build_schema
from twofold.engine.stores.lexical.vocabulary import Vocabulary
from twofold.engine.stores.ports import LiteralHolders, OnlySearched

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class JointVocabulary(Vocabulary):
    """The terms of several libraries, as those of one."""

    def __init__(self, parts: Sequence[Vocabulary]) -> None:
        super().__init__(parts[0].searcher, parts[0].schema)
        self.parts = parts

    @cached_property
    def passages(self) -> int:
        return sum(part.passages for part in self.parts)

    def frequency(self, field: str, term: str) -> int:
        return sum(part.frequency(field, term) for part in self.parts)

    def inverse_frequency(self, frequency: int) -> float:
        return inverse_document_frequency(frequency, self.passages)

    def terms_beginning(
        self, field: str, beginning: str, most: int | None = None
    ) -> Sequence[tuple[str, int]]:
        total: Counter[str] = Counter()
        for part in self.parts:
            total.update(dict(part.terms_beginning(field, beginning, most)))
        return sorted(total.items())[:most]


class JointLexical(OnlySearched, LexicalIndex):
    """Finds passages of all libraries by their words; it is only read.

    `own` is None where the person's own library is not searched.
    """

    is_remote = True

    def __init__(
        self, own: LexicalIndex | None, catalog: JointCatalog, shared: SharedLibraries
    ) -> None:
        self._own = own
        self._catalog = catalog
        self._shared = shared
        self._schema = build_schema()
        nothing = Vocabulary(tantivy.Index(self._schema).searcher(), self._schema)
        self._nothing = [nothing]
        self._known = self._nothing, BuiltQueries(self._schema, JointVocabulary(self._nothing))

    @property
    def version(self) -> str:
        return LEXICAL_VERSION

    @property
    def generation(self) -> int | None:
        return sum(one.generation or 0 for one in self._every)

    @property
    def size(self) -> int:
        return self.vocabulary.passages

    def take_problems(self) -> tuple[Message, ...]:
        return self._shared.take_problems()

    def refresh(self) -> None:
        """Follow the person's own library; shared ones are read anew when they are searched."""
        if self._own is not None:
            self._own.refresh()

    def tiers(
        self,
        query: ParsedQuery,
        limit: int,
        filters: SearchFilters,
        allowed: NDArray[np.int64] | None = None,
        *,
        prefix_last: bool = False,
        everywhere: Vocabulary | None = None,
    ) -> Tiers:
        """Ask all libraries side by side, and put together what has all words, and some of them."""
        built = self._queries
        weighed = everywhere or built.vocabulary
        answers = self._shared.begin(
            lambda stores: stores.lexical.tiers(
                query, limit, filters, allowed, prefix_last=prefix_last, everywhere=weighed
            ),
            ("words", query, limit, filters, prefix_last) if allowed is None else None,
            filters=filters,
        )
        found: list[Tiers] = []
        if self._own is not None:
            left = self._catalog.resolve_own(filters)
            numbers = allowed if left is None else left.numbers
            found.append(
                self._own.tiers(
                    query, limit, filters, numbers, prefix_last=prefix_last, everywhere=weighed
                )
            )
        for library, tiers in answers():
            hits = chain(tiers.complete, tiers.partial)
            self._shared.note_owner(library, (number for _, number in hits))
            found.append(tiers)
        self._check_that_some_answered(found)
        complete = _best(one.complete for one in found)
        return Tiers(
            replace(
                built.of(query, prefix_last=prefix_last),
                statistics=_sum(one.wanted.statistics for one in found),
            ),
            complete,
            _best(one.partial for one in found) if len(complete) < limit else (),
            sum(one.passages for one in found),
            joined(*(one.note for one in found), separator="; "),
        )

    def excluded_chunks(self, query: ParsedQuery, chunks: NDArray[np.int64]) -> NDArray[np.int64]:
        self.count_matches()

    def term_counts(self) -> dict[str, dict[str, int]]:
        self.apply()

    def without_excluded(
        self, query: ParsedQuery, documents: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        import numpy as np  # noqa: PLC0415 (as in LexicalIndex)

        own, others = self._shared.by_owner(documents.tolist())
        read = self._shared.ask(
            lambda stores: stores.lexical.without_excluded(
                query, np.array(others[stores.library], dtype=np.int64)
            ),
            only=others,
        )
        left = np.array(own, dtype=np.int64)
        if self._own is not None:
            left = self._own.without_excluded(query, left)
        return np.sort(np.concatenate([left, *(some for _, some in read)]))

    def by_parts(self, query: ParsedQuery, *, prefix_last: bool) -> frozenset[str]:
        """Return the identifiers of a query that some library has not whole."""
        every = (one.by_parts(query, prefix_last=prefix_last) for one in self._every)
        return frozenset(chain.from_iterable(every))

    def literal_holders(self, folded: str) -> LiteralHolders | None:
        return None if self._own is None else self._own.literal_holders(folded)

    @property
    def _every(self) -> list[LexicalIndex]:
        """The indexes that can be searched now."""
        own = [] if self._own is None else [self._own]
        return [*own, *(stores.lexical for stores in self._shared.opened)]

    @property
    def _queries(self) -> BuiltQueries:  # type: ignore[override]  # as in LexicalIndex, but read
        """What builds queries from the terms that the libraries have now."""
        parts, (known_parts, built) = [one.vocabulary for one in self._every], self._known
        if (parts or self._nothing) != known_parts:
            built = BuiltQueries(self._schema, JointVocabulary(parts or self._nothing))
            self._known = parts or self._nothing, built
        return built

    def _check_that_some_answered(self, found: Sequence[Tiers]) -> None:
        """Raise IndexUnavailableError where nothing was searched but an empty library."""
        if any(one.passages for one in found) or not self._shared.every:
            return
        if problems := self._shared.problems:
            raise IndexUnavailableError(joined(*problems))


def _best(tiers: Iterable[Sequence[RankedHit]]) -> list[RankedHit]:
    """Return the hits of all libraries, the best first; of equal ones the first library's.

    A passage that several libraries have is there once.
    """
    hits = [(-score, at, number) for at, some in enumerate(tiers) for score, number in some]
    best: dict[int, float] = {}
    for score, _, number in sorted(hits):
        best.setdefault(number, -score)
    return [(score, number) for number, score in best.items()]


def _sum(every: Iterable[Sequence[TermStatistics]]) -> tuple[TermStatistics, ...]:
    """Return how many passages of all libraries hold each word."""
    total: Counter[str] = Counter()
    for statistics in every:
        for one in statistics:  # also where there are none
            total[one.term] += one.passages
    return tuple(TermStatistics(term, passages) for term, passages in total.items())
