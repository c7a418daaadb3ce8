from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from twofold.app.cli.output import (
    bold,
    fit,
    has_colors,
    say,
    say_json,
    say_text,
    set_quiet,
    shell_quoted,
    tell,
    warn,
    width,
)
from twofold.app.cli.progress import ProgressLine, percent, progress_text
from twofold.engine.api import FolderStatus, IndexingPhase, LibraryStatus


def test_a_document_cannot_control_the_terminal(capsys):
    say("a\x1b[2Jb\x9b31mc\u202etxt")
    assert capsys.readouterr().out == r"a\x1b[2Jb\x9b31mc\u202etxt" + "\n"
    say("two\nlines\tand\rmore\u2028.md")
    assert capsys.readouterr().out == r"two\nlines\tand\rmore\u2028.md" + "\n"
    say_text("one\r\n\ttwo\x1b[2J\n")
    assert capsys.readouterr().out == "one\n\ttwo\\x1b[2J\n\n"
    tell("first\nsecond\ttab")
    assert capsys.readouterr() == ("", "twofold: first second tab\n")


def test_bold_is_shown_on_a_terminal_only(capsys, monkeypatch):
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    say(f"one {bold('two')} \ue000three\ue001")
    assert capsys.readouterr().out == "one two \ue000three\ue001\n"
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    say(bold("two"))
    assert capsys.readouterr().out == "\033[1mtwo\033[0m\n"
    for text in ("a title that is cut", "オペレーターの後始末処理"):
        assert width(fit(text, 12)) == 12
    assert (width("e\u0301"), width("한글 a")) == (1, 6)


@pytest.mark.parametrize(
    ("environment", "on_terminal", "expected"),
    [
        ({}, True, True), ({}, False, False), ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True), ({"TERM": "dumb"}, True, False),
        ({"CLICOLOR": "0"}, True, False), ({"FORCE_COLOR": "1"}, False, True),
        ({"FORCE_COLOR": "0"}, True, False), ({"CLICOLOR_FORCE": "1"}, False, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, False),
    ],
)  # fmt: skip
def test_colours_follow_the_environment(environment, on_terminal, expected):
    stream = Mock(isatty=lambda: on_terminal)
    assert has_colors(stream, {"WT_SESSION": "1", **environment}) is expected


@pytest.mark.parametrize("is_new", [True, False])
def test_old_windows_console_is_asked_to_interpret_colours(monkeypatch, is_new):
    modes = []

    class Kernel:
        def GetConsoleMode(self, _console, mode):
            mode._obj.value = 3
            return 1

        def SetConsoleMode(self, _console, mode):
            modes.append(mode)
            return int(is_new)

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=Kernel()), raising=False)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(get_osfhandle=lambda number: number))
    stream = Mock(isatty=lambda: True, fileno=lambda: 1)
    assert has_colors(stream, {}) is is_new
    assert modes == [7]


def test_advice_is_quoted_for_the_shell_of_the_system(monkeypatch):
    assert shell_quoted("what's new") == """'what'"'"'s new'"""
    monkeypatch.setattr(sys, "platform", "win32")
    assert shell_quoted("what's new") == '"what\'s new"'


def test_quiet_prints_errors_only(capsys):
    set_quiet(quiet=True)
    try:
        tell("a notice")
        ProgressLine().show(HALF_WAY)
        warn("an error")
    finally:
        set_quiet(quiet=False)
    assert capsys.readouterr() == ("", "twofold: an error\n")


def test_json_cannot_control_the_terminal_and_is_lossless(capsys):
    value = {"text": "a\x9b31mb\x1b[2Jc\x7f", "path": "caf\udce9", "title": "日本語"}
    say_json(value)
    printed = capsys.readouterr().out
    assert not {"\x9b", "\x1b", "\x7f"} & set(printed)
    assert "日本語" in printed
    assert json.loads(printed) == value


def test_output_without_a_console_is_discarded():
    program = (
        "import sys; console, sys.stdout, sys.stderr = sys.stderr, None, None;"
        "from twofold.app.cli.output import prepare_streams, say, tell; prepare_streams();"
        "say('into nothing'); tell('into nothing');"
        "sys.stderr = console"  # where Python would warn at exit about open files
    )
    command = (sys.executable, "-W", "always::ResourceWarning", "-c", program)
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (ended.stdout, ended.stderr) == ("", "")


HALF_WAY = LibraryStatus(
    documents_indexed=1200, documents_pending=1284, documents_failed=84,
    chunks=4000, vectors_ready=1000, vectors_pending=3000,
    phase=IndexingPhase.READING, current_file="notes/a.md", seconds_left=720,
)  # fmt: skip


def test_no_percentage_is_shown_before_files_are_counted():
    folder = FolderStatus("Notes", "/n", 0, 0, 0, 0, 0, is_counted=False)
    scanning = LibraryStatus(phase=IndexingPhase.SCANNING)
    assert progress_text(scanning) == "counting files"
    assert progress_text(replace(scanning, folders=(folder,))) == "counting files"
    known = replace(HALF_WAY, folders=(folder,), phase=IndexingPhase.SCANNING)
    assert progress_text(known) == "counting files"
    assert progress_text(LibraryStatus()) == "no files yet"


@pytest.mark.parametrize(
    ("seconds", "words"), [(89, "89 s left"), (3600, "60 min left"), (7020, "1 h 57 min left")]
)
def test_long_times_are_in_hours(seconds, words):
    assert progress_text(replace(HALF_WAY, seconds_left=seconds)).endswith(words)


def test_progress_is_one_line_of_both_coverages(capsys, monkeypatch):
    text = progress_text(HALF_WAY)
    assert "keywords 48 % (1,200 of 2,484 files)" in text
    assert "meaning 25 % (1,000 of 4,000 passages)" in text
    assert "reading notes/a.md" in text
    assert text.endswith("12 min left")
    assert (percent(1.0), percent(0.999)) == ("100 %", "99 %")
    line = ProgressLine()
    for _ in range(2):
        line.show(HALF_WAY)
    line.finish()
    out, err = capsys.readouterr()
    assert (out, err.count("keywords")) == ("", 1)

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr("sys.stderr.fileno", lambda: 2)
    monkeypatch.setattr("os.get_terminal_size", lambda _: os.terminal_size((40, 10)))
    line = ProgressLine()
    line.show(HALF_WAY)
    assert len(capsys.readouterr().err) == len("\r") + 39
    monkeypatch.setattr("os.get_terminal_size", lambda _: os.terminal_size((90, 10)))
    ProgressLine().show(HALF_WAY)
    assert capsys.readouterr().err.startswith("\r" + "█" * 9 + "░" * 11 + "  keywords 48 %")
    line.show(LibraryStatus())
    line.finish()
    assert capsys.readouterr().err.count("\n") == 1
