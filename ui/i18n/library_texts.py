"""The state of the library as text, for the status bar and the library page."""

from __future__ import annotations

import math
from pathlib import PurePosixPath

from twofold.engine.api import FolderStatus, IndexingPhase, LibraryStatus
from twofold.ui.i18n import counts, formatting
from twofold.ui.i18n.label_text import isolated
from twofold.ui.i18n.translation import tr


def percent(fraction: float) -> str:
    """Return '63 %', never rounded up to 100."""
    return formatting.percent(math.floor(fraction * 100 + 1e-9) / 100)


def format_keyword_progress(status: LibraryStatus) -> str:
    """Return the progress of keyword indexing."""
    if status.is_counting:
        return tr("Counting files…")
    words = tr("Keywords {percent}").format(percent=percent(status.keyword_coverage))
    left = reading_time_left(status)
    return f"{words}, {left}" if left else words


def format_meaning_progress(status: LibraryStatus) -> str:
    """Return the progress of indexing by meaning, also for a new model, and the time left."""
    if status.is_counting and not status.chunks:
        return ""
    words = tr("Meaning {percent}").format(percent=percent(status.meaning_coverage))
    left = time_left(status)
    if (coming := status.upcoming) is not None:
        new = percent(coming.coverage)
        words = tr("{meaning}, new model {percent}").format(meaning=words, percent=new)
        left = upcoming_time_left(status)
    return f"{words}, {left}" if left else words


def time_left(status: LibraryStatus) -> str:
    """Return '12 min left'; '' if nothing is left, the time is unknown, or indexing is paused."""
    is_paused = status.phase is IndexingPhase.PAUSED
    if status.seconds_left is None or not status.vectors_pending or is_paused:
        return ""
    return _minutes_left(status.seconds_left)


def reading_time_left(status: LibraryStatus) -> str:
    """Return the time left for reading files; '' if no file is being read or it is unknown."""
    is_reading = status.documents_pending and status.phase is IndexingPhase.READING
    if not is_reading or status.reading_rate <= 0:
        return ""
    return _minutes_left(status.documents_pending / status.reading_rate)


def pace(status: LibraryStatus) -> str:
    """Return the time left and the rate, on separate lines; '' if unknown.

    While files are being read, these are for reading, otherwise for embedding passages.
    """
    if left := reading_time_left(status):
        rate = tr("{rate} files per second").format(rate=_rate(status.reading_rate))
        return f"{left}\n{rate}"
    is_paused = status.phase is IndexingPhase.PAUSED
    if is_paused or not status.vectors_pending or status.embedding_rate <= 0:
        return ""
    rate = tr("{rate} passages per second").format(rate=_rate(status.embedding_rate))
    return "\n".join(part for part in (time_left(status), rate) if part)


def upcoming_time_left(status: LibraryStatus) -> str:
    """Return the time left for embedding with a new model; '' if unknown or paused."""
    is_known = status.upcoming is not None and status.seconds_left is not None
    if not is_known or status.phase is IndexingPhase.PAUSED:
        return ""
    return _minutes_left(status.seconds_left or 0.0)


def _rate(number: float) -> str:
    return formatting.grouped(round(number)) if number >= 10 else formatting.decimal(number, 1)


def _minutes_left(seconds: float) -> str:
    return tr("{time} left").format(time=formatting.duration(seconds))


def format_size(status: LibraryStatus) -> str:
    """Return the number of passages and files, including shared libraries."""
    files = status.documents_indexed + sum(one.documents for one in status.shared)
    return tr("{passages} in {files}").format(
        passages=counts.passages(status.passages), files=counts.files(files)
    )


def format_privacy_note(status: LibraryStatus) -> str:
    """Return where queries are sent: nowhere unless a shared library is searched."""
    hosts = tuple(dict.fromkeys(shared_host(one.address) for one in status.shared))
    if not hosts:
        return tr("Everything stays on this computer")
    where = hosts[0] if len(hosts) == 1 else counts.servers(len(hosts))
    return tr("Queries are also sent to {where}").format(where=where)


def folder_state(folder: FolderStatus, status: LibraryStatus) -> tuple[str, str, str]:
    """Return icon, color and text for the state of a folder."""
    if not folder.available:
        return "triangle-alert", "warn", tr("not connected (results are kept)")
    if folder.pending or not folder.is_counted:
        return _reading_state(folder, status)
    if status.phase is IndexingPhase.SCANNING and not status.read_only:
        return "loader", "mn", tr("checking for changes")
    if folder.vectors < folder.chunks:
        return _embedding_state(status)
    return _state_at_rest(folder)


def _reading_state(folder: FolderStatus, status: LibraryStatus) -> tuple[str, str, str]:
    if status.phase is IndexingPhase.PAUSED:
        return "pause", "text2", tr("paused")
    if not folder.is_counted:
        return "loader", "mn", tr("counting files…")
    file = PurePosixPath(status.current_file).name
    words = tr("indexing {file}").format(file=isolated(file)) if file else tr("indexing files")
    return "loader", "mn", words


def _state_at_rest(folder: FolderStatus) -> tuple[str, str, str]:
    if folder.failed and not folder.documents:
        return "triangle-alert", "warn", tr("no file could be read")
    if folder.without_text and not folder.documents:
        return "eye", "text2", tr("found by name only")
    return "eye", "text2", tr("up to date")


def _embedding_state(status: LibraryStatus) -> tuple[str, str, str]:
    if status.model.problem:
        return "triangle-alert", "warn", tr("keywords only: semantic model not available")
    if status.phase is IndexingPhase.PAUSED:
        return "pause", "text2", tr("paused")
    return "loader", "mn", tr("indexing by meaning")


def shared_name(address: str) -> str:
    """Return the name of a shared library: the collection in its address."""
    return address.rpartition("/")[2]


def missing_file_reason(address: str) -> str:
    """Return why the file of a hit from a shared library cannot be opened or changed."""
    words = tr("This passage is from the shared library {name}. Its file is not on this computer.")
    return words.format(name=isolated(shared_name(address)))


def shared_host(address: str) -> str:
    """Return HOST:PORT of the address of a shared library."""
    return address.partition("://")[2].partition("/")[0]
