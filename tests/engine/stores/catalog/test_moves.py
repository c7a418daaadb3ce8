import sqlite3
from pathlib import Path

import pytest

from engine.core.document import DocumentMetadata
from engine.core.file_state import FileState
from engine.core.identity import chunk_number, document_number
from engine.stores.catalog import schema
from engine.stores.catalog.catalog import Catalog
from engine.stores.sync.opening import open_catalog
from tests.engine.stores.library import MODEL, embed_all, opened, put

STATE = FileState(2, 1_700_000_000_000_000_000, 7, b"d" * 16)


@pytest.fixture
def library(tmp_path):
    with opened(tmp_path) as open_library:
        open_library.catalog.add_folder(tmp_path / "Archive")
        with open_library.catalog.change() as change:
            put(change, "old/a.md", ["apple one", "apple two"])
            put(change, "b.md", ["apple three"])
            change.set_user_tags("Notes/old/a.md", ["mine"])
        embed_all(open_library.catalog)
        open_library.indexes.synchronise()
        yield open_library


def move(library, former, folder, path):
    with library.catalog.change() as change:
        change.move_file(former, folder, path, STATE)
    library.indexes.synchronise()


def test_a_moved_document_has_the_numbers_of_its_new_place_and_nothing_to_embed(library):
    move(library, ("Notes", "old/a.md"), "Archive", "new/a.md")

    number = document_number("Archive", "new/a.md")
    document = library.catalog.document(number)
    assert (document.folder, document.path, document.tags) == ("Archive", "new/a.md", ("mine",))
    assert document.state == STATE
    assert library.catalog.document(document_number("Notes", "old/a.md")) is None
    expected = {chunk_number(number, "1", 0), chunk_number(number, "1", 1)}
    assert expected < set(library.catalog.chunk_numbers().tolist())
    assert library.catalog.pending_embeddings(MODEL, 10) == ()
    assert library.is_consistent()
    assert library.catalog.check() == ()
    assert library.catalog.user_tags("Archive/new/a.md") == ("mine",)
    assert library.catalog.user_tags("Notes/old/a.md") == ()


def test_a_document_moved_onto_another_replaces_it(library):
    move(library, ("Notes", "old/a.md"), "Notes", "b.md")

    assert set(library.catalog.known_files("Notes")) == {"b.md"}
    assert len(library.catalog.chunk_numbers()) == 2
    assert library.is_consistent()


def test_a_moved_document_keeps_what_a_reference_to_it_names(library):
    metadata = DocumentMetadata(
        "T", "A", doi="10.1/x", isbn="9", url="u", publisher="P", container="J"
    )
    with library.catalog.change() as change:
        put(change, "c.md", ["text"], metadata)
    move(library, ("Notes", "c.md"), "Archive", "c.md")

    moved = library.catalog.document(document_number("Archive", "c.md"))
    assert (moved.doi, moved.isbn, moved.url) == ("10.1/x", "9", "u")
    assert (moved.publisher, moved.container) == ("P", "J")


def test_files_like_another_can_be_asked_for(library):
    catalog = library.catalog
    move(library, ("Notes", "old/a.md"), "Notes", "c.md")
    (found,) = catalog.files_like(FileState(2, 5, 0, b"d" * 16))
    assert (found.folder, found.path, found.title) == ("Notes", "c.md", "A title")
    assert catalog.files_like(FileState(2, STATE.mtime_ns, 7)) == (found,)
    assert catalog.files_like(FileState(2, STATE.mtime_ns + 1, 7)) == ()
    assert catalog.files_like(FileState(3, STATE.mtime_ns, 7, b"d" * 16)) == ()
    assert catalog.has_file_of_size(2)
    assert not catalog.has_file_of_size(99)


def test_a_touched_file_keeps_its_passages(library):
    before = library.catalog.chunk_numbers().tolist()
    with library.catalog.change() as change:
        change.confirm_file("Notes", "b.md", STATE)
    assert library.catalog.known_files("Notes")["b.md"].state == STATE
    assert library.catalog.chunk_numbers().tolist() == before


def test_a_catalog_of_the_first_version_is_brought_up_to_date(tmp_path):
    path = tmp_path / "catalog.sqlite"
    number = document_number("Notes", "a.md")
    old = sqlite3.connect(path)
    old.executescript(Path(__file__).with_name("schema_version_1.sql").read_text(encoding="utf-8"))
    old.executescript(
        f"""INSERT INTO meta VALUES ('generation', 5), ('pruned', 0), ('library', 'x');
        INSERT INTO folders VALUES (1, 'Notes', '/home/ada/Notes');
        INSERT INTO documents VALUES ({number}, 1, 'a.md', '', 'T', '', 'md', 'en', 1, '', 3, 4, 5,
            '2026-11-21T08:00:00Z', '1', 0);
        INSERT INTO file_tags VALUES ({number}, 'own');
        INSERT INTO user_tags VALUES ({number}, 'mine'), (77, 'of a file that is gone');
        PRAGMA application_id = 0x3254464C; PRAGMA user_version = 1;"""
    )
    old.close()

    catalog, _ = open_catalog(path)

    document = catalog.document(number)
    assert document.tags == ("mine", "own")
    assert document.trust == "secondary"
    assert catalog.user_tags("Notes/a.md") == ("mine",)
    assert catalog.known_files("Notes")["a.md"].state == FileState(3, 4, 5)
    with catalog.change() as change:
        change.set_user_tags("Notes/a.md", ["other"])
        put(change, "b.md", ["text"])
    assert catalog.document(number).tags == ("other", "own")
    assert catalog.check() == ()
    catalog.close()
    columns = lambda file: [  # noqa: E731
        row[1] for row in sqlite3.connect(file).execute("PRAGMA table_info(documents)")
    ]
    Catalog.open(tmp_path / "new.sqlite").close()
    assert columns(path) == columns(tmp_path / "new.sqlite")
    assert (tmp_path / f"catalog.sqlite.before-version-{schema.SCHEMA_VERSION}").exists()
