"""Pages that are turned, and pages that are to be sharp, while another one is still coming."""

import pytest

from tests.fakes.library_samples import page_preview


@pytest.fixture
def asked_for(panel):
    """The pages that were asked for."""
    pages: list[int] = []
    panel.page_wanted.connect(pages.append)
    return pages


def measure_width(qtbot, panel):
    with qtbot.waitSignal(panel._resize_pause.timeout):
        panel._resize_pause.start(0)


def test_pages_turned_faster_than_they_come_are_counted_on(panel, asked_for):
    panel.show_preview(page_preview(page=3, width=panel.page_width()))
    panel.step_page(1)
    panel.step_page(1)
    panel.step_page(-1)
    assert asked_for == [4, 5, 4]
    panel.show_preview(page_preview(page=4, width=panel.page_width()))
    panel.step_page(1)
    assert asked_for[3:] == [5]


def test_another_width_does_not_bring_back_a_page_that_was_turned(qtbot, panel, asked_for):
    panel.show_preview(page_preview(page=3, width=panel.page_width() - 9))
    panel.step_page(1)
    measure_width(qtbot, panel)
    assert asked_for == [4]
    panel.show_preview(page_preview(page=4, width=panel.page_width() - 9))
    measure_width(qtbot, panel)
    assert asked_for == [4, 4]


def test_a_document_that_is_being_opened_is_the_one_whose_page_is_turned(qtbot, panel, asked_for):
    panel.show_preview(page_preview(page=3, width=panel.page_width() - 9))
    panel.open_preview(page_preview(f"{9:016x}", page=7, width=panel.page_width()))
    assert panel.preview.page == 3
    assert panel.awaited.page == 7
    panel._ask_for_width()
    assert asked_for == []
    panel.step_page(1)
    assert asked_for == [8]
    qtbot.waitUntil(lambda: panel.preview.page == 7)


def test_a_page_that_could_not_be_shown_is_not_counted_on(panel, asked_for):
    panel.show_preview(page_preview(page=3, width=panel.page_width()))
    panel.step_page(1)
    panel.show_failure("The page cannot be drawn.", "Open the file.", f"{3:016x}")
    panel.step_page(1)
    assert asked_for == [4, 4]
