import pytest

from engine.core.errors import IndexUnavailableError
from engine.stores.lexical_integrity import check_files
from tests.engine.stores.library import fill, opened, put


@pytest.fixture
def lexical(tmp_path):
    with opened(tmp_path) as library:
        fill(library, 30)
        with library.catalog.change() as change:
            put(change, "sub/3.md", ["apple anew"])
        library.indexes.synchronise()
    return tmp_path / "lexical"


def test_a_sound_index_passes(lexical):
    assert list(lexical.glob("*.del"))
    check_files(lexical)


@pytest.mark.parametrize("suffix", ["term", "idx", "pos", "store", "fast", "fieldnorm", "del"])
def test_a_single_changed_byte_is_found(lexical, suffix):
    path = next(lexical.glob(f"*.{suffix}"))
    data = bytearray(path.read_bytes())
    data[1] ^= 1
    path.write_bytes(data)
    with pytest.raises(IndexUnavailableError, match="damaged"):
        check_files(lexical)


@pytest.mark.parametrize("size", [0, 5, 40])
def test_a_file_that_was_cut_off_is_found(lexical, size):
    path = next(lexical.glob("*.pos"))
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(IndexUnavailableError, match="damaged"):
        check_files(lexical)


def test_leftovers_of_a_killed_writer_are_no_damage(lexical):
    (lexical / f"{'0' * 32}.idx").write_bytes(b"half")
    deletions = next(lexical.glob("*.del"))
    deletions.with_name(f"{deletions.name.split('.')[0]}.99999.del").write_bytes(b"half")
    check_files(lexical)
