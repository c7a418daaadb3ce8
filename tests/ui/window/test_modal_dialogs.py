"""A query from a second start, or a hit of quick search, while a dialog is open."""

from PySide6.QtWidgets import QApplication, QFileDialog

from twofold.ui.collection.collection_dialog import CollectionDialog
from twofold.ui.export.export_dialog import ExportDialog
from twofold.ui.library.tags_dialog import TagsDialog
from twofold.ui.settings.settings_dialog import SettingsDialog
from twofold.ui.settings.shortcuts import ShortcutDialog
from twofold.ui.widgets.messages import MessageBar
from twofold.ui.window.crash_dialog import CrashDialog


def search_from_second_start(qtbot, case, query="finalizer"):
    case.window.come_to_front(query)
    search = case.window.search
    qtbot.waitUntil(lambda: search.response is not None and search.response.request.query == query)


def opened(case, kind):
    return [one for one in case.window.findChildren(kind) if one.isVisible()]


def test_dialogs_without_unsaved_work_are_closed(qtbot, found):
    window = found.window
    for show, kind in (
        (window.show_shortcuts, ShortcutDialog),
        (window.open_collection, CollectionDialog),
        (window.show_settings, SettingsDialog),
    ):
        show()
        assert opened(found, kind)
        search_from_second_start(qtbot, found)
        assert not opened(found, kind)
        assert QApplication.activeModalWidget() is None
    window.show_settings()
    hit = window.search.response.hits[1]
    window.tray.quick.show_requested.emit("finalizer", hit)
    assert QApplication.activeModalWidget() is None
    assert window.search.current_hit().chunk_id == hit.chunk_id


def test_an_export_dialog_stays_open_with_a_message(qtbot, found):
    found.window.show_export()
    dialog = opened(found, ExportDialog)[0]
    dialog.place.name.setText("half typed")
    search_from_second_start(qtbot, found, "first")
    chooser = QFileDialog(dialog)
    chooser.setOption(QFileDialog.Option.DontUseNativeDialog)
    chooser.open()
    search_from_second_start(qtbot, found, "finalizer")
    assert QApplication.activeModalWidget() is dialog
    assert dialog.place.name.text() == "half typed"
    (bar,) = dialog.findChildren(MessageBar)
    assert bar.text == "Searched for ‘finalizer’. Close this dialog to see the results."
    dialog.reject()
    assert found.window.search.pane.field.text() == "finalizer"


def test_an_unread_error_and_unsaved_tags_stay_open(qtbot, found):
    error = CrashDialog("It broke.", "Traceback", found.window)
    error.open()
    search_from_second_start(qtbot, found)
    assert QApplication.activeModalWidget() is error
    error.accept()
    for typed in ("", "new tag"):
        found.window.library_page.edit_hits(list(found.window.search.response.hits[:1]))
        dialog = opened(found, TagsDialog)[0]
        dialog.new.setText(typed)
        search_from_second_start(qtbot, found)
        assert (QApplication.activeModalWidget() is dialog) is bool(typed)
    assert dialog.new.text() == "new tag"
    dialog.reject()


def test_a_setting_being_typed_is_saved_when_its_dialog_closes(qtbot, found):
    found.window.show_settings("open")
    dialog = opened(found, SettingsDialog)[0]
    field = dialog.rows["open.lines_with"].field
    dialog.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClicks(field, "kate")
    search_from_second_start(qtbot, found)
    assert found.window.live.settings.text("open.lines_with") == "kate"


def test_a_second_start_without_a_query_leaves_dialogs_alone(qtbot, found):
    found.window.show_shortcuts()
    dialog = opened(found, ShortcutDialog)[0]
    found.window.come_to_front("")
    assert QApplication.activeModalWidget() is dialog
    dialog.reject()
