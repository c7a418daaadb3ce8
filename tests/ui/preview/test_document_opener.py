import gc
import os
import sys

import pytest
from PySide6.QtCore import QRunnable
from PySide6.QtGui import QDesktopServices

from app.compose import document_extensions
from engine.api import Place, PlaceKind, Settings
from ui.preview.document_opener import DocumentOpener, OpenWith, asks_first, refusal, words_of


@pytest.fixture
def opened(monkeypatch):
    urls = []
    monkeypatch.setattr(
        QDesktopServices, "openUrl", lambda url: urls.append(url.toLocalFile()) or True
    )
    return urls


@pytest.fixture
def opener(qtbot):
    """Opens documents without a question when their format is one that is indexed."""
    opener = DocumentOpener(document_extensions=document_extensions)
    yield opener
    opener.finish()


def test_an_ordinary_document_is_opened(qtbot, opener, tmp_path, opened):
    document = tmp_path / "note.md"
    document.write_text("text")
    opener.open(str(document))
    qtbot.waitUntil(lambda: opened == [str(document)])
    opener.finish()
    # PySide takes what Qt makes at the same address for it: copying failed after opening.
    assert not [kept for kept in gc.get_objects() if type(kept) is QRunnable]


@pytest.mark.parametrize("name", ["start.desktop", "setup.EXE", "link.url", "run.bat", "x.jar"])
def test_what_desktops_would_run_is_refused(qtbot, opener, tmp_path, opened, name):
    document = tmp_path / name
    document.write_text("[Desktop Entry]")
    with qtbot.waitSignal(opener.refused) as refused:
        opener.open(str(document))
    assert "could be run" in refused.args[0]
    assert opened == []


@pytest.mark.parametrize("start", [b"#!/bin/sh\n", b"\x7fELF\x02"])
def test_an_executable_in_disguise_is_refused(tmp_path, start):
    document = tmp_path / "report.pdf"
    document.write_bytes(start)
    document.chmod(0o755)
    assert "could be run" in refusal(document)


def test_the_mark_alone_refuses_nothing_as_some_drives_set_it_on_all_files(tmp_path):
    document = tmp_path / "report.pdf"
    document.write_bytes(b"%PDF-1.7")
    document.chmod(0o755)
    assert refusal(document) == ""


@pytest.mark.parametrize("before", [b"\xef\xbb\xbf", b"\n \t", b" \xef\xbb\xbf\r\n# a\n"])
def test_a_mark_or_blanks_hide_nothing(tmp_path, before):
    document = tmp_path / "NOTES"
    document.write_bytes(before + b"[Desktop Entry]\nExec=harm\n")
    assert "could be run" in refusal(document)


@pytest.mark.parametrize(
    "name",
    ["a.oxt", "a.flatpak", "a.flatpakrepo", "a.iso", "a.vhd", "a.appinstaller", "a.xll", "a.chm",
     "a.docm", "a.XLSM", "a.xlsb", "a.pptm", "a.slk", "a.iqy", "a.rdp", "a.mobileconfig", "a.tool",
     "a.action", "a.pyz", "notes.unheardof", "a.pdf ", ".flatpakref"],
)  # fmt: skip
def test_what_is_no_document_by_its_name_is_asked_about(tmp_path, name):
    document = tmp_path / name
    document.write_text("text")
    assert asks_first(document, document_extensions())


@pytest.mark.parametrize(
    "name",
    ["a.pdf", "a.DOCX", "a.dotx", "a.doc", "a.xls", "a.odt", "a.htm", "a.markdown", "a.eml",
     "a.epub", "a.zip", "a.csv", "a.txt", "README"],
)  # fmt: skip
def test_documents_that_are_indexed_open_without_a_question(tmp_path, name):
    document = tmp_path / name
    document.write_text("text")
    assert not asks_first(document, document_extensions())


def test_a_link_is_asked_about_for_what_it_leads_to(tmp_path):
    (tmp_path / "disk.iso").write_bytes(b"\0")
    link = tmp_path / "report.pdf"
    link.symlink_to(tmp_path / "disk.iso")
    assert asks_first(link, document_extensions())


@pytest.mark.parametrize("start", [b"\0\0data", b"[Flatpak Ref]\n"])
def test_without_an_extension_only_text_opens_without_a_question(tmp_path, start):
    document = tmp_path / "NOTES"
    document.write_bytes(start)
    assert asks_first(document, document_extensions())


@pytest.mark.parametrize(("name", "asks"), [("run.py", True), ("run.sh", True), ("a.rs", False)])
def test_on_macos_scripts_are_asked_about(tmp_path, monkeypatch, name, asks):
    monkeypatch.setattr("ui.preview.document_opener.sys.platform", "darwin")
    (tmp_path / name).write_text("text")
    assert asks_first(tmp_path / name, document_extensions()) is asks


@pytest.fixture
def question(qtbot, opener, tmp_path):
    """An opener that has asked about a workbook with macros, and the workbook."""
    document = tmp_path / "budget.xlsm"
    document.write_bytes(b"PK")
    with qtbot.waitSignal(opener.accepted):
        opener.open(str(document))
    return opener, document


def press(box, words):
    next(button for button in box.buttons() if button.text() == words).click()


def test_the_folder_is_what_enter_shows(qtbot, question, opened):
    opener, document = question
    assert document.name in opener.box.text()
    assert opened == []
    opener.box.defaultButton().click()
    qtbot.waitUntil(lambda: opened == [str(document.parent)])


def test_a_file_opens_once_the_person_agrees(qtbot, question, opened):
    opener, document = question
    press(opener.box, "Open")
    qtbot.waitUntil(lambda: opened == [str(document)])


def test_what_has_become_a_program_meanwhile_is_refused(qtbot, question, opened):
    opener, document = question
    document.unlink()
    document.symlink_to(document.with_name("harm.desktop"))
    document.resolve().write_text("[Desktop Entry]")
    with qtbot.waitSignal(opener.refused) as refused:
        press(opener.box, "Open")
    assert "could be run" in refused.args[0]
    assert opened == []


def test_nothing_is_opened_on_cancel(question, opened):
    opener, _ = question
    press(opener.box, "Cancel")
    opener.finish()
    assert opened == []


def test_a_link_is_judged_by_what_it_leads_to(tmp_path):
    (tmp_path / "evil.desktop").write_text("[Desktop Entry]")
    link = tmp_path / "report.pdf"
    link.symlink_to(tmp_path / "evil.desktop")
    assert "could be run" in refusal(link)


def test_a_link_is_judged_by_its_own_name_too(tmp_path):
    (tmp_path / "note.txt").write_text("Exec=harm")
    link = tmp_path / "start.desktop"
    link.symlink_to(tmp_path / "note.txt")
    assert "could be run" in refusal(link)


@pytest.mark.parametrize("name", ["NOTES", "notes.unheardof"])
def test_what_starts_a_program_is_refused_under_a_name_that_says_nothing(tmp_path, name):
    document = tmp_path / name
    document.write_text("#!/usr/bin/env xdg-open\n\n[Desktop Entry]\nType=Application\nExec=harm\n")
    assert "could be run" in refusal(document)
    document.write_text("A file of a menu begins with\n[Desktop Entry]\n")
    assert refusal(document) == ""


def test_a_missing_file_and_a_pipe_are_refused(tmp_path):
    (tmp_path / "other.md").write_text("text")
    assert refusal(tmp_path / "gone.md") == "'gone.md' is no longer where it was."
    os.mkfifo(tmp_path / "pipe.md")
    assert "not a regular file" in refusal(tmp_path / "pipe.md")


def test_with_a_folder_away_it_is_named_and_what_to_do(tmp_path):
    why = refusal(tmp_path / "Stick" / "a" / "b" / "note.md")
    assert why == (
        f"The folder '{tmp_path / 'Stick'}' is not there now. If it is on a drive or in the"
        " network, connect that and try again."
    )


def test_where_a_drive_was_mounted_the_empty_folder_is_told_not_the_missing_file(tmp_path):
    why = refusal(tmp_path / "note.md")
    assert why.startswith(f"The folder '{tmp_path}' is empty now. If a drive belongs there,")


def test_the_folder_is_shown_not_the_file(qtbot, opener, tmp_path, opened):
    opener.show_in_folder(str(tmp_path / "start.desktop"))
    qtbot.waitUntil(lambda: opened == [str(tmp_path)])


def test_the_folder_of_an_archive_is_shown_for_what_is_in_it(qtbot, opener, tmp_path, opened):
    (tmp_path / "letters.zip").write_bytes(b"PK")
    opener.show_in_folder(str(tmp_path / "letters.zip" / "inner.zip" / "plan.md"))
    qtbot.waitUntil(lambda: opened == [str(tmp_path)])


def test_a_folder_that_is_gone_is_said(qtbot, opener, tmp_path, opened):
    with qtbot.waitSignal(opener.refused) as refused:
        opener.show_in_folder(str(tmp_path / "unplugged" / "note.md"))
    assert refused.args == [refusal(tmp_path / "unplugged/note.md"), str(tmp_path / "unplugged")]
    assert refused.args[0].startswith(f"The folder '{tmp_path / 'unplugged'}' is not there now.")
    assert opened == []


def test_a_command_of_the_settings_opens_the_document_at_its_place(qtbot, tmp_path, opened):
    document = tmp_path / "a b.md"
    document.write_text("text")
    out = tmp_path / "out"
    program = "import sys; open(sys.argv[1], 'w').write('|'.join(sys.argv[2:]))"
    command = f'{sys.executable} -c "{program}" {out} {{line}} {{path}}'
    opener = DocumentOpener(OpenWith(command))
    opener.open(str(document), Place(PlaceKind.LINE, 7, 9))
    qtbot.waitUntil(lambda: out.is_file() and bool(out.read_text()))
    assert out.read_text() == f"7|{document}"
    assert opened == []
    opener.finish()


def test_a_command_that_cannot_be_started_is_said(qtbot, tmp_path, opened):
    document = tmp_path / "a.md"
    document.write_text("text")
    opener = DocumentOpener(OpenWith("no-such-program-here {path}"))
    with qtbot.waitSignal(opener.refused) as refused:
        opener.open(str(document), Place(PlaceKind.LINE, 7, 9))
    assert "no-such-program-here" in refused.args[0]
    opener.finish()


LINES = Place(PlaceKind.LINE, 12, 34)
PAGE = Place(PlaceKind.PAGE, 3, 3)
BOTH = OpenWith("code -g '{path}:{line}'", "evince -i {page} {path}")


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (LINES, ["code", "-g", "/a b/{line}.md:12"]),
        (PAGE, ["evince", "-i", "3", "/a b/{line}.md"]),
        (Place(PlaceKind.TIME, 1, 2), []),
        (None, []),
    ],
)
def test_the_place_and_the_name_are_filled_in(place, words):
    assert BOTH.command("/a b/{line}.md", place) == words


def test_a_command_without_the_path_gets_it_at_its_end():
    assert OpenWith("vim +{line}").command("/a.md", LINES) == ["vim", "+12", "/a.md"]


@pytest.mark.parametrize("template", ["", "   ", "code 'unclosed"])
def test_without_a_usable_command_the_usual_program_is_used(template):
    assert OpenWith(template).command("/a.md", LINES) == []


def test_a_name_is_one_argument_whatever_it_holds():
    name = "/a; rm -rf $HOME `x` \"q\" 'r'.md"
    assert BOTH.command(name, PAGE) == ["evince", "-i", "3", name]


def test_the_settings_say_which_command():
    settings = Settings.from_mapping({"open.pages_with": "okular -p {page} {path}"})
    assert OpenWith.of(settings) == OpenWith("", "okular -p {page} {path}")


@pytest.mark.parametrize(
    ("template", "words"),
    [
        (r"C:\Tools\reader.exe -page {page}", [r"C:\Tools\reader.exe", "-page", "{page}"]),
        (r'"C:\Program Files\R\r.exe" "{path}"', [r"C:\Program Files\R\r.exe", "{path}"]),
    ],
)
def test_folders_of_windows_keep_their_separators(template, words):
    assert words_of(template, "\\") == words
    assert words_of("a\\ b '#c'", "/") == ["a b", "#c"]
