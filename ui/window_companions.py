"""What stands beside the main window: the quick search, and the icon in the system's tray."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMainWindow

from engine.api import Hit, LibraryStatus, SearchMode, SearchResponse
from ui.engine_bridge import EngineBridge
from ui.library.library_controller import LibraryController
from ui.library_news import LibraryNews
from ui.modal_dialogs import ModalDialogs
from ui.quick.quick_search import QuickSearch
from ui.search_view import SearchView
from ui.settings.live_settings import LiveSettings
from ui.theme import Theme
from ui.tray import Tray

_TRAY, _NOTIFY = "window.tray", "window.notifications"


class WindowCompanions(QObject):
    """Follows the settings: without them there is no icon, and closing the window ends all.

    Signals:
        search_wanted: the main window is to show its hits, whichever page it shows.
    """

    search_wanted = Signal()

    def __init__(
        self,
        bridge: EngineBridge,
        theme: Theme,
        live: LiveSettings,
        search: SearchView,
        *,
        library: LibraryController,
        window: QMainWindow,
    ) -> None:
        super().__init__(window)
        self._live, self._search, self._window = live, search, window
        self.quick = QuickSearch(bridge, theme, lambda: live.settings, search.commands, self)
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
        search.answers.answered.connect(self._take_answer)
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
        search.controller.set_mode(mode)
        search.clear_filters()
        self._awaited = query, hit
        if query == search.controller.request.query and search.controller.is_answered:
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
        elif self._search.controller.request.query != query:
            self._awaited = None  # the person asks for something else by now

    def _choose(self, hit: Hit) -> None:
        self._awaited = None
        if hit.weak:
            self._search.answers.show_weak(wanted=True)
        self._search.pane.results.choose(hit)


def _is_logging_out() -> bool:
    application = QGuiApplication.instance()
    return isinstance(application, QGuiApplication) and application.isSavingSession()
