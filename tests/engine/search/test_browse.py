"""Queries without words: documents that pass the filters, newest first."""

import pytest

from tests.engine.search.conftest import SmallLibrary, Text
from tests.support.json_schema import load_schema, violations
from twofold.engine.model.filters import SearchFilters, TrustLevel
from twofold.engine.model.hit import SearchResponse
from twofold.engine.model.search_request import SearchMode, SearchRequest
from twofold.engine.model.wire import response_as_json

LEASE = Text("contracts/lease.md", "The flat is let.\n\nPods are meant.", ("a",), date="2026-02-01")
LOAN = Text("contracts/loan.md", "Money is lent.\n\nIt is due.", ("a", "b"), date="2026-03-01")
VERTRAG = Text("Vertrag.md", "Die Wohnung.", ("a",), "de", TrustLevel.SECONDARY, date="2026-01-05")
OLDEST = Text("z/oldest.md", "Nothing of note.", ("a",), date="2019-12-31")
SAME_DAY = Text("a/same.md", "Nothing of note.", ("a",), date="2019-12-31")
OTHER = Text("other.md", "Pods are started.", date="2026-11-01")


@pytest.fixture
def filled(library: SmallLibrary) -> SmallLibrary:
    library.add(OLDEST, LEASE, VERTRAG, SAME_DAY, LOAN, OTHER, with_vectors=False)
    return library


def searched(library: SmallLibrary, query: str = "", **fields: object) -> SearchResponse:
    return library.searcher().search(SearchRequest(query, **fields))


def paths(response: SearchResponse) -> list[str]:
    return [hit.doc_path for hit in response.hits]


@pytest.mark.parametrize("mode", SearchMode)
def test_filters_alone_list_documents_by_date_then_path(filled, mode):
    response = searched(filled, "tag:a", mode=mode)
    assert paths(response) == [
        "contracts/loan.md", "contracts/lease.md", "Vertrag.md", "a/same.md", "z/oldest.md",
    ]  # fmt: skip
    assert (response.documents, response.found, response.trace.fused) == (5, 5, 5)
    assert response.trace.filters_only
    assert response.warnings == ()


def test_identical_documents_are_all_listed_without_ranks(filled):
    response = searched(
        filled, "before:2019-12-31", rerank=True, hide_weak=True, group_by_document=True
    )
    assert paths(response) == ["a/same.md", "z/oldest.md"]
    for rank, hit in enumerate(response.hits, start=1):
        assert hit.duplicates == ()
        assert hit.document is None
        votes = hit.retrieval
        assert (votes.lexical_rank, votes.vector_rank, votes.contributions) == (None, None, ())
        assert (hit.rank, hit.score, hit.filters_only, hit.weak) == (rank, 0.0, True, False)
        assert hit.snippet.matches == ()
    reported = response_as_json(response, explain=True)
    assert violations(reported, load_schema("search_response.v1.json")) == []


@pytest.mark.parametrize(
    ("query", "filters", "expected"),
    [
        ("tag:a -tag:b type:md lang:en after:2020-01-01", SearchFilters(), ["contracts/lease.md"]),
        ("  ", SearchFilters(folders=("Notes/contracts",), tags_none=("b",)),
         ["contracts/lease.md"]),
        ("tag:a", SearchFilters(langs=("de",)), ["Vertrag.md"]),
        ("before:2026-01-31", SearchFilters(trust_min=TrustLevel.PRIMARY),
         ["a/same.md", "z/oldest.md"]),
    ],
)  # fmt: skip
def test_typed_and_selected_filters_are_combined(filled, query, filters, expected):
    response = searched(filled, query, filters=filters)
    assert (paths(response), response.documents) == (expected, len(expected))


@pytest.mark.parametrize("excluded", ["-pods", '-"flat is"', "-title:lease", "-lea* -meant"])
def test_exclusion_removes_documents_with_the_word_in_any_passage(filled, excluded):
    response = searched(filled, f"tag:a lang:en after:2026-01-01 {excluded}")
    assert paths(response) == ["contracts/loan.md"]
    assert (response.documents, response.found) == (1, 1)


def test_excluded_word_alone_lists_nothing_and_requests_a_word(filled):
    response = searched(filled, "-pods")
    assert (response.hits, response.trace.filters_only) == ((), False)
    assert "Add a word" in response.trace.understood_as


def test_only_visible_documents_and_some_below_are_named(filled):
    searcher = filled.searcher(search__candidates=10)
    filled.add(
        *(Text(f"many/{n:02}.md", f"Note {n}.", ("many",), date="2020-01-01") for n in range(30)),
        with_vectors=False,
    )
    response = searcher.search(SearchRequest("tag:many", limit=5))
    assert (len(response.hits), len(response.ranking), response.documents) == (5, 20, 30)
    assert response.hits[0].doc_path == "many/00.md"
