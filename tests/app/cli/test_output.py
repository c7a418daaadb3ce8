from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from app.cli.output import (
    ProgressLine,
    bold,
    count,
    fit,
    percent,
    progress_text,
    say,
    say_json,
    say_text,
    tell,
    width,
)
from engine.api import IndexingPhase, LibraryStatus


def test_a_document_cannot_steer_the_terminal(capsys):
    say("a\x1b[2Jb\x9b31mc\u202etxt")
    printed = capsys.readouterr().out
    assert "\x1b" not in printed
    assert "\x9b" not in printed
    assert "\u202e" not in printed
    assert printed == r"a\x1b[2Jb\x9b31mc\u202etxt" + "\n"


def test_a_line_break_in_a_name_stays_on_its_line_and_is_seen(capsys):
    say("two\nlines\tand\rmore\u2028.md")
    assert capsys.readouterr().out == r"two\nlines\tand\rmore\u2028.md" + "\n"


def test_the_text_of_a_passage_keeps_its_lines(capsys):
    say_text("one\r\n\ttwo\x1b[2J\n")
    assert capsys.readouterr().out == "one\n\ttwo\\x1b[2J\n\n"


def test_bold_leaves_no_trace_where_nobody_looks(capsys):
    say(f"one {bold('two')} three")
    assert capsys.readouterr().out == "one two three\n"


def test_bold_is_shown_on_a_terminal(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    say(bold("two"))
    assert capsys.readouterr().out == "\033[1mtwo\033[0m\n"


def test_a_sentence_for_the_person_is_one_line_on_stderr(capsys):
    tell("first\nsecond\ttab")
    captured = capsys.readouterr()
    assert captured.err == "twofold: first second tab\n"
    assert captured.out == ""


@pytest.mark.parametrize(
    ("text", "columns"), [("abc", 3), ("日本語", 6), ("e\u0301", 1), ("한글 a", 6), ("", 0)]
)
def test_width_counts_terminal_columns(text, columns):
    assert width(text) == columns


@pytest.mark.parametrize("text", ["short", "a title that is cut", "オペレーターの後始末処理"])
def test_fit_gives_exactly_the_columns(text):
    assert width(fit(text, 12)) == 12


def test_a_letter_of_ones_own_is_not_taken_for_bold(capsys):
    say("\ue000icon\ue001")
    assert capsys.readouterr().out == "\ue000icon\ue001\n"


def test_json_cannot_steer_the_terminal_and_says_what_it_said(capsys):
    say_json({"text": "a\x9b31mb\x1b[2Jc\x7f"})
    printed = capsys.readouterr().out
    assert not {"\x9b", "\x1b", "\x7f"} & set(printed)
    assert json.loads(printed) == {"text": "a\x9b31mb\x1b[2Jc\x7f"}


def test_a_name_that_is_no_text_stays_valid_json(capsys):
    say_json({"path": "caf\udce9", "title": "日本語"})
    printed = capsys.readouterr().out
    assert "日本語" in printed
    assert json.loads(printed)["path"] == "caf\udce9"


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0 files"), (1, "1 file"), (1284, "1,284 files")]
)
def test_count_agrees_with_its_noun(number, words):
    assert count(number, "file") == words


_WITHOUT_A_CONSOLE = """
import sys
console, sys.stdout, sys.stderr = sys.stderr, None, None
from app.cli.output import prepare_streams, say, tell
prepare_streams()
say("into nothing")
tell("into nothing")
sys.stderr = console  # where Python would tell at its end what was left open
"""


def test_a_program_without_a_console_writes_nowhere_and_leaves_nothing_open():
    command = (sys.executable, "-W", "always::ResourceWarning", "-c", _WITHOUT_A_CONSOLE)
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (ended.stdout, ended.stderr) == ("", "")


HALF_WAY = LibraryStatus(
    documents_indexed=1200,
    documents_pending=1284,
    documents_failed=84,
    chunks=4000,
    vectors_ready=1000,
    vectors_pending=3000,
    phase=IndexingPhase.READING,
    current_file="notes/a.md",
    seconds_left=720,
)


def test_both_coverages_are_shown():
    text = progress_text(HALF_WAY)
    assert "keywords 50 % (1,284 of 2,568 files)" in text
    assert "meaning 25 % (1,000 of 4,000 passages)" in text
    assert "reading notes/a.md" in text
    assert text.endswith("12 min left")


@pytest.mark.parametrize(("part", "whole", "shown"), [(0, 0, "100 %"), (999, 1000, "99 %")])
def test_a_hundred_percent_means_all(part, whole, shown):
    assert percent(part, whole) == shown


def test_without_a_terminal_the_same_state_is_written_once(capsys):
    line = ProgressLine()
    line.show(HALF_WAY)
    line.show(HALF_WAY)
    line.finish()
    captured = capsys.readouterr()
    assert captured.err.count("keywords") == 1
    assert captured.out == ""


def test_on_a_terminal_one_line_is_rewritten(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    line = ProgressLine()
    line.show(HALF_WAY)
    line.show(LibraryStatus())
    line.finish()
    error = capsys.readouterr().err
    assert error.count("\r") == 2
    assert error.count("\n") == 1


def test_the_line_is_never_wider_than_the_terminal(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr("sys.stderr.fileno", lambda: 2)
    monkeypatch.setattr("os.get_terminal_size", lambda _: os.terminal_size((40, 10)))
    ProgressLine().show(HALF_WAY)
    assert len(capsys.readouterr().err) == len("\r") + 39
