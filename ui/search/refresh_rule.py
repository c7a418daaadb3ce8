"""When a search repeats by itself because the library has changed."""

from __future__ import annotations

import time
from collections.abc import Callable

from engine.api import IndexingPhase, LibraryStatus

FACETS_EVERY_S = 1.5


class RefreshRule:
    """Hits under a person's eyes are left alone until indexing rests; all else follows it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last = float("-inf")
        self._seen = (-1, -1)
        self._was_reading = False

    def is_due(self, before: LibraryStatus, now: LibraryStatus, *, has_hits: bool) -> bool:
        """Say whether the newest search is to be sent again."""
        known = (now.chunks, now.vectors_ready)
        self._was_reading = self._was_reading or now.documents_pending > 0
        # The last files may hold no text; that they are read is said of an answer all the same.
        is_read = self._was_reading and not now.documents_pending
        if known == self._seen and not is_read:
            return False
        rested = now.phase is IndexingPhase.IDLE and before.phase is not IndexingPhase.IDLE
        waited = self._clock() - self._last >= FACETS_EVERY_S
        first = self._seen == (-1, -1)
        if not (first or rested or (waited and not has_hits)):
            return False
        self._seen = known
        self._was_reading = now.documents_pending > 0
        self._last = self._clock()
        return True
