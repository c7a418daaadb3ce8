"""Filters, hits and details side by side; fewer of them where the window is narrow."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import QByteArray, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSplitter, QWidget

from twofold.ui.filters.column import WIDTH as RAIL_WIDTH
from twofold.ui.filters.column import FilterColumn, FilterRail
from twofold.ui.filters.selection import Section
from twofold.ui.search.detail_column import DetailColumn
from twofold.ui.search.search_pane import SearchPane
from twofold.ui.widgets.decoration import restyle

WIDE_FROM = 1280
MEDIUM_FROM = 1024
COLUMNS = (240, 660, 540)
TABS_WIDTH = 424
_DETAILS_WIDEST = 720
_HANDLES = 8
_AS_WIDE_AS_IT_GETS = 16_777_215


class Breakpoint(IntEnum):
    """The layout of the columns, by the width of the window."""

    NARROW = 0
    MEDIUM = 1
    WIDE = 2

    @classmethod
    def of(cls, width: int) -> Breakpoint:
        """Return the breakpoint of a window of `width` pixels."""
        if width >= WIDE_FROM:
            return cls.WIDE
        return cls.MEDIUM if width >= MEDIUM_FROM else cls.NARROW


class ThreeColumns(QWidget):
    """Wide: three columns. Medium: a rail, hits, tabs. Narrow: a rail and hits, or the details.

    Signals:
        breakpoint_changed: the new Breakpoint.
    """

    breakpoint_changed = Signal(object)

    def __init__(
        self,
        filters: FilterColumn,
        rail: FilterRail,
        pane: SearchPane,
        details: DetailColumn,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._filters, self._rail, self._pane, self._details = filters, rail, pane, details
        self._breakpoint = Breakpoint.WIDE
        self._filters_wanted = True
        self._wide_sizes = list(COLUMNS)
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        for column in (filters, pane, details):
            self._splitter.addWidget(column)
            self._splitter.setStretchFactor(self._splitter.indexOf(column), int(column is pane))
        self._splitter.setSizes(list(COLUMNS))
        details.setMaximumWidth(_DETAILS_WIDEST)
        self._splitter.splitterMoved.connect(self._note_sizes)
        layout = self._columns = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(rail)
        layout.addWidget(self._splitter, 1)
        rail.hide()
        for button in (pane.preview, details.back):
            button.clicked.connect(self.toggle_preview)
        for section, button in rail.buttons.items():
            button.clicked.connect(lambda _=False, section=section: self.show_section(section))

    @property
    def breakpoint(self) -> Breakpoint:
        """The present breakpoint."""
        return self._breakpoint

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the columns after the breakpoint has changed."""
        super().resizeEvent(event)
        current = Breakpoint.of(self.width())
        if current is not self._breakpoint:
            self._breakpoint = current
            self._arrange()
            self.breakpoint_changed.emit(current)
        self._note_sizes()
        if self._breakpoint is not Breakpoint.WIDE:
            self._place_filters()

    def _note_sizes(self, *_: object) -> None:
        """Remember the sizes of three columns for when they are shown again."""
        sizes = self._splitter.sizes()
        is_laid_out = 0 <= self.width() - sum(sizes) <= _HANDLES  # else they are anything
        if self._breakpoint is Breakpoint.WIDE and not self._filters.isHidden() and is_laid_out:
            self._wide_sizes = sizes

    def _arrange(self) -> None:
        wide = self._breakpoint is Breakpoint.WIDE
        self._rail.setVisible(not wide)
        self._details.set_tabbed(tabbed=not wide)
        for button in (self._pane.preview, self._details.back):
            button.setVisible(self._breakpoint is Breakpoint.NARROW)
        self._details.setVisible(self._breakpoint is not Breakpoint.NARROW)
        # In the place of the hits they are as wide as the window.
        self._details.setMaximumWidth(_DETAILS_WIDEST if wide else _AS_WIDE_AS_IT_GETS)
        self._pane.show()
        self._filters.setProperty("floating", not wide)
        restyle(self._filters)
        if wide:
            self._splitter.insertWidget(0, self._filters)
            self._filters.setVisible(self._filters_wanted)
            # The columns still have their former width, into which these sizes would be squeezed.
            self._columns.activate()
            self._splitter.setSizes(self._wide_sizes)
        else:
            self._filters.setParent(self)
            self._filters.hide()
            self._splitter.setSizes([self.width() - RAIL_WIDTH - TABS_WIDTH, TABS_WIDTH])

    def _place_filters(self) -> None:
        self._filters.setGeometry(RAIL_WIDTH, 0, COLUMNS[0], self.height())
        self._filters.raise_()

    def show_section(self, section: Section) -> None:
        """Show the rows of a filter section, over the hits in a narrow window."""
        widget = self._filters.panel.sections[section]
        if widget.isHidden():
            return  # it has no rows, and the focus would be lost in it
        floating = self._breakpoint is not Breakpoint.WIDE
        if floating and self._filters.isVisible() and widget.tree.hasFocus():
            self._filters.hide()
            return
        self._filters.show()
        if floating:
            self._place_filters()
        self._filters.panel.ensureWidgetVisible(widget)
        widget.unfold()

    def toggle_filters(self) -> None:
        """Hide the filters or bring them back."""
        self._filters.setVisible(self._filters.isHidden())
        if self._breakpoint is Breakpoint.WIDE:
            self._filters_wanted = not self._filters.isHidden()
        else:
            self._place_filters()

    def toggle_preview(self) -> None:
        """In a narrow window, show the details in place of the hits, or the hits again."""
        if self._breakpoint is not Breakpoint.NARROW:
            return
        shows_details = self._details.isHidden()
        self._details.setVisible(shows_details)
        self._pane.setVisible(not shows_details)
        if shows_details:
            self._details.take_focus()  # so that the same key leads back
        else:
            self._pane.take_focus()

    def toggle_explain(self) -> None:
        """Hide the explanation or bring it back, in a narrow window in place of the hits."""
        if self._breakpoint is Breakpoint.NARROW and self._details.isHidden():
            self.toggle_preview()
            self._details.show_explain()
        else:
            self._details.toggle_explain()

    def show_hits(self) -> None:
        """Bring the hits back where the details lay over them."""
        if self._pane.isHidden():
            self.toggle_preview()

    def step_back(self) -> bool:
        """Close what lies over the hits; False when nothing does."""
        if self._breakpoint is not Breakpoint.WIDE and self._filters.isVisible():
            focus = QApplication.focusWidget()
            had_focus = focus is not None and self._filters.isAncestorOf(focus)
            self._filters.hide()
            if had_focus:
                self._pane.take_focus()  # else Qt gives it to whatever comes next
            return True
        if self._breakpoint is Breakpoint.NARROW and self._details.isVisible():
            self.toggle_preview()
            return True
        return False

    def step_focus(self, step: int) -> None:
        """Move the focus to the next column."""
        preview = self._details.preview
        stops = (
            self._pane.field,
            self._pane.results,
            preview.text_view,
            preview.read_view,
            preview.page_view,
            self._details.explain,
            self._filters.panel.sections[Section.FOUND_BY].tree,
        )
        seen = [stop for stop in stops if stop.isVisible()]
        found = [(stop, inside) for stop in seen if (inside := _where_focus_is_seen(stop))]
        focus = QApplication.focusWidget()
        here = [
            place
            for place, (stop, _) in enumerate(found)
            if focus is not None and (stop is focus or stop.isAncestorOf(focus))
        ]
        if found:
            place = (here[0] + step) % len(found) if here else 0
            found[place][1].setFocus(Qt.FocusReason.ShortcutFocusReason)

    @property
    def filters_wanted(self) -> bool:
        """Whether filters are shown in a wide window."""
        return self._filters_wanted

    def save_sizes(self) -> QByteArray:
        """Return the sizes of the three columns, to be remembered."""
        return self._splitter.saveState() if self._breakpoint is Breakpoint.WIDE else QByteArray()

    def restore_sizes(self, sizes: QByteArray) -> None:
        """Take sizes that were remembered."""
        if self._breakpoint is Breakpoint.WIDE and not sizes.isEmpty():
            self._splitter.restoreState(sizes)
            self._note_sizes()


def _where_focus_is_seen(stop: QWidget) -> QWidget | None:
    """Return what shows the focus in a column: a panel shows none, but its first button does."""
    if stop.focusPolicy() is not Qt.FocusPolicy.NoFocus:
        return stop
    inside = stop.nextInFocusChain()
    while inside is not None and stop.isAncestorOf(inside):
        takes_tab = inside.focusPolicy() & Qt.FocusPolicy.TabFocus
        if takes_tab and inside.isVisible() and inside.isEnabled():
            return inside
        inside = inside.nextInFocusChain()
    return None
