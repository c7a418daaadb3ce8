"""Resource limits that a process sets for itself before it handles hostile input.

A limit that a system does not support or refuses (macOS cannot limit the address space) is left
out: the parent has a timeout, and checks the memory from outside
(`engine.extract.process.reader_process`).
"""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from typing import Protocol

_SECONDS_TO_SPARE = 2
# A worker is replaced after several thousand files.
_SECONDS_IN_ALL = 86_400
_OPEN_FILES = 256


class TimeLimit(Protocol):
    """Limits the processor time of this process."""

    def limit_next_seconds(self, seconds: int) -> None:
        """End this process if it computes longer than this from now on.

        The parent cannot always end it: the parent may itself have ended, and a process in an
        endless loop does not notice that.
        """

    def limit_all_seconds(self, seconds: int) -> None:
        """End this process if it computes longer than this in total; the limit cannot be raised."""


class NoTimeLimit:
    """A TimeLimit without effect, for systems that cannot limit processor time."""

    def limit_next_seconds(self, seconds: int) -> None:
        """Do nothing; the parent has a timeout."""

    def limit_all_seconds(self, seconds: int) -> None:
        """Do nothing; the parent has a timeout."""


def limit_this_process(memory_bytes: int) -> TimeLimit:
    """Limit memory, written files, open files and core dumps; return the time limit."""
    if sys.platform == "win32":
        from twofold.engine.processes.windows_job import join_limiting_job  # noqa: PLC0415

        return join_limiting_job(memory_bytes) or NoTimeLimit()
    try:
        import resource  # noqa: PLC0415 (Windows has none)
    except ImportError:  # a Python built without it
        return NoTimeLimit()
    for kind, limit_value in (
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, _OPEN_FILES),
        (resource.RLIMIT_AS, memory_bytes),
    ):
        _, allowed = resource.getrlimit(kind)
        limit = limit_value if allowed == resource.RLIM_INFINITY else min(limit_value, allowed)
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (limit, limit))
    return _UnixTimeLimit()


class _UnixTimeLimit:
    """The limit of processor time (setrlimit(2)), which is raised for each document."""

    def limit_next_seconds(self, seconds: int) -> None:
        """Allow this many seconds of processor time from now on."""
        if sys.platform != "win32":
            import resource  # noqa: PLC0415 (Windows has none)

            limit_value = int(time.process_time()) + seconds + _SECONDS_TO_SPARE
            _, allowed = resource.getrlimit(resource.RLIMIT_CPU)
            hard = _SECONDS_IN_ALL if allowed == resource.RLIM_INFINITY else allowed
            with suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_CPU, (min(limit_value, hard), hard))

    def limit_all_seconds(self, seconds: int) -> None:
        """Allow this many seconds of processor time in total; the limit cannot be raised."""
        if sys.platform != "win32":
            import resource  # noqa: PLC0415 (Windows has none)

            _, allowed = resource.getrlimit(resource.RLIMIT_CPU)
            hard = seconds if allowed == resource.RLIM_INFINITY else min(seconds, allowed)
            with suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))
