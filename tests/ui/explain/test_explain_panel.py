import json
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QToolButton

from tests.ui.samples import empty_response, make_hit, sample_response, shown
from twofold.engine.api import RerankVote, SearchMode, Settings
from twofold.ui.explain.explain_panel import ExplainPanel, RowsLabel
from twofold.ui.explain.rank_flow import RankFlow
from twofold.ui.explain.scores import ContributionBar, ScoreTable
from twofold.ui.explain.trace_texts import time_rows, what_was_searched
from twofold.ui.widgets.controls import FoldButton

FOUND = sample_response()


@pytest.fixture
def panel(theme, qtbot):
    panel = ExplainPanel(theme)
    qtbot.addWidget(panel)
    panel.resize(540, 520)
    panel.show()
    return panel


def scores(panel):
    return [(row.name, row.rank, row.score, row.weight, row.share) for row in table(panel).rows]


def table(panel):
    return panel.findChild(ScoreTable)


def fold(panel, words):
    return next(button for button in panel.findChildren(FoldButton) if words in button.text())


def visible_rows(panel):
    return [name for label in panel.findChildren(RowsLabel) if label.isVisible()
            for name, _value in label.rows]  # fmt: skip


def test_both_retrievers_and_the_fused_list_are_shown(panel):
    panel.show_hit(shown(FOUND), FOUND.hits[2])
    assert panel.sentence.startswith("2nd by keywords because of the rare word finalizer")
    assert scores(panel) == [
        ("Keywords", "2", "11.84", "1.00", "54 %"),
        ("Meaning", "14", "0.812", "1.00", "46 %"),
        ("Fused", "3", "0.904", "", "100 %"),
    ]
    assert panel.findChild(ContributionBar).isVisible()
    assert panel.findChild(RankFlow).isVisible()


def test_a_reranked_hit_shows_its_fused_rank_and_score(panel):
    hit = replace(FOUND.hits[2], rerank=RerankVote(0.9, 5, 3))
    panel.show_hit(shown(FOUND), hit)
    assert "Combined: 5th of 42. Reranked from 5th to 3rd." in panel.sentence
    assert scores(panel)[-1] == ("Fused", "5", "0.904", "", "100 %")


def test_a_retriever_without_the_hit_has_dashes(panel):
    panel.show_hit(shown(FOUND), FOUND.hits[3])
    assert scores(panel)[0] == ("Keywords", "–", "–", "1.00", "–")
    assert scores(panel)[1][1] == "2"
    assert "Keywords: not found" in table(panel).accessibleDescription()
    assert panel.minimumSizeHint().width() <= 380  # the minimum width of its column


def test_a_single_retriever_search_has_no_fused_parts(panel):
    hit = make_hit(ranks=(1, None))
    hit = replace(hit, retrieval=replace(hit.retrieval, method=SearchMode.LEXICAL))
    trace = replace(FOUND.trace, mode=SearchMode.LEXICAL, retrievers=FOUND.trace.retrievers[:1])
    panel.show_hit(shown(replace(FOUND, hits=(hit,), trace=trace)), hit)
    assert [row[0] for row in scores(panel)] == ["Keywords"]
    assert not panel.findChild(ContributionBar).isVisible()
    assert not panel.findChild(RankFlow).isVisible()


def test_clicking_the_rank_flow_selects_a_hit(panel, qtbot):
    panel.show_hit(shown(FOUND), FOUND.hits[2])
    flow = panel.findChild(RankFlow)
    place = QPoint(round(flow.shown.x(None)), round(flow.shown.y(5)))
    with qtbot.waitSignal(panel.hit_chosen) as chosen:
        qtbot.mouseClick(flow, Qt.MouseButton.LeftButton, pos=place)
    assert chosen.args[0] == FOUND.hits[4]


def test_expanded_sections_stay_expanded_for_the_next_hit(panel):
    panel.show_hit(shown(FOUND), FOUND.hits[0])
    assert visible_rows(panel) == []
    fold(panel, "What was searched").click()
    assert visible_rows(panel) == ["Words", "Keywords", "Meaning", "Combined"]
    fold(panel, "What was searched").click()
    assert visible_rows(panel) == []
    fold(panel, "Time: keywords 2 ms, meaning 8 ms, rest 4 ms").click()
    panel.show_hit(shown(FOUND), FOUND.hits[1])
    assert "Parsing the query" in visible_rows(panel)


@pytest.mark.parametrize("is_answered", [True, False])
def test_without_a_query_there_is_one_sentence(panel, is_answered):
    blank = empty_response()
    blank = replace(blank, request=replace(blank.request, query="  "))
    panel.show_hit(shown(blank) if is_answered else None, None)
    assert panel.sentence == "Select a passage to see why it was found."
    assert visible_rows(panel) == []
    assert not fold(panel, "What was searched").isVisible()
    assert not copy_button(panel).isEnabled()


def copy_button(panel):
    return next(button for button in panel.findChildren(QToolButton) if button.menu())


def test_the_explanation_can_be_copied_as_text_and_json(panel, qtbot):
    panel.show_hit(shown(FOUND), FOUND.hits[2])
    as_text, as_json = copy_button(panel).menu().actions()
    as_text.trigger()
    text = QGuiApplication.clipboard().text()
    assert panel.sentence in text
    assert "graceful-deletion.pdf#page=3" in text
    assert text.startswith(FOUND.request.query)
    assert "Keywords: rank 2, score 11.84 BM25, weight 1.00, share 54 %" in text
    assert "Fused: rank 3, score 0.904 of 1, share 100 %" in text
    for name, time in time_rows(FOUND.trace):
        assert f"{name}: {time}" in text
    as_json.trigger()
    copied = json.loads(QGuiApplication.clipboard().text())
    assert copied["query"] == FOUND.request.query
    assert copied["explanation"] == panel.sentence
    assert copied["bm25"] == FOUND.hits[2].bm25
    reported = copied["response"]
    assert [hit["rank"] for hit in reported["hits"]] == [3]
    assert reported["hits"][0]["retrieval"]["lexical_rank"] == 2
    assert reported["trace"]["settings"]["rrf_k"] == FOUND.request.fusion.rrf_k
    assert reported["trace"]["stage_ms"]


def test_without_a_hit_what_was_searched_is_shown_and_copied(panel):
    panel.show_hit(shown(empty_response()), None)
    assert visible_rows(panel) == ["Words", "Keywords", "Meaning", "Combined"]
    assert not table(panel).isVisible()
    as_text, as_json = copy_button(panel).menu().actions()
    as_text.trigger()
    for name, value in what_was_searched(empty_response()):
        assert f"{name}: {value}" in QGuiApplication.clipboard().text()
    as_json.trigger()
    assert json.loads(QGuiApplication.clipboard().text())["response"]["hits"] == []


def test_a_slider_keeps_the_focus_while_it_reorders_the_hits(panel):
    panel.show_hit(shown(FOUND), FOUND.hits[2])
    controls = panel.controls
    controls.balance_slider.setFocus()
    panel.show_hit(shown(FOUND), FOUND.hits[1])
    assert panel.focusWidget() is controls.balance_slider
    controls.set_default(Settings().fusion)
    controls.balance_slider.setValue(80)
    controls.reset.setFocus()
    controls.reset.click()
    assert panel.focusWidget() is controls.balance_slider


def test_a_similar_passage_is_explained_too(panel):
    response = replace(FOUND, request=replace(FOUND.request, query="", like="0" * 16))
    panel.show_hit(shown(response), response.hits[2])
    assert panel.sentence.startswith("2nd by keywords")
    assert table(panel).isVisible()
