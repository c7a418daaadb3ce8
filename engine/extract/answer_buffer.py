"""What a worker has answered and nobody has taken yet.

A pipe holds a few files only, and a worker that waits for it to be emptied reads nothing meanwhile.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO

_READ_SIZE = 1 << 18
_MOST_WAITING = 24_000_000
_SECONDS_TO_END = 1.0


class AnswerBuffer:
    """Takes the bytes of a pipe in a thread of its own until it ends.

    Holds 24 MB, or what is asked for. One thread reads from it and closes it. `end_worker` is
    called when more than `most_unasked` bytes come while a request is written.
    """

    def __init__(
        self,
        channel: IO[bytes],
        most_unasked: int = _MOST_WAITING,
        end_worker: Callable[[], None] = lambda: None,
    ) -> None:
        self._channel = channel
        self._most_unasked = max(most_unasked, _MOST_WAITING)
        self._end_worker = end_worker
        self._bytes = bytearray()
        self._changed = threading.Condition()
        self._most = _MOST_WAITING
        self._is_writing = False
        self._has_ended = False
        self._thread = threading.Thread(target=self._take_all, name="answers", daemon=True)
        self._thread.start()

    @property
    def waiting_bytes(self) -> int:
        """How many bytes were received and are not read yet."""
        with self._changed:
            return len(self._bytes)

    def read_exactly(self, size: int, deadline: float) -> bytes:
        """Return `size` bytes; TimeoutError at `deadline` (monotonic), EOFError at the end."""
        with self._changed, self._holding(size):
            while len(self._bytes) < size:
                left = deadline - time.monotonic()
                if self._has_ended:
                    raise EOFError
                if left <= 0:
                    raise TimeoutError
                self._changed.wait(left)
            with memoryview(self._bytes) as view:
                data = bytes(view[:size])
            del self._bytes[:size]
            self._changed.notify_all()
            return data

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Take what comes meanwhile: while a request is written, both ends must not wait.

        Between two requests a worker answers few files; one that sends very much does not read.
        """
        with self._changed, self._holding(self._most_unasked):
            self._is_writing = True
            self._changed.release()
            try:
                yield
            finally:
                self._changed.acquire()
                self._is_writing = False

    def close(self) -> None:
        """Let go of the pipe; its other end must be closed, or its process dead."""
        with self._changed:
            self._has_ended = True
            self._changed.notify_all()
        self._thread.join(_SECONDS_TO_END)
        self._channel.close()

    @contextmanager
    def _holding(self, size: int) -> Iterator[None]:
        """Hold so many bytes at least; the lock is held at both ends."""
        self._most = max(size, _MOST_WAITING)
        self._changed.notify_all()
        try:
            yield
        finally:
            self._most = _MOST_WAITING

    def _take_all(self) -> None:
        while data := self._next():
            with self._changed:
                self._bytes += data
                self._changed.notify_all()
                if self._is_writing and len(self._bytes) >= self._most:
                    self._end_worker()
                self._changed.wait_for(lambda: len(self._bytes) < self._most or self._has_ended)
        with self._changed:
            self._has_ended = True
            self._changed.notify_all()

    def _next(self) -> bytes:
        if self._has_ended:
            return b""
        try:
            return os.read(self._channel.fileno(), _READ_SIZE)
        except (OSError, ValueError):  # closed meanwhile
            return b""
