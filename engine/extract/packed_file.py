"""Files packed by gzip, bzip2 or xz: containers of one document, the unpacked file."""

from __future__ import annotations

import bz2
import gzip
import lzma
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import PurePosixPath
from typing import IO, cast

from engine.extract.errors import document_error
from engine.extract.file_format import Container, Entry, read_unpacked
from engine.extract.tar_archive import open_tar
from engine.model.document import FailureReason

_UNPACKERS: dict[bytes, Callable[[BytesIO], IO[bytes]]] = {
    b"\x1f\x8b": lambda file: cast("IO[bytes]", gzip.GzipFile(fileobj=file)),
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ\0": lzma.LZMAFile,
}
_BROKEN = (OSError, EOFError, zlib.error, lzma.LZMAError, ValueError)
_TAR_HEADER, _TAR_MAGIC = 512, slice(257, 262)
_MOST_TAR = 400_000_000
_INNER_SUFFIX = {
    ".tgz": ".tar", ".taz": ".tar", ".tbz": ".tar", ".tbz2": ".tar", ".txz": ".tar",
    ".svgz": ".svg", ".emz": ".emf",
}  # fmt: skip
_PACKED = frozenset({".gz", ".bz2", ".xz", ".bz", ".gzip", ".z"})


def open_packed(data: bytes, name: str) -> Container:
    """Open a packed file called `name`; its one entry has the name without '.gz'.

    The entries of a packed TAR archive are those of the archive: people see one archive there.
    """
    if _beginning(data)[_TAR_MAGIC] == b"ustar":
        return open_tar(unpacked(data, _MOST_TAR))
    return Container(None, (Entry(inner_name(name), lambda most: unpacked(data, most)),))


def _unpacking(data: bytes) -> IO[bytes]:
    return next(made for start, made in _UNPACKERS.items() if data.startswith(start))(BytesIO(data))


def _beginning(data: bytes) -> bytes:
    try:
        with _unpacking(data) as stream:
            return stream.read(_TAR_HEADER)
    except _BROKEN:
        return b""


def inner_name(name: str) -> str:
    """Return what a packed file is called unpacked: 'log.txt' of 'log.txt.gz'."""
    path = PurePosixPath(name)
    suffix = path.suffix.lower()
    if suffix in _INNER_SUFFIX:
        return path.stem + _INNER_SUFFIX[suffix]
    return path.stem if suffix in _PACKED else path.name


def unpacked(data: bytes, most: int) -> bytes:
    """Return the content; raise DocumentError (damaged, too-large)."""
    try:
        with _unpacking(data) as stream:
            return read_unpacked(stream, len(data), most)
    except _BROKEN as error:
        raise document_error(
            FailureReason.DAMAGED, "The packed file is damaged and cannot be unpacked."
        ) from error
