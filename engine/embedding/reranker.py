"""What the rest of the engine knows of a reranking model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from engine.model.errors import ModelError


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
