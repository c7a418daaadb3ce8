"""The vectors of several libraries, as far as one model made them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.hit import Background, Candidate
from twofold.engine.model.message import joined, message
from twofold.engine.sharing.joint.catalog import JointCatalog
from twofold.engine.sharing.libraries import SharedLibraries, SharedStores
from twofold.engine.sharing.vectors import MilvusVectors
from twofold.engine.stores.ports import (
    NO_FILTERS,
    NearChunks,
    OnlySearched,
    VectorAnswer,
    VectorPlan,
    VectorStore,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class JointVectors(OnlySearched):
    """Finds passages of all libraries by their vectors, which one model has made.

    `own` is None where the person's own library is not searched or not yet embedded.
    """

    def __init__(
        self,
        own: VectorStore | None,
        catalog: JointCatalog,
        shared: SharedLibraries,
        fingerprint: str,
    ) -> None:
        self._own = own
        self._catalog = catalog
        self._shared = shared
        self.fingerprint = fingerprint

    @property
    def version(self) -> str:
        """The versions of all stores."""
        return "+".join(dict.fromkeys(one.version for one in self._every)) or "none"

    @property
    def generation(self) -> int | None:
        """A number that rises with every change of a store."""
        return sum(one.generation or 0 for one in self._every)

    @property
    def count(self) -> int:
        """How many passages have a vector, also of another model: a search says so."""
        others = (stores.vectors.count for stores in self._shared.opened)
        return (0 if self._own is None else self._own.count) + sum(others)

    def refresh(self) -> None:
        """Follow the person's own library."""
        if self._own is not None:
            self._own.refresh()

    def search(
        self,
        vector: NDArray[np.float32],
        limit: int,
        allowed: NDArray[np.int64] | None = None,
        plan: VectorPlan = "auto",
        filters: SearchFilters = NO_FILTERS,
    ) -> VectorAnswer:
        """Return the passages nearest to `vector`, of all libraries."""
        answers = self._shared.begin(
            lambda stores: self._same_model(stores).search(vector, limit, allowed, plan, filters),
            ("meaning", vector.tobytes(), limit, filters) if allowed is None else None,
            filters=filters,
        )
        found: list[VectorAnswer] = []
        if self._own is not None:
            left = self._catalog.resolve_own(filters)
            numbers = allowed if left is None else left.numbers
            found.append(self._own.search(vector, limit, numbers, plan, filters))
        for library, answer in answers():
            self._shared.note_owner(library, (one.chunk_number for one in answer.candidates))
            found.append(answer)
        if not found:
            raise IndexUnavailableError(joined(*self._shared.problems))
        every = (
            (-one.raw_score, at > 0, one.chunk_number) for at, some in enumerate(found)
            for one in some.candidates
        )  # fmt: skip
        best: dict[int, float] = {}  # a passage that several libraries have is there once
        for score, _, number in sorted(every):
            best.setdefault(number, -score)
        return VectorAnswer(
            tuple(
                Candidate(number, score, rank)
                for rank, (number, score) in enumerate(islice(best.items(), limit), start=1)
            ),
            joined(*(one.plan for one in found), separator="; "),
            sum(one.searchable for one in found),
            sum(one.allowed for one in found),
        )

    def near(
        self,
        vector: NDArray[np.float32],
        least: float,
        allowed: NDArray[np.int64] | None = None,
        plan: VectorPlan = "auto",
    ) -> NearChunks:
        """Raise IndexUnavailableError: candidates are counted, not all that is near."""
        self.count_matches()

    def background(self, vector: NDArray[np.float32]) -> Background:
        """Return how near to `vector` the passages of all libraries are, by their numbers."""
        read = self._shared.ask(
            lambda stores: self._same_model(stores).background(vector),
            ("background", vector.tobytes()),
        )
        found = [(library.status.passages, one) for library, one in read]
        if self._own is not None:
            found.append((self._own.count, self._own.background(vector)))
        total = sum(count for count, one in found if one.sample) or 1
        shares = [(count / total, one) for count, one in found if one.sample]
        mean = sum(share * one.mean for share, one in shares)
        square = sum(share * (one.spread**2 + (one.mean - mean) ** 2) for share, one in shares)
        is_known = all(one.chance for _, one in shares)
        return Background(
            mean,
            math.sqrt(square),
            sum(one.sample for _, one in shares),
            sum(share * one.chance for share, one in shares) if is_known else 0.0,
        )

    def cosines_of(self, vector: NDArray[np.float32], chunks: Iterable[int]) -> dict[int, float]:
        """Return the cosine of `vector` with each of `chunks` that has a vector."""
        wanted = list(chunks)
        found = {} if self._own is None else self._own.cosines_of(vector, wanted)
        _, others = self._shared.by_owner(one for one in wanted if one not in found)
        read = self._shared.begin(
            lambda stores: self._same_model(stores).cosines_of(vector, others[stores.library]),
            only=others,
        )
        for _, some in read():
            found |= some
        return found

    def deviations_of(self, vector: NDArray[np.float32], chunks: Iterable[int]) -> dict[int, float]:
        """Return how much nearer than by chance those of `chunks` are that the user owns.

        `background` knows no chance where a shared library is searched, too.
        """
        return {} if self._own is None else self._own.deviations_of(vector, chunks)

    def above_chance(
        self,
        vector: NDArray[np.float32],
        least: float,
        allowed: NDArray[np.int64] | None = None,
        plan: VectorPlan = "auto",
    ) -> NearChunks:
        """Raise IndexUnavailableError: candidates are counted, not all that is near."""
        self.count_matches()

    def vector_of(self, chunk: int) -> NDArray[np.float32] | None:
        """Return the vector (dimension,) of a chunk; None when it has none."""
        found = self._own.vector_of(chunk) if self._own is not None else None
        if found is not None:
            return found
        _, others = self._shared.by_owner([chunk])
        read = self._shared.ask(
            lambda stores: self._same_model(stores).vector_of(chunk), only=others or None
        )
        return next((one for _, one in read), None)

    @property
    def _every(self) -> list[VectorStore]:
        """The stores that can be searched now."""
        others = [stores.vectors for stores in self._shared.opened]
        own = [] if self._own is None else [self._own]
        return [*own, *(one for one in others if one.fingerprint == self.fingerprint)]

    def _same_model(self, stores: SharedStores) -> MilvusVectors:
        """Return the vectors of a library; IndexUnavailableError where another model made them."""
        if stores.vectors.fingerprint != self.fingerprint:
            raise IndexUnavailableError(
                message(
                    "{address} was read by another model: only its words are searched.",
                    address=stores.library.server.address.name,
                )
            )
        return stores.vectors
