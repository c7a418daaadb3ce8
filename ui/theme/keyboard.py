"""Application-wide keyboard support: focus ring, Enter on buttons, Shift+F10 for menus."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QFocusFrame,
    QProxyStyle,
    QPushButton,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

_REACH = 4
_RADIUS = 9


class FocusRing(QObject):
    """Shows a ring around the focused button; one instance per application.

    It is 2 pixels wide and 2 pixels away from the button, where a style sheet cannot paint.
    """

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._style = _RingStyle()
        self._frame: QFocusFrame | None = None
        app.focusChanged.connect(self._show_ring)

    @property
    def area(self) -> QRect | None:
        """The geometry of the ring in its parent's coordinates; None if there is no ring."""
        return self._frame.geometry() if self._frame is not None and isValid(self._frame) else None

    def _show_ring(self, _old: QWidget | None, new: QWidget | None) -> None:
        if self._frame is not None and isValid(self._frame):  # it is deleted with its window
            self._frame.hide()
            self._frame.deleteLater()
        self._frame = None
        if isinstance(new, QAbstractButton):
            self._frame = QFocusFrame()
            self._frame.setStyle(self._style)
            self._frame.setWidget(new)


class _RingStyle(QProxyStyle):
    """Paints a focus frame, with Qt's own style hints for margins and stacking order."""

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        result: QStyleHintReturn | None = None,
    ) -> int:
        if hint == QStyle.StyleHint.SH_FocusFrame_AboveWidget:
            return 1
        return super().styleHint(hint, option, widget, result)

    def pixelMetric(
        self,
        metric: QStyle.PixelMetric,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> int:
        margins = {
            QStyle.PixelMetric.PM_FocusFrameHMargin,
            QStyle.PixelMetric.PM_FocusFrameVMargin,
        }
        return _REACH if metric in margins else super().pixelMetric(metric, option, widget)

    def drawControl(
        self,
        element: QStyle.ControlElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        if element != QStyle.ControlElement.CE_FocusFrame:
            super().drawControl(element, option, painter, widget)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QApplication.palette().accent().color(), 2))
        inside = QRectF(QPointF(0, 0), widget.size() if widget is not None else QSize())
        painter.drawRoundedRect(inside.adjusted(1, 1, -1, -1), _RADIUS, _RADIUS)


class FocusKeys(QObject):
    """Handles keys of the focused widget; one instance per application.

    Enter clicks a button, like the space bar; check boxes are excluded, because Enter submits their
    form. Shift+F10 opens the context menu of the current item. For item views, the menu key is also
    handled, because Qt ignores the height of the header and passes a position one row too low.
    """

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._is_asking = False
        app.focusChanged.connect(self._watch)

    def _watch(self, old: QWidget | None, new: QWidget | None) -> None:
        if old is not None:
            old.removeEventFilter(self)
        if new is not None:
            new.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Click the button, or open the widget's context menu."""
        if self._is_asking or not isinstance(watched, QWidget):
            return False
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            is_enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not held
            if is_enter and isinstance(watched, QPushButton | QToolButton):
                if not event.isAutoRepeat():  # ignore auto-repeat
                    watched.click()
                return True
            if event.key() != Qt.Key.Key_F10 or held != Qt.KeyboardModifier.ShiftModifier:
                return False
        elif not (
            isinstance(event, QContextMenuEvent)
            and event.reason() == QContextMenuEvent.Reason.Keyboard
            and isinstance(watched, QAbstractItemView)
        ):
            return False
        self._is_asking = True
        try:
            _ask_for_menu(watched)
        finally:
            self._is_asking = False
        return True


def _ask_for_menu(widget: QWidget) -> None:
    if isinstance(widget, QAbstractItemView):
        widget.scrollTo(widget.currentIndex())
        at, within = widget.visualRect(widget.currentIndex()).center(), widget.viewport()
    else:
        area = widget.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle)
        if isinstance(area, QRectF):
            area = area.toRect()
        has_cursor = isinstance(area, QRect) and not area.isEmpty()
        at, within = area.center() if has_cursor else widget.rect().center(), widget
    by_key = QContextMenuEvent.Reason.Keyboard
    QApplication.sendEvent(widget, QContextMenuEvent(by_key, at, within.mapToGlobal(at)))
