"""'42 passages in 17 documents, 14 ms': what the newest answer holds."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QLabel, QWidget

from engine.api import SearchResponse
from ui import counts
from ui.first_page import hits_to_show, is_first_page
from ui.numerals import grouped
from ui.stage_times import elapsed_ms
from ui.theme import Theme

ANNOUNCE_EVERY_MS = 500


class CountLine(QLabel):
    """Shows the count and tells screen readers, at most twice a second."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFont(theme.font(12, tabular=True))
        self.setProperty("tone", "text2")
        self.plain_text = ""
        self._announce_soon = QTimer(self)
        self._announce_soon.setSingleShot(True)
        self._announce_soon.setInterval(ANNOUNCE_EVERY_MS)
        self._announce_soon.timeout.connect(self._announce)

    def show_response(
        self, response: SearchResponse, hidden: int = 0, *, is_whole: bool = True
    ) -> None:
        """Say how many passages of how many documents were found, and how fast.

        `hidden` is how many weak ones are not shown. While not all hits are here (`is_whole`),
        nobody knows how many of those to come are weak.
        """
        passages = self._passages(response, hidden, is_whole=is_whole)
        time = grouped(max(1, round(elapsed_ms(response.trace))))
        documents = counts.documents(response.documents)
        words = self.tr("{passages} in {documents}, {time} ms")
        if not response.hits:
            words = self.tr("{passages}, {time} ms")
        if hidden and not response.hits:
            words = self.tr("{passages}; {weak} hidden, {time} ms")
        weak = counts.weak_matches(hidden if is_whole else None)
        self._show(words, passages=passages, documents=documents, time=time, weak=weak)

    def _passages(self, response: SearchResponse, hidden: int, *, is_whole: bool) -> str:
        if response.hits and all(hit.weak for hit in response.hits):
            weak = counts.weak_matches(len(response.hits) if is_whole else None)
            return self.tr("Nothing relevant; {weak}").format(weak=weak)
        if hidden and response.hits and not is_whole:
            passages = counts.passages(len(response.hits))
            return self.tr("At least {passages}").format(passages=passages)
        shown, found = hits_to_show(response), len(response.ranking)
        is_cut = is_first_page(response) or shown == response.request.k
        if is_cut and found > shown:
            return self.tr("First {shown} of {found} passages").format(
                shown=grouped(shown), found=grouped(found)
            )
        return counts.passages(shown)

    def show_nothing(self) -> None:
        """Say nothing: nothing was asked."""
        self._announce_soon.stop()
        self.plain_text = ""
        self.setAccessibleName("")
        self.clear()

    def _show(self, words: str, *, passages: str, **values: str) -> None:
        self.plain_text = words.format(passages=passages, **values)
        strong = f"<b style='font-weight:600'>{passages}</b>"
        self.setText(words.format(passages=strong, **values))
        self.setAccessibleName(self.plain_text)
        if not self._announce_soon.isActive():
            self._announce_soon.start()

    def _announce(self) -> None:
        if self.plain_text:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.plain_text))
