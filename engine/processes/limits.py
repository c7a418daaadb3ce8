"""Resource limits that a process sets itself before it handles hostile input.

A limit that a system lacks or refuses (macOS limits no address space) is left out: the parent waits
only so long, and watches the memory from outside (`engine.extract.process.reader_process`).
"""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from typing import Protocol

_SECONDS_TO_SPARE = 2
# A reader process is replaced after some thousand files.
_SECONDS_IN_ALL = 86_400
_OPEN_FILES = 256


class TimeLimit(Protocol):
    """Bounds how long this process may compute."""

    def limit_next_seconds(self, seconds: int) -> None:
        """End this process when it computes longer than that from now on.

        Its parent may be gone, and a process in an endless loop does not notice that.
        """

    def limit_all_seconds(self, seconds: int) -> None:
        """End this process when it computes longer than that in all; it cannot raise this limit."""


class NoTimeLimit:
    """Where the system offers none."""

    def limit_next_seconds(self, seconds: int) -> None:
        """Leave it to the parent."""

    def limit_all_seconds(self, seconds: int) -> None:
        """Leave it to the parent."""


def limit_this_process(memory_bytes: int) -> TimeLimit:
    """Limit memory, written files, open files and core dumps; return what limits the time."""
    if sys.platform == "win32":
        from twofold.engine.processes.windows_job import join_limiting_job  # noqa: PLC0415

        return join_limiting_job(memory_bytes) or NoTimeLimit()
    try:
        import resource  # noqa: PLC0415 (Windows has none)
    except ImportError:  # a Python that was built without it
        return NoTimeLimit()
    for kind, most in (
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, _OPEN_FILES),
        (resource.RLIMIT_AS, memory_bytes),
    ):
        _, allowed = resource.getrlimit(kind)
        limit = most if allowed == resource.RLIM_INFINITY else min(most, allowed)
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (limit, limit))
    return _UnixTimeLimit()


class _UnixTimeLimit:
    """The limit of processor time (setrlimit(2)): it is raised for each document."""

    def limit_next_seconds(self, seconds: int) -> None:
        """Allow so many seconds of computing from now on."""
        if sys.platform != "win32":
            import resource  # noqa: PLC0415 (Windows has none)

            most = int(time.process_time()) + seconds + _SECONDS_TO_SPARE
            _, allowed = resource.getrlimit(resource.RLIMIT_CPU)
            hard = _SECONDS_IN_ALL if allowed == resource.RLIM_INFINITY else allowed
            with suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_CPU, (min(most, hard), hard))

    def limit_all_seconds(self, seconds: int) -> None:
        """Allow so many seconds of computing in all, as a limit that cannot be raised."""
        if sys.platform != "win32":
            import resource  # noqa: PLC0415 (Windows has none)

            _, allowed = resource.getrlimit(resource.RLIMIT_CPU)
            hard = seconds if allowed == resource.RLIM_INFINITY else min(seconds, allowed)
            with suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))
