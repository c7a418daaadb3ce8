"""How large a window or a dialog opens: as it likes, and never larger than its screen."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

# A title bar and the edges of a window, which nobody tells before it is shown.
_FRAME = QSize(16, 48)


def open_size(wanted: QSize, screen: QSize) -> QSize:
    """Return the size of a dialog that wants `wanted` where `screen` is free, without its frame."""
    return wanted.boundedTo(screen - _FRAME)


def fit_to_screen(dialog: QWidget, width: int, height: int) -> None:
    """Give a dialog or a window this size, or less where the screen of its window has less."""
    parent = dialog.parentWidget()
    screen = (parent.window() if parent else dialog).screen()
    dialog.resize(open_size(QSize(width, height), screen.availableSize()))
