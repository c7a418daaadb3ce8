"""The rows of the settings come in turns, so that keys are taken between them."""

from itertools import accumulate, pairwise

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication

from engine.api import SETTINGS, Settings
from tests.ui.window_case import settings_stand
from ui.settings.live_settings import LiveSettings
from ui.settings.setting_list import SECTIONS
from ui.settings.settings_dialog import SettingsDialog


@pytest.fixture
def live(qapp):
    return LiveSettings(Settings())


@pytest.fixture
def coming(qtbot, theme, live):
    """A dialog of which no row is there yet."""
    dialog = SettingsDialog(live, theme, quick_command="/opt/twofold quick")
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.list.rows == {}
    return dialog


def seen(dialog):
    return [key for key, row in dialog.list.rows.items() if row.isVisible()]


def keys_of(section):
    return [one.key for one in SETTINGS if one.key.startswith(f"{section}.")]


def test_other_events_come_between_a_few_rows_and_the_next(coming, qtbot):
    stood = []

    def note():
        stood.append(len(coming.list.rows))
        if not coming.list.is_whole:
            QTimer.singleShot(0, note)

    note()
    qtbot.waitUntil(lambda: settings_stand(coming))
    assert stood[-1] == len(SETTINGS)
    assert max(later - sooner for sooner, later in pairwise(stood)) <= 8


def test_a_group_is_seen_once_it_is_whole_and_the_first_before_the_others(coming, qtbot):
    sights = []

    def look():
        if not sights or sights[-1] != seen(coming):
            sights.append(seen(coming))
        if not coming.list.is_whole:
            QTimer.singleShot(0, look)

    look()
    qtbot.waitUntil(lambda: settings_stand(coming))
    ends = accumulate(len(keys_of(one)) for one in SECTIONS)
    assert sights[:2] == [[], keys_of(SECTIONS[0])]
    assert len(sights) > 3
    assert {len(sight) for sight in sights} <= {0, *ends}
    assert list(coming.list.rows) == [one.key for one in SETTINGS]


def test_no_row_moves_or_is_pressed_together_while_others_come(coming, qtbot):
    qtbot.waitUntil(lambda: bool(seen(coming)))
    first = coming.list.rows[SETTINGS[0].key]
    others = [coming.list.rows[key] for key in keys_of(SECTIONS[0])]
    places = [row.geometry() for row in others]
    assert all(row.height() >= row.heightForWidth(row.width()) for row in others)
    qtbot.waitUntil(lambda: settings_stand(coming))
    QApplication.processEvents()
    assert [row.geometry() for row in others] == places
    assert first.isVisible()


@pytest.mark.parametrize("section", ["indexing", "window"])
def test_another_group_that_was_gone_to_is_the_first_thing_seen(coming, qtbot, section):
    coming.show_section(section)
    places = []
    while not coming.list.is_whole:
        assert seen(coming) == []
        QApplication.processEvents()
    bar = coming.list.verticalScrollBar()
    places.append(bar.value())
    QApplication.processEvents()
    group = coming.list.groups[SECTIONS.index(section)]
    assert places == [bar.value()]
    assert bar.value() == min(group.y(), bar.maximum()) > 0
    assert coming.groups.currentRow() == SECTIONS.index(section)


def test_a_group_chosen_while_rows_come_is_gone_to_when_all_stand(coming, qtbot):
    qtbot.waitUntil(lambda: bool(seen(coming)))
    coming.groups.setCurrentRow(2)
    qtbot.waitUntil(lambda: settings_stand(coming))
    assert coming.list.verticalScrollBar().value() == coming.list.groups[2].y()
    assert coming.groups.currentRow() == 2


def test_what_is_searched_for_meanwhile_narrows_the_rows_that_come(coming, qtbot):
    qtbot.keyClicks(coming.search, "gitignore")
    while not coming.list.is_whole:
        assert coming.list.none.isHidden()
        QApplication.processEvents()
    assert seen(coming) == ["indexing.ignore_files"]
    coming.search.clear()
    assert seen(coming) == [one.key for one in SETTINGS]


def test_words_that_no_setting_has_are_told_once_all_were_asked(coming, qtbot):
    coming.search.setText("no such words")
    assert coming.list.none.isHidden()
    qtbot.waitUntil(coming.list.none.isVisible)
    assert coming.list.is_whole


def test_rows_that_come_later_show_what_was_changed_meanwhile(coming, live, qtbot):
    last = "window.theme"
    assert keys_of("window")[0] not in coming.list.rows
    live.change(last, "dark")
    assert coming.reset_all.isEnabled()
    qtbot.waitUntil(lambda: settings_stand(coming))
    assert coming.list.rows[last].field.currentData() == "dark"
    coming.reset_all.click()
    assert live.settings.text(last) == Settings().text(last)


def test_tab_goes_through_the_rows_in_their_order_and_then_to_the_buttons(coming, qtbot):
    qtbot.waitUntil(lambda: settings_stand(coming))
    chain, here = [], coming.search
    while here is not coming.close_button:
        chain.append(here)
        here = here.nextInFocusChain()
    fields = [row.field for row in coming.list.rows.values()]
    stops = [coming.search, coming.groups, *fields, coming.reset_all, coming.keys]
    assert [one for one in chain if one in stops] == stops


def test_closing_the_dialog_while_rows_come_ends_their_coming(coming, qtbot):
    qtbot.waitUntil(lambda: bool(seen(coming)))
    qtbot.keyClick(coming.search, Qt.Key.Key_Escape)
    assert not coming.isVisible()
    coming.list.deleteLater()
    gone = []
    coming.list.destroyed.connect(lambda: gone.append(True))
    qtbot.waitUntil(lambda: bool(gone))
