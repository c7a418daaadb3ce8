"""A real window over a real engine with the real default model."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.compose import document_extensions, open_engine, open_window_engine
from app.paths import AppPaths, LibraryPaths, sample_library
from engine.api import AddFolder, Engine, Event, LibraryStatus, Request, Settings, StatusChanged
from tests.support.shared_weights import weights_loaded_once
from ui.client import EngineClient
from ui.preview.markdown_reading import import_parser
from ui.theme import Theme
from ui.window.main_window import MainWindow, WindowOptions

PATIENCE_MS = 600_000


@dataclass
class OpenWindow:
    """The window, and what the engine last told."""

    window: MainWindow
    client: EngineClient
    engine: Engine
    qtbot: QtBot
    status: LibraryStatus = field(default_factory=LibraryStatus)

    def take(self, event: Event) -> None:
        if isinstance(event, StatusChanged):
            self.status = event.status

    def submit(self, request: Request) -> None:
        self.client.submit(request)

    def wait_until(self, condition: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(condition, timeout=PATIENCE_MS)

    def wait_for_vectors(self) -> None:
        self.wait_until(
            lambda: (
                self.status.model.ready
                and self.status.chunks > 0
                and self.status.vectors_pending == 0
            )
        )


@pytest.fixture
def theme(qapp) -> Iterator[Theme]:
    """The light theme, put back afterwards."""
    palette, sheet = qapp.palette(), qapp.styleSheet()
    theme = Theme.load("light")
    theme.apply(qapp)
    yield theme
    qapp.setStyleSheet(sheet)
    qapp.setPalette(palette)


@pytest.fixture
def show_window(qtbot, models, theme, tmp_path) -> Iterator[Callable[[Path], OpenWindow]]:
    """Open windows over library folders; they are closed at the end."""
    opened: list[OpenWindow] = []
    import_parser()  # as the program does on a thread of its own, once its window stands

    def show(library: Path) -> OpenWindow:
        client = EngineClient()
        paths = AppPaths(
            LibraryPaths(library, models), tmp_path / "settings.yaml", tmp_path / "logs"
        )
        engine = open_window_engine(paths, Settings(), client.post)
        client.attach(engine)
        window = MainWindow(
            client, theme, Settings(), WindowOptions(document_extensions=document_extensions)
        )
        qtbot.addWidget(window)
        shown = OpenWindow(window, client, engine, qtbot)
        client.event_received.connect(shown.take)
        window.show()
        opened.append(shown)
        return shown

    yield show
    for shown in opened:
        shown.client.shut()
        shown.engine.close()
        shown.window.close()


@pytest.fixture
def empty_window(show_window, tmp_path) -> OpenWindow:
    """A window over an empty library."""
    return show_window(tmp_path / "library")


@pytest.fixture(scope="session")
def indexed_sample(models, tmp_path_factory) -> Path:
    """The folder of a library that holds the sample documents, complete with vectors."""
    home = tmp_path_factory.mktemp("sample") / "library"
    status, complete = LibraryStatus(), threading.Event()

    def take(event: Event) -> None:
        nonlocal status
        if isinstance(event, StatusChanged):
            status = event.status
            if status.chunks and status.vectors_ready and not status.vectors_pending:
                complete.set()

    engine = open_engine(LibraryPaths(home, models), Settings(), take)
    folder = sample_library()
    assert folder is not None
    engine.submit(AddFolder(folder))
    assert complete.wait(PATIENCE_MS / 1000), status
    engine.close()
    return home


@pytest.fixture(scope="module")
def _weights_loaded_once() -> Iterator[None]:
    with weights_loaded_once():
        yield


@pytest.fixture
def sample_window(_weights_loaded_once, show_window, indexed_sample) -> OpenWindow:
    """A window over the indexed sample library."""
    shown = show_window(indexed_sample)
    shown.window.resize(1440, 900)  # with all columns, however small the screen of the tests
    shown.wait_for_vectors()
    return shown


class UiClock:
    """The processor time the UI thread spends at a stretch, without the waits between."""

    def __init__(self) -> None:
        self.longest_ms = 0.0
        self.beats = 0
        self._last = time.thread_time()

    def beat(self) -> None:
        """Take note of the time since the last beat; called by a timer on the UI thread."""
        now = time.thread_time()
        self.longest_ms = max(self.longest_ms, (now - self._last) * 1000)
        self._last = now
        self.beats += 1
