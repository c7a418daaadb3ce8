"""The tray icon, its notifications, and the quick search beside the main window."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QSystemTrayIcon

from engine.api import Hit, IndexingPhase, LibraryStatus, SearchMode, SearchResponse
from ui.client import EngineClient
from ui.i18n import counts
from ui.i18n.library_words import is_up_to_date
from ui.i18n.translation import tr
from ui.library.library_controller import LibraryController
from ui.quick.quick_search import QuickSearch
from ui.search.search_view import SearchView
from ui.settings.live_settings import LiveSettings
from ui.theme import Theme
from ui.window.dialogs import ModalDialogs


class Tray(QObject):
    """Has no icon until `set_wanted`, and none where the system has no tray.

    Signals:
        show_wanted: the main window.
        quick_wanted: the quick search.
        pause_wanted: True to pause all reading, False to go on.
        quit_wanted: the end of the program.
    """

    show_wanted = Signal()
    quick_wanted = Signal()
    pause_wanted = Signal(bool)
    quit_wanted = Signal()

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon: QSystemTrayIcon | None = None
        self._paused = False
        self.menu = QMenu()
        show = self.menu.addAction(tr("Show Twofold"))
        quick = self.menu.addAction(tr("Quick search"))
        self._pause = self.menu.addAction("")
        self.menu.addSeparator()
        leave = self.menu.addAction(tr("Quit"))
        show.triggered.connect(self.show_wanted)
        quick.triggered.connect(self.quick_wanted)
        self._pause.triggered.connect(lambda: self.pause_wanted.emit(not self._paused))
        leave.triggered.connect(self.quit_wanted)
        self.show_status(LibraryStatus())

    @property
    def is_shown(self) -> bool:
        """Whether there is an icon."""
        return self._icon is not None

    def set_wanted(self, wanted: bool) -> None:  # noqa: FBT001 - reads as the state it sets
        """Show the icon where the system has a tray, or take it away."""
        if wanted and self._icon is None and QSystemTrayIcon.isSystemTrayAvailable():
            self._icon = QSystemTrayIcon(QIcon(self._theme.app_mark(64)), self)
            self._icon.setToolTip(tr("Twofold"))
            self._icon.setContextMenu(self.menu)
            self._icon.activated.connect(self._take_click)
            self._icon.show()
        elif not wanted and self._icon is not None:
            self._icon.hide()
            self._icon.deleteLater()
            self._icon = None

    def show_status(self, status: LibraryStatus) -> None:
        """Follow the library."""
        self._paused = status.phase is IndexingPhase.PAUSED
        words = tr("Continue indexing") if self._paused else tr("Pause indexing")
        self._pause.setText(words)

    def notify(self, sentence: str) -> None:
        """Let the system show a sentence."""
        if self._icon is not None:
            self._icon.showMessage(tr("Twofold"), sentence, self._icon.icon())

    def _take_click(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason is QSystemTrayIcon.ActivationReason.Trigger:
            self.show_wanted.emit()


# Less is done before a person has turned to something else.
LEAST_FILES = 20


class LibraryNews:
    """Follows the library; says something once when work that was worth waiting for has ended."""

    def __init__(self) -> None:
        self._is_busy = False
        self._began: LibraryStatus | None = None

    def after(self, status: LibraryStatus) -> tuple[str, ...]:
        """Return the sentences that are news with this status."""
        if status.phase is IndexingPhase.PAUSED or not status.folders:
            return ()
        before, done = self._began, is_up_to_date(status)
        if before is None or (self._is_busy and done) or (not self._is_busy and not done):
            self._began = status
        was_busy, self._is_busy = self._is_busy, not done
        if before is None or not (was_busy and done):
            return ()
        return _news(before, status)


def _news(before: LibraryStatus, now: LibraryStatus) -> tuple[str, ...]:
    read = now.documents_indexed - before.documents_indexed
    passages = now.vectors_ready - before.vectors_ready
    failed = now.documents_failed - before.documents_failed
    news = []
    if max(read, passages) >= LEAST_FILES:
        words = tr("Indexing has finished: {files} can be searched.")
        news.append(words.format(files=counts.files(now.documents_indexed)))
    if failed > 0:
        words = tr("{files}. The library says why.")
        news.append(words.format(files=counts.files_not_indexed(failed)))
    return tuple(news)


_TRAY, _NOTIFY = "window.tray", "window.notifications"


class WindowCompanions(QObject):
    """Follows the settings: without them there is no icon, and closing the window ends all.

    Signals:
        search_wanted: the main window is to show its hits, whichever page it shows.
    """

    search_wanted = Signal()

    def __init__(
        self,
        client: EngineClient,
        theme: Theme,
        live: LiveSettings,
        search: SearchView,
        *,
        library: LibraryController,
        window: QMainWindow,
    ) -> None:
        super().__init__(window)
        self._live, self._search, self._window = live, search, window
        self.quick = QuickSearch(client, theme, lambda: live.settings, search.commands, self)
        self.quick.show_wanted.connect(self._show_hit)
        search.opener.refused.connect(self.quick.refuse)
        search.opener.opened.connect(self.quick.forget_opened)
        search.opener.asked.connect(self.quick.forget_opened)
        self.tray = Tray(theme, self)
        self.tray.show_wanted.connect(self.show_window)
        self.tray.quick_wanted.connect(self.quick.activate)
        self.tray.pause_wanted.connect(library.set_paused)
        self.tray.quit_wanted.connect(self.quit)
        self._news = LibraryNews()
        self._in_the_way = ModalDialogs(theme, window)
        self._awaited: tuple[str, Hit] | None = None
        self._ends = False
        library.status_changed.connect(self._take_status)
        search.session.answered.connect(self._take_answer)
        live.changed.connect(self._take_setting)
        self._use_settings()

    def show_window(self) -> None:
        """Bring the main window back, above others."""
        window = self._window
        # As it was before: a large window stays one.
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        window.show()
        window.raise_()
        window.activateWindow()

    def show_window_for(self, query: str) -> None:
        """Bring the main window back with nothing over the hits of a query but begun work."""
        self.show_window()
        self._in_the_way.make_way(query)

    def keeps_running(self, event: QCloseEvent) -> bool:
        """Hide the window instead of closing it, where the person wants that; say whether."""
        stays = self._hides and self.tray.is_shown and not self._ends
        if not stays or _is_logging_out():
            return False
        event.ignore()
        self._window.hide()
        return True

    def quit(self) -> None:
        """End the program, also while its window is hidden."""
        self._ends = True
        self._window.close()
        QCoreApplication.quit()

    def close(self) -> None:
        """Take everything down with the main window."""
        self.quick.close()
        if self.tray.is_shown:
            self.tray.set_wanted(False)
            QCoreApplication.quit()  # it did not end with its last window

    @property
    def _hides(self) -> bool:
        return self._live.settings.flag(_TRAY)

    def _take_setting(self, key: str) -> None:
        if key in {_TRAY, _NOTIFY}:
            self._use_settings()

    def _use_settings(self) -> None:
        self.tray.set_wanted(self._hides or self._live.settings.flag(_NOTIFY))
        QApplication.setQuitOnLastWindowClosed(not (self._hides and self.tray.is_shown))

    def _take_status(self, status: LibraryStatus) -> None:
        self.tray.show_status(status)
        news = self._news.after(status)
        if self._live.settings.flag(_NOTIFY) and not self._window.isActiveWindow():
            for sentence in news:
                self.tray.notify(sentence)

    # A hit of the quick search in the main window

    def _show_hit(self, query: str, hit: Hit) -> None:
        search = self._search
        self.show_window_for(query)
        self.search_wanted.emit()
        mode = SearchMode(self._live.settings.text("search.mode"))
        search.pane.mode_switch.set_mode(mode)
        search.session.set_mode(mode)
        search.clear_filters()
        self._awaited = query, hit
        if query == search.session.request.query and search.session.is_answered:
            self._choose(hit)
        else:
            search.pane.field.set_query(query)
        search.pane.field.setFocus()

    def _take_answer(self, response: SearchResponse) -> None:
        if self._awaited is None:
            return
        query, hit = self._awaited
        if response.request.query == query:
            self._choose(hit)
        elif self._search.session.request.query != query:
            self._awaited = None  # the person asks for something else by now

    def _choose(self, hit: Hit) -> None:
        self._awaited = None
        if hit.weak:
            self._search.answers.show_weak(wanted=True)
        self._search.pane.results.choose(hit)


def _is_logging_out() -> bool:
    application = QGuiApplication.instance()
    return isinstance(application, QGuiApplication) and application.isSavingSession()
