"""Start, monitor, restart and end the indexer process."""

from __future__ import annotations

import logging
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import singledispatchmethod
from queue import SimpleQueue

from twofold.engine.api import Notice, Request, UseModel, UseSettings
from twofold.engine.model.localized import message
from twofold.engine.processes.children import PIPE, USER_FOLDERS, start_child
from twofold.engine.service.messages import Line, as_line, as_message, request_message

logger = logging.getLogger(__name__)

_SECONDS_TO_END = 30.0
_SECONDS_TO_SEND = 1.0
_MAX_RESTARTS = 3
# A window may be open for weeks, so old failures are irrelevant.
_SECONDS_TO_COUNT = 600.0

CANNOT_START = Notice(
    message("Indexing cannot be started, so new and changed files are not read."),
    message("You can search files that are already indexed. Close other programs and try again."),
    is_warning=True,
    can_try_again=True,
)
ENDS_AGAIN = Notice(
    message("Indexing failed repeatedly and was stopped."),
    message("You can still search. Try again, or restart Twofold."),
    is_warning=True,
    can_try_again=True,
)


class IndexerProcess:
    """A running indexer process. It calls `on_message` and `on_end` on a separate thread.

    Messages are written by another thread, so that callers never wait for a process that does not
    read. `on_end` is called once when the process ends for any reason, unless `close` was called
    before. Raise OSError or RuntimeError if no process or thread can be created.
    """

    def __init__(
        self,
        command: tuple[str, ...],
        first: Line,
        on_message: Callable[[Line], None],
        on_end: Callable[[], None],
    ) -> None:
        self._on_message = on_message
        self._on_end = on_end
        self._is_closing = False
        self._to_send: SimpleQueue[Line | None] = SimpleQueue()  # None closes the pipe
        self._process = start_child(
            command,
            stdin=PIPE,
            stdout=PIPE,
            stderr=None,
            new_session=True,
            environment=USER_FOLDERS,
        )
        self.process_id = self._process.pid
        self._listener = threading.Thread(target=self._listen, name="indexer", daemon=True)
        self._writer = threading.Thread(target=self._write, name="to indexer", daemon=True)
        self.send(first)
        try:
            self._writer.start()
            self._listener.start()
        except RuntimeError:
            self._process.kill()
            self._to_send.put(None)
            self._process.wait()
            raise

    def send(self, message: Line) -> None:
        """Queue a message. It is lost if the process has ended, which `on_end` reports."""
        self._to_send.put(message)

    def let_finish(self) -> None:
        """Ask the process to exit, and return when all messages were sent."""
        self._is_closing = True
        self._to_send.put(None)
        self._writer.join(_SECONDS_TO_SEND)

    def close(self) -> None:
        """Ask the process to exit, and wait. Kill it if that takes too long."""
        self._is_closing = True
        self._to_send.put(None)
        try:
            self._process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            logger.warning("the indexer did not end and is killed")
            self._process.kill()
            self._process.wait()
        if threading.current_thread() is not self._listener:
            self._listener.join()

    def _write(self) -> None:
        pipe = self._process.stdin
        if pipe is None:
            return
        with suppress(OSError, ValueError), pipe:  # it has ended
            while (message := self._to_send.get()) is not None:
                pipe.write(as_line(message))
                pipe.flush()

    def _listen(self) -> None:
        stream = self._process.stdout
        if stream is None:
            return
        # The indexer is trusted, because it parses no documents itself, so its lines may have any
        # length.
        with stream:
            for line in stream:
                try:
                    message = as_message(line)
                except ValueError:
                    logger.warning("the indexer sent an invalid line")
                else:
                    self._on_message(message)
        self._process.wait()
        self._to_send.put(None)
        if not self._is_closing:
            self._on_end()


class IndexerSupervisor:
    """Keeps an indexer process running. Gives up after four failures in ten minutes.

    `problem` is the reason if there is no process. The owner calls one method at a time, and calls
    `restart` after `on_end` was called.
    """

    def __init__(
        self,
        command: tuple[str, ...],
        first: Line,
        on_message: Callable[[Line], None],
        on_end: Callable[[], None],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._command, self._first = command, first
        self._on_message, self._on_end = on_message, on_end
        self._monotonic = monotonic
        self._pinned: dict[type[Request], Request] = {}
        self._ends: list[float] = []
        self.was_restarted = False
        self.process: IndexerProcess | None = None
        self.problem: Notice | None = None

    def start(self) -> None:
        """Start the process and repeat the pinned requests."""
        self.problem = None
        try:
            self.process = IndexerProcess(
                self._command, self._first, self._on_message, self._on_end
            )
        # program not found, out of memory, too many processes
        except (OSError, RuntimeError) as error:
            logger.warning("the indexer cannot be started: %s", error)
            self.problem = CANNOT_START
            return
        for request in self._pinned.values():
            self.send(request_message(0, request))

    def restart(self) -> None:
        """Start a new process after the previous one ended, unless that happened too often."""
        now = self._monotonic()
        logger.warning("the indexer ended unexpectedly (process %d)", self.process_id)
        self._ends = [end for end in self._ends if now - end < _SECONDS_TO_COUNT] + [now]
        self.process, self.was_restarted = None, True
        if len(self._ends) > _MAX_RESTARTS:
            self.problem = ENDS_AGAIN
        else:
            self.start()

    def start_again(self) -> None:
        """Start the process at the user's request, unless it is running."""
        if self.process is None:
            self._ends, self.was_restarted = [], True
            self.start()

    def send(self, message: Line) -> bool:
        """Send a message. Return False without a process."""
        if self.process is None:
            return False
        self.process.send(message)
        return True

    @singledispatchmethod
    def pin(self, request: Request) -> None:
        """Send a request to every later process too. It replaces earlier ones of its type."""
        self._pinned[type(request)] = request

    @pin.register
    def _start_with_settings(self, request: UseSettings) -> None:
        self._first = {**self._first, "settings": dict(request.values)}

    @property
    def model(self) -> str:
        """The name of the model that a later process will use; '' if unknown."""
        match self._pinned.get(UseModel):
            case UseModel(name):
                return name
        return str(self._first.get("settings", {}).get("embedding.model", ""))

    @property
    def process_id(self) -> int:
        """The process id; 0 without a process."""
        return self.process.process_id if self.process else 0
