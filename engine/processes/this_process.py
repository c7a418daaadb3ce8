"""The running process: who may read its files, its priority, and the memory it has freed."""

from __future__ import annotations

import ctypes
import gc
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from twofold.engine.model.evaluation import MemoryInUse

_AUTOGROUP = Path("/proc/self/autogroup")
_OTHERS = 0o077
# Documents and passages have hardly a cycle; by default 700 new objects are enough to look.
_OBJECTS_BETWEEN_COLLECTIONS = 50_000
# Options of mallopt, and from which size on a block is mapped by itself.
_M_TRIM, _M_MMAP_THRESHOLD = -1, -3
_LARGE = 2 * 1024 * 1024
# The umask that the process was started with, once it has another one.
_inherited: int | None = None


def make_new_files_private() -> None:
    """Set the umask so that only the user reads what this process and its children write."""
    global _inherited  # noqa: PLW0603 (like the umask itself, of which a process has one)
    if sys.platform == "win32":
        return
    before = os.umask(_OTHERS)
    if _inherited is None:
        _inherited = before


@contextmanager
def inherited_umask() -> Iterator[None]:
    """Restore the inherited umask while the block starts programs of the user.

    The umask is that of the whole process: other threads must set the mode of private files.
    """
    if _inherited is None:
        yield
        return
    os.umask(_inherited)
    try:
        yield
    finally:
        os.umask(_OTHERS)


def let_threads_alternate_often() -> None:
    """Let a thread wait at most 1 ms for another to release Python's lock, not 5 ms.

    A query is embedded in 10 ms less, as its steps need the lock while keywords are searched.
    """
    sys.setswitchinterval(0.001)


def lower_priority(steps: int) -> None:
    """Lower the priority of this process by `steps` of `nice`, or by one class on Windows."""
    if hasattr(os, "nice"):
        os.nice(steps)
        follow_niceness()
    else:
        _lower_class()


def system_load() -> float:
    """Return how many processes computed on average in the last minute; 0 where it is not known."""
    if not hasattr(os, "getloadavg"):
        return 0.0
    try:
        return float(os.getloadavg()[0])
    except OSError:
        return 0.0


def is_system_busy() -> bool:
    """Return whether more than half of the processors compute."""
    return system_load() > (os.cpu_count() or 1) / 2


def follow_niceness(autogroup: Path = _AUTOGROUP) -> None:
    """Set the niceness of our session to that of this process.

    Linux schedules whole sessions against each other (autogroups, sched(7)), and a new one begins
    at 0: the niceness of a process counts within its session only. A session that we share with
    the program that started us is left as it is.
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


def collect_garbage_seldom() -> None:
    """Look for cycles after many new objects only, and never among what has been imported."""
    gc.freeze()
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    gc.enable()


def give_back_free_memory() -> bool:
    """Return freed memory to the system; takes some milliseconds, say 4 for 80 MB.

    False where the C library has no such call.
    """
    trim = _trim()
    return trim is not None and bool(trim(0))


def give_back_large_blocks_at_once() -> bool:
    """Return each large block to the system when it is freed; False where that cannot be set.

    The GNU C library raises its limit for such blocks to the largest one freed so far. Page
    images then share a heap with small blocks, and the gaps they leave fit no later image.
    """
    mallopt = _of_c_library("mallopt", ctypes.c_int, ctypes.c_int)
    return mallopt is not None and all(
        mallopt(option, size)
        for option, size in ((_M_MMAP_THRESHOLD, _LARGE), (_M_TRIM, 4 * _LARGE))
    )


def _trim() -> Any:  # noqa: ANN401 - a C function
    return _of_c_library("malloc_trim", ctypes.c_size_t)


@cache
def _of_c_library(name: str, *arguments: Any) -> Any:  # noqa: ANN401 - a C function
    if sys.platform != "linux":
        return None
    function = getattr(ctypes.CDLL(None), name, None)
    if function is not None:
        function.argtypes = arguments
    return function


def memory_in_use() -> MemoryInUse:
    """Return what memory this process takes; mapped files count where their pages are in memory.

    They are not private: the system takes their pages when it needs them.
    """
    import psutil  # noqa: PLC0415 (only measurements need it)

    from twofold.engine.model.evaluation import MemoryInUse  # noqa: PLC0415 (as above)

    taken = psutil.Process().memory_full_info()
    # Linux says how much is mapped from files; elsewhere what no other process shares is told.
    mapped = getattr(taken, "shared", None)
    private = taken.uss if mapped is None else taken.rss - mapped
    return MemoryInUse(private=private, total=getattr(taken, "pss", taken.rss))


def end_process(code: int = 0, *, spared: int = 0) -> NoReturn:
    """End this process and its child processes at once, without freeing or joining anything.

    The child process whose number is `spared` goes on. All work must have been saved.
    """
    import psutil  # noqa: PLC0415 (needed once)

    with suppress(psutil.Error):
        for child in psutil.Process().children():
            if child.pid != spared:
                for one in (child, *child.children(recursive=True)):
                    one.kill()
    logging.shutdown()
    os._exit(code)
