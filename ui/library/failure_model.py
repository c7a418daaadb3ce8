"""The files that are not indexed as a table model: there may be tens of thousands of them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from pathlib import PurePosixPath

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from engine.api import DocumentFailure
from ui.engine_words import in_own_words
from ui.library.failure_action import action_for
from ui.library.failure_words import reason_in_words
from ui.plain_words import one_line, plain_tip

LinesRole = Qt.ItemDataRole.UserRole + 1
Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class Column(IntEnum):
    """The columns, from the left."""

    FILE = 0
    REASON = 1
    ACTION = 2


class FailureModel(QAbstractTableModel):
    """One row a file; its words are made when they are painted."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._failures: tuple[DocumentFailure, ...] = ()

    def set_failures(self, failures: Sequence[DocumentFailure]) -> None:
        """Show these files."""
        self.beginResetModel()
        self._failures = tuple(failures)
        self.endResetModel()

    @property
    def failures(self) -> tuple[DocumentFailure, ...]:
        """The files shown."""
        return self._failures

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return the number of files."""
        return 0 if parent.isValid() else len(self._failures)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(Column)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        """Return the heading of a column; what can be done stands without one."""
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return (_tr("File"), _tr("Reason"), "")[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what is painted, told in a tip, and read out."""
        failure, column = self._failures[index.row()], Column(index.column())
        if role == LinesRole:
            return lines(failure, column)
        if role == Qt.ItemDataRole.DisplayRole:
            return _one_text(failure, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(failure.path if column is Column.FILE else "\n".join(_all(failure)))
        if role == Qt.ItemDataRole.AccessibleTextRole and column is Column.ACTION:
            return f"{action_for(failure.reason).words}: {one_line(failure.path)}"
        return None


def lines(failure: DocumentFailure, column: Column) -> tuple[str, str]:
    """Return the two lines of a cell; the second is '' where there is no more to say."""
    if column is Column.FILE:
        path = PurePosixPath(failure.path)
        return one_line(path.name), one_line(str(path.parent)) if path.parent.name else ""
    if column is Column.REASON:
        return reason_in_words(failure.reason), one_line(in_own_words(failure.detail))
    return action_for(failure.reason).words, ""


def _one_text(failure: DocumentFailure, column: Column) -> str:
    first, second = lines(failure, column)
    if not second:
        return first
    return f"{first}  ({second})" if column is Column.FILE else f"{first}. {second}"


def _all(failure: DocumentFailure) -> tuple[str, ...]:
    return tuple(words for words in lines(failure, Column.REASON) if words)


def _tr(text: str) -> str:
    return QCoreApplication.translate("FailureList", text)
