"""Icons of buttons with words: with the gap that Qt leaves out."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QAbstractButton

from ui.theme import Theme

GAP = 5
_RATIO = 2.0


def set_button_icon(
    button: QAbstractButton, theme: Theme, name: str, token: str, size: int = 16
) -> None:
    """Put an icon before a button's words, `GAP` pixels further away than Qt does."""
    icon = QIcon(_with_gap(theme.pixmap(name, token, size, _RATIO), size))
    faded = theme.pixmap(name, "border_strong", size, _RATIO)
    icon.addPixmap(_with_gap(faded, size), QIcon.Mode.Disabled)
    button.setIcon(icon)
    button.setIconSize(QSize(size + GAP, size))


def _with_gap(pixmap: QPixmap, size: int) -> QPixmap:
    wide = QPixmap(round((size + GAP) * _RATIO), round(size * _RATIO))
    wide.setDevicePixelRatio(_RATIO)
    wide.fill(Qt.GlobalColor.transparent)
    painter = QPainter(wide)
    painter.drawPixmap(0, 0, pixmap)
    painter.end()
    return wide
