"""Counting what a list shows: the numbers are those of the search that a click would make."""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing

import pytest

from engine.model.filters import SearchFilters
from engine.model.hit import RetrieverKind
from engine.model.messages import KindCounts, Listed
from engine.model.request import SearchMode, SearchRequest
from engine.search.pipeline import Searcher
from tests.engine.search.conftest import SmallLibrary, Text

DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
KINDS = {
    (RetrieverKind.LEXICAL, RetrieverKind.VECTOR): "both",
    (RetrieverKind.LEXICAL,): "keywords",
    (RetrieverKind.VECTOR,): "meaning",
    (): "neither",
}


@pytest.fixture(scope="module")
def diary(tmp_path_factory: pytest.TempPathFactory, tiny_embedder) -> Iterator[SmallLibrary]:
    """Seventy passages on days, half of them tagged 'even', and two of one text."""
    days = [
        Text(
            f"{day}/{number}.md",
            f"The {day} of week {number // 7} is for the report.\n\nAnother {day} {number}.",
            tags=("even",) if number % 2 == 0 else ("odd",),
        )
        for number, day in enumerate(DAYS * 5)
    ]
    copies = [Text(f"copies/{number}.md", "Monday says it all.") for number in (1, 2)]
    library = SmallLibrary(tmp_path_factory.mktemp("days"), tiny_embedder)
    library.add(*days, *copies)
    yield library
    library.close()


@pytest.fixture
def searcher(diary: SmallLibrary) -> Iterator[Searcher]:
    with closing(diary.searcher()) as searcher:
        yield searcher


def as_listed(response):
    kinds = [(hit.weak, KINDS[hit.retrieval.sources]) for hit in response.hits]
    strong = KindCounts(**Counter(kind for weak, kind in kinds if not weak))
    weak = KindCounts(**Counter(kind for weak, kind in kinds if weak))
    return Listed(len(response.ranking), strong, weak)


@pytest.mark.parametrize("mode", list(SearchMode))
@pytest.mark.parametrize(
    "filters",
    [
        SearchFilters(),
        SearchFilters(tags_any=("odd",)),
        SearchFilters(folders=("Notes/monday",)),
        SearchFilters(tags_any=("no such tag",)),
    ],
    ids=["all", "tag", "folder", "none"],
)
@pytest.mark.parametrize("query", ["monday report", "zzyzx qqq", "tag:even monday", " "])
def test_a_list_is_counted_as_it_is_shown(searcher, query, filters, mode):
    request = SearchRequest(query, mode=mode, k=20, filters=filters)
    assert searcher.listed(request) == as_listed(searcher.search(request))


def test_weak_passages_and_what_is_beyond_the_list_are_told_apart(searcher):
    listed = searcher.listed(SearchRequest("zzyzx qqq", k=20))
    assert listed.weak.total > 0
    assert listed.weak.total + listed.strong.total == 20 < listed.found


@pytest.mark.parametrize("grouped", [True, False])
@pytest.mark.parametrize("folded", [True, False])
def test_copies_and_documents_are_counted_as_they_are_listed(searcher, grouped, folded):
    request = SearchRequest(
        "monday", k=20, collapse_duplicates=folded, group_by_document=grouped, hide_weak=True
    )
    assert searcher.listed(request) == as_listed(searcher.search(request))


def test_candidates_that_are_asked_for_because_of_copies_are_counted(tmp_path, tiny_embedder):
    library = SmallLibrary(tmp_path, tiny_embedder)
    library.add(*(Text(f"copy{n}.md", "car lake") for n in range(25)), with_vectors=False)
    library.add(*(Text(f"{n}.md", f"car {'dog ' * n}") for n in range(1, 9)), with_vectors=False)
    with closing(library), closing(library.searcher(search__candidates=10)) as searcher:
        request = SearchRequest("car", mode=SearchMode.LEXICAL, k=6)
        listed = searcher.listed(request)
        assert listed == as_listed(searcher.search(request))
        assert listed.strong.total == 6


def test_passages_like_one_are_counted(searcher):
    like = searcher.search(SearchRequest("monday")).hits[0].chunk_id
    request = SearchRequest("", like=like, k=20)
    listed = searcher.listed(request)
    assert listed == as_listed(searcher.search(request))
    assert listed.found > 0
