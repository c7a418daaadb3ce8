"""The current process: file permissions, priority, and memory."""

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
# Documents and passages rarely contain cycles; by default, the collector runs every 700 new
# objects.
_OBJECTS_BETWEEN_COLLECTIONS = 50_000
# Options of mallopt, and the size from which a block is mapped separately.
_M_TRIM, _M_MMAP_THRESHOLD = -1, -3
_LARGE = 2 * 1024 * 1024
# The umask with which the process was started, if it was changed since.
_inherited: int | None = None


def make_new_files_private() -> None:
    """Set the umask so that only the user can read new files of this process and its children."""
    global _inherited  # noqa: PLW0603 (as global as the umask itself)
    if sys.platform == "win32":
        return
    before = os.umask(_OTHERS)
    if _inherited is None:
        _inherited = before


@contextmanager
def inherited_umask() -> Iterator[None]:
    """Restore the inherited umask while the block starts programs of the user.

    The umask applies to the whole process, so other threads must set the mode of private files.
    """
    if _inherited is None:
        yield
        return
    os.umask(_inherited)
    try:
        yield
    finally:
        os.umask(_OTHERS)


def shorten_thread_switch_interval() -> None:
    """Limit the wait of a thread for Python's lock to 1 ms; the default is 5 ms.

    This embeds a query 10 ms faster, because its steps need the lock during the keyword search.
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
    """Return the average number of computing processes in the last minute; 0 if unknown."""
    if not hasattr(os, "getloadavg"):
        return 0.0
    try:
        return float(os.getloadavg()[0])
    except OSError:
        return 0.0


def is_system_busy() -> bool:
    """Return whether more than half of the processors are in use."""
    return system_load() > (os.cpu_count() or 1) / 2


def follow_niceness(autogroup: Path = _AUTOGROUP) -> None:
    """Set the niceness of this session to that of this process.

    Linux schedules sessions against each other (autogroups, sched(7)), and a new session begins at
    0; the niceness of a process only counts within its session. A session shared with the program
    that started this one is not changed.
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


def collect_garbage_rarely() -> None:
    """Run the garbage collector less often, and never on imported objects."""
    gc.freeze()
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    gc.enable()


def release_free_memory() -> bool:
    """Return freed memory to the system, which takes some milliseconds (such as 4 for 80 MB).

    Return False if the C library has no such function.
    """
    trim = _trim()
    return trim is not None and bool(trim(0))


def release_large_blocks_immediately() -> bool:
    """Return each large block to the system when it is freed; return False if unsupported.

    The GNU C library raises its limit for such blocks to the largest one freed so far. Page images
    would then share a heap with small blocks, and the gaps they leave would fit no later image.
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
    """Return the memory used by this process; mapped files count if their pages are in memory.

    Mapped files are not private: the system can reclaim their pages.
    """
    import psutil  # noqa: PLC0415 (only measurements need it)

    from twofold.engine.model.evaluation import MemoryInUse  # noqa: PLC0415 (as above)

    taken = psutil.Process().memory_full_info()
    # Linux reports mapped files; other systems report memory not shared with other processes.
    mapped = getattr(taken, "shared", None)
    private = taken.uss if mapped is None else taken.rss - mapped
    return MemoryInUse(private=private, total=getattr(taken, "pss", taken.rss))


def end_process(code: int = 0, *, spared: int = 0) -> NoReturn:
    """End this process and its child processes immediately, without any cleanup.

    The child process with the id `spared` continues. All work must have been saved.
    """
    import psutil  # noqa: PLC0415 (needed once)

    with suppress(psutil.Error):
        for child in psutil.Process().children():
            if child.pid != spared:
                for one in (child, *child.children(recursive=True)):
                    one.kill()
    logging.shutdown()
    os._exit(code)
