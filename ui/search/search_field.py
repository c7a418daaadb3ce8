"""The search field: the query, with a sign before it and a way to clear it behind it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from ui.theme import Theme
from ui.widgets.actions import name_key

LONGEST_QUERY = 10_000
_EDITING = {Qt.Key.Key_A, Qt.Key.Key_C, Qt.Key.Key_V, Qt.Key.Key_X, Qt.Key.Key_Y, Qt.Key.Key_Z}


class SearchField(QLineEdit):
    """A line edit that leaves up, down and Enter to the list of hits.

    Signals:
        query_edited: the text, after every change by a person.
        moved_down: the person wants into the list.
        confirmed: Enter was pressed; True with Ctrl.
        save_wanted: the search is to be saved, or no longer.
    """

    query_edited = Signal(str)
    moved_down = Signal()
    confirmed = Signal(bool)
    save_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("kind", "search")
        self.setFixedHeight(40)
        self.setMaxLength(LONGEST_QUERY)
        self.setPlaceholderText(self.tr("Search your documents"))
        self.setAccessibleName(self.tr("Search"))
        self._sign = QAction(self.tr("Search"), self)
        self.addAction(self._sign, QLineEdit.ActionPosition.LeadingPosition)
        self._save = QAction(self.tr("Save this search"), self)
        name_key(self._save, self._save.text(), "save_search")
        self._save.setVisible(False)
        self._save.triggered.connect(self.save_wanted)
        self.addAction(self._save, QLineEdit.ActionPosition.TrailingPosition)
        self._clear = QAction(self.tr("Clear the search"), self)
        self._clear.setVisible(False)
        self._clear.triggered.connect(self.clear_query)
        self.addAction(self._clear, QLineEdit.ActionPosition.TrailingPosition)
        self._is_saved = self._has_filters = False
        self.textChanged.connect(self._show_actions)
        self.textEdited.connect(self.query_edited)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def _apply_theme(self) -> None:
        self._sign.setIcon(self._theme.icon("search", "text2", 16))
        self._clear.setIcon(self._theme.icon("x", "text2", 16))
        saved = "accent" if self._is_saved else "text2"
        self._save.setIcon(self._theme.icon("bookmark", saved, 16))

    def show_saved(self, *, saved: bool, has_filters: bool) -> None:
        """Show whether the search is saved; one without words can be where it `has_filters`."""
        self._has_filters = has_filters
        self._show_actions(self.text())
        if saved == self._is_saved:
            return  # each answer tells it
        self._is_saved = saved
        words = self.tr("Saved; click to let go of it")
        self._save.setText(words if saved else self.tr("Save this search"))
        name_key(self._save, self._save.text(), "save_search")
        self._apply_theme()

    def _show_actions(self, text: str) -> None:
        self._clear.setVisible(bool(text))
        self._save.setVisible(bool(text.strip()) or self._has_filters)

    def set_query(self, text: str) -> None:
        """Put a query into the field as if it had been typed."""
        self.setText(text)
        self.query_edited.emit(text)

    def clear_query(self) -> None:
        """Empty the field and keep the focus in it."""
        self.set_query("")
        self.setFocus()

    def take_over(self) -> None:
        """Take the focus with the text selected, so that typing starts anew."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    def event(self, event: QEvent) -> bool:
        """Leave letters with Ctrl to the commands, but for those that edit in every field.

        On X11 a line edit takes more of them: Ctrl+E for the end of the line, Ctrl+D to delete.
        """
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            is_letter = Qt.Key.Key_A <= event.key() <= Qt.Key.Key_Z
            with_ctrl = event.modifiers() == Qt.KeyboardModifier.ControlModifier
            if with_ctrl and is_letter and event.key() not in _EDITING:
                event.ignore()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Hand Down and Enter on."""
        key = event.key()
        if key == Qt.Key.Key_Down:
            self.moved_down.emit()
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.confirmed.emit(bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        else:
            super().keyPressEvent(event)
