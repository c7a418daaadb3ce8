"""A bar over the bottom of a page that does not change the page's layout."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Signal
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QWidget
from shiboken6 import isValid

_BESIDE = 16
_MOVES = {QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide}
GAP = 8  # pixels to other widgets
# Display time of a text with one letter, and additional time per letter: slow readers read 15
# letters a second.
_FIRST_LETTER_MS = 2_500
_LETTER_MS = 65
_MAX_READING_MS = 15_000


def reading_ms(text: str) -> int:
    """Return how long a text must be shown to be noticed and read, in milliseconds."""
    return min(_FIRST_LETTER_MS + _LETTER_MS * len(text), _MAX_READING_MS)


class Overlay(QFrame):
    """A bar centered over `over`, `above` pixels from its bottom edge; it follows its size.

    It does not cover the widgets given to `keep_clear_of` while they are visible.

    Signals:
        moved: the bar was shown, hidden, moved or resized.
    """

    moved = Signal()

    def __init__(self, over: QWidget, above: int = GAP) -> None:
        super().__init__(over)
        self._over = over
        self._above = above
        self._clear_of: list[QWidget] = []
        self.words = QLabel(self)  # subclasses add it to their layout
        over.installEventFilter(self)

    def keep_clear_of(self, *widgets: QWidget) -> None:
        """Move above these widgets where the bar would cover them."""
        for widget in widgets:
            self._clear_of.append(widget)
            widget.installEventFilter(self)

    def event(self, event: QEvent) -> bool:
        """Report each change of the covered area."""
        is_done = super().event(event)
        if event.type() in _MOVES:
            self.moved.emit()
        return is_done

    @property
    def is_in_use(self) -> bool:
        """Whether the pointer or the focus is on the bar, so that it must stay visible."""
        focus = QApplication.focusWidget()
        return self.underMouse() or (focus is not None and self.isAncestorOf(focus))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move the bar when the page or a widget to keep clear of changes."""
        is_relevant = watched is self._over or watched in self._clear_of
        if event.type() in _MOVES and is_relevant and not self.isHidden() and isValid(self._over):
            self.place()
        return super().eventFilter(watched, event)

    def place(self) -> None:
        """Resize and position the bar for its current text."""
        width = self._over.width() - 2 * _BESIDE
        self.words.setWordWrap(False)
        self.adjustSize()
        if self.width() > width:  # the buttons must stay inside
            self.words.setWordWrap(True)
            self.resize(width, self.heightForWidth(width))
        left = (self._over.width() - self.width()) // 2
        top = self._over.height() - self.height() - self._above
        area = QRect(QPoint(left, top), self.size())
        for covered in sorted(self._visible_areas(), key=QRect.bottom, reverse=True):
            if covered.intersects(area):
                area.moveBottom(covered.top() - GAP)
        self.move(area.topLeft())
        self.raise_()

    def _visible_areas(self) -> list[QRect]:
        """Return the areas to keep clear, in page coordinates."""
        window = self._over.window()
        return [
            QRect(
                widget.mapTo(window, QPoint()) - self._over.mapTo(window, QPoint()), widget.size()
            )
            for widget in self._clear_of
            if widget.isVisible() and widget.window() is window
        ]
