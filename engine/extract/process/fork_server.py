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

    def __init__(
        self, document: Document | None, work: Work, server_files: tuple[int, ...]
    ) -> None:
        self.document = document
        self._requests_left = TEXTS_PER_PROCESS if document is None else _REQUESTS_PER_DOCUMENT
        requests, self._requests = os.pipe()
        self.answers, answers = os.pipe()

        def run() -> None:
            for file in (self._requests, self.answers, *server_files):
                os.close(file)
            work.run(requests, answers, document)

        self._id = fork_process(run)
        os.close(requests)
        os.close(answers)

    def can_take(self, document: Document | None) -> bool:
        """Return whether the next request, about `document`, may be handed to this process."""
        return self._requests_left > 0 and document == self.document

    def send(self, frame: bytes) -> None:
        """Hand over a request."""
        self._requests_left -= 1
        with suppress(BrokenPipeError):  # it has ended, which shows when its answer is read
            write_all(self._requests, frame)

    def end(self) -> int:
        """End the process; return its exit status, 128 plus the number of the signal if any."""
        os.close(self._requests)
        os.close(self.answers)
        with suppress(ProcessLookupError):
            os.kill(self._id, signal.SIGKILL)
        _, status = os.waitpid(self._id, 0)
        code = os.waitstatus_to_exitcode(status)
        return code if code >= 0 else _SIGNALLED - code

    def status_after_exit(self) -> int:
        """Wait for a process that has closed its answers; return its status as `end` does."""
        _, status = os.waitpid(self._id, 0)
        code = os.waitstatus_to_exitcode(status)
        return code if code >= 0 else _SIGNALLED - code


class ForkServer:
    """Hands requests to forked processes and relays their answers."""

    def __init__(self, requests: int, answers: int, work: Work) -> None:
        self._requests = requests
        self._answers = answers
        self._work = work
        self._process: _Process | None = None
        self._poll = select.poll()
        self._forked = 0

    def serve(self) -> int:
        """Answer requests until their pipe is closed; return an exit status.

        The server ends if a process of it ended unexpectedly: an answer may be half sent.
        """
        try:
            while True:
                self._wait_for_request()
                request, _, _ = read_frame(self._read_request, FrameAllowance(REQUEST_LIMITS))
                self._answer(request)
        except ServerEndedError as ended:
            return ended.status
        except (EOFError, BrokenPipeError):
            return 0
        finally:
            self._end_process()

    def _answer(self, request: Header) -> None:
        document = self._work.document_of(request)
        frame = pack_frame(request)
        if document is None:
            self._use_process_for(None)
            if self._relay(frame):
                return
            document = Document(str(request["path"]))
        self._work.load(request)
        self._use_process_for(document)
        if not self._relay(frame):
            raise ServerEndedError(1)

    def _use_process_for(self, document: Document | None) -> None:
        if self._process is not None and self._process.can_take(document):
            return
        self._end_process()
        if self._forked == 1:
            self._work.warm_up()
        self._forked += 1
        self._process = _Process(document, self._work, (self._requests, self._answers))
        self._poll = select.poll()
        self._poll.register(self._process.answers, select.POLLIN)
        self._poll.register(self._requests, 0)  # reports only that the other end was closed

    def _relay(self, request: bytes) -> bool:
        """Hand a request to the process and copy its answer; False if it needs one of its own."""
        process = self._process
        assert process is not None  # noqa: S101 (for the type checker)
        process.send(request)
        while True:
            prefix = self._read_answer(LENGTHS.size)
            if prefix == NEEDS_OWN_PROCESS:
                return False
            size = FrameSize.unpack(prefix)
            left = size.header + size.tail
            first = self._read_answer(min(left, _COPY_SIZE))
            write_all(self._answers, prefix + first)
            left -= len(first)
            while left:
                part = self._read_some(min(left, _COPY_SIZE))
                write_all(self._answers, part)
                left -= len(part)
            if size.is_last:
                return True

    def _read_answer(self, size: int) -> bytes:
        data = self._read_some(size)
        while len(data) < size:
            data += self._read_some(size - len(data))
        return data

    def _read_some(self, size: int) -> bytes:
        process = self._process
        assert process is not None  # noqa: S101 (for the type checker)
        if all(file == self._requests for file, _ in self._poll.poll()):
            raise EOFError
        if data := os.read(process.answers, size):
            return data
        self._process = None
        raise ServerEndedError(process.status_after_exit() or 1)

    def _wait_for_request(self) -> None:
        """Wait for a request; end what is not needed in the meantime."""
        if self._process is not None:
            if _is_readable(self._requests, _SECONDS_KEPT):
                return
            self._end_process()
        if not _is_readable(self._requests, _SECONDS_UNUSED):
            raise ServerEndedError

    def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.end()

    def _read_request(self, size: int) -> bytes:
        return read_exactly(self._requests, size)


def can_fork() -> bool:
    """Return whether this system lets a confined process fork others."""
    return sys.platform == "linux"


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
