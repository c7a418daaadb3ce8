"""One command's talk with the engine: ask, wait for the answering event, close."""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition
from types import TracebackType
from typing import Self

from app.cli.command import Context
from app.cli.output import tell
from engine.api import (
    Engine,
    EngineError,
    Event,
    IndexingPhase,
    LibraryStatus,
    Notice,
    ReportStatus,
    Request,
    RequestFailed,
    StatusChanged,
)

_HEARTBEAT_SECONDS = 0.5

StatusListener = Callable[[LibraryStatus], None]


class Session:
    """The engine open for the time of a `with` block. Used from one thread.

    Events arrive on engine threads; answers are kept until they are asked for, as an answer may
    come before `submit` has returned the id.
    """

    def __init__(self, context: Context, on_status: StatusListener | None = None) -> None:
        self._context = context
        self._on_status = on_status
        self._changed = Condition()
        self._answers: dict[int, Event] = {}
        self._status: LibraryStatus | None = None
        self._engine: Engine | None = None

    def __enter__(self) -> Self:
        from app.compose import open_engine  # noqa: PLC0415 (loads the native libraries)

        self._engine = open_engine(
            self._context.paths.library, self._context.settings(), self._on_event
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

    def ask(self, request: Request) -> Event:
        """Return the event that answers `request`; raise EngineError when it failed."""
        wanted = self._opened.submit(request)
        with self._changed:
            self._changed.wait_for(lambda: wanted in self._answers)
            answer = self._answers.pop(wanted)
        if isinstance(answer, RequestFailed):
            raise EngineError(answer.message, answer.hint)
        return answer

    def status(self) -> LibraryStatus:
        """Return the state of the library as the engine reports it now."""
        with self._changed:
            self._status = None
        self._opened.submit(ReportStatus())
        with self._changed:
            self._changed.wait_for(lambda: self._status is not None)
            if self._status is None:
                raise EngineError("The engine did not report the state of the library.")
            return self._status

    def wait_until_done(self, *, with_vectors: bool) -> LibraryStatus:
        """Return when everything found is searchable, by meaning too if asked and possible."""
        while not _is_done(status := self.status(), with_vectors=with_vectors):
            with self._changed:
                self._changed.wait(_HEARTBEAT_SECONDS)
        return status

    @property
    def _opened(self) -> Engine:
        if self._engine is None:
            raise EngineError("The library is not open.")
        return self._engine

    def _on_event(self, event: Event) -> None:
        if isinstance(event, Notice):
            tell(f"{event.message} {event.hint}".strip())
        elif isinstance(event, StatusChanged):
            self._take_status(event.status)
        else:
            with self._changed:
                self._answers[event.request_id] = event
                self._changed.notify_all()

    def _take_status(self, status: LibraryStatus) -> None:
        with self._changed:
            self._status = status
            self._changed.notify_all()
        if self._on_status is not None:
            self._on_status(status)


def _is_done(status: LibraryStatus, *, with_vectors: bool) -> bool:
    if status.documents_pending or status.phase in {IndexingPhase.SCANNING, IndexingPhase.READING}:
        return False
    return not (with_vectors and status.vectors_pending and not status.model.problem)
