"""Repeats the current search after the library changes, without disturbing the user."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import islice

from PySide6.QtCore import QObject, QTimer

from twofold.engine.api import (
    IndexingPhase,
    LibraryStatus,
    RetrieverKind,
    SearchMode,
    SearchResponse,
)
from twofold.ui.results.result_list import ResultList
from twofold.ui.search.pages import is_same_search
from twofold.ui.search.search_field import SearchField
from twofold.ui.search.session import REST_PAUSE_MS, SearchSession

FACETS_EVERY_S = 1.5
HITS_EVERY_S = 2.0
FIRST_PAUSE_MS = 250
_MAX_TRIES = 6
_MAX_EMBEDDED_FIRST = 12  # two seconds on two slow cores


class SearchRefresh(QObject):
    """Watches the library status and the answers. Runs on the UI thread.

    Without hits, the search is repeated whenever the library changes. With hits, it is repeated
    when indexing finishes; while a folder is indexed for the first time, also every few seconds,
    unless the user scrolls, selects or types. While several hits are selected, the search waits,
    because another answer may lack some of them.

    An answer without vector results is repeated when the vector retriever is available. The engine
    may report that shortly before a search can use it, so the search is repeated a few times with
    increasing pauses. It is also repeated when a shared library has been opened, or, with
    increasing pauses and at most _MAX_TRIES times, when one did not respond in time, unless the
    user has touched the hits.

    Passages found by keywords that are not yet embedded are embedded first. The search is repeated
    afterwards, unless the user has touched the hits.

    Counts from another snapshot than the answer's are not shown; the search is repeated instead.
    """

    def __init__(
        self,
        session: SearchSession,
        results: ResultList,
        field: SearchField,
        parent: QObject | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._results = results
        self._clock = clock
        self._status = LibraryStatus()
        self._seen = (-1, -1)  # passages and vectors at the last repeat
        self._was_reading = False
        self._first_read: set[str] = set()  # folders being indexed for the first time
        self._repeated_at = self._touched_at = float("-inf")
        self._is_due = False
        self._is_outdated = False
        self._is_meaning_missing = False
        self._tries = 0
        self._answer: SearchResponse | None = None
        self._shown_at = float("-inf")
        self._library_tries = 0
        self._library_pause = QTimer(self, singleShot=True)
        self._library_pause.timeout.connect(self._try_libraries)
        self._without_vector: tuple[int, ...] = ()  # of the newest answer
        self._is_at_rest = QTimer(self, singleShot=True, interval=REST_PAUSE_MS)
        self._is_at_rest.timeout.connect(self._embed_first)
        self._meaning_pause = QTimer(self, singleShot=True)
        self._meaning_pause.timeout.connect(self._try_meaning)
        # Showing an answer again selects one hit first and then the others.
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._repeat_if_free)
        results.selectionModel().selectionChanged.connect(self._selection_changed)
        results.verticalScrollBar().valueChanged.connect(self._touch)
        field.textEdited.connect(self._touch)

    def repeat(self) -> None:
        """Repeat the newest search.

        If several hits are selected, wait until at most one is.
        """
        self._is_due = True
        self._repeat_if_free()

    def _repeat_if_free(self) -> None:
        # The hits are the answer to the current search, and several of them are selected.
        several = len(self._results.selectionModel().selectedIndexes()) > 1
        if self._is_due and not (several and self._session.is_answered):
            self._is_due = False
            self._session.repeat()

    # User interaction

    def _selection_changed(self) -> None:
        self._touch()
        if self._is_due:
            self._soon.start()

    def _touch(self, *_: object) -> None:
        self._touched_at = self._clock()

    # The library

    def show_status(self, status: LibraryStatus, *, has_hits: bool) -> None:
        """Handle a new library status; `has_hits` tells whether hits are shown."""
        before, self._status = self._status, status
        self._plan_for_meaning(was_there=is_meaning_there(before))
        has_opened = bool(_open_shared(status) - _open_shared(before))
        if self._is_change_due(before, status, has_hits=has_hits) or has_opened:
            self.repeat()
        else:
            self._repeat_outdated()

    def repeat_when_idle(self) -> None:
        """Repeat the search once indexing is idle, because the counts are from another snapshot."""
        self._is_outdated = True
        self._repeat_outdated()

    def _repeat_outdated(self) -> None:
        rests = self._status.phase in {IndexingPhase.IDLE, IndexingPhase.PAUSED}
        if self._is_outdated and rests:
            self._is_outdated = False  # only once: the next status may arrive before the answer
            self.repeat()

    def _is_change_due(self, before: LibraryStatus, now: LibraryStatus, *, has_hits: bool) -> bool:
        known = (now.chunks, now.vectors_ready)
        self._was_reading = self._was_reading or now.documents_pending > 0
        # The last files may contain no text; having read them counts as a change all the same.
        is_read = self._was_reading and not now.documents_pending
        is_first_reading = self._is_first_reading(now)
        if known == self._seen and not is_read:
            return False
        is_rested = now.phase is IndexingPhase.IDLE and before.phase is not IndexingPhase.IDLE
        is_first_status = self._seen == (-1, -1)
        time_now = self._clock()
        if has_hits:
            waited = time_now - max(self._touched_at, self._repeated_at)
            has_waited = is_first_reading and waited >= HITS_EVERY_S
        else:
            has_waited = time_now - self._repeated_at >= FACETS_EVERY_S
        if not (is_rested or is_first_status or has_waited):
            return False
        self._seen = known
        self._was_reading = now.documents_pending > 0
        self._repeated_at = time_now
        return True

    def _is_first_reading(self, status: LibraryStatus) -> bool:
        """Return whether a folder is being indexed that consisted mostly of unread files."""
        pending = {folder.name for folder in status.folders if folder.pending}
        mostly = {folder.name for folder in status.folders if folder.pending > folder.documents}
        self._first_read = (self._first_read & pending) | mostly
        return bool(self._first_read)

    # Vector retrieval

    @property
    def is_meaning_missing(self) -> bool:
        """Whether the newest answer lacks the vector results it should have."""
        return self._is_meaning_missing

    @property
    def is_meaning_awaited(self) -> bool:
        """Whether vector results are only missing because they are not available yet."""
        is_coming = not self._status.model.problem
        is_late = not is_meaning_there(self._status) or self._tries < _MAX_TRIES
        return self._is_meaning_missing and is_coming and is_late

    def take_answer(self, answer: SearchResponse) -> None:
        """Record what the newest answer lacks."""
        self._is_due = self._is_outdated = False
        self._set_meaning_missing(missing=lacks_meaning(answer))
        self._plan_for_libraries(answer)
        before, self._without_vector = self._without_vector, without_vector(answer)
        if self._without_vector and self._without_vector != before:
            self._is_at_rest.start()
        else:  # nothing is left, or embedding is not possible now
            self._is_at_rest.stop()

    def take_failure(self) -> None:
        """Record that the newest search failed."""
        self._is_due = self._is_outdated = False
        self._set_meaning_missing(missing=self._session.request.mode is SearchMode.VECTOR)

    def _set_meaning_missing(self, *, missing: bool) -> None:
        self._is_meaning_missing = missing
        if not missing:
            self._tries = 0
            self._meaning_pause.stop()
        self._plan_for_meaning()

    def _plan_for_meaning(self, *, was_there: bool = True) -> None:
        is_there = is_meaning_there(self._status)
        if is_there and not was_there:
            self._tries = 0
        waits = self._is_meaning_missing and is_there and not self._meaning_pause.isActive()
        if waits and self._tries < _MAX_TRIES:
            self._meaning_pause.start(FIRST_PAUSE_MS * 2**self._tries)

    def _try_meaning(self) -> None:
        self._tries += 1
        if self._is_meaning_missing and is_meaning_there(self._status):
            self.repeat()

    # Shared libraries

    def _plan_for_libraries(self, answer: SearchResponse) -> None:
        """Schedule another search if the answer may lack the hits of a shared library."""
        before, self._answer = self._answer, answer
        if before is None or not is_same_search(before, answer):
            self._library_tries = 0
        self._library_pause.stop()
        if answer.warnings and self._library_tries < _MAX_TRIES:
            QTimer.singleShot(0, self, self._await_libraries)  # filling the list selects a hit

    def _await_libraries(self) -> None:
        self._shown_at = self._clock()
        self._library_pause.start(FIRST_PAUSE_MS * 2**self._library_tries)

    def _try_libraries(self) -> None:
        self._library_tries += 1
        is_touched = self._touched_at > self._shown_at
        if not is_touched and any(one.problem for one in self._status.shared):
            self.repeat()

    def _embed_first(self) -> None:
        wanted, began = self._without_vector, self._clock()

        def repeat_unless_touched() -> None:
            if self._without_vector is wanted and self._touched_at <= began:
                self.repeat()

        self._session.embed_first(wanted, repeat_unless_touched)


def _open_shared(status: LibraryStatus) -> set[str]:
    """Return the addresses of the shared libraries that have been opened."""
    return {one.address for one in status.shared if one.passages}


def without_vector(response: SearchResponse) -> tuple[int, ...]:
    """Return the chunk numbers of the best keyword matches that hybrid search lacks vectors for."""
    if response.trace.mode is not SearchMode.HYBRID:
        return ()
    none = lacks_meaning(response)
    numbers = (one.chunk_number for one in response.lexical if none or one.not_embedded)
    return tuple(islice(numbers, _MAX_EMBEDDED_FIRST))


def lacks_meaning(response: SearchResponse) -> bool:
    """Return whether vector retrieval was requested but not possible at all."""
    return any(
        retriever.kind is RetrieverKind.VECTOR and (retriever.error or not retriever.searchable)
        for retriever in response.trace.retrievers
    )


def is_meaning_there(status: LibraryStatus) -> bool:
    """Return whether the vector retriever has something to search."""
    return status.model.ready and (status.vectors_ready > 0 or bool(_open_shared(status)))
