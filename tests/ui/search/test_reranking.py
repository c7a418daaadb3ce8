"""Reranking in the whole window: by shortcut, automatic, and how it is displayed."""

from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import Qt

from tests.fakes.library_samples import sample_status
from tests.support.real_window import index_files, real_window
from tests.support.running_engine import library_opener
from tests.support.tiny_embedder import tiny_embedder_loader
from tests.support.tiny_gguf import tiny_reranker
from tests.ui.window_case import open_window, search_for
from twofold.app.models import reranker_of
from twofold.engine.api import SearchFilters, SearchRequest, Settings, StatusChanged
from twofold.engine.service.engine import BackgroundEngine
from twofold.ui.explain.times import reranking_ms
from twofold.ui.results.result_model import moved_label

NOTES = {
    "1.md": "# A\n\nThe purchase list: pen, ink, paper, and a hound.\n",
    "2.md": "# B\n\nThe purchase of a car was put off.\n",
    "3.md": "# C\n\nBuy an automobile for the dog and keep it in the barn, says the farmer in his "
    "long letter from the valley.\n",
    "4.md": "# D\n\ncar purchase purchase car purchase car\n",
}
QUERY = "purchase car hound "  # its last word is complete


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    home = tmp_path_factory.mktemp("rerank")
    index_files(home, {home / "notes": NOTES})
    return home


def test_the_key_reranks_the_hits_and_restores_the_original_order(qtbot, theme, home):
    with real_window(qtbot, theme, home, {"indexing.watch": False}) as opened:
        search, window = opened.window.search, opened.window
        button = search.pane.tools.rerank
        assert not button.isEnabled()
        search.pane.field.set_query(QUERY)
        opened.wait_until(lambda: search.session.is_answered and search.pane.shows_hits)
        results = search.pane.results
        before = [hit.doc_path for hit in results.hit_model.hits]

        qtbot.keyClick(window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
        opened.wait_until(lambda: search.session.is_answered and button.isChecked())
        moved = {hit.doc_path: moved_label(hit) for hit in results.hit_model.hits}
        assert before == ["4.md", "1.md", "2.md", "3.md"]
        assert list(moved) == ["4.md", "3.md", "2.md", "1.md"]
        assert list(moved.values()) == ["", "\u2191 was 4th", "", "\u2193 was 2nd"]
        results.choose(results.hit_model.hits[1])
        explain = search.details.explain
        opened.wait_until(lambda: "car \u2192 automobile" in explain.sentence)
        assert "Reranked from 4th to 2nd." in explain.sentence
        opened.wait_until(lambda: "automobile" in marked(search.details.preview.preview))

        button.click()
        opened.wait_until(lambda: search.session.is_answered and not button.isChecked())
        assert [hit.doc_path for hit in results.hit_model.hits] == before
        opened.wait_until(lambda: "automobile" not in explain.sentence)


def test_a_reranking_model_chosen_in_the_window_is_used_at_once(qtbot, theme, home, tmp_path):
    model = tiny_reranker(tmp_path)  # it prefers passages about dogs
    opener = library_opener(home / "library", tiny_embedder_loader(home / "model"), maintain=True)
    opener = replace(opener, choose_reranker=partial(reranker_of, tmp_path / "models"))
    engine = partial(BackgroundEngine, opener)
    # A busy computer would read fewer passages in the same time.
    settings = {"indexing.watch": False, "rerank.candidates": 4}
    with real_window(qtbot, theme, home, settings, open_engine=engine) as opened:
        window, search = opened.window, opened.window.search
        button, results = search.pane.tools.rerank, search.pane.results
        search.pane.field.set_query(QUERY)
        opened.wait_until(lambda: search.session.is_answered and search.pane.shows_hits)
        first, second = button.toolTip().split("\n")
        assert first == "Rerank the top passages by comparing words (Ctrl+R)"
        assert second.startswith("A reranking model is more precise")
        results.choose(results.hit_model.hits[3])
        chosen = results.current_hit().doc_path

        window.live.change("rerank.model", str(model))
        assert model.stem in button.toolTip()
        qtbot.keyClick(window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
        assert search.pane.count_line.plain_text.endswith("Reranking, about 1.0 s")
        assert button.toolTip().startswith("Cancel reranking")
        # The engine may answer once more with the former model, before it applies the setting.
        opened.wait_until(lambda: reranked_by(search, model.stem) and button.isChecked())
        assert "Reranking" not in search.pane.count_line.plain_text
        assert button.toolTip().startswith("Restore the order")
        assert {hit.doc_path for hit in results.hit_model.hits[:2]} == {"1.md", "3.md"}
        assert results.current_hit().doc_path == chosen, "the selection stays"
        measured = search.answers.reranking._measured
        assert measured == max(0.1, reranking_ms(search.response.trace) / 1000)

        window.live.change("rerank.model", "")
        button.click()
        opened.wait_until(lambda: search.session.is_answered and not button.isChecked())
        button.click()
        opened.wait_until(lambda: reranked_by(search, "tiny@"))  # words are compared again


def reranked_by(search, model):
    rerank = search.response.trace.rerank
    is_reranked = rerank is not None and rerank.model.startswith(model)
    return search.session.is_answered and is_reranked


def test_reranking_shows_its_time_and_is_cancelled_by_the_same_button(qtbot, theme):
    case = open_window(qtbot, theme)
    search_for(qtbot, case, "pod")
    search, line = case.window.search, case.window.search.pane.count_line
    button = search.pane.tools.rerank
    qtbot.waitUntil(button.isEnabled)
    case.client.post(StatusChanged(replace(sample_status(), embedding_rate=8.0)))
    qtbot.waitUntil(lambda: search.answers.reranking._rate == 8.0)
    before = line.plain_text
    button.click()
    assert line.plain_text == f"{before} \u00b7 Reranking, about 2.5 s"
    button.click()
    assert line.plain_text == before
    assert [one.rerank for one in case.engine.requests(SearchRequest)[-2:]] == [True, False]


def marked(preview):
    if preview is None:
        return []
    return [preview.text[one.start : one.end] for one in preview.matches]


def reranked(case):
    return [one.query for one in case.engine.requests(SearchRequest) if one.rerank]


@pytest.mark.parametrize(("rate", "wanted"), [(30.0, ["pod", "node"]), (10.0, [])])
def test_a_fast_machine_reranks_automatically_if_enabled(qtbot, theme, rate, wanted):
    case = open_window(qtbot, theme, settings=Settings({"search.rerank": True}))
    case.client.post(StatusChanged(replace(sample_status(), embedding_rate=rate)))
    pane = case.window.search.pane
    for query in ("pod", "node"):
        search_for(qtbot, case, query)
        qtbot.waitUntil(lambda: case.window.search.session.is_answered)
        if wanted:
            qtbot.waitUntil(lambda query=query: query in reranked(case))
            qtbot.waitUntil(pane.tools.rerank.isChecked)
            pane.tools.rerank.click()  # users who prefer the original order keep it
            qtbot.waitUntil(lambda: not pane.tools.rerank.isChecked())
    assert reranked(case) == wanted


def test_typing_cancels_reranking(qtbot, theme):
    case = open_window(qtbot, theme)
    search_for(qtbot, case, "pod")
    case.window.search.pane.tools.rerank.click()
    assert reranked(case) == ["pod"]
    search_for(qtbot, case, "pods")
    assert not case.engine.requests(SearchRequest)[-1].rerank
    qtbot.waitUntil(lambda: not case.window.search.pane.tools.rerank.isChecked())


def test_a_new_filter_is_reranked_too_unless_the_user_turned_it_off(qtbot, theme):
    case = open_window(qtbot, theme, settings=Settings({"search.rerank": True}))
    case.client.post(StatusChanged(replace(sample_status(), embedding_rate=30.0)))
    search, button = case.window.search, case.window.search.pane.tools.rerank
    search_for(qtbot, case, "pod")
    qtbot.waitUntil(lambda: len(reranked(case)) == 1 and search.session.is_answered)
    search.session.set_filters(SearchFilters(langs=("en",)))
    qtbot.waitUntil(lambda: len(reranked(case)) == 2 and search.session.is_answered)
    button.click()
    qtbot.waitUntil(lambda: search.session.is_answered)
    search.session.set_filters(SearchFilters())
    qtbot.waitUntil(lambda: search.session.is_answered)
    qtbot.waitUntil(lambda: not button.isChecked())
    assert len(reranked(case)) == 2


def test_the_button_stays_checked_while_reranking_is_pending(qtbot, theme):
    case = open_window(qtbot, theme)
    search_for(qtbot, case, "pod")
    search, button = case.window.search, case.window.search.pane.tools.rerank
    qtbot.waitUntil(button.isEnabled)
    button.click()
    search.answers.show_again()  # as after counts that arrive in the meantime
    assert button.isChecked()
    button.click()
    assert not search.session.request.rerank


def test_the_key_reranks_an_answer_that_replaces_a_reranked_one(qtbot, theme):
    case = open_window(qtbot, theme)
    search_for(qtbot, case, "pod")
    pane, button = case.window.search.pane, case.window.search.pane.tools.rerank
    button.click()
    qtbot.waitUntil(lambda: case.window.search.session.is_answered)
    pane.field.set_query("node")
    button.click()
    assert button.isChecked()
    qtbot.waitUntil(lambda: reranked(case) == ["pod", "node"])
