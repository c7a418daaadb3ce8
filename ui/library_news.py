"""What of the library's state is worth a notification: the end of long work, and what failed."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from engine.api import IndexingPhase, LibraryStatus
from ui import counts
from ui.library_words import is_up_to_date

# Less is done before a person has turned to something else.
LEAST_FILES = 20


class LibraryNews:
    """Follows the library; says something once when work that was worth waiting for has ended."""

    def __init__(self) -> None:
        self._is_busy = False
        self._began: LibraryStatus | None = None

    def after(self, status: LibraryStatus) -> tuple[str, ...]:
        """Return the sentences that are news with this status."""
        if status.phase is IndexingPhase.PAUSED or not status.folders:
            return ()
        before, done = self._began, is_up_to_date(status)
        if before is None or (self._is_busy and done) or (not self._is_busy and not done):
            self._began = status
        was_busy, self._is_busy = self._is_busy, not done
        if before is None or not (was_busy and done):
            return ()
        return _news(before, status)


def _news(before: LibraryStatus, now: LibraryStatus) -> tuple[str, ...]:
    read = now.documents_indexed - before.documents_indexed
    passages = now.vectors_ready - before.vectors_ready
    failed = now.documents_failed - before.documents_failed
    news = []
    if max(read, passages) >= LEAST_FILES:
        words = _tr("Indexing has finished: {files} can be searched.")
        news.append(words.format(files=counts.files(now.documents_indexed)))
    if failed > 0:
        words = _tr("{files}. The library says why.")
        news.append(words.format(files=counts.files_not_indexed(failed)))
    return tuple(news)


def _tr(text: str) -> str:
    return QCoreApplication.translate("library_news", text)
