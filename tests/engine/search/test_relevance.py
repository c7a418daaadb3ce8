"""Weak hits, detected by the distribution of the query's cosines and by matching words."""

import math
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from tests.engine.search.conftest import SmallLibrary, Text
from twofold.engine.model.hit import Background, RetrieverKind, TermStatistics
from twofold.engine.model.search_request import SearchMode, SearchRequest
from twofold.engine.ranking.probes import PROBES
from twofold.engine.ranking.relevance import (
    CLOSE,
    COVERAGE_IF_CLOSE,
    MIN_COVERAGE,
    NEAR,
    RelevanceThreshold,
    relevance_floor,
)

RARE, COMMON, UNKNOWN = (
    TermStatistics("preheater", 3),
    TermStatistics("car", 600),
    TermStatistics("zzyzx", 0),
)
DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]


def threshold(*terms: TermStatistics) -> RelevanceThreshold:
    floor = relevance_floor(Background(0.76, 0.02, 1000), 0.82)
    assert floor is not None
    return RelevanceThreshold(floor, {1: 0.79, 2: 0.85}, terms, 1000)


def test_threshold_is_absent_if_it_would_be_meaningless():
    assert relevance_floor(Background(0.5, 0.02, 19), 0.8) is None, "small library"
    assert relevance_floor(Background(0.5, 0.02, 500), 0.0) is None, "model not calibrated"
    assert relevance_floor(Background(0.9, 0.02, 500), 0.8) is None, "everything is near"


def test_rare_words_count_more():
    judged = threshold(RARE, COMMON)
    assert judged.coverage([RARE]) > MIN_COVERAGE > judged.coverage([COMMON]) > 0.0
    assert judged.coverage([]) == 0.0
    assert math.isclose(judged.coverage([RARE]) + judged.coverage([COMMON]), 1.0)
    # words in no passage have the highest weight
    assert threshold(UNKNOWN, COMMON).coverage([COMMON]) < MIN_COVERAGE
    assert [judged.is_below(number) for number in (1, 2, 3)] == [True, False, False]
    assert relevance_floor(Background(0.76, 0.02, 1000), 0.82).floor == 0.8


def test_similar_passage_needs_fewer_matching_words():
    deviations = {1: NEAR, 2: CLOSE, 3: CLOSE - 0.1}
    judged = replace(threshold(RARE, COMMON), deviations=deviations)
    needed = [judged.needed_coverage(number) for number in deviations]
    assert needed == [0.0, COVERAGE_IF_CLOSE, MIN_COVERAGE]
    assert COVERAGE_IF_CLOSE < MIN_COVERAGE


@pytest.fixture(scope="module")
def days(tmp_path_factory, tiny_embedder):
    library = diary_library(tmp_path_factory.mktemp("days"), tiny_embedder)
    yield library
    library.close()


def diary_library(folder, embedder):
    """Forty passages about days, one about a car, and one in a file with a distinctive name."""
    library = SmallLibrary(folder, embedder)
    diary = (f"On {DAYS[n % 7]} we went to the lake, day {n}." for n in range(40))
    library.add(*(Text(f"{n}.md", text) for n, text in enumerate(diary)))
    library.add(Text("stand.md", "Automobile, the automobile."))
    library.add(Text("scan-0815.md", "We slept at the lake and swam."))
    return library


@pytest.fixture
def searched(days):
    with closing(days.searcher()) as searcher:
        yield lambda query, **options: searcher.search(SearchRequest(query, **options))


def test_nearest_passages_unrelated_to_the_query_are_weak(searched):
    response = searched("zzyzx qqq", limit=5)
    assert len(response.hits) == 5
    strong = [hit for hit in response.hits if not hit.weak]
    assert all(hit.cosine >= response.trace.floor.floor for hit in strong)
    assert sum(hit.weak for hit in response.hits) >= 3


def test_passage_found_by_meaning_words_or_file_name_is_not_weak(searched):
    (by_meaning,) = searched("car", limit=1).hits
    assert by_meaning.doc_path == "stand.md"
    assert by_meaning.retrieval.sources == (RetrieverKind.VECTOR,)
    assert not by_meaning.weak
    assert not any(hit.weak for hit in searched("lake", limit=10).hits)
    by_name = searched("scan-0815", limit=40).hits
    (hit,) = (hit for hit in by_name if hit.doc_path == "scan-0815.md")
    assert RetrieverKind.LEXICAL in hit.retrieval.sources
    assert not hit.weak
    assert any(hit.weak for hit in by_name)


def test_hidden_weak_hits_are_replaced_by_other_hits(searched):
    shown = searched("zzyzx qqq", limit=50)
    hidden = searched("zzyzx qqq", limit=50, hide_weak=True)
    assert [hit.chunk_id for hit in hidden.hits] == [
        hit.chunk_id for hit in shown.hits if not hit.weak
    ]
    assert hidden.trace.hidden == sum(hit.weak for hit in shown.hits) > 0
    assert [hit.rank for hit in hidden.hits] == list(range(1, len(hidden.hits) + 1))


@pytest.mark.parametrize("choices", [{"group_by_document": True}, {}])
def test_first_page_marks_later_hits_as_weak(searched, choices):
    first, whole = (searched("zzyzx qqq", limit=k, **choices) for k in (3, 50))
    assert [(chunk.weak, chunk.doc_id) for chunk in first.ranking] == [
        (hit.weak, hit.doc_id) for hit in whole.hits
    ]
    assert len(whole.hits) > 20
    assert first.ranking == whole.ranking


@pytest.fixture(scope="module")
def calibrated_days(tmp_path_factory, tiny_embedder):
    """The same library, calibrated with random queries."""
    library = diary_library(tmp_path_factory.mktemp("calibrated"), tiny_embedder)
    library.vectors.calibrate(np.stack([tiny_embedder.embed_query(probe) for probe in PROBES]))
    yield library
    library.close()


@pytest.fixture
def calibrated(calibrated_days):
    with closing(calibrated_days.searcher()) as searcher:
        yield searcher


@pytest.mark.parametrize("mode", [SearchMode.HYBRID, SearchMode.VECTOR])
@pytest.mark.parametrize("query", ["asdkjh qwoeiru zzxcv", "zzyzx lake", "car", "monday day 7"])
def test_counts_match_the_list_without_weak_hits(calibrated, mode, query):
    request = SearchRequest(query, mode, limit=50, hide_weak=True, collapse_duplicates=False)
    response = calibrated.search(request)
    assert response.trace.floor.chance > 0.0
    assert calibrated.count(request).passages == len(response.hits)
    assert calibrated.search(request).hits == response.hits


def test_strong_hit_is_similar_or_contains_words(calibrated):
    hits = calibrated.search(SearchRequest("zzyzx qqq", limit=50)).hits
    floor = calibrated.search(SearchRequest("zzyzx qqq", limit=1)).trace.floor.floor
    assert [hit.weak for hit in hits] == [hit.closeness < floor for hit in hits]
