"""Makes Zotero data folders: the database of a version of Zotero, and its stored files."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.pdf_files import make_pdf

_TABLES = """
CREATE TABLE version (schema TEXT PRIMARY KEY, version INT NOT NULL);
CREATE TABLE libraries (libraryID INTEGER PRIMARY KEY, type TEXT NOT NULL);
CREATE TABLE groups (groupID INTEGER PRIMARY KEY, libraryID INT, name TEXT NOT NULL);
CREATE TABLE itemTypes (itemTypeID INTEGER PRIMARY KEY, typeName TEXT);
CREATE TABLE fields (fieldID INTEGER PRIMARY KEY, fieldName TEXT);
CREATE TABLE items (
    itemID INTEGER PRIMARY KEY, itemTypeID INT NOT NULL, dateAdded TEXT, dateModified TEXT,
    libraryID INT NOT NULL, key TEXT NOT NULL, version INT NOT NULL DEFAULT 0
);
CREATE TABLE itemDataValues (valueID INTEGER PRIMARY KEY, value UNIQUE);
CREATE TABLE itemData (itemID INT, fieldID INT, valueID, PRIMARY KEY (itemID, fieldID));
CREATE TABLE creators (creatorID INTEGER PRIMARY KEY, firstName TEXT, lastName TEXT, fieldMode INT);
CREATE TABLE creatorTypes (creatorTypeID INTEGER PRIMARY KEY, creatorType TEXT);
CREATE TABLE itemCreators (itemID INT, creatorID INT, creatorTypeID INT, orderIndex INT);
CREATE TABLE collections (
    collectionID INTEGER PRIMARY KEY, collectionName TEXT, parentCollectionID INT, libraryID INT
);
CREATE TABLE collectionItems (collectionID INT, itemID INT, orderIndex INT);
CREATE TABLE tags (tagID INTEGER PRIMARY KEY, name TEXT UNIQUE);
CREATE TABLE itemTags (itemID INT, tagID INT, type INT);
CREATE TABLE itemNotes (itemID INTEGER PRIMARY KEY, parentItemID INT, note TEXT, title TEXT);
CREATE TABLE itemAttachments (
    itemID INTEGER PRIMARY KEY, parentItemID INT, linkMode INT, contentType TEXT, path TEXT
);
CREATE TABLE deletedItems (itemID INTEGER PRIMARY KEY, dateDeleted);
"""
_TABLES_OF_ZOTERO_6 = """
CREATE TABLE itemAnnotations (
    itemID INTEGER PRIMARY KEY, parentItemID INT, type INT, authorName TEXT, text TEXT,
    comment TEXT, color TEXT, pageLabel TEXT, sortIndex TEXT, position TEXT, isExternal INT
);
"""
_TABLES_OF_ZOTERO_7 = """
CREATE TABLE deletedCollections (collectionID INTEGER PRIMARY KEY, dateDeleted);
"""
OWN_LIBRARY = 1


@dataclass(slots=True)
class ZoteroFolder:
    """A Zotero data folder under construction; `save` commits what was added."""

    path: Path
    zotero: int = 7
    connection: sqlite3.Connection = field(init=False)

    def __post_init__(self) -> None:
        self.path.mkdir(parents=True, exist_ok=True)
        self.connection = sqlite3.connect(self.path / "zotero.sqlite")
        self.connection.executescript(
            _TABLES
            + _TABLES_OF_ZOTERO_6 * (self.zotero >= 6)
            + _TABLES_OF_ZOTERO_7 * (self.zotero >= 7)
        )
        self.connection.execute("INSERT INTO version VALUES ('userdata', ?)", (100 + self.zotero,))
        self.connection.execute("INSERT INTO libraries VALUES (1, 'user')")
        self.save()

    def save(self) -> None:
        """Write the changes to the disk."""
        self.connection.commit()

    def close(self) -> None:
        """Write the changes and close the database, if it is still open."""
        with suppress(sqlite3.ProgrammingError), closing(self.connection):
            self.save()

    def add_group(self, number: int, name: str) -> int:
        """Add a group and return its library."""
        self.connection.execute("INSERT INTO libraries VALUES (?, 'group')", (number + 100,))
        self.connection.execute("INSERT INTO groups VALUES (?, ?, ?)", (number, number + 100, name))
        return number + 100

    def add_collection(self, name: str, parent: int | None = None, library: int = 1) -> int:
        """Add a collection and return its number."""
        return self._insert("collections", None, name, parent, library)

    def add_item(
        self,
        key: str,
        kind: str = "journalArticle",
        *,
        creators: Sequence[tuple[str, str, str]] = (),
        collections: Iterable[int] = (),
        tags: Iterable[str] = (),
        library: int = OWN_LIBRARY,
        **fields: str,
    ) -> int:
        """Add an item and return its number; `creators` are (role, family name, given name)."""
        kind_id = self._named("itemTypes", "typeName", kind)
        days = "2024-02-03 10:00:00", "2024-02-04 10:00:00"
        item = self._insert("items", None, kind_id, *days, library, key, 1)
        for name, value in fields.items():
            self.set_field(item, name, value)
        for order, (role, family, given) in enumerate(creators):
            creator = self._insert("creators", None, given, family, int(not given))
            role_id = self._named("creatorTypes", "creatorType", role)
            self._insert("itemCreators", item, creator, role_id, order)
        for collection in collections:
            self._insert("collectionItems", collection, item, 0)
        for tag in tags:
            self._insert("itemTags", item, self._named("tags", "name", tag), 0)
        return item

    def set_field(self, item: int, name: str, value: str) -> None:
        """Set a field of an item."""
        self.connection.execute("INSERT OR IGNORE INTO itemDataValues (value) VALUES (?)", (value,))
        self.connection.execute(
            """INSERT OR REPLACE INTO itemData
               SELECT ?, ?, valueID FROM itemDataValues WHERE value = ?""",
            (item, self._named("fields", "fieldName", name), value),
        )

    def add_note(self, key: str, note: str, parent: int | None = None) -> int:
        """Add a note, written in HTML."""
        item = self.add_item(key, "note")
        self._insert("itemNotes", item, parent, note, "")
        return item

    def add_pdf(self, key: str, name: str, pages: Sequence[str], parent: int | None = None) -> int:
        """Add a stored PDF with these texts as its pages."""
        folder = self.path / "storage" / key
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(make_pdf([[text] for text in pages]))
        return self.add_path(key, f"storage:{name}", parent)

    def add_path(self, key: str, path: str, parent: int | None = None) -> int:
        """Add an attachment with any path."""
        item = self.add_item(key, "attachment")
        self._insert("itemAttachments", item, parent, 0, "application/pdf", path)
        return item

    def add_annotation(
        self, key: str, parent: int, page: int, text: str, comment: str = "", kind: int = 1
    ) -> int:
        """Add an annotation on a page, counted from 1; its label is a Roman numeral."""
        item = self.add_item(key, "annotation")
        position = json.dumps({"pageIndex": page - 1, "rects": [[1, 2, 3, 4]]})
        label = ["", "i", "ii", "iii", "iv"][page]
        values = kind, "Ada Reader", text, comment, "#ffd400", label, f"{page:05}", position, 0
        self._insert("itemAnnotations", item, parent, *values)
        return item

    def move_to_trash(self, item: int) -> None:
        """Move an item to the trash."""
        self._insert("deletedItems", item, "2024-03-01")

    def _named(self, table: str, column: str, name: str) -> int:
        found = self.connection.execute(f"SELECT rowid FROM {table} WHERE {column} = ?", (name,))
        row = found.fetchone()
        return row[0] if row else self._insert(table, None, name)

    def _insert(self, table: str, *values: object) -> int:
        marks = ", ".join("?" * len(values))
        return self.connection.execute(f"INSERT INTO {table} VALUES ({marks})", values).lastrowid


def add_hundred_items(folder: ZoteroFolder) -> None:
    """Add 100 items with notes, annotations, nested collections, tags and a group library."""
    group = folder.add_group(77, "Reading Circle")
    thesis = folder.add_collection("Thesis")
    chapter = folder.add_collection("Chapter 1", thesis)
    circle = folder.add_collection("Meetings", library=group)
    for number in range(100):
        in_group = number % 10 == 9
        item = folder.add_item(
            f"ITEM{number:04}",
            "bookSection" if number % 5 == 0 else "journalArticle",
            creators=[
                ("author", f"García Márquez{number}", "Gabriel José"),
                *([("editor", "Editrix", "Edna"), ("translator", "Rabassa", "Gregory")]
                  if number % 5 == 0 else []),
            ],
            collections=[circle if in_group else chapter if number % 2 else thesis],
            tags=[f"topic/{number % 3}", "imported"],
            library=group if in_group else OWN_LIBRARY,
            title=f"Study number {number} of lanterns",
            date=f"{1920 + number}-05-00 May {1920 + number}",
            DOI=f"10.1000/{number}",
            extra=f"Citation Key: garcia{number}",
            **{"bookTitle" if number % 5 == 0 else "publicationTitle": "Annals of Light"},
            abstractNote=f"Abstract about wick trimming {number}.",
        )  # fmt: skip
        folder.add_note(f"NOTE{number:04}", f"<p>Margin <b>remark</b> quixotic{number}</p>", item)
        pdf = folder.add_pdf(
            f"FILE{number:04}",
            f"paper {number}.pdf",
            [f"First page about lamp oil {number}.", f"Second page about glass {number}."],
            item,
        )
        folder.add_annotation(
            f"ANNO{number:04}", pdf, 2, f"glass {number}", f"Compare vitrines{number}"
        )
    folder.save()
