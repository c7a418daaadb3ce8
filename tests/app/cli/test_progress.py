import os

import pytest

from app.cli.output import ProgressLine, percent, progress_text
from engine.api import IndexingPhase, LibraryStatus

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
