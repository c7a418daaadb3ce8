"""An elided label, a segmented control, and a button that expands and collapses."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from twofold.ui.i18n.label_text import plain_tip
from twofold.ui.theme import Theme

_MAX_LETTERS = 500  # more do not fit on any line


class ElidedLabel(QLabel):
    """A one-line label that uses the available width and elides longer text."""

    def __init__(
        self,
        font: QFont,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._full = ""
        self._has_tip = False
        self._mode = mode
        self.setFont(font)
        self.setTextFormat(Qt.TextFormat.PlainText)
        # Align to the side of the interface language, whatever the direction of the text.
        side = Qt.AlignmentFlag.AlignRight if self.isRightToLeft() else Qt.AlignmentFlag.AlignLeft
        absolute = Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
        self.setAlignment(side | absolute)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def set_full_text(self, text: str, *, with_tip: bool = False) -> None:
        """Show as much of `text` as fits, and optionally all of it in a tooltip."""
        self._full, self._has_tip = text, with_tip
        self.setAccessibleName(text[:_MAX_LETTERS])
        self._elide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Elide the text again for the new width."""
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        metrics = QFontMetrics(self.font())
        self.setText(metrics.elidedText(self._full[:_MAX_LETTERS], self._mode, self.width()))
        if self._has_tip:
            self.setToolTip(plain_tip(self._full) if self.text() != self._full else "")


class SegmentedControl(QFrame):
    """Buttons side by side, one of which is selected; `group` numbers them from 0."""

    def __init__(self, words: Iterable[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "segments")
        self.group = QButtonGroup(self)
        self.segments: list[QToolButton] = []
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(2)
        for number, text in enumerate(words):
            button = QToolButton(self)
            button.setProperty("kind", "segment")
            button.setText(text)
            button.setCheckable(True)
            self.segments.append(button)
            self.group.addButton(button, number)
            row.addWidget(button)


class FoldButton(QToolButton):
    """A chevron and a text; checked while its content is expanded. `kind` is its style."""

    def __init__(self, theme: Theme, kind: str, words: str = "") -> None:
        super().__init__()
        self._theme = theme
        self.setText(words)
        self.setProperty("kind", kind)
        self.setCheckable(True)
        self.setFixedHeight(24)
        self.setIconSize(QSize(12, 12))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.toggled.connect(self._show_chevron)
        self._show_chevron()

    def _show_chevron(self) -> None:
        name = "chevron-down" if self.isChecked() else "chevron-right"
        self.setIcon(self._theme.icon(name, "text3", 12))
