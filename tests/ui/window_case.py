"""A whole window over a fake engine."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.fakes.fake_engine import Answer, FakeEngine
from tests.fakes.library_samples import answering
from tests.fakes.window_parts import window_options
from twofold.engine.api import Settings
from twofold.ui.client import EngineClient
from twofold.ui.filters.selection import Section
from twofold.ui.theme import Theme
from twofold.ui.window.main_window import MainWindow

SAMPLE = Path("/sample library")


@dataclass(frozen=True, slots=True)
class WindowCase:
    """A window with its engine and client."""

    window: MainWindow
    engine: FakeEngine
    client: EngineClient


def open_window(
    qtbot: QtBot,
    theme: Theme,
    answer: Answer | None = None,
    *,
    width: int = 1440,
    settings: Settings | None = None,
    **parts: Any,
) -> WindowCase:
    """Show a window of `width` pixels with `parts` and wait until it has its first answer."""
    client = EngineClient()
    engine = FakeEngine(client.post, answer or answering())
    client.attach(engine)
    options = window_options(sample_library=SAMPLE, **parts)
    window = MainWindow(client, theme, settings or Settings(), options)
    window.resize(width, 900)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    qtbot.waitUntil(lambda: window.search.response is not None or not window.library.status.folders)
    window.activateWindow()
    return WindowCase(window, engine, client)


def search_for(qtbot: QtBot, case: WindowCase, query: str) -> None:
    """Type a query and wait for its answer."""
    case.window.search.pane.field.set_query(query)
    qtbot.waitUntil(
        lambda: (
            case.window.search.response is not None
            and case.window.search.response.request.query == query
        )
    )


def click_row(
    qtbot: QtBot,
    case: WindowCase,
    section: Section,
    row: int,
    button: Qt.MouseButton = Qt.MouseButton.LeftButton,
) -> None:
    """Click a value of a filter section."""
    tree = case.window.search.filters.panel.sections[section].tree
    qtbot.waitUntil(lambda: tree.model().rowCount() > row)
    centre = tree.visualRect(tree.model().index(row, 0)).center()
    qtbot.mouseClick(tree.viewport(), button, pos=centre)
