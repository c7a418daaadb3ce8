"""The columns for filters, hits and details; a narrow window shows fewer of them."""

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
_MAX_DETAILS_WIDTH = 720
_HANDLES = 8
_MAX_WIDGET_WIDTH = 16_777_215  # Qt's QWIDGETSIZE_MAX


class Breakpoint(IntEnum):
    """The column layout for a range of window widths."""

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
    """Wide: three columns. Medium: rail, hits and tabs. Narrow: rail and hits, or the details.

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
        self._is_enlarged = False
        self._wide_sizes = list(COLUMNS)
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        for column in (filters, pane, details):
            self._splitter.addWidget(column)
            self._splitter.setStretchFactor(self._splitter.indexOf(column), int(column is pane))
        self._splitter.setSizes(list(COLUMNS))
        details.setMaximumWidth(_MAX_DETAILS_WIDTH)
        self._splitter.splitterMoved.connect(self._note_sizes)
        layout = self._columns = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(rail)
        layout.addWidget(self._splitter, 1)
        rail.hide()
        for button in (pane.preview, details.back):
            button.clicked.connect(self.toggle_preview)
        details.preview.head.enlarge.clicked.connect(self.toggle_enlarged)
        for section, button in rail.buttons.items():
            button.clicked.connect(lambda _=False, section=section: self.show_section(section))

    @property
    def breakpoint(self) -> Breakpoint:
        """The current breakpoint."""
        return self._breakpoint

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Rearrange the columns when the breakpoint changes."""
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
        """Store the sizes of the three columns, to restore them later."""
        sizes = self._splitter.sizes()
        is_laid_out = 0 <= self.width() - sum(sizes) <= _HANDLES  # else they are meaningless
        if self._breakpoint is Breakpoint.WIDE and not self._filters.isHidden() and is_laid_out:
            self._wide_sizes = sizes

    def _arrange(self) -> None:
        wide = self._breakpoint is Breakpoint.WIDE
        self._rail.setVisible(not wide)
        self._details.set_tabbed(tabbed=not wide)
        for button in (self._pane.preview, self._details.back):
            button.setVisible(self._breakpoint is Breakpoint.NARROW)
        self._details.setVisible(self._breakpoint is not Breakpoint.NARROW)
        # When the details replace the hits, they use the full width.
        self._details.setMaximumWidth(_MAX_DETAILS_WIDTH if wide else _MAX_WIDGET_WIDTH)
        self._pane.show()
        self._filters.setProperty("floating", not wide)
        restyle(self._filters)
        if wide:
            self._splitter.insertWidget(0, self._filters)
            self._filters.setVisible(self._filters_wanted)
            # Without this, the columns still have their old width, and the sizes are scaled to it.
            self._columns.activate()
            self._splitter.setSizes(self._wide_sizes)
        else:
            self._filters.setParent(self)
            self._filters.hide()
            self._splitter.setSizes([self.width() - RAIL_WIDTH - TABS_WIDTH, TABS_WIDTH])
        if self._is_enlarged:
            for other in (self._rail, self._filters, self._pane):
                other.hide()
            self._details.setMaximumWidth(_MAX_WIDGET_WIDTH)
            self._details.show()

    def _place_filters(self) -> None:
        self._filters.setGeometry(RAIL_WIDTH, 0, COLUMNS[0], self.height())
        self._filters.raise_()

    def show_section(self, section: Section) -> None:
        """Show the rows of a filter section; if the window is not wide, over the hits."""
        widget = self._filters.panel.sections[section]
        if widget.isHidden():
            return  # it has no rows that can take the focus
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
        """Show or hide the filters."""
        self._filters.setVisible(self._filters.isHidden())
        if self._breakpoint is Breakpoint.WIDE:
            self._filters_wanted = not self._filters.isHidden()
        else:
            self._place_filters()

    def toggle_preview(self) -> None:
        """In a narrow window, switch between the hits and the details."""
        if self._breakpoint is not Breakpoint.NARROW:
            return
        if self._is_enlarged:
            self.toggle_enlarged()
        shows_details = self._details.isHidden()
        self._details.setVisible(shows_details)
        self._pane.setVisible(not shows_details)
        if shows_details:
            self._details.take_focus()  # the same key switches back
        else:
            self._pane.take_focus()

    def toggle_enlarged(self) -> None:
        """Give the preview the whole window, or show the other columns again."""
        if not self._is_enlarged and self._details.preview.preview is None:
            return
        self._is_enlarged = not self._is_enlarged
        self._details.set_enlarged(is_enlarged=self._is_enlarged)
        self._arrange()
        if self._is_enlarged or self._breakpoint is Breakpoint.NARROW:
            self._details.show()
            self._pane.hide()
            self._details.take_focus()
        else:
            self._pane.take_focus()

    def toggle_explain(self) -> None:
        """Show or hide the explanation; in a narrow window it replaces the hits."""
        if self._breakpoint is Breakpoint.NARROW and self._details.isHidden():
            self.toggle_preview()
            self._details.show_explain()
        else:
            self._details.toggle_explain()

    def show_hits(self) -> None:
        """Show the hits again if the details replaced them."""
        if self._is_enlarged:
            self.toggle_enlarged()
        if self._pane.isHidden():
            self.toggle_preview()

    def step_back(self) -> bool:
        """Close the topmost panel over the hits; return False if there is none."""
        if self._details.isVisible() and self._details.preview.close_find():
            return True
        if self._is_enlarged:
            self.toggle_enlarged()
            return True
        if self._breakpoint is not Breakpoint.WIDE and self._filters.isVisible():
            focus = QApplication.focusWidget()
            had_focus = focus is not None and self._filters.isAncestorOf(focus)
            self._filters.hide()
            if had_focus:
                self._pane.take_focus()  # otherwise Qt moves the focus to the next widget
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
        """Whether a wide window shows the filters."""
        return self._filters_wanted

    def save_sizes(self) -> QByteArray:
        """Return the sizes of the three columns as a state that can be stored.

        An enlarged preview is reduced first, because hidden columns have no sizes.
        """
        if self._is_enlarged:
            self.toggle_enlarged()
        return self._splitter.saveState() if self._breakpoint is Breakpoint.WIDE else QByteArray()

    def restore_sizes(self, sizes: QByteArray) -> None:
        """Restore stored column sizes."""
        if self._breakpoint is Breakpoint.WIDE and not sizes.isEmpty():
            self._splitter.restoreState(sizes)
            self._note_sizes()


def _where_focus_is_seen(stop: QWidget) -> QWidget | None:
    """Return the widget that shows the focus: a panel shows none, so its first focusable child."""
    if stop.focusPolicy() is not Qt.FocusPolicy.NoFocus:
        return stop
    inside = stop.nextInFocusChain()
    while inside is not None and stop.isAncestorOf(inside):
        takes_tab = inside.focusPolicy() & Qt.FocusPolicy.TabFocus
        if takes_tab and inside.isVisible() and inside.isEnabled():
            return inside
        inside = inside.nextInFocusChain()
    return None
