"""`twofold quick`, as a key of the desktop runs it."""

import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from app.cli.command_line import build_parser
from app.gui import quick_command
from app.paths import default_paths
from app.single_instance import SingleInstance


@pytest.fixture
def running(qtbot, home):
    """The Twofold that runs with the library of this home."""
    instance = SingleInstance(default_paths().library.root)
    assert instance.claim()
    yield instance
    instance.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there the window itself hands over")
def test_it_raises_the_quick_search_of_the_window_there_is(qtbot, twofold, running):
    with qtbot.waitSignal(running.quick_asked):
        assert twofold("quick").code == 0


def test_only_the_command_asks_for_it():
    assert build_parser().parse_args(["quick"]).quick
    assert not build_parser().parse_args([]).quick
    assert not build_parser().parse_args(["status"]).quick


def test_the_command_to_bind_is_one_that_this_installation_understands(home, tmp_path):
    paths = default_paths()
    words = shlex.split(quick_command(paths))
    assert Path(words[0]).is_absolute()
    assert words[-1] == "quick"
    assert "--library" not in words
    other = paths.with_library(tmp_path / "other notes")
    words = shlex.split(quick_command(other))
    arguments = build_parser().parse_args(words[words.index("--library") :])
    assert arguments.quick
    assert arguments.library == tmp_path / "other notes"
    assert replace(paths, library=other.library) == other
