"""The settings dialog of a whole window."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QLineEdit, QSpinBox

from tests.fakes.window_parts import store_nothing
from tests.ui.samples import QUERY
from tests.ui.window_case import open_window, search_for
from twofold.app.settings_file import change_settings, load_settings
from twofold.engine.api import SETTINGS, SearchRequest, SettingError, Settings, UseSettings
from twofold.ui.settings.live_settings import LiveSettings
from twofold.ui.settings.settings_dialog import SECTIONS, SettingsDialog

FIELDS = {
    bool: {QCheckBox},
    int: {QSpinBox, QComboBox},
    float: {QDoubleSpinBox},
    str: {QComboBox, QLineEdit},
}


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "settings.yaml"
    load_settings(path)
    return path


@pytest.fixture
def kept():
    """The stored values of each write."""
    return []


@pytest.fixture
def case(qtbot, theme, file, kept):
    def keep(values):
        kept.append(dict(values))
        change_settings(file, values)

    return open_window(qtbot, theme, settings=load_settings(file), store_settings=keep)


@pytest.fixture
def dialog(qtbot, case):
    qtbot.keyClick(case.window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    dialog = case.window.findChild(SettingsDialog)
    assert dialog.isVisible()
    return dialog


def row(dialog, key):
    """Return the row of a setting."""
    if key not in dialog.rows or not dialog.rows[key].isVisible():
        dialog.show_section(key.split(".")[0])
    return dialog.rows[key]


def seen(dialog):
    return [key for key, row in dialog.rows.items() if row.isVisible()]


def seen_groups(dialog):
    groups = dialog.groups
    return [n for n, _ in enumerate(SECTIONS) if not groups.isRowHidden(n)]


def choose(field, data):
    field.setCurrentIndex(field.findData(data))
    field.activated.emit(field.currentIndex())


def test_every_setting_has_a_named_row_and_states_its_effect(dialog):
    for section in SECTIONS:
        dialog.show_section(section)
        assert seen(dialog) == [one.key for one in SETTINGS if one.key.startswith(f"{section}.")]
        for key in seen(dialog):
            field = dialog.rows[key].field
            assert field.accessibleName()
            hint = field.accessibleDescription()
            assert "takes effect" in hint or "applies" in hint
            assert type(field) in FIELDS[type(dialog.rows[key].setting.default)]


def test_a_change_is_stored_and_takes_effect_immediately(qtbot, case, dialog, file):
    search_for(qtbot, case, QUERY)
    row(dialog, "search.rrf_k").field.setValue(20)
    assert load_settings(file).whole("search.rrf_k") == 20
    assert case.engine.requests(SearchRequest)[-1].fusion.rrf_k == 20
    row(dialog, "indexing.max_file_mb").field.setValue(500)
    reported = case.engine.requests(UseSettings)[-1]
    assert dict(reported.values)["indexing.max_file_mb"] == 500
    choose(row(dialog, "reading.sandbox").field, "off")
    assert dict(case.engine.requests(UseSettings)[-1].values)["reading.sandbox"] == "off"


def test_mode_theme_and_density_change_in_the_window_immediately(case, dialog, theme, kept):
    choose(row(dialog, "search.mode").field, "vector")
    assert case.window.search.pane.mode_switch.mode.value == "vector"
    choose(row(dialog, "window.theme").field, "contrast")
    assert theme.name == "contrast_light"
    assert case.window.theme_menu.choice == "contrast"
    case.window.theme_menu.choose("light")
    assert theme.name == "light"
    assert kept[-1] == {"window.theme": "light"}

    tree = next(iter(case.window.search.filters.panel.sections.values())).tree
    roomy = tree.sizeHint().height()
    choose(row(dialog, "window.density").field, "compact")
    try:
        assert tree.sizeHint().height() * 24 == roomy * 22
    finally:
        theme.set_compact(compact=False)


def test_the_search_filters_rows_and_groups(qtbot, dialog):
    qtbot.keyClicks(dialog.search, "gitignore")
    assert seen(dialog) == ["indexing.ignore_files"]
    assert seen_groups(dialog) == [SECTIONS.index("indexing")]
    dialog.search.setText("font")
    assert dialog.rows["window.size_percent"].isVisible()
    qtbot.keyClick(dialog.search, Qt.Key.Key_Return)
    assert dialog.isVisible()
    dialog.search.setText("no such words")
    assert seen(dialog) == seen_groups(dialog) == []
    assert dialog.none.isVisible()
    dialog.search.clear()
    assert len(seen_groups(dialog)) == len(SECTIONS)
    assert dialog.groups.currentRow() == SECTIONS.index("window")
    assert len(seen(dialog)) > 1


def test_tab_goes_through_the_rows_and_then_the_buttons(dialog):
    for section in ("window", "search"):
        dialog.show_section(section)
        chain, here = [], dialog.search
        while here is not dialog.close_button:
            chain.append(here)
            here = here.nextInFocusChain()
        fields = [dialog.rows[key].field for key in seen(dialog)]
        stops = [dialog.search, dialog.groups, *fields, dialog.reset_all, dialog.keys]
        assert [one for one in chain if one in stops] == stops


def test_resetting_a_setting_keeps_the_focus_in_its_row(qtbot, dialog):
    k = row(dialog, "search.limit")
    assert not k.reset.isVisible()
    k.field.setValue(33)
    row(dialog, "search.hide_weak").field.click()
    k.reset.setFocus()
    qtbot.keyClick(k.reset, Qt.Key.Key_Space)
    assert k.field.value() == k.setting.default
    assert k.field.hasFocus()
    assert row(dialog, "search.hide_weak").field.isChecked() is not k.setting.default


def test_resetting_all_settings_can_be_undone(qtbot, dialog, file, kept):
    row(dialog, "search.candidates").field.setValue(300)
    row(dialog, "search.hide_weak").field.click()
    usual = Settings()
    assert load_settings(file).flag("search.hide_weak") != usual.flag("search.hide_weak")
    kept.clear()
    qtbot.mouseClick(dialog.reset_all, Qt.MouseButton.LeftButton)
    assert load_settings(file).whole("search.candidates") == usual.whole("search.candidates")
    assert load_settings(file).flag("search.hide_weak") == usual.flag("search.hide_weak")
    assert dialog.reset_all.text() == "Undo reset"
    assert dialog.focusWidget() is dialog.reset_all
    qtbot.mouseClick(dialog.reset_all, Qt.MouseButton.LeftButton)
    assert load_settings(file).whole("search.candidates") == 300
    assert dialog.reset_all.text() == "Reset all"
    assert len(kept) == 2, "the file is written once each"
    qtbot.mouseClick(dialog.reset_all, Qt.MouseButton.LeftButton)
    row(dialog, "search.collapse_duplicates").field.click()
    assert dialog.reset_all.text() == "Reset all", "after another change nothing is taken back"


def test_enter_in_a_field_stores_its_value_only(qtbot, case, dialog):
    case.window.live.change("search.limit", 33)
    field = row(dialog, "search.rrf_k").field
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "70")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert case.window.live.settings.whole("search.rrf_k") == 70
    assert case.window.live.settings.whole("search.limit") == 33
    assert dialog.isVisible()


def test_the_quick_search_command_is_shown_and_can_be_copied(qtbot, theme):
    dialog = SettingsDialog(
        LiveSettings(Settings(), store_nothing), theme, quick_command="/opt/twofold quick"
    )
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.show_section("window")
    for words, is_shown in (("no such words", False), ("keyboard", True)):
        dialog.search.setText(words)
        assert dialog.note.isHidden() is not is_shown
    dialog.note.copy.click()
    assert QGuiApplication.clipboard().text() == "/opt/twofold quick"


def test_a_failed_write_is_reported_and_nothing_changes(qtbot, theme):
    def refuse(_values):
        raise SettingError("The settings file cannot be written.", "Do this.")

    case = open_window(qtbot, theme, store_settings=refuse)
    case.window.show_settings()
    dialog = case.window.findChild(SettingsDialog)
    row(dialog, "search.collapse_duplicates").field.click()
    assert row(dialog, "search.collapse_duplicates").field.isChecked()
    assert dialog.messages.text == "The settings file cannot be written."
    case.window.theme_menu.choose("dark")
    assert theme.name == "light"
    checked = [one.data() for one in case.window.theme_menu.actions() if one.isChecked()]
    assert checked == ["system"]
