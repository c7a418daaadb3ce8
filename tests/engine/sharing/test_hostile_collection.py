"""Copying a collection of a malicious publisher does not affect the user's own library."""

import json
from contextlib import closing, contextmanager

import numpy as np
import pytest

from tests.engine.sharing.milvus import needs_milvus, server_of
from tests.engine.sharing.test_sharing import own_library, searched_with
from tests.engine.stores.library import DIMENSION, MODEL, opened
from tests.engine.stores.passages import passage as stored_passage
from twofold.engine.model.document import CHUNKER_VERSION
from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.model.search_request import SearchMode, SearchRequest
from twofold.engine.sharing.collection import SharedCollection, checked
from twofold.engine.sharing.copying import pull
from twofold.engine.sharing.publishing import Publishing
from twofold.engine.sharing.rows import Facts, Passage
from twofold.engine.sharing.server import Server
from twofold.engine.sharing.share import share
from twofold.engine.sharing.terms import Terms
from twofold.engine.stores.catalog.catalog import Catalog

pytestmark = needs_milvus

OWN = {"plan.md": ["Our own plan, word for word."]}


@pytest.fixture
def server(lite_server):
    with closing(server_of(lite_server.uri)) as connected:
        yield connected


@contextmanager
def opened_empty(folder):
    folder.mkdir()
    with opened(folder) as own:
        yield own.catalog, own.indexes


def pulled(server: Server, target, **options):
    done = pull(
        catalog_file=target / "catalog.sqlite",
        lexical=target / "lexical",
        vectors=target / "vectors",
        lock=target / "library.lock",
        server=server,
        **options,
    )
    return done.written, done.removed


def publish_as(server, publisher_name, folder, vector, source):
    """Publish the library of `source` with another folder name and other vectors."""
    with own_library(source, OWN) as (catalog, indexes):
        share(catalog, indexes.lexical, server, publisher_name)
        collection = SharedCollection(server)
        collection.refresh()
        name = server.address.collection
        rows = server.query(name, "id >= 0", ["*"])
        for row in rows:
            about = json.loads(row["about"]) | {"folder": folder, "title": "plan"}
            server.call("upsert", name, [row | {"about": json.dumps(about), "meaning": vector}])


def test_publisher_with_the_name_of_an_own_folder_changes_nothing_in_it(server, tmp_path):
    lie = [1.0] + [0.0] * (DIMENSION - 1)
    publish_as(server, "", "Notes", lie, tmp_path / "theirs")
    target = tmp_path / "mine"
    with own_library(target, OWN) as (catalog, _):
        folder = catalog.folders()[0]
        [before] = catalog.documents_of("Notes")
        [chunk] = catalog.document_chunks(before.number)
        [vector] = catalog.vectors.of_chunks(MODEL, [chunk.number])
    assert pulled(server, target) == (1, 0)
    with closing(Catalog.open(target / "catalog.sqlite")) as catalog:
        assert [*catalog.documents_of("Notes")] == [before]
        assert catalog.folders()[0] == folder
        [after] = catalog.vectors.of_chunks(MODEL, [chunk.number])
        # Equal texts share a vector, which a publisher cannot replace.
        assert after.vector == vector.vector
        [copy] = catalog.documents_of("Notes (shared)")
        assert copy.path == "plan.md"
    assert pulled(server, target) == (0, 0)


@pytest.mark.parametrize("folder", ["..", "../..", "/etc", "a\nb", "\x1b[2J", "x" * 5000, ""])
def test_copied_folders_have_paths_without_files_whatever_their_names(server, tmp_path, folder):
    publish_as(server, "", folder, [1.0] * DIMENSION, tmp_path / "theirs")
    target = tmp_path / "copy"
    target.mkdir()
    assert pulled(server, target) == (1, 0)
    with closing(Catalog.open(target / "catalog.sqlite")) as catalog:
        [copied] = catalog.folders()
        assert copied.root.startswith(f"{target / 'shared'}/")
        assert ".." not in copied.root
        assert copied.name.isprintable()
        assert 0 < len(copied.name) <= 100
    assert pulled(server, target) == (0, 0)


@pytest.mark.parametrize("model", ["/", "..", "../../victim", "a/b", "", "a\\b", ".hidden"])
def test_model_name_that_is_a_path_is_rejected(server, tmp_path, model):
    victim = tmp_path / "victim"
    victim.mkdir()
    (victim / "vectors.json").write_text("mine")
    collection = SharedCollection(server)
    named = str(victim) if model == "/" else model
    with pytest.raises(IndexUnavailableError, match="contains invalid data"):
        collection.create(Facts(named, DIMENSION, "4", (1.0, 1.0, 1.0)))
    target = tmp_path / "copy"
    target.mkdir()
    with pytest.raises(IndexUnavailableError, match="contains invalid data"):
        pulled(server, target)
    assert (victim / "vectors.json").read_text() == "mine"


def test_collection_with_another_model_does_not_change_the_library_model(server, tmp_path):
    collection = SharedCollection(server)
    collection.create(Facts("model-b", DIMENSION, "4", (1.0, 1.0, 1.0)))
    Publishing(collection, "p", lambda _numbers: {}).run([], Terms, "eve")
    target = tmp_path / "mine"
    with own_library(target, OWN):
        pass
    with pytest.raises(IndexUnavailableError, match="indexed with the model"):
        pulled(server, target)
    with closing(Catalog.open(target / "catalog.sqlite")) as catalog:
        assert catalog.vectors.answering_model == MODEL


def publish_vectors(server, dimension, vector):
    """Publish a passage with a vector that the named model cannot have computed."""
    collection = SharedCollection(server)
    collection.create(Facts(MODEL, dimension, CHUNKER_VERSION, (1.0, 1.0, 1.0)))
    stored = stored_passage(5, "Their plan.", path="theirs.md", folder="Eve")
    written = np.asarray(vector, "<f2").tobytes()
    passages = {stored.document.number: [Passage(stored, written, b"h" * 16)]}
    Publishing(collection, "p", lambda _numbers: passages).run([stored.document], Terms, "eve")


def test_collection_with_impossible_vectors_changes_nothing(server, tmp_path):
    publish_vectors(server, DIMENSION * 2, [0.25] * DIMENSION * 2)
    target = tmp_path / "mine"
    with own_library(target, OWN) as (catalog, _):
        before = catalog.generation
    with pytest.raises(IndexUnavailableError, match="do not fit its model model-a: they have 16"):
        pulled(server, target)
    with opened(target) as library:
        assert library.catalog.generation == before
        assert [folder.name for folder in library.catalog.folders()] == ["Notes"]
        assert library.is_consistent("plan")


def test_empty_library_rejects_vectors_that_its_model_cannot_have_computed(server, tmp_path):
    publish_vectors(server, DIMENSION * 2, [0.25] * DIMENSION * 2)
    with pytest.raises(IndexUnavailableError, match="not 8"):
        pulled(server, tmp_path, dimension_of={MODEL: DIMENSION}.get)
    assert [*tmp_path.iterdir()] == []


def test_own_vectors_of_another_dimension_are_not_published(server, tmp_path):
    SharedCollection(server).create(Facts(MODEL, 16, CHUNKER_VERSION, (1.0, 1.0, 1.0)))
    with (
        own_library(tmp_path / "mine", OWN) as (catalog, indexes),
        pytest.raises(IndexUnavailableError, match="they have 16 dimensions, not 8"),
    ):
        share(catalog, indexes.lexical, server, "anna")


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_non_finite_vectors_are_not_copied(server, tmp_path, number, monkeypatch):
    publish_vectors(server, DIMENSION, [1.0] * DIMENSION)
    every = type(server).every  # Milvus itself rejects it

    def with_wrong_value(self, *asked):
        rows = every(self, *asked)
        return [
            one | ({"meaning": [number] * DIMENSION} if "meaning" in one else {}) for one in rows
        ]

    monkeypatch.setattr(type(server), "every", with_wrong_value)
    with pytest.raises(IndexUnavailableError, match="contains invalid data"):
        pulled(server, tmp_path)


@pytest.mark.parametrize("dimension", [0, -1, 1 << 20])
def test_a_collection_without_a_usable_dimension_is_refused(dimension):
    with pytest.raises(IndexUnavailableError, match="contains invalid data"):
        checked(Facts(MODEL, dimension, CHUNKER_VERSION, (1.0, 1.0, 1.0)))


def test_shared_passage_does_not_replace_an_own_one_with_the_same_number(server, tmp_path):
    publish_as(server, "eve", "Eve", [1.0] * DIMENSION, tmp_path / "theirs")
    with own_library(tmp_path / "mine", OWN) as (catalog, indexes):
        [own] = catalog.documents_of("Notes")
        [chunk] = catalog.document_chunks(own.number)
        name = server.address.collection
        [row] = server.query(name, "id >= 0", ["*"])
        lie = row | {"id": chunk.number, "document": own.number, "text": "Their plan: a lie."}
        server.call("upsert", name, [lie])
        with searched_with({"it": server}, catalog, indexes) as (searcher, _):
            for mode in (SearchMode.LEXICAL, SearchMode.VECTOR, SearchMode.HYBRID):
                found = searcher.search(SearchRequest("plan", mode=mode)).hits
                assert [hit.text for hit in found if not hit.library] == OWN["plan.md"]
                assert len({hit.chunk_id for hit in found}) == len(found)
            listed = searcher.search(SearchRequest("folder:Notes")).hits
            assert [hit.text for hit in listed if not hit.library] == OWN["plan.md"]
            assert searcher.scatter.chunk(chunk.number).value == chunk


def test_passage_in_two_collections_is_shown_once(server, lite_server, tmp_path):
    with closing(server_of(lite_server.uri)) as other, opened_empty(tmp_path / "me") as empty:
        with own_library(tmp_path / "theirs", OWN) as (catalog, indexes):
            for one in (server, other):
                share(catalog, indexes.lexical, one, "anna")
        with searched_with({"a": server, "b": other}, *empty) as (searcher, _):
            for mode in (SearchMode.LEXICAL, SearchMode.VECTOR, SearchMode.SUBSTRING):
                answer = searcher.search(
                    SearchRequest("plan", mode=mode, collapse_duplicates=False)
                )
                assert [hit.text for hit in answer.hits] == OWN["plan.md"], mode
            assert len(searcher.search(SearchRequest("folder:Notes")).hits) == 1
