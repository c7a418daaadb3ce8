"""Where everything of the rank flow stands: columns, rows, lines, and what is under the pointer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath

from engine.api import RankedChunk, RetrieverKind

FIRST_ROW = 24.0
COLUMN_INSET = 26.0
DOT_GAP = 6.5
DASH_GAP = 9.5
PILL_GAP = 10.0
_BOTTOM = 6.0
_BREAK_ROOM = 24.0
_REACH = 5.0


@dataclass(frozen=True, slots=True)
class FlowGeometry:
    """A chart of `rows` ranks; with a break, one further row stands below for deeper ranks."""

    width: float
    height: float
    rows: int
    has_break: bool

    @property
    def keywords_x(self) -> float:
        """The column of the keyword ranking."""
        return COLUMN_INSET

    @property
    def fused_x(self) -> float:
        """The column of the fused list."""
        return self.width / 2

    @property
    def meaning_x(self) -> float:
        """The column of the meaning ranking."""
        return self.width - COLUMN_INSET

    @property
    def row_height(self) -> float:
        """The distance of two rows."""
        room = self.height - _BOTTOM - FIRST_ROW - (_BREAK_ROOM if self.has_break else 0)
        return room / max(self.rows - 1, 1)

    @property
    def break_y(self) -> float:
        """The height of the row below the break."""
        return self.height - _BOTTOM - 2

    def y(self, rank: float) -> float:
        """Return the height of a rank; ranks below the last row share the one below the break."""
        return FIRST_ROW + (rank - 1) * self.row_height if rank <= self.rows else self.break_y

    def column(self, retriever: RetrieverKind) -> float:
        """Return the column of a ranking."""
        return self.keywords_x if retriever is RetrieverKind.LEXICAL else self.meaning_x

    def line(
        self,
        retriever: RetrieverKind,
        retriever_rank: int,
        fused_rank: float,
        gap: tuple[float, float],
    ) -> FlowLine:
        """Return the line between a ranking and the fused list, `gap` pixels from both."""
        retriever_gap, fused_gap = gap
        side = 1 if retriever is RetrieverKind.LEXICAL else -1
        return FlowLine(
            QPointF(self.column(retriever) + side * retriever_gap, self.y(retriever_rank)),
            QPointF(self.fused_x - side * fused_gap, self.y(fused_rank)),
        )

    def chunk_at(self, point: QPointF, ranking: Sequence[RankedChunk]) -> RankedChunk | None:
        """Return the passage whose line, dot or dash is under `point`."""
        best: tuple[float, RankedChunk | None] = (_REACH, None)
        for chunk in ranking:
            distance = self._distance(point, chunk)
            if distance < best[0]:
                best = (distance, chunk)
        return best[1]

    def _distance(self, point: QPointF, chunk: RankedChunk) -> float:
        if abs(point.x() - self.fused_x) <= DASH_GAP:
            return abs(point.y() - self.y(chunk.rank)) if chunk.rank <= self.rows else _REACH
        retriever = RetrieverKind.LEXICAL if point.x() < self.fused_x else RetrieverKind.VECTOR
        retriever_rank = rank_in(chunk, retriever)
        if retriever_rank is None or max(retriever_rank, chunk.rank) > self.rows:
            return _REACH
        if abs(point.x() - self.column(retriever)) <= DOT_GAP:
            return abs(point.y() - self.y(retriever_rank))
        line = self.line(retriever, retriever_rank, chunk.rank, (DOT_GAP, DASH_GAP))
        return abs(point.y() - line.y_at(point.x()))


@dataclass(frozen=True, slots=True)
class FlowLine:
    """A cubic line, level at both ends, with its control points half way."""

    start: QPointF
    end: QPointF

    def path(self) -> QPainterPath:
        """Return the line to paint."""
        half = (self.start.x() + self.end.x()) / 2
        path = QPainterPath(self.start)
        path.cubicTo(QPointF(half, self.start.y()), QPointF(half, self.end.y()), self.end)
        return path

    def y_at(self, x: float) -> float:
        """Return the height of the line at `x`; beyond its ends it stays level."""
        low, high = 0.0, 1.0
        along = (x - self.start.x()) / (self.end.x() - self.start.x())
        for _ in range(20):
            middle = (low + high) / 2
            if 1.5 * middle - 1.5 * middle**2 + middle**3 < along:
                low = middle
            else:
                high = middle
        return self.start.y() + (self.end.y() - self.start.y()) * (3 * low**2 - 2 * low**3)


def rank_in(chunk: RankedChunk, retriever: RetrieverKind) -> int | None:
    """Return the rank of a passage in one ranking."""
    return chunk.lexical_rank if retriever is RetrieverKind.LEXICAL else chunk.vector_rank
