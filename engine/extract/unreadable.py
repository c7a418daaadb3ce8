"""Files and folders that no format reads: what they are, in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable
from io import BytesIO
from itertools import islice

from engine.extract.errors import document_error, password_error
from engine.model.document import FailureReason
from engine.model.errors import DocumentError
from engine.model.message import EMPTY, Message, message

IWORK_EXTENSIONS = frozenset({"pages", "numbers", "key"})
IWORK_NAME = message("a Pages, Numbers or Keynote document (.pages, .numbers, .key)")
_IWORK_HINT = message("Export it as .docx, .pptx, .xlsx or .pdf.")
_FOLDER = re.compile(
    r"(?P<folder>(?:.*/)?[^/]+\.(?:pages|numbers|key))/"
    r"(?:index\.zip|index\.(?:xml|apxl)(?:\.gz)?|index/[^/]+\.iwa)",
    re.IGNORECASE,
)
_FOLDER_END = re.compile(r"\.(?:pages|numbers|key)/", re.IGNORECASE)
# Folders checked of one path: a hostile archive may have names of any depth.
_MOST_FOLDERS = 16
_XML = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*<\?xml[^>]*>\s*(?:<!(?>--.*?--|[^>]*)>\s*)*+<[^<>]*"
    rb"http://developer\.apple\.com/(?:namespaces/(?:sf|sl|ls|keynote)|schemas/APXL)",
    re.DOTALL,
)
# How documents of 2009 pack what is locked, and where newer ones keep what checks a password.
_LOCKED_METHODS = frozenset({25451, 25452})
_LOCK_FILE = ".iwpv2"

# First bytes of files that are not text, and what they are called.
_BINARY_STARTS: tuple[tuple[bytes, Message], ...] = (
    (b"GIF8", message("a GIF picture")),
    (b"RIFF", message("a sound, film or picture")),
    (b"ID3", message("a sound")),
    (b"OggS", message("a sound or film")),
    (b"fLaC", message("a sound")),
    (b"\x7fELF", message("a program")),
    (b"MZ\x90", message("a program")),
    (b"GGUF", message("a language model")),
    (b"\0asm", message("a program")),
    (b"wOF", message("a font")),
)
_UNPACK = message("Unpack it into a folder of the library.")
# First bytes of files that may well hold text, which nothing here reads, and what helps.
_UNREAD_STARTS: tuple[tuple[bytes, Message, Message], ...] = (
    (b"7z\xbc\xaf\x27\x1c", message("a 7-Zip archive (.7z)"), _UNPACK),
    (b"Rar!\x1a\x07", message("a RAR archive (.rar)"), _UNPACK),
    (b"\x28\xb5\x2f\xfd", message("a Zstandard archive"), _UNPACK),
    (b"\x1f\x9d", message("a compressed file (.Z)"), _UNPACK),
    (b"070701", message("a cpio archive"), _UNPACK),
    (b"070707", message("a cpio archive"), _UNPACK),
    (b"\xc7\x71", message("a cpio archive"), _UNPACK),
    (b"!<arch>\n", message("an ar archive"), _UNPACK),
    (b"SQLite format 3\0", message("a database"), message("Export its tables as .csv.")),
    (
        b"\0\1\0\0Standard ACE DB",
        message("an Access database"),
        message("Export its tables as .xlsx or .csv."),
    ),
    (
        b"\0\1\0\0Standard Jet DB",
        message("an Access database"),
        message("Export its tables as .xlsx or .csv."),
    ),
    (b"ITSF", message("a compiled help file (.chm)"), message("Unpack it as .html.")),
    (
        b"\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d",
        message("a OneNote notebook (.one)"),
        message("Export its pages as .docx or .pdf."),
    ),
    (b"AC10", message("an AutoCAD drawing"), message("Export it as .pdf.")),
    (b"\xffWPC", message("a WordPerfect document"), message("Save it as .docx or .pdf.")),
    (
        b"\xdb\xa5-\0",
        message("a document of Word for Windows 2"),
        message("Save it as .docx or .pdf."),
    ),
    (
        b"1\xbe\0\0",
        message("a document of Write or Word for DOS"),
        message("Save it as .docx or .pdf."),
    ),
    (b"HWP Document File", message("a Hangul document"), message("Save it as .docx or .pdf.")),
    (b"AT&TFORM", message("a DjVu document"), message("Convert it to .pdf.")),
)
# Parts of packed files that other programs write, in the first bytes or in the list at the end.
_PACKAGES: tuple[tuple[bytes, Message, Message], ...] = (
    (b"xl/", message("an Excel workbook"), message("Save it as .xlsx.")),
    (b"visio/", message("a Visio drawing"), message("Save it as .pdf.")),
    (b"opendocument", message("an OpenDocument file"), message("Save it as .pdf.")),
    (b"application/epub+zip", message("an EPUB book"), EMPTY),
    (b"Index/Document.iwa", IWORK_NAME, _IWORK_HINT),
    (b"Index.zip", IWORK_NAME, _IWORK_HINT),
    (b"buildVersionHistory.plist", IWORK_NAME, _IWORK_HINT),
    (b"index.apxl", message("a Keynote document (.key)"), message("Export it as .pptx or .pdf.")),
    (b"META-INF/MANIFEST.MF", message("a Java program"), EMPTY),
)
_LOOKED_AT = 65_536
_COMPOUND_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# Streams that identify a compound file, its name, and the format to save it in instead.
_OLDER_DOCUMENTS: tuple[tuple[str, Message, Message], ...] = (
    ("Quill", message("a Publisher document (.pub)"), message("Save it as .pdf.")),
    ("VisioDocument", message("a Visio drawing (.vsd)"), message("Save it as .pdf.")),
    ("FileHeader", message("a Hangul document (.hwp)"), message("Save it as .docx or .pdf.")),
    ("MatOST", message("a Works document (.wps)"), message("Save it as .docx or .pdf.")),
    ("SPELLING", message("a Works document (.wps)"), message("Save it as .docx or .pdf.")),
    ("Props9", message("a Project plan (.mpp)"), message("Save it as .xlsx or .pdf.")),
    ("Props12", message("a Project plan (.mpp)"), message("Save it as .xlsx or .pdf.")),
    ("Props14", message("a Project plan (.mpp)"), message("Save it as .xlsx or .pdf.")),
)


def refuse_unreadable(data: bytes, extension: str) -> None:
    """Raise DocumentError (binary, unsupported, damaged) for what is certainly no text."""
    for start, name in _BINARY_STARTS:
        if data.startswith(start):
            raise document_error(
                FailureReason.BINARY, message("The file is {name}, which holds no text.", name=name)
            )
    for start, name, instead in _UNREAD_STARTS:
        # A text may begin with the letters of one of these, but it has no zero bytes.
        if data.startswith(start) and b"\0" in data[:_LOOKED_AT]:
            raise _unsupported(name, instead)
    if data.startswith(_COMPOUND_FILE):
        raise _compound_file_error(data)
    if data.startswith(b"PK\x03\x04"):
        raise _zip_error(data, extension)
    if _is_iwork_xml(data[:_LOOKED_AT]):
        raise _unsupported(IWORK_NAME, _IWORK_HINT)
    if extension == "pdf":
        raise document_error(
            FailureReason.DAMAGED, message("The file is called a PDF, but its content is not one.")
        )


def _compound_file_error(data: bytes) -> Exception:
    """Return the error of an encrypted document ([MS-OFFCRYPTO]) or one of an older program."""
    names = data.lower()  # stream names have no case
    if _stream("EncryptedPackage") in names:
        return password_error()
    for stream, name, instead in _OLDER_DOCUMENTS:
        if _stream(stream) in names:
            return _unsupported(name, instead)
    return _unsupported(
        message("an older Office document"), message("Save it as .docx, .pptx, .xlsx or .pdf.")
    )


def _stream(name: str) -> bytes:
    return name.lower().encode("utf-16-le") + b"\0\0"


def _zip_error(data: bytes, extension: str) -> Exception:
    if extension in IWORK_EXTENSIONS:
        locked = _is_locked_iwork(data)
        return password_error() if locked else _unsupported(IWORK_NAME, _IWORK_HINT)
    names = data[:2000] + data[-_LOOKED_AT:]
    for mark, name, instead in _PACKAGES:
        if mark in names:
            return _unsupported(name, instead)
    return _unsupported(
        message("packed in the way of a program of its own"), message("Save it as .pdf.")
    )


def _unsupported(name: Message, instead: Message) -> Exception:
    return document_error(
        FailureReason.UNSUPPORTED,
        message("The file is {name}, which cannot be read yet.", name=name),
        instead,
    )


def _is_iwork_xml(head: bytes) -> bool:
    """Whether a file begins as the XML that such documents had before 2013."""
    return _XML.match(head) is not None


def _is_locked_iwork(data: bytes) -> bool:
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
    ends = (match.end() - 1 for match in islice(_FOLDER_END.finditer(path), _MOST_FOLDERS))
    return any(path[:end] in folders for end in ends)


def possible_iwork_folder(path: str) -> str:
    """Return the outermost folder of `path` that is called like such a document, or `path`."""
    match = _FOLDER_END.search(path)
    return path[: match.end() - 1] if match else path


def iwork_folder_error() -> DocumentError:
    """Return the error of a folder that is such a document."""
    name = IWORK_NAME
    return document_error(
        FailureReason.UNSUPPORTED,
        message("The folder is {name}, which cannot be read yet.", name=name),
        _IWORK_HINT,
    )


def refuse_iwork_folder(_most: int) -> bytes:
    """Raise the error of a folder that is such a document, in an archive."""
    raise iwork_folder_error()
