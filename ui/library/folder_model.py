"""The folders of the library as a table model."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from engine.api import FolderStatus, LibraryStatus
from ui.i18n.formatting import grouped
from ui.i18n.label_text import plain_tip
from ui.i18n.library_words import folder_state, percent

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
        Column.NAME: _tr("Folder"),
        Column.FILES: _tr("Files"),
        Column.KEYWORDS: _tr("Keywords"),
        Column.MEANING: _tr("Meaning"),
        Column.STATE: _tr("State"),
    }


def _tr(text: str) -> str:
    return QCoreApplication.translate("FolderModel", text)
