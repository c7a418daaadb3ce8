"""'42 passages in 17 documents, 14 ms': what the newest answer holds."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QLabel, QWidget

from engine.api import SearchResponse, SearchTrace
from ui.i18n import counts
from ui.i18n.formatting import grouped
from ui.listing import Listing, listed
from ui.stage_times import elapsed_ms
from ui.theme import Theme

ANNOUNCE_EVERY_MS = 500


class CountLine(QLabel):
    """Shows the count and tells screen readers, at most twice a second."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._markup = ""
        self.setFont(theme.font(12, tabular=True))
        self.setProperty("tone", "text2")
        self.plain_text = ""
        self._announce_soon = QTimer(self)
        self._announce_soon.setSingleShot(True)
        self._announce_soon.setInterval(ANNOUNCE_EVERY_MS)
        self._announce_soon.timeout.connect(self._announce)
        theme.changed.connect(self._apply_theme)

    def show_response(self, response: SearchResponse) -> None:
        """Say how many passages of how many documents an answer holds, and how fast it came."""
        self.show_listing(listed(response, response, with_weak=True), response.trace)

    def show_listing(self, listing: Listing, trace: SearchTrace) -> None:
        """Say how much is listed, and how fast it was found."""
        time = grouped(max(1, round(elapsed_ms(trace))))
        words = self.tr("{passages} in {documents}, {time} ms")
        if not listing.shown or listing.is_of_documents:
            words = self.tr("{passages}, {time} ms")
        if listing.has_weak and not listing.shown:
            words = self.tr("{passages}; {weak} hidden, {time} ms")
        self._show(
            words,
            passages=self._passages(listing),
            documents=counts.documents(listing.documents),
            time=time,
            weak=counts.weak_matches(listing.weak),
        )

    def _passages(self, listing: Listing) -> str:
        if listing.is_of_documents:
            return self._documents(listing)
        passages = counts.passages(listing.shown)
        if listing.is_all_weak:
            weak = counts.weak_matches(listing.weak)
            return self.tr("Nothing relevant; {weak}").format(weak=weak)
        if listing.is_least and listing.shown:
            return self.tr("At least {passages}").format(passages=passages)
        if listing.is_cut:
            return self.tr("First {shown} of {found} passages").format(
                shown=grouped(listing.shown), found=grouped(listing.found)
            )
        return passages

    def _documents(self, listing: Listing) -> str:
        if not listing.is_cut:
            return counts.documents(listing.shown)
        return self.tr("First {shown} of {found} documents").format(
            shown=grouped(listing.shown), found=grouped(listing.found)
        )

    def show_nothing(self) -> None:
        """Say nothing: nothing was asked."""
        self._announce_soon.stop()
        self.plain_text = ""
        self.setAccessibleName("")
        self._markup = ""
        self.clear()

    def _show(self, words: str, *, passages: str, **values: str) -> None:
        self.plain_text = words.format(passages=passages, **values)
        strong = f"<b style='font-weight:600; color:{{strong}}'>{passages}</b>"
        self._markup = words.format(passages=strong, **values)
        self._apply_theme()
        self.setAccessibleName(self.plain_text)
        if not self._announce_soon.isActive():
            self._announce_soon.start()

    def _apply_theme(self) -> None:
        """Write the number in the colour of content, as it is what is read first."""
        colour = self._theme.color("text").name()
        self.setText(self._markup.replace("{strong}", colour))

    def _announce(self) -> None:
        if self.plain_text:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.plain_text))
