"""Tells screen readers which row has the focus, where Qt tells them of the list alone."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QListView


def tell_current_row(view: QListView) -> None:
    """Tell the current row while the list has the focus."""
    current = view.currentIndex()
    if view.hasFocus() and current.isValid():
        told = QAccessibleEvent(view, QAccessible.Event.Focus)
        told.setChild(current.row())
        QAccessible.updateAccessibility(told)
