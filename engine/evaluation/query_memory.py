"""Embedding each query once, however many ways it is searched."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.embedding.ports import Embedder, PassageBatch, Vectors


class QueryMemory:
    """An embedder that remembers the vector of the last query."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._last: tuple[str, Vectors] | None = None

    @property
    def dimension(self) -> int:
        """Numbers in a vector."""
        return self._embedder.dimension

    @property
    def fingerprint(self) -> str:
        """Which model made the vectors, and how."""
        return self._embedder.fingerprint

    @property
    def max_tokens(self) -> int:
        """Tokens of a text that are read."""
        return self._embedder.max_tokens

    @property
    def near_cosine(self) -> float:
        """The cosine of a query with passages that are about it; 0 when it was not calibrated."""
        return self._embedder.near_cosine

    def wake(self) -> None:
        """Load what embeds a query."""
        self._embedder.wake()

    def embed_query(self, text: str) -> Vectors:
        """Return the vector (dimension,) of a query."""
        if self._last is None or self._last[0] != text:
            self._last = (text, self._embedder.embed_query(text))
        return self._last[1]

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors (len(texts), dimension) of passages."""
        return self._embedder.embed_passages(texts)

    def passage_batches(
        self,
        texts: Sequence[str],
        should_stop: Callable[[], bool] | None = None,
        gives_way: Callable[[], bool] | None = None,
    ) -> Iterator[PassageBatch]:
        """Yield the vectors of passages as they are done."""
        return self._embedder.passage_batches(texts, should_stop, gives_way)

    def limit_threads(self, most: int) -> None:
        """Embed passages with at most so many processor threads."""
        self._embedder.limit_threads(most)

    def rest(self) -> None:
        """Let go of what is needed only while texts are embedded."""
        self._embedder.rest()

    def close(self) -> None:
        """Free the model."""
        self._embedder.close()
