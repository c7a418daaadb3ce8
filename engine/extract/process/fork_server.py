"""The fork server of the worker: one process for each document, to isolate them from each other.

A native parser (of PDF, Office files, archives or pictures) that a hostile document exploits
controls its whole process. Therefore the server reads no documents itself. It forks a process for
each document, relays its answer and gives it no other document. Plain text formats are read by
Python code alone. A fork for each would take several times as long as reading it, so up to
TEXTS_PER_PROCESS of them share a process (docs/internals/threat-model.md). The server is sandboxed
as a whole. Each forked process has further restrictions: it can start neither processes nor
threads.
"""

from __future__ import annotations

import json
import os
import select
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from twofold.engine.extract.process.frames import LENGTHS, FrameSize, Header
from twofold.engine.processes.children import fork_process, kill_process

TEXTS_PER_PROCESS = 150
# The number of texts queued before the first is answered, so that their process never waits.
_TEXTS_AHEAD = 16
# All queued requests together fit into a pipe, so that queueing never waits for the process to
# read.
_MAX_QUEUED_BYTES = 3_000
_REQUESTS_PER_DOCUMENT = 100
# A process stays alive for the next request about the same document, such as the next page.
_SECONDS_KEPT = 5.0
# The parent starts a new server when it needs one; an idle one only takes memory.
_SECONDS_UNUSED = 60.0
_COPY_SIZE = 1 << 18
# A shared process sends this instead of an answer if the document needs its own process.
NEEDS_OWN_PROCESS = LENGTHS.pack(0, 0)
_SIGNALLED = 128


class Document(NamedTuple):
    """A file, or the embedded document `member` of the file.

    `is_recognised`: whether OCR is run on it, which needs threads.
    """

    path: str
    member: str = ""
    is_recognised: bool = False


class ServerEndedError(Exception):
    """The server cannot continue; `status` is its exit status."""

    def __init__(self, status: int = 0) -> None:
        super().__init__(status)
        self.status = status


@dataclass(frozen=True, slots=True)
class Work:
    """The functions that a worker provides to its processes.

    `document_of` returns the document of a request, or None if the document may share a process
    with others. In the server, `load` imports the modules that a request needs, and `warm_up` those
    that most documents need. In a forked process, `run` reads requests from one file descriptor and
    writes the answers to another, until the requests end.
    """

    document_of: Callable[[Header], Document | None]
    load: Callable[[Header], None]
    warm_up: Callable[[], None]
    run: Callable[[int, int, Document | None], None]


class _Process:
    """A forked process that answers requests about one document, or about text documents."""

    def __init__(self, document: Document | None, work: Work, parent: int) -> None:
        self.document = document
        self._parent = parent
        self._requests_left = TEXTS_PER_PROCESS if document is None else _REQUESTS_PER_DOCUMENT
        requests, self._requests = os.pipe()
        self._answers, answers = os.pipe()

        def run() -> None:
            _close_all_but(requests, answers)
            work.run(requests, answers, document)

        self._received = b""
        self._status = 0
        self._id = fork_process(run)
        os.close(requests)
        os.close(answers)
        self._wait = _waiting_for(self._answers, parent)

    def can_take(self, document: Document | None) -> bool:
        """Return whether this process may answer the next request, which is about `document`."""
        return self._requests_left > 0 and document == self.document

    def send(self, frame: bytes) -> None:
        """Send a request to the process."""
        self._requests_left -= 1
        with suppress(BrokenPipeError):  # it has ended; reading its answer reports that
            write_all(self._requests, frame)

    def take(self, size: int) -> bytes:
        """Return the next `size` bytes of the answers; raise as `take_some` does."""
        data = self.take_some(size)
        while len(data) < size:
            data += self.take_some(size - len(data))
        return data

    def take_some(self, most: int) -> bytes:
        """Return the next bytes of the answers, at most `most`.

        Raise EOFError if the pipe of the parent is closed, and ServerEndedError if this process has
        ended.
        """
        if not self._received:
            if all(file == self._parent for file, _ in self._wait()):
                raise EOFError
            self._received = os.read(self._answers, _COPY_SIZE)
            if not self._received:
                raise ServerEndedError(self.end() or 1)
        data, self._received = self._received[:most], self._received[most:]
        return data

    def end(self) -> int:
        """Kill the process; return its exit status, or 128 plus the number of the signal."""
        if self._id:
            kill_process(self._id)
            _, status = os.waitpid(self._id, 0)
            self._id = 0
            os.close(self._requests)
            os.close(self._answers)
            code = os.waitstatus_to_exitcode(status)
            self._status = code if code >= 0 else _SIGNALLED - code
        return self._status


class ForkServer:
    """Passes requests to forked processes and relays their answers."""

    def __init__(self, requests: int, answers: int, work: Work) -> None:
        self._requests = requests
        self._answers = answers
        self._work = work
        self._shared: _Process | None = None
        self._isolated: _Process | None = None
        self._waiting: deque[bytes] = deque()
        self._forked = 0

    def serve(self) -> int:
        """Answer requests in order until their pipe is closed; return an exit status.

        The server ends if one of its processes ended unexpectedly, because its answer may be
        incomplete.
        """
        try:
            while True:
                if self._waiting and (
                    len(self._waiting) >= _TEXTS_AHEAD or not _is_readable(self._requests, 0.0)
                ):
                    self._answer_text()
                else:
                    self._wait_for_request()
                    self._take(self._read_request())
        except ServerEndedError as ended:
            return ended.status
        except (EOFError, BrokenPipeError):
            return 0
        finally:
            self._end_processes()

    def _take(self, frame: bytes) -> None:
        """Queue a text for the process that reads texts; read any other document immediately."""
        document = self._work.document_of(_parsed(frame))
        is_text = document is None
        can_queue = is_text and self._shared is not None and self._shared.can_take(None)
        while self._waiting and not (can_queue and len(frame) <= _MAX_QUEUED_BYTES):
            self._answer_text()
        if document is not None:
            self._answer_isolated(frame, document)
            return
        self._end_isolated()  # an exploited process must not keep running in parallel
        if self._shared is None or not can_queue:
            self._shared = self._replace(self._shared, None)
        self._shared.send(frame)
        self._waiting.append(frame)

    def _answer_text(self) -> None:
        """Send the answer to the first queued text."""
        frame = self._waiting.popleft()
        if self._shared is not None and not self._relay(self._shared):
            self._answer_isolated(frame, Document(str(_parsed(frame)["path"])))

    def _answer_isolated(self, frame: bytes, document: Document) -> None:
        if self._isolated is None or not self._isolated.can_take(document):
            self._work.load(_parsed(frame))
            self._isolated = self._replace(self._isolated, document)
        self._isolated.send(frame)
        if not self._relay(self._isolated):
            raise ServerEndedError(1)

    def _replace(self, process: _Process | None, document: Document | None) -> _Process:
        if process is not None:
            process.end()
        if self._forked == 1:
            self._work.warm_up()
        self._forked += 1
        return _Process(document, self._work, self._requests)

    def _relay(self, process: _Process) -> bool:
        """Copy the next answer of a process; return False if its document needs its own process."""
        if (prefix := process.take(LENGTHS.size)) == NEEDS_OWN_PROCESS:
            return False
        size = FrameSize.unpack(prefix)
        while True:
            write_all(self._answers, prefix)
            left = size.header + size.tail
            while left:
                data = process.take_some(left)
                write_all(self._answers, data)
                left -= len(data)
            if size.is_last:
                return True
            prefix = process.take(LENGTHS.size)
            size = FrameSize.unpack(prefix)

    def _read_request(self) -> bytes:
        """Return the frame of the next request."""
        prefix = read_exactly(self._requests, LENGTHS.size)
        size = FrameSize.unpack(prefix)
        return prefix + read_exactly(self._requests, size.header + size.tail)

    def _wait_for_request(self) -> None:
        """Wait for a request, and end idle processes in the meantime."""
        if self._shared is not None or self._isolated is not None:
            if _is_readable(self._requests, _SECONDS_KEPT):
                return
            self._end_processes()
        if not _is_readable(self._requests, _SECONDS_UNUSED):
            raise ServerEndedError

    def _end_processes(self) -> None:
        self._end_isolated()
        if self._shared is not None:
            self._shared.end()
            self._shared = None

    def _end_isolated(self) -> None:
        if self._isolated is not None:
            self._isolated.end()
            self._isolated = None


def _parsed(frame: bytes) -> Header:
    """Return the request in a frame; it comes from the parent and is trusted."""
    request: Header = json.loads(frame[LENGTHS.size :])
    return request


def _waiting_for(answers: int, parent: int) -> Callable[[], list[tuple[int, int]]]:
    """Return a function that waits for answers or until the parent's pipe is closed."""
    if sys.platform == "win32":
        raise OSError("Windows cannot fork processes.")
    poll = select.poll()
    poll.register(answers, select.POLLIN)
    poll.register(parent, 0)  # reports only that the other end was closed
    return poll.poll


def _close_all_but(*files: int) -> None:
    """Close all file descriptors from 3 on, except for `files`.

    The others are pipes of the server and of its other processes.
    """
    if sys.platform == "win32":
        return
    beginning = 3
    for file in (*sorted(files), os.sysconf("SC_OPEN_MAX")):
        os.closerange(beginning, file)
        beginning = file + 1


def can_fork() -> bool:
    """Return whether a sandboxed process can fork on this system."""
    return sys.platform == "linux" and hasattr(os, "fork")


def read_exactly(file: int, size: int) -> bytes:
    """Return `size` bytes of a file descriptor; raise EOFError if it ends before."""
    parts: list[bytes] = []
    while size:
        data = os.read(file, min(size, _COPY_SIZE))
        if not data:
            raise EOFError
        parts.append(data)
        size -= len(data)
    return b"".join(parts)


def write_all(file: int, data: bytes) -> None:
    """Write all of `data` to a file descriptor."""
    view = memoryview(data)
    while view:
        view = view[os.write(file, view) :]


def _is_readable(file: int, seconds: float) -> bool:
    readable, _, _ = select.select([file], [], [], seconds)
    return bool(readable)
