"""Custom keyboard shortcuts."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QSettings, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from tests.ui.window_case import open_window, search_for
from twofold.ui.search.search_commands import search_commands
from twofold.ui.settings.shortcuts import ShortcutDialog
from twofold.ui.window import main_window

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def remembered(tmp_path):
    return QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def case(qtbot, theme, remembered):
    return open_window(qtbot, theme, window_state=remembered)


@pytest.fixture
def dialog(qtbot, case):
    qtbot.keyClick(case.window, Qt.Key.Key_F1)
    return case.window.findChild(ShortcutDialog)


def row_of(dialog, name):
    names = [command.name for command in dialog._shortcuts.commands]
    return names.index(name)


def test_custom_shortcuts_take_precedence_over_new_commands(qtbot, theme, remembered):
    remembered.setValue("shortcuts/library", "Ctrl+E")
    window = open_window(qtbot, theme, window_state=remembered).window
    export = next(command for command in window.commands if command.name == "export")
    assert window.shortcuts.keys_of(export) == ()
    qtbot.keyClick(window, Qt.Key.Key_E, CONTROL)
    assert window.pages.currentWidget() is window.library_page


def test_custom_shortcuts_work_immediately_and_after_a_restart(
    qtbot, theme, case, dialog, remembered
):
    dialog.table.selectRow(row_of(dialog, "library"))
    dialog.keys.setKeySequence(QKeySequence("Ctrl+E"))
    assert "Ctrl+E is already used by ‘Export passages…’" in dialog.messages.text
    assert not dialog.use.isEnabled()
    dialog.keys.setKeySequence(QKeySequence("Ctrl+Shift+J"))
    qtbot.mouseClick(dialog.use, Qt.MouseButton.LeftButton)
    dialog.accept()
    window = case.window
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, Qt.Key.Key_L, CONTROL)
    assert window.pages.currentWidget() is window.search
    qtbot.keyClick(window, Qt.Key.Key_J, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    assert window.pages.currentWidget() is window.library_page

    again = open_window(qtbot, theme, window_state=remembered).window
    command = next(command for command in again.commands if command.name == "library")
    assert again.shortcuts.keys_of(command) == ("Ctrl+Shift+J",)
    again.shortcuts.reset_all()
    assert not remembered.allKeys() or not any(
        key.startswith("shortcuts") for key in remembered.allKeys()
    )


def test_menus_and_tooltips_show_custom_shortcuts(qtbot, case):
    search_for(qtbot, case, "finalizer")
    window = case.window
    commands = {command.name: command for command in window.commands}
    group = window.search.pane.tools.group
    assert group.toolTip() == "Group by document (Ctrl+G)"
    window.shortcuts.choose(commands["group_by_document"], ("Ctrl+J",))
    window.shortcuts.choose(commands["copy_citation"], ("Ctrl+Y",))
    window.shortcuts.choose(commands["more_like_this"], ())
    window.shortcuts.choose(commands["mode_meaning"], ("Alt+7",))
    tip = window.search.pane.mode_switch.segments[2].toolTip()
    assert tip == "Find passages with a similar meaning (Alt+7)"
    menu = window.search.commands.open_menu(window.search.current_hit(), QPoint(10, 10))
    keys = dict(action.text().split("\t") for action in menu.actions() if "\t" in action.text())
    assert keys["Copy citation"] == "Ctrl+Y"
    assert keys["Copy passage"] == "Ctrl+C"
    assert keys["More like this"] == ""
    menu.close()
    assert group.toolTip() == "Group by document (Ctrl+J)"
    window.shortcuts.choose(commands["group_by_document"], ())
    assert group.toolTip() == "Group by document"


def test_the_search_finds_labels_and_keys_and_hidden_commands_get_no_keys(case, dialog):
    table = dialog.table
    assert table.rowCount() == len(case.window.commands)
    dialog.search.setText("ctrl+l")
    shown = [row for row in range(table.rowCount()) if not table.isRowHidden(row)]
    assert shown == [row_of(dialog, "library")]
    dialog.search.setText("export")
    assert dialog.chosen.label == "Export passages…"
    dialog.search.setText("no such command")
    assert dialog.chosen is None
    assert not dialog.keys.isEnabled()


def test_resetting_all_shortcuts_can_be_undone(qtbot, case, dialog):
    shortcuts = case.window.shortcuts
    by_name = {command.name: command for command in shortcuts.commands}
    assert not dialog.reset_all.isEnabled()
    assert shortcuts.choose(by_name["library"], ("Ctrl+Shift+J",)) is None
    assert shortcuts.choose(by_name["export"], ("Ctrl+L",)) is None
    dialog.table.selectRow(row_of(dialog, "library"))
    qtbot.mouseClick(dialog.reset, Qt.MouseButton.LeftButton)
    assert "is already used by ‘Export passages…’" in dialog.messages.text
    qtbot.mouseClick(dialog.reset_all, Qt.MouseButton.LeftButton)
    assert all(shortcuts.is_default(command) for command in shortcuts.commands)
    assert dialog.reset_all.text() == "Undo reset"
    qtbot.mouseClick(dialog.reset_all, Qt.MouseButton.LeftButton)
    assert shortcuts.keys_of(by_name["library"]) == ("Ctrl+Shift+J",)
    assert shortcuts.keys_of(by_name["export"]) == ("Ctrl+L",)


def test_shift_tab_and_esc_leave_the_shortcut_field(qtbot, case, dialog):
    dialog.keys.setFocus()
    qtbot.keyClick(dialog.keys, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert dialog.focusWidget() is dialog.table
    assert dialog.keys.keySequence().isEmpty()
    qtbot.keyClick(dialog.keys, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_the_search_field_leaves_commands_to_the_window(case):
    """A line edit handles no shortcuts, even on platforms such as X11 where it could."""
    field = case.window.search.pane.field
    keys = {key for command in case.window.commands for key in command.keys}
    letters = [
        key for key in keys if key.startswith("Ctrl+") and key[5:].isalpha() and len(key) == 6
    ]
    assert {"Ctrl+D", "Ctrl+E", "Ctrl+K"} <= set(letters)
    for key in sorted({*letters, "Ctrl+A", "Ctrl+V"}):
        event = QKeyEvent(QEvent.Type.ShortcutOverride, ord(key[5]), CONTROL)
        event.accept()
        field.event(event)
        assert event.isAccepted() is (key[5] in "ACVXYZ"), key


def test_custom_shortcuts_survive_changed_defaults(qtbot, theme, remembered, monkeypatch):
    window = open_window(qtbot, theme, window_state=remembered).window
    commands = {command.name: command for command in window.commands}
    window.shortcuts.choose(commands["filter_trust"], ("Ctrl+Alt+T",))
    declared, keys = search_commands(), {"filter_trust": ("Ctrl+8",), "save_search": ("Ctrl+7",)}
    changed = tuple(replace(one, keys=keys.get(one.name, one.keys)) for one in declared)
    monkeypatch.setattr(main_window, "search_commands", lambda: changed)
    again = open_window(qtbot, theme, window_state=remembered).window
    commands = {command.name: command for command in again.commands}
    assert again.shortcuts.keys_of(commands["filter_trust"]) == ("Ctrl+Alt+T",)
    assert again.shortcuts.keys_of(commands["save_search"]) == ("Ctrl+7",)
