"""The rank flow as a table, for a screen reader and for who likes numbers better."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from engine.api import Hit, RankedChunk, SearchResponse
from ui.results.hit_words import shown_title
from ui.theme import Theme

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
