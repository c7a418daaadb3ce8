"""A real window over a real engine with the real default model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from pytestqt.qtbot import QtBot

from app.compose import document_extensions, open_window_engine
from app.paths import AppPaths, LibraryPaths
from engine.api import Event, LibraryStatus, Request, Settings, StatusChanged
from ui.client import EngineClient
from ui.preview.reading import import_parser
from ui.theme import Theme
from ui.window.main_window import MainWindow, WindowOptions

PATIENCE_MS = 600_000


@dataclass
class OpenWindow:
    """The window, and what the engine last told."""

    window: MainWindow
    client: EngineClient
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
    theme = Theme("light")
    theme.apply(qapp)
    yield theme
    qapp.setStyleSheet(sheet)
    qapp.setPalette(palette)


@pytest.fixture
def empty_window(qtbot, models, theme, tmp_path) -> Iterator[OpenWindow]:
    """A window over an empty library."""
    import_parser()  # as the program does on a thread of its own, once its window stands
    client = EngineClient()
    library = LibraryPaths(tmp_path / "library", models)
    paths = AppPaths(library, tmp_path / "settings.yaml", tmp_path / "logs")
    engine = open_window_engine(paths, Settings(), client.post)
    client.attach(engine)
    options = WindowOptions(document_extensions=document_extensions)
    window = MainWindow(client, theme, Settings(), options)
    qtbot.addWidget(window)
    shown = OpenWindow(window, client, qtbot)
    client.event_received.connect(shown.take)
    window.resize(1440, 900)  # with all columns, however small the screen of the tests
    window.show()
    yield shown
    client.shut()
    engine.close()
    window.close()
