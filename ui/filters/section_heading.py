"""The heading of a filter section, which folds it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from ui.theme import Theme


class SectionHeading(QToolButton):
    """A chevron and the title; checked while the section is unfolded."""

    def __init__(self, title: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("section_heading")
        self.setProperty("kind", "heading")
        self.setText(title)
        self.setCheckable(True)
        self.setChecked(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(24)
        self.setIconSize(QSize(12, 12))
        self.toggled.connect(self._apply_theme)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def _apply_theme(self, *_: object) -> None:
        name = "chevron-down" if self.isChecked() else "chevron-right"
        self.setIcon(self._theme.icon(name, "text3", 12))
