"""The bar at the bottom that reports a change and offers to undo it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QToolButton, QWidget
from shiboken6 import isValid

from twofold.ui.i18n.translation import tr
from twofold.ui.theme import Theme
from twofold.ui.widgets import layouts
from twofold.ui.widgets.actions import name_key
from twofold.ui.widgets.overlay import Overlay

UNDO_MS = 8_000
_ABOVE_BOTTOM = 44


class UndoBar(Overlay):
    """Shown over the bottom of `window` for eight seconds, longer while the pointer is on it.

    A removal is carried out only when it can no longer be undone: when the time is over, when
    another change is reported, or when the window closes (`settle`).

    The undo shortcut also works in a text field, which normally uses it for its own text, until the
    user types something.
    """

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window, _ABOVE_BOTTOM)
        self._undo: Callable[[], object] | None = None
        self._settled: Callable[[], object] | None = None
        self._focus_before: QWidget | None = None
        self.setProperty("surface", "inverted")
        self.setAccessibleName(tr("Last change"))
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setFont(theme.font(12, tabular=True))
        self.words.setProperty("tone", "inverted")
        self.button = QToolButton(self)
        self.button.setProperty("kind", "undo")
        self.button.setText(tr("Undo"))
        name_key(self.button, tr("Undo"), "undo")
        self.button.clicked.connect(self.undo)
        layouts.row(self.words, self.button, margins=(12, 3, 6, 3), spacing=16, parent=self)
        self._timer = QTimer(self, singleShot=True, interval=UNDO_MS)
        self._timer.timeout.connect(self._on_time_over)
        self._handles_keys = False
        self._field: QWidget | None = None  # the field whose keys are filtered
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus_change)
        self.hide()

    @property
    def text(self) -> str:
        """The sentence shown; '' if the bar is hidden."""
        return "" if self.isHidden() else self.words.text()

    def offer(
        self,
        words: str,
        undo: Callable[[], object],
        settled: Callable[[], object] | None = None,
    ) -> None:
        """Report a change. `undo` undoes it; `settled` is called if it was not undone."""
        self.settle()
        self._focus_before = self._over.focusWidget()
        self._undo, self._settled = undo, settled
        self.words.setText(words)
        self.show()
        self.place()
        self._timer.start()
        self._handles_keys = True
        self._listen_to(QApplication.focusWidget())
        announced = f"{words.removesuffix('.')}. {self.button.text()}: {self.button.toolTip()}"
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, announced))

    def undo(self) -> None:
        """Undo the last change, if still possible."""
        undo = self._undo
        self._forget()
        if undo is not None:
            undo()

    def settle(self) -> None:
        """Finish the last change, so that it can no longer be undone."""
        settled = self._settled
        self._forget()
        if settled is not None:
            settled()

    def _on_time_over(self) -> None:
        if self.underMouse():
            self._timer.start()
        else:
            self.settle()

    def withdraw(self, words: str) -> None:
        """Hide a sentence that is no longer true, if it is still shown."""
        if self.text == words:
            self.settle()

    def _forget(self) -> None:
        self._timer.stop()
        self._handles_keys = False
        self._listen_to(None)
        self._undo = self._settled = None
        has_keys = self._over.focusWidget() is self.button
        self.hide()
        before, self._focus_before = self._focus_before, None
        if has_keys and before is not None and isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_focus_change(self, _old: QWidget | None, new: QWidget | None) -> None:
        self._listen_to(new)

    def _listen_to(self, widget: QWidget | None) -> None:
        if self._field is not None and isValid(self._field):
            self._field.removeEventFilter(self)
        is_here = widget is not None and widget.window() is self._over.window()
        is_here = is_here and widget is not self._over
        self._field = widget if self._handles_keys and is_here else None
        if self._field is not None:
            self._field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle the undo shortcut, and detect typing."""
        if watched is self._field and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.KeyPress and event.matches(
                QKeySequence.StandardKey.Undo
            ):
                self.undo()
                return True
            if event.type() == QEvent.Type.KeyPress and event.text():
                self._handles_keys = False
                self._listen_to(None)
        return super().eventFilter(watched, event)
