"""Calls on background threads that must not keep the program from ending.

A network drive that no longer responds, or the keyring, can block a call forever. A thread of
a QThreadPool would then also block the program at its end, and later calls of the same pool.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from PySide6.QtCore import QObject

_SECONDS_TO_END = 0.5

_Result = TypeVar("_Result")


class BackgroundCalls:
    """Runs each call on a daemon thread. When `owner` is destroyed, it is waited for briefly."""

    def __init__(self, owner: QObject) -> None:
        self._threads: list[threading.Thread] = []
        owner.destroyed.connect(self.wait)

    def start(
        self, work: Callable[[], _Result], report: Callable[[_Result], object] = lambda _: None
    ) -> None:
        """Start `work`, and pass its result to `report`, usually the `emit` of a signal."""

        def run() -> None:
            result = work()
            with suppress(RuntimeError):  # the window was closed in the meantime
                report(result)

        self._threads = [one for one in self._threads if one.is_alive()]
        thread = threading.Thread(target=run, name="background call", daemon=True)
        self._threads.append(thread)
        thread.start()

    def wait(self) -> None:
        """Wait for the calls, but not for one that does not return soon."""
        ending = time.monotonic() + _SECONDS_TO_END
        for thread in self._threads:
            thread.join(max(0.0, ending - time.monotonic()))
