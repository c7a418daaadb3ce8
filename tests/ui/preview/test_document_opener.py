"""Opening documents: never what starts a program, others after a question, at the passage."""

import gc
import os
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QRunnable
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget
from twofold.app.compose import document_extensions
from twofold.engine.api import Message, Place, PlaceKind, Settings
from twofold.ui.preview.document_opener import (
    CheckedOpening,
    DocumentOpener,
    OpenWith,
    asks_first,
    folder_of,
    folder_refusal,
    refusal,
    words_of,
)
from twofold.ui.preview.program_start import not_opened

from tests.support.real_window import index_notes, real_window


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


def test_a_window_that_goes_while_a_file_is_looked_at_does_not_hang(qtbot, tmp_path):
    began = threading.Event()
    window = QWidget()
    opener = DocumentOpener(None, window)
    opener._workers.start(lambda: [began.set(), sum(range(5_000_000))])
    assert began.wait(60)
    window.deleteLater()
    other = QWidget()
    qtbot.addWidget(other)
    with qtbot.waitExposed(other):  # deletes the first one, with Python's lock held
        other.show()


def test_an_ordinary_document_is_opened(qtbot, opener, tmp_path, opened):
    document = written(tmp_path, "note.md")
    opener.open(str(document))
    qtbot.waitUntil(lambda: opened == [str(document)])
    opener.finish()
    # PySide takes what Qt makes at the same address for it: copying failed after opening.
    assert not [kept for kept in gc.get_objects() if type(kept) is QRunnable]


ENTRY = b"[Desktop Entry]\nExec=harm\n"
PROGRAM = b"#!/usr/bin/env xdg-open\n\n[Desktop Entry]\nType=Application\nExec=harm\n"
MENU = b"A file of a menu begins with\n[Desktop Entry]\n"


def written(folder, name, data=b"text", mode=0o644):
    file = folder / name
    file.write_bytes(data)
    file.chmod(mode)
    return file


@pytest.mark.parametrize(
    ("name", "data", "mode"),
    [
        *((name, ENTRY, 0o644) for name in ("a.desktop", "a.EXE", "a.url", "a.bat", "a.jar")),
        # in disguise
        ("report.pdf", b"#!/bin/sh\n", 0o755),
        ("report.pdf", b"\x7fELF\x02", 0o755),
        # under a name that says nothing
        ("NOTES", PROGRAM, 0o644),
        ("notes.unheardof", PROGRAM, 0o644),
        # behind a byte order mark, blanks or a comment
        ("NOTES", b"\xef\xbb\xbf" + ENTRY, 0o644),
        ("NOTES", b"\n \t" + ENTRY, 0o644),
        ("NOTES", b" \xef\xbb\xbf\r\n# a\n" + ENTRY, 0o644),
    ],
)
def test_what_desktops_would_run_is_refused(tmp_path, name, data, mode):
    assert "could be run" in refusal(written(tmp_path, name, data, mode))


def test_a_link_is_judged_by_its_own_name_and_by_what_it_leads_to(tmp_path):
    names = (("report.pdf", "evil.desktop"), ("start.desktop", "note.txt"))
    for link, target in names:
        (tmp_path / link).symlink_to(written(tmp_path, target))
        assert "could be run" in refusal(tmp_path / link)
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
def test_what_is_no_document_by_its_name_is_asked_about(tmp_path, name):
    assert asks_first(written(tmp_path, name), document_extensions())


def test_documents_that_are_indexed_and_text_without_an_extension_open_without_a_question(tmp_path):
    for name in ("a.pdf", "a.DOCX", "a.doc", "a.odt", "a.htm", "a.eml", "a.zip", "a.txt", "README"):
        assert not asks_first(written(tmp_path, name), document_extensions())
    for start in (b"\0\0data", b"[Flatpak Ref]\n"):
        assert asks_first(written(tmp_path, "README", start), document_extensions())


def test_on_macos_scripts_are_asked_about(tmp_path, monkeypatch):
    monkeypatch.setattr("twofold.ui.preview.document_opener.sys.platform", "darwin")
    asked = [
        asks_first(written(tmp_path, name), document_extensions())
        for name in ("run.py", "run.sh", "a.rs")
    ]
    assert asked == [True, True, False]


def test_what_is_refused_is_said_and_not_opened(qtbot, opener, tmp_path, opened):
    with qtbot.waitSignal(opener.refused) as refused:
        opener.open(str(written(tmp_path, "start.desktop")))
    assert "could be run" in refused.args[0]
    assert opened == []


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


@pytest.mark.posix
def test_what_is_not_there_says_what_to_do(tmp_path):
    stick = tmp_path / "Stick"
    assert refusal(stick / "a" / "b" / "note.md").startswith(
        f"The folder '{stick}' is not there now. If it is on a drive or in the network,"
    )
    # Where a drive was mounted.
    assert refusal(tmp_path / "note.md").startswith(f"The folder '{tmp_path}' is empty now.")
    written(tmp_path, "other.md")
    assert refusal(tmp_path / "gone.md") == "'gone.md' is no longer where it was."
    os.mkfifo(tmp_path / "pipe.md")
    assert "not a regular file" in refusal(tmp_path / "pipe.md")


@pytest.mark.parametrize("inside", ["start.desktop", "letters.zip/inner.zip/plan.md"])
def test_the_folder_of_a_file_or_of_the_archive_around_it_is_shown(
    qtbot, opener, tmp_path, opened, inside
):
    written(tmp_path, "letters.zip", b"PK")
    opener.show_in_folder(str(tmp_path / inside))
    qtbot.waitUntil(lambda: opened == [str(tmp_path)])


def test_a_folder_that_is_gone_is_said(qtbot, opener, tmp_path, opened):
    with qtbot.waitSignal(opener.refused) as refused:
        opener.show_in_folder(str(tmp_path / "unplugged" / "note.md"))
    assert refused.args == [refusal(tmp_path / "unplugged/note.md"), str(tmp_path / "unplugged")]
    assert opened == []


def test_a_command_of_the_settings_opens_the_document_at_its_place(qtbot, tmp_path, opened):
    document = written(tmp_path, "a b.md")
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
    document = written(tmp_path, "a.md")
    opener = DocumentOpener(OpenWith("no-such-program-here {path}"))
    with qtbot.waitSignal(opener.refused) as refused:
        opener.open(str(document), Place(PlaceKind.LINE, 7, 9))
    assert "no-such-program-here" in refused.args[0]
    opener.finish()


@pytest.fixture
def system_opener(tmp_path, monkeypatch):
    """Let the system's program for opening files end with an exit code."""

    def ending_with(code):
        program = written(tmp_path, "opener", f"#!/bin/sh\nexit {code}\n".encode(), 0o755)
        name = "twofold.ui.preview.document_opener.system_opener"
        monkeypatch.setattr(name, lambda: str(program))

    return ending_with


@pytest.mark.posix
def test_a_file_that_the_system_has_no_program_for_is_reported(
    qtbot, tmp_path, opener, system_opener
):
    system_opener(3)
    document = written(tmp_path, "a.md")
    with qtbot.waitSignal(opener.refused) as refused:
        opener.open(str(document))
    assert refused.args == [not_opened("a.md"), str(document)]
    with qtbot.waitSignal(opener.refused) as refused:
        opener.show_in_folder(str(document))
    assert refused.args == [not_opened(tmp_path.name), str(tmp_path)]


@pytest.mark.posix
def test_a_command_of_the_settings_that_ends_with_an_error_is_reported(qtbot, tmp_path):
    document = written(tmp_path, "a.md")
    opener = DocumentOpener(OpenWith("sh -c 'exit 4'"))
    with qtbot.waitSignal(opener.refused) as refused:
        opener.open(str(document), Place(PlaceKind.LINE, 7, 9))
    assert refused.args == ["'sh' of the settings did not open the file.", str(document)]
    opener.finish()


LINES = Place(PlaceKind.LINE, 12, 34)
PAGE = Place(PlaceKind.PAGE, 3, 3)
BOTH = OpenWith("code -g '{path}:{line}'", "evince -i {page} {path}")


HOSTILE = "/a; rm -rf $HOME `x` \"q\" 'r'.md"


@pytest.mark.parametrize(
    ("command", "name", "place", "words"),
    [
        (BOTH, "/a b/{line}.md", LINES, ["code", "-g", "/a b/{line}.md:12"]),
        (BOTH, "/a b/{line}.md", PAGE, ["evince", "-i", "3", "/a b/{line}.md"]),
        (BOTH, HOSTILE, PAGE, ["evince", "-i", "3", HOSTILE]),  # is one argument
        (OpenWith("vim +{line}"), "/a.md", LINES, ["vim", "+12", "/a.md"]),
        # The usual program is used, also where places are no lines of the file or pages.
        *(
            (BOTH, "/a.docx", Place(kind, 1, 2), [])
            for kind in PlaceKind
            if kind not in (PlaceKind.LINE, PlaceKind.PAGE)
        ),
        (BOTH, "/a.md", None, []),
        (OpenWith("   "), "/a.md", LINES, []),
        (OpenWith("code 'unclosed"), "/a.md", LINES, []),
    ],
)
def test_the_place_and_the_name_are_filled_in(command, name, place, words):
    assert command.command(name, place) == words


def test_the_settings_say_which_command_and_folders_of_windows_keep_their_separators():
    settings = Settings.from_mapping({"open.pages_with": "okular -p {page} {path}"})
    assert OpenWith.of(settings) == OpenWith("", "okular -p {page} {path}")
    template = r'"C:\Program Files\R\r.exe" C:\Tools\a.exe'
    assert words_of(template, "\\") == [r"C:\Program Files\R\r.exe", r"C:\Tools\a.exe"]
    assert words_of("a\\ b '#c'", "/") == ["a b", "#c"]


# Hits whose file has changed since: over a real engine, with the program left out.

NOTE = "# Tyres\n\nWinter tyres are kept in the cellar; the bank pays.\n"


class Case:
    def __init__(self, opened, notes):
        self.opened = opened
        self.file = notes / "deep" / "tyres.md"
        self.asked = []
        self.said = []
        search = opened.window.search
        self.seconds = 0.0
        self.opening = CheckedOpening(opened.client, self, opened.window, lambda: self.seconds)
        self.opening.patience.setInterval(60_000)  # as long as a busy machine may take
        self.opening.message.connect(lambda message: self.said.append(message.text))
        search.pane.field.set_query("winter tyres cellar")
        opened.wait_until(lambda: search.response and search.response.hits)
        hits = search.response.hits
        self.hit = next(hit for hit in hits if hit.doc_path == "deep/tyres.md")

    def open(self, path, place=None):
        self.asked.append((path, place))

    def lines(self):
        """Open the hit; return the lines at which its program would show it."""
        self.seconds += 60
        self.opening.open(self.hit)
        self.opened.wait_until(lambda: self.asked)
        path, place = self.asked.pop()
        assert path == str(self.file)
        return (place.start, place.end) if place else None


@pytest.fixture
def case(qtbot, theme, tmp_path):
    notes = index_notes(tmp_path)
    with real_window(qtbot, theme, tmp_path, {"indexing.watch": False}) as opened:
        yield Case(opened, notes)


def test_a_passage_is_opened_where_it_stands_by_now_and_that_is_said(case):
    before = case.lines()
    assert case.said == []

    case.file.write_text("\n" * 10 + NOTE)
    assert case.lines() == (before[0] + 10, before[1] + 10)
    assert "has moved" in case.said[-1]

    case.file.write_text(NOTE.replace("cellar", "shed"))
    assert case.lines() is not None
    assert "was changed" in case.said[-1]

    case.file.write_text("Nothing of it is left.\n")
    assert case.lines() is None
    assert "no longer holds this passage" in case.said[-1]

    case.file.unlink()
    assert case.lines() is None
    assert "no longer holds this passage" in case.said[-1]


def test_a_document_is_opened_once_by_enter_pressed_twice_and_two_are_both_opened(case):
    other = next(hit for hit in case.opened.window.search.response.hits if hit != case.hit)

    def opens(*hits):
        case.asked.clear()
        for hit in hits:
            case.opening.open(hit)
        wanted = {hit.absolute_path for hit in hits}
        case.opened.wait_until(lambda: {path for path, _ in case.asked} == wanted)
        return len(case.asked)

    assert opens(case.hit, other) == 2  # the first is still being compared with its file
    assert opens(case.hit, case.hit) == 1
    case.seconds += 0.3
    case.opening.open(case.hit)
    assert not case.opening.patience.isActive()  # nothing is asked, so nothing will be opened
    case.seconds += 1.0
    assert opens(case.hit) == 1


def test_a_file_found_by_its_name_alone_is_opened_without_a_word_about_its_passage(case):
    case.opening.open(replace(case.hit, not_read=Message("It holds no text."), text="note.md"))
    assert not case.opening.patience.isActive()  # nothing is compared, so nothing can be said
    assert case.asked == [(case.hit.absolute_path, None)]


def test_the_address_of_a_shared_document_opens_nothing_in_the_current_folder(
    tmp_path, monkeypatch
):
    planted = tmp_path / "milvus:" / "host" / "team"
    planted.mkdir(parents=True)
    written(planted, "plan.pdf", b"%PDF-1.7", 0o644)
    monkeypatch.chdir(tmp_path)
    address = Path("milvus://host/team/plan.pdf")
    assert refusal(address) == "'plan.pdf' lies where it was published."
    assert folder_refusal(folder_of(address)) == "'team' lies where it was published."
