"""TAR archives: their files as documents of their own. Nothing is ever written to disk."""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from io import BytesIO

from engine.core.document import FailureReason
from engine.extract.container import Container, Entry, read_unpacked
from engine.extract.failure import document_error

_BROKEN = (tarfile.TarError, OSError, EOFError, ValueError, IndexError, OverflowError)


def open_tar(data: bytes) -> Container:
    """Open an archive; raise DocumentError (damaged) when not even its beginning can be read."""
    try:
        archive = tarfile.TarFile(fileobj=BytesIO(data), errorlevel=0)
    except _BROKEN as error:
        raise document_error(FailureReason.DAMAGED, "The archive is damaged.") from error
    return Container(None, _entries(archive), title="TAR archive")


def _entries(archive: tarfile.TarFile) -> Iterator[Entry]:
    """Yield the regular files; links lead elsewhere, devices hold nothing."""
    while True:
        try:
            info = archive.next()
        except _BROKEN:
            return  # What stands before the damage has been read.
        archive.members = []  # type: ignore[attr-defined]  # tarfile would keep the headers of 100,000 files.
        if info is None:
            return
        # A sparse file stands for more bytes than the archive has.
        if info.isreg() and not info.issparse() and not _is_mac_resource(info.name):
            yield Entry(info.name, partial(_read, archive, info), _day(info))


def _is_mac_resource(name: str) -> bool:
    return name.rpartition("/")[2].startswith("._")


def _read(archive: tarfile.TarFile, info: tarfile.TarInfo, most: int) -> bytes:
    try:
        stream = archive.extractfile(info)
        return read_unpacked(stream, info.size, most) if stream else b""
    except _BROKEN as error:
        raise document_error(FailureReason.DAMAGED, "This is damaged in the archive.") from error


def _day(info: tarfile.TarInfo) -> str:
    try:
        return datetime.fromtimestamp(info.mtime, UTC).date().isoformat() if info.mtime > 0 else ""
    except (OverflowError, ValueError, OSError):
        return ""
