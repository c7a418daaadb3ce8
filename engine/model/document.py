"""Documents and passages, and their stable ids."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from hashlib import blake2b
from pathlib import PurePosixPath
from typing import Self

from twofold.engine.model.failure import FailureReason
from twofold.engine.model.filters import TrustLevel
from twofold.engine.model.localized import EMPTY, Message
from twofold.engine.model.publication import Publication
from twofold.engine.model.title import joined_words

_MASK = (1 << 63) - 1


def document_number(folder: str, path: str) -> int:
    """Return the number of the file at `path` inside the library folder named `folder`."""
    return _hash(f"{folder}\0{path}")


# Increase it when the chunker splits text differently; all files are then read again.
CHUNKER_VERSION = "4"


def chunk_number(document: int, chunker_version: str, position: int) -> int:
    """Return the number of the chunk at `position` (from 0) of a document."""
    return _hash(f"{document}\0{chunker_version}\0{position}")


def as_id(number: int) -> str:
    """Format a number as an id."""
    return f"{number:016x}"


def as_number(identifier: str) -> int:
    """Return the number of an id. Raise ValueError for anything that `as_id` does not produce."""
    number = int(identifier[:17], 16)
    if 0 <= number <= _MASK and as_id(number) == identifier:
        return number
    raise ValueError("not an id")


def content_hash(text: str) -> bytes:
    """Return the key of a text in the embedding cache (16 bytes)."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def content_digest(data: bytes) -> bytes:
    """Return the hash of a file's or an embedded document's content, see `FileState.digest`."""
    return blake2b(data, digest_size=16).digest()


def _hash(name: str) -> int:
    digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big") & _MASK


_MAX_NUMBER = (1 << 63) - 1
# On Windows, ctime is the time of creation.
_HAS_CHANGE_TIME = os.name == "posix"


def date_time_now() -> str:
    """Return the current time in UTC as an RFC 3339 date-time, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def day_of(mtime_ns: int) -> str:
    """Return the day (UTC) of a modification time in ISO 8601, '' if it is out of range.

    It is also '' for 0, the time of files whose state is not known, such as those in the cloud.
    """
    if not mtime_ns:
        return ""
    try:
        return datetime.fromtimestamp(mtime_ns // 1_000_000_000, UTC).date().isoformat()
    except (OverflowError, ValueError, OSError):
        return ""


@dataclass(frozen=True, slots=True)
class FileState:
    """Identifies a version of a file: size in bytes, mtime in ns, inode.

    `digest` (BLAKE2b, 16 bytes) identifies the content; it is empty if it was not computed.
    `changed_ns` is the ctime, the time of the last change of the file or its attributes, which
    programs cannot set back. It is 0 if unknown, as on Windows.
    """

    size: int
    mtime_ns: int
    inode: int = 0
    digest: bytes = b""
    changed_ns: int = 0

    @classmethod
    def of(cls, status: os.stat_result) -> Self:
        """Return the state from a stat result. All numbers fit the catalog's signed 64 bits."""
        return cls(
            status.st_size,
            _storable(status.st_mtime_ns),
            status.st_ino & _MAX_NUMBER,
            changed_ns=_storable(status.st_ctime_ns) if _HAS_CHANGE_TIME else 0,
        )

    def looks_like(self, other: FileState) -> bool:
        """Return whether two versions of a file can only be distinguished by their content."""
        if (self.size, self.mtime_ns) != (other.size, other.mtime_ns):
            return False
        return self.changed_ns == other.changed_ns or not (self.changed_ns and other.changed_ns)


def _storable(time_ns: int) -> int:
    """Return a file time, limited to what the catalog can store (the year 2262)."""
    return max(-_MAX_NUMBER, min(time_ns, _MAX_NUMBER))


# A line ends as in text editors, see engine/extract/lines.py.
LINE_BREAK = re.compile(r"\r\n|\r|\n")


class LocatorKind(StrEnum):
    """The unit in which positions of a document are counted, from 1.

    Paragraphs and rows are the lines of the extracted text. Times are milliseconds from the
    beginning. A region is a rectangle of an image; see `Locator.box`.
    """

    LINE = "line"
    PAGE = "page"
    SLIDE = "slide"
    SHEET = "sheet"
    CHAPTER = "chapter"
    MESSAGE = "message"
    PARAGRAPH = "paragraph"
    ROW = "row"
    TIME = "time"
    REGION = "region"

    @property
    def is_paged(self) -> bool:
        """Whether a passage is always inside a single unit, such as a page, cited by one number."""
        return self in _PAGED

    @property
    def is_line(self) -> bool:
        """Whether the unit is a line, either of the file or of the extracted text."""
        return self in _LINES


_PAGED = frozenset(
    {
        LocatorKind.PAGE,
        LocatorKind.SLIDE,
        LocatorKind.SHEET,
        LocatorKind.CHAPTER,
        LocatorKind.MESSAGE,
    }
)
_LINES = frozenset({LocatorKind.LINE, LocatorKind.PARAGRAPH, LocatorKind.ROW})


class BlockKind(StrEnum):
    """The type of a block, which determines what the chunker may merge and split."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST = "list"
    CODE = "code"
    TABLE = "table"
    CAPTION = "caption"
    QUOTATION = "quotation"
    PROPERTIES = "properties"


class PassageKind(StrEnum):
    """The kinds of passages.

    A `PROPERTIES` passage contains what a document declares about itself (author, keywords, front
    matter), a `NAME` passage the file name of a document that cannot be read.
    """

    TEXT = "text"
    PROPERTIES = "properties"
    NAME = "name"


# The number of columns a sheet can have before a cell.
MAX_EMPTY_CELLS = 16_383


@dataclass(frozen=True, slots=True)
class Block:
    """A span [start, end) of `ExtractedText.text` (character offsets) of one kind.

    `heading_path` contains the enclosing headings, outermost first; the path of a heading block
    ends with its own title. `empty_cells` is the number of empty cells before a row of a sheet,
    which the text omits. Rows with the same `table` (not 0) belong to one table, even with notes
    between them.
    """

    start: int
    end: int
    kind: BlockKind
    heading_path: tuple[str, ...] = ()
    empty_cells: int = 0
    table: int = 0


# Separates the column heads in the last heading of a row. It hardly ever occurs in a title.
COLUMN_SEPARATOR = " │ "


def column_heads_of(heading_path: Sequence[str]) -> str:
    """Return the column heads of a row, or ''."""
    last = heading_path[-1] if heading_path else ""
    return last if COLUMN_SEPARATOR in last else ""


@dataclass(frozen=True, slots=True)
class DocumentMetadata(Publication):
    """The metadata that a document declares; '' for missing values.

    Dates are ISO 8601 days ('2026-11-21'); several authors are written 'A; B'. `issued` is the date
    of publication: a day, a month ('2026-11') or a year. `properties` are all other values as
    (name, value): `subject`, `description`, `category`, custom properties, front matter. An entry
    of a reference manager describes `files`: absolute paths, or relative to the directory of its
    file.
    """

    title: str = ""
    author: str = ""
    tags: tuple[str, ...] = ()
    lang: str = ""
    trust: TrustLevel | None = None
    created: str = ""
    modified: str = ""
    issued: str = ""
    properties: tuple[tuple[str, str], ...] = ()
    files: tuple[str, ...] = ()


Region = tuple[float, float, float, float]
"""Left, top, width and height of a rectangle on a displayed page, from its top left corner.

In points (1/72 inch) on a page of a PDF, in pixels of an image.
"""


@dataclass(frozen=True, slots=True)
class OcrLine:
    """A recognised line of text in an image, and its position."""

    text: str
    region: Region


OcrPages = Mapping[int, tuple[OcrLine, ...]]
"""The lines of pages (1-based), in reading order."""


@dataclass(frozen=True, slots=True)
class OcrText:
    """The text that was recognised in a document with this content (see `content_digest`)."""

    digest: bytes
    pages: OcrPages


@dataclass(frozen=True, slots=True)
class RegionSpan:
    """A span [start, end) of recognised text, and its position on the page."""

    start: int
    end: int
    region: Region


def region_around(regions: Iterable[Region]) -> Region | None:
    """Return the smallest region that contains all of these; None if there are none."""
    edges = [(x, y, x + width, y + height) for x, y, width, height in regions]
    if not edges:
        return None
    lefts, tops, rights, bottoms = zip(*edges, strict=True)
    left, top = min(lefts), min(tops)
    return left, top, round(max(rights) - left, 1), round(max(bottoms) - top, 1)


@dataclass(frozen=True, slots=True)
class ExtractedText:
    """The text of one file with the exact position of every character.

    `place_starts[i]` is the offset in `text` at which place `place_numbers[i]` (see LocatorKind)
    begins; both ascend. If the text of a line document is the decoded file itself, these are the
    line starts. `place_labels`, if given, describe each place for users ('Budget, row 12');
    `place_ends`, given for times only, is where each place ends. Blocks ascend and do not overlap;
    text outside blocks (front matter, blank lines) is not searched. Blocks never cross a page
    boundary (LocatorKind.is_paged). `is_verbatim` is True if `text` is the decoded file itself, so
    that columns can be counted in it too. `members` are the embedded documents; a mere container,
    such as an archive, has no text. `scanned_pages` counts the pages that are images without known
    text; `regions` are the positions of recognised text on such pages.
    """

    text: str
    place_kind: LocatorKind
    place_starts: tuple[int, ...]
    place_numbers: tuple[int, ...]
    blocks: tuple[Block, ...]
    metadata: DocumentMetadata
    file_type: str
    warnings: tuple[Message, ...] = ()
    is_verbatim: bool = False
    place_labels: tuple[str, ...] = ()
    place_ends: tuple[int, ...] = ()
    members: tuple[EmbeddedDocument, ...] = ()
    scanned_pages: int = 0
    regions: tuple[RegionSpan, ...] = ()


@dataclass(frozen=True, slots=True)
class EmbeddedDocument:
    """A document embedded in a file (an archive, a mail): its text, or why it has none.

    `name` is a relative POSIX path without '.' and '..', unique in the file.
    """

    name: str
    extracted: ExtractedText | CutText | None = None
    reason: FailureReason | None = None
    detail: Message = EMPTY


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage: the exact slice [start, end) of its document's extracted text.

    `place_start` and `place_end` are the first and last place (see LocatorKind); `place_label`
    describes them for users ('Budget, rows 12–30') or is ''. `region` is the position of recognised
    text on its page. The columns (1-based, inclusive start, exclusive end, in characters) are set
    only if the passage does not begin or end at a line boundary. `symbol` is the innermost
    definition around a passage of source code.
    """

    position: int
    text: str
    start: int
    end: int
    place_kind: LocatorKind
    place_start: int
    place_end: int
    start_column: int | None = None
    end_column: int | None = None
    heading_path: tuple[str, ...] = ()
    lang: str = ""
    is_code: bool = False
    place_label: str = ""
    symbol: str = ""
    region: Region | None = None
    kind: PassageKind = PassageKind.TEXT

    @property
    def section(self) -> str:
        """The innermost heading to show in a reference, or ''.

        Column heads are skipped. The name of a sheet is also skipped, because the label of the
        position contains it.
        """
        headings = (one for one in reversed(self.heading_path) if COLUMN_SEPARATOR not in one)
        title = next(headings, "")
        return "" if self.place_label.startswith(f"{title}, ") else title


@dataclass(frozen=True, slots=True)
class TokenStreams:
    """The tokens of a text for the lexical index, separated by spaces.

    `words` are the words as written, in order; `stems` are stems, identifier parts and character
    groups in any order. See `engine.stores.lexical.analysis`.
    """

    words: str
    stems: str


@dataclass(frozen=True, slots=True)
class CutText:
    """The passages of one file and its `members`, as split by the process that read the file.

    `streams` are the token streams of each passage, or empty if that process did not compute them.
    `signature` is that of the text (engine.ranking.signatures).
    """

    metadata: DocumentMetadata
    file_type: str
    chunks: tuple[Chunk, ...]
    streams: tuple[TokenStreams, ...] = ()
    members: tuple[EmbeddedDocument, ...] = ()
    signature: bytes = b""


def is_address(text: str) -> bool:
    """Return whether a text is the address of a shared library (docs/teams.md), not a folder."""
    return text.startswith(("milvus://", "milvuss://"))


@dataclass(frozen=True, slots=True)
class StoredDocument(Publication):
    """A document in the catalog; `number` is its identity (engine.model.document).

    The path of an embedded document is the path of the file followed by the name inside it
    ('mail.zip/a/plan.txt'); `file_path` is then the path of the file, otherwise ''. `state` is that
    of the file. `not_read` explains why the document has no text and what to do; only its name is
    searched then. `version_count` documents, including this one, are versions of its text. They
    have the same `family`, and the newest has the `version_place` 1. Without other versions,
    `family` is 0.
    """

    number: int
    folder: str
    folder_root: str
    path: str
    title: str
    file_type: str
    lang: str
    trust: TrustLevel
    tags: tuple[str, ...]
    date: str
    state: FileState
    indexed_at: str
    chunker_version: str
    author: str = ""
    file_path: str = ""
    appeared: str = ""
    not_read: Message = EMPTY
    version_place: int = 1
    version_count: int = 1
    family: int = 0

    @property
    def issued(self) -> str:
        """The date of publication or change that the document declares; '' if it declares none."""
        if self.appeared:
            return self.appeared
        return "" if self.date == day_of(self.state.mtime_ns) else self.date

    @property
    def library(self) -> str:
        """The address of the shared library with this document; '' for the user's own library.

        Files of shared documents cannot be read on this computer.
        """
        return self.folder_root if is_address(self.folder_root) else ""

    @property
    def absolute_path(self) -> str:
        """The current path of its file, as far as the library knows."""
        path = self.file_path or self.path
        return f"{self.folder_root}/{path}" if path else self.folder_root

    @property
    def searched_title(self) -> str:
        """The title, the file name without extension, and the separate words of that name."""
        return searched_title(self.title, self.path)

    @property
    def member(self) -> str:
        """The name of an embedded document inside its file; '' for a file itself."""
        return self.path[len(self.file_path) + 1 :] if self.file_path else ""


def searched_title(title: str, path: str) -> str:
    """Return the searched title of a document, see `StoredDocument.searched_title`."""
    name = PurePosixPath(path).stem
    return "\n".join(filter(None, dict.fromkeys((title, name, joined_words(name)))))


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """A chunk in the catalog, with its document."""

    number: int
    chunk: Chunk
    document: StoredDocument = field(repr=False)
