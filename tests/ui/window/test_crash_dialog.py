"""Unexpected errors."""

import threading

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from twofold.ui.window.crash_dialog import MAX_ADDED, CrashDialog, CrashReporter


def test_an_error_in_a_thread_is_shown_with_details_to_copy(qtbot, case):
    reporter = CrashReporter(case.window)
    reporter.attach(case.window)
    thread = threading.Thread(target=reporter.report, args=("It broke.", "Traceback: line 1"))
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: case.window.findChild(CrashDialog) is not None)
    dialog = case.window.findChild(CrashDialog)
    reporter.report("It broke again.", "Traceback: line 2")
    qtbot.waitUntil(lambda: "line 2" in dialog.details.toPlainText())
    assert len(case.window.findChildren(CrashDialog)) == 1
    qtbot.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    assert "line 1" in QGuiApplication.clipboard().text()
    assert dialog.copy.text() == "Copied"
    reporter.report("It broke once more.", "Traceback: line 3")
    qtbot.waitUntil(lambda: dialog.copy.text() == "Copy details")
    qtbot.mouseClick(dialog.close_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: case.window.findChild(CrashDialog) is None)


def test_an_error_repeated_at_every_paint_does_not_fill_the_dialog(qtbot, theme):
    dialog = CrashDialog("Unexpected error", "first", None)
    qtbot.addWidget(dialog)
    for _ in range(1_000):
        dialog.add("again")
    assert dialog.details.toPlainText().count("again") == MAX_ADDED
