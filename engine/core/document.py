"""Documents on their way from a file to chunks."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from engine.core.request import TrustLevel


class PlaceKind(StrEnum):
    """What a document's places are counted in."""

    LINE = "line"
    PAGE = "page"


class BlockKind(StrEnum):
    """What a block is, so that the chunker knows what it may merge and split."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST = "list"
    CODE = "code"
    TABLE = "table"


class FailureReason(StrEnum):
    """Stable codes of why a file is not indexed."""

    NO_PERMISSION = "no-permission"
    VANISHED = "vanished"
    TOO_LARGE = "too-large"
    NO_TEXT = "no-text"
    DAMAGED = "damaged"
    PASSWORD = "password"  # noqa: S105 (a reason, no secret)
    UNSUPPORTED = "unsupported"
    BINARY = "binary"
    TIMED_OUT = "timed-out"
    OUT_OF_MEMORY = "out-of-memory"
    READER_CRASHED = "reader-crashed"


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch [start, end) of `ExtractedText.text` (character offsets) of one kind.

    `heading_path` names the enclosing headings, outermost first; a heading block's own title is
    the last element of its path.
    """

    start: int
    end: int
    kind: BlockKind
    heading_path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DocumentMetadata:
    """What a document says of itself. Dates are ISO 8601 days ('2026-11-21') or ''."""

    title: str = ""
    author: str = ""
    tags: tuple[str, ...] = ()
    lang: str = ""
    trust: TrustLevel | None = None
    created: str = ""
    modified: str = ""


@dataclass(frozen=True, slots=True)
class ExtractedText:
    """The text of one file with the exact place of every character.

    `place_starts[i]` is the offset in `text` at which place `place_numbers[i]` (1-based line of the
    file, or page) begins; both ascend. For line documents whose text is the decoded file itself,
    these are the line starts. Blocks ascend and do not overlap; text outside blocks (front matter,
    blank lines) is not searched. Blocks never cross a page boundary. `is_verbatim` is True when
    `text` is the decoded file itself, so that columns can be counted in it too.
    """

    text: str
    place_kind: PlaceKind
    place_starts: tuple[int, ...]
    place_numbers: tuple[int, ...]
    blocks: tuple[Block, ...]
    metadata: DocumentMetadata
    file_type: str
    warnings: tuple[str, ...] = ()
    is_verbatim: bool = False


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage: the exact slice [start, end) of its document's extracted text.

    `place_start` and `place_end` are the first and last line or page; the columns (1-based,
    inclusive start, exclusive end, in characters) are set only when the passage does not begin
    or end at a line boundary.
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


@dataclass(frozen=True, slots=True)
class FileState:
    """What identifies a version of a file on disk: size in bytes, mtime in ns, inode.

    `digest` (BLAKE2b, 16 bytes) identifies the content; it is empty where it was not taken.
    """

    size: int
    mtime_ns: int
    inode: int = 0
    digest: bytes = b""


@dataclass(frozen=True, slots=True)
class DocumentFailure:
    """One file that is not searchable. `since` is an RFC 3339 date-time."""

    path: str
    reason: FailureReason
    detail: str
    since: str


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A document as the catalog knows it; `number` is its identity (engine.core.identity)."""

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

    @property
    def absolute_path(self) -> str:
        """Where the file lies now, as far as the library knows."""
        return f"{self.folder_root}/{self.path}" if self.path else self.folder_root


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """A chunk as the catalog knows it, with its document."""

    number: int
    chunk: Chunk
    document: StoredDocument = field(repr=False)
