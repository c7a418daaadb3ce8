"""The files that are not indexed: reasons in words, what can be done, and a table model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from pathlib import PurePosixPath

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from engine.api import DocumentFailure, FailureReason
from ui.i18n import counts
from ui.i18n.label_text import one_line, plain_tip
from ui.i18n.translation import tr, translated


class FailureAction(Enum):
    """What the button of a row does."""

    RETRY = "retry"
    SHOW = "show"
    SETTINGS = "settings"

    @property
    def words(self) -> str:
        """What stands on the button."""
        return {
            FailureAction.RETRY: tr("Retry"),
            FailureAction.SHOW: tr("Show in folder"),
            FailureAction.SETTINGS: tr("Change the limit…"),
        }[self]


_LIMITS = frozenset({FailureReason.TOO_LARGE, FailureReason.TIMED_OUT, FailureReason.OUT_OF_MEMORY})
_AS_IT_IS = frozenset(
    {
        FailureReason.NO_TEXT,
        FailureReason.PASSWORD,
        FailureReason.UNSUPPORTED,
        FailureReason.BINARY,
        FailureReason.DAMAGED,
    }
)


def action_for(reason: FailureReason) -> FailureAction:
    """Return what helps: a larger limit, another look, or the file itself in its folder."""
    if reason in _LIMITS:
        return FailureAction.SETTINGS
    return FailureAction.SHOW if reason in _AS_IT_IS else FailureAction.RETRY


def reason_in_words(reason: FailureReason) -> str:
    """Return one short sentence for a reason."""
    return {
        FailureReason.NO_PERMISSION: tr("No permission to read"),
        FailureReason.VANISHED: tr("The file has gone"),
        FailureReason.TOO_LARGE: tr("Larger than the limit"),
        FailureReason.NO_TEXT: tr("Nothing to read"),
        FailureReason.DAMAGED: tr("Damaged"),
        FailureReason.PASSWORD: tr("Protected by a password"),
        FailureReason.UNSUPPORTED: tr("No reader for this format"),
        FailureReason.BINARY: tr("Not a text"),
        FailureReason.TIMED_OUT: tr("Took too long; stopped"),
        FailureReason.OUT_OF_MEMORY: tr("Needed too much memory; stopped"),
        FailureReason.READER_CRASHED: tr("The reader failed on this file"),
        FailureReason.UNREACHABLE: tr("Cannot be reached now"),
    }[reason]


# Two or three names say more than their number.
_FEWEST_TOGETHER = 4


@dataclass(frozen=True, slots=True)
class FailureRow:
    """One file that is not indexed, or several inside one file that failed for the same reason."""

    failures: tuple[DocumentFailure, ...]

    @property
    def reason(self) -> FailureReason:
        """Why it is, or they are, not indexed."""
        return self.failures[0].reason

    @property
    def path(self) -> str:
        """The path of the file, of the one they are inside where there are several."""
        first = self.failures[0]
        return first.path if len(self.failures) == 1 else first.file_path

    @property
    def detail(self) -> str:
        """What is said of all of them; '' where that differs."""
        details = {failure.detail for failure in self.failures}
        return details.pop() if len(details) == 1 else ""


def rows_of(failures: Iterable[DocumentFailure]) -> tuple[FailureRow, ...]:
    """Return the rows, in the order of what comes first in each; every failure is in one."""
    together: dict[tuple[str, FailureReason], list[DocumentFailure]] = {}
    for failure in failures:
        place = failure.file_path or failure.path
        together.setdefault((place, failure.reason), []).append(failure)
    return tuple(row for group in together.values() for row in _rows(group))


def _rows(group: list[DocumentFailure]) -> Iterable[FailureRow]:
    if len(group) >= _FEWEST_TOGETHER and all(failure.file_path for failure in group):
        return [FailureRow(tuple(group))]
    return [FailureRow((failure,)) for failure in group]


LinesRole = Qt.ItemDataRole.UserRole + 1
Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_MOST_NAMES = 12  # in a tip


class Column(IntEnum):
    """The columns, from the left."""

    FILE = 0
    REASON = 1
    ACTION = 2


class FailureModel(QAbstractTableModel):
    """One row a file, or a file with much inside; its words are made when they are painted."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._failures: tuple[DocumentFailure, ...] = ()
        self._rows: tuple[FailureRow, ...] = ()

    def set_failures(self, failures: Sequence[DocumentFailure]) -> None:
        """Show these files."""
        self.beginResetModel()
        self._failures = tuple(failures)
        self._rows = rows_of(self._failures)
        self.endResetModel()

    @property
    def failures(self) -> tuple[DocumentFailure, ...]:
        """All files, also those that share a row."""
        return self._failures

    def row(self, number: int) -> FailureRow:
        """Return what stands in a row."""
        return self._rows[number]

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

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
        return (tr("File"), tr("Reason"), "")[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what is painted, told in a tip, and read out."""
        row, column = self._rows[index.row()], Column(index.column())
        if role == LinesRole:
            return lines(row, column)
        if role == Qt.ItemDataRole.DisplayRole:
            return _one_text(row, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip("\n".join(_paths(row) if column is Column.FILE else _all(row)))
        if role == Qt.ItemDataRole.AccessibleTextRole and column is Column.ACTION:
            return f"{action_for(row.reason).words}: {one_line(row.path)}"
        return None


def lines(row: FailureRow, column: Column) -> tuple[str, str]:
    """Return the two lines of a cell; the second is '' where there is no more to say."""
    if column is Column.FILE:
        path = PurePosixPath(row.path)
        return one_line(path.name), one_line(str(path.parent)) if path.parent.name else ""
    if column is Column.REASON:
        return reason_in_words(row.reason), _detail(row)
    return action_for(row.reason).words, ""


def _detail(row: FailureRow) -> str:
    detail = one_line(translated(row.detail))
    if len(row.failures) == 1:
        return detail
    inside = tr("{files} in it.").format(files=counts.files(len(row.failures)))
    return f"{inside} {detail}".strip()


def _paths(row: FailureRow) -> list[str]:
    if len(row.failures) == 1:
        return [row.path]
    names = [failure.path[len(row.path) + 1 :] for failure in row.failures[:_MOST_NAMES]]
    more = len(row.failures) - len(names)
    told = [tr("and {files} more").format(files=counts.files(more))] if more else []
    return [row.path, *names, *told]


def _one_text(row: FailureRow, column: Column) -> str:
    first, second = lines(row, column)
    if not second:
        return first
    return f"{first}  ({second})" if column is Column.FILE else f"{first}. {second}"


def _all(row: FailureRow) -> tuple[str, ...]:
    return tuple(words for words in lines(row, Column.REASON) if words)
