"""The engine: accepts requests with ids and sends events.

`routes.py` defines the thread of each request. `answers.py` answers questions; the `Writer` of the
`LibraryHost` makes changes.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial, singledispatchmethod
from itertools import count

from twofold.engine.api import (
    CancelRequest,
    Event,
    EventCallback,
    PauseEmbedding,
    PauseIndexing,
    Request,
    RequestDone,
    RequestFailed,
    Settings,
    UseSettings,
)
from twofold.engine.model.localized import Message, message
from twofold.engine.service.answers import Question, answer
from twofold.engine.service.library_host import LibraryHost
from twofold.engine.service.library_opener import LibraryOpener
from twofold.engine.service.routes import ROUTES, Lane
from twofold.engine.service.scheduler import Job, SearchPriority, Worker, send_answer

# After this time without a request, memory is released. Mapping the vectors again takes the next
# search two milliseconds, which must not happen while the user is typing.
_SECONDS_TO_REST = 5.0
# Time for an export to end, and for closing the catalog while another thread writes to it. If that
# takes longer, the catalog is checked at the next start, as after a crash.
_SECONDS_TO_CLOSE = 1.0


class BackgroundEngine:
    """One library, searched and kept up to date in the background.

    The constructor returns immediately; the library is opened on the indexing thread. If that
    fails, a Notice reports it and every request fails with the same message. While another process
    writes to the library, it is read-only; when that process ends, this one keeps it up to date. A
    search waits for the model at most `model_wait` seconds; after that, keywords answer alone.
    """

    def __init__(
        self,
        opener: LibraryOpener,
        on_event: EventCallback,
        *,
        model_wait: float = 0.0,
        loads_model: bool = True,
        watches: bool = False,
    ) -> None:
        self._on_event = on_event
        self._model_wait = model_wait
        self._ids = count(1)
        self._priority = SearchPriority()
        self._host = LibraryHost(
            opener,
            on_event,
            self._priority,
            self._carry_out_for_another,
            loads_model=loads_model,
            watches=watches,
        )
        self._workers = {
            lane: self._host.indexing if lane is Lane.INDEXING else self._new_worker(lane)
            for lane in Lane
        }
        for worker in self._workers.values():
            worker.start()

    def _new_worker(self, lane: Lane) -> Worker:
        return Worker(
            lane.value,
            start_work=self._host.wait_until_opened,
            idle_work=self._release_memory,
            rest_seconds=_SECONDS_TO_REST,
        )

    @property
    def indexer_process_id(self) -> int:
        """Always 0, because everything runs in this process."""
        return 0

    def submit(self, request: Request, client: str = "") -> int:
        """Queue a request and return its id. The answer is an event with the same id."""
        request_id = next(self._ids)
        self.carry_out(request_id, request, client)
        return request_id

    def carry_out(self, request_id: int, request: Request, client: str = "") -> None:
        """Queue a request with an id chosen by the caller."""
        route = ROUTES[type(request)]

        def carry_out() -> Event | None:
            if route.changes_library:
                return RequestDone(request_id, self._host.change(request))
            is_cancelled = job.cancelled.is_set
            question = Question(
                request_id, self._host, self._on_event, is_cancelled, self._model_wait
            )
            return answer(request, question)

        self._apply_immediately(request)
        if route.is_urgent:
            self._priority.begin()
        job = Job(
            partial(send_answer, self._on_event, request_id, carry_out),
            request,
            request_id,
            kind=(type(request), client) if route.is_newest_only else (),
            outdated_by=(route.outdated_by, client) if route.outdated_by else (),
            on_end=self._priority.end if route.is_urgent else None,
            is_kept=route.is_kept,
            is_short=route.is_short,
        )
        self._workers[route.lane].put(job)

    def _carry_out_for_another(self, request: Request, send: EventCallback) -> None:
        """Queue a change that another process sent, and send it the answer."""
        route, closing = ROUTES[type(request)], message("The other Twofold process is closing.")
        answered = threading.Event()

        def answer(event: Event) -> None:
            answered.set()
            send(event)

        def drop() -> None:
            if not answered.is_set():
                answer(RequestFailed(0, closing, message("Try again.")))

        def change() -> Event:
            return RequestDone(0, self._host.change(request))

        job = Job(
            partial(send_answer, answer, 0, change),
            request,
            on_end=drop,
            is_kept=route.is_kept,
            is_short=route.is_short,
        )
        self._workers[route.lane].put(job)

    @singledispatchmethod
    def _apply_immediately(self, request: Request) -> None:
        """Apply the part of a request that need not wait for the thread of its route."""

    @_apply_immediately.register
    def _pause_embedding(self, request: PauseEmbedding) -> None:
        self._host.pauses.embedding = request.paused

    @_apply_immediately.register
    def _pause_indexing(self, request: PauseIndexing) -> None:
        self._host.pauses.everything = request.paused

    @_apply_immediately.register
    def _note_settings(self, request: UseSettings) -> None:
        self._host.note_settings(Settings.from_mapping(dict(request.values)))

    @_apply_immediately.register
    def _cancel_request(self, request: CancelRequest) -> None:
        for worker in self._workers.values():
            worker.cancel(request.request_id)

    def wait_until_opened(self) -> None:
        """Wait until the library is open or known to be unusable."""
        self._host.wait_until_opened()

    def load_model(self, name: str) -> None:
        """Load the model named `name` for queries, if `loads_model` is off."""
        self._host.indexing.put(Job(partial(self._host.models.start, name)))

    def refuse_model(self, sentence: Message) -> None:
        """Set the reason why searching by meaning is not possible."""
        if self._host.library is not None:
            self._host.library.set_model_problem(sentence)

    def follow(self, then: Callable[[], None]) -> None:
        """Make the changes of another process searchable, then call `then`."""
        self._host.indexing.put(Job(partial(self._host.follow, then)))

    def hold_background_work(self, seconds: float) -> None:
        """Make background work yield, because a search runs in another process."""
        self._priority.hold(seconds)

    def close(self, model_patience: float | None = None) -> None:
        """Stop all work at the next safe point. Return when every thread has ended.

        Loading or converting a model cannot be interrupted. A caller that exits the process anyway
        can limit the wait for it to `model_patience` seconds.
        """
        for worker in self._workers.values():
            worker.ask_to_stop()
        self._host.stop(model_patience)
        for worker in self._workers.values():
            worker.join()
        self._host.close(model_patience)

    def prepare_exit(self) -> None:
        """Carry out the requested changes. After that, the process may exit at any moment.

        Background work is not waited for, because a crash in the middle of it loses nothing. Only
        an export gets some time to delete its unfinished file.
        """
        self._host.refuse_changes()
        library = self._host.library
        if library is not None:
            library.announce_closing()
        for worker in self._workers.values():
            worker.ask_to_stop()
        for worker in self._workers.values():
            worker.wait_for_kept_jobs()
        self._workers[Lane.EXPORT].join(_SECONDS_TO_CLOSE)
        if (library := self._host.library) is not None:
            library.catalog.close(_SECONDS_TO_CLOSE)

    def _release_memory(self) -> bool:
        if (library := self._host.library) is not None:
            library.release_memory()
        return False
