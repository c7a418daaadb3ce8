"""Selecting and copying text on a page image, with its citation."""

from array import array
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from tests.fakes.library_samples import page_preview, text_preview
from twofold.engine.api import Locator, LocatorKind, TextSpan
from twofold.ui.preview.page_selection import PageText

# Two columns; the left one is read first.
TEXT = "The lessee's duty\nends here. Further,\nעברית\nthe notice"
PLACES = ((50, 100), (50, 130), (50, 160), (300, 100))
LETTER = 10


def boxes_of(text, places):
    """Return the boxes of letters that are 10 pixels wide; those of Hebrew run to the left."""
    boxes = array("f")
    for line, (left, top) in zip(text.split("\n"), places, strict=True):
        is_reversed = "\u05d0" <= line[0] <= "\u05ea"
        for number, sign in enumerate(line):
            x = left + LETTER * (len(line) - 1 - number if is_reversed else number)
            boxes.extend((0, 0, 0, 0) if sign == " " else (x, top, x + LETTER, top + 16))
        boxes.extend((0, 0, 0, 0))
    return boxes.tobytes()


@pytest.fixture
def view(panel):
    """A page with TEXT."""
    panel.resize(640, 700)
    preview = page_preview(width=panel.page_width())
    image = replace(preview.image, letters=boxes_of(TEXT, PLACES))
    panel.show_preview(replace(preview, text=TEXT, image=image))
    panel.page_view.verticalScrollBar().setValue(0)
    return panel.page_view


def place_of(view, words, *, end=False):
    """Return the position of the first or the last letter of some words in the viewport."""
    start = TEXT.index(words)
    at = start + len(words) - 1 if end else start
    (area,) = view.selection.page.areas(TextSpan(at, at + 1))
    inset = QPointF(area.right() - 2 if end else area.left() + 2, area.center().y())
    return (inset * view._scale() + view._origin()).toPoint()


def send(view, kind, at, *, shift=False):
    """Send a mouse event at a position of the viewport, with the left button pressed."""
    keys = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    left, place = Qt.MouseButton.LeftButton, QPointF(at)
    event = QMouseEvent(kind, place, view.viewport().mapToGlobal(place), left, left, keys)
    QApplication.sendEvent(view.viewport(), event)


def click(view, at, times=1, *, shift=False):
    view._clicks = 0
    for _ in range(times):
        send(view, QEvent.Type.MouseButtonPress, at, shift=shift)
        send(view, QEvent.Type.MouseButtonRelease, at, shift=shift)


def drag(view, first, last):
    view._clicks = 0
    send(view, QEvent.Type.MouseButtonPress, first)
    send(view, QEvent.Type.MouseMove, last)
    send(view, QEvent.Type.MouseButtonRelease, last)


def test_text_is_selected_by_dragging_and_copied_at_any_zoom(view, qtbot):
    for zoom in (0, 2, -3):
        view.zoom_by(zoom)
        view.horizontalScrollBar().setValue(0)
        view.verticalScrollBar().setValue(0)
        drag(view, place_of(view, "lessee"), place_of(view, "ends", end=True))
        assert view.selected_text() == "lessee's duty\nends"
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == "lessee's duty\nends"


def test_a_column_is_selected_without_the_text_beside_it(view):
    drag(view, place_of(view, "The"), place_of(view, "duty", end=True))
    assert view.selected_text() == "The lessee's duty"
    assert [round(area.right()) for area in view.selection.areas()] == [50 + 17 * LETTER]


def test_two_clicks_select_a_word_and_three_a_line(view):
    click(view, place_of(view, "see's"), 2)
    assert view.selected_text() == "lessee's"
    click(view, place_of(view, "see's"), 3)
    assert view.selected_text() == "The lessee's duty"
    click(view, place_of(view, "here"), shift=True)
    assert view.selected_text() == "The lessee's duty\nends here. Further,"
    click(view, place_of(view, "here"))
    assert view.selected_text() == ""


def test_the_selection_survives_a_sharper_image_but_not_another_page(view, panel):
    click(view, place_of(view, "notice"), 2)
    shown = panel.preview
    wider = page_preview(width=panel.page_width() + 40)
    panel.show_preview(replace(wider, text=TEXT, image=replace(wider.image, letters=b"")))
    assert view.selected_text() == "notice"
    panel.show_preview(replace(shown, page=4))
    assert view.selected_text() == ""


def test_a_selection_is_quoted_with_its_page_or_lines(view, panel):
    drag(view, place_of(view, "lessee"), place_of(view, "ends", end=True))
    quotation = panel.quotation()
    assert quotation.text == "lessee's duty ends"
    assert quotation.place == Locator(LocatorKind.PAGE, 3, 3)
    panel.show_preview(text_preview())
    for is_plain in (False, True):
        panel.head.plain.setChecked(is_plain)
        text = panel.text_view if is_plain else panel.read_view
        assert text.isVisible()
        assert text.find("controller that owned")
        assert panel.quotation().text == "controller that owned"
        assert panel.quotation().place == Locator(LocatorKind.LINE, 32, 32)


def test_a_right_to_left_line_is_read_from_its_right_edge():
    page = PageText(TEXT, boxes_of(TEXT, PLACES))
    hebrew = TEXT.index("\n", TEXT.index("Further")) + 1
    assert page.offset_at(QPointF(99, 168)) == hebrew
    assert page.offset_at(QPointF(51, 168)) == hebrew + 5
    assert len(page.lines) == 4


def test_text_beyond_the_known_boxes_cannot_be_selected_by_mistake():
    page = PageText(TEXT, boxes_of(TEXT, PLACES)[: 16 * 10])
    assert page.offset_at(QPointF(1000, 1000)) == 10
    assert PageText("", b"").offset_at(QPointF(1, 1)) == 0


def press(view, qtbot, key, times=1, *, ctrl=False):
    keys = Qt.KeyboardModifier.ShiftModifier
    if ctrl:
        keys |= Qt.KeyboardModifier.ControlModifier
    for _ in range(times):
        qtbot.keyClick(view, key, keys)
    return view.selected_text()


def test_text_is_selected_with_the_keyboard(view, qtbot):
    click(view, place_of(view, "lessee"))
    assert press(view, qtbot, Qt.Key.Key_Right, 3) == "les"
    assert press(view, qtbot, Qt.Key.Key_Right, ctrl=True) == "lessee's"
    assert press(view, qtbot, Qt.Key.Key_Right, ctrl=True) == "lessee's duty"
    assert press(view, qtbot, Qt.Key.Key_Left, ctrl=True) == "lessee's "
    assert press(view, qtbot, Qt.Key.Key_Down) == "lessee's duty\nends here. Fu"
    assert press(view, qtbot, Qt.Key.Key_End) == "lessee's duty\nends here. Further,"
    assert press(view, qtbot, Qt.Key.Key_Up, 2) == "The "
    assert press(view, qtbot, Qt.Key.Key_Left, ctrl=True) == "The "
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == "The "


def test_a_selection_by_keyboard_starts_at_the_passage(view, qtbot):
    (first, *_) = view.passage
    expected = view.selection.page.offset_at(QPointF(first.x, first.y + first.height / 2))
    press(view, qtbot, Qt.Key.Key_Right)
    assert view.selection.span == TextSpan(expected, expected + 1)


def test_a_selection_by_keyboard_ends_at_the_ends_of_the_text(view, qtbot):
    click(view, place_of(view, "lessee"))
    assert press(view, qtbot, Qt.Key.Key_Down, 20) == TEXT[TEXT.index("lessee") :]
    assert press(view, qtbot, Qt.Key.Key_Right, ctrl=True) == TEXT[TEXT.index("lessee") :]
    assert press(view, qtbot, Qt.Key.Key_Up, 20) == "The "


def test_keys_do_not_select_on_a_page_without_text(view, qtbot):
    view.selection.use(PageText())
    assert press(view, qtbot, Qt.Key.Key_Down) == ""
