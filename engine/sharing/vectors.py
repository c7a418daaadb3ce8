"""The vector index of a shared library: the server's own index, by cosine."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.hit import Background, Candidate
from twofold.engine.model.localized import message
from twofold.engine.sharing.collection import SharedCollection
from twofold.engine.sharing.columns import path_test
from twofold.engine.sharing.rows import vector_in
from twofold.engine.sharing.server import MAX_ROWS, text, whole
from twofold.engine.stores.ports import (
    NO_FILTERS,
    VectorAnswer,
    VectorPlan,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SAMPLE = 1000
_MAX_CACHED = 3000
_MAX_CANDIDATES = 10_000
_OVERFETCH = 4  # if a path pattern is applied here
_DIGITS = 5


class MilvusVectors:
    """Finds the passages of a shared collection by their vectors. Read-only."""

    def __init__(self, collection: SharedCollection) -> None:
        self._collection = collection
        self._cached: tuple[int | None, dict[int, NDArray[np.float32]]] = (None, {})
        self._sample: tuple[int | None, NDArray[np.float32]] = (None, np.zeros((0, 0), np.float32))

    @property
    def version(self) -> str:
        """The version of the published data."""
        return f"milvus-{self._collection.facts.format}"

    @property
    def generation(self) -> int | None:
        """A number that increases with every publication."""
        return self._collection.generation

    @property
    def fingerprint(self) -> str:
        """The model of the vectors."""
        return self._collection.facts.fingerprint

    @property
    def count(self) -> int:
        """The number of searchable passages, all of which have a vector."""
        return self._collection.size

    def refresh(self) -> None:
        """Load new publications."""
        self._collection.refresh()

    def search(
        self,
        vector: NDArray[np.float32],
        limit: int,
        allowed: NDArray[np.int64] | None = None,
        plan: VectorPlan = "auto",
        filters: SearchFilters = NO_FILTERS,
    ) -> VectorAnswer:
        """Return the passages nearest to `vector`. The server applies `filters` and `allowed`."""
        query = self._as_query(vector)
        expression = self._collection.expression(filters, allowed)
        server, name = self._collection.server, self._collection.name
        limit = max(1, min(limit, _MAX_CANDIDATES))
        fetched = limit * _OVERFETCH if filters.path_glob else limit
        is_f16 = self._collection.facts.is_half
        rows = (
            server.search(
                name,
                "meaning",
                query.astype(np.float16) if is_f16 else query.tolist(),
                min(fetched, MAX_ROWS),
                expression,
                ("id", "path"),
                {"metric_type": "COSINE", "params": {"ef": max(64, min(fetched * 2, MAX_ROWS))}},
            )
            if self.count
            else []
        )
        matches = path_test(filters)
        found = [
            (-round(score, _DIGITS), whole(row, "id"))
            for score, row in rows
            if matches(text(row, "path"))
        ]
        return VectorAnswer(
            tuple(
                Candidate(number, -score, rank)
                for rank, (score, number) in enumerate(sorted(found)[:limit], start=1)
            ),
            message("index of {host}", host=server.address.host),
            self.count,
            self._collection.allowed(expression),
        )

    def background(self, vector: NDArray[np.float32]) -> Background:
        """Return how near a sample of all passages is to `vector`.

        Passage numbers are hashes, so the first ones returned by the server are a random sample.
        """
        if self._sample[0] != self.generation:
            server, facts = self._collection.server, self._collection.facts
            rows = server.query(self._collection.name, "id >= 0", ["id", "meaning"], _SAMPLE)
            vectors = [vector_in(row, facts.dimension) for row in rows]
            matrix = np.array(vectors, np.float32).reshape(-1, facts.dimension)
            self._sample = (self.generation, matrix)
        scores = self._sample[1] @ self._as_query(vector)
        if not len(scores):
            return Background(0.0, 0.0, 0)
        return Background(float(scores.mean()), float(scores.std()), len(scores))

    def cosines_of(self, vector: NDArray[np.float32], chunks: Iterable[int]) -> dict[int, float]:
        """Return the cosine of `vector` with each of `chunks` that exists."""
        query = self._as_query(vector)
        return {number: float(one @ query) for number, one in self._vectors_of([*chunks]).items()}

    def vector_of(self, chunk: int) -> NDArray[np.float32] | None:
        """Return the vector (dimension,) of a passage; None if it does not exist."""
        return self._vectors_of([chunk]).get(chunk)

    def _vectors_of(self, chunks: list[int]) -> dict[int, NDArray[np.float32]]:
        """Return the vectors of passages. They are cached until the library changes."""
        collection, (generation, cached) = self._collection, self._cached
        if generation != self.generation or len(cached) > _MAX_CACHED:
            cached = {}
            self._cached = self.generation, cached
        dimension, missing = collection.facts.dimension, [n for n in chunks if n not in cached]
        for row in collection.server.rows_of(collection.name, "id", missing, ("id", "meaning")):
            cached[whole(row, "id")] = vector_in(row, dimension)
        return {number: cached[number] for number in chunks if number in cached}

    def _as_query(self, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return a normalised query vector. Raise IndexUnavailableError if it is invalid."""
        if vector.shape != (self._collection.facts.dimension,) or not np.isfinite(vector).all():
            raise IndexUnavailableError(message("The query vector does not fit the library."))
        length = float(np.linalg.norm(vector))
        return np.asarray(vector / length if length else vector, dtype=np.float32)
