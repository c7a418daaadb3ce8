"""The rules of a folder on the library page."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from tests.fakes.library_samples import sample_status
from tests.support.announced import announced
from tests.ui.library.page_case import answer, click, words_in
from twofold.engine.api import (
    ExplainFile,
    FileVerdict,
    FolderRules,
    Message,
    RequestDone,
    RequestFailed,
    SetFolderRules,
)


def set_rules(alone):
    return [request.rules for request in alone.engine.requests(SetFolderRules)]


def add_rule(qtbot, page, pattern):
    page.rules.pattern.setText(pattern)
    click(qtbot, page.rules.add)


def shown_rules(page):
    return page.rules.list.topLevelItemCount()


def test_rules_can_be_added_removed_by_key_and_undone(qtbot, alone, page):
    for pattern in ("*.a", "*.b"):
        add_rule(qtbot, page, pattern)
    assert set_rules(alone)[-1] == FolderRules((), ("*.a", "*.b"))
    page.rules.list.setCurrentItem(page.rules.list.topLevelItem(0))
    page.rules.remove.setFocus()
    for left in (1, 0):
        assert page.rules.remove.hasFocus()
        qtbot.keyClick(page.rules.remove, Qt.Key.Key_Space)
        assert shown_rules(page) == left
    assert set_rules(alone)[2:] == [FolderRules((), ("*.b",)), FolderRules()]
    assert not page.rules.remove.isEnabled()
    alone.undo.undo()
    assert set_rules(alone)[-1] == FolderRules((), ("*.b",))
    assert "All files are searched unless a rule excludes them." in words_in(page.rules)
    page.rules.show_folder(replace(sample_status().folders[0], rules=FolderRules(("*.md",), ())))
    assert "All files are searched unless a rule excludes them." not in words_in(page.rules)


@pytest.fixture
def busy(alone):
    """Return an engine that is busy indexing a folder and has not changed its rules yet."""
    alone.engine.answer = lambda number, request: (
        None if isinstance(request, SetFolderRules) else answer(number, request)
    )
    return alone


def test_rules_added_while_the_engine_is_busy_are_not_lost(qtbot, busy, page):
    add_rule(qtbot, page, "*.tmp")
    busy.client.status_changed.emit(sample_status())  # knows nothing of the rule yet
    add_rule(qtbot, page, "*.bak")
    wanted = [rules.exclude for rules in set_rules(busy)]
    assert wanted == [("*.tmp",), ("*.tmp", "*.bak")]
    assert shown_rules(page) == 2
    busy.undo.undo()
    assert set_rules(busy)[-1].exclude == ("*.tmp",)
    busy.client.post(RequestFailed(busy.engine.last_id(SetFolderRules), "It is being read."))
    qtbot.waitUntil(lambda: shown_rules(page) == 0)  # a rejected rule is no longer listed


def test_a_file_is_tested_after_each_key_and_when_its_folder_changes(
    qtbot, busy, page, monkeypatch
):
    reported = announced(monkeypatch, "twofold.ui.library.rules_panel")
    qtbot.keyClicks(page.rules.test, "_scratch/a.pdf")
    asked = busy.engine.requests(ExplainFile)
    assert len(asked) == len("_scratch/a.pdf")
    assert str(asked[-1].path) == f"{page.table.chosen_folder().root}/_scratch/a.pdf"
    qtbot.waitUntil(lambda: page.rules.answer.startswith("Not searched. It is excluded"))
    assert reported[-1] == (page.rules._answer, page.rules.answer)
    assert len(reported) <= 2  # not after every letter

    def asks_again(act):
        before = len(busy.engine.requests(ExplainFile))
        act()
        qtbot.waitUntil(lambda: len(busy.engine.requests(ExplainFile)) == before + 1)

    folder = page.table.chosen_folder()
    asks_again(lambda: page.rules.show_folder(replace(folder, documents=700)))
    asks_again(lambda: add_rule(qtbot, page, "*.tmp"))
    done = RequestDone(busy.engine.last_id(SetFolderRules))
    asks_again(lambda: busy.client.post(done))
    page.rules.test.clear()
    assert page.rules.answer == ""


@pytest.mark.parametrize(
    ("indexed", "wanted", "answer"),
    [
        (True, True, "Searched. It is indexed."),
        (False, True, "It could not be indexed: The file is empty."),
        (False, False, "Not searched. It is excluded: the rule _scratch/ fits."),
    ],
)
def test_the_test_result_does_not_contradict_itself(page, indexed, wanted, answer):
    why = Message(answer.removeprefix("Not searched. ").removeprefix("Searched. "))
    page.rules.test.setText("a.md")
    page.rules.show_verdict(FileVerdict("/n/a.md", indexed, wanted, why))
    assert page.rules.answer == answer


def test_a_file_to_test_can_be_chosen(qtbot, page):
    click(qtbot, page.rules.choose)
    (dialog,) = page.findChildren(QFileDialog)
    root = page.table.chosen_folder().root
    dialog.fileSelected.emit(f"{root}/deep/a.md")
    assert page.rules.test.text() == "deep/a.md"
    dialog.fileSelected.emit("/elsewhere/b.md")
    assert page.rules.test.text() == "/elsewhere/b.md"
    dialog.reject()
