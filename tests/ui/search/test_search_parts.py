"""The search field, chips, modes and count line, tested separately."""

from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QToolButton

from tests.fakes.fake_engine import FakeEngine
from tests.fakes.library_samples import answering
from tests.ui.samples import sample_response, shown
from tests.ui.window_case import open_window, search_for
from twofold.engine.api import Outcome, PreviewRequest, SearchMode
from twofold.ui.client import EngineClient
from twofold.ui.filters.selection import FilterAction, FilterChoice, FilterSelection, Section
from twofold.ui.search.chips import Chip, ChipBar
from twofold.ui.search.detail_column import DetailColumn, ShownHit
from twofold.ui.search.list_header import CountLine
from twofold.ui.search.search_field import RESTED_AFTER_S, AtRest, SearchField
from twofold.ui.search.search_pane import ModeSwitch
from twofold.ui.widgets.messages import BarMessage

TAG = FilterChoice(Section.TAGS, "runbook")
NO_DRAFT = FilterChoice(Section.TAGS, "draft", excluded=True)
LAST = FilterChoice(Section.TAGS, "last")


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def field(qtbot, theme, clock):
    field = SearchField(theme, clock=clock)
    qtbot.addWidget(field)
    return field


def test_the_field_emits_and_limits_the_query_and_leaves_keys_to_the_list(qtbot, field):
    field.set_query("(" * 30_000)
    assert len(field.text()) == 10_000
    with qtbot.waitSignal(field.query_edited) as edited:
        field.clear_query()
    assert (edited.args, field.text()) == ([""], "")
    with qtbot.waitSignal(field.moved_down):
        qtbot.keyClick(field, Qt.Key.Key_Down)
    with qtbot.waitSignal(field.confirmed) as confirmed:
        qtbot.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert confirmed.args == [True]


def test_deferred_work_runs_once_after_typing(qtbot, field, clock):
    done, owner = [], QObject()
    field.setText("pod")  # which users do not type
    assert field.rests_in_ms == 0
    work = AtRest(field, lambda: done.append(field.rests_in_ms), owner)
    work.soon()
    work.soon()
    QTest.keyClick(field, "s")
    assert field.rests_in_ms == round(RESTED_AFTER_S * 1000)

    def rests():
        clock.now += RESTED_AFTER_S / 4
        return bool(done)

    qtbot.waitUntil(rests)
    assert done == [0]


def test_no_preview_is_requested_while_typing(qtbot, theme, field, clock):
    client = EngineClient()
    engine = FakeEngine(client.post)
    client.attach(engine)
    details = DetailColumn(theme)
    qtbot.addWidget(details)
    chosen = ShownHit(client, details, field, details)
    for letter in "pod":
        QTest.keyClick(field, letter)
        answer = shown(sample_response(field.text()))
        chosen.choose(answer, answer.hits[0])
        QApplication.processEvents()  # due timers fire
    assert not engine.requests(PreviewRequest)
    clock.now += RESTED_AFTER_S
    qtbot.waitUntil(lambda: bool(engine.requests(PreviewRequest)))
    assert [request.query for request in engine.requests(PreviewRequest)] == ["pod"]


def test_letters_typed_in_the_list_go_to_the_field_but_shortcuts_do_not(qtbot, found):
    search_for(qtbot, found, "pod")
    pane = found.window.search.pane
    none, control = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
    alt = Qt.KeyboardModifier.AltModifier
    for text, modifiers, query in (
        ("x", control, "pod"),
        ("x", alt, "pod"),
        ("s", none, "pods"),
        ("@", control | alt, "pods@"),  # AltGr as Windows sends it
    ):
        key = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_unknown, modifiers, text)
        QApplication.sendEvent(pane.results, key)
        assert pane.field.text() == query


def test_only_a_click_on_a_segment_emits_a_signal(qtbot, theme):
    switch = ModeSwitch(theme)
    qtbot.addWidget(switch)
    with qtbot.assertNotEmitted(switch.mode_chosen):
        switch.set_mode(SearchMode.LEXICAL)
    assert switch.mode is SearchMode.LEXICAL
    with qtbot.waitSignal(switch.mode_chosen) as chosen:
        switch.choose(SearchMode.VECTOR)
    assert chosen.args == [SearchMode.VECTOR]
    assert switch.mode is SearchMode.VECTOR


@pytest.fixture
def chip_bar(qtbot, theme):
    bar = ChipBar(theme, lambda choice: f"#{choice.value}", QMenu())
    qtbot.addWidget(bar)
    bar.resize(600, 28)
    bar.show()
    return bar


def test_each_filter_has_a_chip_with_an_x(qtbot, chip_bar):
    chip_bar.set_selection(FilterSelection((TAG, NO_DRAFT)))
    names = [chip.accessibleName() for chip in chip_bar.chips]
    assert names == ["Only #runbook", "Without #draft"]

    chip = chip_bar.chips[0]
    with qtbot.waitSignal(chip_bar.removed) as removed:
        at_x = QPoint(chip.width() - 12, chip.height() // 2)
        qtbot.mouseClick(chip, Qt.MouseButton.LeftButton, pos=at_x)
    assert removed.args == [TAG]


def test_one_key_removes_filters_one_after_the_other(qtbot, chip_bar):
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


def test_clearing_filters_by_key_keeps_the_focus_in_the_row(qtbot, found):
    bar, search = found.window.search.pane.chips, found.window.search
    for value in (TAG.value, LAST.value):
        search.filters.panel.action_requested.emit(Section.TAGS, value, FilterAction.ADD)
    bar._clear.setFocus()
    qtbot.keyClick(bar._clear, Qt.Key.Key_Space)
    assert not bar.chips
    assert bar._add.hasFocus()


@pytest.mark.parametrize(("missing", "offers_more", "cut"), [(0, 1, 0), (1, 0, 0), (99, 0, 1)])
def test_chips_that_nearly_fit_are_shortened(chip_bar, missing, offers_more, cut):
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


def test_chips_that_do_not_fit_become_one_without_overlap(chip_bar):
    many = tuple(FilterChoice(Section.TAGS, f"quite-a-long-tag-{n}") for n in range(6))
    chip_bar.set_selection(FilterSelection(many))
    assert not any(chip.isVisible() for chip in chip_bar.chips)
    assert chip_bar.summary.text() == "6 filters"
    for width in (600, 300, 120, 80, 40):
        chip_bar.resize(width, 28)
        assert chip_bar.summary.isVisible()
        shown = [one for one in chip_bar.findChildren(QToolButton) if not one.isHidden()]
        areas = sorted((one.geometry() for one in shown), key=lambda area: area.left())
        for left, right in pairwise(areas):
            assert left.right() < right.left()


def test_a_folder_chip_keeps_the_last_folder_of_its_path(theme, qtbot):
    path = "Documents/letters/drafts"
    folder, tag = Chip(theme, path, is_path=True), Chip(theme, path)
    for chip in (folder, tag):
        qtbot.addWidget(chip)
    assert [folder.fitted_text(room) for room in (200, 60, 44)] == [path, "…/drafts", "drafts"]
    assert tag.fitted_text(60).endswith("fts")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"rows": 42, "matches": 42}, "42 passages"),
        ({"rows": 1, "matches": None}, "1 passage"),
        ({"rows": 0, "matches": 0}, "0 passages"),
        ({"rows": 0, "matches": 0, "weak": 6}, "0 passages · 6 weak hidden"),
        ({"rows": 2, "matches": 3, "duplicates": 1}, "2 of 3 · 1 duplicate"),
        (
            {"rows": 163, "matches": 8980, "has_more": True, "weak": 26, "duplicates": 4},
            "Best 163 of 8,980 · 26 weak hidden",
        ),
        ({"rows": 163, "matches": None, "has_more": True}, "Best 163 passages"),
        (
            {"rows": 6, "matches": 6, "weak": 6, "shows_weak": True, "outcome": Outcome.ONLY_WEAK},
            "Nothing relevant · 6 weak shown",
        ),
    ],
)
def test_the_count_line_names_rows_matches_and_weak_ones(qtbot, theme, changes, words):
    line = CountLine(theme)
    qtbot.addWidget(line)
    answer = replace(shown(sample_response()), **{"shows_weak": False} | changes)
    line.show_answer(answer)
    assert line.plain_text == line.accessibleName() == words
    assert "Found in 12 ms." in line.toolTip()
    line.show_nothing()
    assert line.accessibleName() == ""


def test_a_message_does_not_cover_a_hit(qtbot, theme):
    case = open_window(qtbot, theme, answering())
    search_for(qtbot, case, "namespace")
    pane = case.window.search.pane
    full = pane.results.viewport().height()
    saved = BarMessage("Saved as /tmp/a.docx", is_warning=False)
    pane.messages.show_message(saved)
    end = pane.results.viewport().mapTo(pane, QPoint(0, pane.results.viewport().height())).y()
    assert end < pane.messages.y()
    pane.messages.withdraw()
    assert pane.results.viewport().height() == full
