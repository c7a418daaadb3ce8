"""The most similar sentence is highlighted in rows without matched words."""

from dataclasses import replace

import pytest

from tests.fakes.library_samples import answering
from tests.ui.samples import QUERY, sample_response, shown
from tests.ui.window_case import open_window, search_for
from twofold.engine.api import (
    FindNearest,
    NearestFound,
    SearchFinished,
    SearchRequest,
    Snippet,
    TextSpan,
)

PART = Snippet("… Nobody takes it away. The rest follows.", (TextSpan(2, 23),))


class Meaning:
    """A sample engine whose vector-only hits contain no word of the query."""

    def __init__(self):
        self.asked = []
        self.gives_up = 0

    def __call__(self, request_id, request):
        if isinstance(request, FindNearest):
            self.asked.append(request)
            given_up = len(self.asked) <= self.gives_up
            return NearestFound(request_id, request.chunk_id, None if given_up else PART)
        event = answering()(request_id, request)
        if isinstance(request, SearchRequest) and isinstance(event, SearchFinished):
            hits = tuple(map(without_words, event.response.hits))
            return replace(event, response=replace(event.response, hits=hits))
        return event


def without_words(hit):
    is_found_by_words = hit.retrieval.lexical_rank is not None
    return hit if is_found_by_words else replace(hit, snippet=replace(hit.snippet, matches=()))


@pytest.fixture
def meaning():
    return Meaning()


@pytest.fixture
def results(qtbot, theme, meaning):
    case = open_window(qtbot, theme, meaning)
    search_for(qtbot, case, QUERY)
    return case.window.search.pane.results


def by_meaning(results):
    return [
        hit
        for hit in results.hits_in_view()
        if hit.retrieval.lexical_rank is None and not hit.snippet.is_code
    ]


def test_visible_rows_without_matched_words_are_highlighted_in_turn(qtbot, results, meaning):
    qtbot.waitUntil(lambda: len(results.hits_in_view()) > 3)
    wanted = [hit.chunk_id for hit in by_meaning(results)]
    assert wanted
    model = results.hit_model
    qtbot.waitUntil(lambda: all(map(model.nearest_of, wanted)))
    assert [request.chunk_id for request in meaning.asked] == wanted
    assert {request.query for request in meaning.asked} == {QUERY}
    marked = [hit.chunk_id for hit in model.hits if model.nearest_of(hit.chunk_id)]
    assert marked == wanted


def test_a_highlighted_row_is_repainted(qtbot, theme, meaning):
    meaning.gives_up = 1_000
    case = open_window(qtbot, theme, meaning)
    search_for(qtbot, case, QUERY)
    results = case.window.search.pane.results
    qtbot.waitUntil(lambda: bool(by_meaning(results)))
    hit = by_meaning(results)[0]
    row = results.visualRect(results.hit_model.index(results.hit_model.row_of(hit.chunk_id)))
    before = results.viewport().grab(row).toImage()
    results.hit_model.mark_nearest(hit.chunk_id, PART)
    assert results.viewport().grab(row).toImage() != before


def test_a_cancelled_sentence_is_requested_again(qtbot, theme, meaning):
    meaning.gives_up = 1
    case = open_window(qtbot, theme, meaning)
    search_for(qtbot, case, QUERY)
    model = case.window.search.pane.results.hit_model
    qtbot.waitUntil(lambda: any(model.nearest_of(hit.chunk_id) for hit in model.hits))
    first = meaning.asked[0].chunk_id
    qtbot.waitUntil(lambda: model.nearest_of(first) is not None)


def test_highlights_of_another_query_are_dropped(qtbot, results):
    model = results.hit_model
    qtbot.waitUntil(lambda: any(model.nearest_of(hit.chunk_id) for hit in model.hits))
    other = replace(model.request, query="something else")
    results.set_answer(shown(replace(sample_response(), hits=model.hits, request=other)))
    assert not any(model.nearest_of(hit.chunk_id) for hit in model.hits)
