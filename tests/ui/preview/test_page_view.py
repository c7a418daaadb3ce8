"""Pages of a document: displayed, turned, and rendered again for another width."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QNativeGestureEvent, QPointingDevice, QWheelEvent
from PySide6.QtWidgets import QApplication

from tests.fakes.library_samples import page_preview, text_preview
from twofold.engine.api import PageMatches, PixelBox, TextSpan
from twofold.ui.preview.page_view import Fit


@pytest.fixture
def asked_for(panel):
    """The pages that were requested."""
    pages: list[int] = []
    panel.page_requested.connect(pages.append)
    return pages


def measure_width(qtbot, panel):
    with qtbot.waitSignal(panel._resize_pause.timeout):
        panel._resize_pause.start(0)


def test_a_page_is_shown_with_page_buttons_and_scrolled_to_the_passage(panel):
    panel.show_preview(page_preview(width=panel.page_width()))
    assert panel.page_view.isVisible()
    assert panel.head.pages.words == "<b>3</b> / 14"
    assert panel.page_view.verticalScrollBar().value() > 0
    assert panel.head.matches.toolTip() == "Match <b>2</b> of 4"


def test_the_current_match_and_the_similar_sentence_are_painted(panel):
    preview = page_preview(width=panel.page_width())
    panel.show_preview(preview)
    page, before = panel.page_view, panel.page_view.grab().toImage()
    at = page.verticalScrollBar().value()
    panel.step_match(1)
    page.verticalScrollBar().setValue(at)
    gone_to = page.grab().toImage()
    assert gone_to != before
    box = replace(preview.image.passage_boxes[1], width=60.0)
    image = replace(preview.image, nearest_boxes=(box,))
    panel.show_preview(replace(preview, image=image, nearest=TextSpan(0, 5)))
    page.verticalScrollBar().setValue(at)
    assert page.grab().toImage() not in (before, gone_to)


def test_the_keys_turn_pages_but_not_beyond_the_last(qtbot, panel, asked_for):
    panel.show_preview(page_preview(page=13))
    qtbot.keyClick(panel.page_view, Qt.Key.Key_PageDown)
    assert asked_for == [14]
    panel.show_preview(page_preview(page=14))
    qtbot.keyClick(panel.page_view, Qt.Key.Key_PageDown)
    panel.head.pages.next.click()
    assert asked_for == [14]
    qtbot.keyClick(panel.page_view, Qt.Key.Key_PageUp)
    assert asked_for == [14, 13]


def test_the_arrow_keys_scroll_a_page(qtbot, panel):
    panel.show_preview(page_preview(width=panel.page_width()))
    bar = panel.page_view.verticalScrollBar()
    bar.setValue(0)
    qtbot.keyClick(panel.page_view, Qt.Key.Key_Down)
    assert bar.value() > 0
    qtbot.keyClick(panel.page_view, Qt.Key.Key_Up)
    assert bar.value() == 0


def test_fast_page_turns_add_up_unless_one_failed(panel, asked_for):
    panel.show_preview(page_preview(page=3, width=panel.page_width()))
    for step in (1, 1, -1):
        panel.step_page(step)
    assert asked_for == [4, 5, 4]
    panel.show_preview(page_preview(page=4, width=panel.page_width()))
    panel.step_page(1)
    assert asked_for[3:] == [5]
    panel.show_failure("The page cannot be drawn.", "Open the file.", f"{3:016x}")
    panel.step_page(1)
    assert asked_for[4:] == [5]


def test_page_turns_apply_to_the_document_being_opened(qtbot, panel, asked_for):
    panel.show_preview(page_preview(page=3, width=panel.page_width() - 9))
    panel.open_preview(page_preview(f"{9:016x}", page=7, width=panel.page_width()))
    assert panel.preview.page == 3
    assert panel.awaited.page == 7
    measure_width(qtbot, panel)
    assert asked_for == []
    panel.step_page(1)
    assert asked_for == [8]
    qtbot.waitUntil(lambda: panel.preview.page == 7)


def test_another_width_requests_a_sharp_page(qtbot, panel):
    panel.show_preview(page_preview(width=panel.page_width()))
    with qtbot.waitSignal(panel.page_requested) as wanted:
        panel.resize(700, 300)
    assert wanted.args == [3]


def test_resizing_does_not_restore_a_turned_page(qtbot, panel, asked_for):
    panel.show_preview(page_preview(page=3, width=panel.page_width() - 9))
    panel.step_page(1)
    measure_width(qtbot, panel)
    assert asked_for == [4]
    panel.show_preview(page_preview(page=4, width=panel.page_width() - 9))
    measure_width(qtbot, panel)
    assert asked_for == [4, 4]


def test_a_page_for_another_width_is_requested_once(qtbot, panel, asked_for):
    for _ in range(2):
        panel.show_preview(page_preview(width=panel.page_width() - 5))
        measure_width(qtbot, panel)
    assert asked_for == [3]


def test_a_page_is_sharp_again_after_another_document(qtbot, panel, asked_for):
    before = page_preview(width=panel.page_width() - 40)
    panel.show_preview(before)
    measure_width(qtbot, panel)
    panel.show_preview(page_preview(width=panel.page_width()))
    panel.show_preview(text_preview("a"))
    panel.show_preview(before)  # the image for the previous window width
    measure_width(qtbot, panel)
    assert asked_for == [3, 3]


def test_the_next_match_may_be_on_another_page(panel, asked_for):
    preview = page_preview(page=3, width=panel.page_width())
    panel.show_preview(preview)
    panel.show_match_pages((PageMatches(3, 4), PageMatches(8, 4)))
    for _ in range(3):
        panel.step_match(1)
    assert asked_for == [8]
    panel.show_preview(replace(preview, page=8))
    assert panel.head.matches.toolTip() == "Match <b>1</b> of 4"
    panel.step_match(-1)
    panel.show_preview(preview)
    assert asked_for == [8, 3]
    assert panel.head.matches.toolTip() == "Match <b>4</b> of 4"
    panel.step_match(-1)
    assert asked_for == [8, 3]


def test_a_resized_page_keeps_its_position(panel):
    panel.show_preview(page_preview(width=panel.page_width() - 5))
    panel.step_match(1)
    bar = panel.page_view.verticalScrollBar()
    bar.setValue(bar.maximum() - 3)
    panel.show_preview(page_preview(width=panel.page_width()))
    assert abs(bar.value() - (bar.maximum() - 3)) <= 2
    assert panel.head.matches.toolTip() == "Match <b>3</b> of 4"


def test_a_page_is_requested_at_its_sharp_width(qtbot, panel):
    width, view = panel.page_width(), panel.page_view
    panel.show_preview(page_preview(width=width))
    qtbot.waitUntil(lambda: view.viewport().width() - 32 == width)
    panel.show_preview(page_preview(width=width + 1))
    assert view._scale() == 1 / view.devicePixelRatioF()


def test_the_passage_stays_visible_when_a_page_is_resized(qtbot, panel):
    panel.show_preview(page_preview(width=panel.page_width()))
    page = panel.page_view
    for width in (900, 420):
        panel.resize(width, 300)
        qtbot.waitUntil(lambda wanted=width: abs(page.width() - wanted) < 40)
        area = page.area_of(page.passage)
        assert 0 <= area.top() < page.viewport().height() / 2
    page.verticalScrollBar().setValue(0)
    panel.resize(900, 300)
    assert page.verticalScrollBar().value() == 0


def turn_wheel(view, delta, at, modifiers):
    """Turn the wheel at a position of the page; 120 is one notch."""
    place, none = QPointF(at), QPoint()
    event = QWheelEvent(
        place, view.viewport().mapToGlobal(place), none, QPoint(0, delta),
        Qt.MouseButton.NoButton, modifiers, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view.viewport(), event)


def test_ctrl_wheel_zooms_at_the_pointer_and_requests_a_sharp_page(qtbot, panel, asked_for):
    panel.show_preview(page_preview(width=panel.page_width()))
    view, width = panel.page_view, panel.page_width()
    match = view.matches[0]
    at = view.area_of(match).center().toPoint()
    turn_wheel(view, 240, at, Qt.KeyboardModifier.ControlModifier)
    assert (view.area_of(match).center() - at.toPointF()).manhattanLength() < 3
    measure_width(qtbot, panel)
    assert asked_for == [3]
    assert panel.page_width() == pytest.approx(1.44 * width, abs=2)
    before = view.verticalScrollBar().value()
    turn_wheel(view, -240, at, Qt.KeyboardModifier.NoModifier)
    assert view.verticalScrollBar().value() > before
    assert panel.page_width() == pytest.approx(1.44 * width, abs=2)


def test_the_wheel_turns_the_page_only_beyond_its_edges(panel, asked_for):
    preview = page_preview(page=3, width=panel.page_width())
    panel.show_preview(preview)
    view, none = panel.page_view, Qt.KeyboardModifier.NoModifier
    bar, at = view.verticalScrollBar(), QPointF(50, 50)
    bar.setValue(bar.maximum() - 10)
    for _ in range(2):  # the first notch reaches the end
        turn_wheel(view, -120, at, none)
    assert (asked_for, bar.value()) == ([], bar.maximum())
    turn_wheel(view, -120, at, none)
    assert asked_for == [4]
    panel.show_preview(replace(preview, page=4))
    bar.setValue(0)
    for _ in range(2):
        turn_wheel(view, 120, at, none)
    assert asked_for == [4, 3]
    panel.show_preview(preview)
    assert bar.value() == bar.maximum()


def test_pinching_on_a_touchpad_zooms_page_and_text(panel):
    panel.show_preview(page_preview(width=panel.page_width()))
    for view, preview in ((panel.page_view, None), (panel.read_view, text_preview())):
        if preview:
            panel.show_preview(preview)
        before, at = view.zoom, QPointF(50, 50)
        pinch = QNativeGestureEvent(
            Qt.NativeGestureType.ZoomNativeGesture, QPointingDevice.primaryPointingDevice(), 2,
            at, at, at, 0.5, QPointF(),
        )  # fmt: skip
        QApplication.sendEvent(view.viewport(), pinch)
        assert view.zoom == pytest.approx(1.5 * before)


def test_the_buttons_zoom_the_page(panel):
    panel.resize(800, 300)
    panel.show_preview(page_preview(width=panel.page_width()))
    panel.fit_to(Fit.WIDTH)
    view, control, width = panel.page_view, panel.head.zoom, panel.page_width()
    for button, zoom in (("zoom_in", 1.2), ("zoom_in", 1.44), ("zoom_out", 1.2)):
        getattr(control, button).click()
        assert panel.page_width() == pytest.approx(zoom * width, abs=2)
    paper = 1.2 * (panel.page_view.viewport().width() - 32) / panel.preview.image.width
    assert control.percent.text() == f"{round(75 * paper)}%"
    panel.fit_to(Fit.WIDTH)
    assert not view.horizontalScrollBar().isVisible()


def test_a_page_that_fits_the_view_stays_whole_and_centered(qtbot, panel):
    panel.show_preview(page_preview(width=panel.page_width()))
    view = panel.page_view
    panel.fit_to(Fit.PAGE)
    for height in (300, 420):
        panel.resize(540, height)
        qtbot.waitUntil(lambda wanted=height: view.height() > wanted - 80)
        assert view.verticalScrollBar().maximum() == 0
        sheet = view._on_sheet(PixelBox(0, 0, 500, 700)).translated(view._origin())
        assert abs(sheet.center().x() - view.viewport().width() / 2) <= 1


def test_the_chosen_zoom_is_kept_for_other_documents_and_widths(qtbot, panel):
    preview = page_preview(width=panel.page_width())
    panel.show_preview(preview)
    panel.zoom_by(2)
    chosen = panel.head.zoom.percent.text()
    panel.show_preview(text_preview("a"))
    assert panel.head.zoom.percent.text() == "100%"
    panel.show_preview(replace(preview, chunk_id="b"))
    assert panel.head.zoom.percent.text() == chosen
    width = panel.page_width()
    panel.resize(900, 300)
    qtbot.waitUntil(lambda: panel.page_view.width() > 800)
    assert panel.head.zoom.percent.text() == chosen
    assert panel.page_width() == pytest.approx(width, abs=15)


def test_a_match_of_an_enlarged_page_is_scrolled_into_view(qtbot, panel):
    panel.show_preview(page_preview(width=panel.page_width()))
    view = panel.page_view
    view.zoom_by(6)
    for index, match in enumerate(view.matches):
        view.go_to_match(index)
        assert view.viewport().rect().contains(view.area_of(match).center().toPoint())


def test_the_passage_frame_does_not_touch_other_lines(panel):
    panel.show_preview(page_preview(width=panel.page_width()))
    view = panel.page_view
    lines = tuple(PixelBox(50, 100 + 12 * line, 200, 10) for line in range(3))
    assert view.frame_margin(lines) <= 2
    assert view.frame_margin(lines[:1]) <= 2


def test_a_page_with_small_letters_opens_enlarged(panel):
    preview = page_preview(width=panel.page_width())
    column = tuple(PixelBox(60, 200 + 9 * line, 180, 7) for line in range(4))
    small = replace(preview, image=replace(preview.image, passage_boxes=column, match_boxes=()))
    view = panel.page_view
    panel.show_preview(small)
    assert view.area_of(column[:1]).height() >= 11
    assert view.viewport().rect().contains(view.area_of(column).toAlignedRect())
    panel.show_preview(preview)
    assert view.zoom == 1.0
    panel.fit_to(Fit.WIDTH)
    panel.show_preview(small)
    assert view.zoom == 1.0
    panel.zoom_by(0)
    assert view.area_of(column[:1]).height() >= 11
