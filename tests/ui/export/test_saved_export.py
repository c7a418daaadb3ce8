"""An export saved where it is searched, over a real engine: it answers its own search."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QToolButton

from tests.support.real_window import index_notes, real_window
from ui.export.export_dialog import ExportDialog

OFFER = "Leave it out of the search"


class Case:
    def __init__(self, opened, notes):
        self.opened, self.notes = opened, notes
        self.window = opened.window
        self.search = opened.window.search
        self.search.pane.messages._passing.setInterval(1_000_000)  # however slow the machine is
        self.window.undo_bar._timer.setInterval(1_000_000)
        self.search.pane.field.set_query("winter tyres cellar")
        opened.wait_until(lambda: self.search.response and self.search.response.hits)

    def save_into(self, folder: Path, name: str):
        self.window.dialogs.show_export()
        self.opened.wait_until(lambda: self.window.findChild(ExportDialog))
        dialog = self.window.findChild(ExportDialog)
        dialog.place.set_folder(str(folder))
        dialog.name.setText(name)
        dialog.save.click()
        self.opened.wait_until(lambda: self.search.pane.messages.text.startswith("Saved as "))

    def offers(self):
        links = self.search.pane.messages.findChildren(QToolButton)
        return [link for link in links if link.text() == OFFER and link.isVisible()]

    def found(self):
        return {hit.doc_path for hit in self.search.response.hits}


@pytest.fixture
def case(qtbot, theme, tmp_path):
    notes = index_notes(tmp_path)
    with real_window(qtbot, theme, tmp_path, {"indexing.watch": False}) as opened:
        yield Case(opened, notes)


def test_an_export_can_be_left_out_of_the_search_it_came_from_and_taken_back(case):
    case.save_into(case.notes / "deep", "tyres [1].md")
    case.opened.wait_until(case.offers)
    case.window.library.bring_up_to_date()
    case.opened.wait_until(lambda: "deep/tyres [1].md" in case.found())

    case.offers()[0].click()
    assert case.window.undo_bar.text == "‘tyres [1].md’ is left out of the search"
    assert not case.offers()
    case.opened.wait_until(lambda: "deep/tyres [1].md" not in case.found())
    (folder,) = case.opened.status.folders
    assert folder.rules.exclude == ("/deep/tyres \\[1].md",)
    assert (case.notes / "deep" / "tyres [1].md").is_file()

    case.window.undo_bar.undo()
    case.opened.wait_until(lambda: "deep/tyres [1].md" in case.found())


def test_nothing_is_offered_for_an_export_that_is_not_searched(case, tmp_path):
    explained = []
    case.save_into(case.notes, "first.md")
    case.opened.wait_until(case.offers)
    case.opened.bridge.happened.connect(explained.append)
    (tmp_path / "elsewhere").mkdir()
    case.save_into(tmp_path / "elsewhere", "second.md")
    case.opened.wait_until(
        lambda: any(getattr(event, "verdict", None) is not None for event in explained)
    )
    assert case.search.pane.messages.text.endswith("second.md")
    assert not case.offers()
    case.search.pane.messages.withdraw()
    assert not case.offers()  # nor the one of the export before


def test_the_offer_stays_until_somebody_has_decided(case):
    case.save_into(case.notes, "first.md")
    case.opened.wait_until(case.offers)
    messages = case.search.pane.messages
    assert not messages._passing.isActive()
    case.search.searches.toggle_saved()
    assert not case.offers()
    messages._passing.timeout.emit()
    assert case.offers()
    messages._close.click()
    assert not case.offers()
