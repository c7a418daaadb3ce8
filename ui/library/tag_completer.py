"""Completes the last of several tags, separated by commas, from the tags there are."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QCompleter, QLineEdit, QListView, QStyledItemDelegate

# Nothing is begun: no tag begins with this.
_NOTHING = "\0"


class TagCompleter(QCompleter):
    """Offers what begins as the tag being typed at the end of `field`, in either case."""

    def __init__(self, known: Iterable[str], field: QLineEdit) -> None:
        super().__init__(sorted(known, key=str.casefold), field)
        self._field = field
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        popup = QListView()
        popup.setObjectName("completions")
        self.setPopup(popup)
        popup.setItemDelegate(QStyledItemDelegate(popup))  # the style sheet reaches no other
        field.setCompleter(self)

    def splitPath(self, path: str) -> list[str]:
        """Return what is to be completed of the whole text."""
        begun = path.rpartition(",")[2].strip().lstrip("#")
        at_end = self._field.cursorPosition() == len(self._field.text())
        return [begun if begun and at_end else _NOTHING]

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        """Return the whole text with a tag in place of what was begun of it."""
        before, comma, _ = self._field.text().rpartition(",")
        return f"{before}{comma} {index.data()}" if comma else str(index.data())
