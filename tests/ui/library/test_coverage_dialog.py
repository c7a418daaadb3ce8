"""The dialog of all files on the disk, with a real engine."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from tests.support.real_window import index_files, real_window
from twofold.ui.library.coverage_dialog import CoverageDialog

FILES = {
    "a.md": "Words of a file.",
    "in/b.md": "Other words.",
    "empty.txt": "",
    "node_modules/pack/c.js": "let a = 1",
    "node_modules/pack/d.js": "let b = 2",
    "broken.pdf": "no PDF",
}


@pytest.fixture
def dialog(qtbot, theme, tmp_path):
    index_files(tmp_path, {tmp_path / "notes": FILES})
    with real_window(qtbot, theme, tmp_path) as opened:
        opened.window.library_page.coverage.all_files.click()
        found = opened.window.findChild(CoverageDialog)
        opened.wait_until(found.numbers.rowCount)
        yield found
        found.close()


def rows(table):
    return [
        tuple(table.item(row, column).text() for column in range(2))
        for row in range(table.rowCount())
    ]


def test_numbers_add_up_and_each_opens_its_list(qtbot, dialog):
    assert dialog.words.text() == "6 files on the disk:"
    assert rows(dialog.numbers) == [
        ("Searchable", "2"),
        ("Found by name only", "1"),
        ("Excluded by a rule", "2"),
        ("Failed", "1"),
        ("Waiting to be indexed", "0"),
    ]
    assert rows(dialog.files) == [("notes/empty.txt", "The file is empty.")]
    qtbot.keyClick(dialog.numbers, Qt.Key.Key_Down)
    ((place, why),) = rows(dialog.files)
    assert (place, "reserved for programs" in why) == ("notes/node_modules/ (2 files)", True)
    dialog.copy.click()
    assert QGuiApplication.clipboard().text().startswith("notes/node_modules/\t")


def test_a_listed_file_is_shown_in_its_folder(qtbot, dialog):
    assert not dialog.show_file.isEnabled()
    dialog.numbers.selectRow(0)
    dialog.files.selectRow(1)
    with qtbot.waitSignal(dialog.file_requested) as asked:
        dialog.show_file.click()
    assert asked.args[0].endswith("/in/b.md")
