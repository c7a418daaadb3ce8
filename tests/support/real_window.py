"""A whole window with a real engine and the tiny model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pytestqt.qtbot import QtBot

from tests.fakes.window_parts import window_options
from tests.support.running_engine import RunningEngine, library_opener
from tests.support.tiny_embedder import tiny_embedder_loader
from twofold.engine.api import (
    AddFolder,
    Engine,
    Event,
    EventCallback,
    LibraryStatus,
    Notice,
    Settings,
    SettingValue,
    StatusChanged,
)
from twofold.engine.service.engine import BackgroundEngine
from twofold.engine.service.open_library import EmbedderLoader
from twofold.ui.client import EngineClient
from twofold.ui.theme import Theme
from twofold.ui.window.main_window import MainWindow

NOTES: dict[str, str | bytes] = {
    "garage.md": "# Garage\n\nThe automobile needs new tyres before winter.\n",
    "health.md": "# Health\n\nSee the physician in May, and ask about the knee.\n",
    "deep/plan.txt": "Buy bread and call the bank about the loan.\n",
    "deep/tyres.md": "# Tyres\n\nWinter tyres are kept in the cellar; the bank pays.\n",
}


def index_notes(home: Path) -> Path:
    """Index NOTES in a library in `home`, with vectors. Return the folder of the documents."""
    index_files(home, {home / "notes": NOTES})
    return home / "notes"


def index_files(
    home: Path, folders: dict[Path, dict[str, str | bytes]], settings: Settings | None = None
) -> None:
    """Write files into folders and index them in a library in `home`, with vectors."""
    loader = tiny_embedder_loader(home / "model")
    with RunningEngine.over(home / "library", loader, settings=settings) as running:
        for folder, files in folders.items():
            for name, content in files.items():
                path = folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content if isinstance(content, bytes) else content.encode())
            running.ask(AddFolder(folder))
        running.wait_for_vectors()


@dataclass
class RealWindow:
    """A window, its engine, and the status and notices that the engine sent."""

    window: MainWindow
    client: EngineClient
    engine: Engine
    qtbot: QtBot
    status: LibraryStatus = field(default_factory=LibraryStatus)
    notices: list[Notice] = field(default_factory=list)

    def take(self, event: Event) -> None:
        if isinstance(event, StatusChanged):
            self.status = event.status
        elif isinstance(event, Notice):
            self.notices.append(event)

    def wait_until(self, condition: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(condition()))


@contextmanager
def real_window(
    qtbot: QtBot,
    theme: Theme,
    home: Path,
    settings: dict[str, SettingValue] | None = None,
    load_model: EmbedderLoader | None = None,
    open_engine: Callable[[EventCallback], Engine] | None = None,
    **parts: Any,
) -> Iterator[RealWindow]:
    """Show a window for the library that `index_notes` created in `home`, with additional `parts`.

    `open_engine` replaces the engine.
    """
    client = EngineClient()
    values = Settings.from_mapping(settings or {})
    if open_engine is None:
        load_model = load_model or tiny_embedder_loader(home / "model")
        opener = library_opener(home / "library", load_model, maintain=True, settings=values)
        engine: Engine = BackgroundEngine(opener, client.post)
    else:
        engine = open_engine(client.post)
    client.attach(engine)
    window = MainWindow(client, theme, values, window_options(**parts))
    qtbot.addWidget(window)
    opened = RealWindow(window, client, engine, qtbot)
    client.event_received.connect(opened.take)
    window.show()
    try:
        opened.wait_until(lambda: opened.status.model.ready or opened.status.model.problem)
        yield opened
    finally:
        client.shut()
        engine.close()
        window.close()
