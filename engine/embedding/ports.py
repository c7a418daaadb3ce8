"""What the rest of the engine requires of an embedding model and of a reranking model."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from engine.model.errors import ModelError
from engine.model.message import message

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Vectors: TypeAlias = "NDArray[np.float32]"


@dataclass(frozen=True, slots=True)
class PassageBatch:
    """Some finished vectors: row i of `vectors` (n, dimension) belongs to `texts[indices[i]]`."""

    indices: tuple[int, ...]
    vectors: Vectors


class Embedder(Protocol):
    """Turns texts into vectors: float32, L2-normalised, finite, so a dot product is the cosine.

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

    def load(self) -> None:
        """Load what embeds a query, so that the next one need not wait for it."""

    def embed_query(self, text: str) -> Vectors:
        """Return the vector (dimension,) of a query, or of as much of it as is read."""

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors (len(texts), dimension) of passages, in the order given."""

    def passage_batches(
        self,
        texts: Sequence[str],
        should_stop: Callable[[], bool] | None = None,
        is_preempted: Callable[[], bool] | None = None,
    ) -> Iterator[PassageBatch]:
        """Yield the vectors of passages as they are computed, in any order.

        `should_stop()` is called before each batch and ends the iteration. Waiting queries go
        first. `is_preempted()` is called some hundred times during a batch; where it is true the
        batch is dropped and begun again, after `should_stop()` was called again.
        """

    def limit_threads(self, most: int) -> None:
        """Embed passages with at most so many processor threads; 0 takes the limit away."""

    def unload(self) -> None:
        """Free memory that is needed only while passages are embedded; the next load it again."""

    def close(self) -> None:
        """Free the model; embedding afterwards raises ModelError. May be called twice."""


class Reranker(Protocol):
    """Scores how well passages answer a query. Methods raise ModelError when it cannot be used."""

    @property
    def fingerprint(self) -> str:
        """Which model it is."""

    @property
    def passages_per_second(self) -> float:
        """How many passages of usual length it reads in a second on this machine."""

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
        message("There is no reranking model."),
        message("Set rerank.model to the GGUF file of a cross-encoder."),
    )
