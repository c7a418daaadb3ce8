"""The contribution bar: how much of the fused score each ranking gave."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.api import RetrieverKind
from ui.explain.shares import RetrieverShare
from ui.numerals import percent
from ui.theme import Theme

_HEIGHT = 8
_GAP = 2
_COLOURS = {RetrieverKind.LEXICAL: "kw_fill", RetrieverKind.VECTOR: "mn_fill"}


class ContributionBar(QWidget):
    """Keywords at the left, meaning at the right, as wide as their shares."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shares: tuple[RetrieverShare, ...] = ()
        self.setFixedHeight(_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_shares(self, shares: Sequence[RetrieverShare]) -> None:
        """Show other shares; those of zero take no room."""
        self._shares = tuple(share for share in shares if share.part > 0)
        words = {
            RetrieverKind.LEXICAL: self.tr("keywords {part}"),
            RetrieverKind.VECTOR: self.tr("meaning {part}"),
        }
        spoken = [words[share.retriever].format(part=percent(share.part)) for share in self._shares]
        self.setAccessibleName(self.tr("Shares: {parts}").format(parts=", ".join(spoken)))
        self.setToolTip(", ".join(spoken))
        # Else the tip is read as the description, and nobody is told when that changes.
        self.setAccessibleDescription(", ".join(spoken))
        self.update()

    def segments(self) -> list[tuple[RetrieverKind, QRectF]]:
        """Return where each ranking's part of the bar lies."""
        room = self.width() - _GAP * max(len(self._shares) - 1, 0)
        left = 0.0
        found = []
        for share in self._shares:
            width = room * share.part
            found.append((share.retriever, QRectF(left, 0, width, _HEIGHT)))
            left += width + _GAP
        return found

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the parts inside one rounded bar."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(self.rect()), _HEIGHT / 2, _HEIGHT / 2)
        painter.setPen(Qt.PenStyle.NoPen)
        for retriever, area in self.segments():
            part = QPainterPath()
            part.addRect(area)
            painter.fillPath(part.intersected(outline), self._theme.color(_COLOURS[retriever]))
