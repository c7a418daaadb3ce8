"""What the library holds after crashes, damage and full disks."""

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from engine.core.errors import IndexUnavailableError
from engine.core.query import Clause, ParsedQuery
from engine.core.request import SearchFilters
from engine.stores import index_follower, vector_index
from engine.stores.catalog import Catalog
from engine.stores.consistency import Indexes
from tests.engine.stores.interrupted_writer import DOCUMENTS_BEFORE, MOMENTS
from tests.engine.stores.library import DIMENSION, MODEL, embed_all, fill, opened, put

ROOT = Path(__file__).parents[3]


def test_both_indexes_follow_what_is_added_changed_and_deleted(tmp_path):
    with opened(tmp_path) as library:
        fill(library)
        assert library.is_consistent()
        with library.catalog.change() as change:
            put(change, "sub/0.md", ["apple only"])
            change.delete_file("Notes", "sub/1.md")
            put(change, "new.md", ["apple", "apple two"])
        library.indexes.synchronise()

        present = {int(number) for number in library.catalog.chunk_numbers()}
        assert library.lexical_hits("apple") == present
        assert len(library.vector_hits()) == len(present) - 3
        embed_all(library.catalog)
        library.indexes.synchronise()
        assert library.is_consistent()


def test_nothing_is_done_when_nothing_has_changed(tmp_path):
    with opened(tmp_path) as library:
        fill(library)
        assert library.indexes.synchronise() == 0
    with opened(tmp_path) as library:
        assert library.repairs == ()
        assert library.indexes.synchronise() == 0
        assert library.is_consistent()


def test_new_vectors_do_not_touch_the_lexical_index(tmp_path):
    with opened(tmp_path) as library:
        with library.catalog.change() as change:
            put(change, "a.md", ["apple"])
        library.indexes.synchronise()
        written = library.indexes.lexical.generation
        embed_all(library.catalog)
        library.indexes.synchronise()

        assert library.indexes.lexical.generation == written
        assert library.catalog.outbox_after(0) == ()
    with opened(tmp_path) as library:
        assert library.repairs == ()
        assert library.is_consistent()


def test_the_outbox_is_emptied_once_both_indexes_have_it(tmp_path):
    with opened(tmp_path) as library:
        fill(library)

        assert library.catalog.outbox_after(0) == ()
        assert library.catalog.pruned_generation == library.catalog.generation


def test_many_chunks_are_written_in_several_steps_with_honest_generations(tmp_path, monkeypatch):
    monkeypatch.setattr(index_follower, "_CHUNKS_PER_COMMIT", 400)
    with opened(tmp_path) as library:
        seen = []
        apply = library.indexes.lexical.apply

        def recording_apply(chunks, deleted, generation, ready):
            kept = list(chunks)
            seen.append((generation, {stored.number for stored in kept}))
            apply(kept, deleted, generation, ready)

        library.indexes.lexical.apply = recording_apply
        touched = {}
        for number in range(5):
            with library.catalog.change() as change:
                put(change, f"{number}.md", ["apple"] * 180)
            for row in library.catalog.outbox_after(library.catalog.generation - 1):
                touched[row.chunk_number] = row.generation
        library.indexes.synchronise()

        written: set[int] = set()
        assert len(seen) == 3
        for generation, numbers in seen:
            written |= numbers
            claimed = {number for number, at in touched.items() if at <= generation}
            assert claimed <= written


def test_the_doctor_finds_an_index_that_lacks_something(tmp_path):
    with opened(tmp_path) as library:
        chunks = fill(library)
        assert library.indexes.check() == ()
        library.indexes.lexical.apply([], [min(chunks)], library.catalog.generation)
        library.indexes.vectors.apply([], [min(chunks)], library.catalog.generation)

        assert library.indexes.check() == (
            "The keyword index holds 29 of 30 passages.",
            "The vector index holds 29 of 30 vectors.",
        )


# --- kill -9 ---


def start_writer(folder: Path, moment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.engine.stores.interrupted_writer", str(folder), moment],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )


def confirmed(output: str) -> set[str]:
    """Return the paths confirmed on complete lines."""
    lines = output.splitlines(keepends=True)
    return {line.split()[1] for line in lines if line.startswith("put ") and line.endswith("\n")}


def assert_nothing_confirmed_is_lost(folder: Path, output: str) -> None:
    with opened(folder) as library:
        assert library.repairs == ()
        assert library.catalog.check() == ()
        assert confirmed(output) <= set(library.catalog.known_files("Notes"))
        present = {int(number) for number in library.catalog.chunk_numbers()}
        cached = {row.chunk_number for row in library.catalog.vectors_for(MODEL, present)}
        assert library.lexical_hits("apple") == present
        assert library.vector_hits() == cached
        # Only what was never confirmed as embedded is computed again.
        assert embed_all(library.catalog) == len(present - cached)
        library.indexes.synchronise()
        assert library.is_consistent()


def embedded_by(output: str) -> int:
    """Return how many vectors were confirmed on complete lines."""
    lines = output.splitlines(keepends=True)
    return sum(
        int(line.split()[1])
        for line in lines
        if line.startswith("embedded ") and line.endswith("\n")
    )


def vectors_kept(folder: Path) -> int:
    connection = sqlite3.connect(folder / "catalog.sqlite")
    kept = connection.execute("SELECT count(*) FROM vectors").fetchone()[0]
    connection.close()
    return int(kept)


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_writer_killed_at_any_step_loses_nothing_confirmed(tmp_path, moment):
    writer = start_writer(tmp_path, moment)
    output, _ = writer.communicate(timeout=60)

    assert writer.returncode < 0
    assert len(confirmed(output)) >= DOCUMENTS_BEFORE
    assert vectors_kept(tmp_path) >= embedded_by(output)
    assert_nothing_confirmed_is_lost(tmp_path, output)


def test_a_writer_killed_at_a_random_time_again_and_again_loses_nothing(tmp_path):
    everything = ""
    for lines_before_the_end in (4, 11, 20):
        writer = start_writer(tmp_path, "whenever")
        heard = [writer.stdout.readline() for _ in range(lines_before_the_end)]
        writer.kill()
        rest, _ = writer.communicate(timeout=60)
        everything += "".join(heard) + rest
        assert vectors_kept(tmp_path) >= 1
        assert_nothing_confirmed_is_lost(tmp_path, everything)


# --- Damage ---


def damage(path: Path, how: str) -> None:
    data = bytearray(path.read_bytes())
    if how == "truncated":
        path.write_bytes(data[: len(data) // 2])
    elif how == "flipped":
        data[len(data) // 2] ^= 0x40
        path.write_bytes(data)
    elif how == "emptied":
        path.write_bytes(b"")
    else:
        path.unlink()


@pytest.mark.parametrize("how", ["truncated", "flipped", "emptied", "missing"])
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
        assert library.catalog.pending_embeddings(MODEL, 1) == ()
        assert library.is_consistent()
    with opened(tmp_path) as library:
        assert library.repairs == ()
        assert library.is_consistent()


@pytest.mark.parametrize("how", ["truncated", "emptied", "missing"])
@pytest.mark.parametrize("suffix", [".store", ".idx", ".term", ".fast", "meta.json"])
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


@pytest.mark.parametrize("lost", ["lexical", "vectors"])
def test_a_lost_index_folder_is_made_again(tmp_path, lost):
    with opened(tmp_path) as library:
        fill(library)
    shutil.rmtree(tmp_path / lost)

    with opened(tmp_path) as library:
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


def test_indexes_newer_than_a_restored_catalog_are_built_again(tmp_path, expected_log):
    expected_log.append("newer than the catalog")
    with opened(tmp_path) as library:
        fill(library, 2)
    backup = (tmp_path / "catalog.sqlite").read_bytes()
    with opened(tmp_path) as library:
        fill(library, 5)
    (tmp_path / "catalog.sqlite").write_bytes(backup)

    with opened(tmp_path) as library:
        assert len(library.repairs) == 2
        assert len(library.catalog.chunk_numbers()) == 6
        assert library.is_consistent()


def scores(library, word="apple"):
    query = ParsedQuery((Clause(word),), word, SearchFilters())
    answer = library.indexes.lexical.search(query, 1000, SearchFilters())
    return [(candidate.chunk_number, candidate.raw_score) for candidate in answer.candidates]


def test_equal_libraries_score_equally_however_they_came_to_be(tmp_path):
    with opened(tmp_path / "edited") as library:
        for words in (9, 2, 5):
            with library.catalog.change() as change:
                put(change, "a.md", ["apple " * words])
            library.indexes.synchronise()
        with library.catalog.change() as change:
            put(change, "b.md", ["apple and pear", "pear"])
            put(change, "gone.md", ["apple tart", "of a tart"])
        library.indexes.synchronise()
        with library.catalog.change() as change:
            change.delete_file("Notes", "gone.md")
        library.indexes.settle()
        edited = scores(library)
        assert library.indexes.lexical.dead == 0
    with opened(tmp_path / "edited") as library:
        assert library.repairs == ()
        assert scores(library) == edited
        assert library.indexes.check() == ()
    with opened(tmp_path / "fresh") as library:
        with library.catalog.change() as change:
            put(change, "a.md", ["apple " * 5])
            put(change, "b.md", ["apple and pear", "pear"])
        library.indexes.settle()
        assert scores(library) == edited


def test_a_large_library_is_written_anew_only_when_much_of_it_is_dead(tmp_path, monkeypatch):
    monkeypatch.setattr(index_follower, "_ALWAYS_EXACT_BELOW", 5)
    monkeypatch.setattr(index_follower, "_DEAD_SHARE", 0.5)
    with opened(tmp_path) as library:
        fill(library, 10)
        with library.catalog.change() as change:
            change.delete_file("Notes", "sub/9.md")
        library.indexes.settle()
        assert 0 < library.indexes.lexical.dead < 15
        with library.catalog.change() as change:
            for number in range(6):
                change.delete_file("Notes", f"sub/{number}.md")
        library.indexes.settle()
        assert library.indexes.lexical.dead == 0
        assert library.is_consistent()


def test_who_only_reads_moves_no_index_away_that_is_newer_than_the_catalog(tmp_path):
    with opened(tmp_path) as library:
        fill(library, 2)
    backup = (tmp_path / "catalog.sqlite").read_bytes()
    with opened(tmp_path) as library:
        fill(library, 5)
    (tmp_path / "catalog.sqlite").write_bytes(backup)

    catalog = Catalog.open(tmp_path / "catalog.sqlite", read_only=True)
    with pytest.raises(IndexUnavailableError, match="newer than the catalog"):
        Indexes.open(catalog, tmp_path / "lexical")
    catalog.close()

    assert (tmp_path / "lexical" / "meta.json").exists()
    assert not (tmp_path / "lexical.damaged").exists()


def test_no_graph_is_built_amid_embedding_that_no_search_would_use(tmp_path, monkeypatch):
    monkeypatch.setattr(vector_index, "_LEAST_FOR_GRAPH", 3)
    with opened(tmp_path) as library:
        fill(library)
        indexes = library.indexes
        assert indexes.graph_is_due
        indexes.refresh_graph(more_follows=True)
        indexes.vectors.wait_for_graph()
        assert indexes.vectors.graph_rows == 0
        indexes.refresh_graph()
        indexes.vectors.wait_for_graph()
        assert indexes.vectors.graph_rows == indexes.vectors.count
        assert not indexes.graph_is_due


def test_a_graph_that_searches_use_is_built_amid_embedding(tmp_path, monkeypatch):
    monkeypatch.setattr(vector_index, "_LEAST_FOR_GRAPH", 3)
    monkeypatch.setattr(vector_index, "_EXACT_BELOW", 3)
    with opened(tmp_path) as library:
        fill(library)
        library.indexes.refresh_graph(more_follows=True)
        library.indexes.vectors.wait_for_graph()
        assert library.indexes.vectors.graph_rows == library.indexes.vectors.count


def test_an_index_of_another_model_starts_from_what_is_cached(tmp_path):
    with opened(tmp_path) as library:
        fill(library, 3)
        library.indexes.use_model(tmp_path / "vectors" / "other", "other", DIMENSION)
        assert library.vector_hits() == set()
        assert embed_all(library.catalog, "other") == 9
        with library.catalog.change() as change:
            change.delete_file("Notes", "sub/0.md")
        library.indexes.synchronise()
        assert library.is_consistent()

        library.indexes.use_model(tmp_path / "vectors" / MODEL, MODEL, DIMENSION)
        assert library.catalog.pending_embeddings(MODEL, 1) == ()
        assert library.is_consistent()


def test_a_vector_index_follows_changes_made_before_its_model_was_ready(tmp_path):
    with opened(tmp_path) as library:
        fill(library, 4)
    catalog = Catalog.open(tmp_path / "catalog.sqlite")
    indexes, _ = Indexes.open(catalog, tmp_path / "lexical")
    with catalog.change() as change:
        put(change, "new.md", ["apple"])
        change.delete_file("Notes", "sub/0.md")
    indexes.synchronise()
    written = (tmp_path / "vectors" / MODEL / "vectors-0.f16").stat()
    indexes.use_model(tmp_path / "vectors" / MODEL, MODEL, DIMENSION)

    assert indexes.vectors.count == 9
    # It went on from where it was, and was not filled again.
    assert (tmp_path / "vectors" / MODEL / "vectors-0.f16").stat() == written
    assert catalog.outbox_after(0) == ()
    indexes.close()
    catalog.close()


def test_one_index_that_cannot_be_written_does_not_hold_up_the_other(tmp_path, expected_log):
    expected_log.append("does not follow")
    with opened(tmp_path) as library:
        fill(library, 2)

        def refuse(*_):
            raise IndexUnavailableError("The disk is full.")

        apply, library.indexes.lexical.apply = library.indexes.lexical.apply, refuse
        with library.catalog.change() as change:
            put(change, "new.md", ["apple"])
        embed_all(library.catalog)
        with pytest.raises(IndexUnavailableError, match="full"):
            library.indexes.synchronise()
        assert len(library.vector_hits()) == 7

        library.indexes.lexical.apply = apply
        library.indexes.synchronise()
        assert library.is_consistent()


def test_a_damaged_index_is_not_repaired_by_a_reader(tmp_path):
    with opened(tmp_path) as library:
        fill(library, 2)
    (tmp_path / "vectors" / MODEL / "vectors-0.f16").unlink()
    catalog = Catalog.open(tmp_path / "catalog.sqlite", read_only=True)

    with pytest.raises(IndexUnavailableError, match="damaged"):
        Indexes.open(catalog, tmp_path / "lexical", tmp_path / "vectors" / MODEL, MODEL, DIMENSION)
    catalog.close()


# --- A full disk ---

_FULL_DISK = """
import resource, sys
from pathlib import Path
from engine.core.errors import EngineError
from tests.engine.stores.library import embed_all, open_library, put

library = open_library(Path(sys.argv[1]))
committed = len(library.catalog.known_files("Notes"))
_, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
largest_in_catalog = max(file.stat().st_size for file in Path(sys.argv[1]).glob("catalog*"))
errors = []

def limit(bytes):
    resource.setrlimit(resource.RLIMIT_FSIZE, (bytes, hard))

for number in range(40):
    try:
        if sys.argv[2] == "catalog":
            limit(largest_in_catalog + 40_000)
        with library.catalog.change() as change:
            put(change, f"{number}.md", [f"apple {number} " + f"{number}word " * 300] * 3)
        committed += 1
        embed_all(library.catalog)
        if sys.argv[2] != "catalog":
            limit(int(sys.argv[2]))
        library.indexes.synchronise()
    except EngineError as error:
        errors.append(error.message)
    finally:
        limit(hard)
with library.catalog.change() as change:
    put(change, "last.md", ["apple"])
embed_all(library.catalog)
library.indexes.synchronise()
assert library.is_consistent()
assert len(library.catalog.known_files("Notes")) == committed + 1
library.close()
print(*set(errors), sep="\\n")
"""


@pytest.mark.parametrize(
    ("full", "message"),
    [
        ("catalog", "catalog.sqlite cannot be written: the disk is full"),
        ("0", "keyword index cannot be written"),
        ("3000", "cannot be written"),
    ],
)
def test_a_full_disk_is_a_clear_error_and_work_goes_on_once_there_is_space(tmp_path, full, message):
    with opened(tmp_path) as library:
        fill(library, 2)
    finished = subprocess.run(
        [sys.executable, "-c", _FULL_DISK, str(tmp_path), full],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert finished.returncode == 0, finished.stderr[-2000:]
    assert message in finished.stdout
    with opened(tmp_path) as library:
        assert library.repairs == ()
        assert library.is_consistent()
