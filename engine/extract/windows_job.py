"""The limits of a worker on Windows: a job object that it puts itself into.

Layouts and numbers are those of JOBOBJECT_EXTENDED_LIMIT_INFORMATION in winnt.h. Memory beyond the
limit cannot be had (a MemoryError), no other process can be started, and a worker that computes too
long is ended by the system.
"""

from __future__ import annotations

import ctypes
import sys
import time
from typing import Any

_EXTENDED_LIMITS = 9
_LIMIT_PROCESS_TIME = 0x2
_LIMIT_ACTIVE_PROCESSES = 0x8
_LIMIT_PROCESS_MEMORY = 0x100
_DIE_ON_UNHANDLED_EXCEPTION = 0x400
_NO_ERROR_WINDOWS = 0x1 | 0x2
_TICKS_A_SECOND = 10_000_000
_SECONDS_TO_SPARE = 2


class BasicLimits(ctypes.Structure):
    """JOBOBJECT_BASIC_LIMIT_INFORMATION."""

    _fields_ = (
        ("process_time", ctypes.c_int64),
        ("job_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("least_working_set", ctypes.c_size_t),
        ("most_working_set", ctypes.c_size_t),
        ("active_processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority_class", ctypes.c_uint32),
        ("scheduling_class", ctypes.c_uint32),
    )


class ExtendedLimits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

    _fields_ = (
        ("basic", BasicLimits),
        ("input_output", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peak_process_memory", ctypes.c_size_t),
        ("peak_job_memory", ctypes.c_size_t),
    )


class LimitingJob:
    """The job object of this process; `system` is kernel32."""

    def __init__(self, system: Any, handle: int, most_memory: int) -> None:  # noqa: ANN401
        self._system = system
        self._handle = handle
        self._most_memory = most_memory

    def limit_next_seconds(self, seconds: int) -> None:
        """Allow so many seconds of computing from now on."""
        self.set_limits(int(time.process_time()) + seconds + _SECONDS_TO_SPARE)

    def set_limits(self, seconds: int = 0) -> bool:
        """Limit memory and processes, and computing to `seconds` in all unless that is 0."""
        limits = ExtendedLimits()
        limits.process_memory = self._most_memory
        limits.basic.active_processes = 1
        limits.basic.process_time = seconds * _TICKS_A_SECOND
        limits.basic.flags = (
            _LIMIT_PROCESS_MEMORY
            | _LIMIT_ACTIVE_PROCESSES
            | _DIE_ON_UNHANDLED_EXCEPTION
            | (_LIMIT_PROCESS_TIME if seconds else 0)
        )
        size = ctypes.sizeof(limits)
        return bool(
            self._system.SetInformationJobObject(
                self._handle, _EXTENDED_LIMITS, ctypes.byref(limits), size
            )
        )


def join_limiting_job(most_memory: int, system: Any = None) -> LimitingJob | None:  # noqa: ANN401
    """Put this process into a job with at most so many bytes; None where that is refused."""
    kernel = system or _kernel32()
    if kernel is None:
        return None
    kernel.SetErrorMode(_NO_ERROR_WINDOWS)
    handle = kernel.CreateJobObjectW(None, None)
    if not handle:
        return None
    job = LimitingJob(kernel, handle, most_memory)
    is_held = job.set_limits() and kernel.AssignProcessToJobObject(
        handle, kernel.GetCurrentProcess()
    )
    return job if is_held else None


def _kernel32() -> Any:  # noqa: ANN401 (a library of functions)
    """Return the system's library with the types of its functions; None on other systems."""
    if sys.platform != "win32":
        return None
    kernel = ctypes.WinDLL("kernel32")
    handle, number = ctypes.c_void_p, ctypes.c_uint32
    for name, result, arguments in (
        ("SetErrorMode", number, (number,)),
        ("CreateJobObjectW", handle, (handle, ctypes.c_wchar_p)),
        ("GetCurrentProcess", handle, ()),
        ("AssignProcessToJobObject", ctypes.c_int, (handle, handle)),
        ("SetInformationJobObject", ctypes.c_int, (handle, ctypes.c_int, handle, number)),
    ):
        function = getattr(kernel, name)
        function.restype, function.argtypes = result, arguments
    return kernel
