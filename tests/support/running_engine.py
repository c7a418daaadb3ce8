"""A real engine for tests: submit a request and wait for the answer."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.support.patience import PATIENCE
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


def library_opener(
    home: Path,
    load_embedder: EmbedderLoader,
    *,
    maintain: bool,
    settings: Settings | None = None,
) -> LibraryOpener:
    """Return a function that opens the library in `home`."""
    return LibraryOpener(
        LibraryPlaces(home / "catalog.sqlite", home / "lexical", home / "vectors", home / "lock"),
        settings or Settings(),
        ChildCommands(READER_COMMAND, GRAPH_COMMAND),
        load_embedder,
        maintain,
    )


class RunningEngine:
    """An engine for tests. Use it as a context manager.

    `open_engine` receives the event callback and returns the engine.
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
        """Return the event that answers a submitted request."""
        with self._changed:
            assert self._changed.wait_for(lambda: request_id in self._answers, PATIENCE), request_id
            return self._answers[request_id]

    def when_event(self, listener: EventCallback) -> None:
        """Call `listener` with every event, on the engine's thread, before other listeners."""
        self._listener = listener

    def add(self, folder: Path) -> Event:
        """Add a folder and wait until its keywords are searchable."""
        return self.ask(AddFolder(folder))

    def search(self, query: str, **request: object) -> SearchResponse:
        """Return the response to a search."""
        answer = self.ask(SearchRequest(query, **request))  # type: ignore[arg-type]
        assert isinstance(answer, SearchFinished), answer
        return answer.response

    def ask_search(self, query: str) -> Event:
        """Return the event that answers a search, which may be a failure."""
        return self.ask(SearchRequest(query))

    def wait_for_notice(self, fragment: str) -> None:
        """Wait for a notice that contains `fragment`."""
        with self._changed:
            assert self._changed.wait_for(
                lambda: any(fragment in notice.message for notice in self.notices), PATIENCE
            ), self.notices

    def paths(self, query: str, **request: object) -> list[str]:
        """Return the paths of the hits, best first."""
        return [hit.doc_path for hit in self.search(query, **request).hits]

    def status(self) -> LibraryStatus:
        """Return the current library status."""
        self.ask(ReportStatus())
        assert self._status is not None
        return self._status

    def wait_for_vectors(self) -> LibraryStatus:
        """Wait until every passage has a vector."""
        self.engine.submit(ReportStatus())
        with self._changed:
            assert self._changed.wait_for(self._is_complete, PATIENCE), self._status
            assert self._status is not None
            return self._status

    def wait_for_phase(self, phase: IndexingPhase) -> LibraryStatus:
        """Wait for a new status with this phase and return it."""
        with self._changed:
            self._status = None
        self.engine.submit(ReportStatus())
        return self.wait_for_status(lambda status: status.phase is phase)

    def wait_for_status(self, is_reached: Callable[[LibraryStatus], bool]) -> LibraryStatus:
        """Wait until the latest status fulfils the condition, and return it."""
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
