"""Reading `zotero.sqlite`, of Zotero 5 and later, from a copy in memory.

While Zotero runs, it locks its database. The copy needs no lock and cannot change the database. A
copy made while Zotero writes may be damaged, but the file has then changed and is read again.

The database may be hostile: values may have any type, and keys and parents may form loops.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import Any

from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import message

# The versions in the file header: of writers and readers; 2 means that there is a write-ahead log.
_VERSIONS = slice(18, 20)
_WITHOUT_LOG = b"\x01\x01"
_MAX_ROWS = 2_000_000
_MAX_DEPTH = 20
_NEEDED = {"items", "itemData", "itemDataValues", "itemAttachments", "itemNotes", "libraries"}

Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Creator:
    """A creator of an item; a name without parts is in `family`."""

    role: str
    family: str
    given: str
    is_literal: bool


@dataclass(frozen=True, slots=True)
class Note:
    """A note of an item, as HTML."""

    title: str
    html: str


@dataclass(frozen=True, slots=True)
class Annotation:
    """An annotation of a file; `position` is JSON, which depends on the type of the file."""

    kind: int
    author: str
    text: str
    comment: str
    colour: str
    page_label: str
    position: str
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of an item: `path` is 'storage:NAME', an absolute path or ''."""

    key: str
    path: str
    title: str
    annotations: tuple[Annotation, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """An item that is not in the trash.

    `group` is the number of the group that owns it, '' for the user's own items; `group_name` is
    its name. `collections` are paths ('Thesis/Chapter 1').
    """

    key: str
    group: str
    group_name: str
    kind: str
    fields: Mapping[str, str]
    creators: tuple[Creator, ...] = ()
    collections: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    attachments: tuple[Attachment, ...] = ()


def read_items(data: bytes) -> Iterator[Item]:
    """Yield all items of a library in the order in which they were added.

    Raise DocumentError if this is not the database of a supported version, or if it is damaged or
    half-written.
    """
    try:
        with _opened(data) as connection:
            yield from _Library(connection).items()
    except (sqlite3.Error, UnicodeError) as error:  # names in a damaged schema are not decoded
        raise DocumentError(
            FailureReason.UNREACHABLE,  # so that its items stay searchable, and it is tried again
            message("The Zotero library could not be read. Zotero may be saving it."),
            message("It is read again when it changes."),
        ) from error


@contextmanager
def _opened(data: bytes) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:")) as connection:
        if data[_VERSIONS] != _WITHOUT_LOG:
            data = data[: _VERSIONS.start] + _WITHOUT_LOG + data[_VERSIONS.stop :]
        connection.deserialize(data)
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace").replace("\0", "")
        connection.executescript(
            "PRAGMA trusted_schema = OFF; PRAGMA query_only = ON; PRAGMA temp_store = MEMORY;"
            "PRAGMA cell_size_check = ON;"
        )
        yield connection


def _text(value: object) -> str:
    return value if isinstance(value, str) else str(value) if isinstance(value, int) else ""


@dataclass(slots=True)
class _Library:
    """The tables of a database, joined in memory: a database of any size is read once."""

    connection: sqlite3.Connection
    trash: set[int] = field(default_factory=set)

    def items(self) -> Iterator[Item]:
        """Yield the items."""
        self._check_version()
        self.trash = {row[0] for row in self._rows("SELECT itemID FROM deletedItems")}
        groups = {
            library: (_text(group), _text(name))
            for library, group, name in self._rows("SELECT libraryID, groupID, name FROM groups")
        }
        own = self._ids("SELECT libraryID FROM libraries WHERE type = 'user'")
        fields, creators, tags = self._fields(), self._creators(), self._tags()
        collections, notes = self._collections(), self._notes()
        attachments = self._attachments(tags, fields)
        children = self._ids(
            "SELECT itemID FROM itemAttachments WHERE parentItemID IS NOT NULL"
            " UNION SELECT itemID FROM itemNotes WHERE parentItemID IS NOT NULL"
        )
        for number, key, library, kind in self._rows(
            """SELECT i.itemID, i.key, i.libraryID, t.typeName
               FROM items i JOIN itemTypes t ON t.itemTypeID = i.itemTypeID
               WHERE t.typeName <> 'annotation' ORDER BY i.itemID"""
        ):
            is_hidden = number in self.trash or number in children
            if is_hidden or not (library in own or library in groups):
                continue
            group, group_name = groups.get(library, ("", ""))
            yield Item(
                _text(key),
                group,
                group_name,
                _text(kind),
                fields.get(number, {}),
                tuple(creators.get(number, ())),
                tuple(collections.get(number, ())),
                tuple(tags.get(number, ())),
                tuple(notes.get(number, ())),
                tuple(attachments.get(number, ())),
            )

    def _check_version(self) -> None:
        tables = {row[0] for row in self.connection.execute("SELECT name FROM sqlite_master")}
        if not tables >= _NEEDED:
            raise DocumentError(
                FailureReason.UNSUPPORTED,
                message("This Zotero library has an unknown version."),
                message("Open it once with Zotero 5 or later."),
            )

    def _rows(self, query: str) -> Iterator[Row]:
        """Yield the rows of a query; nothing if this version of Zotero lacks a table or column."""
        try:
            found = self.connection.execute(f"{query} LIMIT {_MAX_ROWS}")
        except sqlite3.OperationalError as error:
            if "no such" in str(error):
                return
            raise
        yield from found

    def _ids(self, query: str) -> set[int]:
        return {row[0] for row in self._rows(query)}

    def _fields(self) -> dict[int, dict[str, str]]:
        found: dict[int, dict[str, str]] = defaultdict(dict)
        for number, name, value in self._rows(
            """SELECT d.itemID, f.fieldName, v.value FROM itemData d
               JOIN fields f ON f.fieldID = d.fieldID
               JOIN itemDataValues v ON v.valueID = d.valueID"""
        ):
            found[number][_text(name)] = _text(value)
        return found

    def _creators(self) -> dict[int, list[Creator]]:
        found: dict[int, list[Creator]] = defaultdict(list)
        for number, role, last, first, mode in self._rows(
            """SELECT i.itemID, t.creatorType, c.lastName, c.firstName, c.fieldMode
               FROM itemCreators i JOIN creators c ON c.creatorID = i.creatorID
               JOIN creatorTypes t ON t.creatorTypeID = i.creatorTypeID
               ORDER BY i.itemID, i.orderIndex"""
        ):
            creator = Creator(_text(role), _text(last).strip(), _text(first).strip(), mode == 1)
            if creator.family or creator.given:
                found[number].append(creator)
        return found

    def _tags(self) -> dict[int, list[str]]:
        found: dict[int, list[str]] = defaultdict(list)
        for number, name in self._rows(
            """SELECT i.itemID, t.name FROM itemTags i JOIN tags t ON t.tagID = i.tagID
               ORDER BY i.itemID, t.name"""
        ):
            found[number].append(_text(name))
        return found

    def _collections(self) -> dict[int, list[str]]:
        trash = self._ids("SELECT collectionID FROM deletedCollections")
        known = {
            number: (_text(name), parent)
            for number, name, parent in self._rows(
                "SELECT collectionID, collectionName, parentCollectionID FROM collections"
            )
            if number not in trash
        }
        found: dict[int, list[str]] = defaultdict(list)
        for item, number in self._rows(
            "SELECT itemID, collectionID FROM collectionItems ORDER BY itemID, collectionID"
        ):
            if path := _path_of(number, known):
                found[item].append(path)
        return found

    def _notes(self) -> dict[int, list[Note]]:
        """Return the notes by item; a note of its own is its item."""
        found: dict[int, list[Note]] = defaultdict(list)
        for number, parent, note, title in self._rows(
            "SELECT itemID, parentItemID, note, title FROM itemNotes ORDER BY itemID"
        ):
            if number not in self.trash and _text(note).strip():
                found[parent or number].append(Note(_text(title), _text(note)))
        return found

    def _attachments(
        self, tags: Mapping[int, list[str]], fields: Mapping[int, Mapping[str, str]]
    ) -> dict[int, list[Attachment]]:
        """Return the files by item; a file without an item is its own item."""
        annotations = self._annotations(tags)
        found: dict[int, list[Attachment]] = defaultdict(list)
        for number, key, parent, path in self._rows(
            """SELECT a.itemID, i.key, a.parentItemID, a.path FROM itemAttachments a
               JOIN items i ON i.itemID = a.itemID ORDER BY a.itemID"""
        ):
            if number not in self.trash:
                title = fields.get(number, {}).get("title", "")
                noted = tuple(annotations.get(number, ()))
                found[parent or number].append(Attachment(_text(key), _text(path), title, noted))
        return found

    def _annotations(self, tags: Mapping[int, list[str]]) -> dict[int, list[Annotation]]:
        found: dict[int, list[Annotation]] = defaultdict(list)
        for number, parent, kind, *texts in self._rows(
            """SELECT itemID, parentItemID, type, authorName, text, comment, color, pageLabel,
               position FROM itemAnnotations ORDER BY parentItemID, sortIndex, itemID"""
        ):
            if number not in self.trash and isinstance(kind, int):
                author, text, comment, colour, label, position = map(_text, texts)
                found[parent].append(
                    Annotation(
                        kind,
                        author.strip(),
                        text.strip(),
                        comment.strip(),
                        colour,
                        label.strip(),
                        position,
                        tuple(tags.get(number, ())),
                    )
                )
        return found


def _path_of(number: int, known: Mapping[int, tuple[str, Any]]) -> str:
    """Return the path of a collection, '' if it or one above it is in the trash."""
    names: list[str] = []
    at: Any = number
    while at is not None:
        if at not in known or len(names) >= _MAX_DEPTH:
            return ""
        name, at = known[at]
        names.append(" ".join(name.replace("/", " ").split()))
    return "/".join(reversed(names))
