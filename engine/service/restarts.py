"""How often the indexer has ended lately, and what is said when it is given up."""

from __future__ import annotations

import time
from collections.abc import Callable

from engine.api import Notice, RequestFailed

_MOST_RESTARTS = 3
# A window may stand for weeks: what ended long ago says nothing about the indexer of now.
_SECONDS_TO_COUNT = 600.0

CANNOT_START = Notice(
    "Indexing cannot be started, so no new or changed file is read.",
    "What was read before can be searched; close other programs, and try again.",
    is_warning=True,
    can_try_again=True,
)
ENDS_AGAIN = Notice(
    "Indexing ends again and again, so it is stopped for now.",
    "Searching goes on; try again, or start Twofold anew.",
    is_warning=True,
    can_try_again=True,
)


class IndexerEnds:
    """Counts the unexpected ends of the last ten minutes; `monotonic` tells seconds."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._ends: list[float] = []
        self.is_first_start = True

    def note(self) -> bool:
        """Note an end that nobody asked for; return whether these are too many."""
        now = self._monotonic()
        self._ends = [end for end in self._ends if now - end < _SECONDS_TO_COUNT] + [now]
        self.is_first_start = False
        return len(self._ends) > _MOST_RESTARTS

    def forget(self) -> None:
        """Count anew: a person wants another try."""
        self._ends, self.is_first_start = [], False


def refused(request_id: int, why: Notice) -> RequestFailed:
    """Return the answer to a request while there is no indexer."""
    return RequestFailed(request_id, why.message, why.hint, can_try_again=why.can_try_again)


def lost(request_id: int) -> RequestFailed:
    """Return the answer to a request that an indexer had not answered when it ended."""
    return RequestFailed(request_id, "Indexing ended unexpectedly.", "What was finished is kept.")
