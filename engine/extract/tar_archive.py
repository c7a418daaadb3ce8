"""TAR archives: their files as documents of their own. Nothing is ever written to disk."""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from io import BytesIO
from itertools import islice

from engine.extract import iwork
from engine.extract.errors import document_error
from engine.extract.file_format import Container, Entry, read_unpacked
from engine.model.document import FailureReason

# Twice as many as are read: a hostile archive may be of nothing but headers.
_MOST_LOOKED_AT = 20_000
_BROKEN = (tarfile.TarError, OSError, EOFError, ValueError, IndexError, OverflowError)


def open_tar(data: bytes) -> Container:
    """Open an archive; raise DocumentError (damaged) when not even its beginning can be read."""
    try:
        archive = _opened(data)
        first = islice(_files(_opened(data)), _MOST_LOOKED_AT)
        documents = iwork.folders_among(info.name for info in first)
    except _BROKEN as error:
        raise document_error(FailureReason.DAMAGED, "The archive is damaged.") from error
    return Container(None, _entries(archive, documents), title="TAR archive")


def _opened(data: bytes) -> tarfile.TarFile:
    return tarfile.TarFile(fileobj=BytesIO(data), errorlevel=0)


def _entries(archive: tarfile.TarFile, documents: frozenset[str]) -> Iterator[Entry]:
    for folder in sorted(documents):
        yield Entry(folder, iwork.refuse_folder)
    for info in _files(archive):
        if not iwork.is_inside(info.name, documents):
            yield Entry(info.name, partial(_read, archive, info), _day(info))


def _files(archive: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
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
            yield info


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
