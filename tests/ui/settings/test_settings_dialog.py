"""The settings dialog of a whole window."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QTextLayout
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QLabel

from app.settings_file import change_settings, load_settings
from engine.api import SETTINGS, SearchRequest, SettingError, Settings, UseSettings
from tests.ui.samples import QUERY
from tests.ui.window_case import open_window, search_for, settings_stand
from ui.answer import HITS_SHOWN
from ui.settings.live_settings import LiveSettings
from ui.settings.setting_list import QuickKeyNote
from ui.settings.setting_words import choice_in_words, hint
from ui.settings.settings_dialog import SettingsDialog
from ui.settings.shortcut_dialog import ShortcutDialog


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "settings.yaml"
    load_settings(path)
    return path


@pytest.fixture
def kept():
    """What was written, each time."""
    return []


@pytest.fixture
def case(qtbot, theme, file, kept):
    def keep(values):
        kept.append(dict(values))
        change_settings(file, values)

    return open_window(qtbot, theme, settings=load_settings(file), keep=keep)


@pytest.fixture
def dialog(qtbot, case):
    qtbot.keyClick(case.window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    dialog = case.window.findChild(SettingsDialog)
    assert dialog.isVisible()
    qtbot.waitUntil(lambda: settings_stand(dialog))
    return dialog


def choose(field, data):
    field.setCurrentIndex(field.findData(data))
    field.activated.emit(field.currentIndex())


def test_every_setting_has_a_row_with_a_name_its_range_and_when_it_holds(dialog):
    assert set(dialog.list.rows) == {setting.key for setting in SETTINGS}
    for row in dialog.list.rows.values():
        assert row.field.accessibleName()
        assert "holds" in row.field.accessibleDescription()
    assert "1 to 1,000" in hint(dialog.list.rows["search.rrf_k"].setting)


def test_a_change_is_written_to_the_file_and_holds_for_the_search_shown(qtbot, case, dialog, file):
    search_for(qtbot, case, QUERY)
    dialog.list.rows["search.rrf_k"].field.setValue(20)
    assert load_settings(file).whole("search.rrf_k") == 20
    assert case.engine.requests(SearchRequest)[-1].fusion.rrf_k == 20


def test_what_decides_which_files_are_read_is_told_to_the_engine(case, dialog):
    dialog.list.rows["indexing.max_file_mb"].field.setValue(500)
    told = case.engine.requests(UseSettings)[-1]
    assert dict(told.values)["indexing.max_file_mb"] == 500
    assert "from now on" in dialog.list.rows["indexing.max_file_mb"].field.accessibleDescription()
    assert "at once" in dialog.list.rows["indexing.hidden_files"].field.accessibleDescription()


def test_the_mode_changes_in_the_window_too(case, dialog):
    choose(dialog.list.rows["search.mode"].field, "vector")
    assert case.window.search.pane.mode_switch.mode.value == "vector"


def test_the_theme_changes_at_once_and_the_menu_follows(case, dialog, theme):
    choose(dialog.list.rows["window.theme"].field, "contrast")
    assert theme.name == "contrast_light"
    assert case.window.theme_menu.choice == "contrast"
    choose(dialog.list.rows["window.theme"].field, "light")
    assert theme.name == "light"


def test_rows_stand_closer_together_at_once(case, dialog, theme):
    tree = next(iter(case.window.search.filters.panel.sections.values())).tree
    roomy = tree.sizeHint().height()
    choose(dialog.list.rows["window.density"].field, "compact")
    try:
        assert tree.sizeHint().height() * 24 == roomy * 22
    finally:
        theme.set_compact(compact=False)


def test_search_narrows_the_rows_and_says_when_there_are_none(qtbot, dialog):
    qtbot.keyClicks(dialog.search, "gitignore")
    shown = [key for key, row in dialog.list.rows.items() if row.isVisible()]
    assert shown == ["indexing.ignore_files"]
    dialog.search.setText("no such words")
    assert not any(row.isVisible() for row in dialog.list.rows.values())
    assert dialog.list.none.isVisible()


def test_the_number_of_passages_does_not_promise_another_one_in_the_window(dialog):
    text = " ".join(label.text() for label in dialog.list.rows["search.k"].findChildren(QLabel))
    assert f"the window lists up to {HITS_SHOWN}" in text.replace("\xa0", " ")


def test_enter_in_the_search_does_not_close_the_dialog(qtbot, dialog):
    qtbot.keyClick(dialog.search, Qt.Key.Key_Return)
    assert dialog.isVisible()


def test_one_is_reset_and_all_are_reset(qtbot, dialog, file):
    row = dialog.list.rows["search.candidates"]
    assert not row.reset.isVisible()
    row.field.setValue(300)
    dialog.list.rows["search.hide_weak"].field.click()
    assert row.reset.isVisible()
    qtbot.mouseClick(row.reset, Qt.MouseButton.LeftButton)
    assert row.field.value() == 100
    assert load_settings(file).flag("search.hide_weak")
    qtbot.mouseClick(dialog.reset_all, Qt.MouseButton.LeftButton)
    assert Settings(load_settings(file).values) == load_settings(file)
    assert not load_settings(file).flag("search.hide_weak")
    assert dialog.reset_all.text() == "Undo the reset"


def test_the_setting_that_is_reset_by_a_key_keeps_the_keys(qtbot, dialog):
    row = dialog.list.rows["search.k"]
    row.field.setValue(33)
    row.reset.setFocus()
    qtbot.keyClick(row.reset, Qt.Key.Key_Space)
    assert row.field.value() == row.setting.default
    assert row.field.hasFocus()


def test_resetting_everything_is_taken_back_by_the_same_button(qtbot, dialog, file):
    dialog.list.rows["search.candidates"].field.setValue(300)
    dialog.list.rows["search.hide_weak"].field.click()
    qtbot.mouseClick(dialog.reset_all, Qt.MouseButton.LeftButton)
    assert dialog.reset_all.text() == "Undo the reset"
    assert dialog.focusWidget() is dialog.reset_all
    qtbot.mouseClick(dialog.reset_all, Qt.MouseButton.LeftButton)
    assert load_settings(file).flag("search.hide_weak")
    assert load_settings(file).whole("search.candidates") == 300
    assert dialog.reset_all.text() == "Reset all"
    assert dialog.reset_all.isEnabled()


def test_after_another_change_nothing_is_taken_back(qtbot, dialog):
    dialog.list.rows["search.candidates"].field.setValue(300)
    qtbot.mouseClick(dialog.reset_all, Qt.MouseButton.LeftButton)
    dialog.list.rows["search.hide_weak"].field.click()
    assert dialog.reset_all.text() == "Reset all"


@pytest.mark.parametrize(
    ("words", "key"), [("font", "window.size_percent"), ("dark", "window.theme")]
)
def test_settings_are_found_by_the_words_people_have_for_them(dialog, words, key):
    dialog.search.setText(words)
    assert dialog.list.rows[key].isVisible()


def test_the_keys_are_a_click_away(qtbot, case, dialog):
    qtbot.mouseClick(dialog.keys, Qt.MouseButton.LeftButton)
    assert case.window.findChild(ShortcutDialog).isVisible()


def test_a_reset_of_several_settings_and_its_undo_write_the_file_once_each(qtbot, dialog, kept):
    dialog.list.rows["search.fold_copies"].field.click()
    dialog.list.rows["search.hide_weak"].field.click()
    changed, kept[:] = {**kept[0], **kept[1]}, []
    qtbot.mouseClick(dialog.reset_all, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(dialog.reset_all, Qt.MouseButton.LeftButton)
    assert kept == [{key: not value for key, value in changed.items()}, changed]


def test_a_file_that_cannot_be_written_is_told_and_nothing_changes(qtbot, theme):
    def refuse(_values):
        raise SettingError("The settings file cannot be written.", "Do this.")

    case = open_window(qtbot, theme, keep=refuse)
    case.window.show_settings()
    dialog = case.window.findChild(SettingsDialog)
    qtbot.waitUntil(lambda: settings_stand(dialog))
    dialog.list.rows["search.fold_copies"].field.click()
    assert dialog.list.rows["search.fold_copies"].field.isChecked()
    assert dialog.messages.text == "The settings file cannot be written."


def test_choosing_a_group_scrolls_to_it(dialog, qtbot):
    dialog.groups.setCurrentRow(dialog.groups.count() - 1)
    bar = dialog.list.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() > 0)


def test_the_chosen_group_is_the_one_in_sight(dialog, qtbot):
    assert dialog.groups.currentRow() == 0
    bar, last = dialog.list.verticalScrollBar(), dialog.groups.count() - 1
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    bar.setValue(bar.maximum())
    below = dialog.groups.currentRow()
    assert below > 0
    dialog.groups.setCurrentRow(last)
    assert dialog.groups.currentRow() == last
    bar.setValue(0)
    assert dialog.groups.currentRow() == 0
    bar.setValue(bar.maximum())
    assert dialog.groups.currentRow() == below
    first = dialog.groups.visualItemRect(dialog.groups.item(below)).center()
    bar.setValue(bar.maximum() - 1)
    qtbot.mouseClick(dialog.groups.viewport(), Qt.MouseButton.LeftButton, pos=first)
    group = dialog.list.groups[below]
    assert bar.value() in {group.y(), bar.maximum()}


def test_a_search_for_settings_leaves_the_chosen_group(dialog, qtbot):
    dialog.groups.setCurrentRow(3)
    qtbot.keyClicks(dialog.search, "theme")
    dialog.list.verticalScrollBar().setValue(1)
    assert dialog.groups.currentRow() == 3


def test_after_a_search_for_settings_the_chosen_group_is_in_sight_again(dialog, qtbot):
    dialog.groups.setCurrentRow(3)
    qtbot.keyClicks(dialog.search, "theme")
    qtbot.waitUntil(lambda: not dialog.list.verticalScrollBar().maximum())
    dialog.search.clear()
    assert dialog.groups.currentRow() == 3
    assert dialog.list.verticalScrollBar().value() == dialog.list.groups[3].y() > 0


def test_the_dialog_goes_when_it_is_closed(qtbot, case, dialog):
    qtbot.mouseClick(dialog.close_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: case.window.findChildren(QDialog) == [])


def test_every_choice_of_every_setting_has_words():
    for setting in SETTINGS:
        assert all(choice_in_words(choice) != choice for choice in setting.choices), setting.key


def test_fields_suit_the_values(dialog):
    assert isinstance(dialog.list.rows["window.theme"].field, QComboBox)
    assert isinstance(dialog.list.rows["search.rerank"].field, QCheckBox)


def test_the_command_for_a_key_of_the_desktop_is_shown_and_copied(qtbot, theme):
    dialog = SettingsDialog(LiveSettings(Settings()), theme, quick_command="/opt/twofold quick")
    qtbot.addWidget(dialog)
    qtbot.waitUntil(lambda: settings_stand(dialog))
    note = dialog.findChild(QuickKeyNote)
    dialog.search.setText("no such words")
    assert note.isHidden()
    assert not dialog.list.none.isHidden()
    dialog.search.setText("keyboard")
    assert not note.isHidden()
    assert dialog.list.none.isHidden()
    assert note.command.text() == "/opt/twofold quick"
    assert note.command.isReadOnly()
    note.copy.click()
    assert QGuiApplication.clipboard().text() == "/opt/twofold quick"


def test_enter_in_a_field_takes_its_value_and_resets_nothing(qtbot, case, dialog):
    case.window.live.change("search.k", 33)
    field = dialog.list.rows["search.rrf_k"].field
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "70")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert case.window.live.settings.whole("search.rrf_k") == 70
    assert case.window.live.settings.whole("search.k") == 33
    assert dialog.isVisible()


def test_the_buttons_stand_below_the_settings(dialog, qtbot):
    row = dialog.list.rows["search.rrf_k"]
    dialog.resize(860, 640)
    left = row.mapTo(dialog, QPoint(0, 0)).x()
    assert dialog.reset_all.x() == left
    dialog.resize(540, 340)
    qtbot.waitUntil(lambda: dialog.width() == 540)
    qtbot.waitUntil(lambda: dialog.reset_all.x() < left)


def last_line(label):
    """The words in the last line of a label, and how many lines it has."""
    layout = QTextLayout(label.text(), label.font())
    layout.beginLayout()
    lines = []
    while (line := layout.createLine()).isValid():
        line.setLineWidth(label.width())
        lines.append(line)
    layout.endLayout()
    return label.text()[lines[-1].textStart() :].split(), len(lines)


@pytest.mark.parametrize("width", [560, 620, 700, 760, 860])
def test_no_word_stands_alone_in_the_last_line_of_what_is_said_of_a_setting(dialog, qtbot, width):
    dialog.resize(width, 640)
    qtbot.waitUntil(lambda: dialog.width() == width)
    labels = [label for row in dialog.list.rows.values() for label in row.findChildren(QLabel)]
    told = [last_line(label) for label in labels if label.wordWrap()]
    assert len(told) >= 2 * len(dialog.list.rows)
    assert any(lines > 1 for _, lines in told)
    assert not [words for words, lines in told if lines > 1 and len(words) < 2]


def test_groups_stand_below_each_other_each_in_a_row_of_its_own(qtbot, dialog):
    rows = [dialog.groups.visualItemRect(dialog.groups.item(row)) for row in range(3)]
    assert [row.height() for row in rows] == [32, 32, 32]
    assert rows[1].top() == rows[0].bottom() + 1
