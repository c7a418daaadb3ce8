"""A document with several pages: matches on other pages, and the preview in the whole window."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.fakes.library_samples import answering
from tests.ui.samples import QUERY
from tests.ui.window_case import open_window, search_for
from twofold.engine.api import FindInDocument, FoundInDocument, PageMatches, PreviewRequest

PAGES = tuple(PageMatches(page, page) for page in range(2, 62))


@pytest.fixture
def opened(qtbot, theme):
    """Return a window that shows a page of a document with matches on sixty pages."""

    def opened(width=1440):
        usual = answering(pdf=True)

        def answer(request_id, request):
            if isinstance(request, FindInDocument):
                return FoundInDocument(request_id, PAGES)
            return usual(request_id, request)

        case = open_window(qtbot, theme, answer, width=width)
        search_for(qtbot, case, QUERY)
        qtbot.waitUntil(lambda: case.window.search.details.preview.preview is not None)
        return case

    return opened


def test_pages_with_matches_are_listed_and_open_on_a_click(qtbot, opened):
    case = opened()
    panel = case.window.search.details.preview
    strip = panel.strip
    qtbot.waitUntil(lambda: len(strip.matches) == len(PAGES))
    assert not strip.isVisible()  # there is no space for it
    case.window.search.columns.toggle_enlarged()
    qtbot.waitUntil(strip.isVisible)
    assert [item.text() for item in strip.selectedItems()] == ["p. 3\n3 matches"]
    strip.itemClicked.emit(strip.item(3))
    qtbot.waitUntil(lambda: panel.preview.page == 5)
    assert strip.currentRow() == 3


def test_images_are_requested_for_visible_pages_only_and_not_all_kept(qtbot, opened):
    case = opened()
    strip = case.window.search.details.preview.strip
    case.window.search.columns.toggle_enlarged()

    def images():
        wanted = case.engine.requests(PreviewRequest)
        return [one.page for one in wanted if one.width <= 200 * strip.devicePixelRatioF()]

    qtbot.waitUntil(lambda: len(strip._images) >= 4)
    strip.verticalScrollBar().setValue(0)
    qtbot.waitUntil(lambda: PAGES[0].page in strip._images)
    assert len(images()) < 20
    assert PAGES[-1].page not in images()
    for at in range(0, strip.verticalScrollBar().maximum(), 400):
        strip.verticalScrollBar().setValue(at)
        count = len(images())
        qtbot.waitUntil(lambda before=count: strip._awaited == 0 and len(images()) >= before)
    assert len(strip._images) <= 40


@pytest.mark.parametrize("width", [1440, 1100, 700])
def test_the_preview_fills_the_window_until_esc(qtbot, opened, width):
    search = opened(width).window.search
    if width == 700:
        search.columns.toggle_preview()
    before = [part.isVisible() for part in (search.pane, search.details, search.filters)]
    search.details.preview.head.enlarge.click()
    assert not search.pane.isVisible()
    assert not search.filters.isVisible()
    qtbot.waitUntil(lambda: search.details.preview.width() >= width - 20)
    assert search.details.preview.isAncestorOf(QApplication.focusWidget())
    assert search.details.preview.head.enlarge.isChecked()
    qtbot.keyClick(search.window(), Qt.Key.Key_Escape)
    assert [part.isVisible() for part in (search.pane, search.details, search.filters)] == before
    assert not search.details.preview.head.enlarge.isChecked()


def test_the_way_back_from_an_enlarged_preview_in_a_narrow_window(opened):
    search = opened(700).window.search
    search.columns.toggle_preview()
    search.columns.toggle_enlarged()
    search.details.back.click()
    shown = [part.isVisible() for part in (search.rail, search.pane, search.details)]
    assert shown == [True, True, False]
    assert not search.details.preview.head.enlarge.isChecked()


def test_a_new_search_shows_the_list_again(opened):
    window = opened().window
    window.search.columns.toggle_enlarged()
    window.show_search()
    assert window.search.pane.isVisible()


def test_ctrl_f_finds_in_the_preview_and_otherwise_in_the_library(qtbot, opened):
    window = opened().window
    preview = window.search.details.preview
    window.search.pane.results.setFocus()
    window.find_text()
    assert window.search.pane.field.hasFocus()
    preview.page_view.setFocus()
    window.find_text()
    assert preview._find_bar.field.hasFocus()
    window.step_back()
    assert preview.page_view.hasFocus()
    assert not preview._find_bar.isVisible()
