"""Which version of a file on disk is meant."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Self

_LARGEST_NUMBER = (1 << 63) - 1
# Windows has the time of creation in the place of that of the last change.
_TELLS_CHANGES = os.name == "posix"


def day_of(mtime_ns: int) -> str:
    """Return the day (UTC) of a file's time as ISO 8601, '' when it is out of range."""
    try:
        return datetime.fromtimestamp(mtime_ns // 1_000_000_000, UTC).date().isoformat()
    except (OverflowError, ValueError, OSError):
        return ""


@dataclass(frozen=True, slots=True)
class FileState:
    """What identifies a version of a file on disk: size in bytes, mtime in ns, inode.

    `digest` (BLAKE2b, 16 bytes) identifies the content; it is empty where it was not taken.
    `changed_ns` is when anything of the file changed last (ctime), which no program can set back;
    it is 0 where that is not known, as on Windows.
    """

    size: int
    mtime_ns: int
    inode: int = 0
    digest: bytes = b""
    changed_ns: int = 0

    @classmethod
    def of(cls, status: os.stat_result) -> Self:
        """Return what the system says of a file. All numbers fit the catalog's signed 64 bits."""
        return cls(
            status.st_size,
            _storable(status.st_mtime_ns),
            status.st_ino & _LARGEST_NUMBER,
            changed_ns=_storable(status.st_ctime_ns) if _TELLS_CHANGES else 0,
        )

    def looks_like(self, other: FileState) -> bool:
        """Whether nothing but the content could tell two versions of a file apart."""
        if (self.size, self.mtime_ns) != (other.size, other.mtime_ns):
            return False
        return self.changed_ns == other.changed_ns or not (self.changed_ns and other.changed_ns)


def _storable(time_ns: int) -> int:
    """Return a file's time, or the last one (of the year 2262) that a catalog can hold."""
    return max(-_LARGEST_NUMBER, min(time_ns, _LARGEST_NUMBER))
