"""Embedding in the background. It can be paused and throttled, and yields to searches."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from twofold.engine.api import EngineError, EventCallback, IndexingPhase, Notice
from twofold.engine.embedding.ports import Embedder
from twofold.engine.processes.this_process import system_load
from twofold.engine.service.background_activity import BackgroundActivity
from twofold.engine.service.scheduler import SearchPriority, Worker
from twofold.engine.service.status import Pauses
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.sync.indexes import Indexes

if TYPE_CHECKING:
    from twofold.engine.indexing.embedding import EmbeddingPass

_SECONDS_BETWEEN_CHECKS = 10.0
_SECONDS_OF_SLEEP = 0.05
# If the user types or searches for longer than this, embedding continues anyway.
_SECONDS_TO_YIELD = 10.0

# The model should not be loaded again after each file the user saves.
_IDLE_SECONDS = 30.0


class Throttle:
    """Limits the processor use of embedding when other programs are busy or on battery.

    `share` is the percentage of the time that may be used.
    """

    def __init__(
        self,
        share: int,
        *,
        on_battery: Callable[[], bool] | None = None,
        load: Callable[[], float] | None = None,
        processors: int | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._share = share
        self._on_battery = on_battery or _runs_on_battery
        self._load = load or system_load
        self._processors = processors or os.cpu_count() or 1
        self._monotonic = monotonic
        self._next_check = 0.0
        self._threads = 0

    def max_threads(self) -> int:
        """Return the maximum number of threads now; 0 means automatic.

        On battery, half of the processors; fewer if other programs keep the processors busy.
        """
        now = self._monotonic()
        if now >= self._next_check:
            self._next_check = now + _SECONDS_BETWEEN_CHECKS
            self._threads = self._decide()
        return self._threads

    def rest_after(self, busy_seconds: float) -> float:
        """Return how many seconds to pause after this many seconds of work."""
        return busy_seconds * (100 - self._share) / self._share

    def _decide(self) -> int:
        if self._on_battery():
            return max(1, self._processors // 2)
        # Our own threads are part of the load, so only the load beyond all processors counts.
        excess = self._load() - self._processors
        if excess < 1:
            return 0
        return max(1, self._processors - round(excess))


def _runs_on_battery() -> bool:
    import psutil  # noqa: PLC0415 (needed only by the process that embeds)

    try:
        battery = psutil.sensors_battery() if hasattr(psutil, "sensors_battery") else None
    except (OSError, RuntimeError, ValueError):
        return False
    return battery is not None and battery.power_plugged is False


class BackgroundEmbedding:
    """Embeds passages without a vector, in steps. Indexing thread only.

    A step ends when a job waits for the thread, or when embedding is paused. Nothing is embedded
    during a search, because a batch keeps all processors busy for a third of a second.
    """

    def __init__(
        self,
        catalog: Catalog,
        indexes: Indexes,
        throttle: Throttle,
        on_event: EventCallback,
        *,
        priority: SearchPriority,
        worker: Worker,
        pauses: Pauses,
        activity: BackgroundActivity,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._catalog = catalog
        self._indexes = indexes
        self._throttle = throttle
        self._on_event = on_event
        self._priority = priority
        self._worker = worker
        self._pauses = pauses
        self._activity = activity
        self._monotonic = monotonic
        self._pass: EmbeddingPass | None = None
        # After a failure (a full disk), embedding stops until the user requests something.
        self.has_failed = False
        self.yielded = False  # whether the last step ended because a job was waiting for the thread
        self._began_quietly = False  # no search was running when the batch began
        self._was_preempted = False
        self._due_since = 0.0  # when the preempted batch should have begun
        self._batch_began = 0.0
        self._last_done = 0.0

    def use(self, embedder: Embedder) -> None:
        """Compute vectors with this model from now on."""
        from twofold.engine.indexing.embedding import EmbeddingPass  # noqa: PLC0415 (with numpy)

        self._pass = EmbeddingPass(
            self._catalog, self._indexes, embedder, monotonic=self._monotonic
        )

    @property
    def is_paused(self) -> bool:
        """Whether the user has paused embedding."""
        return self._pauses.embedding

    @property
    def rate(self) -> float:
        """The speed in passages per second."""
        return self._pass.rate if self._pass else 0.0

    @property
    def has_pending(self) -> bool:
        """Whether passages are waiting for their vector."""
        return self._pass is not None and self._pass.has_pending

    def step(self, chunks: Sequence[int] = ()) -> int:
        """Embed a few texts, or those of `chunks`. Return 0 if there is nothing to do for now."""
        self.yielded = False
        if self._pass is None or self.has_failed or self.is_paused:
            return 0
        self.yielded = self._thread_is_wanted()
        if self.yielded:  # before the model is loaded unnecessarily
            return 0
        self._batch_began = 0.0
        try:
            self._pass.limit_threads(self._throttle.max_threads())
            done = self._pass.step(partial(self._ends_step, self._pass), self._drops_batch, chunks)
        except EngineError as error:
            self.has_failed = True
            self._on_event(Notice(error.message, error.hint, is_warning=True))
            return 0
        if done:
            self._last_done = self._monotonic()
        return done

    def rest_when_idle(self) -> None:
        """Unload the model if it has been idle for a while, because it may be large."""
        if self._pass is None or self._pass.has_pending:
            return
        if self._monotonic() - self._last_done >= _IDLE_SECONDS:
            self._pass.unload()

    def _ends_step(self, embedding: EmbeddingPass) -> bool:
        """Rest, wait for searches, and return whether the step ends before its next batch."""
        # Waiting for searches is reported as embedding, not as idle.
        self._activity.show(IndexingPhase.EMBEDDING, self.rate)
        self._rest()
        began = self._monotonic()
        self._began_quietly = self._yield_to_searches()
        embedding.exclude_time(self._monotonic() - began)
        self._batch_began = time.monotonic()
        self.yielded = self._thread_is_wanted()
        self._activity.show(IndexingPhase.EMBEDDING, self.rate)
        return self._pauses.everything or self.is_paused or self.yielded

    def _yield_to_searches(self) -> bool:
        """Wait until no search is running; return False if the batch is long overdue instead."""
        if not self._was_preempted:
            self._due_since = self._monotonic()
        self._was_preempted = False
        left = self._due_since + _SECONDS_TO_YIELD - self._monotonic()
        return left > 0 and self._priority.yield_to_searches(left, self._thread_is_wanted)

    def _drops_batch(self) -> bool:
        """Return whether a search preempts the current batch. Overdue batches are not preempted."""
        self._was_preempted = self._began_quietly and self._priority.is_searching
        return self._was_preempted or self._worker.is_closing

    def _thread_is_wanted(self) -> bool:
        return self._worker.is_closing or self._worker.has_waiting_jobs

    def _rest(self) -> None:
        """Leave the processor to other programs for their share of the time."""
        busy = time.monotonic() - self._batch_began if self._batch_began else 0.0
        rest = self._throttle.rest_after(busy)
        while rest > 0 and not self._thread_is_wanted():
            time.sleep(min(rest, _SECONDS_OF_SLEEP))
            rest -= _SECONDS_OF_SLEEP
