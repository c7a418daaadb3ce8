"""'42 passages in 17 documents, 14 ms': what the newest answer holds."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QLabel, QWidget

from engine.api import SearchResponse
from ui import counts
from ui.numerals import grouped
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

    def show_response(self, response: SearchResponse) -> None:
        """Say how many passages of how many documents were found, and how fast."""
        passages = self._passages(response)
        documents = counts.documents(response.documents)
        milliseconds = grouped(round(sum(response.trace.stage_ms.values())))
        rest = self.tr("in {documents}, {time} ms").format(documents=documents, time=milliseconds)
        self._show(passages, rest)

    def _passages(self, response: SearchResponse) -> str:
        shown, found = len(response.hits), len(response.ranking)
        if shown == response.request.k and found > shown:
            return self.tr("First {shown} of {found} passages").format(
                shown=grouped(shown), found=grouped(found)
            )
        return counts.passages(shown)

    def show_nothing(self) -> None:
        """Say nothing: nothing was asked."""
        self._announce_soon.stop()
        self.plain_text = ""
        self.clear()

    def _show(self, strong: str, rest: str) -> None:
        self.plain_text = f"{strong} {rest}"
        self.setText(f"<b style='font-weight:600'>{strong}</b> {rest}")
        self.setAccessibleName(self.plain_text)
        if not self._announce_soon.isActive():
            self._announce_soon.start()

    def _announce(self) -> None:
        if self.plain_text:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.plain_text))
