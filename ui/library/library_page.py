"""The library page: folders, indexing progress, and files that are not indexed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QMessageBox,
    QPushButton,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from twofold.engine.api import (
    FolderStatus,
    Hit,
    LibraryStatus,
    RemovedFolder,
)
from twofold.ui.i18n import counts
from twofold.ui.i18n.citation_text import shown_title
from twofold.ui.i18n.formatting import day, duration, file_size
from twofold.ui.i18n.label_text import one_line, shortened
from twofold.ui.i18n.translation import tr
from twofold.ui.library.coverage_dialog import CoverageDialog
from twofold.ui.library.coverage_panel import CoveragePanel
from twofold.ui.library.failures import FailureList, Section
from twofold.ui.library.folder_table import FolderModel, FolderTable
from twofold.ui.library.library_controller import LibraryController
from twofold.ui.library.library_rail import LibraryRail, Part
from twofold.ui.library.models import ModelManager, ModelPanel
from twofold.ui.library.models_dialog import ModelsDialog
from twofold.ui.library.rules_panel import RulesPanel
from twofold.ui.library.tags_dialog import TagsDialog
from twofold.ui.settings.live_settings import LiveSettings
from twofold.ui.theme import Theme
from twofold.ui.widgets import layouts
from twofold.ui.widgets.decoration import make_label, set_button_icon, set_surface
from twofold.ui.widgets.messages import BarMessage, MessageBar
from twofold.ui.widgets.stacking_row import StackingRow
from twofold.ui.widgets.tables import offer_at_rows

_WIDE = 1100
_NARROW = 900
_EDGE = 24
_MIN_PANEL = 264
_SECONDS_TO_ASK = 120.0  # ask before removing a folder that needs more time to index
_SHARES = [4_000, 7_000]  # of the rules panel and of the failures panel


class LibraryPage(QWidget):
    """Shows the library and changes it through `library`; `live` stores settings."""

    def __init__(
        self,
        library: LibraryController,
        live: LiveSettings,
        theme: Theme,
        menu: QMenu,
        *,
        models: ModelManager,
        known_tags: Callable[[], Iterable[str]],
    ) -> None:
        super().__init__()
        self._library, self._theme = library, theme
        self._manager, self._known_tags = models, known_tags
        self._live = live
        self._use_model = partial(live.change, "embedding.model")
        self._failed = (0, 0)
        set_surface(self, "window")
        self.model = FolderModel(self)
        self.table = FolderTable(self.model, theme, self)
        self.failures = FailureList(library, theme, self)
        self.failures.scans_requested.connect(self._read_scans)
        self.rules = RulesPanel(library, theme, self)
        self.models = ModelPanel(theme, self._use_model, models, self)
        self.models.more.clicked.connect(self.show_models)
        self.coverage = CoveragePanel(theme, self)
        self.pause = self.coverage.pause
        self.pause.clicked.connect(library.toggle_paused)
        self.coverage.all_files.clicked.connect(self.show_all_files)
        self.rail = LibraryRail(theme, menu, self)
        self.rail.rows.idClicked.connect(lambda row: self.go_to(Part(row)))
        self.back = self.rail.back
        self.check = self._button(tr("Check for changes"), "refresh-cw")
        self.check.clicked.connect(library.check_for_changes)
        self.add = self._button(tr("Add folder…"), "folder-plus", "on_accent")
        self.add.setProperty("kind", "primary")
        self.remove = self._button(tr("Remove folder"), "minus")
        self.remove.clicked.connect(self._remove_chosen)
        self.tags = self._button(tr("Tags and trust…"), "hash")
        self.tags.clicked.connect(self._edit_chosen)
        self.relocate = self._button(tr("Move folder…"), "folder-search")
        offer_at_rows(self.table, (self.relocate, self.tags, self.remove))
        self._summary = make_label(theme, self, size=13, tone="text3", wrap=True)
        self._removed_row = QWidget(self)
        self._removed = make_label(theme, self, size=12, tone="text2", wrap=True)
        self.delete_removed_folders = QPushButton(tr("Delete now"), self)
        self.delete_removed_folders.setProperty("size", "panel")
        self.delete_removed_folders.clicked.connect(library.delete_removed_folders)
        self._lay_out()
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._show_chosen())
        self.model.modelReset.connect(self._choose_one)
        library.status_changed.connect(self.show_status)
        self.show_status(library.status)

    def _button(self, words: str, icon: str, colour: str = "text2") -> QPushButton:
        button = QPushButton(words, self)
        set_button_icon(button, self._theme, icon, colour, 14)
        return button

    def _lay_out(self) -> None:
        page = QWidget(self)
        set_surface(page, "window")
        scroll = self._scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(page)
        layouts.row(self.rail, (scroll, 1), parent=self)
        self.messages = MessageBar(self._theme, scroll)
        below = self._below = QSplitter(Qt.Orientation.Horizontal, self)
        below.setHandleWidth(16)
        below.setProperty("kind", "gap")
        below.setChildrenCollapsible(False)
        for part, stretch in ((self.rules, 4), (self.failures, 7)):
            below.addWidget(part)
            below.setStretchFactor(below.indexOf(part), stretch)
        self.failures.setMinimumHeight(_MIN_PANEL)
        below.setSizes(_SHARES)
        self._shares = below.saveState()
        parts = (self._make_head(), self.coverage, self._folders_panel(), (below, 1), self.models)
        layouts.column(*parts, margins=(_EDGE, 0, _EDGE, 16), spacing=16, parent=page)

    def _make_head(self) -> StackingRow:
        said, tools = QHBoxLayout(), QHBoxLayout()
        said.addWidget(make_label(self._theme, self, tr("Folders"), size=20, weight=600))
        said.addWidget(self._summary, 1)
        tools.addStretch(1)
        for widget in (self.check, self.add):
            tools.addWidget(widget)
        for row, gap in ((said, 12), (tools, 8)):
            row.setSpacing(gap)
        parts = ((said, 1), (tools, 0))
        return StackingRow(parts, self, spacing=(12, 12), margins=(0, 12, 0, 0))

    def _folders_panel(self) -> QFrame:
        """Return the table with the buttons for the selected folder below it."""
        tools = QHBoxLayout()
        tools.setContentsMargins(16, 6, 8, 6)
        tools.setSpacing(8)
        tools.addStretch(1)
        for button in (self.relocate, self.tags, self.remove):
            button.setProperty("size", "panel")
            tools.addWidget(button)
        panel = QFrame(self)
        panel.setProperty("surface", "panel")
        inside = QVBoxLayout(panel)
        inside.setContentsMargins(1, 1, 1, 1)
        inside.setSpacing(0)
        inside.addWidget(self.table)
        inside.addLayout(tools)
        inside.addWidget(self._removed_row)
        kept = QHBoxLayout(self._removed_row)
        kept.setContentsMargins(16, 0, 8, 6)
        kept.addWidget(self._removed, 1)
        kept.addWidget(self.delete_removed_folders)
        return panel

    def set_tab_order(self) -> None:
        """Set the tab order of the page, once it is in its window."""
        models = self.models
        folder = (self.table, self.relocate, self.tags, self.remove, self.delete_removed_folders)
        stops = (
            *(*self.rail.stops, self.check, self.add, self.coverage.all_files, self.pause, *folder),
            *(*self.rules.stops, *self.failures.stops, models.choice, models.use, models.more),
        )
        for one, following in pairwise(stops):
            self.setTabOrder(one, following)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Switch between side-by-side and stacked panels, depending on the width."""
        super().resizeEvent(event)
        is_wide = self.width() >= _WIDE
        if is_wide and not self._is_side_by_side:
            self._below.restoreState(self._shares)
        elif not is_wide and self._is_side_by_side:
            self._shares = self._below.saveState()
            self._below.setOrientation(Qt.Orientation.Vertical)
            self._below.setSizes(_SHARES)
        self._summary.setVisible(is_wide)
        self.rail.set_narrow(narrow=self.width() < _NARROW)

    @property
    def _is_side_by_side(self) -> bool:
        return self._below.orientation() is Qt.Orientation.Horizontal

    @property
    def shares(self) -> QByteArray:
        """The widths of the two lower panels as a state that can be stored."""
        return self._below.saveState() if self._is_side_by_side else self._shares

    def restore_shares(self, shares: QByteArray) -> None:
        """Restore stored widths; an empty state is ignored."""
        if not shares.isEmpty():
            self._shares = shares
            if self._is_side_by_side:
                self._below.restoreState(shares)

    def refresh(self) -> None:
        """Load data that requires disk access; called when the page is shown."""
        self.failures.refresh()
        self.models.refresh()

    def show_status(self, status: LibraryStatus) -> None:
        """Show the state of the library."""
        shown = tuple(one for one in status.folders if one.name not in self._library.leaving)
        self.model.set_status(replace(status, folders=shown))
        self.models.show_status(status)
        self.rail.show_status(status, len(shown))
        files = counts.files(sum(one.documents for one in shown))
        self._summary.setText(
            tr("{folders}, {files}, {size} on this computer").format(
                folders=counts.folders(len(shown)),
                files=tr("counting files…") if status.is_counting else files,
                size=file_size(status.size_bytes),
            )
        )
        self.coverage.show_status(status)
        self._show_removed(status.removed)
        locked = tr("The library is currently read-only.")
        for button in (self.add, self.check, self.failures.retry):
            button.setToolTip(locked if status.read_only else "")
        self._choose_one()
        self.failures.show_status(status, reads_scans=self._live.settings.flag("ocr.enabled"))
        unread = (status.documents_failed, status.documents_without_text)
        before, self._failed = self._failed, unread
        if before != self._failed and self.isVisible():  # otherwise searches would have to wait
            self.failures.refresh()

    def show_failures(self) -> None:
        """Show exactly the files counted in the status bar."""
        has_failures = self._library.status.documents_failed > 0
        self.failures.choose(Section.NOT_INDEXED if has_failures else Section.WITHOUT_TEXT)
        self.go_to(Part.NOT_INDEXED)

    def go_to(self, part: Part) -> None:
        """Scroll to a part of the page and focus it."""
        self.rail.choose(part)
        (self.table.setFocus, self.failures.take_focus, self.models.choice.setFocus)[part]()
        # Qt scrolls to a widget focused by Tab, but not to one focused by code.
        self._scroll.ensureWidgetVisible((self.table, self.failures, self.models)[part])

    def _choose_one(self) -> None:
        """Select the first folder if none is selected, before a focused button is disabled.

        Otherwise the button would lose the focus, and Qt would lay out the page with partial sizes.
        """
        if self.model.rowCount() and self.table.chosen_folder() is None:
            self.table.selectRow(0)
        self._show_chosen()

    def _show_chosen(self) -> None:
        folder = self.table.chosen_folder()
        if folder is None and (self.remove.hasFocus() or self.tags.hasFocus()):
            self.add.setFocus()
        self.remove.setEnabled(folder is not None)
        self.tags.setEnabled(folder is not None)
        self.relocate.setVisible(folder is not None and not folder.available)
        self.rules.show_folder(folder)

    def _remove_chosen(self) -> None:
        if (folder := self.table.chosen_folder()) is None:
            return
        if folder.seconds_to_read > _SECONDS_TO_ASK and not self._library.status.read_only:
            self._ask_to_remove(folder)
        else:
            self._library.remove_folder(folder.name)

    def _ask_to_remove(self, folder: FolderStatus) -> None:
        box = QMessageBox(self.window())
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(tr("Remove folder"))
        box.setText(tr("Remove ‘{name}’ from the library?").format(name=shortened(folder.name)))
        words = tr(
            "The files on your disk are not deleted. Indexing them again would take about {time}, "
            "so the index is kept for 30 days. Until then, you can add the folder again in seconds."
        )
        box.setInformativeText(words.format(time=duration(folder.seconds_to_read)))
        remove = box.addButton(tr("Remove"), QMessageBox.ButtonRole.AcceptRole)
        erase = box.addButton(tr("Remove and delete index"), QMessageBox.ButtonRole.DestructiveRole)
        cancel = box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(cancel)
        box.setEscapeButton(cancel)
        remove.clicked.connect(lambda: self._library.remove_folder(folder.name))
        erase.clicked.connect(lambda: self._library.remove_folder(folder.name, erase=True))
        box.open()

    def _show_removed(self, removed: Sequence[RemovedFolder]) -> None:
        self._removed_row.setVisible(bool(removed))
        if removed:
            names = ", ".join(f"‘{shortened(one.name)}’" for one in removed)
            words = tr("Removed: {names}. The index is kept until {date}.")
            date = day(_iso(max(one.until for one in removed)))
            self._removed.setText(words.format(names=one_line(names), date=date))

    def _read_scans(self) -> None:
        """Turn on OCR, as in the settings."""
        self._live.change("ocr.enabled", value=True)
        self.show_status(self._library.status)
        words = tr("Scans will be read after all other files.")
        self.messages.show_message(BarMessage(words, is_warning=False, is_passing=True))

    # Dialogs

    def show_all_files(self) -> None:
        """Open the dialog with all files on the disk."""
        dialog = CoverageDialog(self._theme, self.window())
        dialog.file_requested.connect(self.failures.file_requested)
        self._library.report_coverage(dialog, dialog.show_coverage)
        dialog.open()

    def show_models(self) -> None:
        """Open the dialog with all models."""
        dialog = ModelsDialog(
            self._manager,
            self._use_model,
            self._theme,
            self._library.status,
            self.window(),
            use_reranker=partial(self._live.change, "rerank.model"),
            reranker=self._live.settings.text("rerank.model"),
        )
        self._library.status_changed.connect(dialog.show_status)
        dialog.finished.connect(self.models.refresh)
        dialog.open()

    def _edit_chosen(self) -> None:
        if (folder := self.table.chosen_folder()) is not None:
            self.edit_tags((folder.name,), folder.name)

    def edit_hits(self, hits: list[Hit]) -> None:
        """Open the dialog for tags and trust of the documents of some hits.

        An embedded document is changed independently of its container.
        """
        places = tuple(dict.fromkeys(f"{hit.folder}/{hit.doc_path}" for hit in hits))
        if places:
            title = shown_title(hits[0]) if len(places) == 1 else counts.documents(len(places))
            self.edit_tags(places, title)

    def edit_tags(self, places: tuple[str, ...], title: str) -> None:
        """Open the dialog for tags and trust of some places."""
        known = self._known_tags()
        TagsDialog(self._library, places, title, self._theme, self.window(), known=known).open()


def _iso(seconds: float) -> str:
    """Return the local date and time of a timestamp."""
    return datetime.fromtimestamp(seconds, UTC).astimezone().isoformat()
