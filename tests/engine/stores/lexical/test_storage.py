import subprocess
import sys
from contextlib import closing

import pytest

from tests.engine.stores.library import fill, opened, put
from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.search_request import Clause, ParsedQuery
from twofold.engine.stores.lexical.index import LexicalIndex
from twofold.engine.stores.lexical.storage import translated


@pytest.fixture
def lexical(tmp_path):
    with opened(tmp_path) as library:
        fill(library, 30)
        with library.catalog.change() as change:
            put(change, "sub/3.md", ["apple anew"])
        library.indexes.synchronise()
    return tmp_path / "lexical"


def overwritten(data):
    return data[: len(data) // 4] + b"\xa5" * (len(data) // 2) + data[-(len(data) // 4) :]


@pytest.mark.parametrize("suffix", ["term", "del", "pos", "store", "idx", "fast"])
@pytest.mark.parametrize("damage", [lambda data: data[:40], lambda _: b"", lambda d: bytes(len(d))])
def test_truncated_file_is_detected_when_the_index_is_opened(lexical, suffix, damage):
    path = next(lexical.glob(f"*.{suffix}"))
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(IndexUnavailableError):
        LexicalIndex.open(lexical)


def test_overwritten_terms_are_detected_when_the_index_is_opened(lexical):
    path = max(lexical.glob("*.term"), key=lambda path: path.stat().st_size)
    path.write_bytes(overwritten(path.read_bytes()))
    with pytest.raises(IndexUnavailableError):
        LexicalIndex.open(lexical)


@pytest.fixture
def searched(tmp_path, lexical):
    """A library whose damage was detected by a search, but not when opening it."""
    path = max(lexical.glob("*.idx"), key=lambda path: path.stat().st_size)
    path.write_bytes(overwritten(path.read_bytes()))
    with closing(LexicalIndex.open(lexical, read_only=True)) as reading:
        query = ParsedQuery((Clause("apple"),), "apple", SearchFilters())
        with pytest.raises(IndexUnavailableError, match="cannot be searched"):
            reading.search(query, 10, SearchFilters())
    return tmp_path


def test_index_found_damaged_by_a_search_is_rebuilt_at_the_next_start(searched, expected_log):
    expected_log.append("The keyword index is damaged")
    with pytest.raises(IndexUnavailableError, match="damaged"):
        LexicalIndex.open(searched / "lexical", read_only=True)
    with opened(searched) as library:
        assert library.lexical_hits("apple") == set(library.catalog.chunk_numbers())
        assert [str(one) for one in library.repairs] == [
            "The keyword index is damaged. It was rebuilt. Nothing was lost."
        ]
    with opened(searched) as library:
        assert library.repairs == ()


def test_index_found_damaged_by_a_search_is_rebuilt_by_a_writer(tmp_path, lexical):
    with opened(tmp_path) as library:
        library.indexes.purge_deletes()
        assert library.indexes.lexical.deleted_docs == 0, "or it would be written anew for that "
        "reason"
        path = max(lexical.glob("*.idx"), key=lambda path: path.stat().st_size)
        path.write_bytes(overwritten(path.read_bytes()))
        with pytest.raises(IndexUnavailableError, match="cannot be searched"):
            library.lexical_hits("apple")
        library.indexes.purge_deletes()
        assert library.lexical_hits("apple") == set(library.catalog.chunk_numbers())
        assert not library.indexes.lexical.is_suspect


_KILLED_WRITER = """
import os, sys
import tantivy
from twofold.engine.stores.lexical.storage import build_schema, open_index

writer = open_index(sys.argv[1], build_schema()).writer(15_000_000, 1)
for number in range(100_000):
    writer.add_document(tantivy.Document(title=f"word{number} " * 3))
os._exit(0)
"""


def test_leftovers_of_a_killed_writer_do_not_block_the_next_one(tmp_path, lexical):
    before = set(lexical.iterdir())
    subprocess.run([sys.executable, "-c", _KILLED_WRITER, str(lexical)], check=True)
    left = set(lexical.iterdir()) - before
    assert any(path.suffix == ".term" for path in left)
    with opened(tmp_path) as library:
        with library.catalog.change() as change:
            put(change, "sub/4.md", ["apple changed"])
        library.indexes.synchronise()
        assert len(library.lexical_hits("changed")) == 1
    assert not left & set(lexical.iterdir())


@pytest.mark.parametrize(
    ("reported", "problem", "hint"),
    [
        (
            "An IO error occurred: 'No space left on device (os error 28)'",
            "The disk is full. It fails.",
            "Free some disk space.",
        ),
        (
            "An index writer was killed.. encountered an error (io::Error most likely)",
            "The disk is full or failing. It fails.",
            "Free some",
        ),
        ("An IO error occurred: 'No message of desired type (os error 282)'", "It fails.", "As "),
    ],
)
def test_full_disk_error_explains_what_to_do(reported, problem, hint):
    with pytest.raises(IndexUnavailableError) as failure, translated("It fails.", "As before."):
        raise ValueError(reported)
    assert failure.value.message.startswith(problem)
    assert failure.value.hint.startswith(hint)
