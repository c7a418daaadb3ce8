"""Computing missing vectors of chunks, in small steps that are saved one by one.

Vectors are stored by content and model, so no text is embedded twice: not after a crash, after
renaming a file or after going back to an earlier model.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from twofold.engine.embedding.ports import Embedder
from twofold.engine.ranking.probes import PROBES
from twofold.engine.ranking.relevance import MIN_SAMPLE
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.catalog.rows import PendingEmbedding
from twofold.engine.stores.sync.indexes import Indexes

_TEXTS_PER_STEP = 64
# Fewer texts do not update a known rate: saving a few takes as long as saving many.
_TEXTS_TO_MEASURE = 32
# The rate is saved if it changes by more than this share.
_MIN_RATE_CHANGE = 0.1
_SECONDS_UNTIL_SEARCHABLE = 2.0


class EmbeddingPass:
    """Embeds chunks that have no vector of a model yet. Indexing thread only.

    `rate` is in passages per second, 0.0 until something is embedded with this model.
    """

    def __init__(
        self,
        catalog: Catalog,
        indexes: Indexes,
        embedder: Embedder,
        *,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._catalog = catalog
        self._indexes = indexes
        self._embedder = embedder
        self._monotonic = monotonic
        self._idle_seconds = 0.0
        self._done_generation = -1  # of the catalog when nothing was pending
        self._probes: list[NDArray[np.float32]] = []
        self.rate = catalog.vectors.embedding_rate(embedder.fingerprint)
        self._saved_rate = self.rate

    def limit_threads(self, limit: int) -> None:
        """Use at most this many processor threads from now on; 0 removes the limit."""
        self._embedder.limit_threads(limit)

    @property
    def has_pending(self) -> bool:
        """Whether there is a passage without a vector."""
        return bool(self._pending(1))

    def unload(self) -> None:
        """Free the memory needed for embedding; the next step loads the model again."""
        self._embedder.unload()

    def step(
        self,
        should_stop: Callable[[], bool],
        is_preempted: Callable[[], bool] | None = None,
        chunks: Sequence[int] = (),
    ) -> int:
        """Embed and save the next few texts, or the texts of `chunks`. Return their number.

        Return 0 if every chunk has its vector. `should_stop` is called before each batch of the
        model, and the step ends early if it returns True. Every batch is saved when it is done.
        While a batch is computed, `is_preempted` is called repeatedly; if it returns True, the
        batch is dropped and started again.
        """
        pending = (
            self._catalog.vectors.pending_of(self._embedder.fingerprint, chunks)
            if chunks
            else self._pending(_TEXTS_PER_STEP)
        )
        if not chunks:
            self._calibrate(should_stop)
        if not pending:
            return 0
        started, self._idle_seconds = self._monotonic(), 0.0
        done = self._embed(pending, should_stop, is_preempted)
        self._indexes.synchronise()
        self._measure(done, self._monotonic() - started - self._idle_seconds)
        self._save_rate()
        return done

    def _calibrate(self, should_stop: Callable[[], bool]) -> None:
        """Measure once for each model how similar passages are to random queries.

        This takes about a second. If `should_stop()` returns True, the next call continues.
        """
        vectors = self._indexes.vectors
        if vectors is None or vectors.count < MIN_SAMPLE or vectors.is_calibrated:
            return
        while len(self._probes) < len(PROBES):
            if should_stop():
                return
            self._probes.append(self._embedder.embed_query(PROBES[len(self._probes)]))
        vectors.calibrate(np.stack(self._probes))

    def _pending(self, limit: int) -> Sequence[PendingEmbedding]:
        """Return texts to embed.

        If there are none, the catalog is not queried again until it changes.
        """
        generation = self._catalog.generation
        if generation == self._done_generation:
            return ()
        pending = self._catalog.vectors.pending(self._embedder.fingerprint, limit)
        if not pending:
            self._done_generation = generation
        return pending

    def exclude_time(self, seconds: float) -> None:
        """Exclude this many seconds of the current step from the rate."""
        self._idle_seconds += seconds

    def _embed(
        self,
        pending: Sequence[PendingEmbedding],
        should_stop: Callable[[], bool],
        is_preempted: Callable[[], bool] | None,
    ) -> int:
        texts = [entry.text for entry in pending]
        searchable = self._monotonic()
        done = 0
        for batch in self._embedder.passage_batches(texts, should_stop, is_preempted):
            rows = np.ascontiguousarray(batch.vectors, dtype="<f2")
            with self._catalog.change() as change:
                change.put_vectors(
                    self._embedder.fingerprint,
                    [
                        (pending[index].content_hash, row.tobytes())
                        for index, row in zip(batch.indices, rows, strict=True)
                    ],
                )
            done += len(rows)
            if self._monotonic() - searchable >= _SECONDS_UNTIL_SEARCHABLE:
                self._indexes.synchronise()
                searchable = self._monotonic()
        return done

    def _measure(self, passages: int, seconds: float) -> None:
        if seconds <= 0 or (passages < _TEXTS_TO_MEASURE and self.rate):
            return
        current = passages / seconds
        self.rate = current if self.rate == 0 else 0.8 * self.rate + 0.2 * current

    def _save_rate(self) -> None:
        """Save the rate, which is used to estimate how long a change of the model takes."""
        if abs(self.rate - self._saved_rate) > self._saved_rate * _MIN_RATE_CHANGE:
            self._catalog.vectors.keep_embedding_rate(self._embedder.fingerprint, self.rate)
            self._saved_rate = self.rate
