"""The tray icon, and showing a hit of quick search in the main window."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from tests.fakes.library_samples import sample_status
from tests.ui.window_case import open_window, search_for
from twofold.engine.api import IndexingPhase, PauseIndexing, SearchRequest, Settings, StatusChanged
from twofold.ui.window.tray import MIN_FILES, LibraryNews

# The platform of the tests has no tray to connect to.
pytestmark = pytest.mark.qt_log_ignore("systemTrayWindowChanged")

WITH_TRAY = Settings.from_mapping({"window.tray": True})
WITH_NOTIFICATIONS = Settings.from_mapping({"window.notifications": True})


@pytest.fixture
def has_tray(monkeypatch):
    """A fake system tray, because the test platform has none."""
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: True)
    yield
    QApplication.setQuitOnLastWindowClosed(True)


def actions(window):
    return {action.text(): action for action in window.tray.menu.actions()}


def test_the_icon_is_shown_according_to_its_setting(qtbot, theme, has_tray, monkeypatch):
    window = open_window(qtbot, theme).window
    assert not window.tray.is_shown
    window.live.change("window.tray", True)
    assert window.tray.is_shown
    window.live.change("window.tray", False)
    assert not window.tray.is_shown
    assert QApplication.quitOnLastWindowClosed()
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: False)
    window.live.change("window.tray", True)
    assert not window.tray.is_shown, "the system has no tray"
    assert QApplication.quitOnLastWindowClosed()
    window.close()
    assert not window.isVisible()


def test_closing_hides_the_window_until_show_or_quit(qtbot, theme, has_tray, monkeypatch):
    quits = []
    monkeypatch.setattr(QCoreApplication, "quit", lambda: quits.append(1))
    window = open_window(qtbot, theme, settings=WITH_TRAY).window
    assert not QApplication.quitOnLastWindowClosed()
    window.close()
    assert not window.isVisible()
    assert window.tray.is_shown
    actions(window)["Show Twofold"].trigger()
    assert window.isVisible()
    window.close()
    assert not quits
    actions(window)["Quit"].trigger()
    assert quits
    assert not window.tray.is_shown


def test_the_menu_pauses_and_resumes_and_opens_quick_search(qtbot, theme, has_tray):
    case = open_window(qtbot, theme, settings=WITH_TRAY)
    actions(case.window)["Pause indexing"].trigger()
    assert case.engine.requests(PauseIndexing) == [PauseIndexing(paused=True)]
    paused = replace(sample_status(), phase=IndexingPhase.PAUSED)
    case.engine.send(StatusChanged(paused))
    qtbot.waitUntil(lambda: "Resume indexing" in actions(case.window))
    actions(case.window)["Resume indexing"].trigger()
    assert case.engine.requests(PauseIndexing)[-1] == PauseIndexing(paused=False)
    actions(case.window)["Quick search"].trigger()
    assert case.window.tray.quick.window.isVisible()


@pytest.mark.parametrize(
    ("settings", "hidden", "news"),
    [(WITH_TRAY, True, 0), (WITH_NOTIFICATIONS, True, 2), (WITH_NOTIFICATIONS, False, 0)],
)
def test_notifications_are_only_shown_if_enabled_and_the_window_is_inactive(
    qtbot, theme, has_tray, monkeypatch, settings, hidden, news
):
    reported = []
    monkeypatch.setattr(
        QSystemTrayIcon, "showMessage", lambda _self, _title, text, *_: reported.append(text)
    )
    case = open_window(qtbot, theme, settings=settings)
    qtbot.waitUntil(case.window.isActiveWindow)
    case.window.setVisible(not hidden)
    idle = replace(sample_status(), vectors_pending=0, phase=IndexingPhase.IDLE)
    reading = replace(idle, phase=IndexingPhase.READING, documents_pending=50)
    counts = {"documents_indexed": idle.documents_indexed + 50, "documents_failed": 8}
    for status in (idle, reading, done := replace(idle, **counts)):
        case.engine.send(StatusChanged(status))
    qtbot.waitUntil(lambda: case.window.library.status == done)
    assert len(reported) == news
    if news:
        assert "finished" in reported[0]
        assert "1 file not indexed" in reported[1]


def test_short_runs_and_pauses_cause_no_notification():
    idle = replace(sample_status(), vectors_pending=0, phase=IndexingPhase.IDLE)
    busy = replace(idle, phase=IndexingPhase.READING, documents_pending=3)
    few = replace(idle, documents_indexed=idle.documents_indexed + MIN_FILES - 1)
    paused = replace(busy, phase=IndexingPhase.PAUSED)
    news = LibraryNews()
    assert [news.after(status) for status in (idle, busy, paused, few, few)] == [()] * 5
    many = replace(few, documents_indexed=few.documents_indexed + MIN_FILES)
    news.after(replace(few, phase=IndexingPhase.READING, documents_pending=20))
    news.after(paused)
    assert len(news.after(many)) == 1
    assert news.after(many) == ()


def test_a_hit_is_shown_after_its_answer_unless_the_query_changed(qtbot, found):
    search = found.window.search
    hit = search.pane.results.hit_model.hits[2]
    found.window.tray.quick.show_requested.emit("pods", hit)
    qtbot.waitUntil(lambda: search.current_hit() == hit)

    usual, found.engine.answer = found.engine.answer, None
    found.window.tray.quick.show_requested.emit("volumes", hit)
    assert found.engine.requests(SearchRequest)[-1].query == "volumes"
    found.engine.answer = usual
    search_for(qtbot, found, "something else")
    search_for(qtbot, found, "volumes")
    qtbot.waitUntil(lambda: search.current_hit() is not None)
    assert search.current_hit() == search.pane.results.hit_model.hits[0]
