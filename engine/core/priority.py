"""Standing behind what a person waits for, as far as the operating system arranges it."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

_AUTOGROUP = Path("/proc/self/autogroup")


def lower_priority(steps: int) -> None:
    """Give way to other processes, as `nice` with `steps` more; one class lower on Windows."""
    if hasattr(os, "nice"):
        os.nice(steps)
        follow_niceness()
    else:
        _lower_class()


def follow_niceness(autogroup: Path = _AUTOGROUP) -> None:
    """Make our own session as nice as this process is.

    Linux weighs whole sessions against each other (autogroups, sched(7)) and a new one begins at 0:
    beside a process of another session, niceness alone changes nothing. A session that we share
    with the program that started us is left as it is.
    """
    if sys.platform == "win32":
        return
    if hasattr(os, "getsid") and os.getsid(0) == os.getpid():
        with suppress(OSError):
            autogroup.write_text(str(os.nice(0)), encoding="ascii")


def _lower_class() -> None:
    import psutil  # noqa: PLC0415 (needed only where there is no nice)

    below = getattr(psutil, "BELOW_NORMAL_PRIORITY_CLASS", None)
    with suppress(psutil.Error):
        if below is not None:
            psutil.Process().nice(below)
