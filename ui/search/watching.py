"""Saved searches that watch the library: new matches are counted and announced once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from twofold.engine.api import (
    LibraryStatus,
    RequestFailed,
    SearchFinished,
    SearchRequest,
)
from twofold.ui.client import EngineClient
from twofold.ui.search.saved_searches import SavedSearch, SavedSearches

# After a change, wait until more files of the same batch are indexed. While a large folder is being
# indexed, repeat the searches now and then.
PAUSE_MS = 10_000
_PAUSE_WHILE_INDEXING_MS = 120_000
_MS_BETWEEN = 250  # so that a search of the user never waits for many others
_MAX_WATCHED = 20
_MAX_HITS = 100
_CALLER = "watch"


class WatchedSearches(QObject):
    """Repeats saved searches after changes of the library, one at a time and when idle.

    `is_busy` returns whether the user is searching. `base` returns a request with the current
    settings.

    Signals:
        found: a SavedSearch with new matches, and their number. Each match is reported once.
    """

    found = Signal(object, int)

    def __init__(
        self,
        client: EngineClient,
        searches: SavedSearches,
        base: Callable[[], SearchRequest],
        is_busy: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._client, self._searches = client, searches
        self._base, self._is_busy = base, is_busy
        self._known: object = None
        self._waiting: deque[SavedSearch] = deque()
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self.begin)
        self._next = QTimer(self, singleShot=True, interval=_MS_BETWEEN)
        self._next.timeout.connect(self._ask)

    def show_status(self, status: LibraryStatus) -> None:
        """Repeat the searches soon if passages were added or can be found by meaning now."""
        counts = (status.chunks, status.vectors_ready, status.documents_indexed)
        state = (*counts, status.model.ready, status.is_up_to_date)
        rests = status.is_up_to_date
        if state != self._known and status.folders and (rests or not self._soon.isActive()):
            self._soon.start(PAUSE_MS if rests else _PAUSE_WHILE_INDEXING_MS)
        self._known = state

    def begin(self) -> None:
        """Repeat the saved searches now, those saved last first."""
        self._waiting = deque(self._searches.history.saved[-_MAX_WATCHED:][::-1])
        self._ask()

    def _ask(self) -> None:
        if self._is_busy():
            self._next.start()
        elif self._waiting:
            search = self._waiting.popleft()
            self._client.request(
                self._request(search),
                self,
                lambda reply: self._take(search, reply),
                self._skip,
                newest=True,
                caller=_CALLER,
            )

    def _request(self, search: SavedSearch) -> SearchRequest:
        return replace(
            self._base(),
            query=search.query,
            mode=search.mode,
            filters=search.selection.as_filters(),
            limit=_MAX_HITS,
            offset=0,
            like="",
            group_by_document=False,
            hide_weak=True,
            rerank=False,
            prefix_last=False,
        )

    def _take(self, search: SavedSearch, reply: SearchFinished) -> None:
        kinds = search.selection.kinds
        hits = [hit for hit in reply.response.hits if kinds is None or hit.found_by in kinds]
        new = self._searches.add_news(search, hits)
        if new:
            self.found.emit(search, new)
        self._next.start()

    def _skip(self, _failure: RequestFailed) -> None:
        self._next.start()
