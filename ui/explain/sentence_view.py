"""Shows the explanation: what counts strong, the searched word marked, the total in the accent."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.results.match_marks import mark_areas, paint_mark
from ui.results.snippet_layout import PROSE_LINE, place_line
from ui.results.utf16 import in_utf16
from ui.theme import Theme

_PART = re.compile(r"<(b|mark|total)>(.*?)</\1>|([^<]+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class MarkedText:
    """Text, and its stretches [start, end) in characters, each called b, mark or total."""

    text: str
    stretches: tuple[tuple[str, int, int], ...]


def parse_markup(markup: str) -> MarkedText:
    """Read the markup of a sentence."""
    text = ""
    stretches = []
    for part in _PART.finditer(markup):
        start = len(text)
        words = unescape(part[2] if part[1] else part[3])
        # '3rd of 42' stays in one line.
        text += words.replace(" ", "\u00a0") if part[1] == "total" else words
        if part[1]:
            stretches.append((part[1], start, len(text)))
    return MarkedText(text, tuple(stretches))


class SentenceView(QWidget):
    """A paragraph that is as high as its width needs."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown = MarkedText("", ())
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self.update)

    def show_markup(self, markup: str) -> None:
        """Show another sentence."""
        self._shown = parse_markup(markup)
        self.setAccessibleName(self._shown.text.replace("\u00a0", " "))
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        """Tell the layout to ask for the height."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return 20 pixels a line."""
        return max(self._layout(width).lineCount(), 1) * PROSE_LINE

    def sizeHint(self) -> QSize:
        """Prefer the width of the panel."""
        return QSize(320, self.heightForWidth(320))

    def minimumSizeHint(self) -> QSize:
        """Accept any width; the height follows."""
        return QSize(0, PROSE_LINE)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint marks, then text."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        layout = self._layout(self.width())
        for area in mark_areas(layout, self._spans("mark"), PROSE_LINE):
            paint_mark(painter, self._theme, area)
        painter.setPen(self._theme.color("text"))
        layout.draw(painter, QPointF(0, 0))

    def _layout(self, width: int) -> QTextLayout:
        layout = QTextLayout(self._shown.text, self._theme.font(13))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.setFormats([*self._formats("b"), *self._formats("mark"), *self._formats("total")])
        layout.beginLayout()
        number = 0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            place_line(line, number, PROSE_LINE)
            number += 1
        layout.endLayout()
        return layout

    def _formats(self, name: str) -> list[QTextLayout.FormatRange]:
        strong = QTextCharFormat()
        strong.setFontWeight(600)
        if name == "total":
            strong.setForeground(self._theme.color("accent"))
        formats = []
        for start, end in self._spans(name):
            stretch = QTextLayout.FormatRange()
            stretch.start, stretch.length, stretch.format = start, end - start, strong
            formats.append(stretch)
        return formats

    def _spans(self, name: str) -> list[tuple[int, int]]:
        spans = ((start, end) for called, start, end in self._shown.stretches if called == name)
        return in_utf16(self._shown.text, spans)
