"""TAR archives with their files as embedded documents. Nothing is ever written to disk."""

from __future__ import annotations

import bz2
import gzip
import lzma
import tarfile
import zlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from io import BytesIO
from itertools import islice
from pathlib import PurePosixPath
from typing import IO, cast

from twofold.engine.extract.file_format import Container, Entry, read_unpacked
from twofold.engine.extract.unreadable import is_in_iwork_folder, iwork_folders, refuse_iwork_folder
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import message

# Twice as many as are read: a hostile archive may consist of headers only.
_MAX_HEADERS = 20_000
_BROKEN = (tarfile.TarError, OSError, EOFError, ValueError, IndexError, OverflowError)


def open_tar(data: bytes, _name: str = "") -> Container:
    """Open an archive; raise DocumentError (damaged) if even its beginning cannot be read."""
    try:
        archive = _opened(data)
        first = islice(_files(_opened(data)), _MAX_HEADERS)
        documents = iwork_folders(info.name for info in first)
    except _BROKEN as error:
        raise DocumentError(FailureReason.DAMAGED, message("The archive is damaged.")) from error
    return Container(None, _entries(archive, documents), title="TAR archive")


def _opened(data: bytes) -> tarfile.TarFile:
    return tarfile.TarFile(fileobj=BytesIO(data), errorlevel=0)


def _entries(archive: tarfile.TarFile, documents: frozenset[str]) -> Iterator[Entry]:
    for folder in sorted(documents):
        yield Entry(folder, refuse_iwork_folder)
    for info in _files(archive):
        if not is_in_iwork_folder(info.name, documents):
            yield Entry(info.name, partial(_read, archive, info), _day(info))


def _files(archive: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
    """Yield the regular files; links point elsewhere, and devices have no content."""
    while True:
        try:
            info = archive.next()
        except _BROKEN:
            return  # files before the damage have been read
        archive.members = []  # type: ignore[attr-defined] # tarfile would keep the headers of 100,000 files.
        if info is None:
            return
        # A sparse file has more bytes than the archive contains.
        if info.isreg() and not info.issparse() and not _is_mac_resource(info.name):
            yield info


def _is_mac_resource(name: str) -> bool:
    return name.rpartition("/")[2].startswith("._")


def _read(archive: tarfile.TarFile, info: tarfile.TarInfo, most: int) -> bytes:
    try:
        stream = archive.extractfile(info)
        return read_unpacked(stream, info.size, most) if stream else b""
    except _BROKEN as error:
        raise DocumentError(
            FailureReason.DAMAGED, message("This file is damaged inside the archive.")
        ) from error


def _day(info: tarfile.TarInfo) -> str:
    try:
        return datetime.fromtimestamp(info.mtime, UTC).date().isoformat() if info.mtime > 0 else ""
    except (OverflowError, ValueError, OSError):
        return ""


_UNPACKERS: dict[bytes, Callable[[BytesIO], IO[bytes]]] = {
    b"\x1f\x8b": lambda file: cast("IO[bytes]", gzip.GzipFile(fileobj=file)),
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ\0": lzma.LZMAFile,
}
_BROKEN_PACKED = (OSError, EOFError, zlib.error, lzma.LZMAError, ValueError)
_TAR_HEADER, _TAR_MAGIC = 512, slice(257, 262)
_MAX_TAR = 400_000_000
_INNER_SUFFIX = {
    ".tgz": ".tar", ".taz": ".tar", ".tbz": ".tar", ".tbz2": ".tar", ".txz": ".tar",
    ".svgz": ".svg", ".emz": ".emf",
}  # fmt: skip
_PACKED = frozenset({".gz", ".bz2", ".xz", ".bz", ".gzip", ".z"})


def open_packed(data: bytes, name: str) -> Container:
    """Open a compressed file called `name`; its only entry is named without '.gz'.

    A compressed TAR archive has the entries of the archive, because to users it is one archive.
    """
    if _first_bytes(data)[_TAR_MAGIC] == b"ustar":
        return open_tar(unpacked(data, _MAX_TAR))
    return Container(None, (Entry(inner_name(name), lambda most: unpacked(data, most)),))


def _unpacking(data: bytes) -> IO[bytes]:
    return next(made for start, made in _UNPACKERS.items() if data.startswith(start))(BytesIO(data))


def _first_bytes(data: bytes) -> bytes:
    try:
        with _unpacking(data) as stream:
            return stream.read(_TAR_HEADER)
    except _BROKEN_PACKED:
        return b""


def inner_name(name: str) -> str:
    """Return the name of a file after decompression: 'log.txt' for 'log.txt.gz'."""
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
    except _BROKEN_PACKED as error:
        raise DocumentError(
            FailureReason.DAMAGED, message("The compressed file is damaged and cannot be unpacked.")
        ) from error
