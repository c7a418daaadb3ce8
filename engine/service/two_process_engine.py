"""The engine of the window: it searches here and keeps the library in a process of its own.

Reading files, analysing text and computing vectors is hours of work in Python and in native code
that would take the interpreter's lock and the processor from the window. So a child process, the
indexer, owns the library; this process opens it for reading only and follows.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

from engine.api import (
    Event,
    EventCallback,
    LibraryStatus,
    ModelStatus,
    NoteOpened,
    Notice,
    PauseEmbedding,
    PauseIndexing,
    PreviewRequest,
    RefreshLibrary,
    ReportStatus,
    Request,
    RequestDone,
    RequestFailed,
    SearchRequest,
    StartIndexingAgain,
    StatusChanged,
    UseModel,
    UseSettings,
)
from engine.service.protocol import (
    Message,
    event_of,
    is_for_indexer,
    request_message,
)
from engine.service.supervisor import (
    CANNOT_START,
    ENDS_AGAIN,
    IndexerProcess,
    RestartLimit,
    lost,
    refused,
)

if TYPE_CHECKING:
    from engine.service.engine import BackgroundEngine

logger = logging.getLogger(__name__)

# How long the indexer rests after a search: people type on, or look at what they found.
_SEARCH_SECONDS = 1.0

ReaderFactory = Callable[[EventCallback], "BackgroundEngine"]


class TwoProcessEngine:
    """An `engine.api.Engine`. Requests that change the library go to the indexer.

    `open_reader` opens the library for reading in this process (with `loads_model` off); it is
    called once the indexer has opened it. Requests submitted earlier wait until then. An indexer
    that dies is started again, three times in ten minutes at most, with the pause and the model
    that were asked for last; what else it was asked then fails with a sentence. Without an indexer
    this process searches what was read before, and tells the library's state itself, until
    StartIndexingAgain asks for another try.
    """

    def __init__(
        self,
        indexer_command: tuple[str, ...],
        indexer_start: Message,
        open_reader: ReaderFactory,
        on_event: EventCallback,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._command, self._start = indexer_command, indexer_start
        self._open_reader = open_reader
        self._on_event = on_event
        self._ids = count(1)
        self._lock = threading.RLock()
        self._waiting: list[tuple[int, Request]] = []
        self._asked: set[int] = set()
        self._wishes: dict[type[Request], Request] = {}
        self._reader: BackgroundEngine | None = None
        self._is_opening = False
        self._status = LibraryStatus()
        self._query_model = ModelStatus("", "")
        self._loading = ("", "")
        self._ends = RestartLimit(monotonic)
        self._why_alone: Notice | None = None
        self._closed = False
        with self._lock:  # what the indexer says first waits until it is known here
            self._indexer: IndexerProcess | None = self._start_indexer()
        if self._indexer is None:
            self._go_on_alone()

    def submit(self, request: Request) -> int:
        """Queue a request and return its id."""
        request_id = next(self._ids)
        if isinstance(request, StartIndexingAgain):
            self._on_event(self._started_again(request_id))
            return request_id
        with self._lock:
            alone = self._why_alone
            if is_for_indexer(request) and not (alone and isinstance(request, ReportStatus)):
                is_taken = self._ask_indexer(request_id, request)
            else:
                is_taken = True
                self._ask_reader(request_id, request)
        if not is_taken and alone:
            self._on_event(refused(request_id, alone))
        return request_id

    @property
    def indexer_process_id(self) -> int:
        """The operating system's number of the indexer's process; 0 when there is none."""
        return self._indexer.process_id if self._indexer else 0

    def close(self) -> None:
        """Stop both processes' work at the next safe point."""
        with self._lock:
            self._closed = True
            indexer, reader = self._indexer, self._reader
        if indexer is not None:
            indexer.close()
        if reader is not None:
            reader.close()

    def _started_again(self, request_id: int) -> Event:
        with self._lock:
            if self._indexer is None and not self._closed:
                self._ends.forget()
                self._why_alone = None
                self._indexer = self._start_indexer()
            alone = self._why_alone
        return refused(request_id, alone) if alone else RequestDone(request_id)

    def _ask_indexer(self, request_id: int, request: Request) -> bool:
        if isinstance(request, PauseEmbedding | PauseIndexing | UseModel):
            self._wishes[type(request)] = request
        if isinstance(request, UseSettings):  # also for previews, and for the next indexer
            self._start = {**self._start, "settings": dict(request.values)}
            self._ask_reader(0, request)
        if self._indexer is None:
            return False
        self._asked.add(request_id)
        self._indexer.send(request_message(request_id, request))
        return True

    def _ask_reader(self, request_id: int, request: Request) -> None:
        if self._reader is None:
            self._waiting.append((request_id, request))
            return
        if isinstance(request, SearchRequest):
            self._tell_indexer({"hold": _SEARCH_SECONDS})
        if isinstance(request, PreviewRequest) and request.page is None:
            self._tell_indexer(request_message(0, NoteOpened(request.chunk_id)))
        self._reader.carry_out(request_id, request)

    def _tell_indexer(self, message: Message) -> None:
        if self._indexer is not None:
            self._indexer.send(message)

    # --- The indexer's thread ---

    def _start_indexer(self) -> IndexerProcess | None:
        try:
            indexer = IndexerProcess(
                self._command, self._start, self._take_message, self._indexer_ended
            )
        except (OSError, RuntimeError) as error:  # no program, no room, no further process
            logger.warning("the indexer cannot be started: %s", error)
            self._why_alone = CANNOT_START
            return None
        for wish in self._wishes.values():
            indexer.send(request_message(0, wish))
        return indexer

    def _take_message(self, message: Message) -> None:
        if message.get("opened"):
            self._open()
            return
        event = event_of(message)
        if isinstance(event, StatusChanged):
            self._take_status(event.status)
        elif isinstance(event, RequestDone | RequestFailed):
            self._take_answer(event)
        elif event is not None:
            self._on_event(event)

    def _open(self) -> None:
        with self._lock:
            if self._closed:
                return
            if not self._ends.is_first_start:
                self._tell_indexer(request_message(0, RefreshLibrary()))
            if self._reader is not None or self._is_opening:
                return
            self._is_opening = True
        # Without the lock, as much is imported for it: nobody who submits may wait for that.
        reader = self._open_reader(self._take_reader_event)
        with self._lock:
            is_late = self._closed
            if not is_late:
                self._use_reader(reader)
        if is_late:
            reader.close()

    def _use_reader(self, reader: BackgroundEngine) -> None:
        self._reader = reader
        waiting, self._waiting = self._waiting, []
        for request_id, request in waiting:
            self._ask_reader(request_id, request)
        self._tell_indexer(request_message(0, ReportStatus()))

    def _take_status(self, status: LibraryStatus) -> None:
        model, reader = status.model, self._reader
        if reader is None:
            self._tell_status(status)
            return
        if model.problem:
            reader.refuse_model(model.problem)
        elif model.ready and self._loading != (model.name, model.fingerprint):
            self._loading = (model.name, model.fingerprint)
            reader.load_model(model.name)
        # What cannot be searched in this process yet is not told.
        reader.follow(lambda: self._tell_status(status))

    def _tell_status(self, status: LibraryStatus) -> None:
        self._status = status
        self._send_status()

    def _send_status(self) -> None:
        """Tell the indexer's status; meaning is ready when queries can be embedded here too."""
        status = self._status
        if status.model.ready and not self._query_model.ready:
            model = replace(status.model, ready=False, problem=self._query_model.problem)
            status = replace(status, model=model)
        self._on_event(StatusChanged(status))

    def _take_answer(self, event: RequestDone | RequestFailed) -> None:
        """Pass an answer on once its effects can be searched here."""
        with self._lock:
            if event.request_id not in self._asked:
                return
            self._asked.discard(event.request_id)
            reader = self._reader
        if reader is None:
            self._on_event(event)
        else:
            reader.follow(lambda: self._on_event(event))

    def _indexer_ended(self) -> None:
        with self._lock:
            if self._closed:
                return
            ended = self.indexer_process_id
            asked, self._asked = self._asked, set()
            self._why_alone = ENDS_AGAIN if self._ends.note() else None
            # Whoever asks from now on must not ask the process that has ended.
            self._indexer = None if self._why_alone else self._start_indexer()
        logger.warning("the indexer ended unexpectedly (process %d)", ended)
        for request_id in sorted(asked):
            self._on_event(lost(request_id))
        if self._indexer is None:
            self._go_on_alone()
        else:
            self._on_event(Notice("Indexing ended unexpectedly and was started again."))

    def _go_on_alone(self) -> None:
        """Search what is there, with the model that was chosen, and tell its state."""
        if self._why_alone is not None:
            self._on_event(self._why_alone)
        self._open()
        if self._reader is None:
            return
        wish = self._wishes.get(UseModel)
        usual = self._start.get("settings", {}).get("embedding.model", "")
        name = wish.name if isinstance(wish, UseModel) else str(usual)
        if name and name != self._loading[0]:
            self._loading = (name, "")  # the next indexer may say that another one answers
            self._reader.load_model(name)
        self._reader.carry_out(0, ReportStatus())

    # --- The reader's threads ---

    def _take_reader_event(self, event: Event) -> None:
        alone = self._why_alone  # another try may take it back meanwhile
        if isinstance(event, StatusChanged):
            known, self._query_model = self._query_model, event.status.model
            if not alone:
                if self._query_model != known:
                    self._send_status()
                return
        self._on_event(event)
        if alone and isinstance(event, Notice):
            self._on_event(alone)  # why comes last, as it is what stays to be read
