"""Finding text in the document that is shown, on all of its pages."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from tests.fakes.library_samples import page_preview, text_preview
from tests.ui.preview.test_page_selection import PLACES, TEXT, boxes_of
from twofold.engine.api import PageMatches


def page(panel, number):
    """Return a preview of a page with TEXT."""
    preview = page_preview(page=number, width=panel.page_width())
    image = replace(preview.image, letters=boxes_of(TEXT, PLACES))
    return replace(preview, text=TEXT, image=image)


@pytest.fixture
def bar(panel):
    """The bar over a page with TEXT, which contains 'the' three times."""
    panel.show_preview(page(panel, 3))
    panel.page_view.setFocus()
    panel.finder.open()
    return panel._find_bar


def test_matches_on_the_page_are_selected_one_after_the_other(panel, bar, qtbot):
    qtbot.keyClicks(bar.field, "the")
    view = panel.page_view
    assert (view.selected_text(), bar.count.text()) == ("The", "1 of 3")
    qtbot.keyClick(bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert (view.selection.span.start, bar.count.text()) == (TEXT.index("the notice"), "3 of 3")
    qtbot.keyClick(bar.field, Qt.Key.Key_Return)
    assert bar.count.text() == "1 of 3"


def test_text_is_found_across_the_end_of_a_line(panel, bar, qtbot):
    qtbot.keyClicks(bar.field, "duty ends")
    assert panel.page_view.selected_text() == "duty\nends"
    assert len(panel.page_view.selection.areas()) == 2


def test_the_next_match_may_be_on_another_page(panel, bar, qtbot):
    turned = []
    panel.page_requested.connect(turned.append)
    with qtbot.waitSignal(panel.find_requested) as wanted:
        qtbot.keyClicks(bar.field, "the")
    pages = (PageMatches(1, 5), PageMatches(3, 3), PageMatches(9, 4))
    panel.finder.use_pages(*wanted.args, pages)
    assert bar.count.text() == "6 of 12"
    panel.finder.step(-1)
    assert turned == [1]
    panel.show_preview(page(panel, 1))
    assert (panel.page_view.found_at, bar.count.text()) == (2, "3 of 10")
    for _ in range(3):
        panel.finder.step(-1)
    assert turned == [1, 9]  # from the first page to the last


def test_a_text_that_is_nowhere_is_reported_after_all_pages_were_searched(panel, bar, qtbot):
    with qtbot.waitSignal(panel.find_requested):
        qtbot.keyClicks(bar.field, "zebra")
        assert bar.count.text() == "Searching…"
    panel.finder.use_pages("zebr", (PageMatches(1, 5),))  # the answer to an earlier text
    assert bar.count.text() == "Searching…"
    panel.finder.use_pages("zebra", ())
    assert bar.count.text() == "No match"


def test_text_is_found_in_formatted_and_plain_documents(panel, bar, qtbot):
    panel.show_preview(text_preview())
    qtbot.keyClicks(bar.field, "finalizer")
    view = panel.read_view
    assert (view.selected_text(), bar.count.text()) == ("finalizer", "1 of 2")
    view.zoom_by(1)
    assert len(view.found) == 2
    panel.head.plain.click()
    assert len(panel.text_view.found) == 2
    assert panel.close_find()
    assert panel.text_view.found == []
    assert not panel.close_find()
