"""A blocking client of the engine: it sends a request and waits for the answer."""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition, get_ident
from threading import Event as Flag
from types import TracebackType
from typing import Protocol, Self, TypeVar

from twofold.app.compose import open_engine
from twofold.app.paths import LibraryPaths
from twofold.engine.api import (
    BadRequestError,
    CancelRequest,
    Engine,
    EngineError,
    Event,
    ExportProgress,
    IndexingPhase,
    LibraryStatus,
    Message,
    Notice,
    ReportStatus,
    Request,
    RequestDone,
    RequestFailed,
    Settings,
    StatusChanged,
)

_HEARTBEAT_SECONDS = 0.5

StatusListener = Callable[[LibraryStatus], None]
NoticeListener = Callable[[Notice], None]
Answer = TypeVar("Answer")


class RequestCancelledError(EngineError):
    """The caller does not wait for the answer any more."""


class Asker(Protocol):
    """Sends requests and waits for their answers."""

    def ask(self, request: Request, kind: type[Answer]) -> Answer:
        """Return the event of `kind` that answers `request`; raise EngineError if it failed."""
        ...

    def present_status(self) -> LibraryStatus:
        """Return the state of the library as it is at this moment."""
        ...


class BlockingClient:
    """An engine that is open inside a `with` block and may be used from any number of threads.

    `on_notice` receives the notices of the engine: warnings at the end of the block, all others
    immediately, on an engine thread. `maintain` opens the library for writing. `watch` indexes
    files when they change on disk. Without `loads_model`, nothing is embedded. Events arrive on
    engine threads. An answer may arrive before `submit` returns its id, so answers are stored until
    `ask` returns them.
    """

    def __init__(
        self,
        library: LibraryPaths,
        settings: Settings,
        on_notice: NoticeListener = lambda _notice: None,
        on_status: StatusListener | None = None,
        *,
        maintain: bool = False,
        watch: bool = False,
        loads_model: bool = True,
    ) -> None:
        self._library = library
        self._settings = settings
        self._on_notice = on_notice
        self._on_status = on_status
        self._maintain = maintain
        self._watch = watch
        self._loads_model = loads_model
        self._changed = Condition()
        self._answers: dict[int, Event] = {}
        self._abandoned: set[int] = set()  # requests whose answers nobody waits for
        self._warnings: list[Notice] = []
        # Notices that arrived before it was known whether this process may write to the library.
        self._early: list[Notice] = []
        self._may_write = not maintain
        self._status = LibraryStatus()
        self._engine: Engine | None = None
        self._is_closed = False

    def __enter__(self) -> Self:
        self._engine = open_engine(
            self._library,
            self._settings,
            self._on_event,
            maintain=self._maintain,
            wait_for_model=True,
            watch=self._watch,
            loads_model=self._loads_model,
        )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._engine is not None:
            self._engine.close()
            with self._changed:  # requests of other threads get no answer any more
                self._is_closed = True
                self._changed.notify_all()
        for notice in (*self._early, *self._warnings):
            if not (isinstance(error, EngineError) and notice.message.startswith(error.message)):
                self._on_notice(notice)

    def ask(self, request: Request, kind: type[Answer], cancelled: Flag | None = None) -> Answer:
        """Return the event of `kind` that answers `request`; raise EngineError if it failed.

        Raise RequestCancelledError if another thread calls `cancel` with the flag `cancelled`.
        """
        if self._engine is None or self._is_closed:
            raise EngineError(Message("The library is not open."))
        is_cancelled = cancelled.is_set if cancelled else lambda: False
        # The engine does not answer a search if the same caller has sent a newer one. So each
        # thread is a caller of its own, and sends one request at a time.
        caller = f"thread {get_ident()}"
        wanted = self._engine.submit(request, caller)
        with self._changed:
            # Windows does not deliver Ctrl+C to a wait without a timeout.
            while not (wanted in self._answers or is_cancelled() or self._is_closed):
                self._changed.wait(_HEARTBEAT_SECONDS)
            answer = self._answers.pop(wanted, None)
        if answer is None and is_cancelled():
            self._abandon(wanted)
            self._abandon(self._engine.submit(CancelRequest(wanted), caller))
            raise RequestCancelledError(Message("The request was cancelled."))
        if answer is None:
            raise EngineError(Message("The library was closed before it answered."))
        if isinstance(answer, RequestFailed):
            problem = BadRequestError if answer.is_bad_request else EngineError
            raise problem(answer.message, answer.hint)
        if not isinstance(answer, kind):
            raise TypeError(f"no answer to {type(request).__name__}: {answer}")
        return answer

    def cancel(self, cancelled: Flag) -> None:
        """Set a flag that was passed to `ask`, and end that call and its request."""
        with self._changed:
            cancelled.set()
            self._changed.notify_all()

    def _abandon(self, request_id: int) -> None:
        with self._changed:
            if self._answers.pop(request_id, None) is None:
                self._abandoned.add(request_id)

    def status(self) -> LibraryStatus:
        """Wait until the model is loaded or has failed, then return the state of the library."""
        return self._wait_until(lambda status: bool(status.model.ready or status.model.problem))

    @property
    def warnings(self) -> tuple[Message, ...]:
        """The warnings of the engine, for example about a full disk."""
        return tuple(notice.message for notice in self._warnings)

    def wait_until_done(self, *, with_vectors: bool) -> LibraryStatus:
        """Wait until all files are indexed, and with `with_vectors` also embedded if possible.

        Return the state of the library.
        """
        return self._wait_until(
            lambda status: status.is_read and (not with_vectors or self._is_embedded(status))
        )

    def wait_forever(self) -> None:
        """Wait until KeyboardInterrupt is raised."""
        while True:
            with self._changed:
                self._changed.wait(_HEARTBEAT_SECONDS)

    def present_status(self) -> LibraryStatus:
        """Return the state of the library as it is at this moment."""
        self.ask(ReportStatus(), RequestDone)
        with self._changed:
            return self._status

    def _wait_until(self, is_reached: Callable[[LibraryStatus], bool]) -> LibraryStatus:
        while True:
            self.ask(ReportStatus(), RequestDone)
            with self._changed:
                if is_reached(self._status):
                    return self._status
                self._changed.wait(_HEARTBEAT_SECONDS)

    def _is_embedded(self, status: LibraryStatus) -> bool:
        """Return whether embedding has ended.

        It has also ended if the model has a problem, or if the engine is idle after a warning.
        """
        gave_up = bool(self._warnings) and status.phase is IndexingPhase.IDLE
        is_done = status.is_embedded or gave_up
        return bool(status.model.problem) or (status.model.ready and is_done)

    def _on_event(self, event: Event) -> None:
        if isinstance(event, Notice):
            self._report(event)
        elif isinstance(event, StatusChanged):
            self._update_status(event.status)
        elif not isinstance(event, ExportProgress):
            with self._changed:
                if event.request_id in self._abandoned:
                    self._abandoned.remove(event.request_id)
                    return
                self._answers[event.request_id] = event
                self._changed.notify_all()

    def _report(self, notice: Notice) -> None:
        """Pass on a notice; keep a warning until the end, because a failure may repeat its text."""
        if notice.is_warning:
            self._warnings.append(notice)
        elif not self._may_write:
            self._early.append(notice)
        else:
            self._on_notice(notice)

    def _update_status(self, status: LibraryStatus) -> None:
        if not (self._may_write or status.read_only):
            self._may_write = True
            early, self._early = self._early, []
            for notice in early:
                self._report(notice)
        with self._changed:
            self._status = status
            self._changed.notify_all()
        if self._on_status is not None:
            self._on_status(status)
