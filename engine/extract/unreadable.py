"""Detecting files and folders that no format can read, and explaining what they are."""

from __future__ import annotations

import re
from collections.abc import Iterable
from io import BytesIO
from itertools import islice

from twofold.engine.extract.errors import password_error
from twofold.engine.extract.unreadable_kinds import (
    BINARY_STARTS,
    IWORK_HINT,
    IWORK_NAME,
    MPEG_SOUND,
    OLDER_DOCUMENTS,
    OLDER_EXTENSIONS,
    PACKAGES,
    PICTURE_BRANDS,
    UNPACK,
    UNREAD_STARTS,
)
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import Message, message

IWORK_EXTENSIONS = frozenset({"pages", "numbers", "key"})
_FOLDER = re.compile(
    r"(?P<folder>(?:.*/)?[^/]+\.(?:pages|numbers|key))/"
    r"(?:index\.zip|index\.(?:xml|apxl)(?:\.gz)?|index/[^/]+\.iwa)",
    re.IGNORECASE,
)
_FOLDER_END = re.compile(r"\.(?:pages|numbers|key)/", re.IGNORECASE)
# The number of folders checked in a path; a hostile archive may have names of any depth.
_MAX_FOLDERS = 16
_XML = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*<\?xml[^>]*>\s*(?:<!(?>--.*?--|[^>]*)>\s*)*+<[^<>]*"
    rb"http://developer\.apple\.com/(?:namespaces/(?:sf|sl|ls|keynote)|schemas/APXL)",
    re.DOTALL,
)
# The packing methods of locked documents of 2009, and the file of newer ones that is used to check
# a password.
_LOCKED_METHODS = frozenset({25451, 25452})
_LOCK_FILE = ".iwpv2"

_SAMPLE_BYTES = 65_536
_MIN_ZLIB = 8
_COMPOUND_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def refuse_unreadable(data: bytes, extension: str) -> None:
    """Raise DocumentError (binary, unsupported, damaged) for data that is certainly not text."""
    if name := _media(data):
        raise DocumentError(
            FailureReason.BINARY, message("The file is {name}, which contains no text.", name=name)
        )
    if data[4:8] == b"ftyp" and data[8:12] in PICTURE_BRANDS:
        raise _unsupported(message("a picture (.heic, .avif)"), message("Export it as .jpg."))
    for start, name, advice in UNREAD_STARTS:
        # Text may begin with the same letters, but it contains no zero bytes.
        if data.startswith(start) and b"\0" in data[:_SAMPLE_BYTES]:
            raise _unsupported(name, advice)
    if data.startswith(_COMPOUND_FILE):
        raise _compound_file_error(data, extension)
    if data.startswith(b"PK\x03\x04"):
        raise _zip_error(data, extension)
    if data[257:262] != b"ustar" and _is_zlib(data):
        raise _unsupported(message("a zlib-compressed file"), UNPACK)
    if _is_iwork_xml(data[:_SAMPLE_BYTES]):
        raise _unsupported(IWORK_NAME, IWORK_HINT)
    if extension == "pdf":
        raise DocumentError(
            FailureReason.DAMAGED,
            message("The file name ends with .pdf, but the file is not a PDF."),
        )


def _media(data: bytes) -> Message | None:
    """Return the kind of a file without text (such as audio), None for other files."""
    if b"\0" not in data[:_SAMPLE_BYTES]:
        return None  # text may begin with the same letters
    for start, name in BINARY_STARTS:
        if data.startswith(start):
            return name
    if data[4:8] == b"ftyp" and data[8:12] not in PICTURE_BRANDS:
        return message("an audio file") if data[8:11] in {b"M4A", b"M4B"} else message("a video")
    if MPEG_SOUND.match(data):
        return message("an audio file")
    return None


def _compound_file_error(data: bytes, extension: str) -> Exception:
    """Return the error of an encrypted document ([MS-OFFCRYPTO]) or one of an older program."""
    names = data.lower()  # stream names are case-insensitive
    if _stream("EncryptedPackage") in names:
        return password_error()
    if extension in OLDER_EXTENSIONS:
        name, advice = OLDER_EXTENSIONS[extension]
        return _unsupported(name, advice)
    for stream, name, advice in OLDER_DOCUMENTS:
        if _stream(stream) in names:
            return _unsupported(name, advice)
    return _unsupported(
        message("an older Office document"), message("Save it as .docx, .pptx, .xlsx or .pdf.")
    )


def _stream(name: str) -> bytes:
    return name.lower().encode("utf-16-le") + b"\0\0"


def _zip_error(data: bytes, extension: str) -> Exception:
    if extension in IWORK_EXTENSIONS:
        locked = is_locked_iwork(data)
        return password_error() if locked else _unsupported(IWORK_NAME, IWORK_HINT)
    names = data[:2000] + data[-_SAMPLE_BYTES:]
    for mark, name, advice in PACKAGES:
        if mark in names:
            return _unsupported(name, advice)
    return _unsupported(message("a ZIP package of an unknown kind"), message("Save it as .pdf."))


def _is_zlib(data: bytes) -> bool:
    """Return whether data is a zlib stream (RFC 1950)."""
    if len(data) < _MIN_ZLIB or data[0] != 0x78 or int.from_bytes(data[:2], "big") % 31:
        return False
    import zlib  # noqa: PLC0415  imported when first needed

    try:
        return bool(zlib.decompressobj().decompress(data[:_SAMPLE_BYTES], _SAMPLE_BYTES))
    except zlib.error:
        return False


def _unsupported(name: Message, advice: Message) -> Exception:
    return DocumentError(
        FailureReason.UNSUPPORTED,
        message("This file is {name}. Twofold cannot read this format yet.", name=name),
        advice,
    )


def _is_iwork_xml(head: bytes) -> bool:
    """Return whether a file starts like an iWork XML file before 2013."""
    return _XML.match(head) is not None


def is_locked_iwork(data: bytes) -> bool:
    """Return whether a ZIP file is an iWork document with a password."""
    import zipfile  # noqa: PLC0415  imported when first needed

    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return any(
                entry.compress_type in _LOCKED_METHODS or entry.filename == _LOCK_FILE
                for entry in archive.infolist()
            )
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return False


def iwork_folders(files: Iterable[str]) -> frozenset[str]:
    """Return the folders that are iWork documents, by the paths of files ('a/x.key/Index.zip')."""
    found = (_FOLDER.fullmatch(path) for path in files)
    return frozenset(match["folder"] for match in found if match)


def is_in_iwork_folder(path: str, folders: frozenset[str]) -> bool:
    """Return whether the file at `path` is in one of the folders from `iwork_folders`."""
    ends = (match.end() - 1 for match in islice(_FOLDER_END.finditer(path), _MAX_FOLDERS))
    return any(path[:end] in folders for end in ends)


def possible_iwork_folder(path: str) -> str:
    """Return the outermost folder of `path` with the extension of iWork documents, or `path`."""
    match = _FOLDER_END.search(path)
    return path[: match.end() - 1] if match else path


def iwork_folder_error() -> DocumentError:
    """Return the error of a folder that is an iWork document."""
    name = IWORK_NAME
    return DocumentError(
        FailureReason.UNSUPPORTED,
        message("This folder is {name}. Twofold cannot read this format yet.", name=name),
        IWORK_HINT,
    )


def refuse_iwork_folder(_most: int) -> bytes:
    """Raise the error of a folder in an archive that is an iWork document."""
    raise iwork_folder_error()
