"""A chip: one active filter, with an x that takes it away."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QToolButton, QWidget

from ui.i18n.label_text import one_line, plain_tip
from ui.theme import Theme

HEIGHT = 24
_PADDING = 10
_ICON = 12
_LONGEST = 180


class Chip(QToolButton):
    """A rounded button of 24 pixels; `excluded` chips have a minus and are struck through.

    `dashed` chips offer to add something and have a plus instead of the x.

    Signals:
        removed: the x was clicked.
    """

    removed = Signal()

    def __init__(
        self,
        theme: Theme,
        text: str,
        parent: QWidget | None = None,
        *,
        excluded: bool = False,
        dashed: bool = False,
        is_path: bool = False,
    ) -> None:
        super().__init__(parent)
        self._is_path = is_path
        self._theme = theme
        self._excluded = excluded
        self._dashed = dashed
        text = one_line(text)
        self.setText(text)
        self.setShortcut(QKeySequence())  # an '&' in the value is no shortcut
        self.setAccessibleName(self._words(text))
        self.setToolTip(plain_tip(text))
        self.setFixedHeight(HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def _words(self, text: str) -> str:
        if self._dashed:
            return text
        words = self.tr("Without {value}") if self._excluded else self.tr("Only {value}")
        return words.format(value=text)

    def sizeHint(self) -> QSize:
        """As wide as its words, up to a limit."""
        words = min(self._metrics().horizontalAdvance(self.text()), _LONGEST)
        signs = 1 + self._excluded
        return QSize(round(2 * _PADDING + words + signs * (_ICON + 4)) + 1, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Never squeezed."""
        return self.sizeHint()

    def _metrics(self) -> QFontMetricsF:
        return QFontMetricsF(self._theme.font(12, 500))

    def _x_area(self) -> QRect:
        left = self.width() - _PADDING - _ICON + 2
        return QRect(left - 4, 0, _ICON + 8, HEIGHT)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Remove at a click on the x; anywhere else it is a click."""
        at: QPoint = event.position().toPoint()
        if not self._dashed and self._x_area().contains(at):
            self.setDown(False)
            self.removed.emit()
        else:
            super().mouseReleaseEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the pill, the words and the signs."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        fill, edge, ink = self._tokens()
        pen = QPen(self._theme.color(edge), 1)
        if self._dashed:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(self._theme.color(fill))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 11.5, 11.5)
        self._paint_words(painter, ink)

    def _tokens(self) -> tuple[str, str, str]:
        if self._dashed:
            return ("hover" if self.underMouse() else "surface"), "border_strong", "text2"
        if self._excluded:
            return "neutral_soft", "border_strong", "text2"
        return "accent_soft", ("accent" if self.underMouse() else "accent_line"), "accent"

    def _paint_words(self, painter: QPainter, ink: str) -> None:
        left = float(_PADDING)
        if self._dashed or self._excluded:
            sign = "plus" if self._dashed else "minus"
            self._paint_icon(painter, sign, ink, left)
            left += _ICON + 4
        right = self.width() - _PADDING - (0 if self._dashed else _ICON + 4)
        font = QFont(self._theme.font(12, 500))
        font.setStrikeOut(self._excluded)
        painter.setFont(font)
        painter.setPen(self._theme.color(ink))
        words = self.words_in(right - left + 1)
        painter.drawText(
            QRectF(left, 0, right - left + 2, HEIGHT), Qt.AlignmentFlag.AlignVCenter, words
        )
        if not self._dashed:
            self._paint_icon(painter, "x", ink, self.width() - _PADDING - _ICON + 2)

    def words_in(self, width: float) -> str:
        """Return what is painted in so much room; of a folder its own name goes last."""
        metrics, last = self._metrics(), self.text()
        above, _, name = self.text().rpartition("/")
        if self._is_path and above and metrics.horizontalAdvance(last) > width:
            below = f"…/{name}"
            last = below if metrics.horizontalAdvance(below) <= width else name
        return metrics.elidedText(last, Qt.TextElideMode.ElideMiddle, width)

    def _paint_icon(self, painter: QPainter, name: str, ink: str, left: float) -> None:
        area = QRectF(left, (HEIGHT - _ICON) / 2, _ICON, _ICON).toRect()
        self._theme.icon(name, ink, _ICON).paint(painter, area)
