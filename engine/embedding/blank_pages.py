"""Memory that reads as zeros without taking any: pages given back to the system (madvise(2))."""

from __future__ import annotations

import ctypes
import mmap
import sys
from functools import cache
from typing import Any


def give_back(address: int, size: int) -> tuple[int, int] | None:
    """Give back the whole pages of a stretch of the heap; return where they begin and end.

    Their content is lost, what stands beside them in a page is kept. None where there is no whole
    page, or where the system does not promise that they read as zeros: only Linux does.
    """
    if sys.platform != "linux":
        return None
    start = -(-address // mmap.PAGESIZE) * mmap.PAGESIZE
    end = (address + size) // mmap.PAGESIZE * mmap.PAGESIZE
    if start >= end or _advise()(start, end - start, mmap.MADV_DONTNEED):
        return None
    return start, end


@cache
def _advise() -> Any:  # noqa: ANN401 - a C function
    function = ctypes.CDLL(None).madvise
    function.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    return function
