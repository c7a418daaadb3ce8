"""Fixtures of the window's tests: a themed application and windows over a fake engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from PySide6.QtCore import QLocale, QTranslator
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from tests.fakes.fake_engine import FakeEngine
from tests.fakes.library_samples import answering, sample_status
from tests.fakes.window_parts import NoModels, store_nothing
from tests.support.patience import PATIENCE_MS
from tests.ui.samples import QUERY
from tests.ui.window_case import WindowCase, open_window, search_for
from twofold.app.desktop.language import use_language
from twofold.engine.api import Settings
from twofold.ui.client import EngineClient
from twofold.ui.library.library_controller import LibraryController
from twofold.ui.library.library_page import LibraryPage
from twofold.ui.library.models import ModelManager
from twofold.ui.settings.live_settings import LiveSettings
from twofold.ui.theme import Theme
from twofold.ui.theme.resource_files import RESOURCES
from twofold.ui.widgets.undo import UndoBar


@pytest.fixture(scope="session", autouse=True)
def _english(qapp: QApplication) -> None:
    """Load the English plural forms, as the application does."""
    use_language(qapp, "en")


@pytest.fixture(autouse=True)
def _no_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prevent tests from starting other programs, and wait for those that they start anyway."""
    monkeypatch.setattr("twofold.ui.opening.opener.system_opener", lambda: None)
    monkeypatch.setattr("twofold.ui.opening.opener.WATCHED_MS", PATIENCE_MS)


@pytest.fixture(scope="session")
def only_theme(qapp: QApplication) -> Theme:
    """One theme for all tests, because applying a style takes longer than most of them."""
    theme = Theme("light")
    theme.apply(qapp)
    return theme


@pytest.fixture
def theme(only_theme: Theme, qapp: QApplication) -> Theme:
    """The light theme, applied."""
    return _in_use(only_theme, "light", qapp)


@pytest.fixture(scope="module", params=["light", "dark"])
def theme_name(request: pytest.FixtureRequest) -> str:
    """The name of each theme; the tests of a module are grouped by theme."""
    return str(request.param)


@pytest.fixture
def any_theme(only_theme: Theme, theme_name: str, qapp: QApplication) -> Theme:
    """Each theme in turn, applied."""
    return _in_use(only_theme, theme_name, qapp)


@pytest.fixture
def case(qtbot: QtBot, theme: Theme) -> WindowCase:
    """A window over a fake engine."""
    return open_window(qtbot, theme)


@pytest.fixture
def found(qtbot: QtBot, case: WindowCase) -> WindowCase:
    """A window with the answer to a query."""
    search_for(qtbot, case, QUERY)
    return case


@dataclass(frozen=True, slots=True)
class LibraryCase:
    """The library page without a window, with its engine and client."""

    page: LibraryPage
    library: LibraryController
    engine: FakeEngine
    client: EngineClient
    undo: UndoBar


@pytest.fixture
def library_case(qtbot: QtBot, theme: Theme) -> LibraryCase:
    """The page of the sample library."""
    client, window = EngineClient(), QWidget()
    qtbot.addWidget(window)
    client.setParent(window)
    engine, undo = FakeEngine(client.post, answering()), UndoBar(theme, window)
    client.attach(engine)
    library = LibraryController(client, undo, window)
    page = LibraryPage(
        library,
        LiveSettings(Settings(), store_nothing),
        theme,
        QMenu(window),
        models=ModelManager(lambda _: NoModels()),
        known_tags=tuple,
    )
    qtbot.addWidget(page)
    client.status_changed.emit(sample_status())
    return LibraryCase(page, library, engine, client, undo)


@pytest.fixture
def library_page(library_case: LibraryCase) -> LibraryPage:
    """The page of the sample library."""
    return library_case.page


def _in_use(theme: Theme, name: str, app: QApplication) -> Theme:
    if theme.name != name:
        theme.use(name, app)
    return theme


@pytest.fixture
def speak(qapp: QApplication) -> Iterator[Callable[[str], None]]:
    """Set the language of the window until the test ends."""
    before, translator = QLocale(), QTranslator()

    def speak(language: str) -> None:
        assert translator.load(str(RESOURCES / "translations" / f"twofold_{language}.qm"))
        qapp.installTranslator(translator)
        QLocale.setDefault(QLocale(language))

    yield speak
    qapp.removeTranslator(translator)
    QLocale.setDefault(before)
