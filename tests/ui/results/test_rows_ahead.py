"""Rows that are painted before a person comes to them."""

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QStyleOptionViewItem

from tests.ui.results.conftest import LISTED
from ui.results import row_pictures


def is_painted(results, row):
    option, index = QStyleOptionViewItem(), results.model().index(row, 0)
    results.initViewItemOption(option)
    height = results._delegate.sizeHint(option, index).height()
    option.rect = QRect(0, 0, results.viewport().width(), height)
    further = results._delegate._further(option, index)
    ratio = results.viewport().devicePixelRatioF()
    hit = results.hit_model.hits[row]
    return results._delegate._pictures.has(option, hit, further, ratio)


def scroll_to(results, row):
    index = results.model().index(row, 0)
    results.verticalScrollBar().setValue(
        results.verticalScrollBar().value() + results.visualRect(index).top()
    )


def test_the_pages_beside_the_view_are_painted_ahead(qtbot, results):
    scroll_to(results, 50)
    first, last = results.rows_in_view()
    beside = (first - 1, last + 1)
    qtbot.waitUntil(lambda: all(is_painted(results, row) for row in beside))


def test_where_a_key_leads_is_painted_ahead(qtbot, results):
    results.choose(results.hit_model.hits[20])
    results._delegate._pictures.forget()
    scroll_to(results, 60)
    led_to = (19, 21, 1, LISTED - 1)
    qtbot.waitUntil(lambda: all(is_painted(results, row) for row in led_to))
    assert not is_painted(results, 40)


def test_with_room_for_few_pictures_no_painting_goes_on_and_on(qtbot, results, monkeypatch):
    size = results.viewport().size()
    monkeypatch.setattr(row_pictures, "_MOST_BYTES", 4 * size.width() * size.height())
    scroll_to(results, 60)
    first, _ = results.rows_in_view()
    qtbot.waitUntil(lambda: not results._ahead._next.isActive())
    assert is_painted(results, first - 1)
    assert not is_painted(results, LISTED - 1)
