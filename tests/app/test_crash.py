import logging
import sys
import threading
from pathlib import Path

import pytest

from app.crash import crash_details, install_crash_hooks


def test_an_unexpected_error_is_told_in_one_line_and_logged_whole(caplog, expected_log):
    expected_log.append("unexpected error")
    told = []
    install_crash_hooks(lambda sentence, _details: told.append(sentence))
    try:
        raise ZeroDivisionError("first line\nsecond line")
    except ZeroDivisionError as error:
        with caplog.at_level(logging.CRITICAL):
            sys.excepthook(type(error), error, error.__traceback__)
    assert told == [
        "Unexpected error: ZeroDivisionError: first line second line (the log has the rest)"
    ]
    assert "Traceback" in caplog.text


def test_an_error_in_a_thread_is_told_too(expected_log):
    expected_log.append("unexpected error")
    told = []
    install_crash_hooks(lambda sentence, _details: told.append(sentence))
    thread = threading.Thread(target=[].pop)
    thread.start()
    thread.join()
    assert len(told) == 1
    assert "IndexError" in told[0]


def test_without_a_listener_the_line_goes_to_stderr(capsys, expected_log):
    expected_log.append("unexpected error")
    install_crash_hooks()
    sys.excepthook(ValueError, ValueError(""), None)
    assert capsys.readouterr().err == (
        "twofold: Unexpected error: ValueError: no details (the log has the rest)\n"
    )


def test_an_interrupt_is_no_crash():
    told = []
    install_crash_hooks(lambda sentence, _details: told.append(sentence))
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert told == []


def test_the_details_name_version_and_place_but_not_the_person():
    try:
        raise ValueError(f"cannot read {Path.home()}/secret.txt")
    except ValueError as error:
        details = crash_details(error)
    assert details.startswith("Twofold ")
    assert "ValueError: cannot read ~/secret.txt" in details
    assert "test_crash.py" in details
    assert str(Path.home()) + "/" not in details


@pytest.mark.parametrize("home", ["/", ""])
def test_a_home_that_is_no_persons_leaves_the_details_as_they_are(monkeypatch, home):
    monkeypatch.setenv("HOME", home)
    monkeypatch.setenv("USERPROFILE", home)
    assert "ValueError: a/b.c" in crash_details(ValueError("a/b.c"))
