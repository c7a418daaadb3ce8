"""Fields in a scroll area: the mouse wheel scrolls the area instead of changing a field."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QWidget


def scroll_past(field: QWidget) -> None:
    """Make the wheel over `field` scroll the area around it, unless `field` has the focus."""
    field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # not by the wheel
    field.installEventFilter(_WheelFilter(field))


class _WheelFilter(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.Wheel or not isinstance(watched, QWidget):
            return False
        if watched.hasFocus():
            return False
        event.ignore()
        return True
