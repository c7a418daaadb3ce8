"""Gives every chunk its vector, newest documents first, in small saved steps.

Vectors are kept by content and model, so a text is never embedded twice: not after a crash, a
rename, or going back to an earlier model.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

from engine.embedding.ports import Embedder
from engine.stores.catalog.catalog import Catalog
from engine.stores.catalog.rows import PendingEmbedding
from engine.stores.sync.indexes import Indexes

_TEXTS_PER_STEP = 64
_TEXTS_OF_A_PACE = 32
_OTHER_PACE = 0.1
_SECONDS_UNTIL_SEARCHABLE = 2.0


class EmbeddingPass:
    """Embeds what has no vector yet. Indexing thread only.

    `stood_aside` are the seconds until now that `step_aside` took for others: not of the pace.
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
        self.rate = catalog.embedding_rate(embedder.fingerprint)
        self._kept_rate = self.rate

    def limit_threads(self, most: int) -> None:
        """Use at most so many processor threads from now on; 0 takes the limit away."""
        self._embedder.limit_threads(most)

    @property
    def has_pending(self) -> bool:
        """Whether a passage has no vector yet."""
        return bool(self._catalog.pending_embeddings(self._embedder.fingerprint, 1))

    def unload(self) -> None:
        """Free what is needed only while texts are embedded; the next step loads it again."""
        self._embedder.unload()

    def step(
        self, step_aside: Callable[[], bool], gives_way: Callable[[], bool] | None = None
    ) -> int:
        """Embed and save the next few texts; return how many, 0 when every chunk has its vector.

        `step_aside` is called before each batch of the model; every batch is saved as it is done,
        and the step ends early when it returns True (the library is closing, embedding was paused).
        A batch that `gives_way` is begun anew.
        """
        pending = self._catalog.pending_embeddings(self._embedder.fingerprint, _TEXTS_PER_STEP)
        if not pending:
            return 0
        started, self._idle_seconds = self._monotonic(), 0.0
        done = self._embed(pending, step_aside, gives_way)
        self._indexes.synchronise()
        self._measure(done, self._monotonic() - started - self._idle_seconds)
        self._keep_rate()
        return done

    def leave_out(self, seconds: float) -> None:
        """Do not count so many seconds of the present step in the rate."""
        self._idle_seconds += seconds

    def _embed(
        self,
        pending: Sequence[PendingEmbedding],
        step_aside: Callable[[], bool],
        gives_way: Callable[[], bool] | None,
    ) -> int:
        texts = [entry.text for entry in pending]
        searchable = self._monotonic()
        done = 0
        for batch in self._embedder.passage_batches(texts, step_aside, gives_way):
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
        # Few texts say little of the pace of many: saving them takes as long.
        if seconds <= 0 or (passages < _TEXTS_OF_A_PACE and self.rate):
            return
        current = passages / seconds
        self.rate = current if self.rate == 0 else 0.8 * self.rate + 0.2 * current

    def _keep_rate(self) -> None:
        """Let later starts know the pace: a person asks what another model would cost."""
        if abs(self.rate - self._kept_rate) > self._kept_rate * _OTHER_PACE:
            self._catalog.keep_embedding_rate(self._embedder.fingerprint, self.rate)
            self._kept_rate = self.rate
