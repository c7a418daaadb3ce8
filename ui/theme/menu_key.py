"""Shift+F10 opens the menu that a right click opens, at the current row or the cursor.

Qt leaves that to the desktop: of itself it knows the menu key alone, which many keyboards lack.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

_BY_KEY = QContextMenuEvent.Reason.Keyboard


class MenuKey(QObject):
    """Listens to whatever has the focus in the application; one an application.

    The menu key itself is heard in lists and tables too: Qt tells them a place that counts from
    above their header, one row too low.
    """

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._is_asking = False
        app.focusChanged.connect(self._follow)

    def _follow(self, old: QWidget | None, new: QWidget | None) -> None:
        if old is not None:
            old.removeEventFilter(self)
        if new is not None:
            new.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask the widget for its menu."""
        if self._is_asking or not isinstance(watched, QWidget):
            return False
        if not (_is_shift_f10(event) or (_is_menu_key(event) and _is_view(watched))):
            return False
        self._is_asking = True
        try:
            _ask_for_menu(watched)
        finally:
            self._is_asking = False
        return True


def _is_shift_f10(event: QEvent) -> bool:
    if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
        return False
    shift = event.modifiers() == Qt.KeyboardModifier.ShiftModifier
    return shift and event.key() == Qt.Key.Key_F10


def _is_menu_key(event: QEvent) -> bool:
    return isinstance(event, QContextMenuEvent) and event.reason() == _BY_KEY


def _is_view(widget: QWidget) -> bool:
    return isinstance(widget, QAbstractItemView)


def _ask_for_menu(widget: QWidget) -> None:
    if isinstance(widget, QAbstractItemView):
        widget.scrollTo(widget.currentIndex())
        at, within = widget.visualRect(widget.currentIndex()).center(), widget.viewport()
    else:
        at, within = _cursor_in(widget), widget
    QApplication.sendEvent(widget, QContextMenuEvent(_BY_KEY, at, within.mapToGlobal(at)))


def _cursor_in(widget: QWidget) -> QPoint:
    area = widget.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle)
    if isinstance(area, QRectF):
        area = area.toRect()
    has_cursor = isinstance(area, QRect) and not area.isEmpty()
    return area.center() if has_cursor else widget.rect().center()
