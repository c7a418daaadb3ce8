"""How long each thread of this process worked, and waited for a processor (Linux)."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Spent:
    """Milliseconds: `worked` on a processor, and `waited` for one while ready to work."""

    worked: float
    waited: float


def spent_by_thread() -> dict[str, Spent]:
    """Return what each kind of Python thread has spent so far; {} where the system does not tell.

    The retrievers of a search are one kind.
    """
    spent: dict[str, Spent] = {}
    for thread in threading.enumerate():
        found = spent_of(thread.native_id)
        if found is not None:
            kind = thread.name.partition("_")[0]
            before = spent.get(kind, Spent(0.0, 0.0))
            spent[kind] = Spent(before.worked + found.worked, before.waited + found.waited)
    return spent


def between(before: Mapping[str, Spent], after: Mapping[str, Spent]) -> dict[str, Spent]:
    """Return what was spent between two moments; threads that began or ended are left out."""
    return {
        kind: Spent(now.worked - then.worked, now.waited - then.waited)
        for kind, now in after.items()
        if (then := before.get(kind)) is not None
    }


def spent_of(number: int | None) -> Spent | None:
    """Return what the thread of that native number has spent; None where nobody tells.

    Read from /proc/self/task/N/schedstat: nanoseconds on a processor, and waiting for one.
    """
    try:
        return _spent(Path(f"/proc/self/task/{number}/schedstat").read_bytes())
    except (OSError, ValueError):
        return None


class OwnTime:
    """What the thread that makes this has spent, told often: its file stays open."""

    def __init__(self) -> None:
        self._file = -1
        with suppress(OSError):
            self._file = os.open(
                f"/proc/self/task/{threading.get_native_id()}/schedstat", os.O_RDONLY
            )

    def __call__(self) -> Spent:
        if self._file < 0:
            return Spent(time.thread_time() * 1000, 0.0)
        return _spent(os.pread(self._file, 100, 0))

    def close(self) -> None:
        """Close the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def _spent(schedstat: bytes) -> Spent:
    worked, waited, _ = map(int, schedstat.split())
    return Spent(worked / 1e6, waited / 1e6)
