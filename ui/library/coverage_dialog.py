"""The dialog that accounts for all files on the disk: counts per state, and their lists."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from twofold.engine.api import CoverageEntry, CoverageState, FolderCoverage
from twofold.ui.i18n import counts
from twofold.ui.i18n.formatting import day, grouped
from twofold.ui.i18n.label_text import isolated
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.theme import Theme
from twofold.ui.widgets import layouts
from twofold.ui.widgets.decoration import make_label
from twofold.ui.widgets.dialogs import BaseDialog
from twofold.ui.widgets.tables import show_rows

_MAX_ROWS = 10_000
_ROW = 28


def state_names() -> dict[CoverageState, str]:
    """Return the names of the states of a file."""
    return {
        CoverageState.SEARCHABLE: tr("Searchable"),
        CoverageState.NAME_ONLY: tr("Found by name only"),
        CoverageState.EXCLUDED: tr("Excluded by a rule"),
        CoverageState.FAILED: tr("Failed"),
        CoverageState.WAITING: tr("Waiting to be indexed"),
    }


class CoverageDialog(BaseDialog):
    """Shows the counts of files once available, and the list of the selected state.

    Signals:
        file_requested: the absolute path of a file to show in its folder.
    """

    file_requested = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(tr("All files"), parent, size=(820, 620))
        self._folders: tuple[FolderCoverage, ...] = ()
        self.folder = QComboBox(self)
        self.folder.setAccessibleName(tr("Folder"))
        self.folder.currentIndexChanged.connect(lambda _: self._show_numbers())
        self.numbers = self._make_table(tr("File counts"), (tr("State"), tr("Files")))
        self.numbers.itemSelectionChanged.connect(self._show_list)
        self.files = self._make_table(tr("Files"), (tr("File"), tr("Reason")))
        self.files.itemDoubleClicked.connect(lambda _: self._request_file())
        self.words = make_label(theme, self, tr("Counting files…"), size=13, wrap=True)
        self.note = make_label(theme, self, tone="text2", wrap=True)
        self.show_file = self.make_button(tr("Show in folder"), self._request_file)
        self.copy = self.make_button(tr("Copy list"), self._copy_list)
        self.files.itemSelectionChanged.connect(
            lambda: self.show_file.setEnabled(self.files.currentRow() >= 0)
        )
        foot = self.foot_row(self.show_file, self.copy)
        parts = (self.folder, self.words, self.numbers, (self.files, 1), self.note, foot)
        layouts.column(*parts, margins=(24, 20, 24, 20), spacing=12, parent=self)
        self.show_file.setEnabled(False)
        self.copy.setEnabled(False)

    def _make_table(self, name: str, heads: tuple[str, str]) -> QTableWidget:
        table = QTableWidget(0, len(heads), self)
        table.setAccessibleName(name)
        table.setHorizontalHeaderLabels(heads)
        show_rows(table, _ROW)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        return table

    def show_coverage(self, folders: tuple[FolderCoverage, ...]) -> None:
        """Show the counts of all folders, or of the selected folder."""
        self._folders = folders
        self.folder.blockSignals(True)
        self.folder.clear()
        self.folder.addItem(tr("All folders"))
        self.folder.addItems([folder.name for folder in folders])
        self.folder.blockSignals(False)
        self.folder.setVisible(len(folders) > 1)
        self._show_numbers()
        self.numbers.selectRow(list(CoverageState).index(CoverageState.NAME_ONLY))
        self.numbers.setFocus()

    @property
    def _shown(self) -> tuple[FolderCoverage, ...]:
        chosen = self.folder.currentIndex()
        return self._folders if chosen <= 0 else self._folders[chosen - 1 : chosen]

    def _show_numbers(self) -> None:
        shown, row = self._shown, max(0, self.numbers.currentRow())
        total = sum(folder.files for folder in shown)
        self.words.setText(tr("{files} on the disk:").format(files=counts.files(total)))
        names = state_names()
        self.numbers.setRowCount(len(names))
        for at, (state, name) in enumerate(names.items()):
            number = sum(folder.lists[state].files for folder in shown)
            for column, text in enumerate((name, grouped(number))):
                self.numbers.setItem(at, column, QTableWidgetItem(text))
        height = self.numbers.horizontalHeader().sizeHint().height() + len(names) * _ROW
        self.numbers.setFixedHeight(height + 4)
        self.numbers.selectRow(row)
        self.note.setText(" ".join(filter(None, map(_note, shown))))
        self._show_list()

    def _show_list(self) -> None:
        entries, files = self._listed()
        self.files.setRowCount(len(entries))
        for row, entry in enumerate(entries):
            name = isolated(entry.path)
            if entry.path.endswith("/"):
                name = f"{name} ({counts.files(entry.files)})"
            for column, text in enumerate((name, translated(entry.why))):
                item = QTableWidgetItem(text)
                item.setToolTip(text)
                item.setData(Qt.ItemDataRole.UserRole, entry.path)
                self.files.setItem(row, column, item)
        left = files - sum(entry.files for entry in entries)
        if left:
            self.files.setRowCount(len(entries) + 1)
            words = tr("… and {files} more").format(files=counts.files(left))
            self.files.setItem(len(entries), 0, QTableWidgetItem(words))
        self.copy.setEnabled(bool(entries))

    def _listed(self) -> tuple[list[CoverageEntry], int]:
        row = self.numbers.currentRow()
        if row < 0 or not self._folders:
            return [], 0
        state = list(state_names())[row]
        lists = [folder.lists[state] for folder in self._shown]
        entries = [entry for one in lists for entry in one.entries][:_MAX_ROWS]
        return entries, sum(one.files for one in lists)

    def _request_file(self) -> None:
        item = self.files.item(self.files.currentRow(), 0)
        path = str(item.data(Qt.ItemDataRole.UserRole) or "") if item is not None else ""
        for folder in self._folders:
            if path.startswith(f"{folder.name}/"):
                place = path[len(folder.name) + 1 :].rstrip("/")
                self.file_requested.emit(f"{folder.root}/{place}")

    def _copy_list(self) -> None:
        entries, _ = self._listed()
        lines = ("\t".join(filter(None, (one.path, translated(one.why)))) for one in entries)
        QGuiApplication.clipboard().setText("\n".join(lines))


def _note(folder: FolderCoverage) -> str:
    """Return notes about a folder that its counts do not show."""
    if not folder.available:
        return tr("‘{name}’ is not available, so its files cannot be counted.").format(
            name=folder.name
        )
    parts = []
    if folder.scanned_at:
        scanned = datetime.fromisoformat(folder.scanned_at).astimezone().isoformat()
        parts.append(
            tr("Last complete scan of ‘{name}’: {day}.").format(name=folder.name, day=day(scanned))
        )
    if folder.documents_inside:
        parts.append(
            tr("Its files contain {documents} that can be searched.").format(
                documents=counts.documents(folder.documents_inside)
            )
        )
    parts += [
        tr("Not counted: {place} ({reason})").format(place=one.path, reason=translated(one.why))
        for one in folder.closed
    ]
    return " ".join(parts)
