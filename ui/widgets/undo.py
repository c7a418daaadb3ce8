"""The bar at the bottom that says what was removed or changed, and takes it back."""

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
    """Lies over the bottom of `window` for eight seconds, longer while the pointer is on it.

    A removal is carried out only when it can no longer be taken back: when the time is over, when
    something else is offered, or when the window closes (`settle`).

    The keys of undoing work in a field too, which keeps them for its own text otherwise, until
    something is typed: that was done last then.
    """

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window, _ABOVE_BOTTOM)
        self._undo: Callable[[], object] | None = None
        self._settled: Callable[[], object] | None = None
        self._held: QWidget | None = None
        self.setProperty("surface", "inverted")
        self.setAccessibleName(tr("What was changed"))
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
        self._hears_keys = False
        self._field: QWidget | None = None  # whose keys are filtered
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus_change)
        self.hide()

    @property
    def text(self) -> str:
        """The sentence shown, '' while the bar is hidden."""
        return "" if self.isHidden() else self.words.text()

    def offer(
        self,
        words: str,
        undo: Callable[[], object],
        settled: Callable[[], object] | None = None,
    ) -> None:
        """Say what was done. `undo` takes it back; `settled` is called when nobody has."""
        self.settle()
        self._held = self._over.focusWidget()
        self._undo, self._settled = undo, settled
        self.words.setText(words)
        self.show()
        self.place()
        self._timer.start()
        self._hears_keys = True
        self._listen_to(QApplication.focusWidget())
        told = f"{words.removesuffix('.')}. {self.button.text()}: {self.button.toolTip()}"
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, told))

    def undo(self) -> None:
        """Take back what was done last, if it still can be."""
        undo = self._undo
        self._forget()
        if undo is not None:
            undo()

    def settle(self) -> None:
        """Let what was done stand."""
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
        """Hide a sentence that is no longer true, where it is still shown."""
        if self.text == words:
            self.settle()

    def _forget(self) -> None:
        self._timer.stop()
        self._hears_keys = False
        self._listen_to(None)
        self._undo = self._settled = None
        has_keys = self._over.focusWidget() is self.button
        self.hide()
        held, self._held = self._held, None
        if has_keys and held is not None and isValid(held) and held.isVisible():
            held.setFocus(Qt.FocusReason.OtherFocusReason)  # else whatever comes next had them

    def _on_focus_change(self, _old: QWidget | None, new: QWidget | None) -> None:
        self._listen_to(new)

    def _listen_to(self, widget: QWidget | None) -> None:
        if self._field is not None and isValid(self._field):
            self._field.removeEventFilter(self)
        is_here = widget is not None and widget.window() is self._over.window()
        is_here = is_here and widget is not self._over
        self._field = widget if self._hears_keys and is_here else None
        if self._field is not None:
            self._field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hear the keys of undoing, and whether the user types."""
        if watched is self._field and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.KeyPress and event.matches(
                QKeySequence.StandardKey.Undo
            ):
                self.undo()
                return True
            if event.type() == QEvent.Type.KeyPress and event.text():
                self._hears_keys = False
                self._listen_to(None)
        return super().eventFilter(watched, event)
