"""Keyboard care of the application: focus ring, Enter on buttons, Shift+F10 for menus."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QDialogButtonBox,
    QPushButton,
    QSplitter,
    QToolButton,
    QWidget,
)

_REACH = 4
_RADIUS = 9


class FocusRing(QObject):
    """Shows the ring on whichever button of the application has the focus; one an application."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._colour = app.palette().accent().color()
        self._ring: _Ring | None = None
        app.focusChanged.connect(self._follow)

    @property
    def area(self) -> QRectF | None:
        """Where the ring is, in the coordinates of the widget it lies in; None without one."""
        return None if self._ring is None else QRectF(self._ring.geometry())

    def set_colour(self, colour: QColor) -> None:
        """Paint the ring in another colour from now on."""
        self._colour = colour
        if self._ring is not None:
            self._ring.set_colour(colour)

    def _follow(self, _old: QWidget | None, new: QWidget | None) -> None:
        if self._ring is not None:
            self._ring.hide()
            self._ring.destroyed.disconnect(self._forget)  # by then there may be another one
            self._ring.deleteLater()
            self._forget()
        # A splitter would take the ring for one of its columns.
        if isinstance(new, QAbstractButton) and not isinstance(new.parent(), QSplitter):
            if (parent := new.parentWidget()) is None:
                return
            if isinstance(parent, QDialogButtonBox):
                parent = parent.parentWidget() or parent  # a box has no room around its buttons
            self._ring = _Ring(_with_room(parent, new), new, self._colour)
            self._ring.destroyed.connect(self._forget)

    def _forget(self) -> None:
        self._ring = None


def _with_room(parent: QWidget, button: QWidget) -> QWidget:
    """Return the nearest widget around a button that does not cut its ring off.

    What scrolls is not left, so that the ring scrolls along; a splitter would take it for a column.
    """
    around = parent
    while not around.rect().contains(_ring_area(around, button)):
        above = around.parentWidget()
        if around.isWindow() or above is None or isinstance(above, QSplitter):
            return around
        if isinstance(above.parentWidget(), QAbstractScrollArea):
            return around
        around = above
    return around


def _ring_area(around: QWidget, button: QWidget) -> QRect:
    area = QRect(button.mapTo(around, QPoint(0, 0)), button.size())
    return area.adjusted(-_REACH, -_REACH, _REACH, _REACH)


class _Ring(QWidget):
    def __init__(self, parent: QWidget, button: QAbstractButton, colour: QColor) -> None:
        super().__init__(parent)
        self._around = parent
        self._button = button
        self._colour = colour
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self._watch_up_to(parent)
        self._surround()

    def _watch_up_to(self, top: QWidget) -> None:
        """Hear of it when the button moves, or what it stands in."""
        moving: QWidget | None = self._button
        while moving is not None and moving is not top:
            moving.installEventFilter(self)
            moving = moving.parentWidget()

    def set_colour(self, colour: QColor) -> None:
        self._colour = colour
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show}:
            self._surround()
        elif event.type() == QEvent.Type.Hide and watched is self._button:
            self.hide()
        return False

    def _surround(self) -> None:
        self.setGeometry(_ring_area(self._around, self._button))
        self.setVisible(self._button.isVisible())
        self.raise_()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._colour, 2))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), _RADIUS, _RADIUS)


_ENTER_KEYS = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


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
        if (
            event.key() not in _ENTER_KEYS
            or held
            or not isinstance(watched, QPushButton | QToolButton)
        ):
            return False
        if not event.isAutoRepeat():
            watched.click()
        return True


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
