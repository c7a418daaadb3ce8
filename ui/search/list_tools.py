"""What can be done with the list as a whole: sort it, group it, export it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from ui.results.hit_order import HitOrder
from ui.theme import Theme
from ui.widgets.actions import name_key
from ui.widgets.decoration import vertical_line


class ListTools(QWidget):
    """A menu and two buttons, at the right of the count line.

    Signals:
        order_wanted: the HitOrder to list the hits in.
        grouping_wanted: True for one hit a document.
        export_wanted: take the passages out of the window.
    """

    order_wanted = Signal(object)
    grouping_wanted = Signal(bool)
    export_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.sort = QToolButton(self)
        self.sort.setProperty("kind", "sort")
        self.sort.setToolTip(self.tr("Order of the passages"))
        self.sort.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.sort.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.sort.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the chevron at the right
        self.sort.setIconSize(QSize(12, 12))
        self.sort.setMenu(self._make_menu())
        self.group = self._make_button(self.tr("Group by document"), "group_by_document")
        self.group.setCheckable(True)
        self.group.toggled.connect(self.grouping_wanted)
        self.export = self._make_button(self.tr("Export passages"), "export")
        self.export.clicked.connect(self.export_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        for part in (self.sort, vertical_line(self), self.group, self.export):
            row.addWidget(part)
        self._filters_only = False
        self._show_order(HitOrder.BEST)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    @property
    def order(self) -> HitOrder:
        """The order that is chosen."""
        return self._order

    @property
    def first_stop(self) -> QWidget:
        """Where Tab stops first in this row."""
        return self.sort

    def set_enabled(self, *, enabled: bool) -> None:
        """Say whether there are hits to sort and to export; grouping can always be chosen."""
        self.sort.setEnabled(enabled)
        self.export.setEnabled(enabled)

    def _make_button(self, words: str, command: str) -> QToolButton:
        button = QToolButton(self)
        button.setProperty("kind", "tool")
        button.setFixedSize(28, 24)
        button.setIconSize(QSize(16, 16))
        button.setAccessibleName(words)
        name_key(button, words, command)
        return button

    def _make_menu(self) -> QMenu:
        menu = QMenu(self.sort)
        group = QActionGroup(menu)
        for order in HitOrder:
            action = menu.addAction(order.words)
            action.setCheckable(True)
            action.setActionGroup(group)
            action.setData(order)
            action.triggered.connect(lambda _=False, order=order: self.choose_order(order))
        return menu

    def choose_order(self, order: HitOrder) -> None:
        """List the hits in this order from now on."""
        self._show_order(order)
        self.order_wanted.emit(order)

    def show_filters_only(self, *, filters_only: bool) -> None:
        """Say whether no words are asked for: then none is the best match, the newest are first."""
        if filters_only != self._filters_only:
            self._filters_only = filters_only
            self._show_order(self._order)

    def _show_order(self, order: HitOrder) -> None:
        self._order = order
        shown = HitOrder.NEWEST if self._filters_only and order is HitOrder.BEST else order
        self.sort.setText(shown.words)
        self.sort.setAccessibleName(self.tr("Order: {order}").format(order=shown.words))
        for action in self.sort.menu().actions():
            action.setChecked(action.data() is shown)
            action.setVisible(not (self._filters_only and action.data() is HitOrder.BEST))

    def _apply_theme(self) -> None:
        self.sort.setIcon(self._theme.icon("chevron-down", "text2", 12))
        self.group.setIcon(self._theme.icon("layers", "text2", 16))
        self.export.setIcon(self._theme.icon("share", "text2", 16))
