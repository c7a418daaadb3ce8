"""The search field, pause detection while typing, and key forwarding from the list of hits."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QListView, QWidget

from twofold.ui.i18n.translation import tr
from twofold.ui.theme import Theme
from twofold.ui.widgets.actions import name_key
from twofold.ui.widgets.decoration import restyle

MAX_QUERY_LENGTH = 10_000
RESTED_AFTER_S = 0.2
_EDITING = {Qt.Key.Key_A, Qt.Key.Key_C, Qt.Key.Key_V, Qt.Key.Key_X, Qt.Key.Key_Y, Qt.Key.Key_Z}


class SearchField(QLineEdit):
    """A line edit that forwards Up, Down and Enter to the list of hits.

    Signals:
        query_edited: the text, after every change by the user.
        moved_down: move the focus to the list.
        confirmed: Enter was pressed; True with Ctrl.
        replaced: the previous text, after it was replaced or cleared.
    """

    query_edited = Signal(str)
    moved_down = Signal()
    confirmed = Signal(bool)
    replaced = Signal(str)

    def __init__(
        self,
        theme: Theme,
        parent: QWidget | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._clock = clock
        self._rested_at = clock()
        self._is_typed = False
        self.setProperty("kind", "search")
        self.setFixedHeight(40)
        self.setMaxLength(MAX_QUERY_LENGTH)
        self.setPlaceholderText(tr("Search your documents"))
        self.setAccessibleName(tr("Search"))
        sign = self.addAction(
            theme.icon("search", "text2", 16), QLineEdit.ActionPosition.LeadingPosition
        )
        sign.setText(tr("Search"))
        self.save_action = QAction(self)
        self.addAction(self.save_action, QLineEdit.ActionPosition.TrailingPosition)
        self._clear = QAction(theme.icon("x", "text2", 16), tr("Clear the search"), self)
        self._clear.triggered.connect(self.clear_query)
        self.addAction(self._clear, QLineEdit.ActionPosition.TrailingPosition)
        self._is_saved: bool | None = None
        self.show_saved(saved=False, has_filters=False)
        self.textChanged.connect(self._show_actions)
        self.textEdited.connect(self._on_typing)
        self.textEdited.connect(self.query_edited)

    def show_saved(self, *, saved: bool, has_filters: bool) -> None:
        """Show whether the search is saved; a search with filters only can be saved too."""
        self._has_filters = has_filters
        self._show_actions(self.text())
        if saved == self._is_saved:
            return  # this is called for every answer
        self._is_saved = saved
        words = tr("Saved. Click to remove") if saved else tr("Save this search")
        self.save_action.setText(words)
        self.save_action.setIcon(self._theme.icon("bookmark", "accent" if saved else "text2", 16))
        name_key(self.save_action, words, "save_search")

    def _show_actions(self, text: str) -> None:
        self._clear.setVisible(bool(text))
        self.save_action.setVisible(bool(text.strip()) or self._has_filters)

    def _on_typing(self) -> None:
        self._rested_at = self._clock() + RESTED_AFTER_S
        self._is_typed = True

    @property
    def typed_at(self) -> int | None:
        """The cursor position if the query was typed; None if it was set as a whole."""
        return self.cursorPosition() if self._is_typed else None

    @property
    def rests_in_ms(self) -> int:
        """Milliseconds until typing counts as paused; 0 if it already does."""
        return max(0, round((self._rested_at - self._clock()) * 1000))

    def set_query(self, text: str) -> None:
        """Set the query and search for it; Ctrl+Z restores the previous one."""
        self.show_query(text)
        self.query_edited.emit(self.text())

    def show_query(self, text: str) -> None:
        """Show a query without searching for it; Ctrl+Z restores the previous one."""
        before = self.text()
        self._is_typed = False
        if text == before:
            return
        self.rewrite(text, len(text))
        if before.strip() and not text.startswith(before):
            self.replaced.emit(before)

    def rewrite(self, text: str, cursor: int) -> None:
        """Replace the text by another form of the same query; Ctrl+Z restores it."""
        with QSignalBlocker(self):  # nothing was typed
            self.selectAll()
            self.insert(text)  # setText() would clear the undo history
            self.home(False)  # ends this undo step, so that typing starts a new one
            self.setCursorPosition(cursor)
        self.textChanged.emit(self.text())

    def clear_query(self) -> None:
        """Clear the field and keep the focus."""
        self.set_query("")
        self.setFocus()

    def step_back(self) -> None:
        """Select the query, or clear it if it is already selected."""
        if self.selectedText() == self.text():
            self.clear_query()
        else:
            self.selectAll()

    def set_aside(self, aside: bool) -> None:  # noqa: FBT001 - reads as the state it sets
        """Show the query as inactive."""
        self.setProperty("aside", aside)
        restyle(self)

    def take_over(self) -> None:
        """Take the focus with the text selected, so that typing replaces it."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    def event(self, event: QEvent) -> bool:
        """Leave Ctrl+letter to the commands of the window, except for the usual editing keys.

        On X11, a line edit uses more of them, such as Ctrl+E (end of line) and Ctrl+D (delete).
        """
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            is_letter = Qt.Key.Key_A <= event.key() <= Qt.Key.Key_Z
            with_ctrl = event.modifiers() == Qt.KeyboardModifier.ControlModifier
            if with_ctrl and is_letter and event.key() not in _EDITING:
                event.ignore()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Emit signals for Down and Enter; the field handles all other keys."""
        key = event.key()
        if key == Qt.Key.Key_Down:
            self.moved_down.emit()
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.confirmed.emit(bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        else:
            super().keyPressEvent(event)


class AtRest(QObject):
    """Work that is deferred until the event loop is idle and the user is not typing.

    Without typing, it runs after the next paint.
    """

    def __init__(self, field: SearchField, work: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._field = field
        self._work = work
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._try)

    def soon(self) -> None:
        """Schedule the work; several calls run it once."""
        self._timer.start(self._field.rests_in_ms)

    def _try(self) -> None:
        if self._field.rests_in_ms:
            self.soon()  # the user typed in the meantime
        else:
            self._work()


# Ctrl+Alt is AltGr on Windows, which types characters such as '@'.
_CONTROLS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
_LETTERS = (Qt.KeyboardModifier.NoModifier, _CONTROLS)


class ListKeys(QObject):
    """Sends characters typed in the list to the search field, and Up on the first hit."""

    def __init__(self, results: QListView, field: SearchField) -> None:
        super().__init__(results)
        self._results = results
        self._field = field
        results.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Forward keys that are meant for the field."""
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
        self._field.end(False)
        QApplication.sendEvent(self._field, event)
        return True
