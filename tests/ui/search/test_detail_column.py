"""The preview of the selected hit while its document is loading."""

import pytest

from tests.fakes.library_samples import answering, text_preview
from tests.ui.samples import QUERY
from tests.ui.window_case import open_window, search_for
from twofold.engine.api import PreviewReady, PreviewRequest, RequestFailed


@pytest.fixture
def pdf(qtbot, theme):
    """A window whose hits are on pages, the first of which is shown."""
    case = open_window(qtbot, theme, answering(pdf=True))
    search_for(qtbot, case, QUERY)
    qtbot.waitUntil(case.window.search.details.preview.page_view.isVisible)
    return case


def test_pages_are_not_turned_in_a_document_that_is_loading(qtbot, pdf):
    case = pdf
    panel, results = case.window.search.details.preview, case.window.search.pane.results
    first, second, *_ = results.hit_model.hits
    assert panel.preview.chunk_id == first.chunk_id
    case.engine.answer = None  # the next document takes a while
    results.choose(second)
    asked = len(case.engine.requests(PreviewRequest))
    qtbot.waitUntil(lambda: len(case.engine.requests(PreviewRequest)) > asked)
    panel.step_page(1)
    panel.resize(panel.width() - 60, panel.height())  # the visible page must be sharp again
    with qtbot.waitSignal(panel._resize_pause.timeout):
        panel._resize_pause.start(0)
    wanted = case.engine.requests(PreviewRequest)[asked:]
    assert [(one.chunk_id, one.page) for one in wanted] == [(second.chunk_id, None)]


def test_pages_are_turned_in_a_document_being_opened(qtbot, pdf):
    case = pdf
    panel, results = case.window.search.details.preview, case.window.search.pane.results
    second = results.hit_model.hits[1]
    turned = []

    def turn() -> None:
        # On a slow machine, a message has replaced the previous document by then.
        shown = panel.preview.chunk_id if panel.preview is not None else ""
        is_opening = panel.awaited is not None and panel.awaited.chunk_id == second.chunk_id
        if is_opening and shown != second.chunk_id and not turned:
            turned.append(panel.awaited.page)
            panel.step_page(1)

    case.client.event_received.connect(turn)
    results.choose(second)
    qtbot.waitUntil(lambda: bool(turned))
    last = case.engine.requests(PreviewRequest)[-1]
    assert (last.chunk_id, last.page) == (second.chunk_id, turned[0] + 1)


def test_a_loading_document_is_named_and_replaces_the_previous_one(qtbot, pdf):
    panel, results = pdf.window.search.details.preview, pdf.window.search.pane.results
    first, second, *_ = results.hit_model.hits
    usual, pdf.engine.answer = pdf.engine.answer, None
    results.choose(second)
    qtbot.waitUntil(lambda: panel.is_empty)
    (name, sentence) = panel.head._name.accessibleName(), panel._empty.accessibleName()
    assert name == sentence == f"Opening {second.title}…"
    pdf.engine.answer = usual
    results.choose(first)
    assert "No passage selected" not in panel.head._name.accessibleName()
    qtbot.waitUntil(lambda: panel.preview is not None and panel.preview.chunk_id == first.chunk_id)
    assert not panel.is_empty


def test_holding_an_arrow_key_requests_one_preview(qtbot, found):
    case = found
    panel, results = case.window.search.details.preview, case.window.search.pane.results
    qtbot.waitUntil(lambda: panel.preview is not None)
    asked = len(case.engine.requests(PreviewRequest))
    hits = results.hit_model.hits[1:4]
    for hit in hits:
        results.choose(hit)
    # On a slow machine the former preview is removed before the next one arrives.
    qtbot.waitUntil(lambda: getattr(panel.preview, "chunk_id", "") == hits[-1].chunk_id)
    wanted = case.engine.requests(PreviewRequest)[asked:]
    assert [one.chunk_id for one in wanted] == [hits[-1].chunk_id]

    case.engine.answer = None
    ids = []
    for hit in results.hit_model.hits[1:3]:
        results.choose(hit)
        before = case.engine.last_id(PreviewRequest)
        qtbot.waitUntil(lambda before=before: case.engine.last_id(PreviewRequest) > before)
        ids.append(case.engine.last_id(PreviewRequest))
    case.engine.send(PreviewReady(ids[1], text_preview("new")))
    with qtbot.waitSignals([case.client.event_received] * 3):
        case.engine.send(PreviewReady(ids[0], text_preview("old")))
        case.engine.send(RequestFailed(ids[0], "too late"))
    assert panel.awaited.chunk_id == "new"
    assert panel.failure_text == ""


def test_a_failed_preview_is_requested_again_with_the_next_answer(qtbot, pdf):
    case, panel = pdf, pdf.window.search.details.preview
    usual, case.engine.answer = case.engine.answer, None
    panel.step_page(1)
    asked = len(case.engine.requests(PreviewRequest))
    case.engine.send(RequestFailed(case.engine.last_id(PreviewRequest), "It cannot be drawn."))
    qtbot.waitUntil(lambda: bool(panel.failure_text))
    case.engine.answer = usual
    case.window.search.session.repeat()
    qtbot.waitUntil(lambda: len(case.engine.requests(PreviewRequest)) > asked)
    qtbot.waitUntil(lambda: not panel.failure_text)


def test_after_a_failure_the_next_page_can_be_requested(qtbot, pdf):
    case, panel = pdf, pdf.window.search.details.preview
    case.engine.answer = None
    panel.step_page(1)
    failed = case.engine.requests(PreviewRequest)[-1]
    case.engine.send(RequestFailed(case.engine.last_id(PreviewRequest), "It cannot be drawn."))
    qtbot.waitUntil(lambda: bool(panel.failure_text))
    panel.step_page(2)
    assert case.engine.requests(PreviewRequest)[-1].page == failed.page + 1
