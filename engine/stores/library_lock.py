"""One writing process for each library, held by a lock that the system frees when we die."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from engine.core.errors import CatalogError, LibraryInUseError, LibraryProtectedError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


_PROTECTED = {errno.EACCES, errno.EPERM, errno.EROFS}


class LibraryLock:
    """The right to write to one library, until `release` or the end of the process."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    @classmethod
    def acquire(cls, path: Path) -> Self:
        """Take the lock file at `path`; LibraryInUseError when another process (or we) has it."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = path.open("a+b")
        except OSError as error:
            if error.errno in _PROTECTED:
                raise LibraryProtectedError(
                    f"The library in {path.parent} may not be written, so it is only searched.",
                    "Allow writing there, or choose another library to index into.",
                ) from error
            raise CatalogError(
                f"The library cannot be written: {path}: {error.strerror}.",
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
    if sys.platform == "win32":
        file.seek(0, os.SEEK_SET)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


def _unlock(file: IO[bytes]) -> None:
    if sys.platform == "win32":
        file.seek(0, os.SEEK_SET)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)
    else:
        fcntl.flock(file.fileno(), fcntl.LOCK_UN)
