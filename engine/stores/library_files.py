"""The files of a library: a single process writes them, and crashes leave consistent files."""

from __future__ import annotations

import errno
import os
import sys
import time
from contextlib import AbstractContextManager, suppress
from functools import partial
from hashlib import blake2b, file_digest
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from twofold.engine.model.disk_errors import disk_first
from twofold.engine.model.errors import CatalogError, LibraryInUseError, LibraryProtectedError
from twofold.engine.model.localized import message, system_reason

_ALWAYS_READ_BYTES = 16 * 1024 * 1024
_TRUSTED_SECONDS = 7 * 24 * 3600.0


def write_at(path: Path, offset: int, data: bytes) -> None:
    """Write `data` durably at `offset`, replacing everything after it."""
    if not data:
        return
    mode = "r+b" if path.exists() else "w+b"
    with path.open(mode) as file:
        file.seek(offset)
        file.write(data)
        with ignoring_mapped():
            file.truncate()
        file.flush()
        os.fsync(file.fileno())


def ignoring_mapped() -> AbstractContextManager[None]:
    """Ignore errors on Windows, which cannot delete or truncate a file mapped by a search.

    The caller must work correctly with the remaining files, which are removed at the next opening.
    """
    return suppress(OSError)


def is_as_described(path: Path, description: Path) -> bool:
    """Return whether a large file can be trusted without reading it.

    It is trusted if it is older than its description. Small files are always read, and large ones
    at least every seven days, because a disk can lose data that no program has changed.
    """
    state, described = path.stat(), description.stat()
    is_trusted = time.time() - described.st_mtime < _TRUSTED_SECONDS
    is_large = state.st_size > _ALWAYS_READ_BYTES
    return is_large and is_trusted and state.st_mtime_ns < described.st_mtime_ns


def checksum(path: Path) -> str:
    """Return the BLAKE2b hash of a file, 16 bytes in hexadecimal."""
    with path.open("rb") as file:
        return file_digest(file, partial(blake2b, digest_size=16)).hexdigest()


def remove_others(kept: Path, *patterns: str) -> None:
    """Remove the files next to `kept` whose names match a pattern.

    On Windows, files that are still mapped are removed by the next call.
    """
    for pattern in patterns:
        for path in kept.parent.glob(pattern):
            if path != kept:
                with suppress(OSError):
                    path.unlink()


# How long a process waits for another one that is about to close the library.
_TRIES, _SECONDS_BETWEEN_TRIES = 300, 0.1
_PROTECTED = {errno.EACCES, errno.EPERM, errno.EROFS}


class LibraryLock:
    """The exclusive right to write to a library, until `release` or the end of the process."""

    def __init__(self, file: IO[bytes], path: Path) -> None:
        self._file, self._path = file, path

    @classmethod
    def acquire(cls, path: Path) -> Self:
        """Lock the file at `path`. Raise LibraryInUseError if it is already locked.

        Waits for a process that is closing.
        """
        try:
            # It contains the text of all documents, including those that nobody else may read.
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = path.open("a+b")
        except OSError as error:
            if error.errno in _PROTECTED:
                raise LibraryProtectedError(
                    message(
                        "The library in {parent} is read-only, so it can only be searched.",
                        parent=path.parent,
                    ),
                    message("Make the folder writable, or choose another library folder."),
                ) from error
            is_no_folder = isinstance(error, FileExistsError | NotADirectoryError)
            reason = message("Not a directory") if is_no_folder else system_reason(error)
            problem = message(
                "The library cannot be written: {parent}: {reason}.",
                parent=path.parent,
                reason=reason,
            )
            hint = message("Choose a writable folder.")
            raise CatalogError(*disk_first(error, problem, hint)) from error
        try:
            _lock_patiently(file, _closing_mark(path))
        except OSError as error:
            file.close()
            raise LibraryInUseError(
                message(
                    "Another Twofold process is writing to the library in {parent}.",
                    parent=path.parent,
                ),
                message("Close it to index here. You can still search."),
            ) from error
        return cls(file, path)

    def announce_closing(self) -> None:
        """Make other processes wait for the lock, because this one is closing."""
        with suppress(OSError):
            _closing_mark(self._path).touch()

    def release(self) -> None:
        """Release the lock. May be called twice."""
        if not self._file.closed:
            _unlock(self._file)
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.release()


def _closing_mark(path: Path) -> Path:
    return path.with_name(f"{path.name}.closing")


def _lock_patiently(file: IO[bytes], closing: Path) -> None:
    for tries_left in reversed(range(_TRIES)):
        try:
            _lock(file)
        except OSError:
            if not (tries_left and closing.exists()):
                raise
            time.sleep(_SECONDS_BETWEEN_TRIES)
        else:
            with suppress(OSError):
                closing.unlink(missing_ok=True)
            return


def _lock(file: IO[bytes]) -> None:
    if sys.platform != "win32" and find_spec("fcntl") is not None:
        import fcntl  # noqa: PLC0415 (not available on Windows)

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    else:
        _lock_first_byte(file, "LK_NBLCK")


def _unlock(file: IO[bytes]) -> None:
    if sys.platform != "win32" and find_spec("fcntl") is not None:
        import fcntl  # noqa: PLC0415

        fcntl.flock(file.fileno(), fcntl.LOCK_UN)
    else:
        _lock_first_byte(file, "LK_UNLCK")


def _lock_first_byte(file: IO[bytes], how: str) -> None:
    """Lock or unlock a range of bytes, as on Windows. The bytes need not exist."""
    windows: Any = import_module("msvcrt")
    file.seek(0, os.SEEK_SET)
    windows.locking(file.fileno(), getattr(windows, how), 1)
