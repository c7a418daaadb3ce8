import sys
from pathlib import PureWindowsPath

import pytest

from twofold.engine.model.long_paths import extended, openable, plain

FOLDER = "\\".join(["a" * 50] * 5)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (rf"C:\{FOLDER}\b.md", rf"\\?\C:\{FOLDER}\b.md"),
        (rf"\\server\share\{FOLDER}\b.md", rf"\\?\UNC\server\share\{FOLDER}\b.md"),
    ],
)
def test_long_windows_paths_are_opened_in_their_extended_form(path, expected, monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    assert str(openable(PureWindowsPath(path))) == expected
    assert extended(expected) == expected
    assert plain(expected) == plain(path) == path


@pytest.mark.parametrize(("system", "path"), [("win32", r"C:\a.md"), ("linux", "/" + "a/" * 200)])
def test_other_paths_are_unchanged(system, path, monkeypatch):
    monkeypatch.setattr(sys, "platform", system)
    assert str(openable(PureWindowsPath(path))) == str(PureWindowsPath(path))
