"""Files and folders that no format reads: what they are, in a sentence."""

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
from twofold.engine.model.message import Message, message

IWORK_EXTENSIONS = frozenset({"pages", "numbers", "key"})
_FOLDER = re.compile(
    r"(?P<folder>(?:.*/)?[^/]+\.(?:pages|numbers|key))/"
    r"(?:index\.zip|index\.(?:xml|apxl)(?:\.gz)?|index/[^/]+\.iwa)",
    re.IGNORECASE,
)
_FOLDER_END = re.compile(r"\.(?:pages|numbers|key)/", re.IGNORECASE)
# Folders checked of one path: a hostile archive may have names of any depth.
_MAX_FOLDERS = 16
_XML = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*<\?xml[^>]*>\s*(?:<!(?>--.*?--|[^>]*)>\s*)*+<[^<>]*"
    rb"http://developer\.apple\.com/(?:namespaces/(?:sf|sl|ls|keynote)|schemas/APXL)",
    re.DOTALL,
)
# How documents of 2009 pack what is locked, and where newer ones keep what checks a password.
_LOCKED_METHODS = frozenset({25451, 25452})
_LOCK_FILE = ".iwpv2"

_LOOKED_AT = 65_536
_MIN_ZLIB = 8
_COMPOUND_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def refuse_unreadable(data: bytes, extension: str) -> None:
    """Raise DocumentError (binary, unsupported, damaged) for what is certainly no text."""
    if name := _media(data):
        raise DocumentError(
            FailureReason.BINARY, message("The file is {name}, which holds no text.", name=name)
        )
    if data[4:8] == b"ftyp" and data[8:12] in PICTURE_BRANDS:
        raise _unsupported(message("a picture (.heic, .avif)"), message("Export it as .jpg."))
    for start, name, instead in UNREAD_STARTS:
        # A text may begin with the letters of one of these, but it has no zero bytes.
        if data.startswith(start) and b"\0" in data[:_LOOKED_AT]:
            raise _unsupported(name, instead)
    if data.startswith(_COMPOUND_FILE):
        raise _compound_file_error(data, extension)
    if data.startswith(b"PK\x03\x04"):
        raise _zip_error(data, extension)
    if data[257:262] != b"ustar" and _is_zlib(data):
        raise _unsupported(message("compressed by zlib"), UNPACK)
    if _is_iwork_xml(data[:_LOOKED_AT]):
        raise _unsupported(IWORK_NAME, IWORK_HINT)
    if extension == "pdf":
        raise DocumentError(
            FailureReason.DAMAGED, message("The file is called a PDF, but its content is not one.")
        )


def _media(data: bytes) -> Message | None:
    """Return what a file is that holds no text, None for others."""
    if b"\0" not in data[:_LOOKED_AT]:
        return None  # A text may begin with the letters of one of these.
    for start, name in BINARY_STARTS:
        if data.startswith(start):
            return name
    if data[4:8] == b"ftyp" and data[8:12] not in PICTURE_BRANDS:
        return message("a sound") if data[8:11] in {b"M4A", b"M4B"} else message("a film")
    if MPEG_SOUND.match(data):
        return message("a sound")
    return None


def _compound_file_error(data: bytes, extension: str) -> Exception:
    """Return the error of an encrypted document ([MS-OFFCRYPTO]) or one of an older program."""
    names = data.lower()  # stream names have no case
    if _stream("EncryptedPackage") in names:
        return password_error()
    if extension in OLDER_EXTENSIONS:
        name, instead = OLDER_EXTENSIONS[extension]
        return _unsupported(name, instead)
    for stream, name, instead in OLDER_DOCUMENTS:
        if _stream(stream) in names:
            return _unsupported(name, instead)
    return _unsupported(
        message("an older Office document"), message("Save it as .docx, .pptx, .xlsx or .pdf.")
    )


def _stream(name: str) -> bytes:
    return name.lower().encode("utf-16-le") + b"\0\0"


def _zip_error(data: bytes, extension: str) -> Exception:
    if extension in IWORK_EXTENSIONS:
        locked = is_locked_iwork(data)
        return password_error() if locked else _unsupported(IWORK_NAME, IWORK_HINT)
    names = data[:2000] + data[-_LOOKED_AT:]
    for mark, name, instead in PACKAGES:
        if mark in names:
            return _unsupported(name, instead)
    return _unsupported(
        message("packed in the way of a program of its own"), message("Save it as .pdf.")
    )


def _is_zlib(data: bytes) -> bool:
    """Return whether data is a stream of zlib (RFC 1950)."""
    if len(data) < _MIN_ZLIB or data[0] != 0x78 or int.from_bytes(data[:2], "big") % 31:
        return False
    import zlib  # noqa: PLC0415  imported when first needed

    try:
        return bool(zlib.decompressobj().decompress(data[:_LOOKED_AT], _LOOKED_AT))
    except zlib.error:
        return False


def _unsupported(name: Message, instead: Message) -> Exception:
    return DocumentError(
        FailureReason.UNSUPPORTED,
        message("The file is {name}, which cannot be read yet.", name=name),
        instead,
    )


def _is_iwork_xml(head: bytes) -> bool:
    """Whether a file begins as the XML that such documents had before 2013."""
    return _XML.match(head) is not None


def is_locked_iwork(data: bytes) -> bool:
    """Whether a ZIP file is such a document with a password."""
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
    """Return the folders that are such documents, by the paths of files ('a/x.key/Index.zip')."""
    found = (_FOLDER.fullmatch(path) for path in files)
    return frozenset(match["folder"] for match in found if match)


def is_in_iwork_folder(path: str, folders: frozenset[str]) -> bool:
    """Whether the file at `path` lies in one of the folders that `iwork_folders` returned."""
    ends = (match.end() - 1 for match in islice(_FOLDER_END.finditer(path), _MAX_FOLDERS))
    return any(path[:end] in folders for end in ends)


def possible_iwork_folder(path: str) -> str:
    """Return the outermost folder of `path` that is called like such a document, or `path`."""
    match = _FOLDER_END.search(path)
    return path[: match.end() - 1] if match else path


def iwork_folder_error() -> DocumentError:
    """Return the error of a folder that is such a document."""
    name = IWORK_NAME
    return DocumentError(
        FailureReason.UNSUPPORTED,
        message("The folder is {name}, which cannot be read yet.", name=name),
        IWORK_HINT,
    )


def refuse_iwork_folder(_most: int) -> bytes:
    """Raise the error of a folder that is such a document, in an archive."""
    raise iwork_folder_error()
