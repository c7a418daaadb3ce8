"""The sliders reorder the list of the whole window without another search."""

from dataclasses import replace

import pytest

from tests.fakes.library_samples import answering
from tests.ui.samples import make_hit, sample_ranking
from tests.ui.window_case import open_window, search_for
from twofold.engine.api import (
    FusionSettings,
    SearchFinished,
    SearchRequest,
    SettingError,
    Settings,
    can_reorder,
    reordered,
)
from twofold.ui.search.pages import HITS_SHOWN

QUERY = "finalizer"
BY_HAND = Settings.from_mapping({"search.fusion": "rrf"})


def whole_answer(request_id, request):
    """Return the requested number of the 42 passages as hits."""
    event = answering()(request_id, request)
    if not isinstance(event, SearchFinished) or not event.response.hits:
        return event
    hits = tuple(
        make_hit(chunk.rank, f"Passage {chunk.rank}", ranks=(chunk.lexical_rank, chunk.vector_rank))
        for chunk in sample_ranking()
    )
    # The samples have a fixed order. This is the order by their scores.
    response = replace(event.response, hits=hits)
    if not can_reorder(response):
        return SearchFinished(request_id, response)
    response = reordered(response, request.fusion)
    return SearchFinished(request_id, replace(response, hits=response.hits[: request.limit]))


@pytest.fixture
def case(qtbot, theme):
    case = open_window(qtbot, theme, whole_answer, settings=BY_HAND)
    search_for(qtbot, case, QUERY)
    return case


def controls(case):
    return case.window.search.details.explain.controls


def shown(case):
    return [hit.title for hit in case.window.search.response.hits]


def listed(case):
    model = case.window.search.pane.results.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_the_list_follows_a_slider_immediately(case, qtbot):
    asked = len(case.engine.requests(SearchRequest))
    controls(case).balance_slider.setValue(0)
    lexical = [hit.retrieval.lexical_rank for hit in case.window.search.response.hits]
    known = [rank for rank in lexical if rank is not None]
    assert lexical[: len(known)] == sorted(known)
    assert listed(case) == shown(case)
    again = case.engine.requests(SearchRequest)[asked:]
    assert all(request.fusion == FusionSettings() for request in again)


def test_hits_moving_up_from_below_the_first_page_are_requested_once(qtbot, theme):
    case = open_window(qtbot, theme, whole_answer, settings=BY_HAND)
    # Even on a slow machine, the rest of the hits is not requested automatically.
    case.window.search.session._rest_pause.setInterval(1_000_000)
    search_for(qtbot, case, QUERY)
    asked = len(case.engine.requests(SearchRequest))
    controls(case).balance_slider.setValue(100)
    qtbot.waitUntil(lambda: len(shown(case)) == 42)
    assert shown(case)[0] == "Passage 2"
    controls(case).balance_slider.setValue(90)
    controls(case).balance_slider.setValue(10)
    again = case.engine.requests(SearchRequest)[asked:]
    assert [(request.limit, request.fusion) for request in again] == [
        (HITS_SHOWN, FusionSettings())
    ]


def test_the_selected_hit_stays_selected_and_its_explanation_follows(case, qtbot):
    results = case.window.search.pane.results
    hit = next(hit for hit in case.window.search.response.hits if hit.title == "Passage 3")
    results.choose(hit)
    explain = case.window.search.details.explain
    qtbot.waitUntil(lambda: "3rd of 42" in explain.sentence)
    controls(case).balance_slider.setValue(0)
    assert results.current_hit().title == "Passage 3"
    qtbot.waitUntil(lambda: "2nd of 42" in explain.sentence)


def test_the_next_search_uses_the_slider_values(case, qtbot):
    controls(case).sliders["rrf_k"].setValue(7)
    search_for(qtbot, case, "namespace")
    assert case.engine.requests(SearchRequest)[-1].fusion.rrf_k == 7


def test_reset_restores_the_original_order(case):
    before = shown(case)
    controls(case).balance_slider.setValue(5)
    assert shown(case)[: len(before)] != before
    controls(case).reset.click()
    assert shown(case)[: len(before)] == before


def test_an_answer_that_cannot_be_reordered_is_requested_again(case, qtbot):
    case.window.search.pane.tools.group.click()
    asked = len(case.engine.requests(SearchRequest))
    controls(case).balance_slider.setValue(80)
    again = case.engine.requests(SearchRequest)[asked:]
    assert [request.fusion.vector_weight for request in again] == [1.6]


def test_the_default_is_stored(qtbot, theme):
    kept = []
    case = open_window(qtbot, theme, whole_answer, store_settings=kept.append, settings=BY_HAND)
    search_for(qtbot, case, QUERY)
    controls(case).balance_slider.setValue(60)
    controls(case).keep.click()
    assert kept == [
        {
            "search.fusion": "rrf",
            "search.rrf_k": 60,
            "search.lexical_weight": 0.8,
            "search.vector_weight": 1.2,
        }
    ]
    assert not controls(case).keep.isEnabled()


def test_saving_a_default_can_be_undone(qtbot, theme):
    kept = []
    case = open_window(qtbot, theme, whole_answer, store_settings=kept.append, settings=BY_HAND)
    search_for(qtbot, case, QUERY)
    controls(case).balance_slider.setValue(60)
    controls(case).keep.click()
    assert case.window.undo_bar.text == "Saved as the default for all searches."
    case.window.undo_bar.undo()
    assert kept[-1]["search.vector_weight"] == 1.0
    assert controls(case).balance_slider.value() == 60
    assert controls(case).keep.isEnabled()


def test_a_default_that_cannot_be_stored_is_reported(qtbot, theme):
    def refuse(_values):
        raise SettingError("The settings file cannot be written.", "Free some room.")

    case = open_window(qtbot, theme, whole_answer, store_settings=refuse, settings=BY_HAND)
    search_for(qtbot, case, QUERY)
    controls(case).sliders["rrf_k"].setValue(3)
    controls(case).keep.click()
    assert "cannot be written" in case.window.search.pane.messages.text
    assert controls(case).reset.isEnabled()
