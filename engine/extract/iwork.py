"""Documents of Pages, Numbers and Keynote, which no format reads, in each of their shapes.

Since 2013 they are ZIP files or folders of Index.zip with .iwa parts, before they were ZIP files or
folders of one index.xml (Keynote: index.apxl). The parts are no documents: their text would be
found as markup, or as what a program keeps beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from io import BytesIO
from itertools import islice

from engine.extract.errors import document_error
from engine.model.document import FailureReason
from engine.model.errors import DocumentError

EXTENSIONS = frozenset({"pages", "numbers", "key"})
NAME = "a Pages, Numbers or Keynote document (.pages, .numbers, .key)"
INSTEAD = "Export it as .docx, .pptx, .xlsx or .pdf."
_FOLDER = re.compile(
    r"(?P<folder>(?:.*/)?[^/]+\.(?:pages|numbers|key))/"
    r"(?:index\.zip|index\.(?:xml|apxl)(?:\.gz)?|index/[^/]+\.iwa)",
    re.IGNORECASE,
)
_FOLDER_END = re.compile(r"\.(?:pages|numbers|key)/", re.IGNORECASE)
# So many are looked at of the folders of one path; a hostile archive may have names of any depth.
_MOST_FOLDERS = 16
_XML = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*<\?xml[^>]*>\s*(?:<!(?>--.*?--|[^>]*)>\s*)*+<[^<>]*"
    rb"http://developer\.apple\.com/(?:namespaces/(?:sf|sl|ls|keynote)|schemas/APXL)",
    re.DOTALL,
)
# How documents of 2009 pack what is locked, and where newer ones keep what checks a password.
_LOCKED_METHODS = frozenset({25451, 25452})
_LOCK_FILE = ".iwpv2"


def is_part(head: bytes) -> bool:
    """Whether a file begins as the XML that such documents had before 2013."""
    return _XML.match(head) is not None


def is_locked(data: bytes) -> bool:
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


def folders_among(files: Iterable[str]) -> frozenset[str]:
    """Return the folders that are such documents, by the paths of files ('a/x.key/Index.zip')."""
    found = (_FOLDER.fullmatch(path) for path in files)
    return frozenset(match["folder"] for match in found if match)


def is_inside(path: str, folders: frozenset[str]) -> bool:
    """Whether the file at `path` lies in one of the folders that `folders_among` returned."""
    ends = (match.end() - 1 for match in islice(_FOLDER_END.finditer(path), _MOST_FOLDERS))
    return any(path[:end] in folders for end in ends)


def possible_folder(path: str) -> str:
    """Return the outermost folder of `path` that is called like such a document, or `path`."""
    match = _FOLDER_END.search(path)
    return path[: match.end() - 1] if match else path


def folder_error() -> DocumentError:
    """Return the error of a folder that is such a document."""
    return document_error(
        FailureReason.UNSUPPORTED, f"The folder is {NAME}, which cannot be read yet.", INSTEAD
    )


def refuse_folder(_most: int) -> bytes:
    """Raise the error of a folder that is such a document, in an archive."""
    raise folder_error()
