"""A real window with a real engine and the real default model."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.support.real_window import RealWindow, real_window
from twofold.app.compose import open_window_engine
from twofold.app.paths import AppPaths, LibraryPaths
from twofold.engine.api import Settings
from twofold.ui.preview.reading import import_parser
from twofold.ui.theme import Theme


@pytest.fixture
def theme(qapp) -> Iterator[Theme]:
    """The light theme, reset after the test."""
    palette, sheet = qapp.palette(), qapp.styleSheet()
    theme = Theme("light")
    theme.apply(qapp)
    yield theme
    qapp.setStyleSheet(sheet)
    qapp.setPalette(palette)


@pytest.fixture
def empty_window(qtbot: QtBot, models: Path, theme: Theme, tmp_path: Path) -> Iterator[RealWindow]:
    """A window with an empty library."""
    import_parser()  # the program does this in a separate thread once its window is open
    library = LibraryPaths(tmp_path / "library", models)
    paths = AppPaths(library, tmp_path / "settings.yaml", tmp_path / "logs")
    with real_window(
        qtbot,
        theme,
        tmp_path,
        open_engine=lambda on_event: open_window_engine(paths, Settings(), on_event),
    ) as shown:
        shown.window.resize(1440, 900)  # with all columns, whatever the screen size of the tests
        yield shown
