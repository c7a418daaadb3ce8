"""The left column: the app's name and its menu above the filters."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QToolButton, QVBoxLayout, QWidget

from ui.filters.filter_panel import FilterPanel
from ui.theme import Theme
from ui.widgets.decoration import set_surface


class ColumnHead(QFrame):
    """56 pixels: app mark, name, and the gear with its menu."""

    def __init__(self, theme: Theme, menu: QMenu, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        set_surface(self, "window")
        self.setFixedHeight(56)
        self._mark = QLabel(self)
        name = self._name = QLabel(self.tr("Twofold"), self)
        name.setFont(theme.font(14, 600))
        self.gear = QToolButton(self)
        self.gear.setFixedSize(28, 28)
        self.gear.setIconSize(QSize(16, 16))
        self.gear.setAccessibleName(self.tr("Menu"))
        self.gear.setToolTip(self.tr("Menu"))
        self.gear.setMenu(menu)
        self.gear.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 0, 8, 0)
        layout.setSpacing(8)
        layout.addWidget(self._mark)
        layout.addWidget(name, 1)
        layout.addWidget(self.gear, 0, Qt.AlignmentFlag.AlignVCenter)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def set_narrow(self, *, narrow: bool) -> None:
        """Show the gear alone."""
        self._mark.setVisible(not narrow)
        self._name.setVisible(not narrow)

    def _apply_theme(self) -> None:
        self._mark.setPixmap(self._theme.app_mark(22, self.devicePixelRatioF()))
        self.gear.setIcon(self._theme.icon("settings", "text2", 16))


class FilterColumn(QWidget):
    """Head above, filters below."""

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
