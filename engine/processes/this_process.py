"""The running process: who may read its files, its priority, and the memory it has freed."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

_OTHERS = 0o077
# The umask that the process was started with, once it has another one.
_inherited: int | None = None


def make_new_files_private() -> None:
    """Let nobody else read what this process and its children write from now on."""
    global _inherited  # noqa: PLW0603 (like the umask itself, of which a process has one)
    if sys.platform == "win32":
        return
    before = os.umask(_OTHERS)
    if _inherited is None:
        _inherited = before


@contextmanager
def inherited_umask() -> Iterator[None]:
    """Start programs of the user inside: what they save is not ours to keep private.

    The umask is that of the whole process: what other threads write privately says so itself.
    """
    if _inherited is None:
        yield
        return
    os.umask(_inherited)
    try:
        yield
    finally:
        os.umask(_OTHERS)


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


def give_back_free_memory() -> bool:
    """Give back what this process has freed; takes some milliseconds, say 4 for 80 MB.

    False where the C library has no such call (it then does what it does by itself).
    """
    trim = _trim()
    return trim is not None and bool(trim(0))


@cache
def _trim() -> Any:  # noqa: ANN401 - a C function
    if sys.platform != "linux":
        return None
    function = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if function is not None:
        function.argtypes = (ctypes.c_size_t,)
    return function
