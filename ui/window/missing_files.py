"""Explaining why a file is missing in the list of hits, and the actions that change it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QDir, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from twofold.engine.api import FILTERS, AbsenceAction
from twofold.ui.checking.absence_dialog import AbsenceDialog
from twofold.ui.client import EngineClient
from twofold.ui.filters.selection import FilterSelection
from twofold.ui.i18n.translation import tr
from twofold.ui.library.library_controller import LibraryController
from twofold.ui.search.search_view import SearchView
from twofold.ui.theme import Theme


class MissingFiles:
    """Opens the dialog for a file, with the actions of the window.

    `show_settings` takes the section to show first, `show_library` shows the folders.
    """

    def __init__(
        self,
        client: EngineClient,
        theme: Theme,
        search: SearchView,
        library: LibraryController,
        *,
        show_settings: Callable[[str], None],
        show_library: Callable[[], None],
        window: QWidget,
    ) -> None:
        self._client, self._theme, self._window = client, theme, window
        self._search, self._library = search, library
        self._path = ""
        self._actions = {
            AbsenceAction.ADD_FOLDER: lambda path: library.add_folders([Path(path)]),
            AbsenceAction.EDIT_RULES: lambda _: show_library(),
            AbsenceAction.CHANGE_SETTING: lambda key: show_settings(key.partition(".")[0]),
            AbsenceAction.RETRY: library.retry_failures,
            AbsenceAction.UPDATE: lambda _: library.check_for_changes(),
            AbsenceAction.REMOVE_FILTER: self._remove_filter,
            AbsenceAction.SHOW_WEAK: lambda _: search.shown.weak_requested.emit(),
            AbsenceAction.SHOW_DUPLICATES: lambda _: show_settings("search"),
            AbsenceAction.SHOW_PASSAGES: lambda _: search.pane.tools.group.setChecked(False),
            AbsenceAction.SHOW_MORE: lambda _: self._search_in_file(),
        }

    def choose(self) -> None:
        """Ask the user for the file that is missing."""
        dialog = QFileDialog(self._window, tr("Choose the missing file"), QDir.homePath())
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.explain(Path(name)))
        dialog.open()

    def explain(self, path: Path) -> None:
        """Show why a file is not in the list of the current search."""
        shown = self._search.answers.presented
        request = self._search.session.request
        listed = shown.rows if shown is not None else request.limit
        hides_weak = shown is not None and not shown.shows_weak
        search = replace(request, limit=max(1, listed), offset=0, hide_weak=hides_weak)
        self._path = str(path)
        AbsenceDialog(
            self._client,
            self._theme,
            self._path,
            search,
            actions=self._actions,
            parent=self._window,
        ).open()

    def _remove_filter(self, word: str) -> None:
        """Remove the choices of one filter; of a filter in the query, all filters."""
        known = next(one for one in FILTERS if one.word == word)
        selection = self._search.selection
        chosen = [
            choice
            for choice in selection.choices
            if known.is_set(FilterSelection((choice,)).as_filters())
        ]
        if not chosen:
            self._search.clear_filters()
        for choice in chosen:
            self._search.pane.chips.removed.emit(choice)

    def _search_in_file(self) -> None:
        """Search for the same words in the file only."""
        folder = self._library.folder_of(Path(self._path))
        if folder is not None:
            inside = Path(self._path).relative_to(folder.root).as_posix()
            query = self._search.session.request.query
            self._search.pane.field.set_query(f'{query} path:"{inside}"')
