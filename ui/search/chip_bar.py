"""The row of chips: every active filter, a way to add one, and 'Clear'."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QMenu, QSizePolicy, QToolButton, QWidget

from ui.filters.filter_selection import FilterChoice, FilterSelection, Section
from ui.i18n import counts
from ui.i18n.label_text import button_words, plain_tip
from ui.search.chip import HEIGHT, Chip
from ui.theme import Theme
from ui.widgets.actions import name_key

_GAP = 6
_CUTS = range(208, 111, -1)  # how wide a chip may be when there is little room
ChoiceName = Callable[[FilterChoice], str]


class ChipBar(QWidget):
    """One row; when the chips do not fit, one 'n filters' chip with a menu stands for them.

    Signals:
        removed: the FilterChoice whose x was clicked.
        cleared: all filters are to go.
    """

    removed = Signal(object)
    cleared = Signal()

    def __init__(
        self, theme: Theme, name: ChoiceName, add_menu: QMenu, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._name = name
        self._chips: list[Chip] = []
        self._choices: tuple[FilterChoice, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Active filters"))
        self.summary = Chip(theme, "", self)
        self.summary.clicked.connect(self._open_summary)
        self.summary.removed.connect(self.cleared)
        self._add = Chip(theme, self.tr("Filter"), self, dashed=True)
        self._add.setAccessibleName(self.tr("Add a filter"))
        self._add.clicked.connect(
            lambda: add_menu.popup(self._add.mapToGlobal(self._add.rect().bottomLeft()))
        )
        self._clear = QToolButton(self)
        self._clear.setProperty("kind", "link")
        self._clear.setText(self.tr("Clear"))
        name_key(self._clear, self.tr("Take all filters away"), "clear_filters")
        self._clear.clicked.connect(self.cleared)
        self.set_selection(FilterSelection())

    @property
    def chips(self) -> tuple[Chip, ...]:
        """The chips of the active filters, in their order."""
        return tuple(self._chips)

    @property
    def last_stop(self) -> QWidget:
        """Where Tab stops last in this row."""
        return self._clear

    def _set_tab_order(self) -> None:
        stops: list[QWidget] = [*self._chips, self.summary, self._add, self._clear]
        before = self.summary.previousInFocusChain()
        for stop in stops:
            if before is not None and stop is not before:
                self.setTabOrder(before, stop)
            before = stop

    def set_selection(self, selection: FilterSelection) -> None:
        """Show one chip for each active filter."""
        held = QApplication.focusWidget()
        place = next((at for at, chip in enumerate(self._chips) if chip is held), 0)
        for chip in self._chips:
            chip.hide()
            chip.deleteLater()
        self._choices = selection.choices
        self._chips = [self._make_chip(choice) for choice in selection.choices]
        self.summary.setText(counts.filters(len(self._chips)))
        self.summary.setAccessibleName(self.summary.text())
        names = "\n".join(self._name(choice) for choice in self._choices)
        self.summary.setToolTip(plain_tip(names))
        self._set_tab_order()
        self.updateGeometry()
        self._arrange()
        if held is not None and self.isAncestorOf(held) and held.isHidden():
            self._hold_focus(place)

    def _hold_focus(self, place: int) -> None:
        """Lead the keys to what stands at a place now: the part that had them is gone."""
        stops = (*self._chips[place : place + 1], *self._chips[-1:], self.summary, self._add)
        for stop in stops:
            if not stop.isHidden():
                stop.setFocus(Qt.FocusReason.OtherFocusReason)
                return

    def _make_chip(self, choice: FilterChoice) -> Chip:
        is_path, excluded = choice.section is Section.FOLDERS, choice.excluded
        name = self._name(choice)
        chip = Chip(self._theme, name, self, excluded=excluded, is_path=is_path)
        chip.removed.connect(lambda: self.removed.emit(choice))
        chip.clicked.connect(lambda: self.removed.emit(choice))
        return chip

    def _open_summary(self) -> None:
        menu = QMenu(self)
        for choice in self._choices:
            action = menu.addAction(
                self._theme.icon("x", "text2", 12), button_words(self._name(choice))
            )
            action.triggered.connect(lambda _=False, choice=choice: self.removed.emit(choice))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.summary.mapToGlobal(self.summary.rect().bottomLeft()))

    def sizeHint(self) -> QSize:
        """As little as can be, so that the words beside it stay whole; it takes what is left."""
        return self.minimumSizeHint()

    def minimumSizeHint(self) -> QSize:
        """Enough for the 'n filters' chip: without room for them, both buttons go."""
        least = self.summary if self._chips else self._add
        return QSize(least.sizeHint().width(), HEIGHT + 4)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Decide anew what fits."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        clear = self._clear.sizeHint().width() if self._chips else 0
        widths, with_add = self._fitted(self.width() - clear - _GAP)
        fits = widths is not None
        self.summary.setVisible(not fits)
        for chip in self._chips:
            chip.setVisible(fits)
        row: list[QWidget] = [self.summary] if widths is None else [*self._chips]
        self._place([*row, self._add], widths or [])
        added = self._add.geometry().right()
        # The filters themselves offer the same.
        self._add.setVisible(with_add and added < self.width())
        taken = added + _GAP + clear
        # The chip that stands for all has an x of its own, which takes them all away.
        self._clear.setVisible(bool(self._chips) and (fits or taken <= self.width()))
        height = self._clear.sizeHint().height()
        self._clear.setGeometry(
            self.width() - clear, (self.height() - height) // 2, max(clear, 1), height
        )

    def _fitted(self, room: int) -> tuple[list[int] | None, bool]:
        """Return the widths of the chips, and whether there is room for one more filter beside.

        Each chip says more than 'n filters': the way to add one goes before them, and then they
        are cut a little, the longest first. None where not even that is enough.
        """
        add = self._add.sizeHint().width() + _GAP
        wanted = [chip.sizeHint().width() for chip in self._chips]
        if not wanted:
            return [], True
        for longest, taken in ((max(wanted), add), (max(wanted), 0), *((cut, 0) for cut in _CUTS)):
            widths = [min(width, longest) for width in wanted]
            if sum(widths) + len(widths) * _GAP + taken <= room:
                return widths, bool(taken)
        return None, True

    def _place(self, row: list[QWidget], widths: list[int]) -> None:
        left, top = 0, (self.height() - HEIGHT) // 2
        for place, widget in enumerate(row):
            width = widths[place] if place < len(widths) else widget.sizeHint().width()
            widget.setGeometry(left, top, width, HEIGHT)
            left += width + _GAP
