"""A document reader without a worker process, for tests that do not depend on processes."""

from __future__ import annotations

import math
import os
import tempfile
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

import pytest

from twofold.engine.extract.process import reader, worker
from twofold.engine.extract.process.answers import unpack_failure
from twofold.engine.extract.process.frames import Frame, FrameAllowance, Header, read_frame
from twofold.engine.extract.process.reader_process import Folder
from twofold.engine.indexing.chunker import chunk
from twofold.engine.processes.limits import NoTimeLimit
from twofold.engine.service import reader_worker

# PDFium must not be called by two threads at once; worker processes have one each.
_one_at_a_time = Lock()


class ReaderInThread:
    """A ReaderProcess without process, limits and sandbox. Starts half a second faster.

    Requests and answers are the same frames, created by the same worker code.
    """

    has_failed = False
    has_ended = False
    sandbox_failure = ""
    waiting_bytes = 0

    def __init__(self, limits: reader.ReaderLimits, folder: Folder, _command: object) -> None:
        self.limits = limits
        self.folder = folder
        self.sent = 0
        self.answered = 0
        self._requests: deque[Header] = deque()
        self._answers = tempfile.TemporaryFile()  # noqa: SIM115 - closed by stop
        cutting = chunk, reader_worker.streams
        operations = {"bibliography": reader_worker.bibliography}
        work = worker._Worker(NoTimeLimit(), limits, cutting, operations, lambda _: None)
        self._serving = work._serving(self._answers.fileno(), is_shared=False)

    @property
    def is_idle(self) -> bool:
        """Return whether every request has been answered."""
        return self.sent == self.answered

    def send(self, request: Header) -> None:
        """Queue a request, which is answered by `receive`."""
        self.sent += 1
        self._requests.append(request)

    def receive(self, allowance: FrameAllowance, _seconds: float = math.inf) -> Frame:
        """Return the next frame of the answer to the oldest pending request."""
        if not self._unread():
            self._answers.seek(0)
            self._answers.truncate()
            with _one_at_a_time:
                self._serving.answer(self._requests.popleft())
            self._answers.seek(0)
        frame = read_frame(self._answers.read, allowance)
        self.answered += frame.is_last
        if frame.is_last and "failure" in frame.header:
            raise unpack_failure(frame.header)
        return frame

    def kill(self) -> None:
        """Do nothing: the current document is read to its end."""

    def stop(self) -> None:
        """Stop reading."""
        self.has_failed = True
        self._answers.close()

    def _unread(self) -> int:
        return os.fstat(self._answers.fileno()).st_size - self._answers.tell()


@contextmanager
def documents_read_in_threads() -> Iterator[None]:
    """Start no extraction workers inside this block."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "ReaderProcess", ReaderInThread)
        yield
