"""The main window with the welcome, search and library pages and its commands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QDir, QMimeData, Qt, QUrl
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QShowEvent
from PySide6.QtWidgets import QFileDialog, QMainWindow, QMenu, QStackedWidget, QWidget

from twofold.engine.api import Hit, LibraryStatus, Settings
from twofold.ui.checking.quotations_dialog import QuotationsDialog
from twofold.ui.client import EngineClient
from twofold.ui.collection.collection_controller import CollectionController
from twofold.ui.collection.collection_dialog import CollectionDialog
from twofold.ui.export.export_dialog import ExportDialog
from twofold.ui.export.export_source import CollectionSource, HitSource
from twofold.ui.export.saved_export import SavedExport
from twofold.ui.filters.selection import Section
from twofold.ui.i18n.label_text import one_line, shortened
from twofold.ui.i18n.translation import tr
from twofold.ui.library.backup_dialogs import BackupDialogs
from twofold.ui.library.folder_offer import FolderOffer
from twofold.ui.library.library_controller import LibraryController
from twofold.ui.library.library_page import LibraryPage
from twofold.ui.library.library_rail import Part
from twofold.ui.library.library_switch import LibrarySwitch
from twofold.ui.library.welcome_page import WelcomePage, usual_folders
from twofold.ui.search.columns import Breakpoint
from twofold.ui.search.navigation import MouseButtons
from twofold.ui.search.search_commands import search_commands
from twofold.ui.search.search_view import SearchView
from twofold.ui.settings.live_settings import LiveSettings
from twofold.ui.settings.settings_dialog import SettingsDialog
from twofold.ui.settings.shortcuts import ShortcutDialog, Shortcuts
from twofold.ui.theme import Theme, styled_once_built
from twofold.ui.widgets.actions import Command, MenuGroup
from twofold.ui.widgets.dialogs import fit_to_screen
from twofold.ui.widgets.messages import BarMessage
from twofold.ui.widgets.undo import UndoBar
from twofold.ui.window.installation_dialog import InstallationDialog
from twofold.ui.window.missing_files import MissingFiles
from twofold.ui.window.options import WindowOptions
from twofold.ui.window.state import WindowState
from twofold.ui.window.status_bar import LibraryStatusBar
from twofold.ui.window.taskbar import TaskbarProgress
from twofold.ui.window.theme_menu import ThemeMenu
from twofold.ui.window.tray import Tray

# The space left on a 900 x 600 screen beside a panel and a title bar at 150 % scaling.
_MIN_SIZE = (560, 340)


class MainWindow(QMainWindow):
    """The main window, connected to the engine by `client`."""

    def __init__(
        self, client: EngineClient, theme: Theme, settings: Settings, options: WindowOptions
    ) -> None:
        super().__init__()
        self._client, self._theme, self._options = client, theme, options
        self._left_welcome = self._is_up_to_date = False
        self._global_message = BarMessage("")  # shown on both pages
        self._draft = ""  # pasted to check its quotations
        self.setWindowTitle(tr("Twofold"))
        self.setMinimumSize(*_MIN_SIZE)
        self.setAcceptDrops(True)
        fit_to_screen(self, 1440, 900)
        self.menu = QMenu(self)
        self.live = LiveSettings(settings, options.store_settings, self)
        self.theme_menu = ThemeMenu(theme, self.live, self)
        self.undo_bar = UndoBar(theme, self)
        self.library = LibraryController(client, self.undo_bar, self)
        self.collection = CollectionController(client, self, options.window_state)
        with styled_once_built():
            self._make_pages(settings)
        self._make_frame()
        self.commands = (
            *(command.on(self) for command in MainWindow.key_commands()),
            *(command.on(self.search) for command in search_commands()),
        )
        self.shortcuts = Shortcuts(self, self.commands, options.window_state)
        self._fill_menu()
        self._connect_signals()
        self._set_tab_order()
        self._state = WindowState(
            self, self.search, self.library_page, self.switch, options.window_state
        )
        self._state.restore()
        self._use_density()
        if not options.starts_with_welcome:
            self.search.pane.field.setFocus()
        self.library.ask_status()
        self.collection.ask_names()

    def _make_pages(self, settings: Settings) -> None:
        theme, options = self._theme, self._options
        self.search = SearchView(
            self._client,
            theme,
            settings,
            self.menu,
            self.undo_bar,
            store_settings=self.live.store,
            history=options.search_history,
            document_extensions=options.document_extensions,
            sample_root=str(options.sample_library or ""),
        )
        self.library_page = LibraryPage(
            self.library,
            self.live,
            theme,
            self.menu,
            models=options.models,
            known_tags=self.search.filters.panel.model(Section.TAGS).known_values,
        )
        has_sample = options.sample_library is not None
        self.welcome = WelcomePage(theme, usual_folders(), has_sample=has_sample)
        self.pages = QStackedWidget(self)
        for page in (self.search, self.welcome, self.library_page):
            self.pages.addWidget(page)
        if options.starts_with_welcome:
            self.pages.setCurrentWidget(self.welcome)
        self.setCentralWidget(self.pages)

    def _make_frame(self) -> None:
        """Create the widgets around the pages: bars, library switch and tray icon."""
        theme, search, rail = self._theme, self.search, self.library_page.rail
        messages = search.pane.messages
        self.undo_bar.keep_clear_of(messages, self.library_page.messages, search.pane.weak_line)
        self.switch = LibrarySwitch(
            self.live,
            self.library,
            self.undo_bar,
            theme,
            buttons=[head.switch for head in (search.filters.head, search.rail, rail.head)],
            access=self._options.shared,
            window=self,
        )
        self.status_bar = LibraryStatusBar(theme, self)
        self.setStatusBar(self.status_bar)
        self._taskbar = TaskbarProgress()
        self._saved_export = SavedExport(self._client, messages, search.opener, self.library)
        self.tray = Tray(
            self._client,
            theme,
            self.live,
            search,
            library=self.library,
            window=self,
            show_search=self.show_search,
        )

        self.offer = FolderOffer(self._options.find_folders, self._options.window_state, self)
        self.missing = MissingFiles(
            self._client,
            theme,
            search,
            self.library,
            show_settings=self.show_settings,
            show_library=self.show_library,
            window=self,
        )

    def _set_tab_order(self) -> None:
        self.library_page.set_tab_order()
        before = self.search.filters.panel.last_stop
        for stop in (*self.status_bar.stops, self.undo_bar.button):
            self.setTabOrder(before, stop)
            before = stop

    def _fill_menu(self) -> None:
        """Fill the main menu, with the themes between both groups of commands."""
        groups = {
            group: [self.shortcuts.action(one.name) for one in self.commands if one.menu is group]
            for group in MenuGroup
        }
        self.menu.addActions(groups[MenuGroup.LIBRARY])
        self.menu.addSeparator()
        self.menu.addMenu(self.theme_menu)
        self.menu.addSeparator()
        self.menu.addActions(groups[MenuGroup.PROGRAM])

    @staticmethod
    def key_commands() -> tuple[Command[MainWindow], ...]:
        """Return the commands of the whole window, labelled in the user's language."""
        return (*MainWindow._work_commands(), *MainWindow._program_commands())

    @staticmethod
    def _work_commands() -> tuple[Command[MainWindow], ...]:
        page, library = MainWindow, MenuGroup.LIBRARY
        return (
            Command("search", tr("Search"), page.show_search, ("Ctrl+K", "/")),
            Command("find", tr("Find in the document, or search"), page.find_text, ("Ctrl+F",)),
            Command(
                "library", tr("Folders and files"), page.show_library, ("Ctrl+L",), menu=library
            ),
            Command(
                "libraries",
                tr("Select libraries…"),
                lambda window: window.switch.open(),
                ("Ctrl+O",),
                menu=library,
            ),
            Command("export", tr("Export passages…"), page.show_export, ("Ctrl+E",), menu=library),
            Command(
                "collection",
                tr("Collection"),
                page.open_collection,
                ("Ctrl+Shift+L",),
                menu=library,
            ),
            Command(
                "check_quotations",
                tr("Check quotations…"),
                page.check_quotations,
                ("Ctrl+Shift+Q",),
                menu=library,
            ),
            Command(
                "explain_missing",
                tr("Why is it not found?"),
                lambda window: window.missing.open(),
                menu=library,
            ),
            Command(
                "quick_search",
                tr("Quick search"),
                lambda window: window.tray.quick.activate(),
                ("Ctrl+Shift+K",),
                menu=library,
            ),
        )

    @staticmethod
    def _program_commands() -> tuple[Command[MainWindow], ...]:
        page, program = MainWindow, MenuGroup.PROGRAM
        return (
            Command("undo", tr("Undo"), lambda window: window.undo_bar.undo(), ("Ctrl+Z",)),
            Command("settings", tr("Settings…"), page.show_settings, ("Ctrl+,",), menu=program),
            Command("save_backup", tr("Save backup…"), page.save_backup, menu=program),
            Command("restore_backup", tr("Restore backup…"), page.restore_backup, menu=program),
            Command(
                "next_column",
                tr("Next column"),
                lambda window: window.search.columns.step_focus(1),
                ("F6",),
            ),
            Command(
                "previous_column",
                tr("Previous column"),
                lambda window: window.search.columns.step_focus(-1),
                ("Shift+F6",),
            ),
            Command("back", tr("Back"), page.step_back, ("Esc",)),
            Command(
                "shortcuts", tr("Keyboard shortcuts…"), page.show_shortcuts, ("F1",), menu=program
            ),
            Command(
                "installation", tr("About this installation"), page.show_installation, menu=program
            ),
            Command(
                "quit", tr("Quit"), lambda window: window.tray.quit(), ("Ctrl+Q",), menu=program
            ),
        )

    def _connect_signals(self) -> None:
        library, page, welcome = self.library, self.library_page, self.welcome
        library.status_changed.connect(self._show_status)
        library.status_changed.connect(self.offer.show_status)
        self.offer.replaced.connect(self.search.pane.messages.replace)
        self.offer.folders_chosen.connect(self.add_folders)
        self.offer.found.connect(welcome.suggest)
        library.message.connect(self._show_message)
        library.places_changed.connect(self.search.session.repeat)
        page.back.clicked.connect(self._leave_library)
        page.add.clicked.connect(self.choose_folder)
        page.relocate.clicked.connect(self._choose_new_location)
        page.failures.limits_requested.connect(lambda: self.show_settings("indexing"))
        opener = self.search.opener
        page.failures.file_requested.connect(opener.show_in_folder)
        for opening in (opener.opening, self.search.opening.opening):
            opening.connect(self._show_opening)
        opener.refused.connect(lambda why, _: self._show_message(BarMessage(why), is_for_all=False))
        self.search.commands.tags_requested.connect(self._edit_tags)
        welcome.folders_chosen.connect(self.offer.end)
        welcome.folders_chosen.connect(self.add_folders)
        welcome.add.clicked.connect(self.choose_folder)
        welcome.sample.clicked.connect(self._add_sample)
        welcome.shared.clicked.connect(self.switch.ask_address)
        welcome.shared.setVisible(self.switch.can_change)
        # search
        self.search.pane.tools.export.clicked.connect(self.show_export)
        self.search.commands.bookmark_requested.connect(self.collection.bookmark)
        self.search.commands.fill_collections = self.collection.fill_menu
        self.collection.message.connect(self.search.pane.messages.show_message)
        self.search.library_requested.connect(self.show_library)
        self.search.missing_requested.connect(self.missing.open)
        self.search.columns.breakpoint_changed.connect(self._show_breakpoint)
        self.collection.saved.connect(self._saved_export.report)
        self.live.changed.connect(self._on_setting)
        self.live.refused.connect(self._on_refusal)
        # status bar
        self.status_bar.pause.clicked.connect(library.toggle_paused)
        self.status_bar.failures.clicked.connect(self.show_failures)

    def _show_message(self, message: BarMessage, is_for_all: bool) -> None:  # noqa: FBT001 - of a signal
        """Show a message on the current page, or with `is_for_all` on all pages."""
        bars = self.search.pane.messages, self.library_page.messages
        if not is_for_all:
            bars[self.pages.currentWidget() is self.library_page].show_message(message)
            return
        before, self._global_message = self._global_message, message
        for bar in bars:
            bar.replace(before, BarMessage("") if message.is_passing else message)
            if message.is_passing:
                bar.show_message(message)

    def _show_opening(self, path: str) -> None:
        """Show that a program is starting, which may take a while."""
        words = tr("Opening {name}…").format(name=one_line(Path(path).name))
        message = BarMessage(words, is_warning=False, is_passing=True)
        self._show_message(message, is_for_all=False)

    # Pages

    def _show_status(self, status: LibraryStatus) -> None:
        self.status_bar.show_status(status)
        self._taskbar.show(status)
        self.welcome.show_model(status.model)
        shown = self.pages.currentWidget()
        if not status.is_searchable and not self._left_welcome and shown is self.search:
            self.pages.setCurrentWidget(self.welcome)
        elif status.is_searchable and shown is self.welcome:
            self.show_search()

    def show_search(self) -> None:
        """Show the search page with the query selected."""
        self.pages.setCurrentWidget(self.search)
        self.search.columns.show_hits()
        self.search.pane.field.take_over()

    def find_text(self) -> None:
        """Find text in the document if the preview has the focus, otherwise in the library."""
        if not self.search.details.preview.open_find():
            self.show_search()

    def search_for(self, query: str) -> None:
        """Search for a query from outside; for the URL of a file or folder, search inside it."""
        url = QUrl(query)
        if url.isLocalFile():
            self._search_in(Path(url.toLocalFile()))
        else:
            self.show_search()
            self.search.pane.field.set_query(query)

    def _search_in(self, path: Path) -> None:
        """Search inside a path of the library; a folder outside it is added."""
        if not self.library.is_known:
            once = Qt.ConnectionType.SingleShotConnection
            self.library.status_changed.connect(lambda _: self._search_in(path), once)
            return
        folder = self.library.folder_of(path)
        if folder is None:
            self.add_folders([path])
            return
        place = "/".join((folder.name, *path.relative_to(folder.root).parts))
        self.show_search()
        self.search.pane.field.set_query(f'folder:"{place}" ')

    def come_to_front(self, query: str) -> None:
        """Bring the window to the front for a second start of Twofold, and run its query."""
        self.tray.show_window(query)
        if query:
            self.search_for(query)

    def show_library(self) -> None:
        """Show the library page."""
        self.library_page.refresh()
        self.pages.setCurrentWidget(self.library_page)
        self.library_page.go_to(Part.FOLDERS)

    def show_failures(self) -> None:
        """Show the files that are not indexed."""
        self.show_library()
        self.library_page.show_failures()

    def _leave_library(self) -> None:
        self.show_search()
        self._show_status(self.library.status)  # without folders, there is nothing to search

    def step_back(self) -> None:
        """Go back one step: leave the page, close overlays, focus the field, select or clear it."""
        if self.pages.currentWidget() is self.library_page:
            self._leave_library()
        elif self.search.columns.step_back():
            return
        elif self.search.pane.field.hasFocus():
            self.search.pane.field.step_back()
        else:
            self.search.pane.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # Settings

    def _on_setting(self, key: str) -> None:
        """Apply a changed setting immediately if possible."""
        settings = self.live.settings
        if key == "window.theme":
            self.theme_menu.update_theme()
        elif key == "window.density":
            self._use_density()
        elif key == "embedding.model":
            self.library.use_model(settings.text(key))
        elif key.startswith(("indexing.", "libraries.", "reading.")):
            self.library.use_settings(settings)
        elif key.startswith("rerank."):
            self.library.use_settings(settings)
            self.search.use_settings(settings, key)
        elif key.startswith("search."):
            self.search.use_settings(settings, key)

    def _on_refusal(self, sentence: str, hint: str) -> None:
        self.theme_menu.update_theme()
        self.search.pane.messages.show_message(BarMessage(sentence, hint))

    def _use_density(self) -> None:
        """Apply the density setting."""
        self._theme.set_compact(compact=self.live.settings.text("window.density") == "compact")
        self._show_breakpoint(self.search.columns.breakpoint)

    def _show_breakpoint(self, current: Breakpoint) -> None:
        is_close = current is not Breakpoint.WIDE or self._theme.is_compact
        self.search.pane.results.set_compact(is_close)

    # Dialogs: none blocks the window, and each is deleted when closed

    def show_shortcuts(self) -> None:
        """Show all keyboard shortcuts."""
        ShortcutDialog(self.shortcuts, self._theme, self).open()

    def show_installation(self) -> None:
        """Show the results of checking the installation."""
        installation, status = self._options.installation, self.library.status
        InstallationDialog(installation, self._client, self._theme, status, self).open()

    def save_backup(self) -> None:
        """Save folders, tags, the collection and saved searches to a file the user chooses."""
        self._backup_dialogs().save()

    def restore_backup(self) -> None:
        """Add the contents of a backup to the library."""
        self._backup_dialogs().restore()

    def _backup_dialogs(self) -> BackupDialogs:
        return BackupDialogs(self._options.backup, self.library, self.search.searches, self)

    def show_settings(self, section: str = "") -> None:
        """Show the settings, starting with `section`."""
        models = self._options.models.registry.listings()
        dialog = SettingsDialog(
            self.live,
            self._theme,
            tuple((model.name, model.title) for model in models if not model.host),
            self,
            quick_command=self._options.quick_command,
            show_shortcuts=self.show_shortcuts,
        )
        dialog.show_section(section)
        dialog.open()

    def open_collection(self) -> None:
        """Show the collection."""
        CollectionDialog(
            self.collection, self.search.opener, self._theme, self, self._export_collection
        ).open()

    def _export_collection(self, name: str, passages: int, parent: QWidget) -> None:
        source = CollectionSource(name, passages)
        dialog = ExportDialog(
            self._client, self._theme, source, templates=self._options.templates, parent=parent
        )
        dialog.saved.connect(self.collection.saved)
        dialog.open()

    def check_quotations(self) -> None:
        """Show the dialog that checks the quotations of a draft."""
        dialog = QuotationsDialog(self._client, self.search.opener, self._theme, self)
        dialog.restore(self._draft)
        dialog.finished.connect(lambda _: self._keep_draft(dialog.pasted_text))
        dialog.open()

    def _keep_draft(self, text: str) -> None:
        """Keep a pasted text until the window is closed, as Esc closes the dialog."""
        self._draft = text

    def show_export(self) -> None:
        """Open the export dialog once the hits of all rows have been fetched."""
        self.search.session.when_complete(self._show_export, all_hits=True)

    def _show_export(self) -> None:
        shown = self.search.answers.presented
        if shown is None or not shown.hits:
            return
        selected = tuple(hit.chunk_id for hit in self.search.pane.results.selected_hits())
        source = HitSource(shown.response, selected, shown.rows)
        dialog = ExportDialog(
            self._client, self._theme, source, templates=self._options.templates, parent=self
        )
        dialog.saved.connect(self._saved_export.report)
        dialog.open()

    def _edit_tags(self, hit: Hit) -> None:
        selected = self.search.pane.results.selected_hits()
        chosen = selected if hit in selected else [hit]
        self.library_page.edit_hits([one for one in chosen if not one.library])

    # Folders

    def choose_folder(self) -> None:
        """Ask the user for a folder to add."""
        self._ask_folder(tr("Add folder"), self._on_folder_chosen)

    def _choose_new_location(self) -> None:
        """Ask the user for the new location of the selected folder."""
        if (folder := self.library_page.table.chosen_folder()) is not None:
            title = tr("New location of ‘{name}’").format(name=shortened(folder.name))
            move = self.library.move_folder
            self._ask_folder(title, lambda path: move(folder.name, Path(path)))

    def _ask_folder(self, title: str, then: Callable[[str], None]) -> None:
        dialog = QFileDialog(self, title, QDir.homePath())
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(then)
        dialog.open()

    def _on_folder_chosen(self, name: str) -> None:
        path = Path(name)
        if self.pages.currentWidget() is self.welcome:
            self.welcome.offer_folder(path, chosen=True)
        else:
            self.library.add_folders([path])

    def add_folders(self, paths: list[Path]) -> None:
        """Add folders to the library."""
        self._left_welcome = True
        self.library.add_folders(paths)
        if self.pages.currentWidget() is self.welcome:
            self.show_search()

    def _add_sample(self) -> None:
        if (sample := self._options.sample_library) is not None:
            self._left_welcome = True
            self.library.add_sample(sample)
            self.show_search()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept files from a file manager, but not hits dragged from this window."""
        if event.source() is None and _local_paths(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Explain a dropped file, or add folders; the engine checks them (drives may be slow)."""
        if event.source() is None:
            event.acceptProposedAction()
            paths = _local_paths(event.mimeData())
            # A name with an extension is most likely a file; for a folder, the dialog offers to
            # add it.
            is_file = len(paths) == 1 and bool(paths[0].suffix)
            if is_file and self.pages.currentWidget() is self.search:
                self.missing.open(paths[0])
            else:
                self.add_folders(paths)

    # Sizes

    def showEvent(self, event: QShowEvent) -> None:
        """Scan the library when the window first opens."""
        super().showEvent(event)
        if self.windowHandle().findChild(MouseButtons) is None:
            MouseButtons(self.windowHandle(), self.search.shown.navigation)
        if not self._is_up_to_date:
            self._is_up_to_date = True
            self.library.scan_silently()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Store the sizes, and wait only for a file that is being opened."""
        if self.tray.keeps_running(event):
            return
        self.tray.close()
        self.undo_bar.settle()
        self._state.save()
        self.search.opener.finish()
        super().closeEvent(event)


def _local_paths(data: QMimeData) -> list[Path]:
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
