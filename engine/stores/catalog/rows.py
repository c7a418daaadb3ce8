"""Convert rows of the catalog to values, and back."""

# ruff: noqa: S608 - statements consist of constants only; every value is bound

from __future__ import annotations

import json
import logging
import re
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from twofold.engine.model.document import (
    Chunk,
    FileState,
    LocatorKind,
    PassageKind,
    StoredChunk,
    StoredDocument,
)
from twofold.engine.model.document_limits import (
    MAX_AUTHOR_LENGTH,
    MAX_LABEL_LENGTH,
    MAX_PASSAGE_LENGTH,
    MAX_PATH_LENGTH,
    MAX_TITLE_LENGTH,
    MAX_VALUE_LENGTH,
    shortened_path,
)
from twofold.engine.model.failure import PAGES_WITHOUT_TEXT, DocumentFailure, FailureReason
from twofold.engine.model.filters import TrustLevel
from twofold.engine.model.folder_rules import FolderRules
from twofold.engine.model.localized import EMPTY, Message, joined, message
from twofold.engine.model.personal_copy import rules_of
from twofold.engine.model.publication import Publication, known_publication, publication_of
from twofold.engine.stores.library_folder import Folder
from twofold.engine.stores.ports import PassagesInMemory

# --- Text that SQLite can store ---
#
# A file name that is not valid UTF-8 contains lone surrogates (PEP 383), which SQLite's TEXT cannot
# store. Such names are stored as BLOBs, so that they are preserved exactly. In other texts, each
# lone surrogate is replaced by U+FFFD, so that offsets stay valid.


logger = logging.getLogger(__name__)

_SURROGATE = re.compile("[\ud800-\udfff]")


def stored_name(name: str) -> str | bytes:
    """Return a file name in a form that SQLite stores without loss."""
    return name.encode("utf-8", "surrogatepass") if _SURROGATE.search(name) else name


def name_from_stored(value: str | bytes) -> str:
    """Decode the result of `stored_name`."""
    return value.decode("utf-8", "surrogatepass") if isinstance(value, bytes) else value


def stored_text(text: str) -> str:
    """Return the text with lone surrogates replaced, of the same length."""
    if text.isascii() or not _SURROGATE.search(text):
        return text
    return _SURROGATE.sub("\ufffd", text)


TRUST_LEVELS = tuple(TrustLevel)
_PLACE_KINDS = {kind.value: kind for kind in LocatorKind}
_PASSAGE_KINDS = {kind.value: kind for kind in PassageKind}
_MAX_CACHED = 2048

# SQLite's limit on bound values does not apply to one JSON array.
NUMBERS = "(SELECT value FROM json_each(?))"

_DOCUMENT_COLUMNS = """d.number, f.name, f.root, d.path, d.title, d.file_type, d.lang, d.trust,
    d.date, d.size, d.mtime_ns, d.inode, d.indexed_at, d.chunker_version, d.author, d.digest,
    d.publication, m.file_path, d.issued, x.detail, v.place, v.size, v.family"""
_CHUNK_COLUMNS = """c.number, c.position, c.text, c.start, c."end", c.place_kind, c.place_start,
    c.place_end, c.start_column, c.end_column, c.heading_path, c.lang, c.is_code, c.document,
    c.place_label, c.symbol, c.region, c.kind"""


NO_PASSAGES: PassagesInMemory = {}
# Replaces the chunker version if less was extracted from a file than is possible now.
OLDER_READING = "older reading"


@dataclass(frozen=True, slots=True)
class IndexedFile:
    """An indexed file: its location, title and version."""

    folder: str
    root: str
    path: str
    title: str
    state: FileState
    chunker_version: str = ""


@dataclass(frozen=True, slots=True)
class KnownFile:
    """A file that the catalog knows: indexed, or failed.

    `partly_failed` means that an embedded document could not be read; `reason` is the code of a
    failure. A failed file may still have its previous text (`has_text`), or its embedded documents
    may (`has_old_members`).
    """

    number: int
    state: FileState
    failed: bool
    chunker_version: str = ""
    partly_failed: bool = False
    reason: str = ""
    has_text: bool = True
    has_old_members: bool = False


@dataclass(frozen=True, slots=True)
class WaitingScan:
    """A document with pages that are images, as listed among the failures.

    `failure_path` is the path of the failure. `path` is the path of the document, which differs if
    only some of its pages are images (`is_of_pages`). `container` is the path of the file for which
    the failure is recorded. `file_path` is the file that contains an embedded document, '' for
    other documents.
    """

    number: int
    folder: str
    root: str
    failure_path: str
    container: str
    state: FileState

    @property
    def is_of_pages(self) -> bool:
        """Whether other pages of the document have text."""
        return self.failure_path.endswith(f"/{PAGES_WITHOUT_TEXT}")

    @property
    def path(self) -> str:
        """The path of the document in its folder."""
        return self.failure_path.removesuffix(f"/{PAGES_WITHOUT_TEXT}")

    @property
    def file_path(self) -> str:
        """The file that contains the document, '' if it is a file itself."""
        return self.container if self.container != self.path else ""

    @property
    def member(self) -> str:
        """The name of the document inside its file; '' if it is a file itself."""
        return self.path[len(self.file_path) + 1 :] if self.file_path else ""

    @property
    def absolute_path(self) -> Path:
        """The absolute path of the file that is or contains the document."""
        return Path(self.root) / (self.file_path or self.path)


class Listed(NamedTuple):
    """The number of a document and the number of its first chunk."""

    document: int
    chunk: int


@dataclass(frozen=True, slots=True)
class PendingEmbedding:
    """A text without a vector, in the form to embed."""

    content_hash: bytes
    text: str


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """A change that the indexes must apply; `op` is put, delete or vector."""

    generation: int
    op: str
    chunk_number: int


@dataclass(frozen=True, slots=True)
class IndexRecord:
    """How far an index has caught up, as recorded in the catalog.

    `generation` is the generation it has reached, and `marker` the generation recorded in its own
    files at that time. The two differ after changes that did not affect the index. If its files now
    contain another generation than `marker`, the files were replaced, and only the generation in
    the files counts.
    """

    generation: int
    marker: int


def read_folders(connection: sqlite3.Connection) -> tuple[Folder, ...]:
    """Return all folders, by name."""
    rows = connection.execute("SELECT name, root, rules, mounts FROM folders ORDER BY name")
    return tuple(
        Folder(name, name_from_stored(root), _rules(name, rules), _mounts(name, mounts))
        for name, root, rules, mounts in rows
    )


def rules_as_stored(rules: FolderRules) -> str:
    """Encode the rules of a folder."""
    return json.dumps(asdict(rules))


def mounts_as_stored(mounts: Mapping[str, int]) -> str:
    """Encode the mount points of a folder."""
    return json.dumps(mounts, sort_keys=True)


def publication_as_stored(publication: Publication) -> str:
    """Encode the publication data of a document as a JSON object."""
    declared = {name: value for name, value in publication_of(publication).items() if value}
    return stored_text(json.dumps(declared, ensure_ascii=False))


@lru_cache(_MAX_CACHED)
def _publication(stored: str) -> dict[str, Any]:
    """Decode publication data. Cached, because most documents have none."""
    values = json.loads(stored)
    return known_publication({name: value[:MAX_VALUE_LENGTH] for name, value in values.items()})


# Both are cached, so that an unreadable row is logged only once. It must not prevent opening a
# library. The folder then has no rules.
@lru_cache(_MAX_CACHED)
def _rules(folder: str, stored: str) -> FolderRules:
    try:
        return rules_of(json.loads(stored))
    except (ValueError, TypeError, RecursionError):
        logger.warning("the rules of the folder %r cannot be read: it has none now", folder)
        return FolderRules()


@lru_cache(_MAX_CACHED)
def _mounts(folder: str, stored: str) -> Mapping[str, int]:
    try:
        return {str(path): int(device) for path, device in json.loads(stored).items()}
    except (AttributeError, ValueError, TypeError, RecursionError):
        logger.warning("the file systems of the folder %r cannot be read", folder)
        return {}


def as_json_array(numbers: Iterable[int]) -> str:
    """Encode numbers for `NUMBERS`."""
    return f"[{','.join(map(str, map(int, numbers)))}]"


def read_documents(connection: sqlite3.Connection, numbers: str) -> dict[int, StoredDocument]:
    """Return the documents for a JSON array of numbers."""
    tags = _read_tags(connection, numbers)
    rows = connection.execute(
        f"""SELECT {_DOCUMENT_COLUMNS} FROM documents d JOIN folders f ON f.id = d.folder
            LEFT JOIN members m ON m.document = d.number
            LEFT JOIN versions v ON v.document = d.number
            LEFT JOIN failures x ON x.number = d.number AND d.chunker_version = ''
            WHERE d.number IN {NUMBERS}""",
        (numbers,),
    )
    return {row[0]: _document(row, tuple(tags.get(row[0], ()))) for row in rows}


def _read_tags(connection: sqlite3.Connection, numbers: str) -> dict[int, list[str]]:
    """Return the sorted tags of the documents for a JSON array of numbers."""
    tags: dict[int, list[str]] = {}
    rows = connection.execute(
        f"SELECT document, tag FROM tags WHERE document IN {NUMBERS} ORDER BY 1, 2", (numbers,)
    )
    for document, tag in rows:
        tags.setdefault(document, []).append(tag)
    return tags


def read_chunks(
    connection: sqlite3.Connection, numbers: str, in_memory: PassagesInMemory = NO_PASSAGES
) -> dict[int, StoredChunk]:
    """Return the chunks for a JSON array of numbers, each with its document.

    Existing chunks are not read if the passages of their document are `in_memory`.
    """
    found: list[tuple[int, int, Chunk]] = []  # number, document
    if in_memory:
        places = connection.execute(
            f"SELECT number, document, position FROM chunks WHERE number IN {NUMBERS}", (numbers,)
        ).fetchall()
        numbers = as_json_array(row[0] for row in places if not in_memory.get(row[1]))
        found = [
            (number, document, in_memory[document][position])
            for number, document, position in places
            if in_memory.get(document)
        ]
    rows = connection.execute(
        f"SELECT {_CHUNK_COLUMNS} FROM chunks c WHERE c.number IN {NUMBERS}",
        (numbers,),
    )
    found += [(row[0], row[13], _chunk(row)) for row in rows]
    documents = read_documents(connection, as_json_array({document for _, document, _ in found}))
    return {
        number: StoredChunk(number, chunk, documents[document]) for number, document, chunk in found
    }


def chunk_numbers_of(connection: sqlite3.Connection, document: int) -> list[int]:
    """Return the numbers of a document's chunks, in order."""
    rows = connection.execute(
        "SELECT number FROM chunks WHERE document = ? ORDER BY position", (document,)
    )
    return [row[0] for row in rows]


def headings(stored: str) -> tuple[str, ...]:
    """Decode a heading path. Older versions stored longer paths, which are shortened."""
    if len(stored) > 2 * MAX_PATH_LENGTH:
        return shortened_path(tuple(json.loads(stored)))
    return _cached_headings(stored)


@lru_cache(_MAX_CACHED)
def _cached_headings(stored: str) -> tuple[str, ...]:
    """Decode a heading path. Cached, because passages of one section share it."""
    return shortened_path(tuple(json.loads(stored))) if stored != "[]" else ()


def failure(row: tuple[Any, ...]) -> DocumentFailure:
    """Decode a row of a failure.

    The columns are: folder name, path, reason, detail, since, time of the text that is still
    searched, and path of the file that contains the document. The last two may be None.
    """
    text_of = row[5] or ""
    still = (
        message(
            "Its text from {text_of} is still searched.", text_of=date.fromisoformat(text_of[:10])
        )
        if text_of
        else EMPTY
    )
    return DocumentFailure(
        path=f"{row[0]}/{name_from_stored(row[1])}",
        reason=FailureReason(row[2]),
        detail=joined(Message.from_text(row[3]), still),
        since=row[4],
        text_of=text_of,
        file_path=f"{row[0]}/{name_from_stored(row[6])}" if row[6] is not None else "",
    )


def _document(row: tuple[Any, ...], tags: tuple[str, ...]) -> StoredDocument:
    return StoredDocument(
        number=row[0],
        folder=row[1],
        folder_root=name_from_stored(row[2]),
        path=name_from_stored(row[3]),
        title=row[4][:MAX_TITLE_LENGTH],
        file_type=row[5],
        lang=row[6],
        trust=TRUST_LEVELS[row[7]],
        tags=tags,
        date=row[8],
        state=FileState(row[9], row[10], row[11], row[15]),
        indexed_at=row[12],
        chunker_version=row[13],
        author=row[14][:MAX_AUTHOR_LENGTH],
        file_path=name_from_stored(row[17] or ""),
        appeared=row[18],
        not_read=Message.from_text(row[19]) if row[19] else EMPTY,
        version_place=row[20] or 1,
        version_count=row[21] or 1,
        family=row[22] or 0,
        **_publication(row[16]),
    )


def _chunk(row: tuple[Any, ...]) -> Chunk:
    # Older versions stored passages, labels and symbols of any length. They are not shortened in
    # SQL, whose substr ends a text at a zero character.
    return Chunk(
        position=row[1],
        text=row[2][:MAX_PASSAGE_LENGTH],
        start=row[3],
        end=min(row[4], row[3] + MAX_PASSAGE_LENGTH),
        place_kind=_PLACE_KINDS[row[5]],
        place_start=row[6],
        place_end=row[7],
        start_column=row[8],
        end_column=row[9],
        heading_path=headings(row[10]),
        lang=row[11],
        is_code=bool(row[12]),
        place_label=row[14][:MAX_LABEL_LENGTH],
        symbol=row[15][:MAX_LABEL_LENGTH],
        region=tuple(json.loads(row[16])) if row[16] else None,
        kind=_PASSAGE_KINDS[row[17]],
    )
