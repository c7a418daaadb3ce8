"""The library page, alone and in its window."""

import pytest

from tests.ui.library.page_case import Models, answer
from tests.ui.window_case import open_window
from twofold.ui.library.models import ModelManager


@pytest.fixture
def alone(library_case):
    """The page without a window; the second folder is selected."""
    library_case.engine.answer = answer
    page = library_case.page
    page.resize(1200, 800)
    page.show()
    page.activateWindow()
    page.table.selectRow(1)
    return library_case


@pytest.fixture
def page(alone):
    return alone.page


@pytest.fixture
def opened(qtbot, theme):
    """The page in its window; the second folder is selected."""
    opened = open_window(qtbot, theme, answer, models=ModelManager(lambda _: Models()))
    opened.window.show_library()
    opened.window.library_page.table.selectRow(1)
    qtbot.waitUntil(lambda: opened.window.library_page.failures.model.rowCount() == 4)
    return opened
