"""What the rest of the engine requires of an embedding model and of a reranking model."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.model.errors import ModelError

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PassageBatch:
    """Some finished vectors: row i of `vectors` (n, dimension) belongs to `texts[indices[i]]`."""

    indices: tuple[int, ...]
    vectors: Vectors


class Embedder(Protocol):
    """Texts to vectors: float32, L2-normalised, finite, so that a dot product is the cosine.

    `fingerprint` changes whenever the same text could get another vector; vectors of different
    fingerprints must never be compared. A text longer than `max_tokens` is cut. Every method may
    be called from any thread and raises ModelError when the model cannot be used.
    """

    @property
    def dimension(self) -> int:
        """Numbers in a vector."""

    @property
    def fingerprint(self) -> str:
        """Which model made the vectors, and how."""

    @property
    def max_tokens(self) -> int:
        """Tokens of a text that are read, prompt and special tokens included."""

    @property
    def near_cosine(self) -> float:
        """The cosine of a query with passages that are about it; 0 when it was not calibrated."""

    def wake(self) -> None:
        """Load what embeds a query, so that the next one need not wait for it."""

    def embed_query(self, text: str) -> Vectors:
        """Return the vector (dimension,) of a query, or of as much of it as is read."""

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors (len(texts), dimension) of passages, in the order given."""

    def passage_batches(
        self,
        texts: Sequence[str],
        should_stop: Callable[[], bool] | None = None,
        gives_way: Callable[[], bool] | None = None,
    ) -> Iterator[PassageBatch]:
        """Yield the vectors of passages as they are done, in an order of its own.

        Between batches it lets waiting queries go first and ends early once `should_stop()`. A
        batch is dropped as soon as `gives_way()`, which is asked some hundred times while one is
        computed, and begun anew once `should_stop` was asked again.
        """

    def limit_threads(self, most: int) -> None:
        """Embed passages with at most so many processor threads; 0 takes the limit away."""

    def rest(self) -> None:
        """Let go of memory that is needed only while texts are embedded; the next take it again.

        Nothing happens while one is being embedded.
        """

    def close(self) -> None:
        """Free the model; embedding afterwards raises ModelError. May be called twice."""


class Reranker(Protocol):
    """Judges how well passages answer a query. Methods raise ModelError when it cannot be used."""

    @property
    def fingerprint(self) -> str:
        """Which model it is."""

    def scores(
        self, query: str, passages: Sequence[str], should_stop: Callable[[], bool]
    ) -> tuple[float, ...] | None:
        """Return a score for each passage, from 0 to 1, higher is better.

        Between batches it ends early once `should_stop()` and returns None.
        """

    def close(self) -> None:
        """Free the model. May be called twice."""


RerankerProvider = Callable[[], Reranker]


def no_reranker() -> Reranker:
    """Raise ModelError: no reranking model is chosen."""
    raise ModelError(
        "There is no reranking model.", "Set rerank.model to the GGUF file of a cross-encoder."
    )
