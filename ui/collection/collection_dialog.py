"""The collection dialog: the passages in order, and text and note of the selected one."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QGuiApplication,
    QKeySequence,
    QShortcut,
)
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from twofold.engine.api import (
    CheckedCitation,
    CitationState,
    CollectedPassage,
    CollectionListed,
    ExportFormat,
    ExportRendered,
    Locator,
    format_uri,
)
from twofold.ui.collection.collection_controller import CollectionController
from twofold.ui.i18n.citation_text import format_location, format_place
from twofold.ui.i18n.label_text import isolated, one_line, plain_tip, shortened
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.i18n.value_names import title_of_file
from twofold.ui.opening.opener import DocumentOpener
from twofold.ui.theme import Theme
from twofold.ui.widgets import layouts
from twofold.ui.widgets.actions import keys_in, shown_key, shown_keys
from twofold.ui.widgets.decoration import make_label, restyle
from twofold.ui.widgets.dialogs import BaseDialog
from twofold.ui.widgets.messages import BarMessage
from twofold.ui.widgets.pending_removals import PendingRemovals
from twofold.ui.widgets.tables import offer_at_rows
from twofold.ui.widgets.undo import UndoBar


def format_title(passage: CollectedPassage) -> str:
    """Return the title on one line; for source code, the file name."""
    return one_line(title_of_file(passage.title, passage.path, passage.file_type))


def format_drift(check: CheckedCitation) -> str:
    """Return how a passage differs from what was cited, and where it is now."""
    if check.state is CitationState.GONE or check.place is None:
        return tr("missing")
    if check.state is CitationState.CHANGED:
        return tr("changed, now {place}").format(place=format_place(check.place))
    where = format_place(check.place)
    if format_uri(check.path, check.cited).partition("#")[0] not in check.uri:
        where = f"{check.path}, {where}"
    return tr("moved to {place}").format(place=isolated(where))


Checked = tuple[CollectedPassage, CheckedCitation | None]
PASSAGE_ROLE = Qt.ItemDataRole.UserRole
"""The id of the passage in a row."""


def passage_row(
    passage: CollectedPassage, check: CheckedCitation | None, theme: Theme
) -> QListWidgetItem:
    """Return the row of a passage, with a warning if its citation is no longer exact."""
    where = f"{passage.folder}/{passage.path}, {format_location(passage.citation)}"
    item = QListWidgetItem(f"{format_title(passage)}\n{where}")
    item.setData(PASSAGE_ROLE, passage.id)
    item.setToolTip(plain_tip(where))
    if check is not None and check.state is not CitationState.EXACT:
        item.setText(f"{item.text()}\n{format_drift(check)}")
        item.setIcon(theme.icon("triangle-alert", "warn", 16))
        item.setToolTip(plain_tip(translated(check.sentence)))
    return item


class CollectionDialog(BaseDialog):
    """Shows the collection; all changes are made through the controller."""

    def __init__(
        self,
        controller: CollectionController,
        opener: DocumentOpener,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("Collection"), parent, size=(880, 600))
        self._controller = controller
        self._opener = opener
        self._theme = theme
        self._listed: list[Checked] = []  # the collection, including passages being removed
        self._rows: list[Checked] = []  # the rows that are shown
        self._is_known = False
        self._shown = ""  # id of the passage that is shown
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("Passages in the collection"))
        self.list.setProperty("kind", "two_lines")
        # The page or lines at the end are needed to tell passages of the same file apart.
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setDragDropMode(QListWidget.DragDropMode.InternalMove)
        self.list.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setAccessibleName(tr("Text of the passage"))
        self.state = make_label(theme, self, size=13, wrap=True)
        self.note = QPlainTextEdit(self)
        self.note.setMaximumHeight(96)
        self.note.setTabChangesFocus(True)
        self.note.setAccessibleName(tr("Note"))
        self._noted = ""  # id of the passage whose note is shown
        self.message = make_label(theme, self, size=13, wrap=True)
        self.open_file = self.make_button(tr("Open"), self._open_file)
        self.show_file = self.make_button(tr("Show in folder"), self._show_file)
        self.cite = self.make_button(tr("Copy citation"), self._copy_citation)
        self.up = self.make_button(tr("Move up"), lambda: self._move(-1))
        self.down = self.make_button(tr("Move down"), lambda: self._move(1))
        self.remove = self.make_button(tr("Remove"), self._remove)
        self.export = self.make_button(tr("Export…"), self._ask_where)
        self.leave = self.make_button(tr("Close"), self.accept)
        for button, key in ((self.up, "Alt+Up"), (self.down, "Alt+Down"), (self.remove, "Del")):
            button.setToolTip(shown_keys((key,)))
        self._of_passage = (
            self.open_file, self.show_file, self.cite, self.up, self.down, self.remove,
        )  # fmt: skip
        offer_at_rows(self.list, self._of_passage)
        self._label = QLabel(tr("Note"), self)
        self._label.setBuddy(self.note)
        self._lay_out()
        self.undo_bar = UndoBar(theme, self)
        self._leaving = PendingRemovals(self.undo_bar, self._show_rows)
        self._connect_signals()
        self._show_passage()
        controller.ask()

    def _lay_out(self) -> None:
        column = QVBoxLayout()
        column.addWidget(self.state)
        column.addWidget(self.text, 1)
        column.addLayout(layouts.row(self.open_file, self.show_file, self.cite, ..., spacing=8))
        column.addWidget(self._label)
        column.addWidget(self.note)
        column.addStretch()
        halves = QHBoxLayout()
        halves.setSpacing(12)
        halves.addWidget(self.list, 2)
        halves.addLayout(column, 3)
        buttons = QHBoxLayout()
        for button in (self.up, self.down, self.remove):
            buttons.addWidget(button)
        buttons.addWidget(self.message, 1)
        buttons.addWidget(self.export)
        buttons.addWidget(self.leave)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 12)
        layout.addLayout(halves, 1)
        layout.addLayout(buttons)

    def _connect_signals(self) -> None:
        self._controller.listed.connect(self._show_collection)
        self._controller.message.connect(self._show_message)
        self._controller.saved.connect(self._report_saved)
        self._theme.changed.connect(self._show_rows)  # to update the icons
        self.list.currentRowChanged.connect(self._choose)
        self.list.doubleClicked.connect(lambda _: self._open_file())
        self._opener.refused.connect(self._report_refusal)
        # When this signal arrives directly, Qt still has the passage at both positions.
        self.list.model().rowsMoved.connect(self._on_moved, Qt.ConnectionType.QueuedConnection)
        QShortcut(QKeySequence("Alt+Up"), self, lambda: self._move(-1))
        QShortcut(QKeySequence("Alt+Down"), self, lambda: self._move(1))
        in_list = Qt.ShortcutContext.WidgetShortcut
        QShortcut(QKeySequence.StandardKey.Delete, self.list, self._remove, context=in_list)
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            QShortcut(QKeySequence(key), self.list, self._open_file, context=in_list)
        QShortcut(QKeySequence.StandardKey.Undo, self, self.undo_bar.undo)

    @property
    def chosen(self) -> CollectedPassage | None:
        """The selected passage."""
        return next((known for known, _ in self._rows if known.id == self._shown), None)

    def save_note(self) -> None:
        """Store the note of the selected passage if it was changed."""
        passage = self.chosen
        written = self.note.toPlainText()
        if passage is not None and written != passage.note:
            self._controller.annotate(passage.id, written)

    def done(self, result: int) -> None:
        """Store the note and close."""
        self.save_note()
        self.undo_bar.settle()
        super().done(result)

    def _show_collection(self, listed: CollectionListed) -> None:
        checks = listed.checks or (None,) * len(listed.passages)
        self._listed = list(zip(listed.passages, checks, strict=True))
        self._leaving.drop_settled()
        is_first, self._is_known = not self._is_known, True
        self._show_rows()
        if is_first:
            self.list.setFocus()  # the list was hidden and a button had the focus

    def _show_rows(self) -> None:
        """Show all passages except those being removed."""
        self._rows = [row for row in self._listed if row[0].id not in self._leaving]
        blocker = QSignalBlocker(self.list)
        self.list.clear()
        for passage, check in self._rows:
            self.list.addItem(passage_row(passage, check, self._theme))
        ids = [passage.id for passage, _ in self._rows]
        row = ids.index(self._shown) if self._shown in ids else min(0, len(ids) - 1)
        self.list.setCurrentRow(row)
        blocker.unblock()
        self._shown = ids[row] if ids else ""
        self._show_passage()

    def _choose(self, row: int) -> None:
        self.save_note()
        self._shown = self._rows[row][0].id if 0 <= row < len(self._rows) else ""
        self._show_passage()

    def _show_passage(self) -> None:
        passage = self.chosen
        check = next((check for known, check in self._rows if known is passage), None)
        self.text.setPlainText(passage.text if passage else "")
        name, note = (passage.id, passage.note) if passage else ("", "")
        is_editing_done = self.note.document().isModified() or note == self.note.toPlainText()
        if name != self._noted or not is_editing_done:  # keep a note being edited
            self.note.setPlainText(note)
        self._noted = name
        nothing = tr(
            "The collection is empty. To add a passage, press {keys} in the search results."
        )
        keys = shown_key(keys_in(self.parentWidget() or self, "collect_passage"))
        drift = translated(check.sentence) if check else ""
        self.state.setText(
            nothing.format(keys=keys) if self._is_known and passage is None else drift
        )
        is_there = check is None or check.state is CitationState.EXACT
        self.state.setProperty("tone", "text2" if is_there else "warn")
        restyle(self.state)
        for widget in (self.note, *self._of_passage, self.export):
            widget.setEnabled(passage is not None)
        of_text = (self.open_file, self.show_file, self.cite)
        for part in (self.list, self.text, *of_text, self._label, self.note):
            part.setVisible(passage is not None)  # otherwise only the sentence is shown

    def _file(self) -> tuple[str, Locator | None]:
        """Return the file of the selected passage and the current location of the passage."""
        passage = self.chosen
        if passage is None:
            return "", None
        check = next((check for known, check in self._rows if known is passage), None)
        path, place = str(Path(passage.root) / passage.path), passage.place
        if check is not None and check.absolute_path:
            path, place = check.absolute_path, check.place or place
        # An embedded document has no location in the file itself.
        return path, place if path.endswith(passage.path) else None

    def _open_file(self) -> None:
        if self.chosen is not None:
            self._opener.open(*self._file())

    def _show_file(self) -> None:
        if self.chosen is not None:
            self._opener.show_in_folder(self._file()[0])

    def _copy_citation(self) -> None:
        passage = self.chosen
        if passage is None:
            return
        place = format_location(passage.citation)
        where = f"{passage.folder}/{passage.path}, {place} ({passage.citation.uri})"
        QGuiApplication.clipboard().setText(f"\u2018{format_title(passage)}\u2019, {where}")
        self._show_message(BarMessage(tr("Citation copied"), is_warning=False))

    def _report_refusal(self, why: str, _path: str) -> None:
        self._show_message(BarMessage(why))

    def _move(self, step: int) -> None:
        self.undo_bar.settle()  # otherwise the position counts a passage being removed
        position = self.list.currentRow() + 1 + step
        if self.chosen is not None and 1 <= position <= len(self._rows):
            self._put_at(self.chosen.id, position)

    def _put_at(self, passage: str, position: int) -> None:
        """Move a passage, and update the list now, so that further moves use the new position."""
        self._controller.move(passage, position)
        self._listed = [row for row in self._rows if row[0].id != passage]
        moved = next(row for row in self._rows if row[0].id == passage)
        self._listed.insert(position - 1, moved)
        self._show_rows()

    def _on_moved(self) -> None:
        """Store the new order after drag and drop."""
        shown = [self.list.item(row).data(PASSAGE_ROLE) for row in range(self.list.count())]
        moved = self.list.currentItem()
        self.undo_bar.settle()
        if shown != [known.id for known, _ in self._rows] and moved is not None:
            self._put_at(moved.data(PASSAGE_ROLE), self.list.currentRow() + 1)

    def _remove(self) -> None:
        """Remove the passage and its note, unless the user undoes it in time."""
        passage = self.chosen
        if passage is None:
            return
        self.save_note()
        self.undo_bar.settle()
        row = self.list.currentRow()
        others = [known.id for known, _ in self._rows if known is not passage]
        self._shown = others[min(row, len(others) - 1)] if others else ""
        words = tr("‘{title}’ was removed from the collection").format(
            title=shortened(format_title(passage))
        )
        self._leaving.remove(
            passage.id,
            words,
            lambda: self._controller.remove(passage.id),
            lambda: self._choose_again(passage.id),
        )

    def _choose_again(self, passage: str) -> None:
        self._shown = passage

    def _ask_where(self) -> None:
        self.save_note()
        self.undo_bar.settle()
        forms = {f"{form.value} (*{form.extension})": form for form in ExportFormat}
        dialog = QFileDialog(self, tr("Export collection"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(list(forms))
        dialog.setDefaultSuffix(next(iter(forms.values())).extension)
        dialog.filterSelected.connect(lambda words: dialog.setDefaultSuffix(forms[words].extension))
        dialog.fileSelected.connect(
            lambda path: self.write(Path(path), forms[dialog.selectedNameFilter()])
        )
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def write(self, target: Path, form: ExportFormat) -> None:
        """Export the collection to a file."""
        # The file dialog asked about replacing the entered name, not the name with an extension.
        was_asked = bool(target.suffix)
        if not was_asked:
            target = target.with_name(f"{target.name}{form.extension}")
        self._controller.export(form, target, overwrite=was_asked)

    def _report_saved(self, export: ExportRendered) -> None:
        words = tr("Saved as {path}").format(path=isolated(str(export.target)))
        self._show_message(BarMessage(words, is_warning=False))

    def _show_message(self, message: BarMessage) -> None:
        words = translated(message.text, message.detail)
        self.message.setText(words)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.message, words))
        self.message.setProperty("tone", "danger" if message.is_warning else "text2")
        restyle(self.message)
