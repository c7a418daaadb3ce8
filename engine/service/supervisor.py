"""The indexer process as its parent sees it: started, talked to, restarted, ended."""

from __future__ import annotations

import logging
import subprocess
import threading
import time
from collections.abc import Callable
from typing import IO

from engine.api import Notice, RequestFailed
from engine.processes.children import PIPE, PLACES, start_child
from engine.service.protocol import Message, as_line, as_message

logger = logging.getLogger(__name__)

_SECONDS_TO_END = 30.0


class IndexerProcess:
    """One running indexer process. `on_message` and `on_end` are called on a thread of its own.

    `on_end` is called once, however the process ended, unless `close` was called before. Raises
    OSError or RuntimeError when the system gives no process or no thread for it.
    """

    def __init__(
        self,
        command: tuple[str, ...],
        first: Message,
        on_message: Callable[[Message], None],
        on_end: Callable[[], None],
    ) -> None:
        self._on_message = on_message
        self._on_end = on_end
        self._closing = False
        self._writing = threading.Lock()
        self._process = start_child(
            command, stdin=PIPE, stdout=PIPE, stderr=None, new_session=True, environment=PLACES
        )
        self._thread = threading.Thread(target=self._listen, name="indexer", daemon=True)
        try:
            self._thread.start()
        except RuntimeError:
            self._process.kill()
            self._process.communicate()
            raise
        self.send(first)

    def send(self, message: Message) -> None:
        """Send a message; it is lost when the process has ended, which `on_end` tells."""
        with self._writing:
            try:
                _open(self._process.stdin).write(as_line(message))
                _open(self._process.stdin).flush()
            except (OSError, ValueError):
                logger.info("the indexer has ended and gets no message")

    def close(self) -> None:
        """Ask the process to end, and wait until it has; kill it when it takes too long."""
        self._closing = True
        with self._writing:
            _close_quietly(self._process.stdin)
        try:
            self._process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            logger.warning("the indexer did not end and is killed")
            self._process.kill()
            self._process.wait()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    @property
    def process_id(self) -> int:
        """The operating system's number of the process."""
        return self._process.pid

    def _listen(self) -> None:
        stream = _open(self._process.stdout)
        with stream:
            for line in stream:
                try:
                    message = as_message(line)
                except ValueError:
                    logger.warning("the indexer sent a line that is no message")
                else:
                    self._on_message(message)
        self._process.wait()
        with self._writing:
            _close_quietly(self._process.stdin)
        if not self._closing:
            self._on_end()


def _open(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None:
        raise ValueError("the process was started without this stream")
    return stream


def _close_quietly(stream: IO[bytes] | None) -> None:
    try:
        _open(stream).close()
    except OSError:
        logger.debug("the pipe was broken already")


_MOST_RESTARTS = 3
# A window may stand for weeks: what ended long ago says nothing about the indexer of now.
_SECONDS_TO_COUNT = 600.0

CANNOT_START = Notice(
    "Indexing cannot be started, so no new or changed file is read.",
    "What was read before can be searched; close other programs, and try again.",
    is_warning=True,
    can_try_again=True,
)
ENDS_AGAIN = Notice(
    "Indexing ends again and again, so it is stopped for now.",
    "Searching goes on; try again, or start Twofold anew.",
    is_warning=True,
    can_try_again=True,
)


class RestartLimit:
    """Counts the unexpected ends of the last ten minutes; `monotonic` tells seconds."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._ends: list[float] = []
        self.is_first_start = True

    def note(self) -> bool:
        """Note an end that nobody asked for; return whether these are too many."""
        now = self._monotonic()
        self._ends = [end for end in self._ends if now - end < _SECONDS_TO_COUNT] + [now]
        self.is_first_start = False
        return len(self._ends) > _MOST_RESTARTS

    def forget(self) -> None:
        """Count anew: a person wants another try."""
        self._ends, self.is_first_start = [], False


def refused(request_id: int, why: Notice) -> RequestFailed:
    """Return the answer to a request while there is no indexer."""
    return RequestFailed(request_id, why.message, why.hint, can_try_again=why.can_try_again)


def lost(request_id: int) -> RequestFailed:
    """Return the answer to a request that an indexer had not answered when it ended."""
    return RequestFailed(request_id, "Indexing ended unexpectedly.", "What was finished is kept.")
