"""The bar at the bottom that says what was removed or changed, and takes it back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLabel, QToolButton, QWidget
from shiboken6 import isValid

from ui.theme import Theme
from ui.widgets.actions import name_key


class UndoKey(QObject):
    """Listens to the widget of `window` that has the focus, between `listen` and `stop`.

    Once something is typed, that was done last, and the keys are the field's again.
    """

    def __init__(self, undo: Callable[[], object], window: QWidget) -> None:
        super().__init__(window)
        self._undo = undo
        self._over = window
        self._heard: QWidget | None = None
        self._listens = False
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._focus_moved)

    def listen(self) -> None:
        """Hear the keys from now on."""
        self._listens = True
        self._follow(QApplication.focusWidget())

    def stop(self) -> None:
        """Leave the keys to the field."""
        self._listens = False
        self._follow(None)

    def _focus_moved(self, _old: QWidget | None, new: QWidget | None) -> None:
        self._follow(new)

    def _follow(self, widget: QWidget | None) -> None:
        if self._heard is not None:
            self._heard.removeEventFilter(self)
            self._heard.destroyed.disconnect(self._forget)
            self._heard = None
        if self._listens and widget is not None and widget.window() is self._over.window():
            self._heard = widget
            widget.installEventFilter(self)
            widget.destroyed.connect(self._forget)

    def _forget(self) -> None:
        self._heard = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Undo, or hear that something else was done since."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        if event.matches(QKeySequence.StandardKey.Undo):
            self._undo()
            return True
        if event.text():
            self.stop()
        return False


UNDO_MS = 8_000
_ABOVE_BOTTOM = 44
_BESIDE = 16


class UndoBar(QFrame):
    """Lies over the bottom of `window` for eight seconds.

    A removal is carried out only when it can no longer be taken back: when the time is over, when
    something else is offered, or when the window closes (`settle`).
    """

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._over = window
        self._undo: Callable[[], object] | None = None
        self._settled: Callable[[], object] | None = None
        self._held: QWidget | None = None
        self.setProperty("surface", "inverted")
        self.setAccessibleName(self.tr("What was changed"))
        self._words = QLabel(self)
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setProperty("tone", "inverted")
        self._words.setFont(theme.font(12))
        self.button = QToolButton(self)
        self.button.setProperty("kind", "undo")
        self.button.setText(self.tr("Undo"))
        name_key(self.button, self.tr("Undo"), "undo")
        self.button.clicked.connect(self.undo)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 3, 6, 3)
        layout.setSpacing(16)
        layout.addWidget(self._words)
        layout.addWidget(self.button)
        self._timer = QTimer(self, singleShot=True, interval=UNDO_MS)
        self._timer.timeout.connect(self.settle)
        self._key = UndoKey(self.undo, window)
        window.installEventFilter(self)
        self.hide()

    @property
    def text(self) -> str:
        """What is said, '' while the bar is hidden."""
        return "" if self.isHidden() else self._words.text()

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
        self._words.setText(words)
        self._place()
        self.show()
        self.raise_()
        self._timer.start()
        self._key.listen()
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

    def withdraw(self, words: str) -> None:
        """Hide what was said, where it still stands: it is no longer so."""
        if self.text == words:
            self.settle()

    def _forget(self) -> None:
        self._timer.stop()
        self._key.stop()
        self._undo = self._settled = None
        has_keys = self._over.focusWidget() is self.button
        self.hide()
        held, self._held = self._held, None
        if has_keys and held is not None and isValid(held) and held.isVisible():
            held.setFocus(Qt.FocusReason.OtherFocusReason)  # else whatever comes next had them

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the middle of the bottom."""
        if event.type() == QEvent.Type.Resize and not self.isHidden():
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        room = self._over.width() - 2 * _BESIDE
        self._words.setWordWrap(False)
        self.adjustSize()
        if self.width() > room:  # the button must not stand outside
            self._words.setWordWrap(True)
            self.resize(room, self.heightForWidth(room))
        left = (self._over.width() - self.width()) // 2
        self.move(left, self._over.height() - self.height() - _ABOVE_BOTTOM)
