"""Catalogs written by this version and by older ones."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.engine.stores.library import MODEL, embed_all, opened, put
from twofold.engine.model.citation import CollectedPassage, Locator
from twofold.engine.model.document import LocatorKind, document_number
from twofold.engine.model.filters import TrustLevel
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.catalog.schema import (
    APPLICATION_ID,
    MIGRATIONS,
    SCHEMA_VERSION,
    OlderCatalogError,
)
from twofold.engine.stores.sync.indexes import open_catalog

TABLES_OF_VERSION_10 = Path(__file__).with_name("schema_version_10.sql")


def make_older(path, statements=""):
    """Change a catalog's version to one without a migration."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"{statements};PRAGMA user_version = {min(MIGRATIONS) - 1};")


def columns(path):
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {
            table: connection.execute(f"PRAGMA table_info({table})").fetchall()
            for (table,) in tables.fetchall()
        }


def test_schema_change_requires_a_new_version(tmp_path):
    """Otherwise existing libraries would be opened with the wrong columns."""
    new, known = tmp_path / "new.sqlite", tmp_path / "known.sqlite"
    Catalog.open(new).close()
    with closing(sqlite3.connect(known)) as connection:
        connection.executescript(TABLES_OF_VERSION_10.read_text("utf-8"))
        for version in sorted(MIGRATIONS):
            connection.executescript(MIGRATIONS[version])
    assert (SCHEMA_VERSION, columns(new)) == (max(MIGRATIONS) + 1, columns(known))


def test_catalog_of_the_previous_version_keeps_its_content(tmp_path):
    path = tmp_path / "catalog.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(TABLES_OF_VERSION_10.read_text("utf-8"))
        connection.executescript(
            f"""INSERT INTO meta VALUES ('generation', 0), ('pruned', 0), ('library', 'x');
                INSERT INTO folders (name, root) VALUES ('Notes', '/n');
                PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = 10;"""
        )
    with closing(Catalog.open(path)) as catalog:
        assert [folder.name for folder in catalog.folders()] == ["Notes"]
        with catalog.change() as edit:
            put(edit, "a.md", ["apple pie"])
        document = document_number("Notes", "a.md")
        assert [one.chunk.text for one in catalog.document_chunks(document)] == ["apple pie"]


def test_signatures_of_an_older_version_are_made_again(tmp_path):
    """Old and new signatures of one text have nothing in common."""
    path = tmp_path / "catalog.sqlite"
    with closing(Catalog.open(path)) as catalog:
        catalog.add_folder(tmp_path, "Notes")
        with catalog.change() as edit:
            put(edit, "a.md", ["apple pie"])
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            """INSERT INTO version_bands VALUES (9000000000000000000, 1);
            DROP TABLE described; DROP TABLE descriptions; PRAGMA user_version = 12"""
        )
    with closing(Catalog.open(path)) as catalog:
        number = document_number("Notes", "a.md")
        assert catalog.documents_without_signature(10) == {number: ("a.md", "md")}
        with catalog.connections.reading() as connection:
            assert not connection.execute("SELECT * FROM version_bands").fetchall()


@pytest.mark.parametrize("change", ["", "ALTER TABLE documents DROP COLUMN issued"])
def test_annotations_of_an_older_catalog_are_kept(tmp_path, change):
    path = tmp_path / "catalog.sqlite"
    with opened(tmp_path) as library:
        with library.catalog.change() as edit:
            put(edit, "a.md", ["apple pie"])
            edit.set_user_tags("Notes/a.md", ["mine"])
            edit.set_user_trust("Notes", TrustLevel.GENERATED)
            edit.collect([collected("kept")])
        embed_all(library.catalog)
    make_older(path, change)
    with pytest.raises(OlderCatalogError, match="older version"):
        Catalog.open(path)

    catalog, sentences = open_catalog(path)

    kept = tmp_path / f"catalog.sqlite.before-version-{SCHEMA_VERSION}"
    (sentence,) = sentences
    assert kept.name in sentence
    assert "folders (1), your tags (1) and vectors (1)" in sentence
    with closing(catalog):
        assert [folder.name for folder in catalog.folders()] == ["Notes"]
        assert catalog.files.known("Notes") == {}  # all files are read again
        assert [passage.id for passage in catalog.annotations.collection()] == ["kept"]
        with catalog.change() as edit:
            put(edit, "a.md", ["apple pie"])
        document = catalog.document(document_number("Notes", "a.md"))
        assert (document.tags, document.trust) == (("mine",), TrustLevel.GENERATED)
        assert catalog.vectors.pending(MODEL, 10) == ()
    assert "chunks" in columns(kept)


def collected(identity):
    return CollectedPassage(
        id=identity, folder="Notes", root="/n", path="a.md", place=Locator(LocatorKind.LINE, 1, 1),
        text="apple pie", title="A",
    )  # fmt: skip
