"""Publishing a library on a real server: what other users find, and sudden failures."""

import threading
from concurrent.futures import wait
from contextlib import closing, contextmanager
from pathlib import Path

import numpy as np
import pytest

from tests.engine.sharing.milvus import needs_milvus, server_of
from tests.engine.stores.library import DIMENSION, MODEL, embed_all, opened, passage
from tests.engine.stores.passages import words
from tests.support.patience import PATIENCE
from twofold.engine.model.document import CHUNKER_VERSION, DocumentMetadata, FileState
from twofold.engine.model.errors import (
    BadRequestError,
    IndexUnavailableError,
    SearchFailedError,
)
from twofold.engine.model.filters import TrustLevel
from twofold.engine.model.requests import PreviewRequest
from twofold.engine.model.search_request import (
    SearchMode,
    SearchRequest,
)
from twofold.engine.model.settings import Settings
from twofold.engine.model.sharing import Copied
from twofold.engine.search.hit_builder import HitBuilder
from twofold.engine.search.pipeline import open_searcher
from twofold.engine.search.preview import PreviewBuilder
from twofold.engine.service.shared_search import SharedAccess, SharedChoice, SharedSearch
from twofold.engine.sharing import publishing
from twofold.engine.sharing.copying import pull
from twofold.engine.sharing.publishing import Publishing
from twofold.engine.sharing.share import share, withdraw
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.catalog.change import DocumentRecord
from twofold.engine.stores.sync.indexes import Indexes

pytestmark = needs_milvus

TEXTS = {
    "pods/limits.md": ["A pod may not use more memory than its limit.", "Requests are smaller."],
    "pods/probes.md": ["A probe asks the container every ten seconds."],
    "nodes/drain.txt": ["Draining a node moves each pod to another node.", "Cordon it first."],
}
ABOUT = {
    "nodes/drain.txt": {"tags": ("ops", "Größe"), "trust": TrustLevel.SECONDARY, "lang": "de"},
}


@pytest.fixture
def server(lite_server):
    with closing(server_of(lite_server.uri)) as connected:
        yield connected


def put(change, path, texts, **about):
    change.put_document(
        DocumentRecord(
            "Notes",
            path,
            FileState(len(texts), 1_700_000_000_000_000_000),
            DocumentMetadata(title=Path(path).stem, **{"lang": "en", **about}),
            Path(path).suffix[1:],
            [passage(position, text) for position, text in enumerate(texts)],
            CHUNKER_VERSION,
            f"2026-11-21T08:00:{sum(map(len, texts)) % 60:02d}Z",
        )
    )


@contextmanager
def own_library(folder: Path, texts=TEXTS):
    folder.mkdir()
    with opened(folder) as library:
        catalog, indexes = library.catalog, library.indexes
        with catalog.change() as change:
            for path, written in texts.items():
                put(change, path, written, **ABOUT.get(path, {}))
        embed_all(catalog)
        catalog.vectors.set_answering_model(MODEL)
        indexes.synchronise()
        yield catalog, indexes


class Model:
    """Embeds every query as the same vector."""

    fingerprint, dimension, near_cosine = MODEL, DIMENSION, 0.0

    def embed_query(self, text):
        return np.ones(DIMENSION, np.float32) / np.float32(DIMENSION) ** 0.5


@contextmanager
def searching(catalog, indexes):
    args = (catalog, indexes.lexical, indexes.vectors, Model, Settings())
    with closing(open_searcher(*args)) as searcher:
        yield searcher


@contextmanager
def searched_with(servers, catalog, indexes, *, with_own=True):
    """Yield a searcher over a library and shared ones, and the shared shards.

    `servers` then contains the connections in use.
    """

    def connect(name):
        address = servers[name].address
        servers[name] = server_of(address.uri, address.collection)
        return servers[name]

    chosen, access = SharedChoice(tuple(servers), with_own), SharedAccess(connect, PATIENCE)
    with closing(SharedSearch(access, chosen)) as shared:
        stores = (catalog, indexes.lexical, indexes.vectors)
        beside = shared.beside_own(MODEL)
        shared.wait_until_open()
        with closing(open_searcher(*stores, Model, Settings(), shared=beside)) as searcher:
            yield searcher, shared


@contextmanager
def shared_library(server, folder: Path):
    empty, servers = folder / "empty", {"it": server}
    empty.mkdir(exist_ok=True)
    with opened(empty) as own, searched_with(servers, own.catalog, own.indexes) as joint:
        yield joint[0], servers["it"]


def places(response):
    return [(hit.folder, hit.doc_path, hit.text) for hit in response.hits]


def published_texts(server):
    rows = server.query(server.address.collection, "id >= 0", ["path", "text", "version"])
    return sorted((row["path"], row["text"], bool(row["version"])) for row in rows)


QUERIES = [
    "memory limit",
    '"memory than its limit"',
    '"limit memory"',
    "drain*",
    "pod -memory",
    "title:probes",
    "contaner~",
    "pod OR probe",
    "tag:ops",
    "pod tag:größe",
    "pod folder:Notes/pods",
    "pod path:*/limits.md",
    "pod path:**/*.txt",
    "pod type:txt lang:de",
    "pod trust:primary after:2020-01-01",
    "pod before:2001-01-01",
]


def test_shared_library_answers_like_the_original(server, tmp_path):
    with own_library(tmp_path / "a") as (catalog, indexes):
        done = share(catalog, indexes.lexical, server, "anna")
        assert (done.written, done.documents, done.passages) == (3, 3, 5)
        with (
            searching(catalog, indexes) as here,
            shared_library(server, tmp_path) as (there, _),
        ):
            for number, query in enumerate(QUERIES):
                mode = SearchMode.AUTO if number % 3 == 0 else SearchMode.LEXICAL
                request = SearchRequest(query, mode=mode)
                wanted, found = here.search(request), there.search(request)
                assert places(found) == places(wanted), query
                assert found.trace.terms == wanted.trace.terms
            request = SearchRequest("memory pod node", mode=SearchMode.LEXICAL)
            scores = [[hit.bm25 for hit in one.search(request).hits] for one in (there, here)]
            assert len(scores[0]) == 2
            # The embedded index counts its marker as a passage, which matters with so few.
            assert scores[0] == pytest.approx(scores[1], rel=0.06)
            hit = there.search(SearchRequest("memory")).hits[0]
            assert hit.absolute_path == f"{server.address.name}/pods/limits.md"
            assert hit.citation.uri.startswith("pods/limits.md#")
            assert [h.doc_path for h in there.search(SearchRequest("", like=hit.chunk_id)).hits]


def test_shared_library_supports_literal_search_counts_and_previews_without_files(server, tmp_path):
    with own_library(tmp_path / "a") as (catalog, indexes):
        share(catalog, indexes.lexical, server, "anna")
    with shared_library(server, tmp_path) as (searcher, _):
        for literal in ("ten seconds.", "TEN SECONDS."):
            found = searcher.search(SearchRequest(literal, mode=SearchMode.SUBSTRING)).hits
            assert [hit.doc_path for hit in found] == ["pods/probes.md"]
        counts = searcher.count(SearchRequest("pod", mode=SearchMode.LEXICAL))
        assert (counts.passages, counts.documents, counts.kinds.keywords) == (2, 2, 2)
        assert {one.value for one in counts.facets.tags} == {"ops", "Größe"}
        counts = searcher.count(SearchRequest("tag:ops"))
        assert (counts.documents, [one.value for one in counts.facets.langs]) == (1, ["de"])
        hit = searcher.search(SearchRequest("cordon", mode=SearchMode.LEXICAL)).hits[0]
        builder = PreviewBuilder(searcher.scatter, None, lambda: None)
        preview = builder.preview(PreviewRequest(hit.chunk_id, "cordon"))
        assert preview.text == "\n".join(TEXTS["nodes/drain.txt"])
        start, end = preview.passage.start, preview.passage.end
        assert preview.text[start:end] == "Cordon it first."
        words = searcher.scatter.words.words_beginning("pro", 3)
        assert [(word.term, word.passages) for word in words] == [("probe", 1)]


def test_only_changes_are_sent_and_deletions_follow(server, tmp_path):
    with own_library(tmp_path / "a") as (catalog, indexes):
        share(catalog, indexes.lexical, server, "anna")
        assert share(catalog, indexes.lexical, server, "anna").written == 0
        with catalog.change() as change:
            put(change, "pods/limits.md", ["Now it says something else."])
            change.delete_file("Notes", "pods/probes.md")
        embed_all(catalog)
        indexes.synchronise()
        done = share(catalog, indexes.lexical, server, "anna")
        assert (done.written, done.deleted, done.documents) == (1, 1, 2)
    assert [text for _, text, _ in published_texts(server)] == [
        *sorted(TEXTS["nodes/drain.txt"], reverse=True)[::-1],
        "Now it says something else.",
    ]


def test_documents_that_could_not_be_fetched_stay_published(server, tmp_path):
    less = {path: texts for path, texts in TEXTS.items() if path != "pods/probes.md"}
    with own_library(tmp_path / "a") as one, own_library(tmp_path / "b", less) as two:
        share(one[0], one[1].lexical, server, "anna", publisher="part")
        before = published_texts(server)
        done = share(two[0], two[1].lexical, server, "anna", publisher="part", keeps_others=True)
        assert (done.deleted, published_texts(server)) == (0, before)
        done = share(two[0], two[1].lexical, server, "anna", publisher="part")
        assert (done.deleted, done.documents) == (1, 2)


def test_large_documents_are_published_a_few_at_a_time(server, tmp_path, monkeypatch):
    held = []
    monkeypatch.setattr(publishing, "_PASSAGES_IN_MEMORY", 3)
    write = Publishing._write_some
    monkeypatch.setattr(
        Publishing,
        "_write_some",
        lambda self, some, there: held.append(sum(map(len, some))) or write(self, some, there),
    )
    texts = {f"{name}.md": [f"{name} says {number}." for number in range(3)] for name in "abcd"}
    with own_library(tmp_path / "a", texts) as (catalog, indexes):
        assert share(catalog, indexes.lexical, server, "anna").passages == 12
    assert max(held) == 3


def test_a_document_without_all_its_vectors_is_published_later(server, tmp_path):
    with own_library(tmp_path / "a") as (catalog, indexes):
        with catalog.change() as change:
            put(change, "new.md", ["Not yet read by meaning."])
        assert share(catalog, indexes.lexical, server, "anna").documents == 3
        embed_all(catalog)
        indexes.synchronise()
        assert share(catalog, indexes.lexical, server, "anna").documents == 4


def test_publishers_with_equal_paths_do_not_overwrite_each_other(server, tmp_path):
    other = {"pods/limits.md": ["Another pod of somebody else."]}
    with own_library(tmp_path / "a") as one, own_library(tmp_path / "b", other) as two:
        share(one[0], one[1].lexical, server, "anna")
        share(two[0], two[1].lexical, server, "ben")
        with shared_library(server, tmp_path) as (searcher, _):
            found = searcher.search(SearchRequest("pod", mode=SearchMode.LEXICAL))
            assert len({hit.text for hit in found.hits}) == 3
            assert [term.passages for term in found.trace.terms] == [3]  # of both libraries
            assert {hit.library for hit in found.hits} == {server.address.name}
        withdraw(one[0], server)
        assert [text for _, text, _ in published_texts(server)] == other["pods/limits.md"]


class _EndedError(Exception):
    pass


@pytest.mark.parametrize("at", range(1, 8))
def test_interrupted_publishing_is_resumed(server, tmp_path, at):
    many = {f"{n}.md": [f"Text {n} a", f"Text {n} b"] for n in range(3)}
    with own_library(tmp_path / "a", many) as (catalog, indexes):
        share(catalog, indexes.lexical, server, "anna")
        with catalog.change() as change:
            put(change, "0.md", ["Text 0 changed"])
            change.delete_file("Notes", "1.md")
        embed_all(catalog)
        indexes.synchronise()
        calls, call = iter(range(1, 100)), server.call

        def ending(name, *arguments, **options):
            if name in {"upsert", "delete"} and next(calls) == at:
                raise _EndedError
            return call(name, *arguments, **options)

        server.call = ending
        with pytest.raises(_EndedError):
            share(catalog, indexes.lexical, server, "anna")
        server.call = call
        share(catalog, indexes.lexical, server, "anna")
        assert published_texts(server) == [
            ("0.md", "Text 0 changed", True),
            ("2.md", "Text 2 a", True),
            ("2.md", "Text 2 b", False),
        ]
        with shared_library(server, tmp_path) as (searcher, _):
            found = searcher.search(SearchRequest("text", mode=SearchMode.LEXICAL))
            assert [term.passages for term in found.trace.terms] == [
                indexes.lexical.content_words(words("text"))[0].passages
            ]


def test_incompatible_library_is_rejected(server, tmp_path):
    with own_library(tmp_path / "a") as (catalog, indexes):
        share(catalog, indexes.lexical, server, "anna")
        embed_all(catalog, "model-b")
        catalog.vectors.set_answering_model("model-b")
        with pytest.raises(IndexUnavailableError, match="indexed with the model model-a"):
            share(catalog, indexes.lexical, server, "anna")
        catalog.vectors.set_answering_model("")
        with pytest.raises(BadRequestError, match="indexed by meaning"):
            share(catalog, indexes.lexical, server, "anna")


def test_copy_contains_the_shared_library_and_follows_it(server, tmp_path):
    target = tmp_path / "copy"
    target.mkdir()
    about = {
        "catalog_file": target / "catalog.sqlite",
        "lexical": target / "lexical",
        "vectors": target / "vectors",
        "lock": target / "library.lock",
        "server": server,
    }
    with own_library(tmp_path / "a") as (catalog, indexes):
        share(catalog, indexes.lexical, server, "anna")
        assert pull(**about) == Copied(3, 0)
        assert pull(**about) == Copied(0, 0)
        with catalog.change() as change:
            change.delete_file("Notes", "pods/probes.md")
        indexes.synchronise()
        share(catalog, indexes.lexical, server, "anna")
        assert pull(**about) == Copied(0, 1)
        folder = target / "vectors" / MODEL
        copied = Catalog.open(target / "catalog.sqlite")
        copies, _ = Indexes.open(copied, target / "lexical", folder, MODEL, DIMENSION)
        with closing(copied), closing(copies), searching(copied, copies) as there:
            request = SearchRequest("pod", mode=SearchMode.AUTO)
            with searching(catalog, indexes) as here:
                assert [hit.text for hit in there.search(request).hits] == [
                    hit.text for hit in here.search(request).hits
                ]
            assert there.search(request).hits[0].folder == "anna Notes"


def test_disconnected_server_is_named_and_used_again_later(server, lite_server, tmp_path):
    with own_library(tmp_path / "a") as (catalog, indexes):
        share(catalog, indexes.lexical, server, "anna")
    with shared_library(server, tmp_path) as (searcher, asked):
        request = SearchRequest("pod", mode=SearchMode.LEXICAL)
        assert searcher.search(request).hits
        lite_server.kill()
        asked._seconds = 0.5
        for _ in range(2):  # the second time, it does not wait
            with pytest.raises(SearchFailedError, match=f"{lite_server.port} does not respond"):
                searcher.search(request)
        lite_server.start()
        asked._closed_until, asked._seconds = 0.0, PATIENCE  # starting takes a while
        assert len(searcher.search(request).hits) == 2


def test_missing_publication_is_reported(server, tmp_path):
    request = SearchRequest("pod", mode=SearchMode.LEXICAL)
    with (
        shared_library(server, tmp_path) as (searcher, _),
        pytest.raises(SearchFailedError, match="Nothing has been published"),
    ):
        searcher.search(request)


# --- A library and shared ones, searched as one ---


MINE = {name: TEXTS[name] for name in ("pods/limits.md",)}
THEIRS = {name: TEXTS[name] for name in ("pods/probes.md", "nodes/drain.txt")}


@contextmanager
def partly_published_by_another(server, folder):
    """Yield a library. Another publisher has published the rest of the collection."""
    with own_library(folder / "theirs", THEIRS) as (catalog, indexes):
        share(catalog, indexes.lexical, server, "anna")
    with own_library(folder / "mine", MINE) as mine:
        yield mine


def test_own_and_shared_library_answer_like_a_combined_one(server, tmp_path):
    with (
        own_library(tmp_path / "all") as every,
        partly_published_by_another(server, tmp_path) as mine,
        searching(*every) as here,
        searched_with({"it": server}, *mine) as (there, _),
    ):
        for query in QUERIES:
            for mode in (SearchMode.LEXICAL, SearchMode.HYBRID):
                request = SearchRequest(query, mode=mode)
                wanted, found = here.search(request), there.search(request)
                assert sorted(places(found)) == sorted(places(wanted)), query
                assert found.trace.terms == wanted.trace.terms
                assert not found.warnings
        request = SearchRequest("a pod on a node and its memory", mode=SearchMode.LEXICAL)
        scores = [{h.text: h.bm25 for h in one.search(request).hits} for one in (there, here)]
        # Each library has its own mean lengths.
        assert scores[0] == pytest.approx(scores[1], rel=0.2)
        libraries = {hit.doc_path: hit.library for hit in there.search(request).hits}
        assert libraries["pods/limits.md"] == ""
        assert libraries["nodes/drain.txt"] == server.address.name


def test_filters_counts_and_previews_cover_all_libraries(server, tmp_path):
    with (
        partly_published_by_another(server, tmp_path) as mine,
        searched_with({"it": server}, *mine) as (searcher, _),
    ):
        listed = searcher.search(SearchRequest("type:md"))
        assert sorted(hit.doc_path for hit in listed.hits) == [
            "pods/limits.md",
            "pods/probes.md",
        ]
        counts = searcher.count(SearchRequest("type:md"))
        assert (counts.documents, counts.facets.file_types[0].count) == (2, 2)
        left = searcher.search(SearchRequest("type:md -probe"))
        assert [hit.doc_path for hit in left.hits] == ["pods/limits.md"]
        counts = searcher.count(SearchRequest("pod", mode=SearchMode.LEXICAL))
        assert (counts.passages, {one.value for one in counts.facets.tags}) == (
            2,
            {"ops", "Größe"},
        )
        literal = searcher.search(SearchRequest("ten seconds", mode=SearchMode.SUBSTRING))
        assert [hit.doc_path for hit in literal.hits] == ["pods/probes.md"]
        hit = literal.hits[0]
        builder = PreviewBuilder(searcher.scatter, None, lambda: None)
        preview = builder.preview(PreviewRequest(hit.chunk_id, "probe"))
        assert preview.text == TEXTS["pods/probes.md"][0]
        assert searcher.search(SearchRequest("", like=hit.chunk_id)).hits


def test_weak_matches_are_excluded_from_counts_of_shared_libraries(server, tmp_path, monkeypatch):
    with (
        partly_published_by_another(server, tmp_path) as mine,
        searched_with({"it": server}, *mine) as (searcher, _),
    ):
        request = SearchRequest("pod", mode=SearchMode.HYBRID)
        every = searcher.count(request).passages
        monkeypatch.setattr(
            HitBuilder, "is_weak", lambda *on: on[2].document.path == "pods/probes.md"
        )
        assert searcher.count(request).passages == every - 1


def test_own_library_can_be_excluded(server, tmp_path):
    with (
        partly_published_by_another(server, tmp_path) as mine,
        searched_with({"it": server}, *mine, with_own=False) as (searcher, _),
    ):
        for request in (
            SearchRequest("pod", mode=SearchMode.LEXICAL),
            SearchRequest("pod", mode=SearchMode.HYBRID),
            SearchRequest("lang:en"),
            SearchRequest("memory", mode=SearchMode.SUBSTRING),
        ):
            assert all(hit.library for hit in searcher.search(request).hits), request


def test_document_in_both_libraries_is_one_hit_of_the_own_library(server, tmp_path):
    with own_library(tmp_path / "a") as (catalog, indexes):
        share(catalog, indexes.lexical, server, "anna")
        with searched_with({"it": server}, catalog, indexes) as (searcher, _):
            hit, *others = searcher.search(SearchRequest("cordon", mode=SearchMode.LEXICAL)).hits
            assert (hit.library, others, len(hit.duplicates)) == ("", [], 1)


def test_unavailable_server_leaves_the_own_library_and_a_warning(server, lite_server, tmp_path):
    at = {"it": server}
    with (
        partly_published_by_another(server, tmp_path) as mine,
        searched_with(at, *mine) as (searcher, shared),
    ):
        request = SearchRequest("pod", mode=SearchMode.HYBRID)
        both = {"", server.address.name}
        assert {hit.library for hit in searcher.search(request).hits} == both
        lite_server.kill()
        at["it"]._seconds = 0.5
        for _ in range(2):
            found = searcher.search(request)
            assert {hit.library for hit in found.hits} == {""}
            assert any(f"{lite_server.port} does not respond" in one for one in found.warnings)
            assert shared.statuses[0].problem
        lite_server.start()
        (library,) = shared._libraries.every
        wait(library._late.values())  # otherwise their failures would pause the requests again
        at["it"]._closed_until, at["it"]._seconds = 0.0, PATIENCE  # the server needs time to start
        shared._libraries._patience = PATIENCE
        assert {hit.library for hit in searcher.search(request).hits} == both
        assert not shared.statuses[0].problem


def test_late_answer_of_a_slow_server_is_used_for_the_repeated_search(server, tmp_path):
    at = {"it": server}
    with (
        partly_published_by_another(server, tmp_path) as mine,
        searched_with(at, *mine) as (searcher, shared),
    ):
        asked, answered, call = [], threading.Event(), at["it"].call
        shared._libraries._patience = 0.2

        def slow(name, *arguments, **options):
            asked.append(name)
            answered.wait(PATIENCE)
            return call(name, *arguments, **options)

        at["it"].call = slow
        request = SearchRequest("pod", mode=SearchMode.LEXICAL)
        found = searcher.search(request)
        assert [hit.doc_path for hit in found.hits] == ["pods/limits.md"]
        assert any("is responding slowly" in one for one in found.warnings)
        answered.set()
        shared._libraries._patience = PATIENCE
        found = searcher.search(request)
        assert {hit.library for hit in found.hits} == {"", server.address.name}
        assert (asked.count("search"), found.warnings) == (1, ())


class OtherModel(Model):
    fingerprint = "model-b"


@pytest.mark.parametrize("with_own", [True, False])
def test_documents_embedded_with_another_model_are_found_by_words(server, tmp_path, with_own):
    with partly_published_by_another(server, tmp_path) as (catalog, indexes):
        indexes.use_model(tmp_path / "other", "model-b", DIMENSION)
        embed_all(catalog, "model-b")
        indexes.synchronise()
        again = server_of(server.address.uri, server.address.collection)
        access = SharedAccess(lambda _address: again, PATIENCE)
        with closing(SharedSearch(access, SharedChoice(("it",), with_own))) as shared:
            stores = (catalog, indexes.lexical, indexes.vectors)
            beside = shared.beside_own("model-b")
            shared.wait_until_open()
            with closing(open_searcher(*stores, OtherModel, Settings(), shared=beside)) as searcher:
                found = searcher.search(SearchRequest("pod", mode=SearchMode.HYBRID))
        assert server.address.name in {hit.library for hit in found.hits}
        assert any("was indexed with a different model" in one for one in found.warnings)
