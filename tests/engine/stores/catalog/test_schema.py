"""Catalogs that this and older versions of the program wrote."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.model.citation import CollectedPassage, Place
from engine.model.document import PlaceKind, document_number
from engine.model.filters import TrustLevel
from engine.stores.catalog.catalog import Catalog
from engine.stores.catalog.schema import SCHEMA_VERSION, OlderCatalogError
from engine.stores.sync.indexes import open_catalog
from tests.engine.stores.library import MODEL, embed_all, opened, put

TABLES_OF_VERSION_10 = Path(__file__).with_name("schema_version_10.sql")


def make_older(path, statements=""):
    """Turn a catalog into one of the version before."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"{statements};PRAGMA user_version = {SCHEMA_VERSION - 1};")


def columns(path):
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {
            table: connection.execute(f"PRAGMA table_info({table})").fetchall()
            for (table,) in tables.fetchall()
        }


def test_a_change_of_the_tables_raises_their_version(tmp_path):
    """Else libraries of today would be opened with other columns than they have."""
    new, known = tmp_path / "new.sqlite", tmp_path / "known.sqlite"
    Catalog.open(new).close()
    with closing(sqlite3.connect(known)) as connection:
        connection.executescript(TABLES_OF_VERSION_10.read_text("utf-8"))
    assert (SCHEMA_VERSION, columns(new)) == (10, columns(known))


@pytest.mark.parametrize("change", ["", "ALTER TABLE documents DROP COLUMN issued"])
def test_what_a_person_said_is_kept_of_an_older_catalog(tmp_path, change):
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
    assert "folders (1), tags of yours (1) and vectors (1)" in sentence
    with closing(catalog):
        assert [folder.name for folder in catalog.folders()] == ["Notes"]
        assert catalog.files.known("Notes") == {}  # all files are read anew
        assert [passage.id for passage in catalog.personal.collection()] == ["kept"]
        with catalog.change() as edit:
            put(edit, "a.md", ["apple pie"])
        document = catalog.document(document_number("Notes", "a.md"))
        assert (document.tags, document.trust) == (("mine",), TrustLevel.GENERATED)
        assert catalog.vectors.pending(MODEL, 10) == ()
    assert "chunks" in columns(kept)


def collected(identity):
    return CollectedPassage(
        id=identity, folder="Notes", root="/n", path="a.md", place=Place(PlaceKind.LINE, 1, 1),
        text="apple pie", title="A",
    )  # fmt: skip
