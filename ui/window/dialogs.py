"""The dialogs that the main window opens, and closing them when a query comes from outside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QDir, QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QBoxLayout, QDialog, QFileDialog, QWidget

from ui.client import EngineClient
from ui.collection.collection_controller import CollectionController
from ui.collection.collection_dialog import CollectionDialog
from ui.export.export_controller import ExportController, PlaceChecks
from ui.export.export_dialog import ExportDialog
from ui.export.saved_export import SavedExport
from ui.i18n.label_text import shortened
from ui.i18n.translation import tr
from ui.library.library_controller import LibraryController
from ui.library.library_presenter import LibraryPresenter
from ui.search.search_view import SearchView
from ui.settings.live_settings import LiveSettings
from ui.settings.setting_row import Choices
from ui.settings.settings_dialog import SettingsDialog
from ui.settings.shortcut_dialog import ShortcutDialog
from ui.settings.shortcuts import Shortcuts
from ui.theme import Theme
from ui.widgets.dialogs import BaseDialog
from ui.widgets.messages import Message, MessageBar

ListTemplates = Callable[[], Sequence[Path]]


class WindowDialogs(QObject):
    """Opens dialogs over `window`; none of them blocks it or outlives its use.

    Signals:
        folder_chosen: the `Path` of a folder to add.
    """

    folder_chosen = Signal(object)

    def __init__(
        self,
        theme: Theme,
        client: EngineClient,
        list_templates: ListTemplates,
        search: SearchView,
        window: QWidget,
        *,
        library: LibraryController,
        presenter: LibraryPresenter,
        collection: CollectionController,
    ) -> None:
        super().__init__(window)
        self._theme = theme
        self._exports = ExportController(client, self)
        self._checks = PlaceChecks(client, self)
        messages, opener = search.pane.messages, search.opener
        self._saved = SavedExport(client, messages, opener, library, presenter)
        collection.saved.connect(self._saved.tell)
        self._list_templates = list_templates
        self._search = search
        self._window = window

    def show_settings(
        self,
        live: LiveSettings,
        choices: dict[str, Choices],
        section: str,
        *,
        quick_command: str,
        show_shortcuts: Callable[[], object],
    ) -> None:
        """Show all settings, beginning with a section."""
        dialog = SettingsDialog(
            live,
            self._theme,
            choices,
            self._window,
            quick_command=quick_command,
            show_shortcuts=show_shortcuts,
        )
        dialog.show_section(section)
        self._open(dialog)

    def show_shortcuts(self, shortcuts: Shortcuts) -> None:
        """Show all keys."""
        self._open(ShortcutDialog(shortcuts, self._theme, self._window))

    def show_export(self) -> None:
        """Open the export dialog for the hits of the answer."""
        self._search.when_whole(self._show_export)

    def _show_export(self) -> None:
        response = self._search.response
        if response is None or not response.hits:
            return
        selected = tuple(hit.chunk_id for hit in self._search.pane.results.selected_hits())
        dialog = ExportDialog(
            self._exports,
            self._theme,
            response,
            selected,
            templates=tuple(self._list_templates()),
            checks=self._checks,
            parent=self._window,
        )
        dialog.saved.connect(self._saved.tell)
        self._open(dialog)

    def show_collection(self, collection: CollectionController) -> None:
        """Show the passages put aside."""
        self._open(CollectionDialog(collection, self._theme, self._window))

    def choose_folder(self) -> None:
        """Let the person choose a folder to add."""
        dialog = QFileDialog(self._window, tr("Add folder"), QDir.homePath())
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(lambda path: self.folder_chosen.emit(Path(path)))
        self._open(dialog)

    def _open(self, dialog: QDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()


class ModalDialogs(QObject):
    """Lets a person see what was just asked for, at no cost of what they were doing in `window`.

    A dialog that only shows things, or keeps what is done in it at once, is closed as by Esc. One
    with begun work stays, and says that the answer is behind it.
    """

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._theme, self._window = theme, window

    def make_way(self, query: str) -> None:
        """Close what hides the hits of `query`, from the top down, as far as nothing is lost."""
        while (popup := QApplication.activePopupWidget()) is not None and popup.close():
            pass
        while (dialog := self._top()) is not None:
            if isinstance(dialog, BaseDialog) and dialog.holds_work:
                self._tell(dialog, query)
                return
            dialog.reject()
            dialog.hide()  # whatever it answers: the loop must come to its end

    def _top(self) -> QDialog | None:
        dialog = over = QApplication.activeModalWidget()
        while over is not None and over is not self._window:
            over = over.parentWidget()
        return dialog if over is not None and isinstance(dialog, QDialog) else None

    def _tell(self, dialog: QDialog, query: str) -> None:
        words = tr("Searched for ‘{query}’. Close this dialog to see what was found.")
        told = words.format(query=shortened(query))
        self._note_in(dialog).show_message(Message(told, is_warning=False))
        dialog.raise_()
        dialog.activateWindow()

    def _note_in(self, dialog: QDialog) -> MessageBar:
        """Return the bar of a dialog, at its top where it had none."""
        known = dialog.findChild(MessageBar)
        if known is not None:
            return known
        bar = MessageBar(self._theme, dialog)
        layout = dialog.layout()
        if isinstance(layout, QBoxLayout):
            layout.insertWidget(0, bar)
        return bar
