"""Match counts: they add up, and agree with the complete list."""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date

import pytest

from tests.engine.search.conftest import SmallLibrary, Text
from twofold.engine.model.filters import SearchFilters, TrustLevel
from twofold.engine.model.hit import FoundBy
from twofold.engine.model.search_request import SearchMode, SearchRequest
from twofold.engine.search.pipeline import Searcher

DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday"]
QUERY = "monday report"
SECTIONS = ("folders", "langs", "file_types", "months", "trust")


@pytest.fixture(scope="module")
def diary(tmp_path_factory: pytest.TempPathFactory, tiny_embedder) -> Iterator[SmallLibrary]:
    """150 passages about days in nested folders, and two identical ones."""
    days = [
        Text(
            f"{number % 3}/{day}/{number}.{'md' if number % 5 else 'txt'}",
            f"The {day} of week {number} is for the report.\n\nAnother {day} {number}.",
            tags=("even", "all") if number % 2 == 0 else (),
            lang="en" if number % 4 else "de",
            trust=TrustLevel.PRIMARY if number % 7 else TrustLevel.GENERATED,
            date=f"2026-{number % 12 + 1:02}-11",
        )
        for number, day in enumerate(DAYS * 15)
    ]
    copies = [Text(f"copies/{n}.md", "Monday says it all.", date="2025-01-01") for n in (1, 2)]
    library = SmallLibrary(tmp_path_factory.mktemp("days"), tiny_embedder)
    library.add(*days, *copies)
    yield library
    library.close()


@pytest.fixture
def searcher(diary: SmallLibrary) -> Iterator[Searcher]:
    with closing(diary.searcher()) as searcher:
        yield searcher


def all_found(searcher: Searcher, request: SearchRequest):
    """Return every hit of the complete list, without the weak ones."""
    hits, response = [], None
    while response is None or response.has_more:
        response = searcher.search(replace(request, offset=len(hits), limit=50))
        if not response.hits:
            break
        hits += response.hits
    return [hit for hit in hits if not hit.weak]


def by_value(counts):
    return {one.value: one.count for one in counts}


FILTERS = [
    SearchFilters(),
    SearchFilters(tags_any=("even",)),
    SearchFilters(folders=("Notes/1", "Notes/2/friday")),
    SearchFilters(langs_none=("de",), after=date(2026, 3, 1)),
    SearchFilters(path_glob="**/*.txt", trust_min=TrustLevel.PRIMARY),
]


@pytest.mark.parametrize("filters", FILTERS)
@pytest.mark.parametrize(
    ("query", "mode"),
    [
        (QUERY, SearchMode.LEXICAL),
        (QUERY, SearchMode.HYBRID),
        ("week -friday", SearchMode.LEXICAL),
        ('"for the report" another', SearchMode.LEXICAL),
        ("eek is", SearchMode.SUBSTRING),
        ("'monday AND week'", SearchMode.LEXICAL),
    ],
)
def test_counts_match_the_complete_list(searcher, query, mode, filters):
    request = SearchRequest(query, mode, filters=filters, collapse_duplicates=False)
    counts, hits = searcher.count(request), all_found(searcher, request)
    assert (counts.passages, counts.documents) == (len(hits), len({hit.doc_id for hit in hits}))
    assert counts.kinds.total == counts.passages


@pytest.mark.parametrize("grouped", [False, True])
@pytest.mark.parametrize("filters", FILTERS)
@pytest.mark.parametrize("mode", [SearchMode.HYBRID, SearchMode.LEXICAL, SearchMode.VECTOR])
@pytest.mark.parametrize("query", [QUERY, "week", "for the report", "no such words", "Monday says"])
def test_the_list_and_the_counts_of_a_search_agree(searcher, query, mode, filters, grouped):
    request = SearchRequest(query, mode, limit=50, filters=filters, group_by_document=grouped)
    response, counts = searcher.search(request), searcher.count(request)
    assert counts.snapshot == response.snapshot
    assert counts.kinds.total == counts.passages
    strong = [chunk for chunk in response.ranking if not chunk.weak]
    rows = Counter(chunk.found_by.value for chunk in strong)
    assert all(number <= getattr(counts.kinds, kind) for kind, number in rows.items())
    assert {(c.found_by, c.weak) for c in response.ranking[: len(response.hits)]} == {
        (hit.found_by, hit.weak) for hit in response.hits
    }
    if grouped:
        assert len(strong) <= counts.documents
        listed = sum(hit.document.passages for hit in response.hits if not hit.weak)
        assert listed <= counts.passages
    elif not response.is_cut:
        found = Counter[str]()
        for chunk in strong:
            found[chunk.found_by.value] += 1 + len(chunk.duplicates)
        assert found.total() == counts.passages
        assert all(number == getattr(counts.kinds, kind) for kind, number in found.items())


def test_similar_passage_with_any_word_counts_as_found_by_both(searcher):
    query = "monday unheard-of words that nobody wrote"
    filters = SearchFilters(folders=("Notes/0",))
    request = SearchRequest(query, limit=100, filters=filters, collapse_duplicates=False)
    found = all_found(searcher, request)
    both = sum(hit.found_by is FoundBy.BOTH for hit in found)
    counts = searcher.count(request)
    assert counts.kinds.both == both > 0
    assert counts.kinds.total == counts.passages == len(found)


@pytest.mark.parametrize("query", [QUERY, "tag:all week", "", "-friday tag:even"])
def test_counts_of_a_section_add_up_to_the_total(searcher, query):
    counts = searcher.count(SearchRequest(query))
    assert counts.passages
    for section in SECTIONS[1:]:
        assert sum(by_value(getattr(counts.facets, section)).values()) == counts.passages
    assert by_value(counts.facets.folders)["Notes"] == counts.passages


@pytest.mark.parametrize("filters", FILTERS[1:4])
def test_section_counts_ignore_its_own_filter(searcher, filters):
    request = SearchRequest(QUERY, SearchMode.LEXICAL)
    everything = searcher.count(request).facets
    facets = searcher.count(replace(request, filters=filters)).facets
    if filters.folders:
        assert facets.folders == everything.folders
        assert facets.langs != everything.langs
    elif filters.tags_any:
        assert facets.tags == everything.tags
        assert facets.langs != everything.langs
    else:
        dated = replace(filters, after=None)
        assert facets.months == searcher.count(replace(request, filters=dated)).facets.months
        assert facets.langs != everything.langs


def test_count_equals_the_hits_after_selecting_the_value(searcher):
    request = SearchRequest(QUERY, SearchMode.LEXICAL, filters=SearchFilters(langs=("en",)))
    folders = by_value(searcher.count(request).facets.folders)
    for place in ("Notes/1", "Notes/2/friday"):
        clicked = replace(request.filters, folders=(place,))
        assert searcher.count(replace(request, filters=clicked)).passages == folders[place]


def test_queries_without_words_count_documents(searcher):
    request = SearchRequest("", filters=SearchFilters(tags_any=("even",)))
    counts, response = searcher.count(request), searcher.search(request)
    assert (response.documents, response.snapshot) == (counts.documents, counts.snapshot)
    assert counts.passages == counts.documents == counts.kinds.neither == 38
    assert by_value(counts.facets.tags)["even"] == 38
    assert searcher.count(SearchRequest("")).documents == 77


def test_more_like_this_counts_match_its_list(searcher, diary):
    like = searcher.search(SearchRequest(QUERY)).hits[0].chunk_id
    request = SearchRequest("", like=like)
    ranking = searcher.search(request).ranking
    passages = sum(1 + len(chunk.duplicates) for chunk in ranking)
    assert searcher.count(request).passages == passages


def test_vector_mode_counts_passages_above_the_threshold(searcher):
    request = SearchRequest(QUERY, SearchMode.VECTOR, collapse_duplicates=False)
    counts = searcher.count(request)
    strong = Counter(hit.weak for hit in searcher.search(replace(request, limit=200)).hits)[False]
    assert counts.passages == counts.kinds.meaning
    assert counts.passages <= strong
