from __future__ import annotations

import errno
import logging
import os
import subprocess
import sys
import threading
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel

from twofold.app import crash as failed_start
from twofold.app.crash import (
    crash_details,
    install_crash_hooks,
    report_failed_start,
    start_sentence,
)
from twofold.ui.i18n.translation import translated
from twofold.ui.window.crash_dialog import CrashDialog


def test_an_unexpected_error_is_reported_in_one_line_and_logged_completely(
    caplog, capsys, expected_log
):
    expected_log.append("unexpected error")
    reported = []
    install_crash_hooks(lambda sentence, _details: reported.append(sentence))
    try:
        raise ZeroDivisionError("first line\nsecond line")
    except ZeroDivisionError as error:
        with caplog.at_level(logging.CRITICAL):
            sys.excepthook(type(error), error, error.__traceback__)
    assert reported == [
        "Unexpected error: ZeroDivisionError: first line second line (the log has the details)"
    ]
    assert "Traceback" in caplog.text
    thread = threading.Thread(target=[].pop)
    thread.start()
    thread.join()
    assert "IndexError" in reported[1]
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert len(reported) == 2
    install_crash_hooks()
    sys.excepthook(ValueError, ValueError(""), None)
    assert capsys.readouterr().err.startswith("twofold: Unexpected error: ValueError: no details")


def test_the_details_contain_version_and_traceback_but_no_user_name(monkeypatch):
    try:
        raise ValueError(f"cannot read {Path.home()}/secret.txt")
    except ValueError as error:
        details = crash_details(error)
    assert details.startswith("Twofold ")
    assert "ValueError: cannot read ~/secret.txt" in details
    assert "test_crash.py" in details
    assert str(Path.home()) + "/" not in details
    for home in ("/", ""):
        monkeypatch.setenv("HOME", home)
        monkeypatch.setenv("USERPROFILE", home)
        assert "ValueError: a/b.c" in crash_details(ValueError("a/b.c"))


_BREAKS_BEFORE_THE_WINDOW = """
import sys
from twofold.app.desktop import gui
def fail(*_): raise OSError(11, "Resource temporarily unavailable")
gui.open_window_engine = fail
from twofold.app.cli.command_line import run_command_line
sys.exit(run_command_line([]))
"""


def _run(tmp_path, *arguments, platform="offscreen"):
    return subprocess.run(
        [sys.executable, *arguments],
        env=os.environ | {"TWOFOLD_HOME": str(tmp_path), "QT_QPA_PLATFORM": platform},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def test_a_failure_before_the_window_opens_is_reported_and_logged(tmp_path):
    ended = _run(tmp_path, "-c", _BREAKS_BEFORE_THE_WINDOW)
    assert ended.returncode == 1
    assert ended.stderr.startswith("twofold: Twofold cannot start: Resource temporarily unav")
    assert "Close other programs" in ended.stderr
    assert "Traceback" not in ended.stderr
    log = (tmp_path / "logs" / "twofold.log").read_text(encoding="utf-8")
    assert "Traceback" in log


def test_without_a_screen_a_message_is_printed(tmp_path):
    ended = _run(tmp_path, "-m", "twofold", platform="no-such-screen")
    assert ended.returncode == 1
    assert "twofold: The window cannot open, as there is no screen." in ended.stderr
    assert "no-such-screen" in ended.stderr


def test_the_dialog_shows_the_error_and_its_details(qtbot, monkeypatch, capsys, expected_log):
    expected_log.append("the window cannot open")
    monkeypatch.setattr(failed_start, "_INVISIBLE", frozenset())
    seen = []

    def read_and_close():
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, CrashDialog):
            QTimer.singleShot(10, read_and_close)
            return
        labels = [label.text() for label in dialog.findChildren(QLabel)]
        seen.append((dialog.windowTitle(), labels, dialog.details.toPlainText()))
        dialog.accept()

    QTimer.singleShot(0, read_and_close)
    report_failed_start(PermissionError(errno.EACCES, "Permission denied", "/somewhere/library"))
    ((title, labels, details),) = seen
    assert title == "Twofold cannot start"
    assert labels[0].startswith("Twofold cannot start because of /somewhere/library: Permission")
    assert not any("Twofold goes on" in label for label in labels)
    assert "PermissionError" in details
    assert labels[0] in capsys.readouterr().err
    full = start_sentence(OSError(errno.ENOSPC, "No space left on device"))
    assert "Free some disk space" in full
    at_number = start_sentence(OSError(errno.EIO, "Input/output error", b"/home"))
    assert "b'/home'" in translated(at_number)  # not only strings contain file names
    assert "Close other programs" in start_sentence(RuntimeError("can't start new thread"))
    assert "ValueError: two lines. " in start_sentence(ValueError("two\nlines."))
