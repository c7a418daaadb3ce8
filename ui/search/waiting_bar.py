"""A line of two pixels that moves while an answer is taking its time."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ui.theme import Theme

_STEP_MS = 40
_STEPS = 50


class WaitingBar(QWidget):
    """Keeps its two pixels of height also while nothing is waited for, so nothing jumps."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._step = 0
        self._timer = QTimer(self)
        self._timer.setInterval(_STEP_MS)
        self._timer.timeout.connect(self._move)
        self.setFixedHeight(2)
        self.setAccessibleName(self.tr("Still searching"))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    @property
    def is_waiting(self) -> bool:
        """True while the line moves."""
        return self._timer.isActive()

    def set_waiting(self, waiting: bool) -> None:  # noqa: FBT001 - connected to a Signal(bool)
        """Start or stop."""
        if waiting and not self._timer.isActive():
            self._step = 0
            self._timer.start()
        elif not waiting:
            self._timer.stop()
        self.update()

    def _move(self) -> None:
        self._step = (self._step + 1) % _STEPS
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint a piece a quarter as long as the bar."""
        if not self.is_waiting:
            return
        piece = self.width() / 4
        left = -piece + (self.width() + piece) * self._step / _STEPS
        QPainter(self).fillRect(QRectF(left, 0, piece, 2), self._theme.color("accent"))
