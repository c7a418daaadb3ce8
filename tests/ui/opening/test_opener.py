"""Opening documents at a passage: never programs, other files after a question."""

import gc
import sys
import threading

import pytest
from PySide6.QtCore import QRunnable
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from tests.support.patience import PATIENCE
from tests.ui.opening.files import written
from twofold.app.compose import document_extensions
from twofold.engine.api import Locator, LocatorKind
from twofold.ui.opening import opener as openers
from twofold.ui.opening.openable import OpenWith, refusal
from twofold.ui.opening.opener import DocumentOpener
from twofold.ui.opening.programs import not_opened


@pytest.fixture
def opened(monkeypatch):
    urls = []
    monkeypatch.setattr(
        QDesktopServices, "openUrl", lambda url: urls.append(url.toLocalFile()) or True
    )
    return urls


@pytest.fixture
def opener(qtbot):
    """An opener that opens documents of indexed formats without asking."""
    opener = DocumentOpener(document_extensions=document_extensions)
    yield opener
    opener.finish()


def test_closing_the_window_during_a_check_does_not_hang(qtbot, tmp_path):
    began = threading.Event()
    window = QWidget()
    opener = DocumentOpener(None, window)
    opener._calls.start(lambda: [began.set(), sum(range(5_000_000))])
    assert began.wait(PATIENCE)
    window.deleteLater()
    other = QWidget()
    qtbot.addWidget(other)
    with qtbot.waitExposed(other):  # deletes the first one while holding the GIL
        other.show()


def test_a_drive_that_does_not_respond_blocks_neither_other_files_nor_the_end(
    qtbot, opener, tmp_path, opened, monkeypatch
):
    asked, responds = threading.Event(), threading.Event()
    real = openers.decide

    def decide(path, *arguments, **options):
        if path.name == "away.md":
            asked.set()
            responds.wait(120)
        return real(path, *arguments, **options)

    monkeypatch.setattr(openers, "decide", decide)
    opener.open(str(tmp_path / "away.md"))
    assert asked.wait(60)
    document = written(tmp_path, "note.md")
    opener.open(str(document))
    qtbot.waitUntil(lambda: opened == [str(document)])
    opener.finish()
    assert not responds.is_set()
    with qtbot.waitSignal(opener.refused):
        responds.set()


def test_an_ordinary_document_is_opened(qtbot, opener, tmp_path, opened):
    document = written(tmp_path, "note.md")
    opener.open(str(document))
    qtbot.waitUntil(lambda: opened == [str(document)])
    opener.finish()
    # PySide confuses it with a new Qt object at the same address, so copying failed.
    assert not [kept for kept in gc.get_objects() if type(kept) is QRunnable]


def test_a_refused_file_is_reported_and_not_opened(qtbot, opener, tmp_path, opened):
    with qtbot.waitSignal(opener.refused) as refused:
        opener.open(str(written(tmp_path, "start.desktop")))
    assert "could run as a program" in refused.args[0]
    assert opened == []


@pytest.fixture
def question(qtbot, opener, tmp_path):
    """Return an opener that has asked about a workbook with macros, and the workbook."""
    document = tmp_path / "budget.xlsm"
    document.write_bytes(b"PK")
    with qtbot.waitSignal(opener.accepted):
        opener.open(str(document))
    return opener, document


def press(box, words):
    next(button for button in box.buttons() if button.text() == words).click()


def test_enter_shows_the_folder(qtbot, question, opened):
    opener, document = question
    assert document.name in opener.box.text()
    assert opened == []
    opener.box.defaultButton().click()
    qtbot.waitUntil(lambda: opened == [str(document.parent)])


def test_a_file_opens_after_the_user_agrees(qtbot, question, opened):
    opener, document = question
    press(opener.box, "Open")
    qtbot.waitUntil(lambda: opened == [str(document)])


def test_a_file_replaced_by_a_program_is_refused(qtbot, question, opened):
    opener, document = question
    document.unlink()
    document.symlink_to(document.with_name("harm.desktop"))
    document.resolve().write_text("[Desktop Entry]")
    with qtbot.waitSignal(opener.refused) as refused:
        press(opener.box, "Open")
    assert "could run as a program" in refused.args[0]
    assert opened == []


def test_nothing_is_opened_on_cancel(question, opened):
    opener, _ = question
    press(opener.box, "Cancel")
    opener.finish()
    assert opened == []


@pytest.mark.parametrize("inside", ["start.desktop", "letters.zip/inner.zip/plan.md"])
def test_the_folder_of_a_file_or_of_the_archive_around_it_is_shown(
    qtbot, opener, tmp_path, opened, inside
):
    written(tmp_path, "letters.zip", b"PK")
    opener.show_in_folder(str(tmp_path / inside))
    qtbot.waitUntil(lambda: opened == [str(tmp_path)])


def test_a_missing_folder_is_reported(qtbot, opener, tmp_path, opened):
    with qtbot.waitSignal(opener.refused) as refused:
        opener.show_in_folder(str(tmp_path / "unplugged" / "note.md"))
    assert refused.args == [refusal(tmp_path / "unplugged/note.md"), str(tmp_path / "unplugged")]
    assert opened == []


def test_a_command_from_the_settings_opens_the_document_at_its_location(qtbot, tmp_path, opened):
    document = written(tmp_path, "a b.md")
    out = tmp_path / "out"
    program = "import sys; open(sys.argv[1], 'w').write('|'.join(sys.argv[2:]))"
    command = f'{sys.executable} -c "{program}" {out} {{line}} {{path}}'
    opener = DocumentOpener(OpenWith(command))
    with qtbot.waitSignal(opener.accepted):  # when the program has ended
        opener.open(str(document), Locator(LocatorKind.LINE, 7, 9))
    assert out.read_text() == f"7|{document}"
    assert opened == []
    opener.finish()


def test_a_command_that_cannot_be_started_is_reported(qtbot, tmp_path, opened):
    document = written(tmp_path, "a.md")
    opener = DocumentOpener(OpenWith("no-such-program-here {path}"))
    with qtbot.waitSignal(opener.refused) as refused:
        opener.open(str(document), Locator(LocatorKind.LINE, 7, 9))
    assert "no-such-program-here" in refused.args[0]
    opener.finish()


@pytest.fixture
def system_opener(tmp_path, monkeypatch):
    """Make the system's opener exit with a code."""

    def ending_with(code):
        program = written(tmp_path, "opener", f"#!/bin/sh\nexit {code}\n".encode(), 0o755)
        name = "twofold.ui.opening.opener.system_opener"
        monkeypatch.setattr(name, lambda: str(program))

    return ending_with


@pytest.mark.posix
def test_a_file_without_a_program_is_reported(qtbot, tmp_path, opener, system_opener):
    system_opener(3)
    document = written(tmp_path, "a.md")
    with qtbot.waitSignal(opener.refused) as refused:
        opener.open(str(document))
    assert refused.args == [not_opened("a.md"), str(document)]
    with qtbot.waitSignal(opener.refused) as refused:
        opener.show_in_folder(str(document))
    assert refused.args == [not_opened(tmp_path.name), str(tmp_path)]


@pytest.mark.posix
def test_a_command_that_exits_with_an_error_is_reported(qtbot, tmp_path):
    document = written(tmp_path, "a.md")
    opener = DocumentOpener(OpenWith("sh -c 'exit 4'"))
    with qtbot.waitSignal(opener.refused) as refused:
        opener.open(str(document), Locator(LocatorKind.LINE, 7, 9))
    assert refused.args == [
        "The program 'sh' from the settings could not open the file.",
        str(document),
    ]
    opener.finish()
