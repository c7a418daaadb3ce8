"""The connections to the catalog: what they leave behind."""

import sqlite3
from contextlib import closing
from pathlib import Path

from engine.stores.catalog import Catalog


def written(path: Path) -> Catalog:
    catalog = Catalog.open(path)
    catalog.add_folder(path.parent / "Notes")
    return catalog


def log_size(path: Path) -> int:
    log = path.with_name(f"{path.name}-wal")
    return log.stat().st_size if log.exists() else 0


def test_no_log_of_a_crash_is_left_when_a_reader_outlives_the_writer(tmp_path):
    path = tmp_path / "catalog.sqlite"
    writer = written(path)
    assert log_size(path) > 0
    with closing(Catalog.open(path, read_only=True)) as reader:
        assert len(reader.folders()) == 1
        writer.close()
        assert len(reader.folders()) == 1
    assert log_size(path) == 0


def test_a_log_that_is_being_read_is_left_to_the_next_writer(tmp_path):
    path = tmp_path / "catalog.sqlite"
    written(path).close()
    writer = Catalog.open(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM folders").fetchone()
        writer.add_folder(tmp_path / "Papers")
        writer.close()
        assert reader.execute("SELECT count(*) FROM folders").fetchone() == (1,)
        reader.execute("END")
    with closing(Catalog.open(path)) as again:
        assert len(again.folders()) == 2
