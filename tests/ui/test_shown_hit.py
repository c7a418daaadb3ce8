"""The preview of the chosen hit, while its document is still coming."""

from engine.api import PreviewRequest
from tests.fakes.library_samples import answering
from tests.ui.samples import QUERY
from tests.ui.window_case import open_window, search_for


def test_a_page_is_turned_in_no_document_that_is_still_coming(qtbot, theme):
    case = open_window(qtbot, theme, answering(pdf=True))
    search_for(qtbot, case, QUERY)
    panel, results = case.window.search.details.preview, case.window.search.pane.results
    qtbot.waitUntil(panel.page_view.isVisible)
    first, second, *_ = results.hit_model.hits
    assert panel.preview.chunk_id == first.chunk_id
    case.engine.answer = None  # the next document takes a while
    results.choose(second)
    asked = len(case.engine.requests(PreviewRequest))
    qtbot.waitUntil(lambda: len(case.engine.requests(PreviewRequest)) > asked)
    panel.step_page(1)
    panel.resize(panel.width() - 60, panel.height())  # the page shown is to be sharp again
    with qtbot.waitSignal(panel._resize_pause.timeout):
        panel._resize_pause.start(0)
    wanted = case.engine.requests(PreviewRequest)[asked:]
    assert [(one.chunk_id, one.page) for one in wanted] == [(second.chunk_id, None)]


def test_a_page_is_turned_in_the_document_that_is_being_opened(qtbot, theme):
    case = open_window(qtbot, theme, answering(pdf=True))
    search_for(qtbot, case, QUERY)
    panel, results = case.window.search.details.preview, case.window.search.pane.results
    qtbot.waitUntil(panel.page_view.isVisible)
    second = results.hit_model.hits[1]
    turned = []

    def turn() -> None:
        if panel.awaited.chunk_id == second.chunk_id != panel.preview.chunk_id and not turned:
            turned.append(panel.awaited.page)
            panel.step_page(1)

    case.client.event_received.connect(turn)
    results.choose(second)
    qtbot.waitUntil(lambda: bool(turned))
    last = case.engine.requests(PreviewRequest)[-1]
    assert (last.chunk_id, last.page) == (second.chunk_id, turned[0] + 1)
