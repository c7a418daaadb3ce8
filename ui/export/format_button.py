"""A button for a format of export: its name, and below it what it gives."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QIcon, QPaintEvent
from PySide6.QtWidgets import (
    QSizePolicy,
    QStyle,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QWidget,
)

from ui.theme import Theme

_HEIGHT = 40
_ICON = 16
_LEFT = 12
_WORDS = 38
_CHECK = 14
_ONE_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


class FormatButton(QToolButton):
    """Painted in two sizes of letters, which no button of Qt has; a check tells the chosen one."""

    def __init__(
        self, theme: Theme, icon: str, words: tuple[str, str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._icon, self._words = theme, icon, words
        self.setProperty("kind", "format")
        self.setText("\n".join(words))
        self.setAccessibleName(", ".join(words))
        self.setCheckable(True)
        self.setFixedHeight(_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the ground as the style sheet says, then icon, words and check."""
        theme, painter = self._theme, QStylePainter(self)
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.text, option.icon = "", QIcon()
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        ratio, middle = self.devicePixelRatioF(), (self.height() - _ICON) // 2
        tone = "accent" if self.isChecked() else "text2"
        painter.drawPixmap(_LEFT, middle, theme.pixmap(self._icon, tone, _ICON, ratio))
        room = self.width() - _WORDS - _CHECK - 12
        painter.setFont(theme.font(13, 500))
        painter.setPen(theme.color("accent" if self.isChecked() else "text"))
        painter.drawText(QRect(_WORDS, 3, room, 18), _ONE_LINE, self._words[0])
        painter.setFont(theme.font(11))
        painter.setPen(theme.color("text3"))
        painter.drawText(QRect(_WORDS, 20, room + _CHECK, 16), _ONE_LINE, self._words[1])
        if self.isChecked():
            check = theme.pixmap("check", "accent", _CHECK, ratio)
            painter.drawPixmap(self.width() - _CHECK - 10, (self.height() - _CHECK) // 2, check)
