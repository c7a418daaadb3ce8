"""Rows of the catalog as values, and back."""

# ruff: noqa: S608 - statements are put together from our own words only; every value is bound

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
    PassageKind,
    PlaceKind,
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
from twofold.engine.model.message import EMPTY, Message, joined, message
from twofold.engine.model.personal_copy import rules_of
from twofold.engine.model.publication import Publication, known_publication, publication_of
from twofold.engine.stores.library_folder import Folder
from twofold.engine.stores.ports import PassagesInMemory

# --- Text as SQLite can hold it ---
#
# A file name that is not valid UTF-8 reaches us with lone surrogates (PEP 383), which SQLite's TEXT
# cannot hold; such names are stored as BLOBs, so that they come back exactly. Elsewhere a lone
# surrogate is replaced by U+FFFD, one character for one, so that offsets stay right.


logger = logging.getLogger(__name__)

_SURROGATE = re.compile("[\ud800-\udfff]")


def stored_name(name: str) -> str | bytes:
    """Return a file name in a form that SQLite holds without loss."""
    return name.encode("utf-8", "surrogatepass") if _SURROGATE.search(name) else name


def name_from_stored(value: str | bytes) -> str:
    """Read back what `stored_name` made."""
    return value.decode("utf-8", "surrogatepass") if isinstance(value, bytes) else value


def stored_text(text: str) -> str:
    """Return the text with lone surrogates replaced, of the same length."""
    if text.isascii() or not _SURROGATE.search(text):
        return text
    return _SURROGATE.sub("\ufffd", text)


TRUST_LEVELS = tuple(TrustLevel)
_PLACE_KINDS = {kind.value: kind for kind in PlaceKind}
_PASSAGE_KINDS = {kind.value: kind for kind in PassageKind}
_REMEMBERED = 2048

# SQLite's limit on bound values does not apply to one JSON array.
NUMBERS = "(SELECT value FROM json_each(?))"

_DOCUMENT_COLUMNS = """d.number, f.name, f.root, d.path, d.title, d.file_type, d.lang, d.trust,
    d.date, d.size, d.mtime_ns, d.inode, d.indexed_at, d.chunker_version, d.author, d.digest,
    d.publication, m.file_path, d.issued, x.detail"""
_CHUNK_COLUMNS = """c.number, c.position, c.text, c.start, c."end", c.place_kind, c.place_start,
    c.place_end, c.start_column, c.end_column, c.heading_path, c.lang, c.is_code, c.document,
    c.place_label, c.symbol, c.region, c.kind"""


NO_PASSAGES: PassagesInMemory = {}
# In place of the chunker's version: less was read of a file than would be now.
OLDER_READING = "older reading"


@dataclass(frozen=True, slots=True)
class IndexedFile:
    """A file that is indexed: where, as what, and in which version."""

    folder: str
    root: str
    path: str
    title: str
    state: FileState
    chunker_version: str = ""


@dataclass(frozen=True, slots=True)
class KnownFile:
    """A file the catalog knows: indexed, or failed to be.

    `partly_failed` says that a document inside it could not be read, `reason` is the code of a
    failure. What failed may still have its former text (`has_text`), or documents inside it may
    (`has_old_members`).
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
    """A document with pages that are pictures, as it is listed among the failures.

    `failure_path` is the path it is listed by, `path` that of the document, which differs where
    only some of its pages are pictures (`is_of_pages`). `container` is the path of the file that
    the failure is recorded in, `file_path` that of the file which the document is inside, '' for
    none.
    """

    number: int
    folder: str
    root: str
    failure_path: str
    container: str
    state: FileState

    @property
    def is_of_pages(self) -> bool:
        """Whether the document has text on other pages."""
        return self.failure_path.endswith(f"/{PAGES_WITHOUT_TEXT}")

    @property
    def path(self) -> str:
        """The path of the document in its folder."""
        return self.failure_path.removesuffix(f"/{PAGES_WITHOUT_TEXT}")

    @property
    def file_path(self) -> str:
        """The file that the document is inside, '' where it is a file itself."""
        return self.container if self.container != self.path else ""

    @property
    def member(self) -> str:
        """What the document is called inside its file; '' when it is the file."""
        return self.path[len(self.file_path) + 1 :] if self.file_path else ""

    @property
    def absolute_path(self) -> Path:
        """Where its file lies."""
        return Path(self.root) / (self.file_path or self.path)


class Listed(NamedTuple):
    """A document and its first chunk, as numbers."""

    document: int
    chunk: int


@dataclass(frozen=True, slots=True)
class PendingEmbedding:
    """A text without a vector, as it is embedded."""

    content_hash: bytes
    text: str


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """One change the indexes follow; `op` is put, delete or vector."""

    generation: int
    op: str
    chunk_number: int


@dataclass(frozen=True, slots=True)
class IndexRecord:
    """How far an index has followed, and the generation its own files named at that moment.

    The two differ after changes that did not concern the index. When its files name another
    generation than `marker`, they are not the ones recorded, and only they are believed.
    """

    generation: int
    marker: int


def read_folders(connection: sqlite3.Connection) -> tuple[Folder, ...]:
    """Return every folder, by name."""
    rows = connection.execute("SELECT name, root, rules, mounts FROM folders ORDER BY name")
    return tuple(
        Folder(name, name_from_stored(root), _rules(name, rules), _mounts(name, mounts))
        for name, root, rules, mounts in rows
    )


def rules_as_stored(rules: FolderRules) -> str:
    """Write the rules of a folder."""
    return json.dumps(asdict(rules))


def mounts_as_stored(mounts: Mapping[str, int]) -> str:
    """Write the mounts of a folder."""
    return json.dumps(mounts, sort_keys=True)


def publication_as_stored(publication: Publication) -> str:
    """Write where a document was published: a JSON object of what it says of that."""
    said = {name: value for name, value in publication_of(publication).items() if value}
    return stored_text(json.dumps(said, ensure_ascii=False))


@lru_cache(_REMEMBERED)
def _publication(stored: str) -> dict[str, Any]:
    """Read where a document was published; of most nothing is known."""
    values = json.loads(stored)
    return known_publication({name: value[:MAX_VALUE_LENGTH] for name, value in values.items()})


# Both are remembered, so that a row that cannot be read is logged once. It must not keep a library
# from being opened: the folder is then as it was when it was added.
@lru_cache(_REMEMBERED)
def _rules(folder: str, stored: str) -> FolderRules:
    try:
        return rules_of(json.loads(stored))
    except (ValueError, TypeError, RecursionError):
        logger.warning("the rules of the folder %r cannot be read: it has none now", folder)
        return FolderRules()


@lru_cache(_REMEMBERED)
def _mounts(folder: str, stored: str) -> Mapping[str, int]:
    try:
        return {str(path): int(device) for path, device in json.loads(stored).items()}
    except (AttributeError, ValueError, TypeError, RecursionError):
        logger.warning("the file systems of the folder %r cannot be read", folder)
        return {}


def as_json_array(numbers: Iterable[int]) -> str:
    """Write numbers for `NUMBERS`."""
    return f"[{','.join(map(str, map(int, numbers)))}]"


def read_documents(connection: sqlite3.Connection, numbers: str) -> dict[int, StoredDocument]:
    """Return the documents of a JSON array of numbers."""
    tags = _read_tags(connection, numbers)
    rows = connection.execute(
        f"""SELECT {_DOCUMENT_COLUMNS} FROM documents d JOIN folders f ON f.id = d.folder
            LEFT JOIN members m ON m.document = d.number
            LEFT JOIN failures x ON x.number = d.number AND d.chunker_version = ''
            WHERE d.number IN {NUMBERS}""",
        (numbers,),
    )
    return {row[0]: _document(row, tuple(tags.get(row[0], ()))) for row in rows}


def _read_tags(connection: sqlite3.Connection, numbers: str) -> dict[int, list[str]]:
    """Return the tags of the documents of a JSON array of numbers, each list in order."""
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
    """Return the chunks of a JSON array of numbers, each with its document.

    Chunks that exist are not read where the passages of their document are `in_memory`.
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
    """Return the numbers of a document's chunks, in its order."""
    rows = connection.execute(
        "SELECT number FROM chunks WHERE document = ? ORDER BY position", (document,)
    )
    return [row[0] for row in rows]


def headings(stored: str) -> tuple[str, ...]:
    """Read a heading path; one that an older version stored may have to be shortened."""
    if len(stored) > 2 * MAX_PATH_LENGTH:
        return shortened_path(tuple(json.loads(stored)))
    return _cached_headings(stored)


@lru_cache(_REMEMBERED)
def _cached_headings(stored: str) -> tuple[str, ...]:
    """Read a heading path; passages of one section have the same."""
    return shortened_path(tuple(json.loads(stored))) if stored != "[]" else ()


def failure(row: tuple[Any, ...]) -> DocumentFailure:
    """Read folder name, path, reason, detail, since, when its text was read, and its file's path.

    The last two are None where there is none.
    """
    text_of = row[5] or ""
    still = (
        message(
            "Its text of {text_of} is still searched.", text_of=date.fromisoformat(text_of[:10])
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
        **_publication(row[16]),
    )


def _chunk(row: tuple[Any, ...]) -> Chunk:
    # Older versions stored passages, labels and symbols of any length. They are not shortened in
    # SQL: its substr ends a text at a zero character.
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
