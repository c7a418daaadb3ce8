"""The rank flow: how two rankings became one list, with the chosen hit drawn through."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEasingCurve, QEvent, QPointF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QToolTip, QWidget

from engine.api import Hit, RankedChunk, SearchResponse
from ui.explain.flow_geometry import FlowGeometry
from ui.explain.flow_painter import FlowPainter
from ui.numerals import ordinal
from ui.results.fold_gauge import gauge_words
from ui.results.hit_words import shown_title
from ui.theme import Theme

_LOWEST = 206
_HIGHEST = 244
_FEWEST_ROWS = 15
_MOST_ROWS = 100
_WHEEL_ROWS = 5
_FAINT = 0.45
_MOVE_MS = 160


class RankFlow(QWidget):
    """Paints the three columns. `hit_clicked` carries the Hit whose line was clicked.

    When the same passages come in another order, they move to their places.
    """

    hit_clicked = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._ranking: tuple[RankedChunk, ...] = ()
        self._hits: dict[str, Hit] = {}
        self._chosen: RankedChunk | None = None
        self._hovered: RankedChunk | None = None
        self._rows = _FEWEST_ROWS
        self._before: dict[str, int] = {}
        self._move = QVariantAnimation(self)
        self._move.setStartValue(0.0)
        self._move.setEndValue(1.0)
        self._move.setDuration(_MOVE_MS)
        self._move.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._move.valueChanged.connect(self.update)
        self.setAccessibleName(self.tr("Rank flow"))
        self.setMouseTracking(True)
        self.setMinimumHeight(_LOWEST)
        self.setMaximumHeight(_HIGHEST)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self.update)

    def show_hit(self, response: SearchResponse, hit: Hit) -> None:
        """Show the ranking of an answer with `hit` drawn through it."""
        if response.ranking != self._ranking:
            self._take_ranking(response.ranking)
        self._hits = {shown.chunk_id: shown for shown in response.hits}
        chosen = (chunk for chunk in self._ranking if chunk.chunk_id == hit.chunk_id)
        self._chosen = next(chosen, None)
        self._hovered = None
        self.setAccessibleDescription(self._in_words())
        self.update()

    def _take_ranking(self, ranking: tuple[RankedChunk, ...]) -> None:
        before = {chunk.chunk_id: chunk.rank for chunk in self._ranking}
        is_same_list = before.keys() == {chunk.chunk_id for chunk in ranking}
        self._ranking = ranking
        self._before = before if is_same_list else {}
        self._move.stop()
        if not is_same_list:
            self._rows = _FEWEST_ROWS
        elif self.isVisible() and self._is_animated():
            self._move.start()

    def _is_animated(self) -> bool:
        duration = QStyle.StyleHint.SH_Widget_Animation_Duration
        return self.style().styleHint(duration, None, self) > 0

    def _places(self) -> dict[str, float]:
        """Return where the passages are on their way in the fused list; nothing at rest."""
        if self._move.state() is not QVariantAnimation.State.Running:
            return {}
        way = float(self._move.currentValue())
        return {
            chunk.chunk_id: self._before[chunk.chunk_id] * (1 - way) + chunk.rank * way
            for chunk in self._ranking
        }

    @property
    def shown(self) -> FlowGeometry:
        """Where everything stands at the present size."""
        return FlowGeometry(self.width(), self.height(), self._rows, self._has_break())

    def sizeHint(self) -> QSize:
        """Prefer the width of the panel beside the preview."""
        return QSize(508, _LOWEST)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint lines first, marks over them, the chosen hit last."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        flow = FlowPainter(
            painter, self._theme, self.shown, self._ranking, self._chosen, self._places()
        )
        flow.paint_names((self.tr("Keywords"), self.tr("Fused"), self.tr("Meaning")))
        for chunk in self._ranking[: self._rows]:
            if chunk not in {self._chosen, self._hovered}:
                flow.paint_lines(chunk, 1, _FAINT)
        if self._hovered is not None and self._hovered != self._chosen:
            flow.paint_lines(self._hovered, 2, 1.0)
        flow.paint_marks()
        flow.paint_chosen()
        flow.paint_scale()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Bring out the line under the pointer."""
        hovered = self.shown.chunk_at(event.position(), self._ranking)
        if hovered != self._hovered:
            self._hovered = hovered
            can_choose = hovered is not None and hovered.chunk_id in self._hits
            hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
            self.setCursor(hand if can_choose else arrow)
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Let go of the line under the pointer."""
        self._hovered = None
        self.update()
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the hit whose line is clicked."""
        found = self.shown.chunk_at(event.position(), self._ranking)
        hit = self._hits.get(found.chunk_id) if found else None
        if hit is not None and event.button() is Qt.MouseButton.LeftButton:
            self.hit_clicked.emit(hit)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Show more rows (down) or fewer (up); at either end the panel scrolls instead."""
        step = _WHEEL_ROWS if event.angleDelta().y() < 0 else -_WHEEL_ROWS
        most = max(min(len(self._ranking), _MOST_ROWS), _FEWEST_ROWS)
        rows = max(_FEWEST_ROWS, min(self._rows + step, most))
        if rows == self._rows:
            event.ignore()
            return
        self._rows = rows
        self.update()

    def event(self, event: QEvent) -> bool:
        """Tell in a tooltip which hit a line belongs to."""
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            found = self.shown.chunk_at(QPointF(event.pos()), self._ranking)
            # Qt would read a title that looks like markup as markup.
            words = f"<span>{escape(self._words_for(found))}</span>" if found else ""
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().event(event)

    def _words_for(self, chunk: RankedChunk) -> str:
        hit = self._hits.get(chunk.chunk_id)
        ranks = gauge_words(chunk.lexical_rank, chunk.vector_rank)
        return f"{shown_title(hit)}: {ranks}" if hit else ranks

    def _in_words(self) -> str:
        top = self._ranking[:_FEWEST_ROWS]
        return "\n".join(f"{ordinal(chunk.rank)}: {self._words_for(chunk)}" for chunk in top)

    def _has_break(self) -> bool:
        chosen = self._chosen
        if chosen is None:
            return False
        ranks = (chosen.rank, chosen.lexical_rank, chosen.vector_rank)
        return any(rank is not None and rank > self._rows for rank in ranks)
