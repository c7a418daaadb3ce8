"""The client side of a worker process: start it, send requests, receive answers in time."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import IO, cast

from twofold.engine.extract import tesseract
from twofold.engine.extract.errors import invalid_result_error, memory_error
from twofold.engine.extract.limits import ReaderLimits
from twofold.engine.extract.process.answers import unpack_failure
from twofold.engine.extract.process.frames import (
    Frame,
    FrameAllowance,
    Header,
    pack_frame,
    read_frame,
)
from twofold.engine.extract.process.worker_watch import WaitPolicy, WorkerWatch, usage_of
from twofold.engine.model.errors import DocumentError, EngineError, SandboxError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import message
from twofold.engine.processes.children import PIPE, module_command, start_child
from twofold.engine.processes.sandbox import Sandbox, SandboxPolicy, sandbox_warning

_READ_SIZE = 1 << 18
_MAX_BUFFERED_BYTES = 24_000_000
_SECONDS_TO_END = 1.0
DEFAULT_COMMAND = module_command("twofold.engine.extract.process.worker")


class AnswerBuffer:
    """Reads a pipe in a thread until it ends, at most 24 MB ahead of `read_exactly`.

    A pipe can contain only a few answers, and a worker that waits for space in it reads no files.
    """

    def __init__(self, channel: IO[bytes]) -> None:
        self._channel = channel
        self._bytes = bytearray()
        self._changed = threading.Condition()
        self._most = _MAX_BUFFERED_BYTES
        self._has_ended = False
        self._thread = threading.Thread(target=self._read_all, name="answers", daemon=True)
        self._thread.start()

    @property
    def waiting_bytes(self) -> int:
        """The number of received bytes that were not taken yet."""
        with self._changed:
            return len(self._bytes)

    def read_exactly(self, size: int, deadline: float) -> bytes:
        """Return `size` bytes; raise TimeoutError at `deadline` (monotonic) or EOFError."""
        with self._changed:
            self._allow(size)
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
            self._allow(_MAX_BUFFERED_BYTES)
            return data

    def close(self) -> None:
        """Close the pipe. Its other end must be closed, or its process must have ended."""
        with self._changed:
            self._has_ended = True
            self._changed.notify_all()
        self._thread.join(_SECONDS_TO_END)
        self._channel.close()

    def _allow(self, size: int) -> None:
        """Set the maximum size of the buffer; the caller must have the lock."""
        self._most = max(size, _MAX_BUFFERED_BYTES)
        self._changed.notify_all()

    def _read_all(self) -> None:
        while data := self._read():
            with self._changed:
                self._bytes += data
                self._changed.notify_all()
                self._changed.wait_for(lambda: len(self._bytes) < self._most or self._has_ended)
        with self._changed:
            self._has_ended = True
            self._changed.notify_all()

    def _read(self) -> bytes:
        if self._has_ended:
            return b""
        try:
            return os.read(self._channel.fileno(), _READ_SIZE)
        except (OSError, ValueError):  # closed in the meantime
            return b""


class RequestQueue:
    """Writes requests to a pipe in a thread, so that `put` never blocks.

    If the thread that receives answers also wrote the requests, it and a worker whose answer pipe
    is full could wait for each other.
    """

    def __init__(self, channel: IO[bytes]) -> None:
        self._channel = channel
        self._frames: SimpleQueue[bytes] = SimpleQueue()
        self._thread = threading.Thread(target=self._write_all, name="requests", daemon=True)
        self._thread.start()

    def put(self, frame: bytes) -> None:
        """Add a request; it is dropped if the worker has ended."""
        self._frames.put(frame)

    def close(self) -> None:
        """Close the pipe. Its process must have ended."""
        self._frames.put(b"")
        self._thread.join(_SECONDS_TO_END)
        self._channel.close()

    def _write_all(self) -> None:
        # Each system reports another error for a pipe whose other end is closed.
        with suppress(OSError, ValueError):
            while frame := self._frames.get():
                self._channel.write(frame)


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder that a worker may read.

    If something else is mounted at its path, the inode differs.
    """

    path: Path
    device: int = 0
    inode: int = 0

    @classmethod
    def at(cls, path: Path) -> Folder:
        """Return the folder that is currently at a path."""
        try:
            status = path.stat()
        except (OSError, ValueError):
            return cls(path)
        return cls(path, status.st_dev, status.st_ino)


class ReaderProcess:
    """A running worker with its `limits`, whose sandbox contains `folder`.

    If `has_failed` is True, the worker must be replaced: it crashed, took too long or sent an
    invalid answer.
    """

    def __init__(self, limits: ReaderLimits, folder: Folder, command: tuple[str, ...]) -> None:
        self.limits = limits
        self.folder = folder
        self._most_memory = limits.memory_mb * 1_000_000
        self._wait_policy = WaitPolicy(limits.seconds, self._computed)
        self.has_failed = False
        self.sent = 0
        self.answered = 0
        arguments = (str(limits.memory_mb), str(math.ceil(limits.seconds)))
        self._process = start_child(
            (*command, *arguments),
            stdout=PIPE,
            new_session=True,
            sandbox=Sandbox((str(folder.path), *tesseract.language_file_folders()), limits.sandbox),
            buffer_size=0,
        )
        self._watch = WorkerWatch(self._process.pid, self._most_memory, self.kill)
        self._requests = RequestQueue(cast("IO[bytes]", self._process.stdin))
        self._answers = AnswerBuffer(cast("IO[bytes]", self._process.stdout))

    @property
    def is_idle(self) -> bool:
        """Whether every request was answered."""
        return self.sent == self.answered

    @property
    def has_ended(self) -> bool:
        """Whether the worker has ended, such as after being idle for a while."""
        return self._process.poll() is not None

    @property
    def waiting_bytes(self) -> int:
        """The number of bytes of answers that were received and not processed yet."""
        return self._answers.waiting_bytes

    @property
    def sandbox_failure(self) -> str:
        """Why the worker runs outside its sandbox; '' if it is inside or has not answered yet."""
        return self._process.sandbox_failure

    def send(self, request: Header) -> None:
        """Send a request; if the worker has ended, receiving the answer reports it."""
        self.sent += 1
        self._watch.begin()
        self._requests.put(pack_frame(request))

    def receive(self, allowance: FrameAllowance, seconds: float = math.inf) -> Frame:
        """Return the next answer; raise DocumentError if the file or the worker failed.

        Frames about embedded documents arrive before the answer about their container; `allowance`
        limits all of them together. The time allowed (see `WaitPolicy`) begins now; `seconds` may
        shorten it.
        """
        allowed = min(seconds, self.limits.seconds)
        self._wait_policy = WaitPolicy(allowed, self._computed)
        try:
            frame = read_frame(self._read_exactly, allowance)
        except TimeoutError:
            error = (
                _no_progress_error(allowed)
                if self._wait_policy.is_stuck
                else _time_limit_error(allowed)
            )
            raise self._failed(error) from None
        except EOFError:
            raise self._failed(self._crash()) from None
        except (ValueError, MemoryError) as error:
            raise self._failed(invalid_result_error()) from error
        if not frame.is_last:
            return frame
        self.answered += 1
        if self.is_idle:
            self._watch.rest()
        if "failure" not in frame.header:
            return frame
        try:
            failure = unpack_failure(frame.header)
        except ValueError as error:
            raise self._failed(invalid_result_error()) from error
        is_full = failure.reason is FailureReason.OUT_OF_MEMORY
        raise self._failed(failure) if is_full else failure

    def kill(self) -> None:
        """Kill the worker and everything it started; any thread may call this."""
        if self._process.returncode is not None:
            return
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg") and hasattr(signal, "SIGKILL"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def stop(self) -> None:
        """Kill the worker and close its pipes; only the thread that uses it may call this."""
        self.has_failed = True
        self._watch.close()
        self.kill()
        self._process.wait()
        self._requests.close()
        self._answers.close()

    def _read_exactly(self, size: int) -> bytes:
        while True:
            try:
                return self._answers.read_exactly(size, self._wait_policy.deadline)
            except TimeoutError:
                if not self._wait_policy.continues():
                    raise

    def _computed(self) -> float:
        return usage_of(self._process.pid).seconds

    def _failed(self, error: EngineError) -> EngineError:
        self.stop()
        return error

    def _crash(self) -> EngineError:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=1.0)
        if self.limits.sandbox is SandboxPolicy.REQUIRED and self.sandbox_failure:
            return no_sandbox_error(self.sandbox_failure)
        if self._watch.has_ended_worker:
            return memory_error()
        status = self._process.returncode
        if hasattr(signal, "SIGXCPU") and status in {-signal.SIGXCPU, 128 + signal.SIGXCPU}:
            return _time_limit_error(self.limits.seconds)
        return DocumentError(
            FailureReason.READER_CRASHED,
            message("The process that reads files crashed on this file and was restarted."),
            message("The file may be damaged. Try to open it and save a new copy."),
        )


def no_sandbox_error(failure: str = "") -> SandboxError:
    """Return the error of documents that are not read because a required sandbox is missing."""
    return SandboxError(
        sandbox_warning(SandboxPolicy.REQUIRED, failure),
        message("Set reading.sandbox to auto to read documents without a sandbox."),
    )


def _time_limit_error(seconds: float) -> DocumentError:
    return DocumentError(
        FailureReason.TIMED_OUT,
        message(
            "Reading the file took more than {seconds} seconds of processor time.",
            seconds=seconds,
        ),
        message("Raise the setting indexing.read_seconds."),
    )


def _no_progress_error(seconds: float) -> DocumentError:
    return DocumentError(
        FailureReason.TIMED_OUT,
        message("Reading the file made no progress for {seconds} seconds.", seconds=seconds),
        message("Check that its drive is connected and responds."),
    )
