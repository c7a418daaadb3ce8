"""The table of files that are not indexed; the last cell of a row does the one thing that helps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QMenu, QTableView, QWidget

from ui.library.failure_action import FailureAction, action_for
from ui.library.failure_delegate import ROW_HEIGHT, FailureDelegate
from ui.library.failure_model import Column, FailureModel
from ui.theme import Theme
from ui.widgets.tables import ColumnWidths

_PADDING = 20


class FailureTable(QTableView):
    """A click on the last cell, or Enter on a row, asks for what it says.

    Signals:
        action_wanted: the FailureAction and the path of the file.
    """

    action_wanted = Signal(object, str)

    def __init__(self, model: FailureModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setModel(model)
        self.setItemDelegate(FailureDelegate(theme, self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(Column.REASON, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(Column.ACTION, QHeaderView.ResizeMode.Fixed)
        metrics = QFontMetrics(theme.font(13, 500))
        widest = max(metrics.horizontalAdvance(action.words) for action in FailureAction)
        header.resizeSection(Column.ACTION, widest + _PADDING)
        self.widths = ColumnWidths(header, self._usual_widths)
        self.clicked.connect(self._take_click)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._open_menu)

    def _usual_widths(self, room: int) -> dict[int, int]:
        return {Column.FILE: (room - self.columnWidth(Column.ACTION)) // 2}

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let file and reason share the room."""
        super().resizeEvent(event)
        self.widths.fit()

    def _take_click(self, index: QModelIndex) -> None:
        if index.column() == Column.ACTION:
            self._act(index.row())

    def _act(self, row: int) -> None:
        shown = self._model.row(row)
        self.action_wanted.emit(action_for(shown.reason), shown.path)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Do what helps the current file with Enter."""
        current = self.currentIndex()
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and current.isValid():
            self._act(current.row())
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show a hand over what can be clicked."""
        super().mouseMoveEvent(event)
        on_link = self.indexAt(event.position().toPoint()).column() == Column.ACTION
        hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(hand if on_link else arrow)

    @contextmanager
    def choice_kept(self) -> Iterator[None]:
        """Choose the same file again once the rows have been filled anew, if it is still there."""
        current, at = self.currentIndex(), self.verticalScrollBar().value()
        path = self._model.row(current.row()).path if current.isValid() else ""
        yield
        rows = range(self._model.rowCount()) if path else ()
        same = next((row for row in rows if self._model.row(row).path == path), None)
        if same is not None:
            self.setCurrentIndex(self._model.index(same, current.column()))
            self.verticalScrollBar().setValue(at)  # who has scrolled on looks elsewhere

    def _open_menu(self, at: QPoint) -> None:
        row = self.rowAt(at.y())
        if row < 0:
            return
        path = self._model.row(row).path
        menu = QMenu(self)
        for action in (FailureAction.RETRY, FailureAction.SHOW):
            entry = menu.addAction(action.words)
            entry.triggered.connect(
                lambda _=False, action=action: self.action_wanted.emit(action, path)
            )
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.viewport().mapToGlobal(at))
