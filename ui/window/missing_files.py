"""Explaining why a file or passage is missing in the list, and the actions that change it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QWidget

from twofold.engine.api import FILTERS, AbsenceAction
from twofold.ui.checking.absence_dialog import AbsenceDialog
from twofold.ui.client import EngineClient
from twofold.ui.filters.selection import FilterSelection
from twofold.ui.library.library_controller import LibraryController
from twofold.ui.search.search_view import SearchView
from twofold.ui.theme import Theme


class MissingFiles:
    """Opens the dialog with the actions of the window.

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
            AbsenceAction.SHOW_MORE: self._search_in_file,
        }

    def open(self, path: Path | None = None) -> None:
        """Explain why a file is not in the list of the current search, or let the user choose."""
        shown = self._search.answers.presented
        request = self._search.session.request
        listed = shown.rows if shown is not None else request.limit
        hides_weak = shown is not None and not shown.shows_weak
        search = replace(request, limit=max(1, listed), offset=0, hide_weak=hides_weak)
        dialog = AbsenceDialog(
            self._client, self._theme, search, actions=self._actions, parent=self._window
        )
        dialog.open()
        if path is not None:
            dialog.ask_about(str(path))

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

    def _search_in_file(self, path: str) -> None:
        """Search for the same words in one file only; `path` starts with its folder's name."""
        inside = path.partition("/")[2]
        query = self._search.session.request.query
        self._search.pane.field.set_query(f'{query} path:"{inside}"')
