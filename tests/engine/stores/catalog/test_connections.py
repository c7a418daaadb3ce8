"""Connections to the catalog: no deleted text remains in its files."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.engine.stores.library import put
from twofold.engine.stores.catalog.catalog import Catalog


def test_write_ahead_log_is_truncated_unless_a_reader_uses_it(tmp_path):
    path = tmp_path / "catalog.sqlite"
    writer = Catalog.open(path)
    writer.add_folder(tmp_path / "Notes")
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM folders").fetchone()
        writer.add_folder(tmp_path / "Papers")
        writer.close()
        assert reader.execute("SELECT count(*) FROM folders").fetchone() == (1,)
        reader.execute("END")
    log = path.with_name(f"{path.name}-wal")
    with closing(Catalog.open(path, read_only=True)) as outliving:
        with closing(Catalog.open(path)) as again:
            again.add_folder(tmp_path / "Letters")
            assert log.stat().st_size > 0
        assert len(outliving.folders()) == 3
    assert not log.exists() or log.stat().st_size == 0


MARKER = "zyxmarker"


@pytest.fixture
def _sqlite_without_secure_delete(monkeypatch):
    """Make SQLite behave as if built without SQLITE_SECURE_DELETE."""
    connect = sqlite3.connect

    def connect_insecurely(*arguments, **options):
        connection = connect(*arguments, **options)
        connection.execute("PRAGMA secure_delete = OFF")
        return connection

    monkeypatch.setattr(sqlite3, "connect", connect_insecurely)


def files_with_marker(folder):
    files = (path for path in folder.rglob("*") if path.is_file())
    return [path.name for path in files if MARKER.encode() in path.read_bytes()]


def marked_catalog(folder):
    """Return a catalog with 200 documents in two folders. All passages of one contain the marker.

    Some passages fill whole pages of the database file, and some share a page.
    """
    catalog = Catalog.open(folder / "catalog.sqlite")
    for name in ("Notes", "Letters"):
        catalog.add_folder(Path("/home/ada", name))
    for number in range(100):
        with catalog.change() as change:
            for name, word in (("Notes", MARKER), ("Letters", "apple")):
                texts = [f"{word} {position} " * size for position, size in enumerate((3, 900))]
                put(change, f"{number}.md", texts, folder=name)
    return catalog


@pytest.mark.usefixtures("_sqlite_without_secure_delete")
def test_no_text_of_a_removed_folder_remains_while_the_library_is_open(tmp_path):
    catalog = marked_catalog(tmp_path)
    assert files_with_marker(tmp_path)

    catalog.remove_folder("Notes")

    assert files_with_marker(tmp_path) == []
    catalog.close()


@pytest.mark.usefixtures("_sqlite_without_secure_delete")
def test_no_text_of_a_removed_document_remains_after_closing(tmp_path):
    catalog = marked_catalog(tmp_path)
    with catalog.change() as change:
        for number in range(100):
            change.delete_file("Notes", f"{number}.md")
    catalog.close()

    assert files_with_marker(tmp_path) == []
