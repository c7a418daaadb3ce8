"""The choice between the selected passages and all of them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QToolButton, QWidget


def scope_segments(group: QButtonGroup, selected: int, found: int, parent: QWidget) -> QFrame:
    """Return the two segments; in `group` 0 is the selected passages and 1 is all."""
    segments = QFrame(parent)
    segments.setProperty("kind", "segments")
    row = QHBoxLayout(segments)
    row.setContentsMargins(2, 2, 2, 2)
    row.setSpacing(2)
    for number, words in enumerate((_tr("Selected {n}"), _tr("All {n}"))):
        button = QToolButton(segments)
        button.setProperty("kind", "segment")
        button.setText(words.format(n=(selected, found)[number]))
        button.setCheckable(True)
        group.addButton(button, number)
        row.addWidget(button)
    group.button(0).setEnabled(bool(selected))
    group.button(0 if selected else 1).setChecked(True)
    return segments


def _tr(text: str) -> str:
    return QCoreApplication.translate("scope_segments", text)
