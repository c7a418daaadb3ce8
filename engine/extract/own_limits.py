"""The limits a worker sets itself before it sees a document, as far as its system has them.

A limit that a system lacks or refuses (macOS limits no address space) is left out: the reader
waits only so long, and watches the memory from outside (`engine.extract.memory_watch`).
"""

from __future__ import annotations

import sys
from typing import Protocol


class OwnLimits(Protocol):
    """What the process allows itself."""

    def limit_next_seconds(self, seconds: int) -> None:
        """End this process when it computes longer than that from now on.

        Its reader may be gone, and who loops for ever cannot notice that nobody waits.
        """


class NoLimits:
    """Where the system offers nothing."""

    def limit_next_seconds(self, seconds: int) -> None:
        """Leave it to the reader."""


def limit_this_process(memory_mb: int) -> OwnLimits:
    """Limit memory (10^6 bytes) and what else can be; return what limits the time."""
    most_memory = memory_mb * 1_000_000
    if sys.platform != "win32":
        try:
            from engine.extract.unix_limits import UnixLimits  # noqa: PLC0415
        except ImportError:  # A Python without the module resource.
            return NoLimits()
        return UnixLimits(most_memory)
    from engine.extract.windows_job import join_limiting_job  # noqa: PLC0415

    return join_limiting_job(most_memory) or NoLimits()
