"""The state the window stores between sessions: sizes, columns, order of hits, libraries."""

from __future__ import annotations

from contextlib import suppress

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QMainWindow

from twofold.ui.library.library_page import LibraryPage
from twofold.ui.library.library_switch import LibrarySwitch
from twofold.ui.results.presented import HitOrder
from twofold.ui.search.columns import Breakpoint
from twofold.ui.search.home import now_utc
from twofold.ui.search.search_view import SearchView
from twofold.ui.widgets.dialogs import remember_dialogs

_YES, _NO = "yes", "no"


class WindowState:
    """Stores sizes and visible parts in `remembered`."""

    def __init__(
        self,
        window: QMainWindow,
        search: SearchView,
        library: LibraryPage,
        switch: LibrarySwitch,
        remembered: QSettings,
    ) -> None:
        self._window, self._search, self._library = window, search, library
        self._switch = switch
        self._remembered = remembered
        remember_dialogs(window, remembered)

    def restore(self) -> None:
        """Restore geometry and column sizes; invalid values are ignored."""
        search, page, value = self._search, self._library, self._remembered.value
        tools = search.pane.tools
        self._window.restoreGeometry(self._bytes("window/geometry"))
        search.columns.restore_sizes(self._bytes("window/columns"))
        search.details.restore_sizes(self._bytes("window/details"))
        if value("window/filters") == _NO:
            search.columns.toggle_filters()
        if value("window/explanation") == _NO:
            search.details.toggle_explain()
        tools.group.setChecked(value("window/grouped") == _YES)
        with suppress(ValueError):
            tools.choose_order(HitOrder(value("window/order", HitOrder.BEST.value)))
        page.table.widths.restore(self._bytes("library/folders"))
        page.failures.table.widths.restore(self._bytes("library/failures"))
        page.restore_shares(self._bytes("library/panels"))
        self._search.answers.home.use_last_visit(str(value("window/visited", "")))
        self._switch.remember(str(value("libraries/known", "")).split())

    def _bytes(self, key: str) -> QByteArray:
        value = self._remembered.value(key)
        return value if isinstance(value, QByteArray) else QByteArray()

    def save(self) -> None:
        """Write the state to the disk now, because the process may end afterwards."""
        search, page, keep = self._search, self._library, self._remembered.setValue
        tools = search.pane.tools
        keep("window/geometry", self._window.saveGeometry())
        if search.columns.breakpoint is Breakpoint.WIDE:
            keep("window/columns", search.columns.save_sizes())
            keep("window/details", search.details.save_sizes())
        keep("window/filters", _YES if search.columns.filters_wanted else _NO)
        keep("window/explanation", _YES if search.details.explain_wanted else _NO)
        keep("window/grouped", _YES if tools.group.isChecked() else _NO)
        keep("window/order", tools.order.value)
        keep("library/folders", page.table.widths.state)
        keep("library/failures", page.failures.table.widths.state)
        keep("library/panels", page.shares)
        keep("window/visited", now_utc())
        keep("libraries/known", " ".join(self._switch.known))
        self._remembered.sync()
