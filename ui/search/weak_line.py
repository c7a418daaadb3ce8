"""'3 weak matches': the line below the hits that brings them in."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from ui.i18n import counts
from ui.listing import Listing
from ui.theme import Theme
from ui.widgets.decoration import set_surface

_HEIGHT = 32


class WeakLine(QWidget):
    """Dashed above; hidden while there is no weak match.

    Signals:
        toggled: True when the weak matches are wanted, False when they are not.
    """

    toggled = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._is_needed = False
        self._wanted = False
        set_surface(self, "surface")
        self.setFixedHeight(_HEIGHT)
        self._words = QLabel(self)
        self._words.setFont(theme.font(12))
        self._words.setProperty("tone", "text2")
        self.button = QToolButton(self)
        self.button.setProperty("kind", "link")
        self.button.setCheckable(True)
        self.button.clicked.connect(self.toggled)
        row = QHBoxLayout(self)
        row.setContentsMargins(48, 1, 12, 0)
        row.addWidget(self._words, 1)
        row.addWidget(self.button)
        self.hide()

    def show_listing(self, listing: Listing, *, shown: bool) -> None:
        """Say how many there are, once that is known, and whether they are listed."""
        self._is_needed = listing.has_weak
        words = counts.weak_matches(listing.weak)
        told = words if shown else self.tr("{weak} hidden").format(weak=words)
        self._words.setText(told[:1].upper() + told[1:])
        self.button.setChecked(shown)
        self.button.setText(self.tr("Hide") if shown else self.tr("Show"))
        self.button.setAccessibleName(
            self.tr("Hide {weak}").format(weak=words)
            if shown
            else self.tr("Show {weak}").format(weak=words)
        )
        self._decide()

    def set_wanted(self, *, wanted: bool) -> None:
        """Say whether hits are shown above: over a state page it has no place."""
        self._wanted = wanted
        self._decide()

    def _decide(self) -> None:
        self.setVisible(self._wanted and self._is_needed)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the dashed edge."""
        super().paintEvent(event)
        painter = QPainter(self)
        pen = QPen(self._theme.color("border_strong"), 1)
        pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawLine(0, 0, self.width(), 0)
