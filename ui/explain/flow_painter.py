"""Paints the rank flow once: names, lines, marks, the chosen hit, the scale."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from engine.api import RankedChunk, RetrieverKind
from ui.explain.flow_geometry import DASH_GAP, DOT_GAP, PILL_GAP, FlowGeometry, rank_in
from ui.theme import Theme

_FILLS = {RetrieverKind.LEXICAL: "kw_fill", RetrieverKind.VECTOR: "mn_fill"}
_PILL_HEIGHT = 16.0


@dataclass(frozen=True, slots=True)
class FlowPainter:
    """One painting of the chart onto `painter`.

    `places` are the fused ranks of passages that are on their way to another.
    """

    painter: QPainter
    theme: Theme
    geometry: FlowGeometry
    ranking: tuple[RankedChunk, ...]
    chosen: RankedChunk | None
    places: Mapping[str, float]

    def _place(self, chunk: RankedChunk) -> float:
        return self.places.get(chunk.chunk_id, chunk.rank)

    def paint_names(self, names: tuple[str, str, str]) -> None:
        """Paint the names of the columns: keywords, fused, meaning."""
        self.painter.setFont(self.theme.font(11, 600))
        row = QRectF(6, 0, self.geometry.width - 12, 14)
        sides = (
            Qt.AlignmentFlag.AlignLeft,
            Qt.AlignmentFlag.AlignHCenter,
            Qt.AlignmentFlag.AlignRight,
        )
        for name, colour, side in zip(names, ("kw", "text2", "mn"), sides, strict=True):
            self.painter.setPen(self.theme.color(colour))
            self.painter.drawText(row, side | Qt.AlignmentFlag.AlignVCenter, name)

    def paint_lines(self, chunk: RankedChunk, width: float, opacity: float) -> None:
        """Paint the lines of one passage to both rankings, where they are in the chart."""
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        for retriever in RetrieverKind:
            rank = rank_in(chunk, retriever)
            if rank is None or max(rank, chunk.rank) > self.geometry.rows:
                continue
            line = self.geometry.line(retriever, rank, self._place(chunk), (DOT_GAP, DASH_GAP))
            self.painter.setPen(QPen(self.theme.color(_FILLS[retriever], opacity), width))
            self.painter.drawPath(line.path())

    def paint_marks(self) -> None:
        """Paint a dot for each rank of the retrievers and a dash for each fused rank.

        A grey dot: that hit fell below the last row.
        """
        self.painter.setPen(Qt.PenStyle.NoPen)
        shown = self.ranking[: self.geometry.rows]
        radius = min(2.0, self.geometry.row_height / 3)
        for retriever in RetrieverKind:
            fused = {rank_in(chunk, retriever) for chunk in shown}
            for rank in sorted({rank_in(chunk, retriever) or 0 for chunk in self.ranking}):
                if not 1 <= rank <= self.geometry.rows:
                    continue
                self.painter.setBrush(
                    self.theme.color(_FILLS[retriever] if rank in fused else "border")
                )
                centre = QPointF(self.geometry.column(retriever), self.geometry.y(rank))
                self.painter.drawEllipse(centre, radius, radius)
        self.painter.setBrush(self.theme.color("border_strong"))
        for chunk in shown:
            dash = QRectF(0, 0, 12, radius * 1.25)
            dash.moveCenter(QPointF(self.geometry.fused_x, self.geometry.y(chunk.rank)))
            self.painter.drawRoundedRect(dash, dash.height() / 2, dash.height() / 2)

    def paint_chosen(self) -> None:
        """Paint the chosen hit: bold lines and a pill with its rank in every column."""
        if self.chosen is None:
            return
        ranks = {
            retriever: rank
            for retriever in RetrieverKind
            if (rank := rank_in(self.chosen, retriever)) is not None
        }
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.setPen(QPen(self.theme.color("accent"), 2.5))
        for retriever, rank in ranks.items():
            line = self.geometry.line(
                retriever, rank, self._place(self.chosen), (PILL_GAP, PILL_GAP)
            )
            self.painter.drawPath(line.path())
        pills = [(self.geometry.column(retriever), rank) for retriever, rank in ranks.items()]
        for x, rank in [*pills, (self.geometry.fused_x, self.chosen.rank)]:
            if rank > self.geometry.rows:
                self._paint_break(x)
        for x, rank in pills:
            self._paint_pill(x, rank, rank)
        self._paint_pill(self.geometry.fused_x, self.chosen.rank, self._place(self.chosen))

    def paint_scale(self) -> None:
        """Paint the numbers of some rows of both retrievers, leaving room for the pills."""
        self.painter.setFont(self.theme.font(11, tabular=True))
        self.painter.setPen(self.theme.color("text3"))
        rows = self.geometry.rows
        step = 5 if rows <= 30 else 20
        for retriever in RetrieverKind:
            pill = (rank_in(self.chosen, retriever) if self.chosen else None) or -rows
            for rank in (1, *range(step, rows + 1, step)):
                if abs(self.geometry.y(rank) - self.geometry.y(pill)) >= _PILL_HEIGHT:
                    self._paint_row_number(retriever, rank)

    def _paint_row_number(self, retriever: RetrieverKind, rank: int) -> None:
        area = QRectF(0, self.geometry.y(rank) - 8, 18, 16)
        side = Qt.AlignmentFlag.AlignRight
        if retriever is RetrieverKind.VECTOR:
            area.moveLeft(self.geometry.meaning_x + 8)
            side = Qt.AlignmentFlag.AlignLeft
        self.painter.drawText(area, side | Qt.AlignmentFlag.AlignVCenter, str(rank))

    def _paint_pill(self, x: float, rank: int, place: float) -> None:
        font = self.theme.font(11, 600, tabular=True)
        width = max(20.0, QFontMetricsF(font).horizontalAdvance(str(rank)) + 8)
        pill = QRectF(0, 0, width, _PILL_HEIGHT)
        pill.moveCenter(QPointF(x, self.geometry.y(place)))
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(self.theme.color("accent"))
        self.painter.drawRoundedRect(pill, _PILL_HEIGHT / 2, _PILL_HEIGHT / 2)
        self.painter.setFont(font)
        self.painter.setPen(self.theme.color("on_accent"))
        self.painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, str(rank))

    def _paint_break(self, x: float) -> None:
        """Two short strokes: the rows between the last one and the pill are left out."""
        last = self.geometry.y(self.geometry.rows)
        middle = (last + self.geometry.break_y - _PILL_HEIGHT / 2) / 2
        self.painter.setPen(QPen(self.theme.color("border_strong"), 1))
        for y in (middle - 1.5, middle + 1.5):
            self.painter.drawLine(QPointF(x - 5, y + 1.5), QPointF(x + 5, y - 1.5))
