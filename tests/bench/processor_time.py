"""How long each thread of this process worked, and waited for a processor (Linux)."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Spent:
    """Milliseconds: `worked` on a processor, and `waited` for one while ready to work."""

    worked: float
    waited: float


def spent_by_thread() -> dict[str, Spent]:
    """Return what each kind of Python thread has spent so far; {} where the system does not tell.

    The arms of a search are one kind.
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
        text = Path(f"/proc/self/task/{number}/schedstat").read_text(encoding="ascii")
        worked, waited, _ = map(int, text.split())
    except (OSError, ValueError):
        return None
    return Spent(worked / 1e6, waited / 1e6)
