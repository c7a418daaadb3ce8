"""How near the weak matches come: hollow dots left of the mark from which a match is close."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.api import Hit, RelevanceFloor
from ui.i18n import counts
from ui.theme import Face, Theme

_HEIGHT = 108
_INSET = 20
_TRACK = 54.0
_DOT = 5.0


class ClosenessLine(QWidget):
    """Paints where weak matches stand between the library's mean and what is near a query.

    Its words are in the accessible description.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._floor: RelevanceFloor | None = None
        self._cosines: tuple[float, ...] = ()
        self._is_whole = True
        self.setFixedHeight(_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("How close in meaning"))
        theme.changed.connect(self.update)
        self.hide()

    def show_weak(
        self, floor: RelevanceFloor | None, weak: Sequence[Hit], *, is_whole: bool = True
    ) -> None:
        """Show how near each weak hit comes; without a floor or a cosine there is nothing to.

        How many there are is said once all are here (`is_whole`).
        """
        self._floor, self._is_whole = floor, is_whole
        self._cosines = tuple(hit.cosine for hit in weak if hit.cosine is not None)
        self.setVisible(floor is not None and bool(self._cosines))
        if floor is not None and self._cosines:
            self.setAccessibleDescription(
                self.tr("The nearest of {weak} reaches {nearest}; close enough is {floor}.").format(
                    weak=self._weak_words(),
                    nearest=f"{max(self._cosines):.3f}",
                    floor=f"{floor.floor:.3f}",
                )
            )
        self.update()

    def _weak_words(self) -> str:
        return counts.weak_matches(len(self._cosines) if self._is_whole else None)

    def sizeHint(self) -> QSize:
        """As wide as the page."""
        return QSize(480, _HEIGHT)

    def dots(self) -> tuple[float, ...]:
        """Return where the dots stand, in pixels from the left."""
        return tuple(self._x(cosine) for cosine in self._cosines)

    def mark(self) -> float:
        """Return where 'close enough' begins, in pixels from the left."""
        return self._x(self._floor.floor) if self._floor is not None else 0.0

    def _x(self, cosine: float) -> float:
        floor = self._floor
        if floor is None:
            return 0.0
        low = floor.mean - (floor.floor - floor.mean) / 2
        high = floor.near + (floor.near - floor.floor)
        part = min(max((cosine - low) / max(high - low, 1e-6), 0.0), 1.0)
        return _INSET + part * (self.width() - 2 * _INSET)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the track, the mark, the dots, and the words."""
        if self._floor is None or not self._cosines:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_track(painter)
        self._paint_dots(painter)
        self._paint_words(painter)

    def _paint_track(self, painter: QPainter) -> None:
        mark = self.mark()
        painter.setPen(Qt.PenStyle.NoPen)
        track = QRectF(_INSET, _TRACK - 4, self.width() - 2 * _INSET, 8)
        painter.setBrush(self._theme.color("sunken"))
        painter.drawRoundedRect(track, 4, 4)
        near = QRectF(mark, _TRACK - 4, track.right() - mark, 8)
        painter.setBrush(self._theme.color("mn_soft"))
        painter.drawRoundedRect(near, 4, 4)
        painter.setBrush(self._theme.color("mn_fill"))
        painter.drawRect(QRectF(mark - 1, _TRACK - 20, 2, 36))

    def _paint_dots(self, painter: QPainter) -> None:
        painter.setBrush(self._theme.color("surface"))
        painter.setPen(QPen(self._theme.color("text3"), 1.5))
        for x in self.dots():
            painter.drawEllipse(QPointF(x, _TRACK), _DOT, _DOT)

    def _paint_words(self, painter: QPainter) -> None:
        theme, right = self._theme, self.width() - _INSET
        strong, plain = theme.font(11, 600), theme.font(11)
        painter.setPen(theme.color("mn"))
        self._centred(painter, strong, self.mark(), _TRACK - 42, self.tr("close enough from here"))
        painter.setPen(theme.color("text2"))
        middle = (min(self.dots()) + max(self.dots())) / 2
        self._centred(painter, plain, middle, _TRACK + 12, self._weak_words())
        low = QRectF(_INSET, _TRACK + 35, right - _INSET, 16)
        painter.setPen(theme.color("text3"))
        painter.drawText(low, Qt.AlignmentFlag.AlignLeft, self.tr("far in meaning"))
        painter.drawText(low, Qt.AlignmentFlag.AlignRight, self.tr("close in meaning"))

    def _centred(self, painter: QPainter, font: Face, x: float, top: float, words: str) -> None:
        painter.setFont(font)
        width = self._theme.text_width(words, font) + 4
        left = min(max(x - width / 2, 0.0), self.width() - width)
        painter.drawText(QRectF(left, top, width, 16), Qt.AlignmentFlag.AlignCenter, words)
