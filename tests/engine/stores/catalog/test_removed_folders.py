"""Data of removed folders is stored outside of the catalog for 30 days."""

import sqlite3
from contextlib import closing

import pytest

from tests.engine.stores.library import MODEL, fill, opened, put
from twofold.engine.model.filters import SearchFilters, TrustLevel
from twofold.engine.model.folder_rules import FolderRules
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.catalog.removed_folders import KEPT, RemovedFolders

DAYS = 86_400.0


class Clock:
    def __init__(self):
        self.now = 1_800_000_000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def library(tmp_path):
    with opened(tmp_path / "home") as library:
        fill(library, documents=4)
        yield library


@pytest.fixture
def removed(library, clock):
    return RemovedFolders(library.folder / "removed.sqlite", library.catalog, now=clock)


def remove(library, removed, name="Notes"):
    removed.keep(name)
    library.catalog.remove_folder(name)
    library.indexes.synchronise()


def add_again(library, removed, name=""):
    folder = removed.add_again(library.folder / "Notes", name, library.catalog.add_folder)
    library.indexes.synchronise()
    return folder


def rows_of(library):
    with library.catalog.connections.reading() as connection:
        return {
            table: connection.execute(f"SELECT {columns} FROM {table} ORDER BY 1").fetchall()
            for table, columns in (
                ("documents", "number, path, trust, chunk_count, digest"),
                ("chunks", "*"),
                ("failures", "number, path, reason"),
                ("members", "*"),
                ("tags", "*"),
                ("file_tags", "*"),
                ("vectors", "content_hash, vector"),
                ("folders", "name, root, rules"),
            )
        }


def connected(library):
    return closing(sqlite3.connect(library.folder / "removed.sqlite"))


def test_folder_added_again_is_restored_without_embedding(library, removed):
    with library.catalog.change() as change:
        change.set_user_tags("Notes/sub", ["wet"])
        change.set_user_trust("Notes/sub", TrustLevel.SECONDARY)
        change.set_folder_rules("Notes", FolderRules(exclude=("*.tmp",)))
    before = rows_of(library)
    remove(library, removed)
    assert library.lexical_hits("apple") == library.vector_hits() == set()
    assert not rows_of(library)["vectors"]

    assert add_again(library, removed).rules == FolderRules(exclude=("*.tmp",))

    assert rows_of(library) == before
    assert library.is_consistent()
    assert library.catalog.vectors.pending(MODEL, 1) == ()
    assert (removed.kept, list(library.folder.glob("removed.sqlite*"))) == ((), [])


def test_removed_folder_is_in_no_count_filter_or_backup(library, removed):
    remove(library, removed)
    catalog = library.catalog
    assert catalog.folder_statuses(MODEL) == catalog.failures.every() == ()
    assert catalog.resolve(SearchFilters(folders=("Notes",))).numbers.size == 0
    assert "Notes" not in (library.folder / "personal.json").read_text("utf-8")
    with connected(library) as connection:
        assert connection.execute("SELECT count(*) FROM chunks").fetchone() == (12,)


def test_stored_data_survives_a_restart_and_is_deleted_after_30_days(library, removed, clock):
    path = library.folder / "removed.sqlite"
    remove(library, removed)
    (kept,) = removed.kept
    assert (kept.name, kept.until - clock.now) == ("Notes", KEPT.total_seconds())

    clock.now += 29 * DAYS
    assert RemovedFolders(path, library.catalog, now=clock).kept == (kept,)
    clock.now += 2 * DAYS
    removed.delete_outdated()
    assert (removed.kept, path.exists()) == ((), False)


def test_outdated_data_is_deleted_when_the_library_is_opened(library, removed, clock):
    remove(library, removed)
    clock.now += 31 * DAYS
    assert RemovedFolders(library.folder / "removed.sqlite", library.catalog, now=clock).kept == ()
    assert not list(library.folder.glob("removed.sqlite*"))


def test_folder_added_with_another_name_gets_back_only_its_vectors(library, removed):
    remove(library, removed)
    folder = library.catalog.add_folder(library.folder / "Other" / "Notes")
    assert folder.name == "Notes"
    assert add_again(library, removed).name == "Notes 2"
    assert library.catalog.chunk_numbers() == []
    with library.catalog.change() as change:
        put(change, "sub/0.md", [f"apple 0 of {part}" for part in range(3)], folder="Notes 2")
    assert library.catalog.vectors.pending(MODEL, 1) == ()


def test_data_of_other_reader_versions_is_read_again_but_not_embedded(library, removed):
    remove(library, removed)
    with library.catalog.connections.writing() as connection:
        connection.execute("INSERT OR REPLACE INTO meta VALUES ('readers', '999')")
    add_again(library, removed)
    assert library.catalog.chunk_numbers() == []
    assert len(rows_of(library)["vectors"]) == 12


def test_data_of_a_restored_folder_is_no_longer_stored(library, removed, clock):
    """Happens if the program crashes between writing the two files."""
    removed.keep("Notes")
    again = RemovedFolders(library.folder / "removed.sqlite", library.catalog, now=clock)
    assert again.kept == ()


@pytest.mark.parametrize("damage", ["text", "other program", "older version"])
def test_unusable_file_is_replaced(library, removed, clock, damage, expected_log):
    expected_log += ["SQLite", "removed folders are forgotten"]
    remove(library, removed)
    path = library.folder / "removed.sqlite"
    if damage == "text":
        path.write_bytes(b"no database" * 1000)
    else:
        with connected(library) as connection:
            pragma = "application_id" if damage == "other program" else "user_version"
            connection.execute(f"PRAGMA {pragma} = 3")
    damaged = RemovedFolders(path, library.catalog, now=clock)
    assert damaged.kept == ()
    assert damaged.add_again(library.folder / "Notes", "", library.catalog.add_folder)
    damaged.keep("Notes")
    assert [one.name for one in damaged.kept] == ["Notes"]


def test_folder_can_be_removed_even_if_its_data_cannot_be_stored(library, removed, expected_log):
    expected_log += ["SQLite", "removed folders cannot be used"]
    (library.folder / "removed.sqlite").mkdir()
    remove(library, removed)
    assert (removed.kept, library.catalog.folders()) == ((), ())


def test_immediate_deletion_leaves_no_text_of_a_removed_folder(tmp_path, clock):
    catalog = Catalog.open(tmp_path / "catalog.sqlite")
    for name in ("Notes", "Letters"):
        catalog.add_folder(tmp_path / name)
    with catalog.change() as change:
        put(change, "a.md", ["xylophone"])
        put(change, "b.md", ["apple"], folder="Letters")
    removed = RemovedFolders(tmp_path / "removed.sqlite", catalog, now=clock)
    for name in ("Notes", "Letters"):
        removed.keep(name)
        catalog.remove_folder(name)
    removed.delete("Notes")
    assert [one.name for one in removed.kept] == ["Letters"]
    files = [path for path in tmp_path.glob("removed.sqlite*") if path.is_file()]
    assert not any(b"xylophone" in path.read_bytes() for path in files)
    removed.delete_all()
    assert not list(tmp_path.glob("removed.sqlite*"))
    catalog.close()
