"""The tray icon, and a hit of the quick search that is shown in the main window."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from engine.api import IndexingPhase, PauseIndexing, SearchRequest, Settings, StatusChanged
from tests.fakes.library_samples import sample_status
from tests.ui.window_case import open_window, search_for
from ui.window.tray import LEAST_FILES, LibraryNews

# The platform of the tests has no tray to connect to.
pytestmark = pytest.mark.qt_log_ignore("systemTrayWindowChanged")

WITH_TRAY = Settings.from_mapping({"window.tray": True})
WITH_NOTIFICATIONS = Settings.from_mapping({"window.notifications": True})


@pytest.fixture
def has_tray(monkeypatch):
    """A system with a tray; the test's platform has none."""
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: True)
    yield
    QApplication.setQuitOnLastWindowClosed(True)


@pytest.fixture
def quits(monkeypatch):
    """How often the program was told to end."""
    calls = []
    monkeypatch.setattr(QCoreApplication, "quit", lambda: calls.append(1))
    return calls


def actions(window):
    return {action.text(): action for action in window.beside.tray.menu.actions()}


def close_by_button(window):
    """Close as the window's own button does."""
    window.close()


def test_there_is_none_unless_it_is_wanted(qtbot, theme, has_tray):
    window = open_window(qtbot, theme).window
    assert not window.beside.tray.is_shown
    close_by_button(window)
    assert not window.isVisible()
    assert window.beside.quick.window is None


def test_there_is_none_where_the_system_has_no_tray(qtbot, theme, monkeypatch):
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: False)
    window = open_window(qtbot, theme, settings=WITH_TRAY).window
    assert not window.beside.tray.is_shown
    assert QApplication.quitOnLastWindowClosed()


def test_closing_hides_the_window_and_the_icon_brings_it_back(qtbot, theme, has_tray, quits):
    window = open_window(qtbot, theme, settings=WITH_TRAY).window
    assert not QApplication.quitOnLastWindowClosed()
    close_by_button(window)
    assert not window.isVisible()
    assert window.beside.tray.is_shown
    assert not quits
    actions(window)["Show Twofold"].trigger()
    assert window.isVisible()


def test_quit_ends_the_program_also_while_the_window_is_hidden(qtbot, theme, has_tray, quits):
    window = open_window(qtbot, theme, settings=WITH_TRAY).window
    close_by_button(window)
    actions(window)["Quit"].trigger()
    assert quits
    assert not window.beside.tray.is_shown


def test_the_menu_pauses_and_goes_on_and_raises_the_quick_search(qtbot, theme, has_tray):
    case = open_window(qtbot, theme, settings=WITH_TRAY)
    actions(case.window)["Pause indexing"].trigger()
    assert case.engine.requests(PauseIndexing) == [PauseIndexing(paused=True)]
    paused = replace(sample_status(), phase=IndexingPhase.PAUSED)
    case.engine.send(StatusChanged(paused))
    qtbot.waitUntil(lambda: "Continue indexing" in actions(case.window))
    actions(case.window)["Continue indexing"].trigger()
    assert case.engine.requests(PauseIndexing)[-1] == PauseIndexing(paused=False)
    actions(case.window)["Quick search"].trigger()
    assert case.window.beside.quick.window.isVisible()


def test_the_icon_comes_and_goes_with_its_setting(qtbot, theme, has_tray):
    window = open_window(qtbot, theme).window
    window.live.change("window.tray", True)
    assert window.beside.tray.is_shown
    window.live.change("window.tray", False)
    assert not window.beside.tray.is_shown
    assert QApplication.quitOnLastWindowClosed()


@pytest.fixture
def told(monkeypatch):
    sentences = []
    monkeypatch.setattr(
        QSystemTrayIcon, "showMessage", lambda _self, _title, text, *_: sentences.append(text)
    )
    return sentences


def finish(case, qtbot):
    """Let long work with a file that fails begin and end."""
    idle = replace(sample_status(), vectors_pending=0, phase=IndexingPhase.IDLE)
    reading = replace(idle, phase=IndexingPhase.READING, documents_pending=50)
    done = replace(
        idle,
        documents_indexed=idle.documents_indexed + 50,
        documents_failed=idle.documents_failed + 1,
    )
    for status in (idle, reading, done):
        case.engine.send(StatusChanged(status))
    qtbot.waitUntil(lambda: case.window.library.status == done)


@pytest.mark.parametrize(
    ("settings", "news"), [(Settings(), 0), (WITH_TRAY, 0), (WITH_NOTIFICATIONS, 2)]
)
def test_only_who_asked_is_told(qtbot, theme, has_tray, told, settings, news):
    case = open_window(qtbot, theme, settings=settings)
    case.window.hide()
    finish(case, qtbot)
    assert len(told) == news
    if news:
        assert "finished" in told[0]
        assert "1 file not indexed" in told[1]


def test_who_looks_at_the_window_is_not_told(qtbot, theme, has_tray, told):
    case = open_window(qtbot, theme, settings=WITH_NOTIFICATIONS)
    qtbot.waitUntil(case.window.isActiveWindow)
    finish(case, qtbot)
    assert told == []


def test_little_work_and_a_pause_are_no_news():
    idle = replace(sample_status(), vectors_pending=0, phase=IndexingPhase.IDLE)
    busy = replace(idle, phase=IndexingPhase.READING, documents_pending=3)
    few = replace(idle, documents_indexed=idle.documents_indexed + LEAST_FILES - 1)
    paused = replace(busy, phase=IndexingPhase.PAUSED)
    news = LibraryNews()
    assert [news.after(status) for status in (idle, busy, paused, few, few)] == [()] * 5
    many = replace(few, documents_indexed=few.documents_indexed + LEAST_FILES)
    news.after(replace(few, phase=IndexingPhase.READING, documents_pending=20))
    news.after(paused)
    assert len(news.after(many)) == 1
    assert news.after(many) == ()


def test_a_hit_is_not_waited_for_once_another_query_is_asked(qtbot, found):
    search = found.window.search
    hit = search.pane.results.hit_model.hits[2]
    usual, found.engine.answer = found.engine.answer, None
    found.window.beside.quick.show_wanted.emit("pods", hit)
    assert found.engine.requests(SearchRequest)[-1].query == "pods"
    found.engine.answer = usual
    search_for(qtbot, found, "something else")
    search_for(qtbot, found, "pods")
    qtbot.waitUntil(lambda: search.current_hit() is not None)
    assert search.current_hit() == search.pane.results.hit_model.hits[0]


def test_a_hit_is_shown_once_its_query_is_answered(qtbot, found):
    search = found.window.search
    hit = search.pane.results.hit_model.hits[2]
    found.window.beside.quick.show_wanted.emit("pods", hit)
    qtbot.waitUntil(lambda: search.current_hit() == hit)
