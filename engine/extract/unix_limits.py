"""The limits of a worker on Unix: resource limits, as far as the system has each (setrlimit(2))."""

from __future__ import annotations

import sys
import time
from contextlib import suppress

assert sys.platform != "win32"  # noqa: S101 (so type checkers know which system this is for)

import resource  # noqa: E402

_LARGEST_FILE_WRITTEN = 1_000_000
_SECONDS_TO_SPARE = 2


class UnixLimits:
    """The resource limits of this process; one that is refused is left out."""

    def __init__(self, most_memory: int) -> None:
        _limit(resource.RLIMIT_AS, most_memory)
        _limit(resource.RLIMIT_FSIZE, _LARGEST_FILE_WRITTEN)
        _limit(resource.RLIMIT_CORE, 0)

    def limit_next_seconds(self, seconds: int) -> None:
        """Allow so many seconds of computing from now on."""
        _limit(resource.RLIMIT_CPU, int(time.process_time()) + seconds + _SECONDS_TO_SPARE)


def _limit(kind: int, most: int) -> None:
    _, hard = resource.getrlimit(kind)
    allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
    with suppress(ValueError, OSError):
        resource.setrlimit(kind, (allowed, hard))
