"""A themed application for every test of the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QLocale, QTranslator
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.gui import use_language
from tests.ui.samples import QUERY
from tests.ui.window_case import WindowCase, open_window, search_for
from ui.theme import Theme
from ui.theme.resource_files import RESOURCES


@pytest.fixture(scope="session", autouse=True)
def _english(qapp: QApplication) -> None:
    """Let the window speak English, as it does by itself: with its plural forms."""
    use_language(qapp, "en")


@pytest.fixture(scope="session")
def only_theme(qapp: QApplication) -> Theme:
    """One theme for all tests: to style the application takes longer than most of them."""
    theme = Theme("light")
    theme.apply(qapp)
    return theme


@pytest.fixture
def theme(only_theme: Theme, qapp: QApplication) -> Theme:
    """The light theme, applied."""
    return _in_use(only_theme, "light", qapp)


@pytest.fixture(scope="module", params=["light", "dark"])
def theme_name(request: pytest.FixtureRequest) -> str:
    """The name of each theme; all tests of a module run in one before the other."""
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
    """The window with the answer to a query."""
    search_for(qtbot, case, QUERY)
    return case


def _in_use(theme: Theme, name: str, app: QApplication) -> Theme:
    if theme.name != name:
        theme.use(name, app)
    return theme


@pytest.fixture
def speak(qapp: QApplication) -> Iterator[Callable[[str], None]]:
    """Let the window speak a language until the test ends."""
    before, translator = QLocale(), QTranslator()

    def speak(language: str) -> None:
        assert translator.load(str(RESOURCES / "translations" / f"twofold_{language}.qm"))
        qapp.installTranslator(translator)
        QLocale.setDefault(QLocale(language))

    yield speak
    qapp.removeTranslator(translator)
    QLocale.setDefault(before)
