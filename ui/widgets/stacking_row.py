"""A row whose parts are placed below each other if they do not fit side by side."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLayout, QWidget

_BESIDE, _BELOW = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom


class StackingRow(QWidget):
    """Parts side by side, each a layout and its stretch, with `spacing` between them.

    If the parts do not fit, or fewer than `min_width` pixels are available, they are placed below
    each other. The minimum width of the row is the width of the widest part.
    """

    def __init__(
        self,
        parts: Sequence[tuple[QLayout, int]],
        parent: QWidget,
        *,
        spacing: tuple[int, int] = (8, 8),
        margins: tuple[int, int, int, int] = (0, 0, 0, 0),
        min_width: int = 0,
    ) -> None:
        super().__init__(parent)
        self._spacing, self._min_width = spacing, min_width
        self._layout = QBoxLayout(_BESIDE, self)
        self._layout.setContentsMargins(*margins)
        self._layout.setSpacing(spacing[0])
        self._parts = tuple(part for part, _ in parts)
        for part, stretch in parts:
            self._layout.addLayout(part, stretch)

    @property
    def is_stacked(self) -> bool:
        """Whether the parts are below each other."""
        return self._layout.direction() is _BELOW

    def minimumSizeHint(self) -> QSize:
        """Return the width of the widest part and the height of the current arrangement."""
        margins = self._layout.contentsMargins()
        width = max(part.minimumSize().width() for part in self._parts)
        height = self._layout.minimumSize().height()
        return QSize(width + margins.left() + margins.right(), height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the parts side by side if they fit."""
        super().resizeEvent(event)
        self._place()

    def event(self, event: QEvent) -> bool:
        """Arrange the parts again if one of them has changed its size."""
        handled = super().event(event)
        if event.type() is QEvent.Type.LayoutRequest:
            self._place()
        return handled

    def _place(self) -> None:
        margins = self._layout.contentsMargins()
        needed = sum(part.minimumSize().width() for part in self._parts)
        needed += self._spacing[0] * (len(self._parts) - 1) + margins.left() + margins.right()
        fits = self.width() >= max(needed, self._min_width)
        if fits is self.is_stacked:
            self._layout.setDirection(_BESIDE if fits else _BELOW)
            self._layout.setSpacing(self._spacing[0 if fits else 1])
            self.updateGeometry()
