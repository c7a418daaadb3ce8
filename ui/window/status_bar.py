"""The status bar: indexing progress, pause, files that are not indexed, and size."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QStatusBar,
    QToolButton,
    QWidget,
)

from twofold.engine.api import IndexingPhase, LibraryStatus, RetrieverKind
from twofold.ui.i18n import counts
from twofold.ui.i18n.library_texts import (
    format_keyword_progress,
    format_meaning_progress,
    format_privacy_note,
    format_size,
)
from twofold.ui.i18n.translation import tr
from twofold.ui.theme import Theme
from twofold.ui.widgets.decoration import make_label, restyle, set_button_icon, vertical_line
from twofold.ui.widgets.progress_bars import CoverageBar

QUIET_MS = 5_000
_WIDE, _AROUND_LINE = 1024, 8
_EDGES = 44  # margins and gaps, including those of QStatusBar


class LibraryStatusBar(QStatusBar):
    """Shows the progress of indexing; `pause` and `failures` are its buttons."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._status = LibraryStatus()
        self.setSizeGripEnabled(False)
        self.setFixedHeight(28)
        self.setAccessibleName(tr("Library status"))
        self._keywords_bar = CoverageBar(RetrieverKind.LEXICAL)
        self._meaning_bar = CoverageBar(RetrieverKind.VECTOR)
        for bar in (self._keywords_bar, self._meaning_bar):
            bar.setFixedWidth(64)
        self._keywords, self._meaning, self._up_to_date, self._promise, self._size = (
            make_label(theme, self, tone="text2") for _ in range(5)
        )
        self.pause = self._link("accent")
        self.failures = self._link("warn")
        self._lock = QLabel()
        self._quiet = QTimer(self, singleShot=True, interval=QUIET_MS)
        self._quiet.timeout.connect(self._show_quiet)
        self._lay_out()
        theme.changed.connect(self._draw_lock)
        self._draw_lock()
        self.show_status(self._status)

    def _link(self, tone: str) -> QToolButton:
        link = QToolButton()
        link.setProperty("kind", "status_link")
        link.setProperty("tone", tone)
        link.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        return link

    def _lay_out(self) -> None:
        row = self._inside = QWidget(self)
        row.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        layout = self._row = QHBoxLayout(row)
        layout.setContentsMargins(14, 0, 14, 0)  # QStatusBar adds 2
        layout.setSpacing(8)
        for widget in (self._keywords_bar, self._keywords):
            layout.addWidget(widget)
        self._keywords.setContentsMargins(0, 0, 8, 0)
        for widget in (self._meaning_bar, self._meaning, self._up_to_date):
            layout.addWidget(widget)
        layout.addSpacing(4)
        layout.addWidget(self.pause)
        self._line_before_failures = vertical_line(row)
        layout.addWidget(self._line_before_failures)
        layout.addWidget(self.failures)
        layout.addStretch(1)
        self._line_before_size = vertical_line(row)
        layout.addWidget(self._lock)
        layout.addWidget(self._promise)
        layout.addWidget(self._line_before_size)
        layout.addWidget(self._size)
        self.addWidget(row, 1)

    @property
    def stops(self) -> tuple[QWidget, ...]:
        """The widgets in tab order."""
        return self.pause, self.failures

    def show_status(self, status: LibraryStatus) -> None:
        """Show the state of the library."""
        self._status = status
        self._keywords_bar.set_fraction(status.keyword_coverage)
        self._meaning_bar.set_fraction(status.meaning_coverage)
        self._keywords.setText(format_keyword_progress(status))
        self._meaning.setText(format_meaning_progress(status))
        read_only = tr("Read-only")
        self._up_to_date.setText(read_only if status.read_only else tr("Up to date"))
        self._draw_lock()
        self._promise.setText(format_privacy_note(status))
        self._promise.setToolTip("\n".join(one.address for one in status.shared))
        self._size.setText(format_size(status))
        failed, without_text = status.documents_failed, status.documents_without_text
        self.failures.setText(
            counts.files_not_indexed(failed) if failed else counts.files_without_text(without_text)
        )
        tone = "warn" if failed else "text2"
        if self.failures.property("tone") != tone:
            self.failures.setProperty("tone", tone)
            restyle(self.failures)
        set_button_icon(self.failures, self._theme, "file-x", tone, 14)
        is_paused = status.phase is IndexingPhase.PAUSED
        self.pause.setText(tr("Resume") if is_paused else tr("Pause"))
        set_button_icon(self.pause, self._theme, "play" if is_paused else "pause", "accent", 14)
        for part in (self.failures, self._line_before_failures):
            part.setVisible(bool(failed or without_text))
        self.pause.setVisible(status.can_pause)
        if not status.folders or not status.is_up_to_date:
            self._show_quiet(quiet=not status.folders)
            return
        if not self._quiet.isActive() and self._up_to_date.isHidden():
            self._quiet.start()
        self._fit()

    def _show_quiet(self, *, quiet: bool = True) -> None:
        """Show 'Up to date' instead of the progress, or the other way round."""
        self._quiet.stop()
        self._up_to_date.setVisible(quiet and self._status.documents_indexed > 0)
        for part in (self._keywords_bar, self._keywords):
            part.setVisible(not quiet)
        for part in (self._meaning_bar, self._meaning):
            part.setVisible(not quiet and bool(self._meaning.text()))
        self._fit()

    @property
    def words(self) -> list[str]:
        """The visible texts from left to right."""
        parts = (
            self._keywords,
            self._meaning,
            self._up_to_date,
            self.pause,
            self.failures,
            self._promise,
            self._size,
        )
        return [part.text() for part in parts if not part.isHidden()]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide what does not fit."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Show bars, privacy note and size as far as they fit beside the texts."""
        around = _AROUND_LINE if self.width() >= _WIDE else 0
        self._promise.setContentsMargins(0, 0, around, 0)
        self._size.setContentsMargins(around, 0, 0, 0)
        bars = (self._keywords_bar, self._meaning_bar)
        end = (self._lock, self._promise, self._line_before_size, self._size)
        fits = self._taken(without=(*bars, *end)) + self._length(bars) <= self.width()
        for bar, words in zip(bars, (self._keywords, self._meaning), strict=True):
            bar.setVisible(fits and not words.isHidden())
        promise, size = (self._lock, self._promise), (self._line_before_size, self._size)
        left = self.width() - self._taken(without=end)
        is_known = bool(self._status.passages) or not self._status.is_counting
        has_size = is_known and self._status.is_searchable and self._length(size) <= left
        left -= self._length(size) if has_size else 0
        if not has_size:  # no separator follows
            self._promise.setContentsMargins(0, 0, 0, 0)
        has_promise = self._length(promise) <= left
        for parts, is_shown in ((size, has_size), (promise, has_promise)):
            for part in parts:
                part.setVisible(is_shown)

    def _taken(self, *, without: tuple[QWidget, ...]) -> int:
        parts = self._inside.findChildren(QWidget)
        shown = [part for part in parts if part not in without and not part.isHidden()]
        return self._length(shown) + _EDGES

    def _length(self, parts: Iterable[QWidget]) -> int:
        return sum(part.sizeHint().width() + self._row.spacing() for part in parts)

    def _draw_lock(self) -> None:
        name = "globe" if self._status.shared else "lock"
        self._lock.setPixmap(self._theme.pixmap(name, "text2", 14, self.devicePixelRatioF()))
