"""The fork server of the worker: a process for each document, so that none can change another.

A native parser (of PDF, Office files, archives, pictures) that a document has taken over controls
its whole process. So the server reads no document itself: it forks a process for each one, relays
its answer and kills it before the next document is handed out. Plain text formats are read by
Python code alone; for these, a fork would cost as much as reading, and up to TEXTS_PER_PROCESS of
them share a process (docs/security.md). The server is confined as a whole; each process it forks
is confined further: it can start neither processes nor threads.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from engine.extract.limits import REQUEST_LIMITS
from engine.extract.process.frames import (
    LENGTHS,
    FrameAllowance,
    FrameSize,
    Header,
    pack_frame,
    read_frame,
)
from engine.processes.children import fork_process

TEXTS_PER_PROCESS = 32
_REQUESTS_PER_DOCUMENT = 100
# A process is kept for the next request about the same document, such as its next page.
_SECONDS_KEPT = 5.0
# The parent starts another server when it needs one; an unused one only takes memory.
_SECONDS_UNUSED = 60.0
_COPY_SIZE = 1 << 18
# Sent by a shared process in place of an answer: this document needs a process of its own.
NEEDS_OWN_PROCESS = LENGTHS.pack(0, 0)
_SIGNALLED = 128


class Document(NamedTuple):
    """A file, or the embedded document `member` of it. `is_recognised` by OCR, in threads."""

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
    """What the processes do, as the worker defines it.

    `document_of` returns the document of a request, or None if it may share a process. `load`
    imports in the server what a request needs, and `warm_up` what most documents need. `run`
    answers requests in a forked process, from one file descriptor to another, until they end.
    """

    document_of: Callable[[Header], Document | None]
    load: Callable[[Header], None]
    warm_up: Callable[[], None]
    run: Callable[[int, int, Document | None], None]


class _Process:
    """A forked process that answers requests about one document, or about text documents."""

    def __init__(self, document: Document | None, work: Work) -> None:
        self.document = document
        self._requests_left = TEXTS_PER_PROCESS if document is None else _REQUESTS_PER_DOCUMENT
        requests, self._requests = os.pipe()
        self._answers, answers = os.pipe()

        def run() -> None:
            _close_all_but(requests, answers)
            work.run(requests, answers, document)

        self._status = 0
        self._id = fork_process(run)
        os.close(requests)
        os.close(answers)
        self._poll = select.poll()
        self._poll.register(self._answers, select.POLLIN)

    def can_take(self, document: Document | None) -> bool:
        """Return whether the next request, about `document`, may be handed to this process."""
        return self._requests_left > 0 and document == self.document

    def send(self, frame: bytes) -> None:
        """Hand over a request."""
        self._requests_left -= 1
        with suppress(BrokenPipeError):  # it has ended, which shows when its answer is read
            write_all(self._requests, frame)

    def read_exactly(self, size: int, parent: int) -> bytes:
        """Return `size` bytes of an answer; raise as `read_some` does."""
        data = self.read_some(size, parent)
        while len(data) < size:
            data += self.read_some(size - len(data), parent)
        return data

    def read_some(self, size: int, parent: int) -> bytes:
        """Return up to `size` bytes of an answer.

        Raise EOFError once the other end of the pipe `parent` is closed, and ServerEndedError if
        this process has ended.
        """
        self._poll.register(parent, 0)  # reports only that the other end was closed
        if all(file == parent for file, _ in self._poll.poll()):
            raise EOFError
        if data := os.read(self._answers, size):
            return data
        raise ServerEndedError(self.end() or 1)

    def end(self) -> int:
        """Kill the process; return its exit status, or 128 plus the number of the signal."""
        if self._id:
            with suppress(ProcessLookupError):
                os.kill(self._id, signal.SIGKILL)
            _, status = os.waitpid(self._id, 0)
            self._id = 0
            os.close(self._requests)
            os.close(self._answers)
            code = os.waitstatus_to_exitcode(status)
            self._status = code if code >= 0 else _SIGNALLED - code
        return self._status


class ForkServer:
    """Hands requests to forked processes and relays their answers."""

    def __init__(self, requests: int, answers: int, work: Work) -> None:
        self._requests = requests
        self._answers = answers
        self._work = work
        self._shared: _Process | None = None
        self._isolated: _Process | None = None
        self._forked = 0

    def serve(self) -> int:
        """Answer requests until their pipe is closed; return an exit status.

        The server ends if a process of it ended unexpectedly: an answer may be half sent.
        """
        try:
            while True:
                self._wait_for_request()
                request = read_frame(self._read_request, FrameAllowance(REQUEST_LIMITS)).header
                self._answer(request)
        except ServerEndedError as ended:
            return ended.status
        except (EOFError, BrokenPipeError):
            return 0
        finally:
            self._end_processes()

    def _answer(self, request: Header) -> None:
        document = self._work.document_of(request)
        frame = pack_frame(request)
        if document is None:
            if self._shared is None or not self._shared.can_take(None):
                self._shared = self._replace(self._shared, None)
            if self._relay(frame, self._shared):
                return
            document = Document(str(request["path"]))
        if self._isolated is None or not self._isolated.can_take(document):
            self._work.load(request)
            self._isolated = self._replace(self._isolated, document)
        if not self._relay(frame, self._isolated):
            raise ServerEndedError(1)

    def _replace(self, process: _Process | None, document: Document | None) -> _Process:
        if process is not None:
            process.end()
        if self._forked == 1:
            self._work.warm_up()
        self._forked += 1
        return _Process(document, self._work)

    def _relay(self, request: bytes, process: _Process) -> bool:
        """Hand over a request and copy the answer; False if it needs a process of its own."""
        process.send(request)
        while True:
            prefix = process.read_exactly(LENGTHS.size, self._requests)
            if prefix == NEEDS_OWN_PROCESS:
                return False
            size = FrameSize.unpack(prefix)
            left = size.header + size.tail
            first = process.read_exactly(min(left, _COPY_SIZE), self._requests)
            write_all(self._answers, prefix + first)
            left -= len(first)
            while left:
                part = process.read_some(min(left, _COPY_SIZE), self._requests)
                write_all(self._answers, part)
                left -= len(part)
            if size.is_last:
                return True

    def _wait_for_request(self) -> None:
        """Wait for a request; end what is not needed in the meantime."""
        if self._shared is not None or self._isolated is not None:
            if _is_readable(self._requests, _SECONDS_KEPT):
                return
            self._end_processes()
        if not _is_readable(self._requests, _SECONDS_UNUSED):
            raise ServerEndedError

    def _end_processes(self) -> None:
        for process in (self._shared, self._isolated):
            if process is not None:
                process.end()
        self._shared = self._isolated = None

    def _read_request(self, size: int) -> bytes:
        return read_exactly(self._requests, size)


def _close_all_but(*files: int) -> None:
    """Close the pipes of the server and of its other processes, which are not for this one."""
    beginning = 3
    for file in (*sorted(files), os.sysconf("SC_OPEN_MAX")):
        os.closerange(beginning, file)
        beginning = file + 1


def can_fork() -> bool:
    """Return whether this system lets a confined process fork others."""
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
