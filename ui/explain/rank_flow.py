"""The rank flow: how two rankings were fused into one list, as a chart and as a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    QVariantAnimation,
)
from PySide6.QtGui import (
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QSizePolicy,
    QStyle,
    QTableWidget,
    QTableWidgetItem,
    QToolTip,
    QWidget,
)

from twofold.engine.api import Hit, RankedChunk, RetrieverKind, SearchResponse
from twofold.ui.explain.scores import FILLS
from twofold.ui.i18n.citation_text import shown_title
from twofold.ui.i18n.formatting import ordinal
from twofold.ui.i18n.translation import tr
from twofold.ui.results.hit_delegate import gauge_text
from twofold.ui.theme import Theme

OnChosen = Callable[[Hit], object]

DOT_GAP, DASH_GAP, PILL_GAP = 6.5, 9.5, 10.0
_FIRST_ROW, _BOTTOM, _BREAK_ROOM = 24.0, 6.0, 24.0
_COLUMN_INSET = 26.0
_REACH = 5.0
_PILL_HEIGHT = 16.0
_MIN_HEIGHT, _MAX_HEIGHT = 206, 244
_MIN_ROWS, _MAX_ROWS, _WHEEL_ROWS = 15, 100, 5
_FAINT = 0.45
_MOVE_MS = 160
_ROW, _TITLE = 24, 3
_MIN_NUMBER_WIDTH = 44
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class FlowLine:
    """A curve that is horizontal at both ends and steepest in the middle."""

    start: QPointF
    end: QPointF

    def path(self) -> QPainterPath:
        """Return the curve to paint."""
        third = (self.end.x() - self.start.x()) / 3
        path = QPainterPath(self.start)
        path.cubicTo(self.start + QPointF(third, 0), self.end - QPointF(third, 0), self.end)
        return path

    def y_at(self, x: float) -> float:
        """Return the y position of the curve at `x`; it is constant beyond its ends."""
        along = (x - self.start.x()) / (self.end.x() - self.start.x())
        along = min(max(along, 0.0), 1.0)
        return self.start.y() + (self.end.y() - self.start.y()) * along**2 * (3 - 2 * along)


@dataclass(frozen=True, slots=True)
class FlowGeometry:
    """The positions in a chart with one row per rank, from rank 1 to rank `rows`.

    With a break, there is one more row at the bottom for all lower ranks.
    """

    width: float
    height: float
    rows: int
    has_break: bool

    def x(self, retriever: RetrieverKind | None) -> float:
        """Return the x position of a retriever's column; None is the fused list."""
        if retriever is None:
            return self.width / 2
        is_lexical = retriever is RetrieverKind.LEXICAL
        return _COLUMN_INSET if is_lexical else self.width - _COLUMN_INSET

    def y(self, rank: float) -> float:
        """Return the y position of a rank; all ranks after `rows` share the row below the break."""
        return _FIRST_ROW + (rank - 1) * self.row_height if rank <= self.rows else self.break_y

    @property
    def row_height(self) -> float:
        """The distance between two rows."""
        available = self.height - _BOTTOM - _FIRST_ROW - (_BREAK_ROOM if self.has_break else 0)
        return available / max(self.rows - 1, 1)

    @property
    def break_y(self) -> float:
        """The y position of the row below the break."""
        return self.height - _BOTTOM - 2

    def line(
        self, retriever: RetrieverKind, rank: int, fused: float, gap: tuple[float, float]
    ) -> FlowLine:
        """Return the curve from a rank to the fused rank, `gap` pixels from both columns."""
        side = 1 if retriever is RetrieverKind.LEXICAL else -1
        return FlowLine(
            QPointF(self.x(retriever) + side * gap[0], self.y(rank)),
            QPointF(self.x(None) - side * gap[1], self.y(fused)),
        )

    def chunk_at(self, point: QPointF, ranking: Sequence[RankedChunk]) -> RankedChunk | None:
        """Return the passage whose curve, dot or dash is under `point`."""
        nearest = min(ranking, key=lambda chunk: self._distance(point, chunk), default=None)
        is_near = nearest is not None and self._distance(point, nearest) < _REACH
        return nearest if is_near else None

    def _distance(self, point: QPointF, chunk: RankedChunk) -> float:
        if abs(point.x() - self.x(None)) <= DASH_GAP:
            return abs(point.y() - self.y(chunk.rank)) if chunk.rank <= self.rows else _REACH
        is_left = point.x() < self.x(None)
        retriever = RetrieverKind.LEXICAL if is_left else RetrieverKind.VECTOR
        rank = rank_in(chunk, retriever)
        if rank is None or max(rank, chunk.rank) > self.rows:
            return _REACH
        line = self.line(retriever, rank, chunk.rank, (DOT_GAP, DASH_GAP))
        return abs(point.y() - line.y_at(point.x()))


def rank_in(chunk: RankedChunk, retriever: RetrieverKind) -> int | None:
    """Return the rank of a passage in one retriever's ranking."""
    return chunk.lexical_rank if retriever is RetrieverKind.LEXICAL else chunk.vector_rank


class RankFlow(QWidget):
    """Paints the three columns with the selected hit highlighted.

    If the same passages are reordered, they move with an animation. `on_chosen` is called with the
    Hit whose curve is clicked.
    """

    def __init__(self, theme: Theme, on_chosen: OnChosen) -> None:
        super().__init__()
        self._theme = theme
        self._on_chosen = on_chosen
        self._ranking: tuple[RankedChunk, ...] = ()
        self._hits: dict[str, Hit] = {}
        self._chosen: RankedChunk | None = None
        self._hovered: RankedChunk | None = None
        self._rows = _MIN_ROWS
        self._before: dict[str, int] = {}
        self._move = QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=_MOVE_MS)
        self._move.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._move.valueChanged.connect(self.update)
        self.setAccessibleName(tr("Chart of ranks"))
        self.setMouseTracking(True)
        self.setMinimumHeight(_MIN_HEIGHT)
        self.setMaximumHeight(_MAX_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Prefer the width of the panel beside the preview."""
        return QSize(508, _MIN_HEIGHT)

    def show_hit(self, response: SearchResponse, hit: Hit) -> None:
        """Show the ranking of an answer with `hit` highlighted."""
        if response.ranking != self._ranking:
            self._set_ranking(response.ranking)
        self._hits = {shown.chunk_id: shown for shown in response.hits}
        chosen = (chunk for chunk in self._ranking if chunk.chunk_id == hit.chunk_id)
        self._chosen = next(chosen, None)
        self._hover(None)
        top = self._ranking[:_MIN_ROWS]
        described = (f"{ordinal(chunk.rank)}: {self._words_for(chunk)}" for chunk in top)
        self.setAccessibleDescription("\n".join(described))
        self.update()

    def _set_ranking(self, ranking: tuple[RankedChunk, ...]) -> None:
        self._before = {chunk.chunk_id: chunk.rank for chunk in self._ranking}
        self._ranking = ranking
        self._move.stop()
        duration = QStyle.StyleHint.SH_Widget_Animation_Duration
        if self._before.keys() != {chunk.chunk_id for chunk in ranking}:
            self._rows = _MIN_ROWS
        elif self.isVisible() and self.style().styleHint(duration, None, self) > 0:
            self._move.start()

    def _words_for(self, chunk: RankedChunk) -> str:
        hit = self._hits.get(chunk.chunk_id)
        ranks = gauge_text(chunk.lexical_rank, chunk.vector_rank)
        return f"{shown_title(hit)}: {ranks}" if hit else ranks

    @property
    def shown(self) -> FlowGeometry:
        """The geometry at the current size."""
        chosen = self._chosen
        ranks = (chosen.rank, chosen.lexical_rank, chosen.vector_rank) if chosen else ()
        has_break = any(rank is not None and rank > self._rows for rank in ranks)
        return FlowGeometry(self.width(), self.height(), self._rows, has_break)

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint curves first, then marks, then the selected hit."""
        painter, at = QPainter(self), self.shown
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_names(painter)
        for chunk in self._ranking[: self._rows]:
            if chunk not in {self._chosen, self._hovered}:
                self._paint_lines(painter, at, chunk, width=1, opacity=_FAINT)
        if self._hovered is not None and self._hovered != self._chosen:
            self._paint_lines(painter, at, self._hovered, width=2, opacity=1.0)
        self._paint_marks(painter, at)
        if self._chosen is not None:
            self._paint_chosen(painter, at, self._chosen)
        self._paint_scale(painter, at)

    def _place(self, chunk: RankedChunk) -> float:
        """Return the fused rank of a passage, or its intermediate value during the animation."""
        if self._move.state() is not QVariantAnimation.State.Running:
            return chunk.rank
        way, before = float(self._move.currentValue()), self._before[chunk.chunk_id]
        return before * (1 - way) + chunk.rank * way

    def _paint_names(self, painter: QPainter) -> None:
        painter.setFont(self._theme.font(11, 600))
        row = QRectF(6, 0, self.width() - 12, 14)
        for name, colour, side in (
            (tr("Keywords"), "kw", Qt.AlignmentFlag.AlignLeft),
            (tr("Fused"), "text2", Qt.AlignmentFlag.AlignHCenter),
            (tr("Meaning"), "mn", Qt.AlignmentFlag.AlignRight),
        ):
            painter.setPen(self._theme.color(colour))
            painter.drawText(row, side | Qt.AlignmentFlag.AlignVCenter, name)

    def _paint_lines(
        self, painter: QPainter, at: FlowGeometry, chunk: RankedChunk, width: float, opacity: float
    ) -> None:
        """Paint the curves of one passage to both rankings, as far as its ranks are visible."""
        for retriever in RetrieverKind:
            rank = rank_in(chunk, retriever)
            if rank is not None and max(rank, chunk.rank) <= at.rows:
                line = at.line(retriever, rank, self._place(chunk), (DOT_GAP, DASH_GAP))
                pen = QPen(self._theme.color(FILLS[retriever], opacity), width)
                painter.strokePath(line.path(), pen)

    def _paint_marks(self, painter: QPainter, at: FlowGeometry) -> None:
        """Paint a dot per retriever rank and a dash per fused rank.

        A grey dot is a hit whose fused rank is below the last row.
        """
        painter.setPen(Qt.PenStyle.NoPen)
        shown = self._ranking[: at.rows]
        radius = min(2.0, at.row_height / 3)
        for retriever in RetrieverKind:
            fused = {rank_in(chunk, retriever) for chunk in shown}
            for rank in {rank_in(chunk, retriever) for chunk in self._ranking}:
                if rank is not None and rank <= at.rows:
                    colour = FILLS[retriever] if rank in fused else "border"
                    painter.setBrush(self._theme.color(colour))
                    painter.drawEllipse(QPointF(at.x(retriever), at.y(rank)), radius, radius)
        painter.setBrush(self._theme.color("border_strong"))
        for chunk in shown:
            dash = QRectF(0, 0, 12, radius * 1.25)
            dash.moveCenter(QPointF(at.x(None), at.y(chunk.rank)))
            painter.drawRoundedRect(dash, dash.height() / 2, dash.height() / 2)

    def _paint_chosen(self, painter: QPainter, at: FlowGeometry, chosen: RankedChunk) -> None:
        """Paint bold curves and a pill with the rank in each column."""
        place = self._place(chosen)
        ranks = {retriever: rank_in(chosen, retriever) for retriever in RetrieverKind}
        pills = [(at.x(None), chosen.rank, place)]
        for retriever, rank in ranks.items():
            if rank is not None:
                line = at.line(retriever, rank, place, (PILL_GAP, PILL_GAP))
                painter.strokePath(line.path(), QPen(self._theme.color("accent"), 2.5))
                pills.append((at.x(retriever), rank, rank))
        for x, rank, height in pills:
            if rank > at.rows:
                self._paint_break(painter, at, x)
            self._paint_pill(painter, QPointF(x, at.y(height)), rank)

    def _paint_pill(self, painter: QPainter, centre: QPointF, rank: int) -> None:
        font = self._theme.font(11, 600, tabular=True)
        width = max(20.0, QFontMetricsF(font).horizontalAdvance(str(rank)) + 8)
        pill = QRectF(0, 0, width, _PILL_HEIGHT)
        pill.moveCenter(centre)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("accent"))
        painter.drawRoundedRect(pill, _PILL_HEIGHT / 2, _PILL_HEIGHT / 2)
        painter.setFont(font)
        painter.setPen(self._theme.color("on_accent"))
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, str(rank))

    def _paint_break(self, painter: QPainter, at: FlowGeometry, x: float) -> None:
        """Paint two short strokes for the omitted rows between the last row and the pill."""
        middle = (at.y(at.rows) + at.break_y - _PILL_HEIGHT / 2) / 2
        painter.setPen(QPen(self._theme.color("border_strong"), 1))
        for y in (middle - 1.5, middle + 1.5):
            painter.drawLine(QPointF(x - 5, y + 1.5), QPointF(x + 5, y - 1.5))

    def _paint_scale(self, painter: QPainter, at: FlowGeometry) -> None:
        """Paint row numbers beside both retrievers, except where a pill is."""
        painter.setFont(self._theme.font(11, tabular=True))
        painter.setPen(self._theme.color("text3"))
        step = 5 if at.rows <= 30 else 20
        for retriever, left, side in (
            (RetrieverKind.LEXICAL, 0.0, _RIGHT),
            (RetrieverKind.VECTOR, at.x(RetrieverKind.VECTOR) + 8, _LEFT),
        ):
            pill = (rank_in(self._chosen, retriever) if self._chosen else None) or -at.rows
            for rank in (1, *range(step, at.rows + 1, step)):
                if abs(at.y(rank) - at.y(pill)) >= _PILL_HEIGHT:
                    painter.drawText(QRectF(left, at.y(rank) - 8, 18, 16), side, str(rank))

    # Mouse

    def _hover(self, chunk: RankedChunk | None) -> None:
        """Highlight the curve of a passage and show its title in a tooltip."""
        if chunk == self._hovered:
            return
        self._hovered = chunk
        can_choose = chunk is not None and chunk.chunk_id in self._hits
        hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
        self.setCursor(hand if can_choose else arrow)
        # Qt would interpret a title that looks like markup.
        self.setToolTip(f"<span>{escape(self._words_for(chunk))}</span>" if chunk else "")
        QToolTip.hideText()
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Highlight the curve under the pointer."""
        self._hover(self.shown.chunk_at(event.position(), self._ranking))

    def leaveEvent(self, event: QEvent) -> None:
        """Remove the highlight."""
        self._hover(None)
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select the hit whose curve is clicked."""
        found = self.shown.chunk_at(event.position(), self._ranking)
        hit = self._hits.get(found.chunk_id) if found else None
        if hit is not None and event.button() is Qt.MouseButton.LeftButton:
            self._on_chosen(hit)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Show more rows (down) or fewer (up); at the limits, let the panel scroll."""
        step = _WHEEL_ROWS if event.angleDelta().y() < 0 else -_WHEEL_ROWS
        most = max(min(len(self._ranking), _MAX_ROWS), _MIN_ROWS)
        rows = max(_MIN_ROWS, min(self._rows + step, most))
        if rows == self._rows:
            event.ignore()
            return
        self._rows = rows
        self.update()


class RankTable(QTableWidget):
    """The rank flow as a table of numbers, also for screen readers.

    Each row has the ranks and the title of a passage. Hidden weak matches and passages that have
    not been fetched have no title. `on_chosen` is called with the Hit of a clicked row.
    """

    def __init__(self, theme: Theme, on_chosen: OnChosen) -> None:
        super().__init__(0, 4)
        self._on_chosen = on_chosen
        names = (tr("Fused"), tr("Keywords"), tr("Meaning"), tr("Passage"))
        for column, name in enumerate(names):
            head = QTableWidgetItem(name)
            head.setTextAlignment(_RIGHT if column < _TITLE else _LEFT)
            self.setHorizontalHeaderItem(column, head)
        self._hits: list[Hit | None] = []
        self.setAccessibleName(tr("Table of ranks"))
        self.setFont(theme.font(12, tabular=True))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setMinimumHeight(_MIN_HEIGHT)
        self.setWordWrap(False)  # elide titles by letters, not after the first word
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(_ROW)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(_MIN_NUMBER_WIDTH)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(_TITLE, QHeaderView.ResizeMode.Stretch)
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)

    def show_hit(self, response: SearchResponse, hit: Hit) -> None:
        """Show the list of an answer with the row of `hit` selected."""
        hits = {shown.chunk_id: shown for shown in response.hits}
        self._hits = [hits.get(chunk.chunk_id) for chunk in response.ranking]
        self.setRowCount(len(response.ranking))
        header = self.horizontalHeader()
        for column in range(_TITLE):  # the column names are wider than any rank
            header.resizeSection(column, header.sectionSizeHint(column))
        for row, (chunk, found) in enumerate(zip(response.ranking, self._hits, strict=True)):
            for column, rank in enumerate((chunk.rank, chunk.lexical_rank, chunk.vector_rank)):
                cell = QTableWidgetItem("\u2013" if rank is None else str(rank))
                cell.setTextAlignment(_RIGHT)
                self.setItem(row, column, cell)
            title = shown_title(found) if found else tr("not in the list")
            self.setItem(row, _TITLE, QTableWidgetItem(title))
            if chunk.chunk_id == hit.chunk_id:
                self.selectRow(row)

    def _choose(self, index: QModelIndex) -> None:
        hit = self._hits[index.row()]
        if hit is not None:
            self._on_chosen(hit)
