"""The window shows a first page of hits and appends the rest without moving them."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel
from PySide6.QtWidgets import QDialog, QToolButton

from tests.fakes.library_samples import answering
from tests.ui.samples import make_hit, sample_ranking, sample_response
from tests.ui.window_case import open_window, search_for
from twofold.engine.api import (
    CountMatches,
    ExportRendered,
    FoundBy,
    RelevanceFloor,
    RequestFailed,
    SearchFinished,
    SearchRequest,
)
from twofold.ui.export.export_dialog import ExportDialog
from twofold.ui.filters.model import CountRole
from twofold.ui.filters.selection import FilterAction, Section
from twofold.ui.results.presented import HitOrder
from twofold.ui.results.result_model import HitRole
from twofold.ui.search.pages import HITS_SHOWN

FOUND = 60


def response_to(request):
    ranking = sample_ranking(FOUND)
    hits = tuple(
        make_hit(chunk.rank, ranks=(chunk.lexical_rank, chunk.vector_rank)) for chunk in ranking
    )
    response = sample_response(request.query)
    return replace(response, request=request, hits=hits[: request.limit], ranking=ranking)


def first_pages(request_id, request):
    """Reply immediately, except to requests for the rest."""
    if isinstance(request, SearchRequest) and request.query:
        is_first = request.limit < HITS_SHOWN
        return SearchFinished(request_id, response_to(request)) if is_first else None
    return answering()(request_id, request)


def all_at_once(request_id, request):
    """Reply to every search with all requested hits."""
    if isinstance(request, SearchRequest) and request.query:
        return SearchFinished(request_id, response_to(request))
    return answering()(request_id, request)


@pytest.fixture
def found(qtbot, theme):
    case = open_window(qtbot, theme, first_pages)
    search_for(qtbot, case, "pod")
    return case


def weak_from(rank, response):
    """Make all hits from a rank on weak."""
    hits = tuple(
        replace(hit, weak=hit.rank >= rank, doc_id=_doc(hit.rank)) for hit in response.hits
    )
    told = (replace(c, weak=c.rank >= rank, doc_id=_doc(c.rank)) for c in response.ranking)
    trace = replace(response.trace, floor=RelevanceFloor(0.85, 0.78, 0.88, 200))
    return replace(response, hits=hits, ranking=tuple(told), trace=trace)


def _doc(rank):
    return f"{rank % 7:016x}"


def weak_first_pages(rank):
    """Reply like `first_pages`, with weak hits from a rank on, and without counts."""

    def answer(request_id, request):
        if isinstance(request, CountMatches):
            return None
        event = first_pages(request_id, request)
        if not isinstance(event, SearchFinished) or not request.query:
            return event
        return replace(event, response=weak_from(rank, event.response))

    return answer


def shown_numbers(case):
    """Return all numbers that the window shows for the answer."""
    search = case.window.search
    found_by = search.filters.panel.model(Section.FOUND_BY)
    rows = [found_by.index(row, 0).data(CountRole) for row in range(found_by.rowCount())]
    line = search.pane.weak_line
    return search.pane.count_line.plain_text, line.isVisible(), line.button.accessibleName(), rows


@pytest.mark.parametrize("rank", [11, 31])
def test_weak_hits_after_the_first_page_are_counted_immediately(qtbot, theme, rank):
    case = open_window(qtbot, theme, weak_first_pages(rank))
    search_for(qtbot, case, "pod")
    first = shown_numbers(case)
    assert first[0] == f"{rank - 1} passages · {FOUND - rank + 1} weak hidden"
    assert first[1:3] == (True, f"Show {FOUND - rank + 1} weak matches")
    qtbot.waitUntil(lambda: sum(shown_numbers(case)[3]) == rank - 1)
    counted = shown_numbers(case)
    answer_rest(qtbot, case, lambda response: weak_from(rank, response))
    qtbot.waitUntil(lambda: len(case.window.search.session.answer.hits) == FOUND)
    assert shown_numbers(case) == counted
    assert counted[:3] == first[:3]
    assert case.window.search.pane.results.model().rowCount() == rank - 1


def test_visible_weak_hits_are_counted_before_all_are_fetched(qtbot, theme):
    case = open_window(qtbot, theme, weak_first_pages(6))
    search_for(qtbot, case, "pod")
    case.window.search.pane.weak_line.button.click()
    model = case.window.search.pane.results.model()
    assert model.rowCount() == first_page(case)
    assert model.index(5, 0).data(HitRole.WEAK_BELOW) == 55
    assert case.window.search.pane.count_line.plain_text == "60 passages · 55 weak shown"
    answer_rest(qtbot, case, lambda response: weak_from(6, response))
    qtbot.waitUntil(lambda: model.rowCount() == FOUND)
    assert model.index(5, 0).data(HitRole.WEAK_BELOW) == 55
    assert case.window.search.pane.count_line.plain_text == "60 passages · 55 weak shown"


def asked_hits(case):
    searches = case.engine.requests(SearchRequest)
    return [request.limit for request in searches if request.query]


def first_page(case):
    """Return the size of the first page, which depends on the window height."""
    return asked_hits(case)[0]


def answer_rest(qtbot, case, change=lambda response: response):
    qtbot.waitUntil(lambda: asked_hits(case)[-1] == HITS_SHOWN)
    response = change(response_to(case.engine.requests(SearchRequest)[-1]))
    case.engine.send(SearchFinished(case.engine.last_id(SearchRequest), response))


def test_the_first_page_fills_the_list(qtbot, theme):
    case = open_window(qtbot, theme, first_pages)
    results = case.window.search.pane.results
    for height in (620, 1000):
        case.window.resize(1280, height)
        search_for(qtbot, case, f"pod {height}")
        last = results.model().index(results.model().rowCount() - 1, 0)
        assert results.model().rowCount() == asked_hits(case)[-1] < HITS_SHOWN
        assert results.visualRect(last).bottom() >= results.viewport().height()


def test_the_rest_is_appended_without_moving_visible_rows(qtbot, found):
    search = found.window.search
    results, line = search.pane.results, search.pane.count_line
    counts = search.filters.panel.model(Section.FOUND_BY)
    assert results.model().rowCount() == first_page(found)
    assert line.plain_text == f"{FOUND} passages"
    qtbot.waitUntil(lambda: counts.item(0).text() == "Both")
    results.setCurrentIndex(results.model().index(3, 0))
    shown_numbers = line.plain_text

    answer_rest(qtbot, found)
    qtbot.waitUntil(lambda: results.model().rowCount() == FOUND)

    assert asked_hits(found) == [first_page(found), HITS_SHOWN]
    assert search.current_hit().rank == 4
    assert line.plain_text == shown_numbers
    assert len(search.response.hits) == FOUND


def test_the_list_is_extended_at_its_end(qtbot, theme):
    ranking = sample_ranking(180)
    every = tuple(
        make_hit(chunk.rank, ranks=(chunk.lexical_rank, chunk.vector_rank)) for chunk in ranking
    )

    def answer(request_id, request):
        if not isinstance(request, SearchRequest) or not request.query:
            return answering()(request_id, request)
        end = request.offset + request.limit
        response = replace(
            sample_response(request.query),
            request=request,
            hits=every[request.offset : end],
            ranking=ranking[: max(end, HITS_SHOWN)],
            has_more=end < len(ranking),
        )
        return SearchFinished(request_id, response)

    case = open_window(qtbot, theme, answer)
    search_for(qtbot, case, "pod")
    results = case.window.search.pane.results
    qtbot.waitUntil(lambda: results.model().rowCount() == HITS_SHOWN)
    results.choose(results.model().hits[99])
    results.scrollToBottom()
    qtbot.waitUntil(lambda: results.model().rowCount() == len(ranking))
    assert results.current_hit().rank == 100
    assert [hit.rank for hit in results.model().hits] == list(range(1, 181))
    asked = case.engine.requests(SearchRequest)
    assert [(one.offset, one.limit) for one in asked if one.offset] == [(100, 100)]
    results.scrollToBottom()
    assert case.engine.requests(SearchRequest) == asked


def test_a_saved_export_can_be_shown_in_its_folder(qtbot, found, monkeypatch):
    shown = []
    monkeypatch.setattr(found.window.search.opener, "show_in_folder", shown.append)
    found.window.show_export()
    answer_rest(qtbot, found)
    qtbot.waitUntil(lambda: found.window.findChild(ExportDialog) is not None)
    dialog = found.window.findChild(ExportDialog)
    saved = Path("/home/ada/Documents/rent.md")
    dialog.saved.emit(ExportRendered(1, "", saved))
    dialog.done(QDialog.DialogCode.Rejected)
    messages = found.window.search.pane.messages
    assert messages.text == f"Saved as {saved}"
    (link,) = (one for one in messages.findChildren(QToolButton) if one.text() == "Show in folder")
    link.click()
    assert shown == [str(saved)]


def test_an_export_contains_all_hits_even_after_reordering(qtbot, found):
    found.window.show_export()
    found.window.show_export()
    assert found.window.findChild(ExportDialog) is None
    found.window.search.pane.tools.choose_order(HitOrder.NEWEST)
    answer_rest(qtbot, found)
    qtbot.waitUntil(lambda: found.window.findChild(ExportDialog) is not None)
    (dialog,) = found.window.findChildren(ExportDialog)
    assert dialog.isVisible()
    assert len(found.window.search.response.hits) == FOUND
    dialog.done(QDialog.DialogCode.Rejected)


def test_an_export_is_not_opened_after_another_search(qtbot, found):
    found.window.show_export()
    search_for(qtbot, found, "namespace")
    answer_rest(qtbot, found)
    qtbot.waitUntil(lambda: found.window.search.pane.results.model().rowCount() == FOUND)
    assert found.window.findChild(ExportDialog) is None


def test_the_found_by_filter_requests_all_hits(qtbot, found):
    search = found.window.search
    search.filters.panel.action_requested.emit(
        Section.FOUND_BY, FoundBy.MEANING.value, FilterAction.ONLY
    )
    answer_rest(qtbot, found)
    only = sum(chunk.lexical_rank is None for chunk in sample_ranking(FOUND))
    qtbot.waitUntil(lambda: search.pane.results.model().rowCount() == only)
    assert search.pane.count_line.plain_text.startswith(f"{only} passages")

    search.pane.field.set_query("namespace")
    qtbot.waitUntil(lambda: found.engine.requests(SearchRequest)[-1].query == "namespace")
    assert asked_hits(found)[-1] == HITS_SHOWN


def select(results, *rows):
    results.setCurrentIndex(results.model().index(rows[0], 0))
    for row in rows[1:]:
        flag = QItemSelectionModel.SelectionFlag.Select
        results.selectionModel().select(results.model().index(row, 0), flag)


def test_grouping_keeps_selected_hits_that_are_still_listed(qtbot, found):
    search, group = found.window.search, found.window.search.pane.tools.group
    answer_rest(qtbot, found)
    results = search.pane.results
    qtbot.waitUntil(lambda: results.model().rowCount() == FOUND)
    select(results, 1, 4, 40)

    group.click()
    qtbot.waitUntil(lambda: results.model().rowCount() == first_page(found))
    assert [hit.rank for hit in results.selected_hits()] == [2, 5]
    assert search.current_hit().rank == 2
    answer_rest(qtbot, found)
    qtbot.waitUntil(lambda: results.model().rowCount() == FOUND)
    assert [hit.rank for hit in results.selected_hits()] == [2, 5, 41]
    assert search.current_hit().rank == 2

    without = tuple(hit for hit in response_to(search.response.request).hits if hit.rank != 2)
    group.click()
    qtbot.waitUntil(lambda: results.model().rowCount() == first_page(found))
    results.setCurrentIndex(results.model().index(7, 0))  # the user continues in the meantime
    answer_rest(qtbot, found)
    qtbot.waitUntil(lambda: results.model().rowCount() == FOUND)
    assert [hit.rank for hit in results.selected_hits()] == [8]

    found.engine.answer = lambda number, request: (
        SearchFinished(number, replace(response_to(request), hits=without[: request.limit]))
        if isinstance(request, SearchRequest)
        else None
    )
    select(results, 1, 4)
    group.click()
    qtbot.waitUntil(lambda: found.window.search.response.hits[1].rank == 3)
    assert [hit.rank for hit in results.selected_hits()] == [5]
    assert search.current_hit().rank == 5


def test_a_library_that_changed_while_fetching_is_shown_as_it_is_now(qtbot, found):
    def changed(response):
        order = range(FOUND, 0, -1)
        hits = [replace(hit, rank=rank) for hit, rank in zip(response.hits, order, strict=True)]
        ranking = [replace(c, rank=r) for c, r in zip(response.ranking, order, strict=True)]
        return replace(response, hits=tuple(hits[::-1]), ranking=tuple(ranking[::-1]))

    answer_rest(qtbot, found, changed)
    results = found.window.search.pane.results
    qtbot.waitUntil(lambda: results.model().rowCount() == FOUND)
    assert results.model().hits[0].chunk_id == f"{FOUND:016x}"


def _exported(case):
    """Return the queries of the answers in open export dialogs."""
    dialogs = case.window.findChildren(ExportDialog)
    return [one._source.response.request.query for one in dialogs if one.isVisible()]


def test_an_export_requested_before_the_answer_uses_that_answer(qtbot, found):
    """Ctrl+E is pressed immediately after the last letter."""
    found.engine.answer = None
    found.window.search.pane.field.set_query("node")
    found.window.show_export()
    number = found.engine.last_id(SearchRequest)
    asked = found.engine.requests(SearchRequest)[-1]
    found.engine.answer = all_at_once
    found.client.post(SearchFinished(number, response_to(asked)))
    qtbot.waitUntil(lambda: _exported(found) == ["node"])


def test_an_export_uses_the_available_hits_if_the_rest_fails(qtbot, found):
    found.window.show_export()
    rest = found.engine.last_id(SearchRequest)
    found.client.post(RequestFailed(rest, "The index cannot be read."))
    qtbot.waitUntil(lambda: _exported(found) == ["pod"])


def test_an_export_opens_even_if_the_library_changes_first(qtbot, found):
    found.window.show_export()
    found.engine.answer = all_at_once
    found.window.search.session.repeat()
    qtbot.waitUntil(lambda: _exported(found) == ["pod"])
