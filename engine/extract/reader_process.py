"""One worker process: start it, send it requests, wait for answers no longer than allowed."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from engine.extract.answer_buffer import AnswerBuffer
from engine.extract.answers import unpack_failure
from engine.extract.failure import document_error, memory_error, nonsense_error
from engine.extract.frames import FrameAllowance, Header, pack_frame, read_frame
from engine.extract.limits import ReaderLimits
from engine.extract.member_answers import is_of_member
from engine.extract.memory_watch import MemoryWatch
from engine.model.document import FailureReason
from engine.model.errors import DocumentError
from engine.processes.children import PIPE, module_command, start_child
from engine.processes.sandbox import Sandbox

# More files than are saved at once: else a worker has nothing to do while those are saved. As many
# requests must fit into its pipe, or sending them waits for the worker.
_MOST_AHEAD = 1024
_MOST_AHEAD_IN_A_USUAL_PIPE = 256
_WIDE_PIPE_BYTES = 1 << 20
# Some hundred answers: the worker reads faster than its answers are handled.
_FAR_AHEAD_BYTES = 1_000_000
DEFAULT_COMMAND = module_command("engine.extract.worker")


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder that a worker may read, told from what may lie there later, such as a mount."""

    path: Path
    device: int = 0
    inode: int = 0

    @classmethod
    def at(cls, path: Path) -> Folder:
        """Return what lies at a path now."""
        try:
            status = path.stat()
        except (OSError, ValueError):
            return cls(path)
        return cls(path, status.st_dev, status.st_ino)


class ReaderProcess:
    """A running worker. After any DocumentError of its own (`is_spent`) it must be replaced.

    `most_ahead` is how many requests may wait for it; it was started with `limits`, and its sandbox
    has `folder`.
    """

    def __init__(self, limits: ReaderLimits, folder: Folder, command: tuple[str, ...]) -> None:
        self.limits = limits
        self.folder = folder
        self._most_memory = limits.memory_mb * 1_000_000
        self._deadline = 0.0
        self.is_spent = False
        self.sent = 0
        self.answered = 0
        arguments = (str(limits.memory_mb), str(math.ceil(limits.seconds)))
        self._process = start_child(
            (*command, *arguments),
            stdout=PIPE,
            new_session=True,
            sandbox=Sandbox((str(folder.path),), limits.sandbox),
            buffer_size=0,
        )
        is_wide = self._process.stdin is not None and _widen(self._process.stdin)
        self.most_ahead = _MOST_AHEAD if is_wide else _MOST_AHEAD_IN_A_USUAL_PIPE
        self._watch = MemoryWatch(self._process.pid, self._most_memory, self.kill)
        self._answers: AnswerBuffer | None = None
        if self._process.stdout is not None:
            most = limits.answer.header_bytes + limits.answer.tail_bytes
            self._answers = AnswerBuffer(self._process.stdout, most, self.kill)

    @property
    def is_quiet(self) -> bool:
        """True when no answer is outstanding."""
        return self.sent == self.answered

    @property
    def is_worn(self) -> bool:
        """True when it has had its share of requests."""
        return self.sent >= self.limits.files_per_worker

    @property
    def is_grown(self) -> bool:
        """True when it has read so much that it is better replaced than kept for later."""
        return self.sent > self.limits.files_kept

    @property
    def is_ahead(self) -> bool:
        """True when many of its answers wait to be handled."""
        return self._answers is not None and self._answers.waiting_bytes >= _FAR_AHEAD_BYTES

    def send(self, request: Header) -> None:
        """Send one request; a worker that is gone shows when its answer is awaited."""
        self.sent += 1
        self._watch.begin()
        channel = self._process.stdin
        if channel is not None and self._answers is not None:
            # A pipe whose other end is gone is another error on each system.
            with suppress(OSError), self._answers.writing():
                channel.write(pack_frame(request))

    def receive(self, allowance: FrameAllowance, seconds: float = math.inf) -> tuple[Header, bytes]:
        """Return the next answer; raise DocumentError when the file or the worker failed.

        Frames about the members of a container come before the answer about it; together they keep
        to `allowance`. The time allowed begins now, or when the frame before this one came;
        `seconds` may shorten it.
        """
        allowed = min(seconds, self.limits.seconds)
        self._deadline = time.monotonic() + allowed
        try:
            header, tail = read_frame(self._read_exactly, allowance)
        except TimeoutError:
            raise self._spent(_timed_out(allowed)) from None
        except EOFError:
            raise self._spent(self._crash()) from None
        except (ValueError, MemoryError) as error:
            raise self._spent(nonsense_error()) from error
        if is_of_member(header):
            return header, tail
        self.answered += 1
        if self.is_quiet:
            self._watch.rest()
        if "failure" not in header:
            return header, tail
        try:
            failure = unpack_failure(header)
        except ValueError as error:
            raise self._spent(nonsense_error()) from error
        is_full = failure.reason == FailureReason.OUT_OF_MEMORY
        raise self._spent(failure) if is_full else failure

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
        """Kill the worker and free its pipes; only the thread that talks to it may call this."""
        self.is_spent = True
        self._watch.close()
        self.kill()
        self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()
        if self._answers is not None:
            self._answers.close()

    def _read_exactly(self, size: int) -> bytes:
        if self._answers is None:
            raise EOFError
        return self._answers.read_exactly(size, self._deadline)

    def _spent(self, error: DocumentError) -> DocumentError:
        self.stop()
        return error

    def _crash(self) -> DocumentError:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=1.0)
        if self._watch.has_ended_it:
            return memory_error()
        status = self._process.returncode
        if hasattr(signal, "SIGXCPU") and status == -signal.SIGXCPU:
            return _timed_out(self.limits.seconds)
        return document_error(
            FailureReason.READER_CRASHED,
            "Reading this file crashed the reader; it was started again.",
            "The file may be damaged.",
        )


def _widen(channel: IO[bytes]) -> bool:
    """Give a pipe more room than the usual 64 KiB where the system lets it have that (pipe(7))."""
    if sys.platform != "linux":
        return False
    try:
        import fcntl  # noqa: PLC0415 (Windows has none)

        return fcntl.fcntl(channel.fileno(), fcntl.F_SETPIPE_SZ, _WIDE_PIPE_BYTES) > 0
    except (ImportError, OSError):  # a Python without it, or more than a person may have
        return False


def _timed_out(seconds: float) -> DocumentError:
    return document_error(
        FailureReason.TIMED_OUT,
        f"Reading the file took longer than {seconds:g} seconds.",
        "Raise the setting indexing.read_seconds.",
    )
