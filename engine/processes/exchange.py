"""Reading the output of a child process, within limits of size and time.

`Popen.communicate` and iterating over lines collect the whole output of a child. A child that was
taken over by hostile input could exhaust the memory of its parent.
"""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import IO

from twofold.engine.processes.children import Child

_SECONDS_BETWEEN_STEPS = 0.1
_SECONDS_TO_END = 5.0
_BLOCK = 1 << 16


class TooMuchOutputError(Exception):
    """A child process wrote more than allowed."""


def exchange(
    process: Child,
    request: bytes,
    *,
    max_bytes: int,
    seconds: float,
    step: Callable[[], None] = lambda: None,
) -> bytes:
    """Send the request, and return the output of the process until it ends.

    `step` is called every 0.1 seconds and may raise. Raise TimeoutError after `seconds`, and
    TooMuchOutputError as soon as the output exceeds `max_bytes`. When this returns or raises, the
    process has ended or was killed.
    """
    output = _Output(process.stdout, max_bytes)
    threads = [
        threading.Thread(target=output.collect, name="child output", daemon=True),
        threading.Thread(
            target=_send, args=(process.stdin, request), name="child input", daemon=True
        ),
    ]
    ends_at = time.monotonic() + seconds
    try:
        for thread in threads:
            thread.start()
        while not _has_ended(process, threads[0]):
            if output.exceeds_limit:
                raise TooMuchOutputError
            if time.monotonic() > ends_at:
                raise TimeoutError
            step()
        if output.exceeds_limit:
            raise TooMuchOutputError
        return bytes(output.data)
    finally:
        process.kill()
        for thread in threads:
            if thread.ident is not None:  # it was started
                thread.join(_SECONDS_TO_END)
        process.wait()


def lines_of(stream: IO[bytes], max_bytes: int) -> Iterator[bytes]:
    """Yield the lines of a child's output; raise TooMuchOutputError if a line is too long."""
    while line := stream.readline(max_bytes + 1):
        if len(line) > max_bytes:
            raise TooMuchOutputError
        yield line


class _Output:
    """The output of a process so far, at most one block more than `max_bytes`."""

    def __init__(self, stream: IO[bytes] | None, max_bytes: int) -> None:
        self._stream = stream
        self._max_bytes = max_bytes
        self.data = bytearray()

    @property
    def exceeds_limit(self) -> bool:
        """Whether the output is longer than `max_bytes`."""
        return len(self.data) > self._max_bytes

    def collect(self) -> None:
        """Read until the end, or until the output is too long."""
        if self._stream is None:
            return
        with suppress(OSError, ValueError), self._stream as stream:
            while not self.exceeds_limit and (block := os.read(stream.fileno(), _BLOCK)):
                self.data += block


def _send(stream: IO[bytes] | None, request: bytes) -> None:
    if stream is not None:
        # If the process has ended, its answer shows that.
        with suppress(OSError, ValueError), stream:
            stream.write(request)


def _has_ended(process: Child, reading: threading.Thread) -> bool:
    """Wait briefly for the end of the output and the process; return whether both have ended."""
    reading.join(_SECONDS_BETWEEN_STEPS)
    if reading.is_alive():
        return False
    with suppress(subprocess.TimeoutExpired):
        process.wait(_SECONDS_BETWEEN_STEPS)
    return process.returncode is not None
