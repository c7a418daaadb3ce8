"""Weak matches, sorting and grouping in the whole window."""

from collections import Counter
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from tests.fakes.library_samples import answering
from tests.ui.samples import sample_hits
from tests.ui.window_case import open_window, search_for
from twofold.engine.api import (
    DocumentShare,
    DocumentVote,
    KindCounts,
    MatchesCounted,
    RelevanceFloor,
    SearchFinished,
    SearchRequest,
)
from twofold.ui.filters.model import ValueRole
from twofold.ui.filters.selection import FilterAction, Section
from twofold.ui.results.presented import HitOrder
from twofold.ui.results.result_model import HitRole, document_link_text
from twofold.ui.search.empty_state import SimilarityScale

FLOOR = RelevanceFloor(0.85, 0.78, 0.88, 200)


def with_weak(*ranks, grouped=False, tags=()):
    def answer(request_id, request):
        event = answering()(request_id, request)
        if isinstance(event, MatchesCounted):
            strong = [hit for hit in sample_hits() if hit.rank not in ranks]
            kinds = KindCounts(**Counter(hit.found_by.value for hit in strong))
            counts = replace(event.counts, passages=len(strong), kinds=kinds)
            return MatchesCounted(request_id, counts)
        if not isinstance(event, SearchFinished):
            return event
        hits = tuple(
            replace(
                hit,
                weak=hit.rank in ranks,
                document=_vote(hit) if grouped else None,
                tags=tags or hit.tags,
            )
            for hit in event.response.hits
        )
        trace = replace(event.response.trace, floor=FLOOR)
        ranking = tuple(
            replace(one, weak=one.rank in ranks) for one in event.response.ranking[: len(hits)]
        )
        return SearchFinished(
            request_id, replace(event.response, hits=hits, ranking=ranking, trace=trace)
        )

    return answer


def _vote(hit):
    return DocumentVote(1.0, 4, (DocumentShare(hit.chunk_id, hit.rank, 1.0),))


@pytest.fixture
def open_case(qtbot, theme):
    def open_with(*ranks, **options):
        case = open_window(qtbot, theme, with_weak(*ranks, **options))
        search_for(qtbot, case, "finalizer")
        return case

    return open_with


def shown(case):
    return [int(hit.chunk_id, 16) for hit in case.window.search.response.hits]


def role(case, wanted):
    model = case.window.search.pane.results.model()
    return [model.index(row, 0).data(wanted) for row in range(model.rowCount())]


def test_weak_matches_are_hidden_until_requested_and_for_another_query(open_case, qtbot):
    case = open_case(2, 4)
    line = case.window.search.pane.weak_line
    assert shown(case) == [1, 3, 5, 6]
    assert line.isVisible()
    assert line.button.accessibleName() == "Show 2 weak matches"
    line.button.click()
    assert shown(case) == [1, 3, 5, 6, 2, 4]
    assert role(case, HitRole.WEAK_BELOW) == [0, 0, 0, 0, 2, 0]
    line.button.click()
    assert shown(case) == [1, 3, 5, 6]
    line.button.click()
    search_for(qtbot, case, "namespace")
    assert shown(case) == [1, 3, 5, 6]


def test_visible_weak_matches_count_in_every_filter_section(open_case, qtbot):
    case = open_case(2, 4)
    answers, panel = case.window.search.answers, case.window.search.filters.panel
    qtbot.waitUntil(lambda: answers.counting.counts is not None)
    weak = [hit for hit in case.window.search.session.answer.hits if hit.weak]

    values = {
        Section.FOUND_BY: weak[0].found_by.value,
        Section.FOLDERS: weak[0].folder,
        Section.LANGUAGES: weak[0].lang,
        Section.TYPES: weak[0].file_type,
    }

    def counts():
        return [panel.model(section).count(value) for section, value in values.items()]

    def reported(hit):
        return [hit.found_by.value, hit.folder, hit.lang, hit.file_type]

    more = [sum(value in reported(hit) for hit in weak) for value in values.values()]
    hidden = counts()
    answers.show_weak(wanted=True)
    assert counts() == [number + added for number, added in zip(hidden, more, strict=True)]
    answers.show_weak(wanted=False)
    assert counts() == hidden


def test_filters_are_sorted_by_count_including_weak_matches(open_case, qtbot):
    case = open_case(2, 4, tags=("draft",))
    answers = case.window.search.answers
    model = case.window.search.filters.panel.model(Section.TAGS)
    qtbot.waitUntil(lambda: answers.counting.counts is not None)

    def tags():
        return [model.index(row, 0).data(ValueRole) for row in range(model.rowCount())]

    assert tags() == ["kubernetes", "runbook", "to-cite", "draft"]
    answers.show_weak(wanted=True)
    assert tags() == ["kubernetes", "runbook", "draft", "to-cite"]
    answers.show_weak(wanted=False)
    assert tags() == ["kubernetes", "runbook", "to-cite", "draft"]


def test_without_weak_matches_there_is_no_line(open_case):
    assert not open_case().window.search.pane.weak_line.isVisible()


def test_weak_matches_alone_are_nothing_relevant(open_case, qtbot):
    case = open_case(1, 2, 3, 4, 5, 6)
    page = case.window.search.pane.empty_state
    assert page.title == "Nothing relevant"
    line = case.window.search.pane.count_line
    assert line.plain_text == "Nothing relevant · 6 weak hidden"
    closeness = page.findChild(SimilarityScale)
    assert closeness.isVisible()
    assert all(x < closeness.mark() for x in closeness.dots())
    assert "0.850" in closeness.accessibleDescription()
    page.grab()
    buttons = [button for button in page.buttons() if button.text() == "Show"]
    qtbot.mouseClick(buttons[0], Qt.MouseButton.LeftButton)
    assert shown(case) == [1, 2, 3, 4, 5, 6]
    assert line.plain_text == "Nothing relevant · 6 weak shown"


def test_the_empty_state_follows_filters_and_query(open_case, qtbot):
    case = open_case(1, 2, 3, 4, 5, 6)
    explain = case.window.search.details.explain
    words = case.window.search.pane.empty_state.findChildren(QLabel)[1]
    assert "With these filters" not in words.text()
    qtbot.waitUntil(lambda: explain._answer is not None)
    case.window.search.filters.panel.action_requested.emit(
        Section.TAGS, "runbook", FilterAction.ONLY
    )
    qtbot.waitUntil(lambda: "With these filters" in words.text())
    search_for(qtbot, case, "namespace")
    qtbot.waitUntil(lambda: explain._answer.response.request.query == "namespace")


def test_sorting_keeps_the_weak_ones_below(open_case):
    case = open_case(1)
    tools = case.window.search.pane.tools
    case.window.search.pane.weak_line.button.click()
    tools.choose_order(HitOrder.NEWEST)
    dates = [hit.date for hit in case.window.search.response.hits]
    assert dates[:-1] == sorted(dates[:-1], reverse=True)
    assert dates[-1] == "2026-10-14"
    assert role(case, HitRole.HIT)[-1].chunk_id == f"{1:016x}"
    assert "Newest first" in tools.sort.text()
    tools.choose_order(HitOrder.NAME)
    titles = [hit.title.casefold() for hit in case.window.search.response.hits][:-1]
    assert titles == sorted(titles)
    tools.choose_order(HitOrder.BEST)
    assert shown(case) == [2, 3, 4, 5, 6, 1]


def test_ctrl_g_groups_by_document(open_case, qtbot):
    case = open_case(grouped=True)
    qtbot.keyClick(case.window, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: case.engine.requests(SearchRequest)[-1].group_by_document)
    assert case.window.search.pane.tools.group.isChecked()
    assert document_link_text(role(case, HitRole.HIT)[0]) == "4 passages in this document"
    qtbot.keyClick(case.window, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: not case.engine.requests(SearchRequest)[-1].group_by_document)
