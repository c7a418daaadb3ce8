"""ZIP archives with their entries as embedded documents. Nothing is ever written to disk."""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial
from io import BytesIO
from zlib import crc32

from twofold.engine.extract.encoding import decode
from twofold.engine.extract.file_format import Container, Entry, read_unpacked
from twofold.engine.extract.unreadable import is_in_iwork_folder, iwork_folders, refuse_iwork_folder
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import message

_IS_UTF8 = 0x800
_UNICODE_PATH = 0x7075
_SAMPLE_NAMES = 500


class ZipNames:
    """Decodes the names of an archive's entries.

    A name is UTF-8 if its flag or the Unicode path field (APPNOTE 4.6.9) says so. The other names
    are UTF-8 if all of them are valid UTF-8. Otherwise they have the encoding detected for all of
    them together, or else DOS code page 437.
    """

    def __init__(self, infos: Sequence[zipfile.ZipInfo]) -> None:
        self._encoding = _encoding([_raw(info) for info in infos if not info.flag_bits & _IS_UTF8])

    def name(self, info: zipfile.ZipInfo) -> str:
        """Return the name of an entry."""
        if info.flag_bits & _IS_UTF8:
            return info.filename
        raw = _raw(info)
        named = _unicode_path(info.extra, raw)
        return named if named is not None else raw.decode(self._encoding, "replace")


def _raw(info: zipfile.ZipInfo) -> bytes:
    """Return the bytes of a name, which zipfile decoded losslessly as code page 437."""
    return info.orig_filename.encode("cp437", "replace")


def _encoding(names: list[bytes]) -> str:
    non_ascii = [name for name in names if not name.isascii()]
    if not non_ascii:
        return "ascii"
    try:
        for name in non_ascii:
            name.decode("utf-8")
    except UnicodeDecodeError:
        return _detected(non_ascii)
    return "utf-8"


def _detected(names: list[bytes]) -> str:
    try:
        return decode(b"\n".join(names[:_SAMPLE_NAMES])).encoding
    except DocumentError:
        return "cp437"


def _unicode_path(extra: bytes, raw: bytes) -> str | None:
    """Return the name in an Info-ZIP Unicode path field if it belongs to this name."""
    at = 0
    while at + 4 <= len(extra):
        kind, size = struct.unpack_from("<HH", extra, at)
        body = extra[at + 4 : at + 4 + size]
        if kind == _UNICODE_PATH and body[:5] == struct.pack("<BI", 1, crc32(raw)):
            return body[5:].decode("utf-8", "replace")
        at += 4 + size
    return None


_ENCRYPTED = 0x1
_SIGNATURE = re.compile(r"META-INF/[^/]*(?:signature|timestamp)[^/]*\Z", re.IGNORECASE)
_CONTAINER_METADATA = re.compile(r"META-INF/|mimetype\Z")
_MAC_RESOURCES = "__MACOSX/"
# Errors of zipfile and its decompressors on a hostile archive.
_BROKEN = (
    zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, IndexError, struct.error,
    OverflowError, RuntimeError,
)  # fmt: skip


def open_zip(data: bytes, _name: str = "") -> Container:
    """Open an archive; raise DocumentError (damaged) if its directory cannot be read."""
    archive = open_zip_file(data)
    return Container(None, _entries(archive), title="ZIP archive")


def open_zip_file(data: bytes) -> zipfile.ZipFile:
    """Open a ZIP file of any kind; raise DocumentError (damaged)."""
    try:
        return zipfile.ZipFile(BytesIO(data))
    except (*_BROKEN, NotImplementedError) as error:
        if _is_part(data):
            raise DocumentError(
                FailureReason.UNSUPPORTED,
                message("The file is one part of a multi-part archive."),
                message("Unpack the archive into a folder of the library."),
            ) from error
        raise DocumentError(
            FailureReason.DAMAGED,
            message("The archive is damaged: its list of files cannot be read."),
        ) from error


def _is_part(data: bytes) -> bool:
    """Return whether an archive has several parts (APPNOTE 8) and this is the first or the last."""
    end = data.rfind(b"PK\x05\x06")
    return data.startswith((b"PK\x07\x08PK\x03\x04", b"PK00PK\x03\x04")) or (
        end >= 0 and data[end + 4 : end + 6] not in {b"\0\0", b""}
    )


def directory_of(data: bytes) -> list[zipfile.ZipInfo]:
    """Return the directory of a ZIP file of any kind; empty for other files and damaged ones."""
    try:
        return open_zip_file(data).infolist()
    except DocumentError:
        return []


def read_entry(archive: zipfile.ZipFile, info: zipfile.ZipInfo, most: int) -> bytes:
    """Return the content of an entry; raise DocumentError (password, damaged, too-large)."""
    if info.flag_bits & _ENCRYPTED:
        raise DocumentError(
            FailureReason.PASSWORD,
            message("This file is password-protected."),
            message("Unpack the archive into a folder of the library."),
        )
    try:
        with archive.open(info) as stream:
            return read_unpacked(stream, info.compress_size, most)
    except NotImplementedError as error:
        raise DocumentError(
            FailureReason.UNSUPPORTED,
            message("This file uses a compression method that Twofold cannot read."),
        ) from error
    except _BROKEN as error:
        raise DocumentError(
            FailureReason.DAMAGED, message("This file is damaged inside the archive.")
        ) from error


def _entries(archive: zipfile.ZipFile) -> Iterator[Entry]:
    infos = [info for info in archive.infolist() if _is_document(info)]
    if any(
        info.filename == "META-INF/manifest.xml" or _SIGNATURE.match(info.filename)
        for info in infos
    ) and any(info.filename == "mimetype" for info in infos):
        # In a container of signed documents, signatures and metadata are not documents.
        infos = [info for info in infos if not _CONTAINER_METADATA.match(info.filename)]
    names = ZipNames(infos)
    named = [(names.name(info), info) for info in infos]
    documents = iwork_folders(name for name, _ in named)
    for folder in sorted(documents):
        yield Entry(folder, refuse_iwork_folder)
    for name, info in named:
        if not is_in_iwork_folder(name, documents):
            yield Entry(name, partial(read_entry, archive, info), _day(info))


def _is_document(info: zipfile.ZipInfo) -> bool:
    """Return whether an entry is a file, but not a link or a macOS resource file."""
    is_link = info.external_attr >> 16 & 0o170000 == 0o120000
    is_folder = info.is_dir() or info.filename.endswith("\\")
    return not (is_folder or is_link or info.filename.startswith(_MAC_RESOURCES))


def _day(info: zipfile.ZipInfo) -> str:
    try:
        return date(*info.date_time[:3]).isoformat() if info.date_time[0] > 1980 else ""
    except ValueError:
        return ""
