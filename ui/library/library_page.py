"""The library page: its folders, how far they are read, and the files that are not indexed."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from engine.api import LibraryStatus
from ui.i18n import counts
from ui.i18n.formatting import file_size
from ui.i18n.translation import tr
from ui.library.coverage_panel import CoveragePanel
from ui.library.failure_list import FailureList
from ui.library.folder_table import FolderModel, FolderTable
from ui.library.library_rail import LibraryRail, Part
from ui.library.model_panel import ModelPanel
from ui.library.rules_panel import RulesPanel
from ui.theme import Theme
from ui.widgets.decoration import set_button_icon, set_surface
from ui.widgets.messages import MessageBar
from ui.widgets.tables import offer_at_rows

_WIDE = 1100
_NARROW = 900
_BELOW_EACH_OTHER = 680
_BESIDE, _BELOW = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
_EDGE = 24
_LEAST_PANEL = 264
_SHARES = [5_000, 6_000]  # of the rules and of the files that are not indexed


class LibraryPage(QWidget):
    """Says what is searched. What its buttons do is for the presenter and the window."""

    def __init__(
        self, theme: Theme, menu: QMenu | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._status = LibraryStatus()
        set_surface(self, "window")
        self.model = FolderModel(self)
        self.table = FolderTable(self.model, theme, self)
        self.failures = FailureList(theme, self)
        self.messages = MessageBar(theme, self)
        self.rules = RulesPanel(theme, self)
        self.models = ModelPanel(theme, self)
        self.coverage = CoveragePanel(theme, self)
        self.pause = self.coverage.pause
        self._hidden: frozenset[str] = frozenset()
        self.back = self._button(tr("Back to search"), "flat")
        self.rail = LibraryRail(theme, menu or QMenu(self), self.back, self)
        self.rail.part_wanted.connect(self.go_to)
        self.check = self._button(tr("Check for changes"))
        self.add = self._button(tr("Add folder…"), "primary")
        self.remove = self._button(tr("Remove folder"))
        self.tags = self._button(tr("Tags and trust…"))
        offer_at_rows(self.table, (self.tags, self.remove))
        self._summary = self._label(13, "text3")
        self._summary.setWordWrap(True)
        self._lay_out()
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._show_chosen())
        self.model.modelReset.connect(self._choose_one)
        self.failures.model.modelReset.connect(self._fit_failures)
        self._set_icons()
        self.show_status(self._status)

    def _button(self, words: str, kind: str = "") -> QPushButton:
        button = QPushButton(words, self)
        button.setProperty("kind", kind)
        return button

    def _label(self, size: int, tone: str, words: str = "") -> QLabel:
        label = QLabel(words, self)
        label.setFont(self._theme.font(size, tabular=True))
        label.setProperty("tone", tone)
        return label

    def _lay_out(self) -> None:
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.rail)
        page = QWidget(self)
        set_surface(page, "window")
        scroll = self._scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(page)
        whole.addWidget(scroll, 1)
        layout = QVBoxLayout(page)
        layout.setContentsMargins(_EDGE, 0, _EDGE, 16)
        layout.setSpacing(16)
        self._head = self._make_head()
        layout.addLayout(self._head)
        layout.addWidget(self.messages)
        layout.addWidget(self.coverage)
        folders = QFrame(self)
        folders.setProperty("surface", "panel")
        inside = QVBoxLayout(folders)
        inside.setContentsMargins(1, 1, 1, 1)
        inside.setSpacing(0)
        inside.addWidget(self.table)
        inside.addLayout(self._folder_tools())
        layout.addWidget(folders)
        self._shares = _SHARES
        below = self._below = QSplitter(Qt.Orientation.Horizontal, self)
        below.setHandleWidth(16)
        below.setProperty("kind", "gap")
        below.setChildrenCollapsible(False)
        for part, stretch in ((self.rules, 5), (self.failures, 6)):
            part.setMinimumHeight(_LEAST_PANEL)
            below.addWidget(part)
            below.setStretchFactor(below.indexOf(part), stretch)
        below.setSizes(_SHARES)
        below.splitterMoved.connect(self._note_shares)
        layout.addWidget(below, 1)
        layout.addWidget(self.models)

    def set_tab_order(self) -> None:
        """Lead Tab through the page as the eye goes, once it is in its window."""
        models, folder = self.models, (self.table, self.tags, self.remove)
        stops = (
            *(*self.rail.stops, self.check, self.add, self.pause, *folder),
            *(*self.rules.stops, *self.failures.stops, models.choice, models.use, models.more),
        )
        for one, following in pairwise(stops):
            self.setTabOrder(one, following)

    def _make_head(self) -> QBoxLayout:
        title = QLabel(tr("Folders"), self)
        title.setFont(self._theme.font(20, 600))
        head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        head.setContentsMargins(0, 12, 0, 0)
        said, tools = QHBoxLayout(), QHBoxLayout()
        said.addWidget(title)
        said.addWidget(self._summary, 1)
        tools.addStretch(1)
        for widget in (self.check, self.add):
            tools.addWidget(widget)
        for row, stretch, gap in ((said, 1, 12), (tools, 0, 8)):
            row.setSpacing(gap)
            head.addLayout(row, stretch)
        head.setSpacing(12)
        return head

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the panels one below the other, and leave words out, where it is narrow."""
        super().resizeEvent(event)
        is_wide = self.width() >= _WIDE
        sides = Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical
        if sides is not self._below.orientation():
            self._below.setOrientation(sides)
            self._below.setSizes(self._shares if is_wide else _SHARES)
        self._summary.setVisible(is_wide)
        self.rail.set_narrow(narrow=self.width() < _NARROW)
        self.coverage.use_width(self.width() - self.rail.width() - 2 * _EDGE)
        is_least = self.width() < _BELOW_EACH_OTHER
        self._head.setDirection(_BELOW if is_least else _BESIDE)
        self._fit_failures()

    def _fit_failures(self) -> None:
        """Put the buttons of the right panel below its title where its share has no room."""
        room = self.width() - self.rail.width() - 2 * _EDGE
        if self._below.orientation() is Qt.Orientation.Horizontal:
            room = (room - self._below.handleWidth()) * _SHARES[1] // sum(_SHARES)
        is_least = self.width() < _BELOW_EACH_OTHER
        self.failures.set_narrow(narrow=is_least or self.failures.width_beside > room)

    def _note_shares(self) -> None:
        if self._below.orientation() is Qt.Orientation.Horizontal:
            self._shares = self._below.sizes()

    @property
    def shares(self) -> str:
        """How wide the two lower panels stand side by side, '500 600', to be remembered."""
        return " ".join(map(str, self._shares))

    def restore_shares(self, words: str) -> None:
        """Take widths that were remembered; what is none is passed over."""
        shares = [int(word) for word in words.split() if word.isdecimal()]
        if len(shares) == len(_SHARES) and all(0 < share < 100_000 for share in shares):
            self._shares = shares
            self._below.setSizes(shares)

    def _folder_tools(self) -> QHBoxLayout:
        """Offer what can be done with the chosen folder."""
        tools = QHBoxLayout()
        tools.setContentsMargins(16, 6, 8, 6)
        tools.setSpacing(8)
        tools.addStretch(1)
        for button in (self.tags, self.remove):
            button.setProperty("room", "panel")
            tools.addWidget(button)
        return tools

    def show_status(self, status: LibraryStatus) -> None:
        """Show the state of the library."""
        self._status = status
        shown = tuple(one for one in status.folders if one.name not in self._hidden)
        self.model.set_status(replace(status, folders=shown))
        self.models.show_status(status)
        self.rail.show_status(status, len(shown))
        self._summary.setText(
            tr("{folders}, {files}, {size} kept on this computer").format(
                folders=counts.folders(len(shown)),
                files=counts.files(sum(one.documents for one in shown)),
                size=file_size(status.size_bytes),
            )
        )
        self.coverage.show_status(status)
        locked = tr("This library can only be searched at the moment.")
        for button in (self.add, self.check, self.failures.retry):
            button.setToolTip(locked if status.read_only else "")
        self._choose_one()

    def go_to(self, part: Part) -> None:
        """Bring a part of the page into view and to the keys, as a click on its row does."""
        self.rail.choose(part)
        (self.table.setFocus, self.failures.take_focus, self.models.choice.setFocus)[part]()
        # Qt scrolls to what Tab brings the focus to, but not to what code does.
        self._scroll.ensureWidgetVisible((self.table, self.failures, self.models)[part])

    def hide_folder(self, name: str, *, hidden: bool) -> None:
        """Leave out a folder that is being removed, or bring it back."""
        names = self._hidden - {name}
        self._hidden = names | {name} if hidden else names
        self.show_status(self._status)

    def _choose_one(self) -> None:
        """Choose the first folder where none is, before a button in use is disabled for a moment.

        The focus would leave it, and Qt lays the page out anew for that with half of its sizes.
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
        self.rules.show_folder(folder)

    def _set_icons(self) -> None:
        set_button_icon(self.back, self._theme, "arrow-left", "accent", 16)
        set_button_icon(self.check, self._theme, "refresh-cw", "text2", 14)
        set_button_icon(self.add, self._theme, "folder-plus", "on_accent", 14)
        set_button_icon(self.tags, self._theme, "hash", "text2", 14)
        set_button_icon(self.remove, self._theme, "minus", "text2", 14)
