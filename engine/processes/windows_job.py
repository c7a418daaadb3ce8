"""The limits of a worker on Windows: a job object that it joins, and low integrity.

Layouts and numbers are those of JOBOBJECT_EXTENDED_LIMIT_INFORMATION and TOKEN_MANDATORY_LABEL in
winnt.h. Memory above the limit cannot be allocated (MemoryError), other processes cannot be
started, and the system ends a worker that computes too long. A process of low integrity cannot
write to the user's files, but it can read them and open connections.
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
_TICKS_PER_SECOND = 10_000_000
_LOW_INTEGRITY = "S-1-16-4096"
_INTEGRITY_LEVEL = 25
_GROUP_INTEGRITY = 0x20
_ADJUST_DEFAULT_AND_QUERY = 0x80 | 0x8
_SECONDS_TO_SPARE = 2


class BasicLimits(ctypes.Structure):
    """JOBOBJECT_BASIC_LIMIT_INFORMATION."""

    _fields_ = (
        ("process_time", ctypes.c_int64),
        ("job_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("min_working_set", ctypes.c_size_t),
        ("max_working_set", ctypes.c_size_t),
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

    def __init__(self, system: Any, handle: int, max_memory: int) -> None:  # noqa: ANN401
        self._system = system
        self._handle = handle
        self._max_memory = max_memory

    def limit_next_seconds(self, seconds: int) -> None:
        """Allow this many seconds of processor time from now on."""
        self.set_limits(int(time.process_time()) + seconds + _SECONDS_TO_SPARE)

    def limit_all_seconds(self, seconds: int) -> None:
        """Do nothing. The limit is for a forked process, and Windows has no fork.

        There, the parent replaces the worker after each document that a native parser reads.
        """

    def set_limits(self, seconds: int = 0) -> bool:
        """Limit memory, processes and, unless `seconds` is 0, the total processor time."""
        limits = ExtendedLimits()
        limits.process_memory = self._max_memory
        limits.basic.active_processes = 1
        limits.basic.process_time = seconds * _TICKS_PER_SECOND
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


class MandatoryLabel(ctypes.Structure):
    """TOKEN_MANDATORY_LABEL."""

    _fields_ = (("sid", ctypes.c_void_p), ("attributes", ctypes.c_uint32))


def lower_integrity(system: Any = None) -> None:  # noqa: ANN401
    """Give this process the low integrity level; raise OSError on failure."""
    security = system or _advapi32()
    token, sid = ctypes.c_void_p(), ctypes.c_void_p()
    process = ctypes.c_void_p(-1)  # GetCurrentProcess()
    if not security.OpenProcessToken(process, _ADJUST_DEFAULT_AND_QUERY, ctypes.byref(token)):
        raise OSError("The token of this process cannot be opened.")
    if not security.ConvertStringSidToSidW(_LOW_INTEGRITY, ctypes.byref(sid)):
        raise OSError("The low integrity level is not known.")
    label = MandatoryLabel(sid.value, _GROUP_INTEGRITY)
    size = ctypes.sizeof(label)
    if not security.SetTokenInformation(token, _INTEGRITY_LEVEL, ctypes.byref(label), size):
        raise OSError("The integrity level of this process cannot be lowered.")


def join_limiting_job(max_memory: int, system: Any = None) -> LimitingJob | None:  # noqa: ANN401
    """Add this process to a job with this memory limit; return None on failure."""
    kernel = system or _kernel32()
    if kernel is None:
        return None
    kernel.SetErrorMode(_NO_ERROR_WINDOWS)
    handle = kernel.CreateJobObjectW(None, None)
    if not handle:
        return None
    job = LimitingJob(kernel, handle, max_memory)
    has_joined = job.set_limits() and kernel.AssignProcessToJobObject(
        handle, kernel.GetCurrentProcess()
    )
    return job if has_joined else None


def _kernel32() -> Any:  # noqa: ANN401 (a library of functions)
    """Return the system's library with the types of its functions; None on other systems."""
    handle, number = ctypes.c_void_p, ctypes.c_uint32
    return _library(
        "kernel32",
        ("SetErrorMode", number, (number,)),
        ("CreateJobObjectW", handle, (handle, ctypes.c_wchar_p)),
        ("GetCurrentProcess", handle, ()),
        ("AssignProcessToJobObject", ctypes.c_int, (handle, handle)),
        ("SetInformationJobObject", ctypes.c_int, (handle, ctypes.c_int, handle, number)),
    )


def _advapi32() -> Any:  # noqa: ANN401 (a library of functions)
    handle, number = ctypes.c_void_p, ctypes.c_uint32
    return _library(
        "advapi32",
        ("OpenProcessToken", ctypes.c_int, (handle, number, handle)),
        ("ConvertStringSidToSidW", ctypes.c_int, (ctypes.c_wchar_p, handle)),
        ("SetTokenInformation", ctypes.c_int, (handle, ctypes.c_int, handle, number)),
    )


def _library(name: str, *functions: tuple[str, Any, tuple[Any, ...]]) -> Any:  # noqa: ANN401
    if sys.platform != "win32":
        return None
    library = ctypes.WinDLL(name)
    for function_name, result, arguments in functions:
        function = getattr(library, function_name)
        function.restype, function.argtypes = result, arguments
    return library
