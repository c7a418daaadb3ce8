"""Every filter leaves the same passages on every kind of shard, or is reported as not applied."""

import re
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tests.engine.sharing.milvus import (
    TEST_URI,
    needs_milvus,
    release_file,
    running_server,
    server_of,
)
from tests.engine.sharing.test_sharing import MODEL, searched_with, searching
from tests.engine.stores.library import embed_all, opened, passage
from twofold.engine.model.document import CHUNKER_VERSION, DocumentMetadata, FileState
from twofold.engine.model.filters import (
    FILTERS,
    FILTERS_BY_WORD,
    LimitFilter,
    SearchFilters,
    TrustLevel,
)
from twofold.engine.model.search_request import SearchMode, SearchRequest
from twofold.engine.sharing import columns
from twofold.engine.sharing.share import share
from twofold.engine.stores.catalog.change import DocumentRecord

pytestmark = needs_milvus

_PAGE = Path(__file__).parents[3] / "docs" / "teams.md"

DOCUMENTS = {
    "pods/limits.md": {
        "author": "Ada Lovelace; Turing, Alan", "tags": ("ops", "area/health"),
        "date": "2024-05-01", "trust": TrustLevel.PRIMARY, "lang": "en",
    },
    "pods/probes.md": {
        "author": "Grace Hopper", "tags": ("Größe",), "date": "2025-02-03",
        "trust": TrustLevel.SECONDARY, "lang": "de",
    },
    "nodes/drain.txt": {
        "author": "", "tags": (), "date": "2026-01-01", "trust": TrustLevel.GENERATED, "lang": "",
    },
}  # fmt: skip
# For each filter, a value that some of the documents match, as typed in a query.
EXAMPLES = {
    "tag": ("ops", "area", "größe", "ops,Größe"),
    "lang": ("de", "none", "en,de"),
    "folder": ("Notes", "Notes/pods", "Notes/nodes/drain.txt", "Other"),
    "type": ("md", "txt,md"),
    "author": ("lovelace", "Turing", "Grace Hopper", "Nobody"),
    "key": ("lovelace1843",),
    "kind": ("book",),
    "path": ("limits.md", "pods/*.md", "**/*r*.{md,txt}", "nodes/**"),
    "trust": ("primary", "secondary", "generated"),
    "after": ("2025-02-03", "2027", "2024"),
    "before": ("2025-02-03", "2023", "2026"),
    "versions": ("newest",),
}


def test_each_filter_has_examples():
    assert EXAMPLES.keys() == FILTERS_BY_WORD.keys()


def test_documentation_names_the_filters_that_are_never_applied():
    row = next(
        line for line in _PAGE.read_text(encoding="utf-8").splitlines() if "newer than" in line
    )
    assert re.findall("`(.+?)`", row) == [one.word for one in FILTERS if one.shared is None]


def shared_filters():
    """Yield the filters that shared libraries apply; the others are reported by the search."""
    for known in (one for one in FILTERS if one.shared is not None):
        for example in EXAMPLES[known.word]:
            for is_excluded in (False,) if isinstance(known, LimitFilter) else (False, True):
                filters = known.with_written(SearchFilters(), example, excluded=is_excluded)
                yield f"{'-' * is_excluded}{known.word}:{example}", filters


@contextmanager
def library(folder, paths):
    folder.mkdir()
    with opened(folder) as made:
        with made.catalog.change() as change:
            for path in paths:
                about = dict(DOCUMENTS[path])
                date = about.pop("date")
                change.put_document(
                    DocumentRecord(
                        "Notes",
                        path,
                        FileState(1, 1_700_000_000_000_000_000),
                        DocumentMetadata(title=path, modified=date, **about),
                        path.rpartition(".")[2],
                        [passage(0, f"A pod in {path}"), passage(1, f"More of the pod in {path}")],
                        CHUNKER_VERSION,
                        "2026-11-21T08:00:00Z",
                    )
                )
        embed_all(made.catalog)
        made.catalog.vectors.set_answering_model(MODEL)
        made.indexes.synchronise()
        yield made.catalog, made.indexes


def published(stack, folder, uri, paths):
    server = stack.enter_context(closing(server_of(uri)))
    with library(folder, paths) as (catalog, indexes):
        share(catalog, indexes.lexical, server, "anna")
    return server


KINDS = ("file", "server", *(["test-uri"] if TEST_URI else []))


@pytest.fixture(scope="module", params=[*KINDS, "own and file", "file and server"])
def shards(request, tmp_path_factory):
    """A searcher over a local library, and one over shards with the same documents."""
    folder = tmp_path_factory.mktemp("shards")
    first, *others = DOCUMENTS
    parts = request.param.split(" and ")
    with ExitStack() as stack:
        file = str(folder / "milvus.db")

        def uri_of(kind):
            if kind == "server":
                return stack.enter_context(running_server(folder / "lite")).uri
            return {"file": file, "test-uri": TEST_URI}[kind]

        if "file" in parts:
            stack.callback(release_file, file)
        own = others if parts[0] == "own" else ()
        mine = stack.enter_context(library(folder / "mine", own))
        rest = [first] if parts[0] == "own" else others if len(parts) == 2 else [*DOCUMENTS]
        servers = {}
        for kind in (one for one in parts if one != "own"):
            servers[kind] = published(stack, folder / kind, uri_of(kind), rest)
            rest = [first]
        every = stack.enter_context(library(folder / "every", DOCUMENTS))
        here = stack.enter_context(searching(*every))
        there, _ = stack.enter_context(searched_with(servers, *mine))
        yield here, there


def passages(response):
    return sorted((hit.doc_path, hit.text) for hit in response.hits)


@pytest.mark.parametrize(
    "mode", [SearchMode.LEXICAL, SearchMode.VECTOR, SearchMode.SUBSTRING, None]
)
def test_every_filter_leaves_the_same_passages_on_every_shard(shards, expected_log, mode):
    expected_log.append("grpc._server: Exception calling application: Method not implemented!")
    here, there = shards
    query = "" if mode is None else "pod"  # without words the documents are listed
    for written, filters in shared_filters():
        request = SearchRequest(query, mode=mode or SearchMode.LEXICAL, filters=filters)
        wanted, found = here.search(request), there.search(request)
        assert (passages(found), written) == (passages(wanted), written)
        assert (found.warnings, written) == ((), written)


@pytest.mark.parametrize(
    "mode", [SearchMode.LEXICAL, SearchMode.VECTOR, SearchMode.SUBSTRING, None]
)
def test_a_filter_that_a_shared_library_cannot_apply_is_reported(shards, monkeypatch, mode):
    _, there = shards
    without = tuple(
        replace(known, shared=None) if known.word == "lang" else known for known in FILTERS
    )
    monkeypatch.setattr(columns, "FILTERS", without)
    filters = SearchFilters(langs=("de",), file_types=("md",))
    query = "" if mode is None else "pod"
    found = there.search(SearchRequest(query, mode=mode or SearchMode.LEXICAL, filters=filters))
    assert any("not applied" in one and one.endswith(": lang") for one in found.warnings)
    assert {hit.file_type for hit in found.hits} == {"md"}
