"""Catalogs that older versions of the program wrote."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from engine.core.document import DocumentMetadata, PlaceKind
from engine.core.file_state import FileState
from engine.stores.catalog.catalog import Catalog
from engine.stores.catalog.connections import OlderCatalogError
from engine.stores.catalog.schema import SCHEMA_VERSION
from tests.engine.stores.library import MODEL, passage

VERSION_1 = Path(__file__).with_name("schema_version_1.sql")
A_DOCUMENT = """
INSERT INTO meta VALUES ('generation', 7), ('pruned', 0), ('library', 'ab');
INSERT INTO folders VALUES (1, 'Notes', '/home/ada/Notes');
INSERT INTO documents VALUES (
    11, 1, 'a.md', '', 'A title', 'Ada', 'md', 'en', 0, '2026-11-21', 9, 5, 3,
    '2026-11-21T08:00:00Z', '1', 1
);
INSERT INTO chunks VALUES (
    22, 11, 0, x'00112233445566778899aabbccddeeff', 0, 5, 'line', 1, 2, NULL, 4, '["Head"]', 'en',
    0, 'words'
);
INSERT INTO file_tags VALUES (11, 'from-file');
INSERT INTO user_tags VALUES (11, 'mine');
INSERT INTO failures VALUES
    (31, 1, 'b.docx', 1, 2, 3, 'unsupported', 'A Word document.', '2026-11-21T08:00:00Z'),
    (32, 1, 'c.pdf', 1, 2, 3, 'damaged', 'Cut off.', '2026-11-21T08:00:00Z');
INSERT INTO models VALUES (1, 'model-a');
INSERT INTO vectors VALUES (1, 1, x'00112233445566778899aabbccddeeff', x'003c');
INSERT INTO indexed VALUES ('lexical', 7, 7);
PRAGMA application_id = 844383820;
PRAGMA user_version = 1;
"""
TABLES = ("documents", "chunks", "folders", "failures", "vectors", "outbox", "members")


@pytest.fixture
def older(tmp_path):
    return write_version_1(tmp_path / "c.sqlite")


def write_version_1(path):
    """Write a catalog as version 1 left it: one folder, one document, one passage."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(VERSION_1.read_text("utf-8") + A_DOCUMENT)
    return path


def columns(path):
    with closing(sqlite3.connect(path)) as connection:
        return {
            table: connection.execute(f"PRAGMA table_info({table})").fetchall() for table in TABLES
        }


def test_everything_in_a_catalog_of_version_1_is_there_after_the_update(older):
    with closing(Catalog.open(older)) as catalog:
        stored = catalog.chunks([22])[22]
        assert stored.chunk.text == "words"
        assert (stored.chunk.place_start, stored.chunk.place_end) == (1, 2)
        assert (stored.chunk.end_column, stored.chunk.heading_path) == (4, ("Head",))
        assert (stored.chunk.place_label, stored.chunk.symbol) == ("", "")
        assert (stored.document.title, stored.document.author) == ("A title", "Ada")
        assert stored.document.tags == ("from-file", "mine")
        assert (stored.document.doi, stored.document.container) == ("", "")
        assert stored.document.chunker_version == "1"
        # Nothing is read, indexed or embedded again.
        assert catalog.known_files("Notes")["a.md"].state == FileState(9, 5, 3)
        assert catalog.generation == 7
        assert catalog.recorded_generation("lexical").generation == 7
        assert catalog.pending_embeddings(MODEL, 10) == ()


def test_files_of_formats_that_could_not_be_read_are_tried_again(older):
    with closing(Catalog.open(older)) as catalog:
        assert [failure.path for failure in catalog.failures()] == ["Notes/c.pdf"]
        assert "b.docx" not in catalog.known_files("Notes")


def test_an_updated_catalog_has_the_tables_of_a_new_one(older, tmp_path):
    Catalog.open(older).close()
    new = tmp_path / "new.sqlite"
    Catalog.open(new).close()
    assert columns(older) == columns(new)


def test_an_updated_catalog_takes_what_the_older_one_had_no_place_for(older):
    metadata = DocumentMetadata(
        "A",
        "B",
        doi="10.1/x",
        isbn="9",
        url="https://x.org",
        publisher="P",
        container="J",
        issued="1998-04",
    )
    with closing(Catalog.open(older)) as catalog:
        with catalog.change() as change:
            change.put_document(
                "Notes", "b.ods", FileState(1, 1), metadata, "ods",
                [passage(0, "text"), *labelled()], "1", "2026-11-21T08:00:00Z",
            )  # fmt: skip
        found = catalog.chunks(catalog.chunk_numbers().tolist()).values()
    by_position = {one.chunk.position: one for one in found if one.document.path == "b.ods"}
    chunk, document = by_position[1].chunk, by_position[1].document
    assert (chunk.place_kind, chunk.place_label, chunk.symbol) == (
        PlaceKind.ROW, "Budget, rows 12–30", "total",
    )  # fmt: skip
    assert (document.doi, document.isbn, document.url) == ("10.1/x", "9", "https://x.org")
    assert (document.publisher, document.container) == ("P", "J")
    assert document.issued == "1998-04"


def labelled():
    yield replace(
        passage(1, "more"), place_kind=PlaceKind.ROW, place_label="Budget, rows 12–30",
        symbol="total",
    )  # fmt: skip


def test_an_older_catalog_is_not_read_before_it_is_updated(older):
    with pytest.raises(OlderCatalogError, match="older version"):
        Catalog.open(older, read_only=True)
    Catalog.open(older).close()
    Catalog.open(older, read_only=True).close()


def test_a_catalog_of_the_version_before_is_read_as_it_is(tmp_path):
    path = tmp_path / "c.sqlite"
    Catalog.open(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            """ALTER TABLE documents DROP COLUMN issued;
               ALTER TABLE documents DROP COLUMN changed_ns;
               ALTER TABLE failures DROP COLUMN changed_ns;
               PRAGMA user_version = 6;"""
        )
    with closing(Catalog.open(path, read_only=True)) as catalog:
        assert (catalog.folders(), catalog.failures(), catalog.chunks([1])) == ((), (), {})
    Catalog.open(path).close()
    assert not catalog_is_older(path)


def catalog_is_older(path):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("PRAGMA user_version").fetchone()[0] < SCHEMA_VERSION
