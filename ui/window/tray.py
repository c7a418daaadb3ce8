"""The tray icon with its notifications, and quick search."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QCloseEvent, QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QSystemTrayIcon

from twofold.engine.api import Hit, IndexingPhase, LibraryStatus, SearchMode
from twofold.ui.client import EngineClient
from twofold.ui.i18n import counts
from twofold.ui.i18n.label_text import one_line, shortened
from twofold.ui.i18n.translation import tr
from twofold.ui.library.library_controller import LibraryController
from twofold.ui.quick.quick_search import QuickSearch
from twofold.ui.search.saved_searches import SavedSearch
from twofold.ui.search.search_view import SearchView
from twofold.ui.settings.live_settings import LiveSettings
from twofold.ui.theme import Theme
from twofold.ui.widgets.dialogs import close_dialogs_over

# With fewer files, indexing ends before the user has turned to something else.
MIN_FILES = 20


class LibraryNews:
    """Watches the library, and notifies once after each longer indexing run."""

    def __init__(self) -> None:
        self._is_busy = False
        self._began: LibraryStatus | None = None

    def after(self, status: LibraryStatus) -> tuple[str, ...]:
        """Return the notifications caused by this status."""
        if status.phase is IndexingPhase.PAUSED or not status.folders:
            return ()
        before, done = self._began, status.is_up_to_date
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
    if max(read, passages) >= MIN_FILES:
        words = tr("Indexing finished. {files} can be searched.")
        news.append(words.format(files=counts.files(now.documents_indexed)))
    if failed > 0:
        words = tr("{files}. See ‘Folders and files’ for the reasons.")
        news.append(words.format(files=counts.files_not_indexed(failed)))
    return tuple(news)


_TRAY, _NOTIFY = "window.tray", "window.notifications"
_NOTIFY_SEARCHES = "window.notify_saved_searches"


class Tray(QObject):
    """The tray icon with its menu and notifications, and quick search.

    Icon and quick search keep working while the main window is hidden. If the settings turn the
    icon off, closing the window ends the program. `show_search` shows the hits in the main window.
    """

    def __init__(
        self,
        client: EngineClient,
        theme: Theme,
        live: LiveSettings,
        search: SearchView,
        *,
        library: LibraryController,
        window: QMainWindow,
        show_search: Callable[[], object],
    ) -> None:
        super().__init__(window)
        self._theme, self._live, self._search, self._window = theme, live, search, window
        self._show_search = show_search
        self.quick = QuickSearch(client, theme, lambda: live.settings, search.commands, self)
        self.quick.show_requested.connect(self._show_hit)
        search.opener.refused.connect(self.quick.refuse)
        search.opener.accepted.connect(self.quick.forget_opened)
        self._icon: QSystemTrayIcon | None = None
        self.menu = QMenu(window)
        show = self.menu.addAction(tr("Show Twofold"))
        show.triggered.connect(lambda _=False: self.show_window())
        quick = self.menu.addAction(tr("Quick search"))
        quick.triggered.connect(self.quick.activate)
        self._pause = self.menu.addAction(tr("Pause indexing"))
        self._pause.triggered.connect(library.toggle_paused)
        self.menu.addSeparator()
        leave = self.menu.addAction(tr("Quit"))
        leave.triggered.connect(self.quit)
        self._news = LibraryNews()
        self._found: SavedSearch | None = None
        self._ends = False
        library.status_changed.connect(self._on_status)
        search.watched.found.connect(self._on_found)
        live.changed.connect(self._on_setting)
        self._use_settings()

    @property
    def is_shown(self) -> bool:
        """Whether the icon is shown."""
        return self._icon is not None

    def show_window(self, query: str = "") -> None:
        """Bring the main window to the front; for a query, close dialogs without unsaved work."""
        window = self._window
        # Keep a maximized window maximized.
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        window.show()
        window.raise_()
        window.activateWindow()
        if query:
            close_dialogs_over(window, query, self._theme)

    def keeps_running(self, event: QCloseEvent) -> bool:
        """Hide the window instead of closing it if the settings say so; return whether hidden."""
        application = QGuiApplication.instance()
        is_logging_out = isinstance(application, QGuiApplication) and application.isSavingSession()
        if not (self._hides and self.is_shown) or self._ends or is_logging_out:
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
        """Close icon and quick search together with the main window."""
        self.quick.close()
        if self.is_shown:
            self._set_shown(shown=False)
            QCoreApplication.quit()  # closing the last window did not end it

    @property
    def _hides(self) -> bool:
        return self._live.settings.flag(_TRAY)

    def _on_setting(self, key: str) -> None:
        if key in {_TRAY, _NOTIFY, _NOTIFY_SEARCHES}:
            self._use_settings()

    def _use_settings(self) -> None:
        flag = self._live.settings.flag
        self._set_shown(shown=self._hides or flag(_NOTIFY) or flag(_NOTIFY_SEARCHES))
        QApplication.setQuitOnLastWindowClosed(not (self._hides and self.is_shown))

    def _set_shown(self, *, shown: bool) -> None:
        """Show the icon if the system has a tray, or remove it."""
        if shown and self._icon is None and QSystemTrayIcon.isSystemTrayAvailable():
            self._icon = QSystemTrayIcon(QIcon(self._theme.app_mark(64)), self)
            self._icon.setToolTip(tr("Twofold"))
            self._icon.setContextMenu(self.menu)
            self._icon.activated.connect(self._on_click)
            self._icon.messageClicked.connect(self._open_found)
            self._icon.show()
        elif not shown and self._icon is not None:
            self._icon.hide()
            self._icon.deleteLater()
            self._icon = None

    def _on_click(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason is QSystemTrayIcon.ActivationReason.Trigger:
            self.show_window()

    def _on_status(self, status: LibraryStatus) -> None:
        is_paused = status.phase is IndexingPhase.PAUSED
        self._pause.setText(tr("Resume indexing") if is_paused else tr("Pause indexing"))
        news = self._news.after(status)
        notifies = self._live.settings.flag(_NOTIFY) and not self._window.isActiveWindow()
        if notifies and self._icon is not None:
            self._found = None if news else self._found
            for sentence in news:
                self._icon.showMessage(tr("Twofold"), sentence, self._icon.icon())

    # Saved searches with new matches

    def _on_found(self, search: SavedSearch, new: int) -> None:
        """Announce new matches of a saved search; the start page shows them in any case."""
        self._found = search
        if not self._live.settings.flag(_NOTIFY_SEARCHES) or self._window.isActiveWindow():
            return
        if self._icon is not None:
            name = shortened(one_line(search.name or search.query)) or tr("Saved search")
            words = tr("{passages} new").format(passages=counts.passages(new))
            self._icon.showMessage(name, words, self._icon.icon())

    def _open_found(self) -> None:
        """Open the search that the last notification announced."""
        if self._found is not None:
            self.show_window()
            self._show_search()
            self._search.shown.open_search(self._found)
            self._found = None

    # Showing a hit of quick search in the main window

    def _show_hit(self, query: str, hit: Hit) -> None:
        self.show_window(query)
        self._show_search()
        mode = SearchMode(self._live.settings.text("search.mode"))
        self._search.shown.show_hit(query, hit, mode)
