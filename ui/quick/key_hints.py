"""The keys of the quick search, named as far as there is room for them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from ui.theme import Theme

_BETWEEN = "   "


class KeyHints(QLabel):
    """Stands at the right; the first keys are the ones to know."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFont(theme.font(11))
        self.setProperty("tone", "text3")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._words = self.tr(
            "Enter: open   Ctrl+Enter: in the window   Ctrl+C: citation   Esc: close"
        ).split(_BETWEEN)

    def fit(self, room: int) -> None:
        """Name as many keys as fit into `room` pixels."""
        width = QFontMetrics(self.font()).horizontalAdvance
        shown = self._words
        while shown and width(_BETWEEN.join(shown)) > room:
            shown = shown[:-1]
        self.setText(_BETWEEN.join(shown))
