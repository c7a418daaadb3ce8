"""The collection dialog: collections at the left, passages, and the selected passage."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAction,
    QGuiApplication,
    QKeySequence,
    QShortcut,
)
from PySide6.QtWidgets import QFrame, QMenu, QSplitter, QStackedWidget, QToolButton, QWidget
from shiboken6 import isValid

from twofold.engine.api import (
    CheckedCitation,
    CollectedPassage,
    CollectionListed,
    ExportRendered,
    Locator,
)
from twofold.ui.collection.collection_controller import (
    CollectionController,
    ask_collection_name,
    collection_title,
)
from twofold.ui.collection.collection_list import WIDTH, CollectionList
from twofold.ui.collection.passage_list import (
    PASSAGE_ROLE,
    Checked,
    PassageList,
    format_title,
)
from twofold.ui.collection.passage_pane import PassagePane
from twofold.ui.i18n import counts
from twofold.ui.i18n.citation_text import format_location
from twofold.ui.i18n.label_text import button_text, isolated, shortened
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.opening.opener import DocumentOpener
from twofold.ui.theme import Theme
from twofold.ui.widgets import layouts
from twofold.ui.widgets.actions import keys_in, show_in_folder_label, shown_key
from twofold.ui.widgets.controls import ElidedLabel
from twofold.ui.widgets.decoration import make_label, restyle, set_surface
from twofold.ui.widgets.dialogs import BaseDialog
from twofold.ui.widgets.messages import BarMessage
from twofold.ui.widgets.pending_removals import PendingRemovals
from twofold.ui.widgets.undo import UndoBar

OnExport = Callable[[str, int, QWidget], None]
"""Exports a collection: called with its name, its number of passages and the dialog."""


@dataclass(frozen=True, slots=True)
class _Act:
    """A command for the selected passage: label, icon, keys in the list, and what it does."""

    name: str
    label: str
    icon: str
    keys: tuple[str, ...]
    act: Callable[[CollectionDialog], object]


def _passage_acts() -> tuple[_Act, ...]:
    dialog = CollectionDialog
    return (
        _Act("open_file", tr("Open"), "external-link", ("Return", "Enter"), dialog.open_passage),
        _Act("cite", tr("Copy citation"), "quote", ("Ctrl+Shift+C",), dialog.copy_citation),
        _Act("quote", tr("Copy quotation"), "copy", ("Ctrl+C",), dialog.copy_quotation),
        _Act("show_file", show_in_folder_label(), "folder-search", ("Ctrl+Return", "Ctrl+Enter"),
             dialog.show_in_folder),
        _Act("up", tr("Move up"), "chevron-up", ("Ctrl+Up", "Alt+Up"),
             lambda page: page.move_by(-1)),
        _Act("down", tr("Move down"), "chevron-down", ("Ctrl+Down", "Alt+Down"),
             lambda page: page.move_by(1)),
        _Act("remove", tr("Remove"), "x", ("Del",), dialog.remove_passage),
    )  # fmt: skip


class CollectionDialog(BaseDialog):
    """Shows a collection; all changes are made through the controller."""

    def __init__(
        self,
        controller: CollectionController,
        opener: DocumentOpener,
        theme: Theme,
        parent: QWidget | None = None,
        on_export: OnExport = lambda *_: None,
    ) -> None:
        super().__init__(tr("Collection"), parent, size=(1120, 700))
        self.setMinimumSize(560, 320)
        self._controller = controller
        self._opener = opener
        self._theme = theme
        self._on_export = on_export
        self._listed: list[Checked] = []  # the collection, including passages being removed
        self._rows: list[Checked] = []  # the rows that are shown
        self._is_known = False
        self._shown = ""  # id of the passage that is shown
        self.names = CollectionList(theme, self)
        self.list = PassageList(theme, self)
        self._make_acts()
        self.pane = PassagePane(theme, self._make_tools(), self)
        self.text, self.note, self.state = self.pane.text, self.pane.note, self.pane.state
        self.heading = ElidedLabel(theme.font(16, 600), parent=self)
        self.size_label = make_label(theme, self, size=12, tone="text2")
        self.empty = make_label(theme, self, size=13, tone="text2", wrap=True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.message = make_label(theme, self, size=12, wrap=True)
        self.check = self.make_button(tr("Check all"), controller.ask)
        self.export = self.make_button(tr("Export…"), self._export)
        self.export.setProperty("kind", "primary")
        self.leave = self.make_button(tr("Close"), self.accept)
        self._lay_out()
        self.undo_bar = UndoBar(theme, self)
        self._leaving = PendingRemovals(self.undo_bar, self._show_rows)
        self._deleting = PendingRemovals(self.undo_bar, self._show_names)
        self._connect_signals()
        self._show_names()
        self._show_passage()
        controller.show(controller.target)

    # Layout

    def _make_acts(self) -> None:
        self._acts: dict[str, QAction] = {}
        for one in _passage_acts():
            action = QAction(self._theme.icon(one.icon, "text2", 16), one.label, self.list)
            action.setShortcuts([QKeySequence(key) for key in one.keys])
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(lambda _=False, act=one.act: act(self))
            self._acts[one.name] = action
            if one.name == "up":
                self._add_move_menu()
            self.list.addAction(action)

    def _add_move_menu(self) -> None:
        self._targets = QMenu(tr("Move to"), self)
        self._targets.aboutToShow.connect(self._fill_targets)
        self.list.addAction(self._targets.menuAction())

    def _make_tools(self) -> QWidget:
        tools = QWidget(self)
        self.open_file = self._tool("open_file", tools, with_words=True)
        self.quote = self._tool("quote", tools)
        self.cite = self._tool("cite", tools)
        self.show_file = self._tool("show_file", tools)
        self.move_to = QToolButton(tools)
        self.move_to.setText(tr("Move to") + " ▾")
        self.move_to.setMenu(self._targets)
        self.move_to.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        layouts.row(
            self.open_file, self.move_to, ..., self.quote, self.cite, self.show_file,
            spacing=0, parent=tools,
        )  # fmt: skip
        return tools

    def _tool(self, name: str, parent: QWidget, *, with_words: bool = False) -> QToolButton:
        button, action = QToolButton(parent), self._acts[name]
        button.setDefaultAction(action)
        button.setIconSize(QSize(16, 16))
        button.setAccessibleName(action.text())
        if with_words:
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        action.setToolTip(f"{action.text()} ({keys})")
        return button

    def _lay_out(self) -> None:
        middle = QWidget(self)
        set_surface(middle, "surface")
        order = [self._tool(name, middle) for name in ("up", "down", "remove")]
        self.up, self.down, self.remove = order
        head = layouts.row(
            (self.heading, 1), self.size_label, 6, *order, margins=(14, 10, 2, 8), spacing=0
        )
        layouts.column(head, (self.list, 1), parent=middle)
        self._split = QSplitter(self)
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(middle)
        self._split.addWidget(self.pane)
        self._split.setHandleWidth(1)
        self._split.setSizes([420, 480])
        self._split.setStretchFactor(1, 1)
        nothing = QWidget(self)
        set_surface(nothing, "surface")
        layouts.column(..., self.empty, ..., margins=(48, 0, 48, 0), parent=nothing)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(nothing)
        self._stack.addWidget(self._split)
        foot = QFrame(self)
        foot.setProperty("edge", "top")
        set_surface(foot, "window")
        layouts.row(
            (self.message, 1), self.check, self.export, self.leave,
            margins=(16, 10, 16, 10), spacing=8, parent=foot,
        )  # fmt: skip
        sides = QSplitter(self)
        sides.setChildrenCollapsible(False)
        sides.setHandleWidth(1)
        sides.addWidget(self.names)
        sides.addWidget(self._stack)
        sides.setSizes([WIDTH, 4 * WIDTH])
        sides.setStretchFactor(1, 1)
        layouts.column((sides, 1), foot, parent=self)

    def _connect_signals(self) -> None:
        controller, names = self._controller, self.names
        controller.listed.connect(self._show_collection)
        controller.named.connect(self._show_names)
        controller.message.connect(self._show_message)
        controller.saved.connect(self._report_saved)
        self._theme.changed.connect(self._show_rows)
        names.chosen.connect(self._choose_collection)
        names.create_requested.connect(self._ask_new)
        names.rename_requested.connect(self._ask_rename)
        names.delete_requested.connect(self._delete)
        QShortcut(
            QKeySequence("F2"), names.list, self._ask_rename,
            context=Qt.ShortcutContext.WidgetShortcut,
        )  # fmt: skip
        self.list.currentRowChanged.connect(self._choose)
        self.list.doubleClicked.connect(lambda _: self.open_passage())
        self._opener.refused.connect(self._report_refusal)
        # When this signal arrives directly, Qt still has the passage at both positions.
        self.list.model().rowsMoved.connect(self._on_moved, Qt.ConnectionType.QueuedConnection)
        QShortcut(QKeySequence.StandardKey.Undo, self, self.undo_bar.undo)

    # Collections

    def _show_names(self) -> None:
        shown = self._controller.shown
        known = [one for one in self._controller.collections if one.name not in self._deleting]
        if self._is_known:  # without passages whose removal can be undone
            size = len(self._rows)
            known = [replace(one, passages=size) if one.name == shown else one for one in known]
        self.names.show_collections(known, shown)
        self._show_head()

    def _show_head(self) -> None:
        title = collection_title(self._controller.shown)
        self.setWindowTitle(title)
        self.heading.set_full_text(title)
        self.size_label.setText(counts.passages(len(self._rows)) if self._is_known else "")

    def _choose_collection(self, name: str) -> None:
        self._finish_changes()
        self._is_known, self._listed, self._shown = False, [], ""
        self._controller.show(name)
        self._show_names()
        self._show_rows()

    def _finish_changes(self) -> None:
        """Store the note, and carry out a removal, whose position or collection is outdated."""
        self.save_note()
        self.undo_bar.settle()

    def _ask_new(self) -> None:
        ask_collection_name(self, tr("New collection"), "", self._create)

    def _create(self, name: str) -> None:
        self._finish_changes()
        self._controller.create(name)

    def _ask_rename(self) -> None:
        old = self._controller.shown
        if old:
            rename = partial(self._controller.rename, old)
            ask_collection_name(self, tr("Rename collection"), old, rename)

    def _delete(self) -> None:
        """Delete the collection with its passages and notes, unless the user undoes it in time."""
        self._finish_changes()
        deleted = self.names.summary
        words = tr("‘{name}’ with {passages} and {notes} was deleted").format(
            name=shortened(deleted.name),
            passages=counts.passages(deleted.passages),
            notes=tr("%Ln notes", "", deleted.notes),
        )
        self._deleting.remove(
            deleted.name,
            words,
            lambda: self._controller.delete(deleted.name),
            lambda: self._choose_collection(deleted.name),
        )
        # Choosing another collection would carry out the deletion.
        self._is_known, self._listed, self._shown = False, [], ""
        self._controller.show("")
        self._show_names()
        self._show_rows()

    # The passages

    @property
    def chosen(self) -> CollectedPassage | None:
        """The selected passage."""
        row = self._chosen_row()
        return row[0] if row else None

    def _chosen_row(self) -> Checked | None:
        return next((row for row in self._rows if row[0].id == self._shown), None)

    def save_note(self) -> None:
        """Store the note of the selected passage if it was changed."""
        passage = self.chosen
        written = self.note.toPlainText()
        if passage is not None and written != passage.note:
            self._controller.annotate(passage.id, written)

    def done(self, result: int) -> None:
        """Store the note and close."""
        self._finish_changes()
        super().done(result)

    def _show_collection(self, listed: CollectionListed) -> None:
        if listed.collection != self._controller.shown:
            return
        known = {passage.id: check for passage, check in self._listed}
        checks: Sequence[CheckedCitation | None] = listed.checks
        if not checks:  # those of the last check hold until the next one
            checks = [known.get(passage.id) for passage in listed.passages]
        self._listed = list(zip(listed.passages, checks, strict=True))
        self._leaving.drop_settled()
        is_first, self._is_known = not self._is_known, True
        self._show_rows()
        if is_first and not self.names.list.hasFocus():
            self.list.setFocus()  # the list was hidden and a button had the focus

    def _show_rows(self) -> None:
        """Show all passages except those being removed."""
        self._rows = [row for row in self._listed if row[0].id not in self._leaving]
        self._shown = self.list.show_rows(self._rows, self._shown)
        self._show_passage()
        self._show_names()

    def _choose(self, row: int) -> None:
        self.save_note()
        self._shown = self._rows[row][0].id if 0 <= row < len(self._rows) else ""
        self._show_passage()

    def _show_passage(self) -> None:
        row = self._chosen_row()
        if row is not None:
            self.pane.show_passage(row)
        keys = shown_key(keys_in(self.parentWidget() or self, "collect_passage"))
        nothing = tr(
            "The collection is empty. To add a passage, press {keys} in the search results."
        )
        self.empty.setText(nothing.format(keys=keys) if self._is_known else "")
        self._stack.setCurrentIndex(row is not None)
        for action in (*self._acts.values(), self._targets.menuAction()):
            action.setEnabled(row is not None)
        for widget in (self.note, self.move_to, self.check, self.export):
            widget.setEnabled(row is not None)
        self._show_head()

    # Commands for the selected passage

    def _file(self) -> tuple[str, Locator | None]:
        """Return the file of the selected passage and the current location of the passage."""
        row = self._chosen_row()
        if row is None:
            return "", None
        passage, check = row
        path, place = str(Path(passage.root) / passage.path), passage.place
        if check is not None and check.absolute_path:
            path, place = check.absolute_path, check.place or place
        # An embedded document has no location in the file itself.
        return path, place if path.endswith(passage.path) else None

    def open_passage(self) -> None:
        """Open the file at the passage."""
        if self.chosen is not None:
            self._opener.open(*self._file())

    def show_in_folder(self) -> None:
        """Show the file in the file manager."""
        if self.chosen is not None:
            self._opener.show_in_folder(self._file()[0])

    def copy_citation(self) -> None:
        """Copy title, file, position and citation URI."""
        passage = self.chosen
        if passage is not None:
            place = format_location(passage.citation)
            where = f"{passage.folder}/{passage.path}, {place} ({passage.citation.uri})"
            self._copy(f"\u2018{format_title(passage)}\u2019, {where}", tr("Citation copied"))

    def copy_quotation(self) -> None:
        """Copy the quotation, without the line breaks of the page."""
        passage = self.chosen
        if passage is not None:
            self._copy(passage.quotation.strip("\n"), tr("Quotation copied"))

    def _copy(self, text: str, words: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._show_message(BarMessage(words, is_warning=False))

    def _report_refusal(self, why: str, _path: str) -> None:
        self._show_message(BarMessage(why))

    def _fill_targets(self) -> None:
        """List the other collections, and offer to create one."""
        self._targets.clear()
        for known in self._controller.collections:
            if known.name != self._controller.shown and known.name not in self._deleting:
                action = self._targets.addAction(button_text(collection_title(known.name)))
                action.triggered.connect(lambda _=False, name=known.name: self._move_to(name))
        if not self._targets.isEmpty():
            self._targets.addSeparator()
        self._targets.addAction(tr("New collection…"), self._ask_new_target)

    def _ask_new_target(self) -> None:
        def create(name: str) -> None:
            self._controller.create(name, partial(self._move_to, name))

        ask_collection_name(self, tr("New collection"), "", create)

    def _move_to(self, name: str) -> None:
        passage = self.chosen
        if passage is not None:
            self._finish_changes()
            self._choose_neighbour(passage)
            self._controller.move_to(passage.id, name)

    def move_by(self, step: int) -> None:
        """Move the passage up or down in the order."""
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

    def _choose_neighbour(self, passage: CollectedPassage) -> None:
        """Select the passage that takes the place of one that leaves the list."""
        others = [known.id for known, _ in self._rows if known.id != passage.id]
        row = self.list.currentRow()
        self._shown = others[min(row, len(others) - 1)] if others else ""

    def remove_passage(self) -> None:
        """Remove the passage and its note, unless the user undoes it in time."""
        passage = self.chosen
        if passage is None:
            return
        self._finish_changes()
        self._choose_neighbour(passage)
        words = tr("‘{title}’ was removed from the collection").format(
            title=shortened(format_title(passage))
        )
        remove = partial(self._controller.remove, passage.id, self._controller.shown)
        self._leaving.remove(passage.id, words, remove, partial(self._choose_again, passage.id))

    def _choose_again(self, passage: str) -> None:
        self._shown = passage

    # Export and messages

    def _export(self) -> None:
        self._finish_changes()
        self._controller.when_stored(self._open_export)  # with the note

    def _open_export(self) -> None:
        if isValid(self) and self._rows:
            self._on_export(self._controller.shown, len(self._rows), self)

    def _report_saved(self, export: ExportRendered) -> None:
        words = tr("Saved as {path}").format(path=isolated(str(export.target)))
        self._show_message(BarMessage(words, is_warning=False))

    def _show_message(self, message: BarMessage) -> None:
        words = translated(message.text, message.detail)
        self.message.setText(words)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.message, words))
        self.message.setProperty("tone", "danger" if message.is_warning else "text2")
        restyle(self.message)
