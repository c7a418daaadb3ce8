"""A real engine for tests: ask, and wait for the answering event."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from engine.api import (
    AddFolder,
    Event,
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
from engine.background_engine import BackgroundEngine, ChildCommands, LibraryOpener, LibraryPlaces
from engine.background_engine.model_thread import EmbedderLoader
from engine.embedding.embedder import Embedder
from engine.embedding.gguf_embedder import GgufEmbedder
from engine.extract.reader_process import DEFAULT_COMMAND as READER_COMMAND
from engine.stores.graph_builder import DEFAULT_COMMAND as GRAPH_COMMAND
from tests.support.tiny_gguf import tiny_model

PATIENCE = 60.0


def tiny_embedder_loader(folder: Path) -> EmbedderLoader:
    """Return a loader of the tiny model, made in `folder`."""
    folder.mkdir(exist_ok=True)

    def load(_name: str, _progress: Callable[[str], None]) -> Embedder:
        return GgufEmbedder(*tiny_model(folder), threads=1)

    return load


class RunningEngine:
    """A `BackgroundEngine` over the library in `home`; used as a context manager."""

    def __init__(
        self,
        home: Path,
        load_embedder: EmbedderLoader,
        *,
        maintain: bool = True,
        settings: Settings | None = None,
    ) -> None:
        self.notices: list[Notice] = []
        self.events: list[Event] = []
        self._answers: dict[int, Event] = {}
        self._status: LibraryStatus | None = None
        self._changed = threading.Condition()
        opener = LibraryOpener(
            LibraryPlaces(
                home / "catalog.sqlite", home / "lexical", home / "vectors", home / "lock"
            ),
            settings or Settings(),
            ChildCommands(READER_COMMAND, GRAPH_COMMAND),
            load_embedder,
            maintain,
        )
        self.engine = BackgroundEngine(opener, self._on_event, model_wait=PATIENCE)

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
        wanted = self.engine.submit(request)
        with self._changed:
            assert self._changed.wait_for(lambda: wanted in self._answers, PATIENCE), request
            return self._answers[wanted]

    def add(self, folder: Path) -> Event:
        """Add a folder and return when its keywords are searchable."""
        return self.ask(AddFolder(folder))

    def search(self, query: str, **request: object) -> SearchResponse:
        """Return the answer to a search."""
        answer = self.ask(SearchRequest(query, **request))  # type: ignore[arg-type]
        assert isinstance(answer, SearchFinished), answer
        return answer.response

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

    def _is_complete(self) -> bool:
        status = self._status
        return (
            status is not None
            and status.model.ready
            and status.vectors_pending == 0
            and status.chunks > 0
        )

    def _on_event(self, event: Event) -> None:
        with self._changed:
            self.events.append(event)
            if isinstance(event, StatusChanged):
                self._status = event.status
            elif isinstance(event, Notice):
                self.notices.append(event)
            else:
                self._answers[event.request_id] = event
            self._changed.notify_all()
