"""How far the library is read: both coverages, the pace, and the button that pauses reading."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.api import IndexingPhase, LibraryStatus, RetrieverKind
from ui.i18n import counts
from ui.i18n.formatting import grouped
from ui.i18n.library_words import can_pause, keyword_coverage, meaning_coverage, pace
from ui.i18n.translation import tr, translated
from ui.theme import Theme
from ui.widgets.decoration import set_button_icon
from ui.widgets.progress_bars import CoverageBar

_WIDE = 760
_SIDE_BY_SIDE = 560
_LINE = 1  # around the panel
_LAST_ROW = 3


class CoveragePanel(QFrame):
    """Two bars side by side, and pace and pause beside them.

    In a narrow window these stand below, and in a still narrower one the bars below each other.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._status = LibraryStatus()
        self.setProperty("surface", "panel")
        self._keywords = self._label(12, "text2")
        self._meaning = self._label(12, "text2")
        self._left = self._label(12, "text2")
        self._sandbox = self._label(12, "text2")
        self._sandbox.setWordWrap(True)
        self._keywords_bar = CoverageBar(RetrieverKind.LEXICAL, self)
        self._meaning_bar = CoverageBar(RetrieverKind.VECTOR, self)
        self.pause = QPushButton(tr("Pause"), self)
        self._width = _WIDE
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(16, 12, 16, 12)
        self._grid.setHorizontalSpacing(24)
        self._halves = (
            self._half(tr("Keywords"), self._keywords, self._keywords_bar),
            self._half(tr("Meaning"), self._meaning, self._meaning_bar),
        )
        self._arrange()

    def _label(self, size: int, tone: str, words: str = "", *, weight: int = 400) -> QLabel:
        label = QLabel(words, self)
        label.setFont(self._theme.font(size, weight, tabular=True))
        label.setProperty("tone", tone)
        return label

    def _half(self, name: str, words: QLabel, bar: CoverageBar) -> QWidget:
        half = QWidget(self)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._label(13, "", name, weight=500), 1)
        row.addWidget(words)
        layout = QVBoxLayout(half)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(row)
        layout.addWidget(bar)
        return half

    def _arrange(self) -> None:
        """Give every part its place; who has nothing to say takes no room."""
        keywords, meaning = self._halves
        parts = (keywords, meaning, self._left, self.pause)
        one_row = self._fits_one_row(parts)
        if one_row:
            places = ((0, 0, 1, 1), (0, 1, 1, 1), (0, 2, 1, 1), (0, 3, 1, 1))
        elif self._width >= _SIDE_BY_SIDE:
            places = ((0, 0, 1, 1), (0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 1, 1))
        else:
            places = ((0, 0, 1, 2), (1, 0, 1, 2), (2, 0, 1, 1), (2, 1, 1, 1))
        for part, place in zip(parts, places, strict=True):
            self._grid.removeWidget(part)
            self._grid.addWidget(part, *place)
        self._grid.removeWidget(self._sandbox)
        self._grid.addWidget(self._sandbox, _LAST_ROW, 0, 1, -1)
        edge = Qt.AlignmentFlag(0) if one_row else Qt.AlignmentFlag.AlignRight
        self._grid.setAlignment(self.pause, edge)
        for column, stretch in enumerate((3, 3, 2 if places[2][1] and self._left.text() else 0)):
            self._grid.setColumnStretch(column, stretch)

    def _fits_one_row(self, parts: Sequence[QWidget]) -> bool:
        """Whether all that is shown stands side by side; words of other languages are longer."""
        edges, shown = self._grid.contentsMargins(), [part for part in parts if not part.isHidden()]
        needed = sum(part.minimumSizeHint().width() for part in shown)
        needed += (len(shown) - 1) * self._grid.horizontalSpacing()
        needed += edges.left() + edges.right() + 2 * _LINE
        return self._width >= max(_WIDE, needed)

    def use_width(self, width: int) -> None:
        """Put the parts where there is room in `width` pixels.

        The panel's own width does not tell: it is no less than what stands in it needs.
        """
        self._width = width
        self._arrange()

    def show_status(self, status: LibraryStatus) -> None:
        """Show how far the library is read."""
        self._status = status
        known = status.documents_indexed + status.documents_pending
        files = tr("{done} of {files}")
        self._keywords.setText(
            files.format(done=grouped(status.documents_indexed), files=counts.files(known))
        )
        vectors = status.vectors_ready + status.vectors_pending
        passages = tr("{done} of {passages}")
        self._meaning.setText(
            passages.format(done=grouped(status.vectors_ready), passages=counts.passages(vectors))
        )
        self._keywords_bar.set_fraction(keyword_coverage(status))
        self._meaning_bar.set_fraction(meaning_coverage(status))
        self._left.setText(pace(status))
        self._left.setVisible(bool(self._left.text()))
        self.pause.setVisible(can_pause(status))
        self._sandbox.setText(translated(status.sandbox_warning))
        self._sandbox.setVisible(bool(status.sandbox_warning))
        self._arrange()
        self._show_pause()

    def _show_pause(self) -> None:
        paused = self._status.phase is IndexingPhase.PAUSED
        self.pause.setText(tr("Resume") if paused else tr("Pause"))
        set_button_icon(self.pause, self._theme, "play" if paused else "pause", "text2", 14)
