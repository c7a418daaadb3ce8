"""How long each thread of this process worked, and how long it waited for a processor (Linux)."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class ThreadTimes:
    """Milliseconds: `worked` on a processor, and `waited` for one while ready to run."""

    worked: float
    waited: float


def times_by_thread() -> dict[str, ThreadTimes]:
    """Return the times of each kind of Python thread so far, or {} if unsupported.

    The retrievers of a search are one kind.
    """
    spent: dict[str, ThreadTimes] = {}
    for thread in threading.enumerate():
        found = times_of_thread(thread.native_id)
        if found is not None:
            kind = thread.name.partition("_")[0]
            before = spent.get(kind, ThreadTimes(0.0, 0.0))
            spent[kind] = ThreadTimes(before.worked + found.worked, before.waited + found.waited)
    return spent


def difference(
    before: Mapping[str, ThreadTimes], after: Mapping[str, ThreadTimes]
) -> dict[str, ThreadTimes]:
    """Return the times between two moments, without threads that started or ended in between."""
    return {
        kind: ThreadTimes(now.worked - then.worked, now.waited - then.waited)
        for kind, now in after.items()
        if (then := before.get(kind)) is not None
    }


def times_of_thread(number: int | None) -> ThreadTimes | None:
    """Return the times of the thread with this native id, or None if unsupported.

    Read from /proc/self/task/N/schedstat: nanoseconds on a processor, and waiting for one.
    """
    try:
        return _spent(Path(f"/proc/self/task/{number}/schedstat").read_bytes())
    except (OSError, ValueError):
        return None


class CurrentThreadTimes:
    """The times of the current thread. Its file stays open, because it is read often."""

    def __init__(self) -> None:
        self._file = -1
        with suppress(OSError):
            self._file = os.open(
                f"/proc/self/task/{threading.get_native_id()}/schedstat", os.O_RDONLY
            )

    def __call__(self) -> ThreadTimes:
        if self._file < 0:
            return ThreadTimes(time.thread_time() * 1000, 0.0)
        return _spent(os.pread(self._file, 100, 0))

    def close(self) -> None:
        """Close the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def _spent(schedstat: bytes) -> ThreadTimes:
    worked, waited, _ = map(int, schedstat.split())
    return ThreadTimes(worked / 1e6, waited / 1e6)
