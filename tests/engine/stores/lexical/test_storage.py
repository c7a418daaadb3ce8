import pytest

from tests.engine.stores.library import fill, opened, put
from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.stores.lexical.storage import check_files, translated


@pytest.fixture
def lexical(tmp_path):
    with opened(tmp_path) as library:
        fill(library, 30)
        with library.catalog.change() as change:
            put(change, "sub/3.md", ["apple anew"])
        library.indexes.synchronise()
    return tmp_path / "lexical"


@pytest.mark.parametrize(
    ("suffix", "damage"),
    [
        ("term", lambda data: data[:1] + bytes([data[1] ^ 1]) + data[2:]),
        ("del", lambda data: data[:1] + bytes([data[1] ^ 1]) + data[2:]),
        ("pos", lambda data: data[:40]),
        ("store", lambda _data: b""),
    ],
)
def test_a_changed_byte_and_a_file_that_was_cut_off_are_found(lexical, suffix, damage):
    path = next(lexical.glob(f"*.{suffix}"))
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(IndexUnavailableError, match="damaged"):
        check_files(lexical)


def test_what_a_killed_writer_left_does_not_stop_the_next_one(tmp_path, lexical):
    segment, opstamp, _ = next(lexical.glob("*.del")).name.split(".")
    for number in range(int(opstamp) + 1, int(opstamp) + 300):
        (lexical / f"{segment}.{number}.del").write_bytes(b"half")
    (lexical / f"{'0' * 32}.idx").write_bytes(b"half")
    check_files(lexical)  # leftovers are no damage
    with opened(tmp_path) as library:
        with library.catalog.change() as change:
            put(change, "sub/4.md", ["apple changed"])
        library.indexes.synchronise()
        assert len(library.lexical_hits("changed")) == 1
    assert not (lexical / f"{'0' * 32}.idx").exists()


@pytest.mark.parametrize(
    ("said", "problem", "hint"),
    [
        (
            "An IO error occurred: 'No space left on device (os error 28)'",
            "The disk is full. It fails.",
            "Free some space;",
        ),
        (
            "An index writer was killed.. encountered an error (io::Error most likely)",
            "The disk is full or failing. It fails.",
            "Free some",
        ),
        ("An IO error occurred: 'No message of desired type (os error 282)'", "It fails.", "As "),
    ],
)
def test_a_full_disk_says_what_helps(said, problem, hint):
    with pytest.raises(IndexUnavailableError) as failure, translated("It fails.", "As before."):
        raise ValueError(said)
    assert failure.value.message.startswith(problem)
    assert failure.value.hint.startswith(hint)
