"""Documents and passages, and their stable ids."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from hashlib import blake2b
from pathlib import PurePosixPath
from typing import Self

from twofold.engine.model.failure import FailureReason
from twofold.engine.model.filters import TrustLevel
from twofold.engine.model.message import EMPTY, Message
from twofold.engine.model.publication import Publication
from twofold.engine.model.title import joined_words

_MASK = (1 << 63) - 1


def document_number(folder: str, path: str) -> int:
    """Identify the file at `path` (inside the library folder called `folder`)."""
    return _hash(f"{folder}\0{path}")


# Raise it when the chunker cuts otherwise: files are read anew.
CHUNKER_VERSION = "4"


def chunk_number(document: int, chunker_version: str, position: int) -> int:
    """Identify the chunk at `position` (from 0) of a document."""
    return _hash(f"{document}\0{chunker_version}\0{position}")


def as_id(number: int) -> str:
    """Write a number as an id."""
    return f"{number:016x}"


def as_number(identifier: str) -> int:
    """Return the number of an id; raise ValueError for anything that `as_id` does not write."""
    number = int(identifier[:17], 16)
    if 0 <= number <= _MASK and as_id(number) == identifier:
        return number
    raise ValueError("not an id")


def content_hash(text: str) -> bytes:
    """Identify a text for the embedding cache (16 bytes)."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def content_digest(data: bytes) -> bytes:
    """Identify the content of a file or of a document in one, as `FileState.digest` does."""
    return blake2b(data, digest_size=16).digest()


def _hash(name: str) -> int:
    digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big") & _MASK


_MAX_NUMBER = (1 << 63) - 1
# Windows has the time of creation in the place of that of the last change.
_TELLS_CHANGES = os.name == "posix"


def date_time_now() -> str:
    """Return the current time in UTC as an RFC 3339 date-time, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def day_of(mtime_ns: int) -> str:
    """Return the day (UTC) of a file's time as ISO 8601, '' when it is out of range."""
    try:
        return datetime.fromtimestamp(mtime_ns // 1_000_000_000, UTC).date().isoformat()
    except (OverflowError, ValueError, OSError):
        return ""


@dataclass(frozen=True, slots=True)
class FileState:
    """What identifies a version of a file on disk: size in bytes, mtime in ns, inode.

    `digest` (BLAKE2b, 16 bytes) identifies the content; it is empty where it was not taken.
    `changed_ns` is when anything of the file changed last (ctime), which no program can set back;
    it is 0 where that is not known, as on Windows.
    """

    size: int
    mtime_ns: int
    inode: int = 0
    digest: bytes = b""
    changed_ns: int = 0

    @classmethod
    def of(cls, status: os.stat_result) -> Self:
        """Return what the system says of a file. All numbers fit the catalog's signed 64 bits."""
        return cls(
            status.st_size,
            _storable(status.st_mtime_ns),
            status.st_ino & _MAX_NUMBER,
            changed_ns=_storable(status.st_ctime_ns) if _TELLS_CHANGES else 0,
        )

    def looks_like(self, other: FileState) -> bool:
        """Whether nothing but the content could tell two versions of a file apart."""
        if (self.size, self.mtime_ns) != (other.size, other.mtime_ns):
            return False
        return self.changed_ns == other.changed_ns or not (self.changed_ns and other.changed_ns)


def _storable(time_ns: int) -> int:
    """Return a file's time, or the last one (of the year 2262) that a catalog can hold."""
    return max(-_MAX_NUMBER, min(time_ns, _MAX_NUMBER))


class PlaceKind(StrEnum):
    """What a document's places are counted in, from 1.

    Paragraphs and rows are the lines of the text as Twofold reads it, one a line. Times are
    milliseconds from the beginning. A region is a rectangle of an image, see `Place.box`.
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
        """True for places that a passage never crosses; they are cited by one number."""
        return self in _PAGED

    @property
    def is_line(self) -> bool:
        """True for places that are lines: of the file, or of the text as Twofold reads it."""
        return self in _LINES


_PAGED = frozenset(
    {PlaceKind.PAGE, PlaceKind.SLIDE, PlaceKind.SHEET, PlaceKind.CHAPTER, PlaceKind.MESSAGE}
)
_LINES = frozenset({PlaceKind.LINE, PlaceKind.PARAGRAPH, PlaceKind.ROW})


class BlockKind(StrEnum):
    """What a block is, so that the chunker knows what it may merge and split."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST = "list"
    CODE = "code"
    TABLE = "table"
    CAPTION = "caption"
    PROPERTIES = "properties"


class PassageKind(StrEnum):
    """The kinds of passages.

    `PROPERTIES` holds what a document declares about itself (author, keywords, front matter),
    `NAME` the file name of a document that cannot be read.
    """

    TEXT = "text"
    PROPERTIES = "properties"
    NAME = "name"


# As many columns as a sheet may have before a cell.
MAX_EMPTY_CELLS = 16_383


@dataclass(frozen=True, slots=True)
class Block:
    """A span [start, end) of `ExtractedText.text` (character offsets) of one kind.

    `heading_path` names the enclosing headings, outermost first; a heading block's own title is
    the last element of its path. Before a row of a sheet `empty_cells` are left out of the text.
    Rows with the same `table` (not 0) are of one table, even with notes between them.
    """

    start: int
    end: int
    kind: BlockKind
    heading_path: tuple[str, ...] = ()
    empty_cells: int = 0
    table: int = 0


# Stands between the column heads that are the last heading of a row; hardly a title has it.
COLUMN_SEPARATOR = " │ "


def column_heads_of(heading_path: Sequence[str]) -> str:
    """Return the column heads that a row stands under, or ''."""
    last = heading_path[-1] if heading_path else ""
    return last if COLUMN_SEPARATOR in last else ""


@dataclass(frozen=True, slots=True)
class DocumentMetadata(Publication):
    """What a document says of itself; '' where it says nothing.

    Dates are ISO 8601 days ('2026-11-21'); several authors are written 'A; B'. `issued` is
    when it appeared, where it says so: a day, a month ('2026-11') or a year. `properties` are all
    other values it declares, as (name, value): `subject`, `description`, `category`, custom
    properties, front matter.
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


Region = tuple[float, float, float, float]
"""Left, top, width and height on a page as it is shown, from its top left corner.

In points (1/72 inch) on a page of a PDF, in pixels of a picture.
"""


@dataclass(frozen=True, slots=True)
class RecognisedLine:
    """A line of text that was recognised in a picture, and where it stands."""

    text: str
    region: Region


RecognisedPages = Mapping[int, tuple[RecognisedLine, ...]]
"""The lines of pages (1-based), in reading order."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """What was recognised in a document of this content (see `content_digest`)."""

    digest: bytes
    pages: RecognisedPages


@dataclass(frozen=True, slots=True)
class RegionSpan:
    """A span [start, end) of a text that was recognised, and where it stands on its page."""

    start: int
    end: int
    region: Region


def region_around(regions: Iterable[Region]) -> Region | None:
    """Return the smallest region that holds all of these; None when there are none."""
    edges = [(x, y, x + width, y + height) for x, y, width, height in regions]
    if not edges:
        return None
    lefts, tops, rights, bottoms = zip(*edges, strict=True)
    left, top = min(lefts), min(tops)
    return left, top, round(max(rights) - left, 1), round(max(bottoms) - top, 1)


@dataclass(frozen=True, slots=True)
class ExtractedText:
    """The text of one file with the exact place of every character.

    `place_starts[i]` is the offset in `text` at which place `place_numbers[i]` (see PlaceKind)
    begins; both ascend. For line documents whose text is the decoded file itself, these are the
    line starts. `place_labels`, when given, name each place for people ('Budget, row 12');
    `place_ends`, given for times only, say when each place ends. Blocks ascend and do not overlap;
    text outside blocks (front matter, blank lines) is not searched. Blocks never cross a page
    boundary (PlaceKind.is_paged). `is_verbatim` is True when `text` is the decoded file itself, so
    that columns can be counted in it too. `members` are the
    documents inside the file; one that only holds others, as an archive, has no text.
    `scanned_pages` counts the pages that are pictures of which no text is known; `regions` say
    where text stands that was recognised in such.
    """

    text: str
    place_kind: PlaceKind
    place_starts: tuple[int, ...]
    place_numbers: tuple[int, ...]
    blocks: tuple[Block, ...]
    metadata: DocumentMetadata
    file_type: str
    warnings: tuple[Message, ...] = ()
    is_verbatim: bool = False
    place_labels: tuple[str, ...] = ()
    place_ends: tuple[int, ...] = ()
    members: tuple[Member, ...] = ()
    scanned_pages: int = 0
    regions: tuple[RegionSpan, ...] = ()


@dataclass(frozen=True, slots=True)
class Member:
    """A document inside a file (an archive, a mail): its text, or the reason why there is none.

    `name` is a relative POSIX path without '.' and '..', unique in the file.
    """

    name: str
    extracted: ExtractedText | CutText | None = None
    reason: FailureReason | None = None
    detail: Message = EMPTY


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage: the exact slice [start, end) of its document's extracted text.

    `place_start` and `place_end` are the first and last place (see PlaceKind), `place_label` names
    them for people ('Budget, rows 12–30') or is ''. `region` is where it stands on its page when
    its text was recognised there. The columns (1-based, inclusive start,
    exclusive end, in characters) are set only when the passage does not begin or end at a line
    boundary. `symbol` is the innermost definition around a passage of source code.
    """

    position: int
    text: str
    start: int
    end: int
    place_kind: PlaceKind
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
        """The innermost heading as a reference names it, or ''.

        Column heads are none, and a sheet is named by its place.
        """
        headings = (one for one in reversed(self.heading_path) if COLUMN_SEPARATOR not in one)
        title = next(headings, "")
        return "" if self.place_label.startswith(f"{title}, ") else title


@dataclass(frozen=True, slots=True)
class TokenStreams:
    """Words as written, in order; stems, identifier parts and character groups in any order.

    What the lexical index takes of a text, with spaces between; see
    `engine.stores.lexical.analysis`.
    """

    words: str
    stems: str


@dataclass(frozen=True, slots=True)
class CutText:
    """What is indexed of one file: its passages, cut where it was read, and its `members`.

    `streams` are those of each passage, or empty where they were not made there.
    """

    metadata: DocumentMetadata
    file_type: str
    chunks: tuple[Chunk, ...]
    streams: tuple[TokenStreams, ...] = ()
    members: tuple[Member, ...] = ()


def is_address(text: str) -> bool:
    """Whether a text is the address of a shared library (docs/teams.md), not a folder."""
    return text.startswith(("milvus://", "milvuss://"))


@dataclass(frozen=True, slots=True)
class StoredDocument(Publication):
    """A document as the catalog knows it; `number` is its identity (engine.model.document).

    A document inside a file has the path of the file and its name in it ('mail.zip/a/plan.txt');
    `file_path` is then that of the file, else ''. `state` is that of the file. `not_read` says why
    it has no text and what to do; then only its name is searched.
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

    @property
    def issued(self) -> str:
        """When the document says it appeared, or was changed; '' for the file's date."""
        if self.appeared:
            return self.appeared
        return "" if self.date == day_of(self.state.mtime_ns) else self.date

    @property
    def library(self) -> str:
        """The address of the shared library that it is from; '' for the person's own.

        The file of a shared document cannot be read here.
        """
        return self.folder_root if is_address(self.folder_root) else ""

    @property
    def absolute_path(self) -> str:
        """Where its file lies now, as far as the library knows."""
        path = self.file_path or self.path
        return f"{self.folder_root}/{path}" if path else self.folder_root

    @property
    def searched_title(self) -> str:
        """Its title, the name of its file without extension, and the words that this joins."""
        return searched_title(self.title, self.path)

    @property
    def member(self) -> str:
        """What the document is called inside its file; '' when it is the file."""
        return self.path[len(self.file_path) + 1 :] if self.file_path else ""


def searched_title(title: str, path: str) -> str:
    """Return what is searched as the title of a document, see `StoredDocument.searched_title`."""
    name = PurePosixPath(path).stem
    return "\n".join(filter(None, dict.fromkeys((title, name, joined_words(name)))))


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """A chunk as the catalog knows it, with its document."""

    number: int
    chunk: Chunk
    document: StoredDocument = field(repr=False)


_LANGUAGES = {
    "asm": "assembly", "bash": "shell", "bat": "batch", "c": "c", "cc": "c++", "clj": "clojure",
    "cljs": "clojure", "cmd": "batch", "cpp": "c++", "cs": "c#", "css": "css", "cxx": "c++",
    "d": "d", "dart": "dart", "el": "emacs lisp", "erl": "erlang", "ex": "elixir",
    "exs": "elixir", "fish": "shell", "fs": "f#", "fsx": "f#", "go": "go", "groovy": "groovy",
    "h": "c", "hh": "c++", "hpp": "c++", "hs": "haskell", "java": "java", "cjs": "javascript",
    "jl": "julia", "js": "javascript", "jsx": "javascript", "kt": "kotlin", "kts": "kotlin",
    "less": "less", "lisp": "lisp", "lua": "lua", "m": "objective-c", "mjs": "javascript",
    "ml": "ocaml", "mli": "ocaml", "mm": "objective-c++", "nim": "nim", "php": "php",
    "pl": "perl", "pm": "perl", "proto": "protocol buffers", "ps1": "powershell",
    "py": "python", "pyi": "python", "r": "r", "rb": "ruby", "rs": "rust", "s": "assembly",
    "sass": "sass", "scala": "scala", "scm": "scheme", "scss": "scss", "sh": "shell",
    "sql": "sql", "svelte": "svelte", "swift": "swift", "ts": "typescript",
    "tsx": "typescript", "v": "verilog", "vhd": "vhdl", "vue": "vue", "zig": "zig",
    "zsh": "shell",
}  # fmt: skip


def source_language(file_type: str) -> str:
    """Return the programming language of a file type ('py' is 'python'), or '' for documents."""
    return _LANGUAGES.get(file_type, "")
