"""The dialog with the versions of a document, and what changed in a passage."""

from __future__ import annotations

from dataclasses import replace
from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHeaderView, QTableWidget, QTableWidgetItem, QTextBrowser, QWidget

from twofold.engine.api import (
    ChangeKind,
    DocumentVersion,
    TextChange,
    VersionHistory,
    VersionsDescribed,
)
from twofold.ui.i18n.citation_text import format_place
from twofold.ui.i18n.formatting import day
from twofold.ui.i18n.label_text import isolated, one_line
from twofold.ui.i18n.translation import tr
from twofold.ui.theme import Theme
from twofold.ui.widgets import layouts
from twofold.ui.widgets.decoration import make_label
from twofold.ui.widgets.dialogs import BaseDialog
from twofold.ui.widgets.tables import show_rows

_ROW = 28
_MAX_ROWS_SHOWN = 6
_LINE_HEIGHT = 21
_MARGIN = 10
_EDGES = 16  # of the table, which has a focus ring
_FILLS = 100  # takes all space, unless it is hidden


class VersionsDialog(BaseDialog):
    """Lists the versions of a document, newest first, and shows the changes of a passage.

    These are its last change or, if a version is selected, the changes since or in this version.

    Signals:
        open_requested: a DocumentVersion to open at the passage.
        compare_requested: a DocumentVersion to compare the passage with.
    """

    open_requested = Signal(object)
    compare_requested = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(tr("Versions"), parent, size=(760, 560))
        self._theme = theme
        self._history = VersionHistory()
        self.table = QTableWidget(0, 3, self)
        self.table.setAccessibleName(tr("Versions"))
        self.table.setHorizontalHeaderLabels((tr("Document"), tr("Folder"), tr("Date")))
        show_rows(self.table, _ROW)
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)
        self.table.itemActivated.connect(lambda _: self._request())
        self.table.itemSelectionChanged.connect(self._on_selection)
        self.words = make_label(theme, self, tr("Comparing versions…"), size=13, wrap=True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.changes = QTextBrowser(self)
        self.changes.setAccessibleName(tr("Changes to this passage"))
        self.changes.setOpenLinks(False)
        self.changes.document().setDocumentMargin(_MARGIN)
        self.changes.hide()
        self.open_button = self.make_button(tr("Open"), self._request)
        self.open_button.setEnabled(False)
        self.legend = make_label(theme, self, size=12, tone="text2")
        self.legend.setText(tr("Underlined: added. Struck through: removed."))
        self.legend.hide()
        foot = self.foot_row(self.open_button)
        parts = (self.table, self.words, (self.changes, _FILLS), self.legend, ..., foot)
        layouts.column(*parts, margins=(24, 20, 24, 16), spacing=12, parent=self)

    def show_answer(self, answer: VersionsDescribed) -> None:
        """Show the versions and the change."""
        history = self._history = answer.history
        self.table.setRowCount(len(history.versions))
        for row, version in enumerate(history.versions):
            self._fill_row(row, version)
        shown = min(len(history.versions), _MAX_ROWS_SHOWN)
        head = self.table.horizontalHeader().sizeHint().height()
        self.table.setFixedHeight(head + shown * _ROW + _EDGES)
        self._show_changes(_summary(history), history.changes)

    def show_comparison(self, answer: VersionsDescribed) -> None:
        """Show the changes since or in the selected version, which then opens at the passage."""
        chosen, compared = self._chosen(), answer.history.compared
        if chosen is None or compared is None or chosen.doc_id != compared.doc_id:
            return  # another one was selected in the meantime
        known = self._history.versions
        versions = tuple(compared if one is chosen else one for one in known)
        self._history = replace(self._history, versions=versions)
        self._show_changes(_comparison(answer.history), answer.history.changes)

    def _show_changes(self, words: str, changes: tuple[TextChange, ...]) -> None:
        self.words.setText(words)
        self.changes.setVisible(bool(changes))
        self.legend.setVisible(_are_different(changes))
        self.changes.setHtml(_as_html(changes, self._theme))

    def show_failure(self, words: str) -> None:
        """Show why the versions cannot be listed."""
        self.words.setText(words)

    def _fill_row(self, row: int, version: DocumentVersion) -> None:
        parent, _, name = version.path.rpartition("/")
        name = one_line(name)
        if version.is_shown:
            name = tr("{name} (shown)").format(name=isolated(name))
        place = "/".join(filter(None, (version.folder, parent)))
        for column, text in enumerate((name, place, day(version.date))):
            item = QTableWidgetItem(text)
            item.setToolTip(version.absolute_path if column < 2 else "")
            if version.is_shown:
                font = QFont(self.table.font())
                font.setWeight(QFont.Weight.DemiBold)
                item.setFont(font)
            self.table.setItem(row, column, item)

    def _on_selection(self) -> None:
        version = self._chosen()
        self.open_button.setEnabled(version is not None)
        if version is None or version.is_shown:
            self._show_changes(_summary(self._history), self._history.changes)
        else:
            self.compare_requested.emit(version)

    def _chosen(self) -> DocumentVersion | None:
        row, versions = self.table.currentRow(), self._history.versions
        return versions[row] if 0 <= row < len(versions) else None

    def _request(self) -> None:
        version = self._chosen()
        if version is not None:
            self.open_requested.emit(version)


def _summary(history: VersionHistory) -> str:
    """Return what changed in the passage, and since when it is unchanged."""
    if not history.versions:
        return tr("There are no other versions of this document.")
    compared, unchanged = history.compared, history.unchanged_since
    if compared is None:
        if unchanged is None or unchanged.is_shown:
            return tr("This is the oldest version. Select another one to see what changed.")
        words = tr("This passage is unchanged since {version}.")
        return words.format(version=_named(unchanged))
    if not history.changes:
        words = tr("This passage is new. {version} does not contain it.")
        return words.format(version=_named(compared))
    words = tr("Changes to this passage since {version}:")
    return words.format(version=_named(compared))


def _comparison(history: VersionHistory) -> str:
    """Return what the changes are, since an older version or in a newer one."""
    compared = history.compared
    if compared is None:
        return ""
    if not history.changes:
        words = tr("{version} does not contain this passage.")
    elif not _are_different(history.changes):
        words = tr("This passage is the same in {version}.")
    elif any(one.is_shown for one in history.versions[: history.versions.index(compared)]):
        words = tr("Changes to this passage since {version}:")
    else:
        words = tr("Changes to this passage in {version}:")
    return words.format(version=_named(compared))


def _are_different(changes: tuple[TextChange, ...]) -> bool:
    return any(one.kind is not ChangeKind.SAME for one in changes)


def _named(version: DocumentVersion) -> str:
    """Return 'Lease v1.docx (p. 3, 1 Mar 2026)'."""
    name = isolated(one_line(version.path.rpartition("/")[2]))
    place = "" if version.locator is None else format_place(version.locator)
    details = ", ".join(filter(None, (place, day(version.date))))
    return f"{name} ({details})" if details else name


def _as_html(changes: tuple[TextChange, ...], theme: Theme) -> str:
    """Return the changed passage. Changes differ in decoration too, not only in colour."""
    styles = {
        ChangeKind.SAME: "",
        ChangeKind.ADDED: f"color: {theme.color('ok').name()}; text-decoration: underline",
        ChangeKind.REMOVED: f"color: {theme.color('text3').name()}; text-decoration: line-through",
    }
    parts = (
        f'<span style="{styles[change.kind]}">{_text(change.text)}</span>' for change in changes
    )
    return f'<div style="line-height: {_LINE_HEIGHT}px">{"".join(parts)}</div>'


def _text(text: str) -> str:
    return escape(text).replace("\n", " ")
