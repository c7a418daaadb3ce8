"""The files that are not indexed: file, reason in words, and 'Retry all'."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.api import DocumentFailure
from ui.i18n import counts
from ui.library.failure_action import FailureAction
from ui.library.failure_model import Column, FailureModel, lines
from ui.library.failure_rows import FailureRow
from ui.library.failure_table import FailureTable
from ui.theme import Theme
from ui.widgets.decoration import set_button_icon


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
        self.setProperty("surface", "panel")
        self._count = QLabel(self)
        self._count.setFont(theme.font(11, 600))
        self._count.setProperty("kind", "pill")
        self._count.setIndent(0)
        self._copy = QPushButton(self.tr("Copy list"), self)
        self._copy.setProperty("kind", "flat")
        self._copy.setProperty("room", "panel")
        self._copy.clicked.connect(self._copy_list)
        self.retry = QPushButton(self.tr("Retry all"), self)
        self.retry.setProperty("room", "panel")
        self.retry.clicked.connect(self.retry_wanted)
        self.model = FailureModel(self)
        self.table = FailureTable(self.model, theme, self)
        self.table.setAccessibleName(self.tr("Files that are not indexed"))
        self.table.action_wanted.connect(self._carry_out)
        self._lay_out()
        self._awaited_at: QWidget | None = None
        theme.changed.connect(self._apply_theme)
        self._apply_theme()
        self.show_failures(())

    def _lay_out(self) -> None:
        title = QLabel(self.tr("Not indexed"), self)
        title.setFont(self._theme.font(13, 600))
        said, tools = QHBoxLayout(), QHBoxLayout()
        for widget in (title, self._count):
            said.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        said.addStretch(1)
        tools.addStretch(1)
        for button in (self._copy, self.retry):
            tools.addWidget(button)
        head = self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        head.setContentsMargins(16, 8, 8, 8)
        for row in (said, tools):
            row.setSpacing(8)
            head.addLayout(row)
        head.setSpacing(8)
        self._head_rows = (said, tools)
        hint = QLabel(self.tr("A file is tried again by itself when it changes."), self)
        hint.setFont(self._theme.font(12))
        hint.setProperty("tone", "text2")
        hint.setContentsMargins(16, 8, 16, 10)
        hint.setWordWrap(True)
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

    @property
    def stops(self) -> tuple[QWidget, ...]:
        """Where Tab stops."""
        return (self._copy, self.retry, self.table)

    @property
    def width_beside(self) -> int:
        """How wide it is at least, in pixels, with the buttons beside the title."""
        edges = self._head.contentsMargins()
        rows = sum(row.minimumSize().width() for row in self._head_rows)
        return rows + self._head.spacing() + edges.left() + edges.right() + 2

    def set_narrow(self, *, narrow: bool) -> None:
        """Put the buttons below the title where both have no room side by side."""
        sides, below = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._head.setDirection(below if narrow else sides)

    def show_failures(self, failures: Sequence[DocumentFailure]) -> None:
        """Show these files; the one that is chosen stays so."""
        has_any, held = bool(failures), self.window().focusWidget()
        self._count.setText(counts.files(len(failures)))
        for part in (self.retry, self._copy, self.table):
            part.setEnabled(has_any)
        self.table.setVisible(has_any)
        self._count.setVisible(has_any)
        self._none.setVisible(not has_any)
        if not has_any and held in self.stops:
            self._none.setFocus()  # else the status bar had the keys, and the next press
        elif has_any and held is self._none:
            self.table.setFocus()
        with self.table.choice_kept():  # last, as the page makes room for all of it then
            self.model.set_failures(failures)
        if self._awaited_at is not None and self._awaited_at is self.window().focusWidget():
            self.table.setFocus()
        self._awaited_at = None

    def take_focus(self) -> None:
        """Lead the keys to the files. Those still on their way take them only if they stayed."""
        self.table.setFocus()
        self._awaited_at = None if self.table.isEnabled() else self.window().focusWidget()

    def _carry_out(self, action: FailureAction, path: str) -> None:
        if action is FailureAction.RETRY:
            self.retry_one_wanted.emit(path)
        elif action is FailureAction.SHOW:
            self.show_wanted.emit(path)
        else:
            self.limits_wanted.emit()

    def _copy_list(self) -> None:
        rows = (
            "\t".join((failure.path, *lines(FailureRow((failure,)), Column.REASON)))
            for failure in self.model.failures
        )
        QGuiApplication.clipboard().setText("\n".join(rows))

    def _apply_theme(self) -> None:
        set_button_icon(self._copy, self._theme, "copy", "accent", 14)
        set_button_icon(self.retry, self._theme, "refresh-cw", "text2", 14)
