"""Vectors outlive the catalog: nothing is embedded again when it is lost."""

import shutil

import pytest

from engine.stores.catalog import recovery
from engine.stores.catalog.catalog import Catalog
from engine.stores.catalog.connections import CatalogConnections
from engine.stores.sync.indexes import Indexes, open_catalog, set_newer_aside
from engine.stores.vectors import scan as snapshot
from tests.engine.stores.library import (
    DIMENSION,
    MODEL,
    Library,
    embed_all,
    fill,
    open_library,
    opened,
    put,
    vector_of,
)

DOCUMENTS, PASSAGES = 10, 3
ROW_BYTES = DIMENSION * 2


@pytest.fixture
def library(tmp_path, expected_log):
    """A folder with a library whose every passage has a vector; what is said of damage is meant."""
    expected_log.append("")
    with opened(tmp_path) as library:
        fill(library, DOCUMENTS, PASSAGES)
        with library.catalog.change() as change:
            change.set_user_tags("Notes/sub/3.md", ["mine"])
    return tmp_path


def put_again(catalog, documents=DOCUMENTS, passages=PASSAGES):
    """Put what `fill` puts, without computing a vector."""
    for number in range(documents):
        with catalog.change() as change:
            texts = [f"apple {number} of {position}" for position in range(passages)]
            put(change, f"sub/{number}.md", texts)


def pending_after_reading_again(folder):
    catalog, sentences = open_catalog(folder / "catalog.sqlite")
    try:
        put_again(catalog)
        return len(catalog.vectors.pending(MODEL, 1000)), sentences
    finally:
        catalog.close()


def lose(folder, how="overwritten"):
    path = folder / "catalog.sqlite"
    if how == "removed":
        path.unlink()
    else:
        path.write_bytes(b"" if how == "truncated" else b"x" * path.stat().st_size)


@pytest.mark.parametrize("how", ["removed", "overwritten", "truncated"])
def test_no_text_is_embedded_again_after_the_whole_catalog_was_lost(library, how):
    lose(library, how)

    pending, _ = pending_after_reading_again(library)

    assert pending == 0
    with opened(library) as again:
        chunks = {int(number) for number in again.catalog.chunk_numbers()}
        kept = again.catalog.vectors.of_chunks(MODEL, chunks)
        assert len(kept) == len(chunks) == DOCUMENTS * PASSAGES
        assert all(row.vector == vector_of(row.content_hash) for row in kept)
        assert again.is_consistent()


def test_a_text_that_was_changed_meanwhile_gets_no_former_vector(library):
    lose(library)
    catalog, _ = open_catalog(library / "catalog.sqlite")
    put_again(catalog)
    with catalog.change() as change:
        put(change, "sub/4.md", ["apple of another text", "apple 4 of 1"])

    (pending,) = catalog.vectors.pending(MODEL, 1000)

    assert "another text" in pending.text
    catalog.close()


def test_a_library_made_before_the_texts_were_noted_is_completed_when_it_is_opened(library):
    (library / "vectors" / MODEL / "texts-0.key").unlink()
    open_library(library).close()
    lose(library)

    assert pending_after_reading_again(library)[0] == 0


@pytest.mark.parametrize("what", ["texts-0.key", "vectors-0.f16"])
def test_a_row_that_is_damaged_is_computed_again_and_no_other(library, what):
    path = library / "vectors" / MODEL / what
    data = bytearray(path.read_bytes())
    data[7 * (20 if what.startswith("texts") else ROW_BYTES) + 3] ^= 0x10
    path.write_bytes(data)
    lose(library)

    assert pending_after_reading_again(library)[0] == 1


def test_texts_of_rows_that_do_not_belong_to_them_are_not_believed(library):
    path = library / "vectors" / MODEL / "texts-0.key"
    data = path.read_bytes()
    path.write_bytes(data[20:] + data[:20])
    lose(library)

    assert pending_after_reading_again(library)[0] == DOCUMENTS * PASSAGES


def test_texts_are_noted_anew_when_dead_rows_are_cleared_away(library, monkeypatch):
    monkeypatch.setattr(snapshot, "_DEAD_ROWS_KEPT", 3)
    with opened(library) as again:
        with again.catalog.change() as change:
            for number in range(5):
                change.delete_file("Notes", f"sub/{number}.md")
        again.indexes.synchronise()
    names = {path.name for path in (library / "vectors" / MODEL).iterdir()}
    assert "texts-1.key" in names
    assert "texts-0.key" not in names
    lose(library)

    assert pending_after_reading_again(library)[0] == 5 * PASSAGES


def test_vectors_of_every_model_are_kept(library):
    with opened(library, "model-b") as other:
        embed_all(other.catalog, "model-b")
        other.indexes.synchronise()
    lose(library)
    catalog, sentences = open_catalog(library / "catalog.sqlite")
    put_again(catalog)

    assert catalog.vectors.pending(MODEL, 10) == ()
    assert catalog.vectors.pending("model-b", 10) == ()
    assert f"vectors ({2 * DOCUMENTS * PASSAGES})" in sentences[0]
    catalog.close()


def test_the_model_that_answered_is_still_known(library):
    with opened(library) as again:
        again.catalog.vectors.set_answering_model(MODEL)
    path = library / "catalog.sqlite"
    lose(library)
    catalog, _ = open_catalog(path)
    assert catalog.vectors.answering_model == MODEL
    catalog.close()


def test_a_full_disk_keeps_no_change_from_being_saved_and_the_texts_are_noted_later(library):
    place = library / "vectors" / MODEL / "texts-0.key"
    place.unlink()
    place.mkdir()  # nothing can be written there
    with opened(library) as again:
        fill(again, 2)
        assert again.is_consistent()
    place.rmdir()
    open_library(library).close()
    lose(library)

    assert pending_after_reading_again(library)[0] == 0


def test_an_older_catalog_is_not_believed_to_have_what_the_vectors_have_seen(library):
    path = library / "catalog.sqlite"
    former = path.read_bytes()
    with opened(library) as again:
        for number in range(3):
            with again.catalog.change() as change:
                put(change, f"new {number}.md", [f"apple of the new {number}"])
        embed_all(again.catalog)
        again.indexes.synchronise()
    path.write_bytes(former)

    catalog = Catalog.open(path)
    (sentence,) = set_newer_aside(catalog, library / "vectors")
    indexes, _ = Indexes.open(catalog, library / "lexical")
    # It goes on beyond the generation that the index had reached, before a model is loaded.
    for number in range(9):
        with catalog.change() as change:
            put(change, f"new {number}.md", [f"apple of the new {number}"])
    assert indexes.use_model(library / "vectors" / MODEL, MODEL, DIMENSION) == ()
    again = Library(library, catalog, indexes, ())

    assert "newer than the catalog" in sentence
    assert len(catalog.vectors.pending(MODEL, 100)) == 9 - 3
    embed_all(catalog)
    indexes.synchronise()
    assert again.is_consistent()
    assert set_newer_aside(catalog, library / "vectors") == ()
    again.close()


class _PowerLossError(Exception):
    pass


@pytest.fixture
def power_fails(monkeypatch):
    """Make the n-th of the steps fail that put files in place of others, or remove them."""

    def arrange(patched, at):
        steps = iter(range(100))

        def failing(step):
            def tried(*arguments, **options):
                if next(steps) == at:
                    raise _PowerLossError
                return step(*arguments, **options)

            return tried

        path_class = recovery.Path
        for name in ("replace", "unlink"):
            patched.setattr(path_class, name, failing(getattr(path_class, name)))
        patched.setattr(CatalogConnections, "writing", failing(CatalogConnections.writing))

    return arrange


@pytest.mark.parametrize("how", ["removed", "overwritten"])
def test_a_recovery_that_is_interrupted_anywhere_is_finished_at_the_next_start(
    library, how, power_fails, monkeypatch, tmp_path_factory
):
    interrupted = 0
    for step in range(30):
        place = tmp_path_factory.mktemp("copy")
        shutil.copytree(library, place, dirs_exist_ok=True)
        lose(place, how)
        (place / "catalog.sqlite-wal").write_bytes(b"left by another " * 300)
        with monkeypatch.context() as patched:
            power_fails(patched, step)
            try:
                catalog, _ = open_catalog(place / "catalog.sqlite")
            except _PowerLossError:
                interrupted += 1
            else:
                catalog.close()
                break
        catalog, _ = open_catalog(place / "catalog.sqlite")
        put_again(catalog)
        assert catalog.vectors.pending(MODEL, 10) == (), step
        assert [folder.name for folder in catalog.folders()] == ["Notes"], step
        assert catalog.personal.tags("Notes/sub/3.md") == ("mine",), step
        catalog.close()
    assert interrupted > 4
