"""Computing the vectors of chunks that have none, in small saved steps.

Vectors are kept by content and model, so a text is never embedded twice: not after a crash, a
rename, or going back to an earlier model.
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
# Fewer texts do not change a rate that is known: saving a few takes as long as saving many.
_TEXTS_TO_MEASURE = 32
# The rate is saved when it differs by this part.
_OTHER_RATE = 0.1
_SECONDS_UNTIL_SEARCHABLE = 2.0


class EmbeddingPass:
    """Embeds what has no vector of a model yet. Indexing thread only.

    `rate` is in passages a second, 0.0 while none was embedded with this model.
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
        self._done_generation = -1  # of the catalog, when nothing was pending
        self._probes: list[NDArray[np.float32]] = []
        self.rate = catalog.vectors.embedding_rate(embedder.fingerprint)
        self._kept_rate = self.rate

    def limit_threads(self, most: int) -> None:
        """Use at most so many processor threads from now on; 0 takes the limit away."""
        self._embedder.limit_threads(most)

    @property
    def has_pending(self) -> bool:
        """Whether a passage has no vector yet."""
        return bool(self._pending(1))

    def unload(self) -> None:
        """Free what is needed only while texts are embedded; the next step loads it again."""
        self._embedder.unload()

    def step(
        self,
        should_stop: Callable[[], bool],
        is_preempted: Callable[[], bool] | None = None,
        chunks: Sequence[int] = (),
    ) -> int:
        """Embed and save the next few texts, or those of `chunks`; return how many.

        That is 0 when every chunk has its vector. `should_stop` is called before each batch of the
        model, and the step ends early when it returns True. Every batch is saved as it is done.
        While one is computed `is_preempted` is called again and again; a batch is dropped when it
        returns True, and begun anew.
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
        self._keep_rate()
        return done

    def _calibrate(self, should_stop: Callable[[], bool]) -> None:
        """Compute once for each model how near passages are to random queries.

        That is a second of work; once `should_stop()` is true the next call continues it.
        """
        vectors = self._indexes.vectors
        if vectors is None or vectors.count < MIN_SAMPLE or vectors.is_calibrated:
            return
        while len(self._probes) < len(PROBES):
            if should_stop():
                return
            self._probes.append(self._embedder.embed_query(PROBES[len(self._probes)]))
        vectors.calibrate(np.stack(self._probes))

    def _pending(self, most: int) -> Sequence[PendingEmbedding]:
        """Return texts to embed; the catalog is not asked again while it stays as it was."""
        generation = self._catalog.generation
        if generation == self._done_generation:
            return ()
        pending = self._catalog.vectors.pending(self._embedder.fingerprint, most)
        if not pending:
            self._done_generation = generation
        return pending

    def leave_out(self, seconds: float) -> None:
        """Do not count so many seconds of the present step in the rate."""
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

    def _keep_rate(self) -> None:
        """Save the rate, from which later starts estimate what changing the model takes."""
        if abs(self.rate - self._kept_rate) > self._kept_rate * _OTHER_RATE:
            self._catalog.vectors.keep_embedding_rate(self._embedder.fingerprint, self.rate)
            self._kept_rate = self.rate
