"""The state of the library as one value, sent to the front end a few times per second."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from twofold.engine.api import (
    EventCallback,
    FolderStatus,
    IndexingPhase,
    LibraryStatus,
    ModelStatus,
    StatusChanged,
    UpcomingModel,
)
from twofold.engine.model.errors import CatalogError
from twofold.engine.service.open_library import OpenLibrary

logger = logging.getLogger(__name__)

_SECONDS_BETWEEN_REPORTS = 0.4
_SHARE_OF_REPORTS = 0.05  # of the time, at most
# Parameters for measuring the reading rate.
_SECONDS_MEASURED = 30.0
_SECONDS_BETWEEN_POINTS = 0.5
_MIN_SECONDS = 2.0
# Passages per second, for estimates without measurements.
_READ_PER_SECOND = 100.0
_EMBEDDED_PER_SECOND = 5.0


class ReadingRate:
    """Measures how fast files are read. An increasing count starts a new measurement."""

    def __init__(self) -> None:
        self._points: deque[tuple[float, int]] = deque()

    def note(self, now: float, pending: int) -> None:
        """Record that `pending` files are waiting at `now`, in seconds of a monotonic clock."""
        points = self._points
        if not pending or (points and pending > points[-1][1]):
            points.clear()
        if len(points) > 1 and now - points[-2][0] < _SECONDS_BETWEEN_POINTS:
            points.pop()
        points.append((now, pending))
        while now - points[0][0] > _SECONDS_MEASURED:
            points.popleft()

    @property
    def rate(self) -> float:
        """The speed in files per second; 0.0 while unknown."""
        if not self._points:
            return 0.0
        (began, at_first), (ended, at_last) = self._points[0], self._points[-1]
        seconds = ended - began
        return (at_first - at_last) / seconds if seconds >= _MIN_SECONDS else 0.0


@dataclass(frozen=True, slots=True)
class Activity:
    """The current work of the indexing thread; `unsaved` files are read but not searchable yet.

    `later` maps folders other than `pending_folder` to their number of files to read.
    """

    phase: IndexingPhase = IndexingPhase.SCANNING
    current_file: str = ""
    pending: int = 0
    pending_folder: str = ""
    embedding_rate: float = 0.0
    unsaved: int = 0
    later: Mapping[str, int] = field(default_factory=dict)

    @property
    def files_to_read(self) -> int:
        """The number of files still to be read in all folders."""
        return self.pending + sum(self.later.values())


@dataclass(slots=True)
class Pauses:
    """The work that the user has paused: embedding, or everything. Set by any thread."""

    embedding: bool = False
    everything: bool = False


class StatusReport:
    """Builds `LibraryStatus` and sends it. Counting is limited to a small share of the time."""

    def __init__(
        self,
        library: OpenLibrary,
        on_event: EventCallback,
        *,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._library = library
        self._catalog = library.catalog
        self._on_event = on_event
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._activity = Activity(IndexingPhase.IDLE) if library.read_only else Activity()
        self.model = ModelStatus("", "")
        self._upcoming: ModelStatus | None = None
        self.vectors_pending = True  # according to the last count
        self._next_report = 0.0
        self._reading_rate = ReadingRate()

    def set_model(self, model: ModelStatus) -> None:
        """Report the model in use and whether it can be used."""
        self.model = model
        self.send_if_possible()

    def set_upcoming(self, model: ModelStatus | None) -> None:
        """Report the model whose vectors are computed in the background."""
        if model != self._upcoming:
            self._upcoming = model
            self.send()

    def set_activity(self, activity: Activity) -> None:
        """Report the work of the indexing thread; immediately if the phase changes."""
        phase_changed = activity.phase is not self._activity.phase
        self._activity = activity
        self._reading_rate.note(self._monotonic(), activity.files_to_read)
        if phase_changed or self._monotonic() >= self._next_report:
            self.send()

    def send_if_possible(self) -> None:
        """Send the state now. If the catalog cannot be read, the next status reports the change."""
        try:
            self.send()
        except CatalogError as error:
            logger.info("no status: %s", error.message)

    def send(self) -> None:
        """Count and send now. May be called from any engine thread."""
        with self._lock:
            started = self._monotonic()
            status = self.build()
            self._on_event(StatusChanged(status))
            ended = self._monotonic()
            pause = max(_SECONDS_BETWEEN_REPORTS, (ended - started) / _SHARE_OF_REPORTS)
            self._next_report = ended + pause

    def build(self) -> LibraryStatus:
        """Return the current state of the library, with all counts."""
        activity = self._activity
        # Until the model is loaded, the vectors of the last model count. Otherwise, a complete
        # library would show '0 %' at every start.
        counted = self.model.fingerprint or self._catalog.vectors.answering_model
        pending = {**activity.later, activity.pending_folder: activity.pending + activity.unsaved}
        embedded_per_second = self._catalog.vectors.embedding_rate(counted) or _EMBEDDED_PER_SECOND
        folders = tuple(
            replace(
                folder,
                pending=pending.get(folder.name, 0),
                seconds_to_read=folder.chunks / _READ_PER_SECOND
                + folder.vectors / embedded_per_second,
            )
            for folder in self._catalog.folder_statuses(counted)
        )
        if (found := self._library.searchable_vectors) is not None:
            folders = _with_vectors(folders, found)
        chunks = sum(folder.chunks for folder in folders)
        vectors = sum(folder.vectors for folder in folders)
        rate = activity.embedding_rate
        upcoming = self._upcoming_model(chunks)
        left = upcoming.vectors_pending if upcoming else chunks - vectors
        self.vectors_pending = left > 0 or not self.model.fingerprint
        return LibraryStatus(
            folders=folders,
            documents_indexed=sum(folder.documents for folder in folders),
            documents_pending=sum(pending.values()),
            documents_failed=sum(folder.failed for folder in folders),
            documents_without_text=sum(folder.without_text for folder in folders),
            chunks=chunks,
            vectors_ready=vectors,
            vectors_pending=chunks - vectors,
            model=self.model,
            index_version=self._library.index_version,
            size_bytes=self._library.size_bytes,
            phase=activity.phase,
            current_file=activity.current_file,
            embedding_rate=rate,
            seconds_left=left / rate if rate > 0 and left > 0 else None,
            read_only=self._library.read_only,
            upcoming=upcoming,
            reading_rate=self._reading_rate.rate,
            sandbox_warning=self._library.sandbox_warning,
            shared=self._library.shared.statuses,
            can_read_scans=self._library.can_read_scans,
            removed=self._library.removed.kept,
        )

    def _upcoming_model(self, chunks: int) -> UpcomingModel | None:
        model = self._upcoming
        if model is None:
            return None
        ready = self._catalog.counts(model.fingerprint).vectors
        return UpcomingModel(model.name, model.title, ready, chunks - ready)


def _with_vectors(folders: Sequence[FolderStatus], found: int) -> tuple[FolderStatus, ...]:
    """Return the folders with no more vectors in all than a search finds.

    The catalog contains a batch of vectors slightly before the index does. Most likely, these are
    of folders that are not complete yet.
    """
    ahead = sum(folder.vectors for folder in folders) - found
    shown = {folder.name: folder for folder in folders}
    for folder in sorted(folders, key=lambda one: one.vectors == one.chunks):
        fewer = max(0, min(ahead, folder.vectors))
        shown[folder.name] = replace(folder, vectors=folder.vectors - fewer)
        ahead -= fewer
    return tuple(shown.values())
