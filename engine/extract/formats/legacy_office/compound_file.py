"""Compound files: storages with streams, as folders with files ([MS-CFB])."""

from __future__ import annotations

import struct
from io import BytesIO

import olefile

from engine.extract.errors import damaged_error

SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_HEADER_BYTES = 512
_SECTOR_SHIFTS = frozenset({9, 12})
_MINI_SECTOR_SHIFT = 6
_DAMAGE = (
    OSError, ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError,
    struct.error,
)  # fmt: skip


class CompoundFile:
    """An open compound file; raise DocumentError (damaged) when its tables make no sense.

    Names have no case. Tables that run in circles end where the file would.
    """

    def __init__(self, data: bytes) -> None:
        _check_header(data)
        try:
            self._file = olefile.OleFileIO(BytesIO(data))
            # The library trusts these sizes: a table in a circle would fill the memory.
            for entry in self._file.direntries:
                if entry is not None:
                    entry.size = min(entry.size, len(data))
            most_sectors = len(data) // self._file.sector_size + 1
            self._file.num_mini_fat_sectors = min(self._file.num_mini_fat_sectors, most_sectors)
        except _DAMAGE as error:
            raise damaged_error() from error

    def names(self, *path: str) -> tuple[str, ...]:
        """Return the names of what lies in a storage (the root when none is named), sorted."""
        try:
            entry = self._file.direntries[self._file._find(list(path))] if path else self._file.root  # noqa: SLF001
            return tuple(kid.name for kid in entry.kids)
        except _DAMAGE:
            return ()

    def stream(self, *path: str) -> bytes:
        """Return the content of a stream as far as it is there, b'' when there is none."""
        try:
            return bytes(self._file.openstream(list(path)).read())
        except _DAMAGE:
            return b""


def _check_header(data: bytes) -> None:
    """Refuse what the library would compute with without bounds."""
    if len(data) < _HEADER_BYTES or not data.startswith(SIGNATURE):
        raise damaged_error()
    sector_shift, mini_shift = struct.unpack_from("<HH", data, 30)
    if sector_shift not in _SECTOR_SHIFTS or mini_shift != _MINI_SECTOR_SHIFT:
        raise damaged_error()
    sectors = len(data) >> sector_shift
    table_sectors, _, _, _, _, _, _, list_sectors = struct.unpack_from("<8I", data, 44)
    if table_sectors > sectors + 1 or list_sectors > sectors + 1:
        raise damaged_error()
