"""What an answer holds, what comes later, and how long it took."""

from dataclasses import replace

import pytest

from engine.api import SearchMode, SearchTrace
from tests.ui.samples import make_hit, sample_ranking, sample_response
from ui.answer import (
    FIRST_PAGE,
    HITS_SHOWN,
    elapsed_ms,
    first_page_for,
    hits_to_show,
    is_first_page,
    keywords_ms,
    meaning_ms,
    rest_ms,
    with_rest,
)


def answer(k, found):
    response = sample_response()
    hits = tuple(make_hit(rank) for rank in range(1, min(k, found) + 1))
    request = replace(response.request, k=k)
    return replace(response, request=request, hits=hits, ranking=sample_ranking(found))


@pytest.mark.parametrize(
    ("k", "found", "shown"),
    [
        (FIRST_PAGE, 0, 0),
        (FIRST_PAGE, 7, 7),
        (FIRST_PAGE, FIRST_PAGE, FIRST_PAGE),
        (FIRST_PAGE, 42, 42),
        (FIRST_PAGE, 150, HITS_SHOWN),
        (HITS_SHOWN, 150, HITS_SHOWN),
        (6, 42, 6),
        (7, 42, 42),
        (20, 42, 20),
    ],
)
def test_the_list_shows_what_was_found_up_to_a_hundred_hits(k, found, shown):
    response = answer(k, found)
    assert hits_to_show(response) == shown
    assert is_first_page(response) is (shown > len(response.hits))


@pytest.mark.parametrize(("rows", "page"), [(1, 7), (9, 9), (60, 19)])
def test_a_first_page_fills_the_list_and_is_known_for_one(rows, page):
    assert first_page_for(rows) == page
    assert is_first_page(answer(page, 42))


def test_hits_that_were_narrowed_here_are_no_first_page():
    response = answer(FIRST_PAGE, 42)
    assert not is_first_page(replace(response, hits=response.hits[:5]))


def test_the_rest_joins_the_first_page_whose_time_stays():
    first, whole = answer(FIRST_PAGE, 42), answer(HITS_SHOWN, 42)
    whole = replace(whole, trace=replace(whole.trace, stage_ms={"parse": 1.0}))
    joined = with_rest(first, whole)
    assert joined is not None
    assert joined.hits == whole.hits
    assert all(hit is shown for hit, shown in zip(joined.hits, first.hits, strict=False))
    assert not is_first_page(joined)
    assert joined.trace == first.trace


def test_an_answer_that_has_changed_meanwhile_is_no_rest():
    first, whole = answer(FIRST_PAGE, 42), answer(HITS_SHOWN, 42)
    assert with_rest(first, replace(whole, ranking=sample_ranking(41))) is None
    other = replace(whole, request=replace(whole.request, query="another"))
    assert with_rest(first, other) is None
    changed = (replace(whole.hits[0], stale=True), *whole.hits[1:])
    assert with_rest(first, replace(whole, hits=changed)) is None


STAGES = {"parse": 1.0, "lexical": 5.0, "embed": 8.0, "vector": 4.0, "fuse": 0.5, "facets": 2.0}


def trace_of(**changes):
    return SearchTrace(mode=SearchMode.HYBRID, stage_ms=STAGES | changes)


def test_the_rankings_run_side_by_side_so_the_slower_one_counts():
    trace = trace_of()
    assert (keywords_ms(trace), meaning_ms(trace), rest_ms(trace)) == (5.0, 12.0, 3.5)
    assert elapsed_ms(trace) == 12.0 + 3.5
    assert elapsed_ms(trace_of(lexical=40.0)) == 40.0 + 3.5
