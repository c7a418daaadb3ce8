"""Parts of the window stand where they were drawn, in the sizes and colours of the drawing."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QFontMetricsF, QImage
from PySide6.QtWidgets import QLabel, QPushButton, QToolButton, QWidget

from engine.api import FolderRules, LibraryStatus
from tests.fakes.library_samples import page_preview, sample_failures, sample_status
from tests.ui.samples import sample_response
from ui.explain.explain_panel import ExplainPanel
from ui.explain.fusion_controls import FusionControls
from ui.library.failures import Column as FailureColumn
from ui.library.library_page import LibraryPage
from ui.library.rules_panel import RulesPanel
from ui.library.welcome_page import WelcomeHeading, WelcomePage
from ui.preview.preview_panel import PreviewPanel
from ui.results.hit_delegate import fit_parts
from ui.search.empty_state import EmptyState, Offer
from ui.search.list_header import CountLine
from ui.window.status_bar import LibraryStatusBar


def shown(qtbot, widget: QWidget, width: int, height: int) -> QWidget:
    qtbot.addWidget(widget)
    widget.resize(width, height)
    with qtbot.waitExposed(widget):
        widget.show()
    return widget


def left_in(whole: QWidget, part: QWidget) -> int:
    return part.mapTo(whole, QPoint(0, 0)).x()


@pytest.fixture
def library(qtbot, theme) -> LibraryPage:
    page = LibraryPage(theme)
    page.show_status(sample_status())
    page.failures.show_failures(sample_failures())
    return shown(qtbot, page, 1440, 872)


def test_the_lines_of_the_first_page_are_as_wide_as_drawn(qtbot, theme):
    heading = shown(qtbot, WelcomeHeading(theme), 600, 80)
    widths = [QFontMetricsF(line.font()).tightBoundingRect(line.text()) for line in heading.lines]
    assert [width.width() for width in widths] == pytest.approx([356, 362], abs=3)


def test_the_second_button_of_the_first_page_is_the_smaller_one(qtbot, theme):
    page = shown(qtbot, WelcomePage(theme, [Path("/a/Notes")], has_sample=True), 1440, 872)
    assert page.start.height() == page.sample.height() == 40
    assert (page.start.font().pixelSize(), page.sample.font().pixelSize()) == (14, 13)
    assert page.sample.width() == pytest.approx(183, abs=6)


def test_the_number_of_passages_is_written_in_the_colour_of_content(qtbot, any_theme):
    line = CountLine(any_theme)
    qtbot.addWidget(line)
    line.show_response(sample_response())
    assert f"color:{any_theme.color('text').name()}'>First 6 of 42 passages</b> in" in line.text()
    assert line.property("tone") == "text2"


def test_the_number_of_passages_follows_another_theme(qtbot, theme, qapp):
    line = CountLine(theme)
    qtbot.addWidget(line)
    line.show_response(sample_response())
    light = line.text()
    theme.use("dark", qapp)
    assert line.text() != light
    assert theme.color("text").name() in line.text()


def test_page_and_match_stand_out_from_the_words_around_them(qtbot, any_theme):
    panel = shown(qtbot, PreviewPanel(any_theme), 540, 400)
    panel.show_preview(page_preview())
    words = panel.head.matches.findChild(QLabel)
    assert words.property("tone") == "text2"
    assert f'color: {any_theme.color("text").name()}">2</b> of' in words.text()


def test_the_signs_of_the_preview_end_22_pixels_before_its_edge_28_apart(qtbot, theme):
    panel = shown(qtbot, PreviewPanel(theme), 540, 400)
    panel.show_preview(page_preview())
    tools = [one for one in panel.head.findChildren(QToolButton) if one.parent() is panel.head]
    middles = [left_in(panel, tool) + tool.width() / 2 for tool in tools if tool.isVisible()]
    assert sorted(middles)[-2:] == [490, 518]


def test_a_mark_on_a_page_has_its_own_colour_also_in_the_box_of_the_passage(qtbot, theme):
    panel = shown(qtbot, PreviewPanel(theme), 540, 400)
    preview = page_preview(width=500)
    panel.show_preview(preview)
    painted = panel.page_view.viewport().grab().toImage()
    colours = {
        painted.pixelColor(x, y).name()
        for x in range(0, painted.width(), 2)
        for y in range(0, painted.height(), 2)
    }
    assert theme.color("page_mark").name() in colours
    assert "#f3f6fc" in colours  # the tint of the box on white, as drawn


def test_the_copy_sign_of_the_explanation_ends_in_line_with_its_text(qtbot, theme):
    response = sample_response()
    panel = ExplainPanel(theme)
    panel.show_hit(response, response.hits[0])
    shown(qtbot, panel, 540, 500)
    copy = max(panel.findChildren(QToolButton), key=lambda one: left_in(panel, one))
    assert left_in(panel, copy) + copy.width() / 2 + 8 == 540 - 16


def test_reset_stands_beside_keep_as_default_in_the_letters_of_panels(qtbot, theme):
    controls = shown(qtbot, FusionControls(theme), 200, 300)
    assert 0 <= controls.reset.x() - controls.keep.geometry().right() <= 8
    assert controls.keep.font().pixelSize() == controls.reset.font().pixelSize() == 12
    assert controls.keep.height() == 28


def test_nothing_relevant_is_520_wide_in_a_column_of_660(qtbot, theme):
    page = EmptyState(theme)
    offer = Offer("eye", "Show 3 weak matches", "marked as weak", "Show", lambda: None)
    page.show_state("Nothing relevant", "No passage contains it.", (offer,))
    shown(qtbot, page, 660, 700)
    (button,) = page.buttons()
    assert isinstance(button, QPushButton)
    box = button.parent().parent()
    assert box.width() == 520
    assert button.parent().height() == pytest.approx(48, abs=1)
    assert button.font().pixelSize() == 12


def test_how_many_files_are_not_indexed_stands_in_a_pill_of_20(library):
    pill = next(one for one in library.findChildren(QLabel) if one.property("kind") == "pill")
    assert pill.height() == pytest.approx(20, abs=2)


def test_what_can_be_done_with_a_file_ends_at_the_edge_of_its_list(library):
    table = library.failures.table
    column = table.model().index(0, FailureColumn.ACTION)
    area = table.visualRect(column)
    picture = table.viewport().grab(area).toImage()
    rows = range(area.height() // 2 - 6, area.height() // 2 + 6)
    assert area.width() - last_ink(picture, rows) == pytest.approx(10, abs=3)


def test_the_number_in_the_chosen_row_of_the_library_has_the_colour_of_its_words(library):
    rows = library.rail.findChildren(QPushButton)
    told = {row.text(): row.findChild(QLabel) for row in rows if row.isCheckable()}
    assert told["Folders"].property("tone") == "accent"
    assert told["Not indexed"].property("tone") == "text3"


def test_the_pattern_of_a_rule_is_written_in_the_face_of_code(qtbot, theme):
    panel = RulesPanel(theme)
    folder = sample_status().folders[0]
    panel.show_folder(replace(folder, rules=FolderRules(exclude=("wwiiwwii", "iiiiiiii"))))
    shown(qtbot, panel, 500, 400)
    picture = panel.list.viewport().grab().toImage()
    row = panel.list.visualItemRect(panel.list.item(0)).height()
    ends = [last_ink(picture, range(4 + row * number, row * (number + 1) - 4)) for number in (0, 1)]
    assert ends[0] == pytest.approx(ends[1], abs=3)  # all its letters have one width


def test_a_rule_that_lets_files_in_has_a_green_plus(qtbot, theme):
    panel = RulesPanel(theme)
    folder = sample_status().folders[0]
    panel.show_folder(replace(folder, rules=FolderRules(include=("*.pdf",), exclude=("*.tmp",))))
    shown(qtbot, panel, 500, 400)
    picture = panel.list.viewport().grab().toImage()
    green = [
        any(one.green() > one.red() + 30 for one in colours_in(panel, picture, row))
        for row in (0, 1)
    ]
    assert green == [True, False]


def colours_in(panel: RulesPanel, picture: QImage, row: int) -> list[QColor]:
    area = panel.list.visualItemRect(panel.list.item(row))
    columns = range(area.left(), area.left() + 28)
    rows = range(area.top(), area.bottom())
    return [picture.pixelColor(x, y) for x in columns for y in rows]


def last_ink(picture: QImage, rows: range) -> int:
    ground = picture.pixelColor(picture.width() - 1, rows.start)
    columns = range(picture.width())
    inked = (x for x in columns if any(picture.pixelColor(x, y) != ground for y in rows))
    return max(inked)


@pytest.mark.parametrize("status", [sample_status(), LibraryStatus()])
def test_what_stands_last_in_the_status_bar_ends_16_pixels_before_its_edge(qtbot, theme, status):
    bar = LibraryStatusBar(theme)
    bar.show_status(status)
    shown(qtbot, bar, 1440, 28)
    picture = bar.grab().toImage()
    assert 1440 - last_ink(picture, range(8, 22)) == pytest.approx(17, abs=2)


def test_the_parts_of_a_place_are_18_apart(theme):
    font = theme.font(12)
    words = theme.text_width("Notes", font) + theme.text_width("lines 1-2", font)
    assert fit_parts(("Notes", "lines 1-2"), theme, font, words + 18) == ("Notes", "lines 1-2")
