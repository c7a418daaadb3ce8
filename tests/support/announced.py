"""What a module of the window tells screen readers."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def announced(patch: pytest.MonkeyPatch, module: str) -> list[tuple[QWidget, str]]:
    """Return a list in which every announcement of `module` comes from now on: where, and what."""
    told: list[tuple[QWidget, str]] = []

    def note(widget: QWidget, words: str) -> QAccessibleAnnouncementEvent:
        told.append((widget, words))
        return QAccessibleAnnouncementEvent(widget, words)

    patch.setattr(f"{module}.QAccessibleAnnouncementEvent", note)
    return told
