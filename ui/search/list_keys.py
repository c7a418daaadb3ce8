"""Keys pressed in the list of hits that belong elsewhere: typing goes back to the field."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListView

from ui.search.search_field import SearchField

# Both together are AltGr on Windows, by which letters such as '@' are typed.
_CONTROLS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
_LETTERS = (Qt.KeyboardModifier.NoModifier, _CONTROLS)


class ListKeys(QObject):
    """Sends letters typed over the list to the search field, and Up from the first hit."""

    def __init__(self, results: QListView, field: SearchField) -> None:
        super().__init__(results)
        self._results = results
        self._field = field
        results.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Take the keys that are meant for the field."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() == Qt.Key.Key_Up and self._results.currentIndex().row() <= 0:
            self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return True
        text = event.text()
        is_key_of_a_command = event.modifiers() & _CONTROLS not in _LETTERS
        if is_key_of_a_command or not text.strip() or not text.isprintable():
            return False
        self._field.setFocus(Qt.FocusReason.OtherFocusReason)
        self._field.set_query(self._field.text() + text)
        return True
