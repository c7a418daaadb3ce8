"""A real engine for tests: ask, and wait for the answering event."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from twofold.engine.api import (
    AddFolder,
    Engine,
    Event,
    EventCallback,
    ExportProgress,
    IndexingPhase,
    LibraryStatus,
    Notice,
    ReportStatus,
    Request,
    SearchFinished,
    SearchRequest,
    SearchResponse,
    Settings,
    StatusChanged,
)
from twofold.engine.extract.process.reader_process import DEFAULT_COMMAND as READER_COMMAND
from twofold.engine.service.engine import BackgroundEngine
from twofold.engine.service.library_opener import LibraryOpener
from twofold.engine.service.open_library import ChildCommands, EmbedderLoader, LibraryPlaces
from twofold.engine.stores.vectors.graph import DEFAULT_COMMAND as GRAPH_COMMAND

PATIENCE = 300.0


def library_opener(
    home: Path,
    load_embedder: EmbedderLoader,
    *,
    maintain: bool,
    settings: Settings | None = None,
) -> LibraryOpener:
    """Return the opener of the library in `home`."""
    return LibraryOpener(
        LibraryPlaces(home / "catalog.sqlite", home / "lexical", home / "vectors", home / "lock"),
        settings or Settings(),
        ChildCommands(READER_COMMAND, GRAPH_COMMAND),
        load_embedder,
        maintain,
    )


class RunningEngine:
    """An engine that a test talks to; used as a context manager.

    `open_engine` gets the callback for the events and returns the engine.
    """

    def __init__(self, open_engine: Callable[[EventCallback], Engine]) -> None:
        self.notices: list[Notice] = []
        self.events: list[Event] = []
        self._answers: dict[int, Event] = {}
        self._status: LibraryStatus | None = None
        self._listener: EventCallback | None = None
        self._changed = threading.Condition()
        self.engine = open_engine(self._on_event)

    @classmethod
    def over(
        cls,
        home: Path,
        load_embedder: EmbedderLoader,
        *,
        maintain: bool = True,
        settings: Settings | None = None,
    ) -> Self:
        """Open the library in `home` in this process."""
        opener = library_opener(home, load_embedder, maintain=maintain, settings=settings)
        return cls(lambda on_event: BackgroundEngine(opener, on_event, model_wait=PATIENCE))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.engine.close()

    def ask(self, request: Request) -> Event:
        """Return the event that answers `request`."""
        return self.answer_to(self.engine.submit(request))

    def answer_to(self, request_id: int) -> Event:
        """Return the event that answers an earlier request."""
        with self._changed:
            assert self._changed.wait_for(lambda: request_id in self._answers, PATIENCE), request_id
            return self._answers[request_id]

    def when_event(self, listener: EventCallback) -> None:
        """Call `listener` with every event, on the engine's thread, before anybody else."""
        self._listener = listener

    def add(self, folder: Path) -> Event:
        """Add a folder and return when its keywords are searchable."""
        return self.ask(AddFolder(folder))

    def search(self, query: str, **request: object) -> SearchResponse:
        """Return the answer to a search."""
        answer = self.ask(SearchRequest(query, **request))  # type: ignore[arg-type]
        assert isinstance(answer, SearchFinished), answer
        return answer.response

    def ask_search(self, query: str) -> Event:
        """Return the event that answers a search, whatever it is."""
        return self.ask(SearchRequest(query))

    def wait_for_notice(self, fragment: str) -> None:
        """Return when a notice that holds `fragment` has come."""
        with self._changed:
            assert self._changed.wait_for(
                lambda: any(fragment in notice.message for notice in self.notices), PATIENCE
            ), self.notices

    def paths(self, query: str, **request: object) -> list[str]:
        """Return the paths of the hits, best first."""
        return [hit.doc_path for hit in self.search(query, **request).hits]

    def status(self) -> LibraryStatus:
        """Return the state of the library now."""
        self.ask(ReportStatus())
        assert self._status is not None
        return self._status

    def wait_for_vectors(self) -> LibraryStatus:
        """Return when every passage has its vector."""
        self.engine.submit(ReportStatus())
        with self._changed:
            assert self._changed.wait_for(self._is_complete, PATIENCE), self._status
            assert self._status is not None
            return self._status

    def wait_for_phase(self, phase: IndexingPhase) -> LibraryStatus:
        """Return the first state from now on in which the engine does this."""
        with self._changed:
            self._status = None
        self.engine.submit(ReportStatus())
        return self.wait_for_status(lambda status: status.phase is phase)

    def wait_for_status(self, is_reached: Callable[[LibraryStatus], bool]) -> LibraryStatus:
        """Return the last state told, when or as soon as it is as wanted."""
        with self._changed:
            assert self._changed.wait_for(
                lambda: self._status is not None and is_reached(self._status), PATIENCE
            ), self._status
            assert self._status is not None
            return self._status

    def _is_complete(self) -> bool:
        status = self._status
        return (
            status is not None
            and status.model.ready
            and status.vectors_pending == 0
            and status.chunks > 0
        )

    def _on_event(self, event: Event) -> None:
        if self._listener is not None:
            self._listener(event)
        with self._changed:
            self.events.append(event)
            if isinstance(event, StatusChanged):
                self._status = event.status
            elif isinstance(event, Notice):
                self.notices.append(event)
            elif not isinstance(event, ExportProgress):
                self._answers[event.request_id] = event
            self._changed.notify_all()
