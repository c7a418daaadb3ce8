"""What the window remembers between starts: where it was, its columns, dialogs, order of hits."""

from __future__ import annotations

from contextlib import suppress

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QMainWindow

from ui.library.library_page import LibraryPage
from ui.results.result_model import HitOrder
from ui.search.columns import Room
from ui.search.search_view import SearchView
from ui.widgets.dialogs import remember_dialogs

_YES, _NO = "yes", "no"


class WindowMemory:
    """Keeps sizes and what is shown in `remembered`; without it nothing is remembered."""

    def __init__(
        self,
        window: QMainWindow,
        search: SearchView,
        library: LibraryPage,
        remembered: QSettings | None,
    ) -> None:
        self._window = window
        self._search, self._library = search, library
        self._remembered = remembered
        if remembered is not None:
            remember_dialogs(window, remembered)

    def restore(self) -> None:
        """Give window and columns the place and the sizes they had."""
        if self._remembered is None:
            return
        self._window.restoreGeometry(self._kept("geometry"))
        self._search.columns.restore_sizes(self._kept("columns"))
        self._search.details.restore_sizes(self._kept("details"))
        self._restore_choices(self._remembered)
        self._restore_library(self._remembered)

    def _restore_library(self, remembered: QSettings) -> None:
        page = self._library
        page.table.widths.restore(str(remembered.value("library/folders", "")))
        page.failures.table.widths.restore(str(remembered.value("library/failures", "")))
        page.restore_shares(str(remembered.value("library/panels", "")))

    def _restore_choices(self, remembered: QSettings) -> None:
        tools = self._search.pane.tools
        if remembered.value("window/filters") == _NO:
            self._search.columns.toggle_filters()
        if remembered.value("window/explanation") == _NO:
            self._search.details.toggle_explain()
        tools.group.setChecked(remembered.value("window/grouped") == _YES)
        with suppress(ValueError):  # a file that was damaged, or of a later version
            tools.choose_order(HitOrder(remembered.value("window/order", HitOrder.BEST.value)))

    def _kept(self, key: str) -> QByteArray:
        """Return what was remembered; nothing where there is none, or a file that was damaged."""
        value = self._remembered.value(f"window/{key}") if self._remembered is not None else None
        return value if isinstance(value, QByteArray) else QByteArray()

    def save(self) -> None:
        """Remember place and sizes."""
        if self._remembered is None:
            return
        self._remembered.setValue("window/geometry", self._window.saveGeometry())
        if self._search.columns.room is Room.WIDE:
            self._remembered.setValue("window/columns", self._search.columns.save_sizes())
            self._remembered.setValue("window/details", self._search.details.save_sizes())
        self._save_choices(self._remembered)
        page = self._library
        self._remembered.setValue("library/folders", page.table.widths.words)
        self._remembered.setValue("library/failures", page.failures.table.widths.words)
        self._remembered.setValue("library/panels", page.shares)

    def _save_choices(self, remembered: QSettings) -> None:
        columns, details, tools = (
            self._search.columns,
            self._search.details,
            self._search.pane.tools,
        )
        remembered.setValue("window/filters", _YES if columns.filters_wanted else _NO)
        remembered.setValue("window/explanation", _YES if details.explain_wanted else _NO)
        remembered.setValue("window/grouped", _YES if tools.group.isChecked() else _NO)
        remembered.setValue("window/order", tools.order.value)
