"""Exports, one after another on a thread of their own, so that searching goes on meanwhile."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

from engine.api import (
    CancelExport,
    CheckTarget,
    Event,
    EventCallback,
    ExportProgress,
    ExportRendered,
    RequestDone,
    RequestFailed,
    TargetChecked,
)
from engine.export.export_file import TargetExistsError, check_target
from engine.export.exporter import Exported
from engine.job_queue import Job
from engine.model.errors import ExportError
from engine.service.worker_thread import WorkerThread

_SECONDS_BETWEEN_WORDS = 0.2
# Every so many passages other threads get their turn at Python's lock: the window paints.
_PASSAGES_PER_REPORT = 10

Work = Callable[[Callable[[], None]], Exported]
Guard = Callable[[int, Callable[[], Event]], None]


class ExportThread:
    """Carries exports out; `guard` turns what goes wrong into an event.

    `prepare` runs first on the thread (it waits for the library).
    """

    def __init__(self, on_event: EventCallback, guard: Guard, prepare: Callable[[], None]) -> None:
        self._on_event = on_event
        self._guard = guard
        self._lock = threading.Lock()
        self._unwanted: set[int] = set()
        self._waiting: set[int] = set()
        self._thread = WorkerThread("export", start_work=prepare)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def put(self, request_id: int, target: Path | None, total: int, export: Work) -> None:
        """Queue an export of `total` steps. May be called from any thread."""
        with self._lock:
            self._waiting.add(request_id)

        def work() -> None:
            self._guard(request_id, lambda: self._export(request_id, target, total, export))

        self._thread.put(Job(work))

    def answer(self, request_id: int, request: CancelExport | CheckTarget) -> None:
        """Give an export up at once, or look at a place: on the thread, as a drive may be slow."""
        if isinstance(request, CheckTarget):
            target = request.target
            look = Job(lambda: self._guard(request_id, lambda: _checked(request_id, target)))
            self._thread.put(look)
        else:
            self.cancel(request.export_id)
            self._on_event(RequestDone(request_id))

    def cancel(self, export_id: int) -> None:
        """Give up an export that waits or runs; it then fails with a sentence."""
        with self._lock:
            if export_id in self._waiting:
                self._unwanted.add(export_id)

    def ask_to_stop(self) -> None:
        """Take no more exports and give up those there are."""
        with self._lock:
            self._unwanted |= self._waiting
        self._thread.ask_to_stop()

    def join(self) -> None:
        """Wait until the thread has ended."""
        self._thread.join()

    def _export(self, request_id: int, target: Path | None, total: int, export: Work) -> Event:
        progress = _Progress(request_id, total, self._on_event)

        def step() -> None:
            if self._is_unwanted(request_id):
                raise _UnwantedError
            progress.advance()

        try:
            step()
            exported = export(step)
        except _UnwantedError:
            return RequestFailed(request_id, "The export was cancelled.")
        finally:
            with self._lock:
                self._waiting.discard(request_id)
                self._unwanted.discard(request_id)
        return ExportRendered(request_id, exported.text, target, exported.data)

    def _is_unwanted(self, request_id: int) -> bool:
        with self._lock:
            return request_id in self._unwanted


def _checked(request_id: int, target: Path) -> TargetChecked:
    try:
        check_target(target)
    except ExportError as error:
        exists = isinstance(error, TargetExistsError)
        return TargetChecked(request_id, error.message, error.hint, exists)
    return TargetChecked(request_id)


class _UnwantedError(Exception):
    """The person cancelled."""


class _Progress:
    """Tells how far an export is, a few times a second, from its second moment on."""

    def __init__(self, request_id: int, total: int, on_event: EventCallback) -> None:
        self._request_id = request_id
        self._total = total
        self._on_event = on_event
        self._done = -1
        self._told = time.monotonic()

    def advance(self) -> None:
        self._done += 1
        if self._done % _PASSAGES_PER_REPORT:
            return
        time.sleep(0)
        now = time.monotonic()
        if now - self._told >= _SECONDS_BETWEEN_WORDS:
            self._told = now
            done = min(self._done, self._total)
            self._on_event(ExportProgress(self._request_id, done, self._total))
