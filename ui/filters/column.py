"""The left column with library switch, menu and filters, and its collapsed form, the rail."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from twofold.engine.api import VersionChoice
from twofold.ui.filters.model import FilterModel, section_title, value_name
from twofold.ui.filters.panel import FilterPanel
from twofold.ui.filters.selection import (
    COLUMN_SECTIONS,
    ChoiceState,
    FilterAction,
    FilterSelection,
    Section,
)
from twofold.ui.i18n.formatting import grouped
from twofold.ui.i18n.label_text import button_text
from twofold.ui.i18n.translation import tr
from twofold.ui.theme import Theme
from twofold.ui.widgets.decoration import WIDTH as DOTS_WIDTH
from twofold.ui.widgets.decoration import set_surface, two_dots_icon


class ColumnHead(QFrame):
    """The header of the column: app mark, library switch, and the menu button."""

    def __init__(self, theme: Theme, menu: QMenu, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        set_surface(self, "window")
        self.setFixedHeight(56)
        self._mark = QLabel(self)
        self.switch = _SwitchButton(theme, self)
        self.gear = QToolButton(self)
        self.gear.setFixedSize(28, 28)
        self.gear.setIcon(theme.icon("settings", "text2", 16))
        self.gear.setIconSize(QSize(16, 16))
        self.gear.setAccessibleName(tr("Menu"))
        self.gear.setToolTip(tr("Menu"))
        self.gear.setMenu(menu)
        self.gear.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 0, 8, 0)
        layout.setSpacing(2)
        layout.addWidget(self._mark)
        layout.addWidget(self.switch)
        layout.addStretch(1)
        layout.addWidget(self.gear, 0, Qt.AlignmentFlag.AlignVCenter)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def set_narrow(self, *, narrow: bool) -> None:
        """Show only the menu button if `narrow`."""
        self._mark.setVisible(not narrow)
        self.switch.setVisible(not narrow)

    def _apply_theme(self) -> None:
        self._mark.setPixmap(self._theme.app_mark(22, self.devicePixelRatioF()))


class _SwitchButton(QToolButton):
    """Shows the names of the searched libraries; the window sets them and opens the list."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "library")
        self.setFont(theme.font(14, 600))
        self.setIcon(theme.icon("chevrons-up-down", "text2", 14))
        self.setIconSize(QSize(14, 14))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the icon follows the text
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(48)  # a long name is elided


class FilterColumn(QWidget):
    """The header above the filter panel."""

    def __init__(self, theme: Theme, menu: QMenu, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_surface(self, "window")
        self.setMinimumWidth(200)
        self.setMaximumWidth(320)
        self.head = ColumnHead(theme, menu, self)
        self.panel = FilterPanel(theme, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        layout.addWidget(self.panel, 1)


WIDTH = 48
_ICONS = {
    Section.FOLDERS: "folder",
    Section.TAGS: "hash",
    Section.LANGUAGES: "languages",
    Section.TYPES: "file-text",
    Section.DATES: "calendar",
    Section.TRUST: "circle-check",
}


class FilterRail(QWidget):
    """One icon per filter section, with a dot if the section has active filters.

    Attributes:
        switch: Opens the list of libraries.
        buttons: The button of each section, which shows its rows.
    """

    def __init__(
        self, theme: Theme, panel: FilterPanel, menu: QMenu, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        set_surface(self, "window")
        self.setFixedWidth(WIDTH)
        self._mark = QLabel(self)
        self.switch = _RailButton(theme, self)
        self.switch.setIcon(theme.icon("chevrons-up-down", "text2", 16))
        self.buttons = {section: _RailButton(theme, self) for section in COLUMN_SECTIONS}
        for section, button in self.buttons.items():
            button.setAccessibleName(section_title(section))
            button.setToolTip(section_title(section))
            if section in _ICONS:
                button.setIcon(theme.icon(_ICONS[section], "text2", 16))
            else:
                button.setIcon(two_dots_icon(theme, gap=0))
                button.setIconSize(QSize(DOTS_WIDTH, DOTS_WIDTH))
        self._gear = _RailButton(theme, self)
        self._gear.setIcon(theme.icon("settings", "text2", 16))
        self._gear.setAccessibleName(tr("Menu"))
        self._gear.setMenu(menu)
        self._gear.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._sections = panel.sections
        for widget in panel.sections.values():
            widget.installEventFilter(self)
        self._follow_sections()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 16, 8, 8)
        layout.setSpacing(4)
        centre = Qt.AlignmentFlag.AlignHCenter
        layout.addWidget(self._mark, 0, centre)
        layout.addWidget(self.switch, 0, centre)
        layout.addSpacing(8)
        for button in self.buttons.values():
            layout.addWidget(button, 0, centre)
        layout.addStretch(1)
        layout.addWidget(self._gear, 0, centre)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Update the icons when a section is shown or hidden: an empty section has no icon."""
        if event.type() in {QEvent.Type.ShowToParent, QEvent.Type.HideToParent}:
            self._follow_sections()
        return False

    def _follow_sections(self) -> None:
        for section, button in self.buttons.items():
            button.setHidden(self._sections[section].isHidden())

    def set_selection(self, selection: FilterSelection) -> None:
        """Show a dot on the sections with active filters."""
        active = {choice.section for choice in selection.choices}
        for section, button in self.buttons.items():
            button.has_dot = section in active
            button.update()

    def _apply_theme(self) -> None:
        self._mark.setPixmap(self._theme.app_mark(22, self.devicePixelRatioF()))


class _RailButton(QToolButton):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.has_dot = False
        self.setFixedSize(32, 32)
        self.setIconSize(QSize(18, 16))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.has_dot:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("accent"))
            painter.drawEllipse(QPointF(self.width() - 6, 7), 3.0, 3.0)


_MAX_VALUES = 24


class FilterMenu(QMenu):
    """A menu of the filter values in the panel, filled each time it opens."""

    def __init__(self, panel: FilterPanel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._panel = panel
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """Fill the menu with all values that occur."""
        self.clear()
        for section in COLUMN_SECTIONS:
            if section is Section.DATES:
                self._fill_dates()
            elif (model := self._panel.model(section)).rowCount():
                self._fill_section(self.addMenu(section_title(section)), model)
        self._add_newest()

    def _add_newest(self) -> None:
        """Add the choice of the newest versions, which has no rows in the panel."""
        section, newest = Section.VERSIONS, VersionChoice.NEWEST.value
        action = self.addAction(value_name(section, newest))
        action.setCheckable(True)
        action.setChecked(newest in self._panel.selection.values(section))
        action.triggered.connect(
            lambda _=False: self._panel.action_requested.emit(section, newest, FilterAction.ADD)
        )

    def _fill_dates(self) -> None:
        """Add the years or months of the histogram, newest first."""
        dates = self._panel.dates.range
        if not dates.bars:
            return
        menu, action_requested = (
            self.addMenu(section_title(Section.DATES)),
            self._panel.action_requested,
        )
        for bar in reversed(dates.bars[-_MAX_VALUES:]):
            value = bar.days.value
            count = "" if dates.is_stale else f"\t{grouped(bar.count)}"
            action = menu.addAction(f"{bar.days.label()}{count}")
            action.setCheckable(True)
            action.setChecked(bar.days == dates.days)
            action.triggered.connect(
                lambda _=False, value=value: action_requested.emit(
                    Section.DATES, value, FilterAction.ADD
                )
            )

    def _fill_section(self, menu: QMenu, model: FilterModel) -> None:
        action_requested, section = self._panel.action_requested, model.section
        for value in model.top_values()[:_MAX_VALUES]:
            label = button_text(value_name(section, value))
            count = "" if model.is_stale else f"\t{grouped(model.count(value))}"
            action = menu.addAction(f"{label}{count}")
            action.setCheckable(True)
            action.setChecked(model.state(value) is ChoiceState.IN)
            action.triggered.connect(
                lambda _=False, value=value: action_requested.emit(section, value, FilterAction.ADD)
            )
