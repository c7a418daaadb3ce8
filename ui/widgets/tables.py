"""Common parts of tables: rows, column widths, painted text, and context menus."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import (
    QByteArray,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QMenu,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from twofold.ui.theme import Theme

Index = QModelIndex | QPersistentModelIndex

# The minimum width of the stretching column.
_MIN_REST = 160
_MIN_WIDTH = 40


def show_rows(table: QTableView, height: int) -> None:
    """Set up a table with rows of `height` pixels, selected as a whole; Tab leaves the table."""
    table.setFrameShape(QFrame.Shape.NoFrame)
    table.setShowGrid(False)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setTabKeyNavigation(False)
    table.verticalHeader().hide()
    table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    table.verticalHeader().setDefaultSectionSize(height)
    header = table.horizontalHeader()
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setHighlightSections(False)


class CellDelegate(QStyledItemDelegate):
    """Base class of delegates with cells of one `height` in the theme's fonts and colors."""

    def __init__(self, theme: Theme, height: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._height = height

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the height of every row."""
        return QSize(72, self._height)

    def paint_text(
        self,
        painter: QPainter,
        area: QRectF,
        text: str,
        font: QFont,
        token: str,
        *,
        cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    ) -> None:
        """Paint one line of text at a side of `area`, elided if necessary."""
        painter.setFont(font)
        painter.setPen(self._theme.color(token))
        shown = QFontMetricsF(font).elidedText(text, cut, area.width())
        flags = side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(area, flags, shown)


class ColumnWidths(QObject):
    """Manages the widths of all columns of `header` except the stretching one.

    `usual` returns the default widths for a table width. If the user's widths leave too little
    space for the stretching column, the default widths are used until there is more space.
    """

    def __init__(self, header: QHeaderView, usual: Callable[[int], Mapping[int, int]]) -> None:
        super().__init__(header)
        self._header = header
        self._usual = usual
        self.state = QByteArray()  # the user's widths, to be stored; empty by default
        self._is_fitting = False
        header.setMinimumSectionSize(_MIN_WIDTH)
        header.sectionResized.connect(self._on_resized)

    def fit(self) -> None:
        """Set the column widths for the current table width."""
        available = self._header.width()
        usual = self._usual(available)
        self._is_fitting = True
        is_chosen = self._header.restoreState(self.state)
        if not is_chosen or sum(map(self._header.sectionSize, usual)) + _MIN_REST > available:
            for column, width in usual.items():
                self._header.resizeSection(column, width)
        self._is_fitting = False

    def _on_resized(self, column: int) -> None:
        if not self._is_fitting and column in self._usual(self._header.width()):
            self.state = self._header.saveState()

    def restore(self, state: QByteArray) -> None:
        """Restore stored widths; invalid ones are ignored."""
        self.state = state
        self.fit()


def offer_at_rows(view: QAbstractItemView, buttons: Sequence[QAbstractButton]) -> None:
    """Add a context menu to the rows of `view` that clicks `buttons`.

    Qt selects the row under the pointer before it requests the menu.
    """

    def open_menu(at: QPoint) -> None:
        if not view.indexAt(at).isValid():
            return
        menu = QMenu(view)
        for button in buttons:
            if button.isHidden():
                continue
            entry = menu.addAction(button.icon(), button.text())
            entry.setEnabled(button.isEnabled())
            entry.triggered.connect(lambda _=False, button=button: button.click())
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(view.viewport().mapToGlobal(at))

    view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    view.customContextMenuRequested.connect(open_menu)
