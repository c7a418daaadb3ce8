"""How both indexes follow the catalog."""

import shutil
from contextlib import closing, contextmanager
from dataclasses import replace

import pytest

from tests.engine.stores.library import DIMENSION, MODEL, embed_all, fill, opened, passage, put
from twofold.engine.model.document import chunk_number
from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.search_request import Clause, ParsedQuery
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.sync import followers
from twofold.engine.stores.sync.indexes import Indexes, disk_size


def test_both_indexes_follow_added_changed_and_deleted_documents(tmp_path):
    with opened(tmp_path) as library:
        fill(library)
        assert library.is_consistent()
        assert library.catalog.outbox.after(0) == ()
        assert library.catalog.outbox.pruned == library.catalog.generation
        assert library.indexes.synchronise() == 0
    with opened(tmp_path) as library:
        assert (library.repairs, library.indexes.synchronise()) == ((), 0)
        with library.catalog.change() as change:
            put(change, "sub/0.md", ["apple only"])
            change.delete_file("Notes", "sub/1.md")
            put(change, "new.md", ["apple", "apple two"])
        library.indexes.synchronise()

        assert len(library.lexical_hits("apple")) == len(library.vector_hits()) + 3
        embed_all(library.catalog)
        library.indexes.synchronise()
        assert library.is_consistent()


def test_many_chunks_are_written_in_steps_with_correct_generations(tmp_path, monkeypatch):
    monkeypatch.setattr(followers, "_CHUNKS_PER_COMMIT", 400)
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
            for row in library.catalog.outbox.after(library.catalog.generation - 1):
                touched[row.chunk_number] = row.generation
        library.indexes.synchronise()

        written: set[int] = set()
        assert len(seen) == 3
        for generation, numbers in seen:
            written |= numbers
            claimed = {number for number, at in touched.items() if at <= generation}
            assert claimed <= written


def test_long_chunks_are_written_in_more_steps(tmp_path, monkeypatch):
    with opened(tmp_path) as library:
        written = []
        apply = library.indexes.lexical.apply

        def recording_apply(chunks, deleted, generation, ready):
            kept = list(chunks)
            written.append(sum(len(stored.chunk.text) for stored in kept))
            apply(kept, deleted, generation, ready)

        library.indexes.lexical.apply = recording_apply
        with library.catalog.change() as change:
            put(change, "a.md", [f"apple {'word ' * 200}"] * 50 + ["apple"] * 50)
        monkeypatch.setattr(followers, "_CHARACTERS_PER_COMMIT", 10_000)
        library.indexes.synchronise()
        assert len(written) >= 6
        assert max(written) <= 10_000
        embed_all(library.catalog)
        library.indexes.synchronise()
        assert library.is_consistent()


def test_doctor_detects_an_incomplete_index(tmp_path):
    with opened(tmp_path) as library:
        chunks = fill(library)
        assert library.indexes.check() == ()
        library.indexes.lexical.apply([], [min(chunks)], library.catalog.generation)
        library.indexes.vectors.apply([], [min(chunks)], library.catalog.generation)

        assert library.indexes.check() == (
            "The keyword index contains 29 of 30 passages.",
            "The vector index contains 29 of 30 vectors.",
        )
        every = library.catalog.chunks(chunks)
        more = [*every.values(), replace(every[min(chunks)], number=max(chunks) + 1)]
        library.indexes.lexical.apply(more, [], library.catalog.generation)
        assert library.indexes.check()[0] == "The keyword index contains 31 of 30 passages."


def scores(library, word="apple"):
    query = ParsedQuery((Clause(word),), word, SearchFilters())
    answer = library.indexes.lexical.search(query, 1000, SearchFilters())
    return [(candidate.chunk_number, candidate.raw_score) for candidate in answer.candidates]


def test_equal_libraries_have_equal_scores_whatever_their_history(tmp_path):
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
        library.indexes.purge_deletes()
        edited = scores(library)
        assert library.indexes.lexical.deleted_docs == 0
    with opened(tmp_path / "edited") as library:
        assert (library.repairs, scores(library)) == ((), edited)
    with opened(tmp_path / "fresh") as library:
        with library.catalog.change() as change:
            put(change, "a.md", ["apple " * 5])
            put(change, "b.md", ["apple and pear", "pear"])
        library.indexes.purge_deletes()
        assert scores(library) == edited


def test_large_index_is_rewritten_only_if_many_chunks_are_deleted(tmp_path, monkeypatch):
    monkeypatch.setattr(followers, "_ALWAYS_EXACT_BELOW", 5)
    monkeypatch.setattr(followers, "_DELETED_SHARE", 0.5)
    with opened(tmp_path) as library:
        fill(library, 10)
        with library.catalog.change() as change:
            change.delete_file("Notes", "sub/9.md")
        library.indexes.purge_deletes()
        assert 0 < library.indexes.lexical.deleted_docs < 15
        with library.catalog.change() as change:
            for number in range(6):
                change.delete_file("Notes", f"sub/{number}.md")
        library.indexes.purge_deletes()
        assert library.indexes.lexical.deleted_docs == 0
        assert library.is_consistent()


@contextmanager
def opened_without_model(folder, *, read_only=False):
    """Open the catalog and the indexes of a library whose embedding model is not loaded yet."""
    with closing(Catalog.open(folder / "catalog.sqlite", read_only=read_only)) as catalog:
        indexes, _ = Indexes.open(catalog, folder / "lexical")
        yield catalog, indexes
        indexes.close()


def test_index_of_another_model_starts_with_cached_vectors(tmp_path):
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
        assert library.catalog.vectors.pending(MODEL, 1) == ()
        assert library.is_consistent()


def test_a_vector_index_follows_changes_made_before_its_model_was_ready(tmp_path):
    with opened(tmp_path) as library:
        fill(library, 4)
    with opened_without_model(tmp_path) as (catalog, indexes):
        with catalog.change() as change:
            put(change, "new.md", ["apple"])
            change.delete_file("Notes", "sub/0.md")
        indexes.synchronise()
        with opened_without_model(tmp_path, read_only=True) as (_, reader):
            reader.use_model(tmp_path / "vectors" / MODEL, MODEL, DIMENSION)
            assert reader.vectors.count == 12
            assert reader.check() == ()  # an index that lags behind is not reported as wrong
        written = (tmp_path / "vectors" / MODEL / "vectors-0.f16").stat()
        indexes.use_model(tmp_path / "vectors" / MODEL, MODEL, DIMENSION)

        assert indexes.vectors.count == 9
        # It continued from its generation and was not rebuilt.
        assert (tmp_path / "vectors" / MODEL / "vectors-0.f16").stat() == written
        assert catalog.outbox.after(0) == ()


def test_vectors_follow_although_their_model_is_not_loaded(tmp_path):
    with opened(tmp_path) as library:
        fill(library, 4)
    with opened_without_model(tmp_path) as (catalog, indexes):
        with catalog.change() as change:
            put(change, "sub/1.md", ["apple of another text"])
            change.delete_file("Notes", "sub/0.md")
        assert indexes.follow_model(tmp_path / "vectors" / "unknown", "unknown") == ()
        assert indexes.vectors is None

        assert indexes.follow_model(tmp_path / "vectors" / MODEL, MODEL) == ()

        assert indexes.vectors.count == 6
        assert indexes.check() == ()


def test_unwritable_index_does_not_block_the_other(tmp_path, expected_log):
    expected_log.append("cannot be updated")
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


def test_reported_size_covers_all_library_files_and_no_others(tmp_path):
    vectors = tmp_path / "vectors"
    (vectors / "model").mkdir(parents=True)
    sizes = {"catalog.sqlite": 100, "catalog.sqlite-wal": 20, "searches.json": 1000}
    for name, size in (sizes | {"vectors/model/graph": 5}).items():
        (tmp_path / name).write_bytes(b"x" * size)
    assert disk_size(tmp_path / "catalog.sqlite", (vectors,)) == 125


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


def test_indexes_newer_than_a_restored_catalog_are_rebuilt_by_the_writer_only(
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
    (tmp_path / "vectors" / MODEL / "vectors-0.f16").unlink()
    with (
        closing(Catalog.open(tmp_path / "catalog.sqlite", read_only=True)) as catalog,
        pytest.raises(IndexUnavailableError, match="damaged"),
    ):
        Indexes.open(catalog, tmp_path / "lexical", tmp_path / "vectors" / MODEL, MODEL, DIMENSION)


@pytest.mark.parametrize(
    "vector", [b"\x00\x3c" * 2 * DIMENSION, b"\x00\x3c", b"\x00\x7c" * DIMENSION], ids=len
)
def test_vectors_that_do_not_fit_the_model_are_skipped(tmp_path, expected_log, vector):
    """As after copying a shared library that declares the wrong model."""
    expected_log.append("vectors of the folder 'Shared' do not fit the model")
    with opened(tmp_path) as library:
        own = fill(library, 2)
        library.catalog.add_folder(tmp_path / "shared", "Shared")
        with library.catalog.change() as change:
            document = put(change, "theirs.md", ["apple of theirs"], folder="Shared")
            change.put_vectors_of(MODEL, [(chunk_number(document, "1", 0), vector)])
        library.indexes.synchronise()
        assert library.vector_hits() == own
        assert library.catalog.vectors.pending(MODEL, 9) == ()

    catalog = Catalog.open(tmp_path / "catalog.sqlite")
    indexes, _ = Indexes.open(catalog, tmp_path / "lexical")
    with closing(catalog), closing(indexes):
        model = (tmp_path / "vectors" / MODEL, MODEL, DIMENSION)
        assert indexes.use_model(*model) == ()  # the state of the index is unknown
        repairs = indexes.use_model(*model, is_loaded=True)
        assert [*map(str, repairs)] == [
            "Vectors of the folder 'Shared' did not fit the model. They are being recomputed."
        ]
        assert embed_all(catalog) == 1
        indexes.synchronise()
        assert indexes.vectors.count == len(own) + 1
        assert indexes.use_model(*model, is_loaded=True) == ()


def test_passages_in_memory_are_indexed_like_those_from_the_catalog(tmp_path):
    texts = ["apple pie", "apple \ud800 sauce"]
    terms, kept = [], [passage(position, text) for position, text in enumerate(texts)]
    for name in ("read", "in memory"):
        with opened(tmp_path / name) as library:
            with library.catalog.change() as change:
                document = put(change, "sub/0.md", texts)
                gone = put(change, "gone.md", texts)
                put(change, "other.md", ["apple juice"])
                change.delete_file("Notes", "gone.md")
            in_memory = {document: kept, gone: kept} if name == "in memory" else {}
            library.indexes.synchronise(in_memory=in_memory)
            assert library.lexical_hits("apple") == set(library.catalog.chunk_numbers())
            terms.append(library.indexes.lexical.term_counts())
    assert terms[0] == terms[1]


def test_passages_in_memory_are_not_read_from_the_catalog(tmp_path):
    with opened(tmp_path) as library:
        with library.catalog.change() as change:
            document = put(change, "sub/0.md", ["apple pie"])
        library.indexes.synchronise(in_memory={document: [passage(0, "pear tree")]})
        assert library.lexical_hits("pear")
        assert not library.lexical_hits("apple")
