"""Enter presses the button that has the focus, as Space does.

Qt leaves that to the desktop: outside dialogs most let Enter do nothing, and in dialogs it presses
the default button although the focus ring is around another one.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton, QWidget

_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


class EnterPresses(QObject):
    """Listens to whichever button of the application has the focus; one an application.

    Check boxes are left alone: there Enter means the whole form.
    """

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        app.focusChanged.connect(self._follow)

    def _follow(self, old: QWidget | None, new: QWidget | None) -> None:
        if old is not None:
            old.removeEventFilter(self)
        if isinstance(new, QPushButton | QToolButton):
            new.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Press the button; a key that is held presses once."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() not in _ENTER or held or not isinstance(watched, QPushButton | QToolButton):
            return False
        if not event.isAutoRepeat():
            watched.click()
        return True
