"""Which files are opened immediately, after a question, or never, and with which command."""

import os
from pathlib import Path

import pytest

from tests.ui.opening.files import written
from twofold.app.compose import document_extensions
from twofold.engine.api import Locator, LocatorKind, Settings
from twofold.ui.opening.openable import (
    OpenWith,
    asks_first,
    folder_of,
    folder_refusal,
    refusal,
    split_command,
)

ENTRY = b"[Desktop Entry]\nExec=harm\n"
PROGRAM = b"#!/usr/bin/env xdg-open\n\n[Desktop Entry]\nType=Application\nExec=harm\n"
MENU = b"A file of a menu begins with\n[Desktop Entry]\n"


@pytest.mark.parametrize(
    ("name", "data", "mode"),
    [
        *((name, ENTRY, 0o644) for name in ("a.desktop", "a.EXE", "a.url", "a.bat", "a.jar")),
        # in disguise
        ("report.pdf", b"#!/bin/sh\n", 0o755),
        ("report.pdf", b"\x7fELF\x02", 0o755),
        # with a meaningless name
        ("NOTES", PROGRAM, 0o644),
        ("notes.unheardof", PROGRAM, 0o644),
        # behind a byte order mark, blanks or a comment
        ("NOTES", b"\xef\xbb\xbf" + ENTRY, 0o644),
        ("NOTES", b"\n \t" + ENTRY, 0o644),
        ("NOTES", b" \xef\xbb\xbf\r\n# a\n" + ENTRY, 0o644),
    ],
)
def test_files_that_desktops_would_run_are_refused(tmp_path, name, data, mode):
    assert "could run as a program" in refusal(written(tmp_path, name, data, mode))


def test_a_link_is_judged_by_its_name_and_its_target(tmp_path):
    names = (("report.pdf", "evil.desktop"), ("start.desktop", "note.txt"))
    for link, target in names:
        (tmp_path / link).symlink_to(written(tmp_path, target))
        assert "could run as a program" in refusal(tmp_path / link)
    (tmp_path / "disk.pdf").symlink_to(written(tmp_path, "disk.iso", b"\0"))
    assert refusal(tmp_path / "disk.pdf") == ""
    assert asks_first(tmp_path / "disk.pdf", document_extensions())


@pytest.mark.parametrize(
    ("name", "data", "mode"),
    [("report.pdf", b"%PDF-1.7", 0o755), ("NOTES", MENU, 0o644), ("notes.unheardof", MENU, 0o644)],
)
def test_other_files_are_not_refused_even_if_a_drive_marks_all_executable(
    tmp_path, name, data, mode
):
    assert refusal(written(tmp_path, name, data, mode)) == ""


@pytest.mark.parametrize(
    "name",
    ["a.oxt", "a.flatpak", "a.flatpakrepo", "a.iso", "a.vhd", "a.appinstaller", "a.xll", "a.chm",
     "a.docm", "a.XLSM", "a.xlsb", "a.pptm", "a.slk", "a.iqy", "a.rdp", "a.mobileconfig", "a.tool",
     "a.action", "a.pyz", "notes.unheardof", "a.pdf ", ".flatpakref"],
)  # fmt: skip
def test_files_without_a_document_extension_need_confirmation(tmp_path, name):
    assert asks_first(written(tmp_path, name), document_extensions())


def test_documents_and_text_without_extension_open_without_asking(tmp_path):
    for name in ("a.pdf", "a.DOCX", "a.doc", "a.odt", "a.htm", "a.eml", "a.zip", "a.txt", "README"):
        assert not asks_first(written(tmp_path, name), document_extensions())
    for start in (b"\0\0data", b"[Flatpak Ref]\n"):
        assert asks_first(written(tmp_path, "README", start), document_extensions())


def test_on_macos_scripts_need_confirmation(tmp_path, monkeypatch):
    monkeypatch.setattr("twofold.ui.opening.openable.sys.platform", "darwin")
    asked = [
        asks_first(written(tmp_path, name), document_extensions())
        for name in ("run.py", "run.sh", "a.rs")
    ]
    assert asked == [True, True, False]


@pytest.mark.posix
def test_a_missing_file_says_what_to_do(tmp_path):
    stick = tmp_path / "Stick"
    assert refusal(stick / "a" / "b" / "note.md").startswith(
        f"The folder '{stick}' was not found. If it is on a drive or a network share,"
    )
    # The mount point of a drive.
    assert refusal(tmp_path / "note.md").startswith(f"The folder '{tmp_path}' is empty.")
    written(tmp_path, "other.md")
    assert refusal(tmp_path / "gone.md") == "'gone.md' no longer exists at this location."
    os.mkfifo(tmp_path / "pipe.md")
    assert "not a regular file" in refusal(tmp_path / "pipe.md")


LINES = Locator(LocatorKind.LINE, 12, 34)
PAGE = Locator(LocatorKind.PAGE, 3, 3)
BOTH = OpenWith("code -g '{path}:{line}'", "evince -i {page} {path}")


HOSTILE = "/a; rm -rf $HOME `x` \"q\" 'r'.md"


@pytest.mark.parametrize(
    ("command", "name", "place", "words"),
    [
        (BOTH, "/a b/{line}.md", LINES, ["code", "-g", "/a b/{line}.md:12"]),
        (BOTH, "/a b/{line}.md", PAGE, ["evince", "-i", "3", "/a b/{line}.md"]),
        (BOTH, HOSTILE, PAGE, ["evince", "-i", "3", HOSTILE]),  # is one argument
        (OpenWith("vim +{line}"), "/a.md", LINES, ["vim", "+12", "/a.md"]),
        # The default program is used, even if locators are neither lines nor pages.
        *(
            (BOTH, "/a.docx", Locator(kind, 1, 2), [])
            for kind in LocatorKind
            if kind not in (LocatorKind.LINE, LocatorKind.PAGE)
        ),
        (BOTH, "/a.md", None, []),
        (OpenWith("   "), "/a.md", LINES, []),
        (OpenWith("code 'unclosed"), "/a.md", LINES, []),
    ],
)
def test_location_and_name_are_filled_in(command, name, place, words):
    assert list(command.command(name, place)) == words


def test_commands_from_the_settings_keep_windows_separators():
    settings = Settings.from_mapping({"open.pages_with": "okular -p {page} {path}"})
    assert OpenWith.of(settings) == OpenWith("", "okular -p {page} {path}")
    template = r'"C:\Program Files\R\r.exe" C:\Tools\a.exe'
    assert split_command(template, "\\") == [r"C:\Program Files\R\r.exe", r"C:\Tools\a.exe"]
    assert split_command("a\\ b '#c'", "/") == ["a b", "#c"]


def test_a_relative_path_opens_nothing_in_the_current_folder(tmp_path, monkeypatch):
    planted = tmp_path / "milvus:" / "host" / "team"
    planted.mkdir(parents=True)
    written(planted, "plan.pdf", b"%PDF-1.7", 0o644)
    monkeypatch.chdir(tmp_path)
    address = Path("milvus://host/team/plan.pdf")
    assert refusal(address) == "'plan.pdf' is not stored on this computer."
    assert folder_refusal(folder_of(address)) == "'team' is not stored on this computer."
