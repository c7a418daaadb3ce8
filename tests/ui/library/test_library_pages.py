"""The parts of the library page and of the status bar, over what an engine told."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton

from engine.api import (
    DocumentFailure,
    FailureReason,
    FolderRules,
    FolderStatus,
    IndexingPhase,
    LibraryStatus,
    ModelStatus,
    UpcomingModel,
)
from tests.fakes.library_samples import sample_failures, sample_status
from ui.i18n.library_words import folder_state, keywords_in_words, pace, percent, time_left
from ui.library.failures import LinesRole
from ui.library.folder_table import Column, FolderModel
from ui.library.library_page import LibraryPage
from ui.window.status_bar import LibraryStatusBar


@pytest.fixture
def page(qtbot, theme):
    page = LibraryPage(theme)
    qtbot.addWidget(page)
    page.resize(1200, 800)
    page.show_status(sample_status())
    page.show()
    page.activateWindow()
    return page


def words_in(part):
    return [label.text() for label in part.findChildren(QLabel) if label.isVisible()]


def test_each_folder_is_a_row_with_counts_and_state(page):
    assert [page.model.index(0, column).data() for column in Column] == [
        "Papers, /home/ada/Documents/Research/Papers",
        "402",
        "100 %",
        "41 %",
        "reading by meaning",
    ]
    assert "not connected" in page.model.index(3, Column.STATE).data()


def test_a_folder_is_chosen_and_stays_so_while_counts_change(page):
    assert page.table.chosen_folder().name == "Papers"
    assert page.rules.kind.isEnabled()
    page.table.selectRow(1)
    folders = list(sample_status().folders)
    folders[1] = replace(folders[1], documents=700)
    page.show_status(replace(sample_status(), folders=tuple(folders)))
    assert page.table.chosen_folder().name == "Notes"
    assert page.model.index(1, Column.FILES).data() == "700"


def test_a_removed_folder_does_not_take_the_focus_along(qtbot, page):
    page.table.selectRow(1)
    page.remove.setFocus()
    page.remove.clicked.connect(
        lambda: page.hide_folder(page.table.chosen_folder().name, hidden=True)
    )
    qtbot.keyClick(page.remove, Qt.Key.Key_Space)
    assert page.table.chosen_folder().name == "Papers"
    assert page.model.rowCount() == 3
    assert page.remove.hasFocus()
    page.show_status(replace(sample_status(), folders=()))
    assert page.add.hasFocus(), "nothing is left to remove"


def test_rules_are_removed_one_after_the_other_by_one_key(qtbot, page):
    folder = replace(sample_status().folders[0], rules=FolderRules((), ("*.a", "*.b")))
    page.rules.rules_changed.connect(
        lambda _, rules: page.rules.show_folder(replace(folder, rules=rules))
    )
    page.rules.show_folder(folder)
    page.rules.list.setCurrentRow(0)
    page.rules.remove.setFocus()
    for left in (1, 0):
        assert page.rules.remove.hasFocus()
        qtbot.keyClick(page.rules.remove, Qt.Key.Key_Space)
        assert page.rules.list.count() == left
    assert not page.rules.remove.isEnabled()


def test_a_tested_file_is_asked_about_again_once_the_folder_was_read(qtbot, page):
    page.rules.test.setText("a.pdf")
    with qtbot.waitSignal(page.rules.test_requested):
        page.rules.show_folder(replace(sample_status().folders[0], documents=403))


def test_the_hint_says_when_only_what_fits_is_searched(page):
    everything = words_in(page.rules)
    page.rules.show_folder(replace(sample_status().folders[0], rules=FolderRules(("*.md",), ())))
    assert "A file is searched unless a rule leaves it out." in everything
    assert "A file is searched unless a rule leaves it out." not in words_in(page.rules)


def test_reading_by_keywords_can_be_paused_and_says_so(page):
    reading = replace(sample_status(), vectors_pending=0, phase=IndexingPhase.READING)
    page.show_status(replace(reading, documents_pending=5))
    assert page.pause.isVisible()
    folder = replace(reading.folders[0], pending=5)
    page.show_status(replace(reading, phase=IndexingPhase.PAUSED, folders=(folder,)))
    assert page.pause.isVisible(), "a pause must be ended even where nothing waits"
    assert page.pause.text() == "Resume"
    assert page.model.index(0, Column.STATE).data() == "paused"
    page.show_status(replace(reading, phase=IndexingPhase.IDLE))
    assert not page.pause.isVisible()


def test_files_that_are_not_indexed_are_listed_with_reasons(qtbot, page):
    page.failures.show_failures(())
    assert not page.failures.table.isVisible()
    assert "Every file that is searched could be read." in words_in(page.failures)
    page.failures.show_failures(sample_failures())
    assert page.failures.table.isVisible()
    model = page.failures.model
    assert model.rowCount() == 5
    assert model.index(1, 0).data() == "budget.pdf  (Papers/finance)"
    assert model.index(1, 1).data(LinesRole)[0] == "Protected by a password"
    assert model.index(3, 1).data(LinesRole)[1] == "The file has 812 MB."
    qtbot.mouseClick(page.rail.findChildren(QPushButton)[2], Qt.MouseButton.LeftButton)
    assert page.failures.table.hasFocus()


def many_inside(file, count, reason=FailureReason.UNSUPPORTED):
    return [
        DocumentFailure(f"{file}/moby.{n}", reason, "Its packing is not known.", "", "", file)
        for n in range(count)
    ]


def test_what_one_archive_holds_stands_in_one_row_and_every_file_is_accounted_for(qtbot, page):
    archive = "Papers/old/moby.zip"
    locked = many_inside(archive, 1, FailureReason.PASSWORD)
    alone = DocumentFailure("Papers/z.pdf", FailureReason.UNSUPPORTED, "", "")
    page.failures.show_failures([*many_inside(archive, 135), *locked, alone])
    model, table = page.failures.model, page.failures.table
    assert [model.index(row, 0).data(LinesRole)[0] for row in range(model.rowCount())] == [
        "moby.zip", "moby.0", "z.pdf",
    ]  # fmt: skip
    assert "135 files in it" in model.index(0, 1).data(LinesRole)[1]
    assert "137 files" in words_in(page.failures)
    assert "and 123 files more" in model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    with qtbot.waitSignal(table.action_requested) as wanted:
        table.setCurrentIndex(model.index(0, 0))
        qtbot.keyClick(table, Qt.Key.Key_Return)
    assert wanted.args[1] == archive
    page.failures._copy.click()
    assert len(QGuiApplication.clipboard().text().splitlines()) == 137
    page.failures.show_failures(many_inside(archive, 3))
    assert model.rowCount() == 3, "a few keep their names"


@pytest.fixture
def bar(qtbot, theme, monkeypatch):
    monkeypatch.setattr("ui.window.status_bar.QUIET_MS", 10)
    bar = LibraryStatusBar(theme)
    qtbot.addWidget(bar)
    bar.resize(1280, 28)
    bar.show()
    return bar


def all_done():
    folder = FolderStatus("Notes", "/n", 3, 0, 0, 100, 100)
    return LibraryStatus((folder,), documents_indexed=3, chunks=100, vectors_ready=100)


def test_the_status_bar_shows_both_coverages_and_the_failures(bar):
    bar.show_status(sample_status())
    assert bar.words == [
        "Keywords 100 %",
        "Meaning 62 %, 12 min left",
        "Pause",
        "7 files not indexed",
        "Everything stays on this computer",
        "48,210 passages in 1,284 files",
    ]
    bar.show_status(replace(sample_status(), documents_failed=0))
    assert "7 files not indexed" not in bar.words
    bar.setFixedWidth(720)
    assert "48,210 passages in 1,284 files" not in bar.words


def test_what_is_done_and_quiet_becomes_up_to_date(qtbot, bar):
    bar.show_status(sample_status())
    bar.show_status(all_done())
    qtbot.waitUntil(lambda: bar.words[0] == "Up to date")
    bar.show_status(replace(all_done(), read_only=True))
    assert bar.words[0] == "Open for searching only", "nothing follows what changes on the disk"


def test_a_model_that_comes_is_told_of_until_it_answers(qtbot, bar):
    bar.show_status(all_done())
    qtbot.waitUntil(lambda: bar.words[0] == "Up to date")
    coming = UpcomingModel("new", "New", vectors_ready=12, vectors_pending=88)
    status = replace(all_done(), upcoming=coming, seconds_left=180.0)
    bar.show_status(replace(status, phase=IndexingPhase.EMBEDDING))
    assert bar.words[1:3] == ["Meaning 100 %, new model 12 %, 3 min left", "Pause"]
    bar.show_status(replace(status, phase=IndexingPhase.PAUSED))
    assert bar.words[1:3] == ["Meaning 100 %, new model 12 %", "Resume"]


def test_percentages_are_never_rounded_up_to_a_hundred():
    assert percent(0.9999) == "99 %"
    assert percent(1.0) == "100 %"


def test_time_left_is_in_whole_minutes():
    status = sample_status()
    assert time_left(status) == "12 min left"
    assert time_left(replace(status, seconds_left=3.0)) == "1 min left"
    assert time_left(replace(status, vectors_pending=0)) == ""
    assert time_left(replace(status, phase=IndexingPhase.PAUSED)) == ""


def test_while_files_are_read_their_pace_is_told_and_the_file_at_hand():
    folder = FolderStatus("Notes", "/n", 30, 0, 90, 10, 0)
    status = LibraryStatus(
        (folder,),
        documents_indexed=30,
        documents_pending=90,
        phase=IndexingPhase.READING,
        current_file="letters/to_anna.md",
        reading_rate=0.5,
        vectors_pending=10,
        embedding_rate=25.0,
    )
    assert pace(status) == "3 min left\n0.5 files a second"
    assert keywords_in_words(status) == "Keywords 25 %, 3 min left"
    assert folder_state(folder, status)[2] == "reading to_anna.md"
    unknown = replace(status, reading_rate=0.0)
    assert pace(unknown) == "25 passages a second"
    assert pace(replace(unknown, phase=IndexingPhase.PAUSED)) == ""


def test_a_folder_is_not_called_up_to_date_while_it_may_not_be():
    status = sample_status()
    broken = replace(status, model=ModelStatus("e5", "E5", problem="Damaged."))
    assert "only keywords" in folder_state(status.folders[0], broken)[2]
    scanning = replace(status, phase=IndexingPhase.SCANNING)
    assert folder_state(status.folders[1], scanning)[2] == "looking for changes"
    read_elsewhere = replace(scanning, read_only=True)
    assert folder_state(status.folders[1], read_elsewhere)[2] == "up to date"
    closed = replace(status.folders[1], documents=0, failed=1, chunks=0, vectors=0)
    status = replace(status, folders=(closed,))
    assert folder_state(closed, status)[2] == "nothing in it could be read"
    model = FolderModel()
    model.set_status(status)
    shares = [model.index(0, column).data() for column in (Column.KEYWORDS, Column.MEANING)]
    assert shares == ["0 %", "0 %"]
