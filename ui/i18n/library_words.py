"""The state of the library in words, as the status bar and the library page say it."""

from __future__ import annotations

import math
from pathlib import PurePosixPath

from engine.api import FolderStatus, IndexingPhase, LibraryStatus
from ui.i18n import counts, formatting
from ui.i18n.label_text import isolated
from ui.i18n.translation import tr


def keyword_coverage(status: LibraryStatus) -> float:
    """Return the part of the known documents that keywords find, 0 to 1."""
    known = status.documents_indexed + status.documents_pending
    return status.documents_indexed / known if known else 0.0


def meaning_coverage(status: LibraryStatus) -> float:
    """Return the part of the passages that meaning finds, 0 to 1."""
    known = status.vectors_ready + status.vectors_pending
    return status.vectors_ready / known if known else 0.0


def percent(fraction: float) -> str:
    """Return '63 %', never rounded up to 100."""
    return formatting.percent(math.floor(fraction * 100 + 1e-9) / 100)


def keywords_in_words(status: LibraryStatus) -> str:
    """Return how far keywords cover the library."""
    words = tr("Keywords {percent}").format(percent=percent(keyword_coverage(status)))
    left = reading_time_left(status)
    return f"{words}, {left}" if left else words


def meaning_in_words(status: LibraryStatus) -> str:
    """Return how far meaning covers the library, how far a model that comes, and how long yet."""
    words = tr("Meaning {percent}").format(percent=percent(meaning_coverage(status)))
    left = time_left(status)
    if (coming := status.upcoming) is not None:
        done = coming.vectors_ready / max(coming.vectors_ready + coming.vectors_pending, 1)
        words = tr("{meaning}, new model {percent}").format(meaning=words, percent=percent(done))
        left = upcoming_time_left(status)
    return f"{words}, {left}" if left else words


def time_left(status: LibraryStatus) -> str:
    """Return '12 min left', '' when nothing is left, it is not known, or reading is paused."""
    is_paused = status.phase is IndexingPhase.PAUSED
    if status.seconds_left is None or not status.vectors_pending or is_paused:
        return ""
    return _minutes_left(status.seconds_left)


def reading_time_left(status: LibraryStatus) -> str:
    """Return how long the files still take to be read, '' when nothing is left or not known."""
    is_reading = status.documents_pending and status.phase is IndexingPhase.READING
    if not is_reading or status.reading_rate <= 0:
        return ""
    return _minutes_left(status.documents_pending / status.reading_rate)


def pace(status: LibraryStatus) -> str:
    """Return time left and rate of what is being read, files first; '' when it is not known."""
    if left := reading_time_left(status):
        return f"{left}\n{tr('{rate} files a second').format(rate=_rate(status.reading_rate))}"
    is_paused = status.phase is IndexingPhase.PAUSED
    if is_paused or not status.vectors_pending or status.embedding_rate <= 0:
        return ""
    rate = tr("{rate} passages a second").format(rate=_rate(status.embedding_rate))
    return "\n".join(part for part in (time_left(status), rate) if part)


def upcoming_time_left(status: LibraryStatus) -> str:
    """Return how long the vectors of a coming model still take, '' when it is not known."""
    is_known = status.upcoming is not None and status.seconds_left is not None
    if not is_known or status.phase is IndexingPhase.PAUSED:
        return ""
    return _minutes_left(status.seconds_left or 0.0)


def _rate(number: float) -> str:
    return formatting.grouped(round(number)) if number >= 10 else formatting.decimal(number, 1)


def _minutes_left(seconds: float) -> str:
    return tr("{time} left").format(time=formatting.duration(seconds))


def passages_in_all(status: LibraryStatus) -> int:
    """Return how many passages there are, with those of shared libraries."""
    return status.chunks + sum(one.passages for one in status.shared)


def size_in_words(status: LibraryStatus) -> str:
    """Return how much the library holds, with the shared ones beside it."""
    files = status.documents_indexed + sum(one.documents for one in status.shared)
    return tr("{passages} in {files}").format(
        passages=counts.passages(passages_in_all(status)), files=counts.files(files)
    )


def promise_in_words(status: LibraryStatus) -> str:
    """Return where queries go, which is nowhere while no shared library is searched."""
    hosts = tuple(dict.fromkeys(shared_host(one.address) for one in status.shared))
    if not hosts:
        return tr("Everything stays on this computer")
    where = hosts[0] if len(hosts) == 1 else counts.servers(len(hosts))
    return tr("Queries also go to {where}").format(where=where)


def is_up_to_date(status: LibraryStatus) -> bool:
    """Say whether both rankings know everything there is to know, and no other model comes."""
    waiting = status.documents_pending or status.vectors_pending or status.upcoming is not None
    return not waiting and status.phase in {IndexingPhase.IDLE, IndexingPhase.PAUSED}


def can_pause(status: LibraryStatus) -> bool:
    """Say whether there is reading to pause, or a pause to end."""
    paused = status.phase is IndexingPhase.PAUSED
    waiting = status.documents_pending or status.vectors_pending
    return bool(paused or waiting or status.upcoming is not None)


def folder_state(folder: FolderStatus, status: LibraryStatus) -> tuple[str, str, str]:
    """Return icon, colour and words for the state of one folder."""
    if not folder.available:
        return "triangle-alert", "warn", tr("not connected; results kept")
    if folder.pending:
        if status.phase is IndexingPhase.PAUSED:
            return "pause", "text2", tr("paused")
        file = PurePosixPath(status.current_file).name
        return (
            "loader",
            "mn",
            tr("reading {file}").format(file=isolated(file)) if file else _reading(),
        )
    if status.phase is IndexingPhase.SCANNING and not status.read_only:
        return "loader", "mn", tr("looking for changes")
    if folder.vectors < folder.chunks:
        return _embedding_state(status)
    return _state_at_rest(folder)


def _state_at_rest(folder: FolderStatus) -> tuple[str, str, str]:
    if folder.failed and not folder.documents:
        return "triangle-alert", "warn", tr("nothing in it could be read")
    return "eye", "text2", tr("up to date")


def _embedding_state(status: LibraryStatus) -> tuple[str, str, str]:
    if status.model.problem:
        return "triangle-alert", "warn", tr("only keywords: the language model is not usable")
    if status.phase is IndexingPhase.PAUSED:
        return "pause", "text2", tr("paused")
    return "loader", "mn", tr("reading by meaning")


def _reading() -> str:
    return tr("reading the files")


def shared_name(address: str) -> str:
    """Return what people call a shared library: the collection of its address."""
    return address.rpartition("/")[2]


def why_no_file(address: str) -> str:
    """Say why the file of a hit of a shared library can be neither opened nor changed."""
    words = tr("This is from the shared library {name}: its file is not on this computer.")
    return words.format(name=isolated(shared_name(address)))


def shared_host(address: str) -> str:
    """Return HOST:PORT of the address of a shared library."""
    return address.partition("://")[2].partition("/")[0]
