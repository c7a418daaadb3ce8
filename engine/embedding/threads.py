"""How many processor threads embedding takes."""

from __future__ import annotations

import os
from pathlib import Path

_MOST = 8
_CGROUP_QUOTA = Path("/sys/fs/cgroup/cpu.max")


def automatic_threads(quota_file: Path = _CGROUP_QUOTA) -> int:
    """Return the threads that help: the processors this process may use, at most 8.

    More threads than processors make llama.cpp slower, not faster: they wait for each other.
    """
    if hasattr(os, "sched_getaffinity"):
        processors = len(os.sched_getaffinity(0))
    else:
        processors = os.cpu_count() or 1
    return max(1, min(processors, _quota(quota_file), _MOST))


def _quota(quota_file: Path) -> int:
    """Return the whole processors a Linux container may use, or a large number."""
    try:
        quota, period = quota_file.read_text(encoding="ascii").split()
        return max(1, int(quota) // int(period))
    except (OSError, ValueError, ZeroDivisionError):
        return _MOST
