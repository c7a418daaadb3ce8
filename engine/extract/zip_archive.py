"""ZIP archives: their entries as documents of their own. Nothing is ever written to disk."""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterator
from datetime import date
from functools import partial
from io import BytesIO

from engine.extract import iwork
from engine.extract.errors import document_error
from engine.extract.file_format import Container, Entry, read_unpacked
from engine.extract.zip_names import ZipNames
from engine.model.document import FailureReason

_ENCRYPTED = 0x1
_MAC_RESOURCES = "__MACOSX/"
# What a hostile archive makes of zipfile and the decompressors behind it.
_BROKEN = (
    zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, IndexError, struct.error,
    OverflowError, RuntimeError,
)  # fmt: skip


def open_zip(data: bytes) -> Container:
    """Open an archive; raise DocumentError (damaged) when its directory cannot be read."""
    archive = open_zip_file(data)
    return Container(None, _entries(archive), title="ZIP archive")


def open_zip_file(data: bytes) -> zipfile.ZipFile:
    """Open a ZIP file of any kind; raise DocumentError (damaged)."""
    try:
        return zipfile.ZipFile(BytesIO(data))
    except (*_BROKEN, NotImplementedError) as error:
        raise document_error(
            FailureReason.DAMAGED, "The archive is damaged: its list of files cannot be read."
        ) from error


def read_entry(archive: zipfile.ZipFile, info: zipfile.ZipInfo, most: int) -> bytes:
    """Return the content of an entry; raise DocumentError (password, damaged, too-large)."""
    if info.flag_bits & _ENCRYPTED:
        raise document_error(
            FailureReason.PASSWORD,
            "This is protected by a password.",
            "Unpack the archive into a folder of the library.",
        )
    try:
        with archive.open(info) as stream:
            return read_unpacked(stream, info.compress_size, most)
    except NotImplementedError as error:
        raise document_error(
            FailureReason.UNSUPPORTED, "This is packed in a way that cannot be unpacked."
        ) from error
    except _BROKEN as error:
        raise document_error(FailureReason.DAMAGED, "This is damaged in the archive.") from error


def _entries(archive: zipfile.ZipFile) -> Iterator[Entry]:
    infos = [info for info in archive.infolist() if _is_document(info)]
    names = ZipNames(infos)
    named = [(names.name(info), info) for info in infos]
    documents = iwork.folders_among(name for name, _ in named)
    for folder in sorted(documents):
        yield Entry(folder, iwork.refuse_folder)
    for name, info in named:
        if not iwork.is_inside(name, documents):
            yield Entry(name, partial(read_entry, archive, info), _day(info))


def _is_document(info: zipfile.ZipInfo) -> bool:
    """Leave out folders, links (which lead elsewhere), and what a Mac keeps beside each file."""
    is_link = info.external_attr >> 16 & 0o170000 == 0o120000
    is_folder = info.is_dir() or info.filename.endswith("\\")
    return not (is_folder or is_link or info.filename.startswith(_MAC_RESOURCES))


def _day(info: zipfile.ZipInfo) -> str:
    try:
        return date(*info.date_time[:3]).isoformat() if info.date_time[0] > 1980 else ""
    except ValueError:
        return ""
