from dataclasses import replace

import pytest

from tests.ui.samples import make_hit, sample_ranking, sample_response
from twofold.ui.search.pages import FIRST_PAGE, HITS_SHOWN, first_page_for, with_more, with_rest


def answer(k, found):
    response = sample_response()
    hits = tuple(make_hit(rank) for rank in range(1, min(k, found) + 1))
    request = replace(response.request, limit=k)
    return replace(response, request=request, hits=hits, ranking=sample_ranking(found))


@pytest.mark.parametrize(("rows", "page"), [(1, 7), (9, 9), (60, 20)])
def test_a_first_page_fills_the_list(rows, page):
    assert first_page_for(rows) == page


def test_the_rest_is_appended_and_keeps_the_time_of_the_first_page():
    first, whole = answer(FIRST_PAGE, 42), answer(HITS_SHOWN, 42)
    whole = replace(whole, trace=replace(whole.trace, stage_ms={"parse": 1.0}))
    joined = with_rest(first, whole)
    assert joined is not None
    assert joined.hits == whole.hits
    assert all(hit is shown for hit, shown in zip(joined.hits, first.hits, strict=False))
    assert joined.trace == first.trace


def test_a_changed_answer_is_not_appended():
    first, whole = answer(FIRST_PAGE, 42), answer(HITS_SHOWN, 42)
    assert with_rest(first, replace(whole, ranking=sample_ranking(41))) is None
    other = replace(whole, request=replace(whole.request, query="another"))
    assert with_rest(first, other) is None
    changed = (replace(whole.hits[0], stale=True), *whole.hits[1:])
    assert with_rest(first, replace(whole, hits=changed)) is None


def test_hits_of_another_list_do_not_continue_an_answer():
    first = answer(FIRST_PAGE, 42)
    more = replace(first, hits=(make_hit(13),))
    longer = with_more(first, more)
    assert longer is not None
    assert len(longer.hits) == FIRST_PAGE + 1
    assert with_more(first, replace(more, ranking=sample_ranking(42)[::-1])) is None
