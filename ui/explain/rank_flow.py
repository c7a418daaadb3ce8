"""The rank flow: how two rankings became one list, as a chart or as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import (
    QAbstractTableModel,
    QEasingCurve,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import (
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QHeaderView,
    QSizePolicy,
    QStackedWidget,
    QStyle,
    QTableView,
    QToolTip,
    QWidget,
)

from engine.api import Hit, RankedChunk, RetrieverKind, SearchResponse
from ui.citation_text import shown_title
from ui.explain.fusion_controls import WIDTH as CONTROLS_WIDTH
from ui.explain.fusion_controls import FusionControls
from ui.i18n.formatting import ordinal
from ui.results.hit_marks import gauge_words
from ui.theme import Theme

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


_ROOT = QModelIndex()
_NONE = "\u2013"
_ROW = 24
_LEAST_NUMBER_WIDTH = 44

_TITLE = 3
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

_Index = QModelIndex | QPersistentModelIndex


class RankTableModel(QAbstractTableModel):
    """One row a passage of the fused list: its rank, both rankings' ranks, and its title."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ranking: tuple[RankedChunk, ...] = ()
        self._hits: dict[str, Hit] = {}

    def show_response(self, response: SearchResponse) -> None:
        """Show the list of an answer."""
        self.beginResetModel()
        self._ranking = response.ranking
        self._hits = {hit.chunk_id: hit for hit in response.hits}
        self.endResetModel()

    def row_of(self, chunk_id: str) -> int | None:
        """Return the row of a passage."""
        rows = (row for row, chunk in enumerate(self._ranking) if chunk.chunk_id == chunk_id)
        return next(rows, None)

    def hit(self, row: int) -> Hit | None:
        """Return the hit of a row, or None for a passage below those that are listed."""
        return self._hits.get(self._ranking[row].chunk_id) if row < len(self._ranking) else None

    def rowCount(self, parent: _Index = _ROOT) -> int:
        """Return the number of passages."""
        return 0 if parent.isValid() else len(self._ranking)

    def columnCount(self, parent: _Index = _ROOT) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else 4

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return the name of a column."""
        if orientation is Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if section < _TITLE else _LEFT
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        names = (self.tr("Fused"), self.tr("Keywords"), self.tr("Meaning"), self.tr("Passage"))
        return names[section]

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a rank, or a dash where a ranking does not hold the passage, or the title.

        Weak matches that are hidden, and passages below the last hit, are not in the list.
        """
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if index.column() < _TITLE else _LEFT
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        chunk = self._ranking[index.row()]
        if index.column() == _TITLE:
            hit = self._hits.get(chunk.chunk_id)
            return shown_title(hit) if hit else self.tr("not in the list")
        rank = (chunk.rank, chunk.lexical_rank, chunk.vector_rank)[index.column()]
        return _NONE if rank is None else str(rank)


class RankTable(QTableView):
    """Shows the ranks; `hit_chosen` carries the Hit of the row that was gone to."""

    hit_chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = RankTableModel(self)
        self.setModel(self._model)
        self.setAccessibleName(self.tr("Rank flow as a table"))
        self.setFont(theme.font(12, tabular=True))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setMinimumHeight(206)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(_ROW)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(_TITLE, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(_LEAST_NUMBER_WIDTH)
        header.setResizeContentsPrecision(0)  # the names are wider than any rank below what is seen
        for column in range(_TITLE):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        self.setWordWrap(False)  # a title is cut by letters, not after its first word
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)

    def show_hit(self, response: SearchResponse, hit: Hit) -> None:
        """Show the list of an answer with the row of `hit` chosen."""
        self._model.show_response(response)
        row = self._model.row_of(hit.chunk_id)
        if row is not None:
            self.selectRow(row)

    def _choose(self, index: QModelIndex) -> None:
        hit = self._model.hit(index.row())
        if hit is not None:
            self.hit_chosen.emit(hit)


_CONTROLS_GAP = 24
_SIDE_BY_SIDE = 248 + _CONTROLS_GAP + CONTROLS_WIDTH
_WIDEST = 16_777_215  # Qt's own


class FlowArea(QWidget):
    """Side by side where there is room, else one below the other.

    `hit_chosen` carries the Hit that was chosen in the flow or in the table.
    """

    hit_chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.flow = RankFlow(theme, self)
        self.table = RankTable(theme, self)
        self.controls = FusionControls(theme, self)
        self._told: tuple[SearchResponse, Hit] | None = None
        self._shown = QStackedWidget(self)
        self._shown.addWidget(self.flow)
        self._shown.addWidget(self.table)
        self._layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(_CONTROLS_GAP)
        self._layout.addWidget(self._shown, 1)
        self._layout.addWidget(self.controls)
        self.flow.hit_clicked.connect(self.hit_chosen)
        self.table.hit_chosen.connect(self.hit_chosen)

    def show_hit(self, response: SearchResponse, hit: Hit) -> None:
        """Show where `hit` stands in the lists of an answer."""
        self.flow.show_hit(response, hit)
        self._told = (response, hit)
        self._fill_table()

    def show_table(self, wanted: bool) -> None:  # noqa: FBT001 - toggled(bool)
        """Show the table in place of the chart, or the chart again."""
        self._shown.setCurrentWidget(self.table if wanted else self.flow)
        self._fill_table()
        self._arrange()

    def _fill_table(self) -> None:
        """Fill it once somebody looks at it: hundreds of rows take longer than all the rest."""
        if self._told is not None and self._shown.currentWidget() is self.table:
            self.table.show_hit(*self._told)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the controls below the chart where they do not fit beside it."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Put the controls beside the chart where they fit; a table needs the width for titles."""
        fits = self.width() >= _SIDE_BY_SIDE and self._shown.currentWidget() is self.flow
        direction = QBoxLayout.Direction
        self._layout.setDirection(direction.LeftToRight if fits else direction.TopToBottom)
        self.controls.setMaximumWidth(CONTROLS_WIDTH if fits else _WIDEST)
        self.controls.setMinimumWidth(CONTROLS_WIDTH if fits else 0)
