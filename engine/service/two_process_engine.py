"""The engine of the window: it searches in this process and indexes in another one.

Reading files, analysing text and computing vectors takes hours in Python and native code, and would
block the interpreter lock and the processor of the window. Therefore a child process, the indexer,
writes to the library. This process opens it read-only and follows the changes.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import singledispatchmethod
from itertools import count
from typing import TYPE_CHECKING

from twofold.engine.api import (
    Event,
    EventCallback,
    LibraryStatus,
    ModelStatus,
    NoteOpened,
    Notice,
    PreviewRequest,
    RefreshLibrary,
    ReportStatus,
    Request,
    RequestDone,
    RequestFailed,
    SharedLibraryStatus,
    StatusChanged,
)
from twofold.engine.model.localized import message
from twofold.engine.service.messages import Line, event_of, request_message
from twofold.engine.service.routes import ROUTES, Process
from twofold.engine.service.supervisor import IndexerSupervisor

if TYPE_CHECKING:
    from twofold.engine.service.engine import BackgroundEngine

# How long the indexer yields after a search, because users continue typing or look at the results.
_SECONDS_OF_SEARCH = 1.0

ReaderFactory = Callable[[EventCallback], "BackgroundEngine"]


class TwoProcessEngine:
    """An `engine.api.Engine`. Requests that change the library go to the indexer.

    `open_reader` opens the library for reading in this process (with `loads_model` off). It is
    called after the indexer has opened the library; earlier requests wait until then. If the
    indexer crashes, it is restarted with the latest pause state and model; its other pending
    requests fail with a message. After repeated crashes, the indexer is not restarted. This process
    then searches the existing index and reports the library's state itself, until
    StartIndexingAgain requests another attempt.

    Events are sent one at a time, in the order of their occurrence.
    """

    def __init__(
        self,
        indexer_command: tuple[str, ...],
        indexer_start: Line,
        open_reader: ReaderFactory,
        on_event: EventCallback,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._open_reader = open_reader
        self._on_event = on_event
        self._ids = count(1)
        self._lock = threading.RLock()  # of all attributes below; never held while an event is sent
        self._waiting: list[tuple[int, Request, str]] = []  # for the reader
        self._asked: set[int] = set()  # requests that the indexer has not answered
        self._reader: BackgroundEngine | None = None
        self._is_opening = False
        self._is_closed = False
        self._status = LibraryStatus()
        self._query_model = ModelStatus("", "")
        self._shared: tuple[SharedLibraryStatus, ...] = ()  # searched by the reader only
        self._loading = ("", "")  # name and fingerprint of the model for queries
        self._events: deque[Event] = deque()
        self._delivering = threading.Lock()
        self._indexer = IndexerSupervisor(
            indexer_command, indexer_start, self._take_message, self._indexer_ended, monotonic
        )
        with self._lock:  # first messages of the indexer wait until it is assigned here
            self._indexer.start()
        if self._indexer.problem:
            self._continue_alone()

    def submit(self, request: Request, client: str = "") -> int:
        """Queue a request and return its id."""
        request_id = next(self._ids)
        with self._lock:
            match ROUTES[type(request)].process:
                case Process.SUPERVISOR:
                    self._start_again(request_id)
                case Process.WINDOW:
                    self._ask_reader(request_id, request, client)
                case Process.INDEXER_IF_RUNNING if self._indexer.problem:
                    self._ask_reader(request_id, request, client)
                case process:
                    if process is Process.BOTH:
                        self._ask_reader(0, request)
                    self._ask_indexer(request_id, request)
        self._deliver()
        return request_id

    @property
    def indexer_process_id(self) -> int:
        """The process id of the indexer; 0 if there is none."""
        return self._indexer.process_id

    def close(self) -> None:
        """Stop both processes' work at the next safe point."""
        with self._lock:
            self._is_closed = True
            indexer, reader = self._indexer.process, self._reader
        if indexer is not None:
            indexer.close()
        if reader is not None:
            reader.close()

    def prepare_exit(self) -> None:
        """Pass all pending requests to the indexer, which exits by itself.

        This process only reads the library, so it may exit at any moment.
        """
        with self._lock:
            self._is_closed = True
            indexer, reader = self._indexer.process, self._reader
        if indexer is not None:
            indexer.let_finish()
        if reader is not None:
            reader.prepare_exit()

    def _send(self, event: Event) -> None:
        """Send an event, after earlier ones."""
        self._events.append(event)
        self._deliver()

    def _deliver(self) -> None:
        """Send the waiting events, unless another call is already sending them."""
        while self._events and self._delivering.acquire(blocking=False):
            try:
                while self._events:
                    self._on_event(self._events.popleft())
            finally:
                self._delivering.release()

    # --- Requests; the lock is held, so events are only queued ---

    def _start_again(self, request_id: int) -> None:
        if not self._is_closed:
            self._indexer.start_again()
        problem = self._indexer.problem
        self._events.append(_refused(request_id, problem) if problem else RequestDone(request_id))

    def _ask_indexer(self, request_id: int, request: Request) -> None:
        if ROUTES[type(request)].is_pinned:
            self._indexer.pin(request)
        if self._indexer.send(request_message(request_id, request)):
            self._asked.add(request_id)
        elif self._indexer.problem:
            self._events.append(_refused(request_id, self._indexer.problem))

    def _ask_reader(self, request_id: int, request: Request, client: str = "") -> None:
        if self._reader is None:
            self._waiting.append((request_id, request, client))
            return
        if ROUTES[type(request)].is_urgent:
            self._indexer.send({"hold": _SECONDS_OF_SEARCH})
        self._inform_indexer(request)
        self._reader.carry_out(request_id, request, client)

    @singledispatchmethod
    def _inform_indexer(self, request: Request) -> None:
        """Inform the indexer of a request that this process answers, if it needs to know."""

    @_inform_indexer.register
    def _inform_of_opened(self, request: PreviewRequest) -> None:
        if request.page is None:
            self._indexer.send(request_message(0, NoteOpened(request.chunk_id)))

    # --- The indexer's thread ---

    def _take_message(self, message: Line) -> None:
        if message.get("opened"):
            self._open()
            return
        event = event_of(message)
        if event is not None:
            self._take_indexer_event(event)

    @singledispatchmethod
    def _take_indexer_event(self, event: Event) -> None:
        self._send(event)

    def _open(self) -> None:
        """Open the library for reading in this process, once."""
        with self._lock:
            if self._is_closed:
                return
            if self._indexer.was_restarted:
                self._indexer.send(request_message(0, RefreshLibrary()))
            if self._reader is not None or self._is_opening:
                return
            self._is_opening = True
        # Done without the lock, because it imports many modules and callers of `submit` must not
        # wait.
        reader = self._open_reader(self._take_reader_event)
        with self._lock:
            if not self._is_closed:
                self._reader = reader
                waiting, self._waiting = self._waiting, []
                for request_id, request, client in waiting:
                    self._ask_reader(request_id, request, client)
                self._indexer.send(request_message(0, ReportStatus()))
                return
        reader.close()

    @_take_indexer_event.register
    def _take_status(self, event: StatusChanged) -> None:
        status, reader = event.status, self._reader
        model = status.model
        if reader is None:
            self._report(status)
            return
        if model.problem:
            reader.refuse_model(model.problem)
        elif model.ready and self._loading != (model.name, model.fingerprint):
            self._loading = (model.name, model.fingerprint)
            reader.load_model(model.name)
        # Changes that cannot be searched in this process yet are not reported.
        reader.follow(lambda: self._report(status))

    def _report(self, status: LibraryStatus) -> None:
        """Report the library's status from the indexer, unless it is outdated."""
        with self._lock:
            if not self._indexer.problem:
                self._status = status
                self._queue_status()
        self._deliver()

    def _queue_status(self) -> None:
        """Queue the indexer's status; the model is ready only if it is loaded here too."""
        status = self._status
        if status.model.ready and not self._query_model.ready:
            model = replace(status.model, ready=False, problem=self._query_model.problem)
            status = replace(status, model=model)
        self._events.append(StatusChanged(replace(status, shared=self._shared)))

    @_take_indexer_event.register
    def _take_answer(self, event: RequestDone | RequestFailed) -> None:
        """Forward an answer once its effects can be searched here."""
        with self._lock:
            if event.request_id not in self._asked:
                return
            self._asked.discard(event.request_id)
            reader = self._reader
        if reader is None:
            self._send(event)
        else:
            reader.follow(lambda: self._send(event))

    def _indexer_ended(self) -> None:
        with self._lock:
            if self._is_closed:
                return
            asked, self._asked = self._asked, set()
            # New requests must not be sent to the process that has ended.
            self._indexer.restart()
            self._events.extend(
                RequestFailed(
                    number,
                    message("Indexing ended unexpectedly."),
                    message("Finished work is kept."),
                )
                for number in sorted(asked)
            )
            if not self._indexer.problem:
                self._events.append(
                    Notice(message("Indexing ended unexpectedly and was restarted."))
                )
        self._deliver()
        if self._indexer.problem:
            self._continue_alone()

    def _continue_alone(self) -> None:
        """Search the existing index with the chosen model, and report its state."""
        problem = self._indexer.problem  # a restart may clear it in the meantime
        if problem is not None:
            self._send(problem)
        self._open()
        if self._reader is None:
            return
        name = self._indexer.model
        if name and name != self._loading[0]:
            self._loading = (name, "")  # the next indexer may report another model
            self._reader.load_model(name)
        self._reader.carry_out(0, ReportStatus())

    # --- The reader's threads ---

    def _take_reader_event(self, event: Event) -> None:
        with self._lock:
            self._queue_reader_event(event)
        self._deliver()

    @singledispatchmethod
    def _queue_reader_event(self, event: Event) -> None:
        self._events.append(event)

    @_queue_reader_event.register
    def _queue_notice(self, event: Notice) -> None:
        self._events.append(event)
        problem = self._indexer.problem  # another attempt may clear it in the meantime
        if problem is not None:
            # the reason is last, because the last notice stays visible
            self._events.append(problem)

    @_queue_reader_event.register
    def _queue_reader_status(self, event: StatusChanged) -> None:
        known = self._query_model, self._shared
        self._query_model, self._shared = event.status.model, event.status.shared
        if self._indexer.problem:
            self._events.append(event)
        elif known != (self._query_model, self._shared):
            self._queue_status()


def _refused(request_id: int, why: Notice) -> RequestFailed:
    """Return the answer to a request while there is no indexer."""
    return RequestFailed(request_id, why.message, why.hint, can_try_again=why.can_try_again)
