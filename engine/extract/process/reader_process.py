"""One worker process: start it, send it requests, wait for answers no longer than allowed."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from engine.extract.errors import document_error, memory_error, nonsense_error
from engine.extract.limits import ReaderLimits
from engine.extract.process.answers import is_of_member, unpack_failure
from engine.extract.process.frames import FrameAllowance, Header, pack_frame, read_frame
from engine.model.document import FailureReason
from engine.model.errors import DocumentError
from engine.processes.children import PIPE, module_command, start_child
from engine.processes.sandbox import Sandbox

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


_SECONDS_BETWEEN_LOOKS = 0.1


class MemoryWatch:
    """A thread that ends a worker which holds more than `most_bytes`; `end_worker` is called once.

    The thread looks at the worker now and then between `begin` and `rest`, and sleeps otherwise.
    """

    def __init__(self, process_id: int, most_bytes: int, end_worker: Callable[[], None]) -> None:
        self._process_id = process_id
        self._most_bytes = most_bytes
        self._end_worker = end_worker
        self._change = threading.Condition()
        self._is_watching = False
        self._closed = False
        self._has_ended_it = False
        self._thread = threading.Thread(target=self._watch, name="memory-watch", daemon=True)
        self._thread.start()

    @property
    def has_ended_it(self) -> bool:
        """Whether the worker was ended for what it held."""
        with self._change:
            return self._has_ended_it

    def begin(self) -> None:
        """Watch from now on."""
        with self._change:
            if not self._is_watching:
                self._is_watching = True
                self._change.notify()

    def rest(self) -> None:
        """Watch no more until the next `begin`."""
        with self._change:
            self._is_watching = False

    def close(self) -> None:
        """End the thread; `end_worker` is not called any more."""
        with self._change:
            self._closed = True
            self._change.notify()
        self._thread.join()

    def _watch(self) -> None:
        with self._change:
            while not (self._closed or self._has_ended_it):
                self._change.wait(_SECONDS_BETWEEN_LOOKS if self._is_watching else None)
                if self._is_watching and not self._closed:
                    self._look()

    def _look(self) -> None:
        if memory_of(self._process_id) > self._most_bytes:
            self._has_ended_it = True
            self._end_worker()


def memory_of(process_id: int) -> int:
    """Return the bytes of memory that a process holds; 0 when it is gone.

    On Windows the interpreter of a virtual environment only starts the real one, so there the
    processes that it started count too.
    """
    import psutil  # noqa: PLC0415 (needed only where files are read)

    with suppress(psutil.Error):
        process = psutil.Process(process_id)
        started = process.children(recursive=True) if sys.platform == "win32" else []
        return sum(_held(one.memory_info()) for one in (process, *started))
    return 0


def _held(memory: object) -> int:
    """Return what the process took: on Windows also what was moved out to the disk."""
    return int(getattr(memory, "private", 0) or getattr(memory, "rss", 0))


# More files than are saved at once: else a worker has nothing to do while those are saved. As many
# requests must fit into its pipe, or sending them waits for the worker.
_MOST_AHEAD = 1024
_MOST_AHEAD_IN_A_USUAL_PIPE = 256
_WIDE_PIPE_BYTES = 1 << 20
# Some hundred answers: the worker reads faster than its answers are handled.
_FAR_AHEAD_BYTES = 1_000_000
DEFAULT_COMMAND = module_command("engine.extract.process.worker")


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
