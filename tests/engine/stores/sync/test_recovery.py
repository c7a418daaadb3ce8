"""Recovery of a damaged or lost catalog: annotations and all vectors are restored."""

import json
import shutil
import sqlite3
from contextlib import closing

import pytest

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
from twofold.engine.model.document import document_number
from twofold.engine.model.errors import CatalogError
from twofold.engine.model.filters import TrustLevel
from twofold.engine.model.folder_rules import FolderRules
from twofold.engine.stores.catalog import recovery
from twofold.engine.stores.catalog.annotations import FORMAT
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.catalog.connections import CatalogConnections, copy_beside
from twofold.engine.stores.sync.indexes import Indexes, open_catalog, set_newer_aside
from twofold.engine.stores.vectors import snapshot

DOCUMENTS, PASSAGES = 40, 3
RULES = FolderRules(include=("*.md",), exclude=("drafts/",))
ROW_BYTES = DIMENSION * 2
KEY_BYTES = 20


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A library of 40 documents, each with three embedded passages."""
    folder = tmp_path_factory.mktemp("library")
    with opened(folder) as library:
        put_all(library.catalog)
        embed_all(library.catalog)
        library.catalog.set_folder_rules("Notes", RULES)
        library.catalog.vectors.set_answering_model(MODEL)
        with library.catalog.change() as change:
            change.set_user_tags("Notes", ["all of them"])
            change.set_user_tags("Notes/sub/3.md", ["mine"])
            change.set_user_trust("Notes/sub/3.md", TrustLevel.GENERATED)
        library.indexes.synchronise()
    return folder


@pytest.fixture
def library(made, tmp_path, expected_log):
    """A copy of the library folder that the test may damage. Warnings are expected."""
    expected_log.append("")
    return shutil.copytree(made, tmp_path / "library")


def put_all(catalog):
    with catalog.change() as change:
        for number in range(DOCUMENTS):
            texts = [f"apple {number} of {position}" for position in range(PASSAGES)]
            put(change, f"sub/{number}.md", texts)


def lose(folder, how="overwritten"):
    path = folder / "catalog.sqlite"
    if how == "removed":
        path.unlink()
    else:
        path.write_bytes(b"" if how == "truncated" else b"x" * path.stat().st_size)


def pending_after_reading_again(folder):
    with closing(open_catalog(folder / "catalog.sqlite")[0]) as catalog:
        put_all(catalog)
        return len(catalog.vectors.pending(MODEL, 1000))


@pytest.mark.parametrize("what", ["a passage", "a vector"])
def test_everything_else_is_recovered_from_a_catalog_with_a_lost_page(library, what):
    path = library / "catalog.sqlite"
    with closing(Catalog.open(path)) as catalog:
        chunks = catalog.chunk_numbers()
        vector = catalog.vectors.of_chunks(MODEL, chunks)[60].vector
    data = bytearray(path.read_bytes())
    page = data.index(b"apple 20 of 1" if what == "a passage" else vector) // 4096 * 4096
    data[page : page + 4096] = b"\xa5" * 4096
    path.write_bytes(data)

    catalog, sentences = open_catalog(path)

    assert "damaged" in sentences[0]
    assert (library / "catalog.sqlite.damaged-1").exists()
    assert [folder.name for folder in catalog.folders()] == ["Notes"]
    # The SQL indexes of the damaged catalog are not used.
    indexes, _ = Indexes.open(
        catalog, library / "lexical", library / "vectors" / MODEL, MODEL, DIMENSION
    )
    with closing(Library(library, catalog, indexes, ())) as again:
        assert len(catalog.chunk_numbers()) == 0
        assert again.is_consistent()
        put_all(catalog)
        indexes.synchronise()
        assert "mine" in catalog.document(document_number("Notes", "sub/3.md")).tags
        # A vector on the lost page is restored from the vector index.
        assert catalog.vectors.pending(MODEL, 1000) == ()
        assert catalog.check() == ()
        assert len(again.vector_hits()) == DOCUMENTS * PASSAGES
        assert again.is_consistent()


@pytest.mark.parametrize("loss", ["removed", "overwritten", "truncated"])
def test_annotations_and_vectors_survive_the_loss_of_the_catalog(library, made, loss):
    lose(library, loss)

    catalog, sentences = open_catalog(library / "catalog.sqlite")

    assert len(sentences) == 1
    (folder,) = catalog.folders()
    assert (folder.name, folder.root, folder.rules) == ("Notes", str(made / "Notes"), RULES)
    assert catalog.vectors.answering_model == MODEL
    put_all(catalog)
    third = catalog.document(document_number("Notes", "sub/3.md"))
    assert (third.tags, third.trust) == (("all of them", "mine"), TrustLevel.GENERATED)
    assert catalog.document(document_number("Notes", "sub/4.md")).tags == ("all of them",)
    assert catalog.vectors.pending(MODEL, 1000) == ()
    catalog.close()
    catalog, sentences = open_catalog(library / "catalog.sqlite")
    assert sentences == ()
    catalog.close()
    with opened(library) as again:
        chunks = set(again.catalog.chunk_numbers())
        kept = again.catalog.vectors.of_chunks(MODEL, chunks)
        assert len(kept) == len(chunks) == DOCUMENTS * PASSAGES
        assert all(row.vector == vector_of(row.content_hash) for row in kept)
        assert again.is_consistent()


def test_newest_two_damaged_files_are_kept(tmp_path, expected_log):
    expected_log.append("")
    path = tmp_path / "catalog.sqlite"
    for number in range(1, 6):
        # An empty file, like the last one, does not replace any.
        path.write_bytes(b"%d is no database " % number * 1000 if number < 5 else b"")
        open_catalog(path)[0].close()
    kept = {one.name[-2:]: one.read_bytes()[:1] for one in tmp_path.glob("*damaged*")}
    assert kept == {"-3": b"3", "-4": b"4"}


def test_corrupted_text_is_detected_and_recovered(library):
    path = library / "catalog.sqlite"
    path.write_bytes(path.read_bytes().replace(b"apple 20 of 1", b"apple 20 of \xff"))

    with (
        closing(Catalog.open(path)) as catalog,
        pytest.raises(CatalogError, match="damaged") as failure,
    ):
        catalog.chunks(catalog.chunk_numbers())
    recovered, sentences = open_catalog(path)

    assert "Restart Twofold" in failure.value.hint
    assert "damaged" in sentences[0]
    assert [folder.name for folder in recovered.folders()] == ["Notes"]
    recovered.close()


def test_database_of_another_program_is_not_changed(tmp_path):
    path = tmp_path / "catalog.sqlite"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE other (text)")
    with pytest.raises(CatalogError, match="not a Twofold library"):
        open_catalog(path)
    assert not list(tmp_path.glob("*damaged*"))


# --- The backup of annotations ---


@pytest.mark.parametrize(
    "text",
    [
        "{half of",
        '{"format": "twofold.personal.v9"}',
        json.dumps({"format": FORMAT, "tags": [{"place": 5, "tag": [1]}]}),
        json.dumps({"format": FORMAT, "collection": [{"id": {}, "passage": 5}]}),
    ],
)
def test_unreadable_backup_is_kept_and_not_overwritten(tmp_path, text, expected_log):
    expected_log.append("the copy of folders and tags is unreadable; it is preserved as")
    path = tmp_path / "catalog.sqlite"
    for content in (text, "another"):
        copy_beside(path).write_text(content, encoding="utf-8")
        with closing(open_catalog(path)[0]) as catalog:
            assert catalog.folders() == ()
        path.unlink()
    assert (tmp_path / "personal.unreadable.json").read_text(encoding="utf-8") == text
    assert (tmp_path / "personal.unreadable-2.json").read_text(encoding="utf-8") == "another"


# --- The texts of vectors ---


def test_missing_text_hashes_are_added_when_the_library_is_opened(library):
    texts = library / "vectors" / MODEL / "texts-0.key"
    texts.unlink()
    texts.mkdir()  # nothing can be written there, as on a full disk
    with opened(library) as again:
        fill(again, 2)
        assert again.is_consistent()
    texts.rmdir()
    open_library(library).close()
    lose(library)

    assert pending_after_reading_again(library) == 0


@pytest.mark.parametrize(
    ("name", "flipped", "computed"),
    [
        ("texts-0.key", 7 * KEY_BYTES + 3, 1),
        ("vectors-0.f16", 7 * ROW_BYTES + 3, 1),
        ("texts-0.key", None, DOCUMENTS * PASSAGES),  # all are shifted
    ],
)
def test_only_damaged_rows_are_computed_again(library, name, flipped, computed):
    path = library / "vectors" / MODEL / name
    data = bytearray(path.read_bytes())
    if flipped is None:
        data = data[KEY_BYTES:] + data[:KEY_BYTES]
    else:
        data[flipped] ^= 0x10
    path.write_bytes(data)
    lose(library)

    assert pending_after_reading_again(library) == computed


def test_text_hashes_are_rewritten_after_compaction(library, monkeypatch):
    monkeypatch.setattr(snapshot, "_MAX_DELETED_ROWS", 3)
    with opened(library) as again:
        with again.catalog.change() as change:
            for number in range(DOCUMENTS // 2):
                change.delete_file("Notes", f"sub/{number}.md")
        again.indexes.synchronise()
    names = {path.name for path in (library / "vectors" / MODEL).glob("texts-*")}
    assert names == {"texts-1.key"}
    lose(library)

    assert pending_after_reading_again(library) == DOCUMENTS // 2 * PASSAGES


def test_vectors_of_every_model_are_kept(library):
    with opened(library, "model-b") as other:
        embed_all(other.catalog, "model-b")
        other.indexes.synchronise()
    lose(library)
    with closing(open_catalog(library / "catalog.sqlite")[0]) as catalog:
        put_all(catalog)
        assert catalog.vectors.pending(MODEL, 10) == ()
        assert catalog.vectors.pending("model-b", 10) == ()


def test_catalog_older_than_the_vectors_is_detected(library):
    path = library / "catalog.sqlite"
    former = path.read_bytes()

    def put_new(catalog, documents):
        for number in range(documents):
            with catalog.change() as change:
                put(change, f"new {number}.md", [f"apple of the new {number}"])

    with opened(library) as again:
        put_new(again.catalog, 3)
        embed_all(again.catalog)
        again.indexes.synchronise()
    path.write_bytes(former)

    catalog = Catalog.open(path)
    (sentence,) = set_newer_aside(catalog, library / "vectors")
    indexes, _ = Indexes.open(catalog, library / "lexical")
    # The generation continues after that of the index, before a model is loaded.
    put_new(catalog, 9)
    assert indexes.use_model(library / "vectors" / MODEL, MODEL, DIMENSION) == ()

    assert "newer than the catalog" in sentence
    assert len(catalog.vectors.pending(MODEL, 100)) == 9 - 3
    embed_all(catalog)
    indexes.synchronise()
    with closing(Library(library, catalog, indexes, ())) as again:
        assert again.is_consistent()
        assert set_newer_aside(catalog, library / "vectors") == ()


class _PowerLossError(Exception):
    pass


def fail_at_step(patched, at):
    """Make the n-th replacement, deletion or catalog write fail."""
    steps = iter(range(100))

    def failing(step):
        def tried(*arguments, **options):
            if next(steps) == at:
                raise _PowerLossError
            return step(*arguments, **options)

        return tried

    for name in ("replace", "unlink"):
        patched.setattr(recovery.Path, name, failing(getattr(recovery.Path, name)))
    patched.setattr(CatalogConnections, "writing", failing(CatalogConnections.writing))


@pytest.mark.parametrize("how", ["removed", "overwritten"])
def test_interrupted_recovery_is_completed_at_the_next_start(library, how, monkeypatch, tmp_path):
    lose(library, how)
    (library / "catalog.sqlite-wal").write_bytes(b"left by another " * 300)
    for step in range(30):
        place = shutil.copytree(library, tmp_path / f"{step}")
        with monkeypatch.context() as patched:
            fail_at_step(patched, step)
            try:
                open_catalog(place / "catalog.sqlite")[0].close()
            except _PowerLossError:
                pass
            else:
                break
        with closing(open_catalog(place / "catalog.sqlite")[0]) as catalog:
            put_all(catalog)
            assert catalog.vectors.pending(MODEL, 10) == (), step
            assert [folder.name for folder in catalog.folders()] == ["Notes"], step
            assert "mine" in catalog.annotations.tags("Notes/sub/3.md"), step
    assert step > 4
