"""How many processor threads embedding takes."""

from __future__ import annotations

import os
from pathlib import Path

_MOST = 8
_WEIGHTS_A_THREAD = 50_000_000
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


def query_threads(weights_a_token: int, threads: int) -> int:
    """Return the threads for one short query, at most `threads`.

    Threads wait for each other at every step of the model. On a machine with other work that costs
    far more than sharing out a small model saves (measured for multilingual-e5-small on 2 busy
    cores: 38 ms with one thread, 430 ms with two; idle, about 2 ms the other way).
    """
    return max(1, min(threads, weights_a_token // _WEIGHTS_A_THREAD + 1))


def _quota(quota_file: Path) -> int:
    """Return the whole processors a Linux container may use, or a large number."""
    try:
        quota, period = quota_file.read_text(encoding="ascii").split()
        return max(1, int(quota) // int(period))
    except (OSError, ValueError, ZeroDivisionError):
        return _MOST
