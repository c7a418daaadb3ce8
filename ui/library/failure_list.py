"""The files that are not indexed: file, reason in words, and 'Retry all'."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMenu,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.api import DocumentFailure
from ui import counts
from ui.button_icon import set_button_icon
from ui.library.failure_action import FailureAction, action_for
from ui.library.failure_words import reason_in_words
from ui.plain_words import one_line, plain_tip
from ui.theme import Theme


class FailureList(QFrame):
    """A panel with one row a file.

    Signals:
        retry_wanted: try all files once more.
        retry_one_wanted: the path of a file to try once more.
        show_wanted: the path of a file to show in its folder.
        limits_wanted: the settings with the limits of reading.
    """

    retry_wanted = Signal()
    retry_one_wanted = Signal(str)
    show_wanted = Signal(str)
    limits_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._failures: tuple[DocumentFailure, ...] = ()
        self.setProperty("surface", "panel")
        self._count = QLabel(self)
        self._count.setFont(theme.font(11, 600))
        self._count.setProperty("kind", "pill")
        self._copy = QPushButton(self.tr("Copy list"), self)
        self._copy.setProperty("kind", "flat")
        self._copy.setProperty("room", "panel")
        self._copy.clicked.connect(self._copy_list)
        self.retry = QPushButton(self.tr("Retry all"), self)
        self.retry.setProperty("room", "panel")
        self.retry.clicked.connect(self.retry_wanted)
        self.table = self._make_table()
        self._lay_out()
        theme.changed.connect(self._dress)
        self._dress()
        self.show_failures(())

    def _make_table(self) -> QTableWidget:
        table = QTableWidget(0, 4, self)
        table.setAccessibleName(self.tr("Files that are not indexed"))
        table.setHorizontalHeaderLabels([self.tr("File"), self.tr("Reason"), self.tr("Detail"), ""])
        table.setFrameShape(QFrame.Shape.NoFrame)
        table.setShowGrid(False)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setTabKeyNavigation(False)
        table.setWordWrap(False)
        table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(34)
        header = table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(3, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(3, 128)
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        table.customContextMenuRequested.connect(self._open_menu)
        return table

    def _lay_out(self) -> None:
        title = QLabel(self.tr("Not indexed"), self)
        title.setFont(self._theme.font(13, 600))
        head = QHBoxLayout()
        head.setContentsMargins(16, 8, 8, 8)
        head.setSpacing(8)
        head.addWidget(title)
        head.addWidget(self._count)
        head.addStretch(1)
        for widget in (self._copy, self.retry):
            head.addWidget(widget)
        hint = QLabel(self.tr("A file is tried again by itself when it changes."), self)
        hint.setFont(self._theme.font(12))
        hint.setProperty("tone", "text2")
        hint.setContentsMargins(16, 8, 16, 10)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        layout.addLayout(head)
        rows = QHBoxLayout()
        rows.setContentsMargins(8, 0, 8, 0)
        rows.addWidget(self.table)
        self._none = QLabel(self.tr("Every file that is searched could be read."), self)
        self._none.setProperty("tone", "text2")
        self._none.setFont(self._theme.font(12))
        self._none.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._none.setContentsMargins(8, 4, 8, 0)
        rows.addWidget(self._none)
        layout.addLayout(rows, 1)
        layout.addWidget(hint)

    def show_failures(self, failures: Sequence[DocumentFailure]) -> None:
        """Show these files."""
        self._failures = tuple(failures)
        self._count.setText(counts.files(len(self._failures)))
        self.retry.setEnabled(bool(self._failures))
        self._copy.setEnabled(bool(self._failures))
        self.table.setRowCount(len(self._failures))
        for row, failure in enumerate(self._failures):
            for column, words in enumerate(_cells(failure)):
                item = QTableWidgetItem(one_line(words))
                item.setToolTip(plain_tip(failure.path if column == 0 else words))
                self.table.setItem(row, column, item)
            self.table.setCellWidget(row, 3, self._action_button(failure))
        self.table.setEnabled(bool(self._failures))
        self.table.setVisible(bool(self._failures))
        self._none.setVisible(not self._failures)
        self._count.setVisible(bool(self._failures))
        buttons = (self.table.cellWidget(row, 3) for row in range(self.table.rowCount()))
        widest = max((button.sizeHint().width() for button in buttons), default=120)
        self.table.horizontalHeader().resizeSection(3, widest + 8)

    def _action_button(self, failure: DocumentFailure) -> QToolButton:
        action = action_for(failure.reason)
        button = QToolButton(self.table)
        button.setProperty("kind", "link")
        button.setText(action.words)
        button.setAccessibleName(f"{action.words}: {one_line(failure.path)}")
        button.clicked.connect(lambda: self._carry_out(action, failure.path))
        return button

    def _carry_out(self, action: FailureAction, path: str) -> None:
        if action is FailureAction.RETRY:
            self.retry_one_wanted.emit(path)
        elif action is FailureAction.SHOW:
            self.show_wanted.emit(path)
        else:
            self.limits_wanted.emit()

    def _open_menu(self, at: QPoint) -> None:
        row = self.table.rowAt(at.y())
        if row < 0:
            return
        path = self._failures[row].path
        menu = QMenu(self)
        for action in (FailureAction.RETRY, FailureAction.SHOW):
            entry = menu.addAction(action.words)
            entry.triggered.connect(lambda _=False, action=action: self._carry_out(action, path))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.table.viewport().mapToGlobal(at))

    def _copy_list(self) -> None:
        lines = ("\t".join((f.path, *_cells(f)[1:])) for f in self._failures)
        QGuiApplication.clipboard().setText("\n".join(lines))

    def _dress(self) -> None:
        set_button_icon(self._copy, self._theme, "copy", "accent", 14)
        set_button_icon(self.retry, self._theme, "refresh-cw", "text2", 14)


def _cells(failure: DocumentFailure) -> tuple[str, str, str]:
    path = PurePosixPath(failure.path)
    where = f"{path.name}  ({path.parent})" if path.parent.name else path.name
    return where, reason_in_words(failure.reason), failure.detail
