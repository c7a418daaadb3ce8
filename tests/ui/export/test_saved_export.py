"""Exports saved in a library folder are excluded from the library. Uses a real engine."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QToolButton

from tests.support.real_window import index_notes, real_window
from twofold.engine.api import FolderRules
from twofold.ui.collection.collection_dialog import CollectionDialog
from twofold.ui.export.export_dialog import ExportDialog

OFFER, INCLUDE = "Exclude from searches", "Include in searches"
EXCLUDED = " and excluded from searches"


class Case:
    def __init__(self, opened, notes):
        self.opened, self.notes = opened, notes
        self.window = opened.window
        self.search = opened.window.search
        self.messages = self.search.pane.messages
        self.messages._timer.start = lambda *_: None  # on a slow machine
        self.window.undo_bar._timer.setInterval(1_000_000)
        self.search.pane.field.set_query("winter tyres cellar")
        opened.wait_until(lambda: self.search.response and self.search.response.hits)

    def save_into(self, folder: Path, name: str):
        self.window.show_export()
        self.opened.wait_until(lambda: self.window.findChild(ExportDialog))
        dialog = self.window.findChild(ExportDialog)
        dialog.place.set_folder(str(folder))
        dialog.name.setText(name)
        if (folder / name).exists():
            self.opened.wait_until(dialog.replace.isVisible)
            dialog.replace.click()
        else:
            dialog.save.click()
        self.opened.wait_until(lambda: self.window.findChild(ExportDialog) is None)
        self.opened.wait_until(lambda: self.text.startswith("Saved as "))

    def save_and_wait(self, name, folder=None):
        """Save, and wait until the engine has replied whether the file would be searched."""
        explained = []
        self.opened.client.event_received.connect(explained.append)
        self.save_into(folder or self.notes, name)
        self.opened.wait_until(
            lambda: any(getattr(event, "verdict", None) is not None for event in explained)
        )

    def links(self, words):
        links = self.search.pane.messages.findChildren(QToolButton)
        return [link for link in links if link.text() == words and link.isVisible()]

    def is_excluded(self):
        return self.text.endswith(EXCLUDED) and self.links(INCLUDE)

    @property
    def text(self):
        """Return the message about an export, after earlier messages have passed."""
        while self.messages.text and not self.messages.text.startswith("Saved as "):
            self.messages.withdraw()
        return self.messages.text

    def rules(self):
        (folder,) = self.opened.status.folders
        return folder.rules

    def read_now(self, name):
        """Index all changes; `name` is a new document about the same subject."""
        (self.notes / name).write_text("Winter tyres, in another cellar.")
        self.window.library.scan_silently()
        self.opened.wait_until(lambda: name in self.found())

    def found(self):
        return {hit.doc_path for hit in self.search.response.hits}


@pytest.fixture
def case(qtbot, theme, tmp_path):
    notes = index_notes(tmp_path)
    with real_window(qtbot, theme, tmp_path, {"indexing.watch": False}) as opened:
        yield Case(opened, notes)


def test_a_new_export_is_excluded_and_can_be_included(case):
    own = FolderRules(exclude=("drafts/", "/health.md"))  # are not changed
    case.window.library.set_rules("notes", own)
    case.opened.wait_until(lambda: case.messages.text)
    case.save_into(case.notes / "deep", "tyres [1].md")
    case.opened.wait_until(case.is_excluded)
    added = (*own.exclude, "/deep/tyres \\[1].md")
    case.opened.wait_until(lambda: case.rules().exclude == added)
    case.read_now("more.md")
    assert "deep/tyres [1].md" not in case.found()
    assert case.is_excluded()  # until the user has read it

    case.links(INCLUDE)[0].click()
    assert not case.text
    assert case.window.undo_bar.text == "‘tyres [1].md’ was included in the search"
    case.opened.wait_until(lambda: "deep/tyres [1].md" in case.found())
    assert case.rules() == own

    case.window.undo_bar.undo()
    case.opened.wait_until(lambda: "deep/tyres [1].md" not in case.found())


def test_an_export_saved_again_gets_no_second_rule(case):
    for _ in range(2):
        case.save_into(case.notes, "first.md")
        case.opened.wait_until(case.is_excluded)
    (case.notes / "first.md").unlink()
    case.save_into(case.notes, "first.md")
    case.opened.wait_until(case.is_excluded)
    case.opened.wait_until(lambda: case.rules() == FolderRules(exclude=("/first.md",)))


def test_an_included_export_stays_included(case):
    case.save_into(case.notes, "first.md")
    case.opened.wait_until(case.is_excluded)
    case.links(INCLUDE)[0].click()
    case.opened.wait_until(lambda: "first.md" in case.found())
    for act in (lambda: None, (case.notes / "first.md").unlink):
        act()
        case.save_and_wait("first.md")
        assert not case.is_excluded()
        assert not case.links(OFFER)  # the decision was made
        assert not case.window.library.status.folders[0].rules.exclude


def test_only_a_replaced_searched_file_can_be_excluded(case, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    case.save_and_wait("second.md", tmp_path / "elsewhere")
    assert case.text.endswith("second.md")
    assert not case.links(INCLUDE)

    case.save_into(case.notes, "garage.md")
    case.opened.wait_until(lambda: case.links(OFFER))
    assert not case.window.library.status.folders[0].rules.exclude
    case.links(OFFER)[0].click()
    assert case.window.undo_bar.text == "‘garage.md’ was excluded from the search"
    assert not case.text
    case.opened.wait_until(lambda: case.rules().exclude == ("/garage.md",))


def export_as(case, dialog, target):
    """Export the shown collection, and replace the file if it exists."""
    dialog.export.click()
    asked = dialog.findChild(ExportDialog)
    asked.place.set_folder(str(target.parent))
    asked.name.setText(target.name)
    case.opened.wait_until(lambda: asked.replace.isVisible() or not target.exists())
    (asked.replace if target.exists() else asked.save).click()
    case.opened.wait_until(lambda: dialog.findChild(ExportDialog) is None)


def test_an_exported_collection_is_excluded_too(case):
    collection, target = case.window.collection, case.notes / "shelf.md"
    collection.bookmark(case.search.response.hits[:1])
    case.opened.wait_until(lambda: case.messages.text)
    case.window.open_collection()
    dialog = case.window.findChild(CollectionDialog)
    case.opened.wait_until(lambda: dialog.list.count() == 1)
    export_as(case, dialog, target)
    case.opened.wait_until(case.is_excluded)
    assert case.text == f"Saved as {target}{EXCLUDED}"
    assert dialog.message.text() == f"Saved as {target}"
    case.opened.wait_until(lambda: case.rules().exclude == ("/shelf.md",))

    case.links(INCLUDE)[0].click()
    case.opened.wait_until(lambda: not case.rules().exclude)
    export_as(case, dialog, target)
    case.opened.wait_until(lambda: case.text == f"Saved as {target}")
    dialog.close()
