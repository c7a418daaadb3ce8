"""A line that opens in place to rows of names and values."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel, QToolButton, QWidget

from ui.explain.trace_words import Rows
from ui.theme import Theme


class FoldButton(QToolButton):
    """A chevron and words; `toggled` says open or closed."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("kind", "fold")
        self.setCheckable(True)
        self.setFixedHeight(24)
        self.setIconSize(QSize(12, 12))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.toggled.connect(self._turn)
        theme.changed.connect(self._turn)
        self._turn()

    def _turn(self) -> None:
        name = "chevron-down" if self.isChecked() else "chevron-right"
        self.setIcon(self._theme.icon(name, "text3", 12))


class RowsLabel(QLabel):
    """Names at the left, values at the right, selectable."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows: Rows = ()
        self.setFont(theme.font(12, tabular=True))
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        theme.changed.connect(self._restyle)

    def show_rows(self, rows: Rows) -> None:
        """Show other rows."""
        self.rows = rows
        name_colour = self._theme.color("text2").name()
        lines = (
            f'<tr><td style="color: {name_colour}; padding-right: 12px; white-space: nowrap">'
            f"{escape(name)}</td><td>{escape(value)}</td></tr>"
            for name, value in rows
        )
        self.setText(f"<table>{''.join(lines)}</table>")

    def _restyle(self) -> None:
        self.show_rows(self.rows)
