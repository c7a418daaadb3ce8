"""The main window: welcome, search and library in one place, and everything by keyboard."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QCloseEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QMainWindow, QMenu, QStackedWidget, QWidget

from engine.api import LibraryStatus, Settings
from ui.actions import Command, install
from ui.collection.collection_controller import CollectionController
from ui.collection.collection_dialog import CollectionDialog
from ui.engine_bridge import EngineBridge
from ui.export.export_controller import ExportController
from ui.export.export_dialog import ExportDialog
from ui.library.folder_drop import FolderDrop
from ui.library.library_controller import LibraryController
from ui.library.library_page import LibraryPage
from ui.library.welcome_page import WelcomePage, usual_folders
from ui.live_fusion import KeepSettings
from ui.messages import Message
from ui.search.search_memory import MemoryFile
from ui.search_view import SearchView
from ui.shortcut_dialog import ShortcutDialog
from ui.status_bar import LibraryStatusBar
from ui.theme import Theme
from ui.theme_menu import ThemeMenu
from ui.three_columns import Room


class MainWindow(QMainWindow):
    """Shows the library of the engine behind `bridge`.

    `sample_library` is a folder that is offered on the first page. `remembered` keeps sizes
    between starts, `keep` stores settings, `memory` searches.
    """

    def __init__(
        self,
        bridge: EngineBridge,
        theme: Theme,
        settings: Settings,
        *,
        sample_library: Path | None = None,
        remembered: QSettings | None = None,
        keep: KeepSettings | None = None,
        memory: MemoryFile | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._sample_library = sample_library
        self._remembered = remembered
        self._left_welcome = False
        self._is_up_to_date = False
        self.setWindowTitle(self.tr("Twofold"))
        self.setMinimumSize(720, 480)
        self.resize(1440, 900)
        self.menu = QMenu(self)
        self.theme_menu = ThemeMenu(theme, self._theme_choice(settings), self)
        self.library = LibraryController(bridge, self)
        self.exports = ExportController(bridge, self)
        self.collection = CollectionController(bridge, self)
        self.search = SearchView(bridge, theme, settings, self.menu, keep=keep, memory=memory)
        self.library_page = LibraryPage(theme)
        self.welcome = WelcomePage(theme, usual_folders(), has_sample=sample_library is not None)
        self.pages = QStackedWidget(self)
        for page in (self.search, self.welcome, self.library_page):
            self.pages.addWidget(page)
        self.setCentralWidget(self.pages)
        self.status_bar = LibraryStatusBar(theme, self)
        self.setStatusBar(self.status_bar)
        self.commands = self._commands()
        self._actions = install(self, self.commands)
        self._fill_menu()
        self._connect_signals()
        self._set_tab_order()
        self._restore()
        self.search.pane.field.setFocus()
        self.library.ask_status()

    def _theme_choice(self, settings: Settings) -> str:
        default = settings.text("window.theme")
        if self._remembered is None:
            return default
        return str(self._remembered.value("window/theme", default))

    def _set_tab_order(self) -> None:
        before = self.search.filters.panel.last_stop
        for stop in self.status_bar.stops:
            self.setTabOrder(before, stop)
            before = stop

    # What keys do

    def _commands(self) -> tuple[Command, ...]:
        search, details = self.search, self.search.details
        hits = (search.pane.results, details.preview.text_view, details.preview.page_view)
        return (
            Command(self.tr("Search"), ("Ctrl+K", "Ctrl+F", "/"), self.show_search),
            *search.keys.mode_commands(),
            *search.keys.hit_commands(hits),
            Command(self.tr("Explanation on or off"), ("Ctrl+I",), details.toggle_explain),
            Command(self.tr("Filters on or off"), ("Ctrl+B",), search.columns.toggle_filters),
            *search.keys.section_commands(),
            *search.keys.list_commands(),
            Command(self.tr("Clear the filters"), ("Ctrl+Backspace",), search.clear_filters),
            Command(self.tr("Export passages"), ("Ctrl+E",), self.open_export),
            Command(self.tr("Passages put aside"), ("Ctrl+Shift+L",), self.open_collection),
            Command(self.tr("Library"), ("Ctrl+L",), self.show_library),
            Command(self.tr("Next column"), ("F6",), lambda: self.step_column(1)),
            Command(self.tr("Previous column"), ("Shift+F6",), lambda: self.step_column(-1)),
            Command(self.tr("Back"), ("Esc",), self.step_back),
            Command(self.tr("Keyboard shortcuts"), ("F1",), self.show_shortcuts),
        )

    def _fill_menu(self) -> None:
        for keys in ("Ctrl+L", "Ctrl+E", "Ctrl+Shift+L"):
            self.menu.addAction(self._actions[keys])
        self.menu.addSeparator()
        self.menu.addMenu(self.theme_menu)
        self.menu.addSeparator()
        self.menu.addAction(self._actions["F1"])
        leave = self.menu.addAction(self.tr("Quit"))
        leave.triggered.connect(self.close)

    def _connect_signals(self) -> None:
        # library
        library, page, welcome = self.library, self.library_page, self.welcome
        library.status_changed.connect(self._show_status)
        library.failures_listed.connect(page.failures.show_failures)
        library.said.connect(self.search.pane.messages.show_message)
        library.said.connect(page.messages.show_message)
        page.back_wanted.connect(self.show_search)
        page.add_wanted.connect(self.choose_folder)
        page.remove_wanted.connect(library.remove_folder)
        page.check_wanted.connect(library.check_for_changes)
        page.pause_wanted.connect(library.set_paused)
        page.failures.retry_wanted.connect(library.retry_failures)
        welcome.folders_chosen.connect(self.add_folders)
        welcome.add_wanted.connect(self.choose_folder)
        welcome.sample_wanted.connect(self._add_sample)
        FolderDrop(self).dropped.connect(self.add_folders)
        # search
        self.search.export_wanted.connect(self.open_export)
        self.search.commands.put_aside.connect(self.collection.put_aside)
        self.collection.said.connect(self.search.pane.messages.show_message)
        self.search.states.library_wanted.connect(self.show_library)
        self.search.columns.room_changed.connect(self._show_room)
        # status bar
        self.status_bar.pause_wanted.connect(library.set_paused)
        self.status_bar.failures_wanted.connect(self.show_library)
        # theme
        self.theme_menu.chosen.connect(lambda choice: self._remember("window/theme", choice))

    # Pages

    def _show_room(self, room: Room) -> None:
        self.status_bar.set_narrow(narrow=room is not Room.WIDE)
        self.search.pane.results.set_compact(room is not Room.WIDE)

    def _show_status(self, status: LibraryStatus) -> None:
        self.status_bar.show_status(status)
        self.library_page.show_status(status)
        self.welcome.show_model(status.model)
        shown = self.pages.currentWidget()
        if not status.folders and not self._left_welcome and shown is self.search:
            self.pages.setCurrentWidget(self.welcome)
        elif status.folders and shown is self.welcome:
            self.show_search()

    def show_search(self) -> None:
        """Go to the search page, with the query ready to be typed over."""
        self.pages.setCurrentWidget(self.search)
        self.search.columns.show_hits()
        self.search.pane.field.take_over()

    def show_library(self) -> None:
        """Go to the folders."""
        self.library.list_failures()
        self.pages.setCurrentWidget(self.library_page)
        self.library_page.table.setFocus()

    def step_back(self) -> None:
        """Leave the page, close what lies over the hits, go to the field, clear the query."""
        if self.pages.currentWidget() is self.library_page:
            self.show_search()
        elif self.search.columns.step_back():
            return
        elif self.search.pane.field.hasFocus():
            self.search.pane.field.clear_query()
        else:
            self.search.pane.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def step_column(self, step: int) -> None:
        """Move the focus to the next column."""
        stops = [stop for stop in self.search.keys.focus_stops() if stop.isVisible()]
        focus = QApplication.focusWidget()
        here = [
            place
            for place, stop in enumerate(stops)
            if focus is not None and (stop is focus or stop.isAncestorOf(focus))
        ]
        if stops:
            place = (here[0] + step) % len(stops) if here else 0
            stops[place].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_shortcuts(self) -> None:
        """Show all keys."""
        ShortcutDialog(self.commands, self._theme, self).open()

    def open_export(self) -> None:
        """Open the export dialog for the hits of the answer."""
        self.search.when_whole(self._open_export)

    def _open_export(self) -> None:
        response = self.search.response
        if response is None or not response.hits:
            return
        selected = tuple(hit.chunk_id for hit in self.search.pane.results.selected_hits())
        dialog = ExportDialog(self.exports, self._theme, response, selected, self)
        dialog.saved.connect(self._say_saved)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def open_collection(self) -> None:
        """Show the passages put aside."""
        dialog = CollectionDialog(self.collection, self._theme, self)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _say_saved(self, target: Path) -> None:
        words = self.tr("Saved as {path}").format(path=target)
        self.search.pane.messages.show_message(Message(words, is_warning=False, is_passing=True))

    # Folders

    def choose_folder(self) -> None:
        """Let the person choose a folder to add."""
        dialog = QFileDialog(self, self.tr("Add folder"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self._folder_chosen)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _folder_chosen(self, path: str) -> None:
        if self.pages.currentWidget() is self.welcome:
            self.welcome.offer_folder(Path(path), chosen=True)
        else:
            self.library.add_folders([Path(path)])

    def add_folders(self, paths: list[Path]) -> None:
        """Add folders to the library."""
        self._left_welcome = True
        self.library.add_folders(paths)
        if self.pages.currentWidget() is self.welcome:
            self.show_search()

    def _add_sample(self) -> None:
        if self._sample_library is not None:
            self.add_folders([self._sample_library])

    # Sizes

    def _remember(self, key: str, value: object) -> None:
        if self._remembered is not None:
            self._remembered.setValue(key, value)

    def _restore(self) -> None:
        if self._remembered is None:
            return
        if self._remembered.contains("window/theme"):
            self.theme_menu.follow()
        geometry = self._remembered.value("window/geometry")
        if geometry is not None:
            self.restoreGeometry(geometry)
        for key, part in (("columns", self.search.columns), ("details", self.search.details)):
            sizes = self._remembered.value(f"window/{key}")
            if sizes is not None:
                part.restore_sizes(sizes)

    def showEvent(self, event: QShowEvent) -> None:
        """Bring the library up to date when the window opens."""
        super().showEvent(event)
        if not self._is_up_to_date:
            self._is_up_to_date = True
            self.library.bring_up_to_date()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the sizes and wait for nothing but the file opener."""
        self._remember("window/geometry", self.saveGeometry())
        if self.search.columns.room is Room.WIDE:
            self._remember("window/columns", self.search.columns.save_sizes())
            self._remember("window/details", self.search.details.save_sizes())
        self.search.opener.finish()
        super().closeEvent(event)
