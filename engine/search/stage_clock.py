"""Milliseconds of the stages of a search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter


class StageClock:
    """Adds up the time spent in each named stage. One thread uses it at a time."""

    def __init__(self) -> None:
        self.stage_ms: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Count the time of the block as part of stage `name`."""
        started = perf_counter()
        try:
            yield
        finally:
            self.add({name: (perf_counter() - started) * 1000.0})

    def add(self, stage_ms: Mapping[str, float]) -> None:
        """Add what was measured elsewhere."""
        for name, spent in stage_ms.items():
            self.stage_ms[name] = self.stage_ms.get(name, 0.0) + spent
