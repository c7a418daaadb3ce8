"""Which of the theme's surfaces a widget has."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QWidget


def set_surface(widget: QWidget, surface: str) -> None:
    """Give a widget 'window', 'surface', 'sunken' or 'desk' as its ground.

    Qt fills subclasses of QWidget by the style sheet only when told so.
    """
    widget.setProperty("surface", surface)
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)


def vertical_line(parent: QWidget) -> QFrame:
    """Return a short line between two parts of a row."""
    line = QFrame(parent)
    line.setProperty("kind", "vertical_line")
    line.setFixedSize(1, 14)
    return line


def restyle(widget: QWidget) -> None:
    """Make the style sheet look again at a widget whose properties have changed."""
    widget.style().unpolish(widget)
    widget.style().polish(widget)
