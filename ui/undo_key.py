"""Lets Ctrl+Z take back what was done last, also while the cursor is in a field.

A field keeps the keys of undoing for its own text, so the window would never hear them there.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QWidget


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
