"""The limits of a worker on Windows: a job object that it puts itself into, and low integrity.

Layouts and numbers are those of JOBOBJECT_EXTENDED_LIMIT_INFORMATION and TOKEN_MANDATORY_LABEL in
winnt.h. Memory beyond the limit cannot be had (a MemoryError), no other process can be started, and
a worker that computes too long is ended by the system. A process of low integrity writes to nothing
of the person's; it still reads their files, and connects.
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

    def limit_all_seconds(self, seconds: int) -> None:
        """Windows counts the time of the job; the parent replaces the process instead."""

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


class MandatoryLabel(ctypes.Structure):
    """TOKEN_MANDATORY_LABEL."""

    _fields_ = (("sid", ctypes.c_void_p), ("attributes", ctypes.c_uint32))


def lower_integrity(system: Any = None) -> None:  # noqa: ANN401
    """Give this process the low integrity level; OSError where that is refused."""
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
