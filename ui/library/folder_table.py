"""The folders of the library: table model, view and delegate."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFontMetricsF, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionProgressBar,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from engine.api import FolderStatus, LibraryStatus, RetrieverKind
from ui.i18n.formatting import grouped
from ui.i18n.label_text import one_line, plain_tip
from ui.i18n.library_words import folder_state, percent
from ui.i18n.translation import tr
from ui.theme import Theme
from ui.widgets.progress_bars import CoverageBar
from ui.widgets.tables import ColumnWidths

FolderRole = Qt.ItemDataRole.UserRole + 1
FractionRole = Qt.ItemDataRole.UserRole + 2
StateRole = Qt.ItemDataRole.UserRole + 3

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class Column(IntEnum):
    """The columns, from the left."""

    NAME = 0
    FILES = 1
    KEYWORDS = 2
    MEANING = 3
    STATE = 4


class FolderModel(QAbstractTableModel):
    """One row a folder."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._status = LibraryStatus()

    def set_status(self, status: LibraryStatus) -> None:
        """Show the folders of a status; the rows stay when their names do."""
        before = [folder.name for folder in self._status.folders]
        if before == [folder.name for folder in status.folders]:
            self._status = status
            if before:
                last = self.index(len(before) - 1, Column.STATE)
                self.dataChanged.emit(self.index(0, 0), last)
            return
        self.beginResetModel()
        self._status = status
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return the number of folders."""
        return 0 if parent.isValid() else len(self._status.folders)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(Column)

    def folder(self, row: int) -> FolderStatus:
        """Return the folder of a row."""
        return self._status.folders[row]

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        """Return the heading of a column."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if section == Column.FILES else None
            return (side or Qt.AlignmentFlag.AlignLeft) | Qt.AlignmentFlag.AlignVCenter
        return _headings()[Column(section)] if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what the delegate paints and what is read out."""
        folder = self.folder(index.row())
        column = Column(index.column())
        if role == FolderRole:
            return folder
        if role == FractionRole:
            return _fraction(folder, column)
        if role == StateRole:
            return folder_state(folder, self._status)
        if role == Qt.ItemDataRole.ToolTipRole:  # what may be cut where there is little room
            return plain_tip(folder.root if column is Column.NAME else self._words(folder, column))
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return self._words(folder, column)
        return None

    def _words(self, folder: FolderStatus, column: Column) -> str:
        if column is Column.NAME:
            return f"{folder.name}, {folder.root}"
        if column is Column.FILES:
            return grouped(folder.documents)
        if column is Column.STATE:
            return folder_state(folder, self._status)[2]
        return percent(_fraction(folder, column))


def _fraction(folder: FolderStatus, column: Column) -> float:
    if folder.failed and not folder.documents:
        return 0.0
    if column is Column.KEYWORDS:
        known = folder.documents + folder.pending
        return folder.documents / known if known else 1.0
    return folder.vectors / folder.chunks if folder.chunks else 1.0


def _headings() -> dict[Column, str]:
    return {
        Column.NAME: tr("Folder"),
        Column.FILES: tr("Files"),
        Column.KEYWORDS: tr("Keywords"),
        Column.MEANING: tr("Meaning"),
        Column.STATE: tr("State"),
    }


ROW_HEIGHT = 44
MOST_ROWS = 8
_BAR_WIDTH = 72
_PERCENT = 48
_WIDE = 880
_LEAST = 560
_LEAST_NAME = 120
_EDGE = 2  # shows the focus, see the style sheet
_WIDTHS = {Column.FILES: 72, Column.KEYWORDS: 160, Column.MEANING: 160, Column.STATE: 260}
_NARROW_WIDTHS = {Column.FILES: 60, Column.KEYWORDS: 104, Column.MEANING: 104, Column.STATE: 160}
# Progress is told by numbers alone then.
_LEAST_WIDTHS = {Column.FILES: 60, Column.KEYWORDS: 64, Column.MEANING: 64, Column.STATE: 112}


class FolderTable(QTableView):
    """Shows a FolderModel; a row is chosen as a whole."""

    def __init__(self, model: FolderModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setItemDelegate(_FolderDelegate(theme, self))
        self.setAccessibleName(tr("Folders of the library"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setFixedHeight(32)
        header.setSectionResizeMode(Column.NAME, QHeaderView.ResizeMode.Stretch)
        self.widths = ColumnWidths(header, self._usual_widths)
        model.modelReset.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        rows = min(max(1, self.model().rowCount()), MOST_ROWS)
        self.setFixedHeight(32 + rows * ROW_HEIGHT + 2 + 2 * _EDGE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the names some room where there is little."""
        super().resizeEvent(event)
        self.widths.fit()

    def _usual_widths(self, room: int) -> dict[int, int]:
        """Return the widths in so much room; heads of other languages need more, where there is."""
        narrow = _NARROW_WIDTHS if room >= _LEAST else _LEAST_WIDTHS
        usual = _WIDTHS if room >= _WIDE else narrow
        widths = {int(column): width for column, width in usual.items()}
        head = self.horizontalHeader()
        whole = {
            column: max(width, head.sectionSizeHint(column)) for column, width in widths.items()
        }
        return whole if sum(whole.values()) + _LEAST_NAME <= room else widths

    def chosen_folder(self) -> FolderStatus | None:
        """Return the folder of the selected row."""
        rows = self.selectionModel().selectedRows()
        folder = rows[0].data(FolderRole) if rows else None
        return folder if isinstance(folder, FolderStatus) else None


class _FolderDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._bars = {
            Column.KEYWORDS: CoverageBar(RetrieverKind.LEXICAL, parent),
            Column.MEANING: CoverageBar(RetrieverKind.VECTOR, parent),
        }
        for bar in self._bars.values():  # their looks are painted into the cells
            bar.hide()

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(72, ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(option.rect)
        selected = option.state & QStyle.StateFlag.State_Selected
        painter.fillRect(area, self._theme.color("accent_soft" if selected else "surface"))
        if selected and index.column() == Column.NAME:
            painter.fillRect(
                QRectF(area.left(), area.top(), 3, area.height()), self._theme.color("accent")
            )
        painter.setPen(QPen(self._theme.color("hairline"), 1))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        inside = area.adjusted(16 if index.column() == Column.NAME else 8, 0, -8, 0)
        self._paint_cell(painter, inside, index)
        painter.restore()

    def _paint_cell(self, painter: QPainter, area: QRectF, index: Index) -> None:
        column = Column(index.column())
        if column is Column.NAME:
            self._paint_name(painter, area, index.data(FolderRole))
        elif column is Column.FILES:
            painter.setFont(self._theme.font(12, tabular=True))
            painter.setPen(self._theme.color("text"))
            sides = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(area, sides, str(index.data()))
        elif column is Column.STATE:
            self._paint_state(painter, area, index.data(StateRole))
        else:
            self._paint_progress(painter, area, self._bars[column], index.data(FractionRole))

    def _paint_name(self, painter: QPainter, area: QRectF, folder: FolderStatus) -> None:
        icon = "folder" if folder.available else "hard-drive"
        where = QRectF(area.left(), area.center().y() - 8, 16, 16).toRect()
        self._theme.icon(icon, "text2", 16).paint(painter, where)
        words = area.adjusted(26, 4, 0, -4)
        self._paint_text(painter, words.adjusted(0, 0, 0, -16), folder.name, "text", 500)
        mono = self._theme.font(11, mono=True)
        painter.setFont(mono)
        painter.setPen(self._theme.color("text2"))
        middle = Qt.TextElideMode.ElideMiddle
        path = QFontMetricsF(mono).elidedText(folder.root, middle, words.width())
        below = words.adjusted(0, 19, 0, 0)
        painter.drawText(below, Qt.AlignmentFlag.AlignVCenter, path)

    def _paint_text(
        self, painter: QPainter, area: QRectF, words: str, token: str, weight: int = 400
    ) -> None:
        font = self._theme.font(13 if weight > 400 else 12, weight)
        painter.setFont(font)
        painter.setPen(self._theme.color(token))
        shown = QFontMetricsF(font).elidedText(
            one_line(words), Qt.TextElideMode.ElideRight, area.width()
        )
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, shown)

    def _paint_progress(
        self, painter: QPainter, area: QRectF, bar: CoverageBar, fraction: float
    ) -> None:
        length = min(_BAR_WIDTH, area.width() - _PERCENT)
        option = QStyleOptionProgressBar()
        bar.setFixedWidth(int(length))
        bar.set_fraction(fraction)
        bar.initStyleOption(option)
        option.rect = bar.rect().translated(int(area.left()), int(area.center().y()) - 2)
        bar.style().drawControl(QStyle.ControlElement.CE_ProgressBar, option, painter, bar)
        painter.setFont(self._theme.font(12, tabular=True))
        painter.setPen(self._theme.color("text"))
        words = area.adjusted(length + 8, 0, 0, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, percent(fraction))

    def _paint_state(self, painter: QPainter, area: QRectF, state: tuple[str, str, str]) -> None:
        icon, token, words = state
        where = QRectF(area.left(), area.center().y() - 7, 14, 14).toRect()
        self._theme.icon(icon, token, 14).paint(painter, where)
        self._paint_text(painter, area.adjusted(20, 0, 0, 0), words, token)
