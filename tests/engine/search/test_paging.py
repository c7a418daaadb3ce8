"""Pages continue the list where it ended, and passages already shown do not move."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest

from tests.engine.search.conftest import SmallLibrary, Text
from twofold.engine.model.search_request import SearchMode, SearchRequest
from twofold.engine.search.pipeline import Searcher

ALL_OF_ONE = 60


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory, tiny_embedder) -> Iterator[SmallLibrary]:
    """Sixty passages with the word 'report', some of them similar, and others without it."""
    library = SmallLibrary(tmp_path_factory.mktemp("reports"), tiny_embedder)
    library.add(
        *(
            Text(
                f"{number % 4}/{number}.md",
                f"The report number {number} is about {'rain ' * (number % 7)} in month {number}.",
                tags=("even",) if number % 2 == 0 else (),
            )
            for number in range(ALL_OF_ONE)
        ),
        *(Text(f"other/{number}.md", f"Other words, {number} of them.") for number in range(20)),
    )
    yield library
    library.close()


def pages(searcher: Searcher, request: SearchRequest, *, after_another_search: bool = False):
    """Request all pages of a list, optionally with another search before each request."""
    hits, response = [], None
    while response is None or response.has_more:
        if after_another_search:
            searcher.search(SearchRequest("words"))
        response = searcher.search(replace(request, offset=len(hits)))
        assert [hit.rank for hit in response.hits] == list(
            range(len(hits) + 1, len(hits) + len(response.hits) + 1)
        )
        if not response.hits:
            break
        hits += response.hits
    return hits


def few_candidates(library: SmallLibrary) -> Searcher:
    return library.searcher(**{"search.candidates": 10})


@pytest.mark.parametrize("mode", [SearchMode.HYBRID, SearchMode.LEXICAL, SearchMode.SUBSTRING])
def test_pages_continue_until_all_hits_are_listed(reports, mode):
    request = SearchRequest("report", mode, limit=10, collapse_duplicates=False)
    with closing(few_candidates(reports)) as searcher:
        hits = pages(searcher, request)
    ids = [hit.chunk_id for hit in hits]
    assert len(ids) == len(set(ids))
    assert sum("report" in hit.text for hit in hits) == ALL_OF_ONE


@pytest.mark.parametrize("options", [{}, {"group_by_document": True}, {"hide_weak": True}])
def test_each_page_is_independent_of_earlier_searches(reports, options):
    request = SearchRequest("report rain", limit=10, **options)
    with closing(few_candidates(reports)) as searcher:
        following = pages(searcher, request)
        alone = pages(searcher, request, after_another_search=True)
    assert [hit.chunk_id for hit in following] == [hit.chunk_id for hit in alone]
    if "group_by_document" in options:
        assert len({hit.doc_id for hit in following}) == len(following) > 10
    copies = {copy.chunk_id for hit in following for copy in hit.duplicates}
    assert copies.isdisjoint(hit.chunk_id for hit in following)


def test_later_page_reflects_the_current_library(tmp_path, tiny_embedder):
    library = SmallLibrary(tmp_path, tiny_embedder)
    library.add(*(Text(f"{n}.md", f"A report of {n} words, {n * n}.") for n in range(30)))
    request = SearchRequest("report", SearchMode.LEXICAL, limit=10, collapse_duplicates=False)
    with closing(few_candidates(library)) as searcher:
        searcher.search(request)
        library.add(Text("new.md", "This report is new and has many other words. " * 5))
        later = [searcher.search(replace(request, offset=offset)) for offset in (10, 20, 30)]
    assert "new.md" in {hit.doc_path for response in later for hit in response.hits}
    assert [response.has_more for response in later] == [True, True, False]
    library.close()
