"""The state of the library in words, as the status bar and the library page say it."""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication

from engine.api import FolderStatus, IndexingPhase, LibraryStatus
from ui import counts, numerals
from ui.coverage_bar import keyword_coverage, meaning_coverage


def percent(fraction: float) -> str:
    """Return '63 %', never rounded up to 100."""
    return numerals.percent(math.floor(fraction * 100 + 1e-9) / 100)


def keywords_in_words(status: LibraryStatus) -> str:
    """Return how far keywords cover the library."""
    return _tr("Keywords {percent}").format(percent=percent(keyword_coverage(status)))


def meaning_in_words(status: LibraryStatus) -> str:
    """Return how far meaning covers the library, and how long the rest takes."""
    words = _tr("Meaning {percent}").format(percent=percent(meaning_coverage(status)))
    left = time_left(status)
    return f"{words}, {left}" if left else words


def time_left(status: LibraryStatus) -> str:
    """Return '12 min left' in whole minutes, '' when nothing is left or it is not known."""
    if status.seconds_left is None or not status.vectors_pending:
        return ""
    minutes = max(1, math.ceil(status.seconds_left / 60))
    return _tr("{minutes} min left").format(minutes=numerals.grouped(minutes))


def size_in_words(status: LibraryStatus) -> str:
    """Return how much the library holds."""
    return _tr("{passages} in {files}").format(
        passages=counts.passages(status.chunks), files=counts.files(status.documents_indexed)
    )


def is_up_to_date(status: LibraryStatus) -> bool:
    """Say whether both rankings know everything there is to know."""
    waiting = status.documents_pending or status.vectors_pending
    return not waiting and status.phase in {IndexingPhase.IDLE, IndexingPhase.PAUSED}


def can_pause(status: LibraryStatus) -> bool:
    """Say whether there is reading to pause, or a pause to end."""
    paused = status.phase is IndexingPhase.PAUSED
    return bool(paused or status.documents_pending or status.vectors_pending)


def folder_state(folder: FolderStatus, status: LibraryStatus) -> tuple[str, str, str]:
    """Return icon, colour and words for the state of one folder."""
    if not folder.available:
        return "triangle-alert", "warn", _tr("not connected; results kept")
    if folder.pending:
        if status.phase is IndexingPhase.PAUSED:
            return "pause", "text2", _tr("paused")
        return "loader", "mn", _tr("reading the files")
    if folder.vectors < folder.chunks:
        return _embedding_state(status)
    return "eye", "text2", _tr("up to date")


def _embedding_state(status: LibraryStatus) -> tuple[str, str, str]:
    if status.model.problem:
        return "triangle-alert", "warn", _tr("only keywords: the language model is not usable")
    if status.phase is IndexingPhase.PAUSED:
        return "pause", "text2", _tr("paused")
    return "loader", "mn", _tr("reading by meaning")


def _tr(text: str) -> str:
    return QCoreApplication.translate("library_words", text)
