"""Files that no format reads: what they are, in a sentence."""

from __future__ import annotations

from engine.extract import iwork
from engine.extract.errors import document_error, password_error
from engine.model.document import FailureReason

# First bytes of files that are not text, and what they are called.
_BINARY_STARTS: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"II*\0", "a TIFF picture"),
    (b"MM\0*", "a TIFF picture"),
    (b"RIFF", "a sound, film or picture"),
    (b"ID3", "a sound"),
    (b"OggS", "a sound or film"),
    (b"fLaC", "a sound"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
    (b"GGUF", "a language model"),
    (b"\0asm", "a program"),
    (b"wOF", "a font"),
)
_UNPACK = "Unpack it into a folder of the library."
# First bytes of files that may well hold text, which nothing here reads, and what helps.
_UNREAD_STARTS: tuple[tuple[bytes, str, str], ...] = (
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive (.7z)", _UNPACK),
    (b"Rar!\x1a\x07", "a RAR archive (.rar)", _UNPACK),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive", _UNPACK),
    (b"\x1f\x9d", "a compressed file (.Z)", _UNPACK),
    (b"070701", "a cpio archive", _UNPACK),
    (b"070707", "a cpio archive", _UNPACK),
    (b"\xc7\x71", "a cpio archive", _UNPACK),
    (b"!<arch>\n", "an ar archive", _UNPACK),
    (b"SQLite format 3\0", "a database", "Export its tables as .csv."),
    (b"\0\1\0\0Standard ACE DB", "an Access database", "Export its tables as .xlsx or .csv."),
    (b"\0\1\0\0Standard Jet DB", "an Access database", "Export its tables as .xlsx or .csv."),
    (b"ITSF", "a compiled help file (.chm)", "Unpack it as .html."),
    (
        b"\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d",
        "a OneNote notebook (.one)",
        "Export its pages as .docx or .pdf.",
    ),
    (b"!BDN", "an Outlook mailbox (.pst)", "Export its mails as .eml or .mbox."),
    (
        b"\x78\x9f\x3e\x22",
        "an Outlook attachment (winmail.dat)",
        "Ask who sent it for the files as they are.",
    ),
    (b"AC10", "an AutoCAD drawing", "Export it as .pdf."),
    (b"\xffWPC", "a WordPerfect document", "Save it as .docx or .pdf."),
    (b"\xdb\xa5-\0", "a document of Word for Windows 2", "Save it as .docx or .pdf."),
    (b"1\xbe\0\0", "a document of Write or Word for DOS", "Save it as .docx or .pdf."),
    (b"HWP Document File", "a Hangul document", "Save it as .docx or .pdf."),
    (b"AT&TFORM", "a DjVu document", "Convert it to .pdf."),
)
# Parts of packed files that other programs write, in the first bytes or in the list at the end.
_PACKAGES: tuple[tuple[bytes, str, str], ...] = (
    (b"xl/", "an Excel workbook", "Save it as .xlsx."),
    (b"visio/", "a Visio drawing", "Save it as .pdf."),
    (b"opendocument", "an OpenDocument file", "Save it as .pdf."),
    (b"application/epub+zip", "an EPUB book", ""),
    (b"Index/Document.iwa", iwork.NAME, iwork.INSTEAD),
    (b"Index.zip", iwork.NAME, iwork.INSTEAD),
    (b"buildVersionHistory.plist", iwork.NAME, iwork.INSTEAD),
    (b"index.apxl", "a Keynote document (.key)", "Export it as .pptx or .pdf."),
    (b"META-INF/MANIFEST.MF", "a Java program", ""),
)
_LOOKED_AT = 65_536
_COMPOUND_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# Streams inside a compound file that say what it is, and what to save it as instead.
_OLDER_DOCUMENTS: tuple[tuple[str, str, str], ...] = (
    ("Quill", "a Publisher document (.pub)", "Save it as .pdf."),
    ("VisioDocument", "a Visio drawing (.vsd)", "Save it as .pdf."),
    ("FileHeader", "a Hangul document (.hwp)", "Save it as .docx or .pdf."),
    ("MatOST", "a Works document (.wps)", "Save it as .docx or .pdf."),
    ("SPELLING", "a Works document (.wps)", "Save it as .docx or .pdf."),
    ("Props9", "a Project plan (.mpp)", "Save it as .xlsx or .pdf."),
    ("Props12", "a Project plan (.mpp)", "Save it as .xlsx or .pdf."),
    ("Props14", "a Project plan (.mpp)", "Save it as .xlsx or .pdf."),
)


def refuse_unreadable(data: bytes, extension: str) -> None:
    """Raise DocumentError (binary, unsupported, damaged) for what is certainly no text."""
    for start, name in _BINARY_STARTS:
        if data.startswith(start):
            raise document_error(FailureReason.BINARY, f"The file is {name}, which holds no text.")
    for start, name, instead in _UNREAD_STARTS:
        # A text may begin with the letters of one of these, but it has no zero bytes.
        if data.startswith(start) and b"\0" in data[:_LOOKED_AT]:
            raise _unsupported(name, instead)
    if data.startswith(_COMPOUND_FILE):
        raise _compound_file_error(data)
    if data.startswith(b"PK\x03\x04"):
        raise _zip_error(data, extension)
    if iwork.is_part(data[:_LOOKED_AT]):
        raise _unsupported(iwork.NAME, iwork.INSTEAD)
    if extension == "pdf":
        raise document_error(
            FailureReason.DAMAGED, "The file is called a PDF, but its content is not one."
        )


def _compound_file_error(data: bytes) -> Exception:
    """Tell encrypted documents of today ([MS-OFFCRYPTO]) from documents of older programs."""
    names = data.lower()  # stream names have no case
    if _stream("EncryptedPackage") in names:
        return password_error()
    for stream, name, instead in _OLDER_DOCUMENTS:
        if _stream(stream) in names:
            return _unsupported(name, instead)
    return _unsupported("an older Office document", "Save it as .docx, .pptx, .xlsx or .pdf.")


def _stream(name: str) -> bytes:
    return name.lower().encode("utf-16-le") + b"\0\0"


def _zip_error(data: bytes, extension: str) -> Exception:
    if extension in iwork.EXTENSIONS:
        locked = iwork.is_locked(data)
        return password_error() if locked else _unsupported(iwork.NAME, iwork.INSTEAD)
    names = data[:2000] + data[-_LOOKED_AT:]
    for mark, name, instead in _PACKAGES:
        if mark in names:
            return _unsupported(name, instead)
    return _unsupported("packed in the way of a program of its own", "Save it as .pdf.")


def _unsupported(name: str, instead: str) -> Exception:
    return document_error(
        FailureReason.UNSUPPORTED, f"The file is {name}, which cannot be read yet.", instead
    )
