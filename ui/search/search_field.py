"""The search field, when typing in it rests, and the keys that the list of hits leaves to it."""

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
    """A line edit that leaves up, down and Enter to the list of hits.

    Signals:
        query_edited: the text, after every change by a person.
        moved_down: the person wants into the list.
        confirmed: Enter was pressed; True with Ctrl.
        replaced: the text that another one has taken the place of, or that was cleared.
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
        """Show whether the search is saved; one without words can be where it `has_filters`."""
        self._has_filters = has_filters
        self._show_actions(self.text())
        if saved == self._is_saved:
            return  # this is called with each answer
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
        """Where the cursor is while the query is typed; None for one put in as a whole."""
        return self.cursorPosition() if self._is_typed else None

    @property
    def rests_in_ms(self) -> int:
        """In how many milliseconds typing rests, if no letter comes; 0 when it does."""
        return max(0, round((self._rested_at - self._clock()) * 1000))

    def set_query(self, text: str) -> None:
        """Put a query into the field and search for it; Ctrl+Z brings the one before back."""
        self.show_query(text)
        self.query_edited.emit(self.text())

    def show_query(self, text: str) -> None:
        """Put a query into the field that is searched already; Ctrl+Z takes it back."""
        before = self.text()
        self._is_typed = False
        if text == before:
            return
        self.rewrite(text, len(text))
        if before.strip() and not text.startswith(before):
            self.replaced.emit(before)

    def rewrite(self, text: str, cursor: int) -> None:
        """Put other words for the same query into the field; Ctrl+Z takes it back."""
        with QSignalBlocker(self):  # nothing was typed
            self.selectAll()
            self.insert(text)  # setText() would end the undo history of the field
            self.home(False)  # ends this undo step: letters that follow are a step of their own
            self.setCursorPosition(cursor)
        self.textChanged.emit(self.text())

    def clear_query(self) -> None:
        """Empty the field and keep the focus in it."""
        self.set_query("")
        self.setFocus()

    def step_back(self) -> None:
        """Select the query, or clear it where it is selected: one key alone loses nothing."""
        if self.selectedText() == self.text():
            self.clear_query()
        else:
            self.selectAll()

    def set_aside(self, aside: bool) -> None:  # noqa: FBT001 - reads as the state it sets
        """Show that the query does not count at present."""
        self.setProperty("aside", aside)
        restyle(self)

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


class AtRest(QObject):
    """Work that may wait: done once, in the next moment without other work in which nobody types.

    Without typing in `field` that is after the next paint.
    """

    def __init__(self, field: SearchField, work: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._field = field
        self._work = work
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._try)

    def soon(self) -> None:
        """Do the work, once, however often this is called before."""
        self._timer.start(self._field.rests_in_ms)

    def _try(self) -> None:
        if self._field.rests_in_ms:
            self.soon()  # a letter came meanwhile
        else:
            self._work()


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
        self._field.end(False)
        QApplication.sendEvent(self._field, event)
        return True
