"""A reordered answer equals the answer of a search with that order."""

from contextlib import closing
from dataclasses import replace

import pytest

from tests.engine.search.conftest import SmallLibrary, Text
from twofold.engine.model.document import as_id
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.fusion import FusionRule, FusionSettings, TieBreak
from twofold.engine.model.hit import Candidate
from twofold.engine.model.search_request import SearchMode, SearchRequest
from twofold.engine.ranking.fusion import can_reorder, reordered

QUERY = "river bridge stone"
SETTINGS = [
    FusionSettings(rrf_k=1),
    FusionSettings(rrf_k=200, lexical_weight=0.1, vector_weight=1.9),
    FusionSettings(lexical_weight=0.0, vector_weight=2.0),
    FusionSettings(rule=FusionRule.WEIGHTED, lexical_weight=0.3, vector_weight=0.7),
    FusionSettings(rule=FusionRule.BLEND, lexical_weight=3.0),
    FusionSettings(lexical_weight=0.6, tie_break=TieBreak.BLEND),
    FusionSettings(rule=FusionRule.ADAPTIVE),
]


@pytest.fixture(scope="module")
def bridges(tmp_path_factory, tiny_embedder):
    library = SmallLibrary(tmp_path_factory.mktemp("bridges"), tiny_embedder)
    words = [*QUERY.split(), "castle", "market", "winter", "garden", "harbour"]
    library.add(
        *(
            Text(f"{n:02}.txt", " ".join(words[(n * step) % 8] for step in range(1, 5 + n % 6)))
            for n in range(40)
        )
    )
    yield library
    library.close()


@pytest.fixture
def searcher(bridges):
    with closing(bridges.searcher()) as searcher:
        yield searcher


@pytest.mark.parametrize("settings", SETTINGS)
def test_reordered_answer_equals_a_search_with_these_settings(searcher, settings):
    request = SearchRequest(QUERY, limit=200, collapse_duplicates=False)
    again = reordered(searcher.search(request), settings)
    asked = searcher.search(replace(request, fusion=settings))
    assert again.ranking == asked.ranking
    assert again.hits == asked.hits
    assert [hit.chunk_id for hit in again.hits] != [
        hit.chunk_id for hit in searcher.search(request).hits
    ]


@pytest.mark.parametrize("settings", SETTINGS)
def test_duplicates_stay_together_at_the_best_rank(searcher, settings):
    request = SearchRequest(QUERY, limit=200)
    first = searcher.search(request)
    assert first.trace.duplicates
    again = reordered(first, settings)
    asked = searcher.search(replace(request, fusion=settings))
    groups = [
        [{chunk.chunk_id, *chunk.duplicates} for chunk in response.ranking]
        for response in (again, asked)
    ]
    assert groups[0] == groups[1]


def test_passage_has_the_best_rank_of_its_duplicates(searcher):
    response = searcher.search(SearchRequest(QUERY, limit=200, collapse_duplicates=False))
    by_meaning = FusionSettings(lexical_weight=0.0, vector_weight=1.0)
    shown, best, other = 1, 2, 3
    vector = tuple(
        Candidate(number, 1.0 / rank, rank) for rank, number in enumerate((best, other, shown), 1)
    )
    chunk = replace(response.ranking[0], duplicates=())
    ranking = (
        replace(chunk, chunk_id=as_id(other), rank=1),
        replace(chunk, chunk_id=as_id(shown), rank=2, duplicates=(as_id(best),)),
    )
    again = reordered(replace(response, vector=vector, ranking=ranking, hits=()), by_meaning)
    assert [one.chunk_id for one in again.ranking] == [as_id(shown), as_id(other)]


def test_reordered_first_page_contains_only_its_hits(searcher):
    first = searcher.search(SearchRequest(QUERY, limit=5, collapse_duplicates=False))
    again = reordered(first, FusionSettings(lexical_weight=0.0, vector_weight=1.0))
    assert {hit.chunk_id for hit in again.hits} == {hit.chunk_id for hit in first.hits}
    assert [hit.rank for hit in again.hits] != [1, 2, 3, 4, 5]
    assert len(again.ranking) == len(first.ranking)
    assert reordered(first, first.request.fusion) == first
    with pytest.raises(BadRequestError):
        reordered(first, FusionSettings(lexical_weight=0.0, vector_weight=0.0))


@pytest.mark.parametrize(
    "request_",
    [
        SearchRequest(QUERY, mode=SearchMode.LEXICAL),
        SearchRequest(QUERY, mode=SearchMode.SUBSTRING),
        SearchRequest(QUERY, group_by_document=True),
        SearchRequest(QUERY, rerank=True),
        SearchRequest(""),
    ],
)
def test_lists_not_ordered_by_fusion_are_not_reordered(searcher, request_):
    assert not can_reorder(searcher.search(request_))
    assert can_reorder(searcher.search(SearchRequest(QUERY)))
