"""What the window remembers between starts: where it was, and the sizes of its columns."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QMainWindow

from ui.search_view import SearchView
from ui.three_columns import Room


class WindowMemory:
    """Keeps sizes in `remembered`; without it nothing is remembered."""

    def __init__(
        self, window: QMainWindow, search: SearchView, remembered: QSettings | None
    ) -> None:
        self._window = window
        self._search = search
        self._remembered = remembered

    def restore(self) -> None:
        """Give window and columns the place and the sizes they had."""
        if self._remembered is None:
            return
        self._window.restoreGeometry(self._kept("geometry"))
        self._search.columns.restore_sizes(self._kept("columns"))
        self._search.details.restore_sizes(self._kept("details"))

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
