"""A bar over the bottom of a page, which moves nothing of the page."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QWidget
from shiboken6 import isValid

_BESIDE = 16
_MOVES = {QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide}
_GAP = 8
# How long a text of one letter stays, and how much longer for each further letter: slow readers
# manage 15 letters a second.
_FIRST_LETTER_MS = 2_500
_LETTER_MS = 65
_MAX_READING_MS = 15_000


def reading_ms(text: str) -> int:
    """Return how long a text must stay to be noticed and read."""
    return min(_FIRST_LETTER_MS + _LETTER_MS * len(text), _MAX_READING_MS)


class Overlay(QFrame):
    """Lies in the middle of the bottom of `over`, `above` pixels higher, and follows its size.

    It keeps clear of the widgets given to `keep_clear_of` while they are visible.
    """

    def __init__(self, over: QWidget, above: int = _GAP) -> None:
        super().__init__(over)
        self._over = over
        self._above = above
        self._clear_of: list[QWidget] = []
        self.words = QLabel(self)  # a subclass puts it into its layout, and may replace it
        over.installEventFilter(self)

    def keep_clear_of(self, *widgets: QWidget) -> None:
        """Lie above these widgets wherever it would cover one of them."""
        for widget in widgets:
            self._clear_of.append(widget)
            widget.installEventFilter(self)

    @property
    def is_held(self) -> bool:
        """Whether the pointer or the focus is on it, so that it must not go."""
        focus = QApplication.focusWidget()
        return self.underMouse() or (focus is not None and self.isAncestorOf(focus))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the page, and what it must not cover."""
        is_followed = watched is self._over or watched in self._clear_of
        if event.type() in _MOVES and is_followed and not self.isHidden() and isValid(self._over):
            self.place()
        return super().eventFilter(watched, event)

    def place(self) -> None:
        """Take the place for the words that are shown now."""
        width = self._over.width() - 2 * _BESIDE
        self.words.setWordWrap(False)
        self.adjustSize()
        if self.width() > width:  # the buttons must not stand outside
            self.words.setWordWrap(True)
            self.resize(width, self.heightForWidth(width))
        left = (self._over.width() - self.width()) // 2
        top = self._over.height() - self.height() - self._above
        area = QRect(QPoint(left, top), self.size())
        for covered in sorted(self._visible_areas(), key=QRect.bottom, reverse=True):
            if covered.intersects(area):
                area.moveBottom(covered.top() - _GAP)
        self.move(area.topLeft())
        self.raise_()

    def _visible_areas(self) -> list[QRect]:
        """Return the areas to keep clear, in the coordinates of the page."""
        window = self._over.window()
        return [
            QRect(
                widget.mapTo(window, QPoint()) - self._over.mapTo(window, QPoint()), widget.size()
            )
            for widget in self._clear_of
            if widget.isVisible() and widget.window() is window
        ]
