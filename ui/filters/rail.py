"""The filter column folded to a rail of icons, for windows with little room."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QLabel, QMenu, QToolButton, QVBoxLayout, QWidget

from ui.filters.filter_panel import FilterPanel
from ui.filters.filter_selection import FilterSelection, Section
from ui.theme import Theme
from ui.widgets.decoration import WIDTH as DOTS_WIDTH
from ui.widgets.decoration import paint_two_dots, set_surface

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
    """One icon a section, with a dot where a filter is active.

    Signals:
        section_wanted: the Section whose rows are to be shown.
    """

    section_wanted = Signal(object)

    def __init__(
        self, theme: Theme, panel: FilterPanel, menu: QMenu, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        set_surface(self, "window")
        self.setFixedWidth(WIDTH)
        self._mark = QLabel(self)
        self._buttons = {section: _RailButton(theme, self) for section in Section}
        for section, button in self._buttons.items():
            button.setAccessibleName(panel.title(section))
            button.setToolTip(panel.title(section))
            button.clicked.connect(
                lambda _=False, section=section: self.section_wanted.emit(section)
            )
        self._gear = _RailButton(theme, self)
        self._gear.setAccessibleName(self.tr("Menu"))
        self._gear.setMenu(menu)
        self._gear.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._sections = panel.sections
        for widget in panel.sections.values():
            widget.installEventFilter(self)
        self._follow_sections()
        self._lay_out()
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 16, 8, 8)
        layout.setSpacing(4)
        centre = Qt.AlignmentFlag.AlignHCenter
        layout.addWidget(self._mark, 0, centre)
        layout.addSpacing(16)
        for button in self._buttons.values():
            layout.addWidget(button, 0, centre)
        layout.addStretch(1)
        layout.addWidget(self._gear, 0, centre)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Follow the sections: one without rows has no icon, which would do nothing."""
        if event.type() in {QEvent.Type.ShowToParent, QEvent.Type.HideToParent}:
            self._follow_sections()
        return False

    def _follow_sections(self) -> None:
        for section, button in self._buttons.items():
            button.setHidden(self._sections[section].isHidden())

    def set_selection(self, selection: FilterSelection) -> None:
        """Put a dot on the sections that filter."""
        active = {choice.section for choice in selection.choices}
        for section, button in self._buttons.items():
            button.has_dot = section in active
            button.update()

    def _apply_theme(self) -> None:
        theme = self._theme
        self._mark.setPixmap(theme.app_mark(22, self.devicePixelRatioF()))
        self._gear.setIcon(theme.icon("settings", "text2", 16))
        for section, button in self._buttons.items():
            name = _ICONS.get(section)
            button.setIcon(theme.icon(name, "text2", 16) if name else _dots(theme))


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


def _dots(theme: Theme) -> QIcon:
    pixmap = QPixmap(DOTS_WIDTH * 2, 32)
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    paint_two_dots(painter, theme, QPointF(0, 8), keywords=True, meaning=True)
    painter.end()
    return QIcon(pixmap)
