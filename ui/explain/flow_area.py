"""The rank flow or its table, with the controls that move it."""

from __future__ import annotations

from PySide6.QtCore import (
    QModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QHeaderView,
    QStackedWidget,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from engine.api import Hit, SearchResponse
from ui.explain.fusion_controls import WIDTH as CONTROLS_WIDTH
from ui.explain.fusion_controls import FusionControls
from ui.explain.rank_flow import RankFlow
from ui.i18n.citation_text import shown_title
from ui.i18n.translation import tr
from ui.theme import Theme

_LEAST_HEIGHT = 206
_GAP = 24
_SIDE_BY_SIDE = 248 + _GAP + CONTROLS_WIDTH
_WIDEST = 16_777_215  # Qt's own
_ROW, _TITLE = 24, 3
_LEAST_NUMBER_WIDTH = 44
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class RankTable(QTableWidget):
    """The rank flow in numbers, for a screen reader and for who likes numbers better.

    A row has the ranks of a passage and its title. Weak matches that are hidden, and passages below
    the last hit, are not in the list of hits. `hit_chosen` carries the Hit of the row gone to.
    """

    hit_chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(0, 4, parent)
        names = (tr("Fused"), tr("Keywords"), tr("Meaning"), tr("Passage"))
        for column, name in enumerate(names):
            head = QTableWidgetItem(name)
            head.setTextAlignment(_RIGHT if column < _TITLE else _LEFT)
            self.setHorizontalHeaderItem(column, head)
        self._hits: list[Hit | None] = []
        self.setAccessibleName(tr("Rank flow as a table"))
        self.setFont(theme.font(12, tabular=True))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setMinimumHeight(_LEAST_HEIGHT)
        self.setWordWrap(False)  # a title is cut by letters, not after its first word
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(_ROW)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(_LEAST_NUMBER_WIDTH)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(_TITLE, QHeaderView.ResizeMode.Stretch)
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)

    def show_hit(self, response: SearchResponse, hit: Hit) -> None:
        """Show the list of an answer with the row of `hit` chosen."""
        hits = {shown.chunk_id: shown for shown in response.hits}
        self._hits = [hits.get(chunk.chunk_id) for chunk in response.ranking]
        self.setRowCount(len(response.ranking))
        header = self.horizontalHeader()
        for column in range(_TITLE):  # as the names are wider than any rank
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
            self.hit_chosen.emit(hit)


class FlowArea(QWidget):
    """The rank flow or its table, beside or above the controls that move it.

    `hit_chosen` carries the Hit that was chosen in the flow or in the table.
    """

    hit_chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.flow = RankFlow(theme, self)
        self.table = RankTable(theme, self)
        self.controls = FusionControls(theme, self)
        self._explained: tuple[SearchResponse, Hit] | None = None
        self._shown = QStackedWidget(self)
        self._shown.addWidget(self.flow)
        self._shown.addWidget(self.table)
        self._layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(_GAP)
        self._layout.addWidget(self._shown, 1)
        self._layout.addWidget(self.controls)
        self.flow.hit_clicked.connect(self.hit_chosen)
        self.table.hit_chosen.connect(self.hit_chosen)

    def show_hit(self, response: SearchResponse, hit: Hit) -> None:
        """Show where `hit` stands in the lists of an answer."""
        self.flow.show_hit(response, hit)
        self._explained = (response, hit)
        self._fill_table()

    def show_table(self, wanted: bool) -> None:  # noqa: FBT001 - toggled(bool)
        """Show the table in place of the chart, or the chart again."""
        self._shown.setCurrentWidget(self.table if wanted else self.flow)
        self._fill_table()
        self._arrange()

    def _fill_table(self) -> None:
        """Fill it once somebody looks at it: hundreds of rows take longer than all the rest."""
        if self._explained is not None and self._shown.currentWidget() is self.table:
            self.table.show_hit(*self._explained)

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
