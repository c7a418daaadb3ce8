from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QMenu, QToolButton

from engine.api import SearchMode
from tests.ui.samples import empty_response, sample_response
from ui.filters.selection import FilterChoice, FilterSelection, Gesture, Section
from ui.search.chips import Chip, ChipBar
from ui.search.list_header import CountLine
from ui.search.search_field import SearchField
from ui.search.search_pane import ModeSwitch

TAG = FilterChoice(Section.TAGS, "runbook")
NO_DRAFT = FilterChoice(Section.TAGS, "draft", excluded=True)
LAST = FilterChoice(Section.TAGS, "last")


@pytest.fixture
def chip_bar(qtbot, theme):
    bar = ChipBar(theme, lambda choice: f"#{choice.value}", QMenu())
    qtbot.addWidget(bar)
    bar.resize(600, 28)
    bar.show()
    return bar


def test_clearing_empties_the_field_and_says_so(qtbot, theme):
    field = SearchField(theme)
    qtbot.addWidget(field)
    field.set_query("pod")
    with qtbot.waitSignal(field.query_edited) as edited:
        field.clear_query()
    assert edited.args == [""]
    assert field.text() == ""


def test_down_and_enter_go_to_the_list(qtbot, theme):
    field = SearchField(theme)
    qtbot.addWidget(field)
    with qtbot.waitSignal(field.moved_down):
        qtbot.keyClick(field, Qt.Key.Key_Down)
    with qtbot.waitSignal(field.confirmed) as confirmed:
        qtbot.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert confirmed.args == [True]


def test_a_very_long_query_is_cut_by_the_field(qtbot, theme):
    field = SearchField(theme)
    qtbot.addWidget(field)
    field.set_query("(" * 30_000)
    assert len(field.text()) == 10_000


def test_a_click_on_a_segment_says_its_mode(qtbot, theme):
    switch = ModeSwitch(theme)
    qtbot.addWidget(switch)
    with qtbot.waitSignal(switch.mode_chosen) as chosen:
        switch.choose(SearchMode.VECTOR)
    assert chosen.args == [SearchMode.VECTOR]
    assert switch.mode is SearchMode.VECTOR


def test_setting_the_mode_is_silent(qtbot, theme):
    switch = ModeSwitch(theme)
    qtbot.addWidget(switch)
    with qtbot.assertNotEmitted(switch.mode_chosen):
        switch.set_mode(SearchMode.LEXICAL)
    assert switch.mode is SearchMode.LEXICAL


def test_each_filter_has_a_chip_that_its_x_takes_away(qtbot, chip_bar):
    chip_bar.set_selection(FilterSelection((TAG, NO_DRAFT)))
    names = [chip.accessibleName() for chip in chip_bar.chips]
    assert names == ["Only #runbook", "Without #draft"]

    chip = chip_bar.chips[0]
    with qtbot.waitSignal(chip_bar.removed) as removed:
        at_x = QPoint(chip.width() - 12, chip.height() // 2)
        qtbot.mouseClick(chip, Qt.MouseButton.LeftButton, pos=at_x)
    assert removed.args == [TAG]


def test_filters_are_taken_away_one_after_the_other_by_one_key(qtbot, chip_bar):
    chip_bar.activateWindow()
    chip_bar.set_selection(FilterSelection((TAG, NO_DRAFT, LAST)))
    chip_bar.removed.connect(
        lambda one: chip_bar.set_selection(FilterSelection(chip_bar._choices).without(one))
    )
    chip_bar.chips[1].setFocus()
    for left in ((TAG, LAST), (TAG,), ()):
        focused = QApplication.focusWidget()
        assert isinstance(focused, Chip)
        assert focused in chip_bar.chips
        qtbot.keyClick(focused, Qt.Key.Key_Space)
        assert chip_bar._choices == left
    assert chip_bar._add.hasFocus()


def test_who_takes_all_filters_away_by_a_key_stays_in_the_row(qtbot, found):
    bar, search = found.window.search.pane.chips, found.window.search
    for value in (TAG.value, LAST.value):
        search.filters.panel.gestured.emit(Section.TAGS, value, Gesture.ADD)
    bar._clear.setFocus()
    qtbot.keyClick(bar._clear, Qt.Key.Key_Space)
    assert not bar.chips
    assert bar._add.hasFocus()


def test_chips_that_do_not_fit_become_one(qtbot, chip_bar):
    many = tuple(FilterChoice(Section.TAGS, f"quite-a-long-tag-{n}") for n in range(6))
    chip_bar.set_selection(FilterSelection(many))
    assert not any(chip.isVisible() for chip in chip_bar.chips)
    assert chip_bar.summary.isVisible()
    assert chip_bar.summary.text() == "6 filters"


@pytest.mark.parametrize(("missing", "offers_more", "cut"), [(0, 1, 0), (1, 0, 0), (99, 0, 1)])
def test_filters_that_nearly_fit_are_named_rather_than_counted(chip_bar, missing, offers_more, cut):
    short, long = FilterChoice(Section.LANGUAGES, "de"), FilterChoice(Section.TAGS, "incident" * 3)
    chip_bar.set_selection(FilterSelection((short, long)))
    shown = (*chip_bar.chips, chip_bar._add, chip_bar._clear)
    gaps = 6 * len(shown)
    chip_bar.resize(sum(one.sizeHint().width() for one in shown) + gaps - missing, 28)
    assert all(chip.isVisible() for chip in chip_bar.chips)
    assert not chip_bar.summary.isVisible()
    assert chip_bar._add.isVisible() is bool(offers_more)
    first, last = chip_bar.chips
    assert first.width() == first.sizeHint().width()
    assert (last.width() < last.sizeHint().width()) is bool(cut)
    assert last.geometry().right() < chip_bar._clear.geometry().left()


def test_the_count_line_says_passages_documents_and_time(qtbot, theme):
    line = CountLine(theme)
    qtbot.addWidget(line)
    line.show_response(sample_response())
    assert line.plain_text == "42 passages in 17 documents, 12 ms"


def test_nothing_found_has_no_documents_and_takes_at_least_a_millisecond(qtbot, theme):
    nothing = empty_response()
    quick = replace(nothing, trace=replace(nothing.trace, stage_ms={"parse": 0.1}))
    line = CountLine(theme)
    qtbot.addWidget(line)
    line.show_response(quick)
    assert line.plain_text == "0 passages, 1 ms"


def test_one_passage_is_one_passage(qtbot, theme):
    response = sample_response()
    one = type(response)(
        response.request, response.hits[:1], response.ranking[:1], 1, response.trace
    )
    line = CountLine(theme)
    qtbot.addWidget(line)
    line.show_response(one)
    assert line.plain_text.startswith("1 passage in 1 document,")


@pytest.mark.parametrize("width", [40, 80, 120, 200, 300])
def test_nothing_in_the_row_of_chips_lies_over_another(qtbot, chip_bar, width):
    chip_bar.resize(width, 28)
    chip_bar.set_selection(
        FilterSelection(
            (FilterChoice(Section.TAGS, "kubernetes"), FilterChoice(Section.LANGUAGES, "de"))
        )
    )
    areas = sorted(
        (one.geometry() for one in chip_bar.findChildren(QToolButton) if not one.isHidden()),
        key=lambda area: area.left(),
    )
    for left, right in pairwise(areas):
        assert left.right() < right.left()


def test_where_nothing_was_asked_a_screen_reader_finds_no_count(qtbot, theme):
    line = CountLine(theme)
    qtbot.addWidget(line)
    line.show_response(empty_response())
    line.show_nothing()
    assert line.accessibleName() == ""


@pytest.mark.parametrize(
    ("room", "words"),
    [(200, "Documents/letters/drafts"), (60, "…/drafts"), (44, "drafts")],
)
def test_a_folder_keeps_its_own_name_where_its_path_has_no_room(theme, qtbot, room, words):
    chip = Chip(theme, "Documents/letters/drafts", is_path=True)
    qtbot.addWidget(chip)
    assert chip.words_in(room) == words
    tag = Chip(theme, "Documents/letters/drafts")
    qtbot.addWidget(tag)
    assert tag.words_in(60).endswith("fts")
