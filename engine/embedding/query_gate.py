"""Queries before bulk work."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition


class QueryGate:
    """Counts the queries that want the processor, so that bulk work can stand aside for them."""

    def __init__(self) -> None:
        self._idle = Condition()
        self._queries = 0

    @contextmanager
    def query(self) -> Iterator[None]:
        """Hold bulk work back while the block runs."""
        with self._idle:
            self._queries += 1
        try:
            yield
        finally:
            with self._idle:
                self._queries -= 1
                self._idle.notify_all()

    def wait(self) -> None:
        """Return once no query is waiting or running. For bulk work, between two batches."""
        with self._idle:
            self._idle.wait_for(lambda: self._queries == 0)
