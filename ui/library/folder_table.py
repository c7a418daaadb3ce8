"""The folders of the library: table model, view and delegate."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyleOptionProgressBar,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from twofold.engine.api import FolderStatus, LibraryStatus, RetrieverKind
from twofold.ui.i18n.formatting import grouped
from twofold.ui.i18n.label_text import one_line, plain_tip, short_path
from twofold.ui.i18n.library_texts import folder_state, percent
from twofold.ui.i18n.translation import tr
from twofold.ui.theme import Theme
from twofold.ui.widgets.progress_bars import CoverageBar
from twofold.ui.widgets.tables import CellDelegate, ColumnWidths, Index, show_rows

FolderRole = Qt.ItemDataRole.UserRole + 1
FractionRole = Qt.ItemDataRole.UserRole + 2
StateRole = Qt.ItemDataRole.UserRole + 3

_ROOT = QModelIndex()
_UNKNOWN = "–"


class Column(IntEnum):
    """The columns from left to right."""

    NAME = 0
    FILES = 1
    KEYWORDS = 2
    MEANING = 3
    STATE = 4


class FolderModel(QAbstractTableModel):
    """One row per folder."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._status = LibraryStatus()

    def set_status(self, status: LibraryStatus) -> None:
        """Show the folders of a status; keep the rows if the folder names are unchanged."""
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
        headings = (tr("Folder"), tr("Files"), tr("Keywords"), tr("Meaning"), tr("State"))
        return headings[section] if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the data for painting and screen readers."""
        folder = self.folder(index.row())
        column = Column(index.column())
        if role == FolderRole:
            return folder
        if role == FractionRole:
            return _fraction(folder, column)
        if role == StateRole:
            return folder_state(folder, self._status)
        if role == Qt.ItemDataRole.ToolTipRole:  # the text may be elided
            return plain_tip(folder.root if column is Column.NAME else self._words(folder, column))
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return self._words(folder, column)
        return None

    def _words(self, folder: FolderStatus, column: Column) -> str:
        if column is Column.NAME:
            return f"{folder.name}, {folder.root}"
        if column is Column.FILES:
            return grouped(folder.documents) if folder.is_counted else _UNKNOWN
        if column is Column.STATE:
            return folder_state(folder, self._status)[2]
        return percent(_fraction(folder, column)) if folder.is_counted else _UNKNOWN


def _fraction(folder: FolderStatus, column: Column) -> float:
    if not folder.is_counted or (folder.failed and not folder.documents):
        return 0.0
    return folder.keyword_coverage if column is Column.KEYWORDS else folder.meaning_coverage


ROW_HEIGHT = 44
MAX_ROWS = 8
_BAR_WIDTH = 72
_PERCENT = 48
_WIDE = 880
_MIN_WIDTH = 560
_MIN_NAME = 120
_EDGE = 2  # shows the focus, see the style sheet
_WIDTHS = {Column.FILES: 72, Column.KEYWORDS: 160, Column.MEANING: 160, Column.STATE: 260}
_NARROW_WIDTHS = {Column.FILES: 60, Column.KEYWORDS: 104, Column.MEANING: 104, Column.STATE: 180}
# At these widths, progress is shown as numbers only.
_MIN_WIDTHS = {Column.FILES: 60, Column.KEYWORDS: 64, Column.MEANING: 64, Column.STATE: 112}


class FolderTable(QTableView):
    """Shows a FolderModel; selects whole rows."""

    def __init__(self, model: FolderModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setItemDelegate(_FolderDelegate(theme, ROW_HEIGHT, self))
        self.setAccessibleName(tr("Folders of the library"))
        show_rows(self, ROW_HEIGHT)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.horizontalHeader()
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setFixedHeight(32)
        header.setSectionResizeMode(Column.NAME, QHeaderView.ResizeMode.Stretch)
        self.widths = ColumnWidths(header, self._usual_widths)
        model.modelReset.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        rows = min(max(1, self.model().rowCount()), MAX_ROWS)
        self.setFixedHeight(32 + rows * ROW_HEIGHT + 2 + 2 * _EDGE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Adjust the column widths."""
        super().resizeEvent(event)
        self.widths.fit()

    def _usual_widths(self, available: int) -> dict[int, int]:
        """Return the column widths for `available` pixels, with full headers if they fit.

        The state becomes narrower than usual for that; it has a tooltip.
        """
        narrow = _NARROW_WIDTHS if available >= _MIN_WIDTH else _MIN_WIDTHS
        usual = _WIDTHS if available >= _WIDE else narrow
        widths = {int(column): width for column, width in usual.items()}
        head = self.horizontalHeader()
        whole = {
            column: max(width, head.sectionSizeHint(column)) for column, width in widths.items()
        }
        whole[Column.STATE] += min(0, available - _MIN_NAME - sum(whole.values()))
        return whole if whole[Column.STATE] >= _MIN_WIDTHS[Column.STATE] else widths

    def chosen_folder(self) -> FolderStatus | None:
        """Return the folder of the selected row; None without a selection."""
        rows = self.selectionModel().selectedRows()
        folder = rows[0].data(FolderRole) if rows else None
        return folder if isinstance(folder, FolderStatus) else None


class _FolderDelegate(CellDelegate):
    def __init__(self, theme: Theme, height: int, parent: QWidget) -> None:
        super().__init__(theme, height, parent)
        self._bars = {
            Column.KEYWORDS: CoverageBar(RetrieverKind.LEXICAL, parent),
            Column.MEANING: CoverageBar(RetrieverKind.VECTOR, parent),
        }
        for bar in self._bars.values():
            bar.hide()  # painted into the cells by the delegate

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area, column = QRectF(option.rect), Column(index.column())
        selected = option.state & QStyle.StateFlag.State_Selected
        painter.fillRect(area, self._theme.color("accent_soft" if selected else "surface"))
        if selected and column is Column.NAME:
            mark = QRectF(area.left(), area.top(), 3, area.height())
            painter.fillRect(mark, self._theme.color("accent"))
        painter.setPen(QPen(self._theme.color("hairline"), 1))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        inside = area.adjusted(16 if column is Column.NAME else 8, 0, -8, 0)
        if column is Column.NAME:
            self._paint_name(painter, inside, index.data(FolderRole))
        elif column is Column.FILES:
            font, right = self._theme.font(12, tabular=True), Qt.AlignmentFlag.AlignRight
            self.paint_text(painter, inside, str(index.data()), font, "text", side=right)
        elif column is Column.STATE:
            icon, token, words = index.data(StateRole)
            self._paint_icon(painter, inside, icon, token, 14)
            words_area = inside.adjusted(20, 0, 0, 0)
            self.paint_text(painter, words_area, one_line(words), self._theme.font(12), token)
        else:
            self._paint_progress(painter, inside, index)
        painter.restore()

    def _paint_icon(
        self, painter: QPainter, area: QRectF, name: str, token: str, size: int
    ) -> None:
        where = QRectF(area.left(), area.center().y() - size / 2, size, size).toRect()
        self._theme.icon(name, token, size).paint(painter, where)

    def _paint_name(self, painter: QPainter, area: QRectF, folder: FolderStatus) -> None:
        icon = "folder" if folder.available else "hard-drive"
        self._paint_icon(painter, area, icon, "text2", 16)
        words = area.adjusted(26, 4, 0, -4)
        above, below = words.adjusted(0, 0, 0, -16), words.adjusted(0, 19, 0, 0)
        name, mono = one_line(folder.name), self._theme.font(11, mono=True)
        self.paint_text(painter, above, name, self._theme.font(13, 500), "text")
        middle = Qt.TextElideMode.ElideMiddle
        self.paint_text(painter, below, short_path(Path(folder.root)), mono, "text2", cut=middle)

    def _paint_progress(self, painter: QPainter, area: QRectF, index: Index) -> None:
        length = min(_BAR_WIDTH, area.width() - _PERCENT)
        bar, option = self._bars[Column(index.column())], QStyleOptionProgressBar()
        bar.setFixedWidth(int(length))
        bar.set_fraction(float(index.data(FractionRole)))
        bar.initStyleOption(option)
        option.rect = QRectF(area.left(), area.center().y() - 2, length, 4).toRect()
        bar.style().drawControl(QStyle.ControlElement.CE_ProgressBar, option, painter, bar)
        words, font = area.adjusted(length + 8, 0, 0, 0), self._theme.font(12, tabular=True)
        self.paint_text(painter, words, str(index.data()), font, "text")
