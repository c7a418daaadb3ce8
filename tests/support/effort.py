"""A generous limit on processor time, for inputs on which a quadratic algorithm takes minutes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

_LIMIT_SECONDS = 10


@contextmanager
def effort_in_proportion() -> Iterator[None]:
    """Fail when the block takes far more processor time than its input is long.

    A busy machine does not count: only this process's own time does.
    """
    begun = time.process_time()
    yield
    assert time.process_time() - begun < _LIMIT_SECONDS
