"""One writing process for each library, held by a lock that the system frees when we die."""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from engine.model.errors import CatalogError, LibraryInUseError, LibraryProtectedError

_PROTECTED = {errno.EACCES, errno.EPERM, errno.EROFS}


class LibraryLock:
    """The right to write to one library, until `release` or the end of the process."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    @classmethod
    def acquire(cls, path: Path) -> Self:
        """Take the lock file at `path`; LibraryInUseError when another process (or we) has it."""
        try:
            # It holds the text of all documents, also of those that nobody else may read.
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = path.open("a+b")
        except OSError as error:
            if error.errno in _PROTECTED:
                raise LibraryProtectedError(
                    f"The library in {path.parent} may not be written, so it is only searched.",
                    "Allow writing there, or choose another library to index into.",
                ) from error
            is_no_folder = isinstance(error, FileExistsError | NotADirectoryError)
            reason = "Not a directory" if is_no_folder else error.strerror
            raise CatalogError(
                f"The library cannot be written: {path.parent}: {reason}.",
                "Choose a folder that you may write to.",
            ) from error
        try:
            _lock(file)
        except OSError as error:
            file.close()
            raise LibraryInUseError(
                f"Another Twofold is writing to the library in {path.parent}.",
                "Close it to index here; searching works meanwhile.",
            ) from error
        return cls(file)

    def release(self) -> None:
        """Let others write. May be called twice."""
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


def _lock(file: IO[bytes]) -> None:
    if sys.platform != "win32" and find_spec("fcntl") is not None:
        import fcntl  # noqa: PLC0415 (Windows has none)

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
    """Lock or unlock as Windows does: a range of bytes, which need not exist."""
    windows: Any = import_module("msvcrt")
    file.seek(0, os.SEEK_SET)
    windows.locking(file.fileno(), getattr(windows, how), 1)
