"""The picture beside the welcome: how two rankings become one list."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from ui.theme import Theme

_WIDTH, _ROW, _BAR = 516.0, 52.0, 44.0
_CARD_LEFT, _CARD_WIDTH, _CARD_HEIGHT = 106.0, 304.0, 44.0
# (place in the ranking, place in the list); the first three of each are drawn strong.
_KEYWORDS = ((0, 1), (1, 0), (4, 2), (2, 5))
_MEANING = ((0, 0), (2, 1), (6, 2), (1, 3), (3, 4))
_ROWS = 7


class WelcomePicture(QWidget):
    """Amber from the left, teal from the right, one list between."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setMinimumSize(420, 400)
        self.setAccessibleName(
            self.tr("Passages found by keywords and by meaning become one ranked list.")
        )
        self._cards = (
            ("Namespace stuck in Terminating", self.tr("Notes, lines 10–24")),
            ("AW: Namespace lässt sich nicht löschen", self.tr("Mail, lines 2–9")),
            ("Graceful Deletion in Declarative …", self.tr("Papers, p. 3")),
            ("オペレーターの後始末処理", self.tr("Notes, lines 31–44")),
            ("네임스페이스 삭제가 멈추는 이유", self.tr("Reading, slide 12")),
            ("reconcile_finalizer.go", self.tr("Code, lines 88–91")),
        )

    def sizeHint(self) -> QSize:
        """Room for seven rows."""
        return QSize(560, 460)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the picture in the middle, smaller where there is little room."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = min(1.0, (self.width() - 32) / _WIDTH)
        height = 30 + _ROWS * _ROW
        painter.translate((self.width() - _WIDTH * scale) / 2, (self.height() - height * scale) / 2)
        painter.scale(scale, scale)
        self._paint_titles(painter)
        painter.translate(0, 30)
        self._paint_lines(painter)
        self._paint_bars(painter)
        self._paint_cards(painter)

    def _paint_titles(self, painter: QPainter) -> None:
        painter.setFont(self._theme.font(12, 600))
        titles = (
            ("kw", self.tr("Keywords"), Qt.AlignmentFlag.AlignLeft),
            ("text2", self.tr("One ranked list"), Qt.AlignmentFlag.AlignHCenter),
            ("mn", self.tr("Meaning"), Qt.AlignmentFlag.AlignRight),
        )
        for token, words, side in titles:
            painter.setPen(self._theme.color(token))
            painter.drawText(QRectF(0, 0, _WIDTH, 20), side, words)

    def _paint_bars(self, painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        for row in range(_ROWS):
            opacity = 1.0 - 0.13 * row
            for left, token in ((0.0, "kw_fill"), (_WIDTH - _BAR, "mn_fill")):
                painter.setBrush(self._theme.color(token, opacity))
                painter.drawRoundedRect(QRectF(left, _middle(row) - 3, _BAR, 6), 3, 3)

    def _paint_lines(self, painter: QPainter) -> None:
        right = _CARD_LEFT + _CARD_WIDTH
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for place, (rank, card) in enumerate(_KEYWORDS):
            start, end = QPointF(_BAR, _middle(rank)), QPointF(_CARD_LEFT, _middle(card))
            self._paint_line(painter, "kw_fill", start, end, strong=place < 3)
        for place, (rank, card) in enumerate(_MEANING):
            start, end = QPointF(right, _middle(card)), QPointF(_WIDTH - _BAR, _middle(rank))
            self._paint_line(painter, "mn_fill", start, end, strong=place < 3)

    def _paint_line(
        self, painter: QPainter, token: str, start: QPointF, end: QPointF, *, strong: bool
    ) -> None:
        painter.setPen(QPen(self._theme.color(token, 1.0 if strong else 0.45), 2 if strong else 1))
        path = QPainterPath(start)
        half = (start.x() + end.x()) / 2
        path.cubicTo(QPointF(half, start.y()), QPointF(half, end.y()), end)
        painter.drawPath(path)

    def _paint_cards(self, painter: QPainter) -> None:
        for row, (title, place) in enumerate(self._cards):
            area = QRectF(_CARD_LEFT, _middle(row) - _CARD_HEIGHT / 2, _CARD_WIDTH, _CARD_HEIGHT)
            edge = "accent" if row == 0 else "border"
            painter.setPen(QPen(self._theme.color(edge), 1.5 if row == 0 else 1))
            painter.setBrush(self._theme.color("surface"))
            painter.drawRoundedRect(area, 6, 6)
            painter.setFont(self._theme.font(12, 600))
            painter.setPen(self._theme.color("text"))
            painter.drawText(area.adjusted(14, 6, -8, -20), Qt.AlignmentFlag.AlignVCenter, title)
            painter.setFont(self._theme.font(11))
            painter.setPen(self._theme.color("text2"))
            painter.drawText(area.adjusted(14, 24, -8, -4), Qt.AlignmentFlag.AlignVCenter, place)


def _middle(row: int) -> float:
    return _CARD_HEIGHT / 2 + row * _ROW
