"""Indexes that are damaged, lost, or older or newer than the catalog."""

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from engine.model.errors import IndexUnavailableError
from engine.stores.catalog.catalog import Catalog
from engine.stores.sync.indexes import Indexes
from tests.engine.stores.library import DIMENSION, MODEL, fill, opened


def damage(path: Path, how: str) -> None:
    data = bytearray(path.read_bytes())
    if how == "truncated":
        path.write_bytes(data[: len(data) // 2])
    elif how == "flipped":
        data[len(data) // 2] ^= 0x40
        path.write_bytes(data)
    else:
        path.unlink()


@pytest.mark.parametrize("how", ["truncated", "flipped", "missing"])
@pytest.mark.parametrize("part", ["vectors-0.f16", "records-0.i64", "vectors.json"])
def test_a_damaged_vector_file_is_noticed_and_filled_again(tmp_path, part, how, expected_log):
    expected_log.append("The vector index")
    with opened(tmp_path) as library:
        fill(library)
    damage(tmp_path / "vectors" / MODEL / part, how)

    with opened(tmp_path) as library:
        # Without a sidecar the index is simply empty; all else must be said.
        is_silent = (part, how) == ("vectors.json", "missing")
        assert library.repairs == () if is_silent else "nothing was lost" in library.repairs[0]
        assert library.catalog.vectors.pending(MODEL, 1) == ()
        assert library.is_consistent()
    with opened(tmp_path) as library:
        assert library.repairs == ()
        assert library.is_consistent()


@pytest.mark.parametrize("how", ["truncated", "missing"])
@pytest.mark.parametrize("suffix", [".store", ".term", "meta.json"])
def test_a_damaged_lexical_index_is_noticed_and_built_again(tmp_path, suffix, how, expected_log):
    expected_log.append("")
    with opened(tmp_path) as library:
        fill(library)
    for path in (tmp_path / "lexical").glob(f"*{suffix}"):
        damage(path, how)

    with opened(tmp_path) as library:
        assert library.is_consistent()
    with opened(tmp_path) as library:
        assert library.repairs == ()
        assert library.is_consistent()


@pytest.mark.parametrize("restored", ["lexical", "vectors"])
def test_an_index_restored_from_a_backup_is_brought_up_to_date(tmp_path, restored):
    with opened(tmp_path) as library:
        fill(library, 3)
    shutil.copytree(tmp_path / restored, tmp_path / "backup")
    with opened(tmp_path) as library:
        with library.catalog.change() as change:
            change.delete_file("Notes", "sub/0.md")
        fill(library, 6)
    shutil.rmtree(tmp_path / restored)
    (tmp_path / "backup").rename(tmp_path / restored)

    with opened(tmp_path) as library:
        assert library.is_consistent()


def test_indexes_newer_than_a_restored_catalog_are_built_again_but_not_by_a_reader(
    tmp_path, expected_log
):
    expected_log.append("newer than the catalog")
    with opened(tmp_path) as library:
        fill(library, 2)
    backup = (tmp_path / "catalog.sqlite").read_bytes()
    with opened(tmp_path) as library:
        fill(library, 5)
    (tmp_path / "catalog.sqlite").write_bytes(backup)

    with (
        closing(Catalog.open(tmp_path / "catalog.sqlite", read_only=True)) as catalog,
        pytest.raises(IndexUnavailableError, match="newer than the catalog"),
    ):
        Indexes.open(catalog, tmp_path / "lexical")
    assert not (tmp_path / "lexical.damaged").exists()

    with opened(tmp_path) as library:
        assert len(library.repairs) == 2
        assert len(library.catalog.chunk_numbers()) == 6
        assert library.is_consistent()


def test_a_damaged_index_is_not_repaired_by_a_reader(tmp_path):
    with opened(tmp_path) as library:
        fill(library, 2)
    (tmp_path / "vectors" / MODEL / "vectors-0.f16").unlink()
    catalog = Catalog.open(tmp_path / "catalog.sqlite", read_only=True)

    with pytest.raises(IndexUnavailableError, match="damaged"):
        Indexes.open(catalog, tmp_path / "lexical", tmp_path / "vectors" / MODEL, MODEL, DIMENSION)
    catalog.close()
