"""Progress of indexing, for keywords and for meaning."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from twofold.engine.api import IndexingPhase, LibraryStatus, RetrieverKind
from twofold.ui.i18n import counts
from twofold.ui.i18n.formatting import grouped
from twofold.ui.i18n.library_texts import pace
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.theme import Theme
from twofold.ui.widgets.decoration import make_label, set_button_icon
from twofold.ui.widgets.progress_bars import CoverageBar
from twofold.ui.widgets.stacking_row import StackingRow

_ONE_ROW = 728
_SIDE_BY_SIDE = 440


class CoveragePanel(QFrame):
    """Two progress bars side by side, and beside them the pace and the pause button.

    In a narrow window, pace and button move below the bars, and then the bars below each other.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("surface", "panel")
        self._keywords, self._meaning, self._left, self._sandbox = (
            make_label(theme, self, tone="text2") for _ in range(4)
        )
        self._sandbox.setWordWrap(True)
        self._keywords_bar = CoverageBar(RetrieverKind.LEXICAL, self)
        self._meaning_bar = CoverageBar(RetrieverKind.VECTOR, self)
        self.pause = QPushButton(tr("Pause"), self)
        self.all_files = QPushButton(tr("All files…"), self)
        set_button_icon(self.all_files, theme, "file-text", "text2", 14)
        halves = []
        for name, words, bar in (
            (tr("Keywords"), self._keywords, self._keywords_bar),
            (tr("Meaning"), self._meaning, self._meaning_bar),
        ):
            row = QHBoxLayout()
            row.setSpacing(8)
            row.addWidget(make_label(theme, self, name, size=13, weight=500), 1)
            row.addWidget(words)
            half = QVBoxLayout()
            half.setSpacing(6)
            half.addLayout(row)
            half.addWidget(bar)
            halves.append((half, 1))
        bars, foot = QHBoxLayout(), QHBoxLayout()
        bars.addWidget(StackingRow(halves, self, spacing=(24, 8), min_width=_SIDE_BY_SIDE))
        said, tools = QHBoxLayout(), QHBoxLayout()
        said.addWidget(self._left)
        tools.addStretch(1)
        tools.setSpacing(8)
        tools.addWidget(self.all_files)
        tools.addWidget(self.pause)
        foot.addWidget(StackingRow(((said, 1), (tools, 0)), self, spacing=(24, 6)))
        whole = QVBoxLayout(self)
        whole.setContentsMargins(16, 12, 16, 12)
        parts = ((bars, 6), (foot, 3))
        whole.addWidget(StackingRow(parts, self, spacing=(24, 6), min_width=_ONE_ROW))
        whole.addWidget(self._sandbox)

    def show_status(self, status: LibraryStatus) -> None:
        """Show the progress of indexing."""
        files = tr("{done} of {files}").format(
            done=grouped(status.documents_indexed), files=counts.files(status.documents_known)
        )
        vectors = status.vectors_ready + status.vectors_pending
        passages = tr("{done} of {passages}").format(
            done=grouped(status.vectors_ready), passages=counts.passages(vectors)
        )
        self._keywords.setText(tr("counting files…") if status.is_counting else files)
        self._meaning.setText(passages if status.chunks or not status.is_counting else "")
        self._keywords_bar.set_fraction(status.keyword_coverage)
        self._meaning_bar.set_fraction(status.meaning_coverage)
        for label, text in (
            (self._left, pace(status)),
            (self._sandbox, translated(status.sandbox_warning)),
        ):
            label.setText(text)
            label.setVisible(bool(text))
        self.pause.setVisible(status.can_pause)
        paused = status.phase is IndexingPhase.PAUSED
        self.pause.setText(tr("Resume") if paused else tr("Pause"))
        set_button_icon(self.pause, self._theme, "play" if paused else "pause", "text2", 14)
