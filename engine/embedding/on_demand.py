"""Models that are in memory only while needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock

from twofold.engine.embedding.ports import (
    Embedder,
    PassageBatch,
    Reranker,
    RerankerProvider,
    TokenVectors,
    Vectors,
)
from twofold.engine.model.errors import ModelError
from twofold.engine.model.localized import message
from twofold.engine.processes.this_process import release_free_memory


@dataclass(frozen=True, slots=True)
class EmbedderFacts:
    """The properties of an `Embedder`, known without loading it."""

    dimension: int
    fingerprint: str
    max_tokens: int
    near_cosine: float


class OnDemandEmbedder:
    """An Embedder that is loaded on first use, and again after `unload`.

    Some models take gigabytes, which would stay in memory unused for hours. `create` must return
    the embedder of `facts`. One with another fingerprint is rejected, because its file was replaced
    in the meantime. Thread-safe.
    """

    def __init__(self, facts: EmbedderFacts, create: Callable[[], Embedder]) -> None:
        self.dimension = facts.dimension
        self.fingerprint = facts.fingerprint
        self.max_tokens = facts.max_tokens
        self.near_cosine = facts.near_cosine
        self._create = create
        self._lock = Lock()
        self._loaded: Embedder | None = None
        self._users = 0
        self._max_threads = 0
        self._closed = False

    def load(self) -> None:
        """Load the model now, so that the first text need not wait. Raise ModelError."""
        with self._in_use():
            pass

    def embed_query(self, text: str) -> Vectors:
        """Return the vector (dimension,) of a query."""
        with self._in_use() as embedder:
            return embedder.embed_query(text)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors (len(texts), dimension) of passages, in the given order."""
        with self._in_use() as embedder:
            return embedder.embed_passages(texts)

    def passage_batches(
        self,
        texts: Sequence[str],
        should_stop: Callable[[], bool] | None = None,
        is_preempted: Callable[[], bool] | None = None,
    ) -> Iterator[PassageBatch]:
        """Yield the vectors of passages in batches."""
        with self._in_use() as embedder:
            yield from embedder.passage_batches(texts, should_stop, is_preempted)

    def query_tokens(self, text: str) -> TokenVectors:
        """Return the vectors of a query's tokens."""
        with self._in_use() as embedder:
            return embedder.query_tokens(text)

    def passage_tokens(
        self, texts: Sequence[str], should_stop: Callable[[], bool]
    ) -> Iterator[tuple[int, TokenVectors]]:
        """Yield the index of each text and the vectors of its tokens."""
        with self._in_use() as embedder:
            yield from embedder.passage_tokens(texts, should_stop)

    def limit_threads(self, limit: int) -> None:
        """Limit the processor threads for embedding passages; 0 removes the limit."""
        with self._lock:
            self._max_threads = limit
            if self._loaded is not None:
                self._loaded.limit_threads(limit)

    def unload(self) -> None:
        """Free the model, unless it is in use."""
        with self._lock:
            if self._users or self._loaded is None:
                return
            unused, self._loaded = self._loaded, None
            unused.close()
        release_free_memory()

    def close(self) -> None:
        """Free the model for good once the current texts are finished."""
        with self._lock:
            self._closed = True
            loaded, self._loaded = self._loaded, None
        if loaded is not None:
            loaded.close()

    @contextmanager
    def _in_use(self) -> Iterator[Embedder]:
        with self._lock:
            if self._closed:
                raise ModelError(
                    message("The semantic model has been closed."), message("Restart Twofold.")
                )
            if self._loaded is None:
                self._loaded = self._created()
            embedder = self._loaded
            self._users += 1
        try:
            yield embedder
        finally:
            with self._lock:
                self._users -= 1

    def _created(self) -> Embedder:
        embedder = self._create()
        if embedder.fingerprint != self.fingerprint:
            embedder.close()
            raise ModelError(
                message("The file of the semantic model was replaced while Twofold was running."),
                message("Restart Twofold to search with the new one."),
            )
        embedder.limit_threads(self._max_threads)
        return embedder


class OnDemandReranker:
    """A RerankerProvider that loads its model once, when it is first needed. Thread-safe."""

    def __init__(self, load: RerankerProvider) -> None:
        self._load = load
        self._lock = Lock()
        self._loaded: Reranker | None = None

    def __call__(self) -> Reranker:
        """Return the model. Raise ModelError if it cannot be loaded."""
        with self._lock:
            if self._loaded is None:
                self._loaded = self._load()
            return self._loaded

    def close(self) -> None:
        """Free the model, if it is loaded."""
        with self._lock:
            loaded, self._loaded = self._loaded, None
        if loaded is not None:
            loaded.close()
