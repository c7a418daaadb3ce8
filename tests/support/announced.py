"""Announcements for screen readers."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def announced(patch: pytest.MonkeyPatch, module: str) -> list[tuple[QWidget, str]]:
    """Return a list that collects further announcements of `module`: the widget and the text."""
    reported: list[tuple[QWidget, str]] = []

    def note(widget: QWidget, words: str) -> QAccessibleAnnouncementEvent:
        reported.append((widget, words))
        return QAccessibleAnnouncementEvent(widget, words)

    patch.setattr(f"{module}.QAccessibleAnnouncementEvent", note)
    return reported
