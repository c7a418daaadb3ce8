"""The state of the library as text, on its page and in the status bar."""

from dataclasses import replace

import pytest

from tests.fakes.library_samples import sample_status
from twofold.engine.api import (
    FolderStatus,
    IndexingPhase,
    LibraryStatus,
    ModelStatus,
    UpcomingModel,
)
from twofold.ui.i18n.library_texts import (
    folder_state,
    format_keyword_progress,
    pace,
    percent,
    time_left,
)
from twofold.ui.library.folder_table import Column, FolderModel
from twofold.ui.window.status_bar import LibraryStatusBar


@pytest.fixture
def bar(qtbot, theme, monkeypatch):
    monkeypatch.setattr("twofold.ui.window.status_bar.QUIET_MS", 10)
    bar = LibraryStatusBar(theme)
    qtbot.addWidget(bar)
    bar.resize(1280, 28)
    bar.show()
    return bar


def all_done():
    folder = FolderStatus("Notes", "/n", 3, 0, 0, 100, 100)
    return LibraryStatus((folder,), documents_indexed=3, chunks=100, vectors_ready=100)


def test_the_status_bar_shows_both_progress_values_and_the_failures(bar):
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
    bar.show_status(replace(sample_status(), documents_failed=0, documents_without_text=8))
    assert ("8 files without text" in bar.words, bar.failures.property("tone")) == (True, "text2")
    bar.setFixedWidth(720)
    assert "48,210 passages in 1,284 files" not in bar.words


def test_up_to_date_is_shown_after_a_pause_until_a_new_model_is_prepared(qtbot, bar):
    bar.show_status(sample_status())
    bar.show_status(all_done())
    qtbot.waitUntil(lambda: bar.words[0] == "Up to date")
    bar.show_status(replace(all_done(), read_only=True))
    assert bar.words[0] == "Read-only", "nothing follows what changes on the disk"
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


def test_pace_and_current_file_are_shown_while_indexing():
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
    assert pace(status) == "3 min left\n0.5 files per second"
    assert format_keyword_progress(status) == "Keywords 25 %, 3 min left"
    assert folder_state(folder, status)[2] == "indexing to_anna.md"
    unknown = replace(status, reading_rate=0.0)
    assert pace(unknown) == "25 passages per second"
    assert pace(replace(unknown, phase=IndexingPhase.PAUSED)) == ""


def test_a_folder_is_not_called_up_to_date_too_early():
    status = sample_status()
    broken = replace(status, model=ModelStatus("e5", "E5", problem="Damaged."))
    assert "keywords only" in folder_state(status.folders[0], broken)[2]
    scanning = replace(status, phase=IndexingPhase.SCANNING)
    assert folder_state(status.folders[1], scanning)[2] == "checking for changes"
    read_elsewhere = replace(scanning, read_only=True)
    assert folder_state(status.folders[1], read_elsewhere)[2] == "up to date"
    closed = replace(status.folders[1], documents=0, failed=1, chunks=0, vectors=0)
    status = replace(status, folders=(closed,))
    assert folder_state(closed, status)[2] == "no file could be read"
    in_cloud = replace(closed, failed=0, without_text=2)
    assert folder_state(in_cloud, status)[2] == "found by name only"
    model = FolderModel()
    model.set_status(status)
    shares = [model.index(0, column).data() for column in (Column.KEYWORDS, Column.MEANING)]
    assert shares == ["0 %", "0 %"]


def counting(**changes):
    """A library whose only folder is being scanned for the first time."""
    folder = FolderStatus("Notes", "/n", 0, 0, 0, 0, 0, is_counted=False)
    return LibraryStatus((folder,), phase=IndexingPhase.SCANNING, **changes)


def test_an_unscanned_folder_shows_no_numbers(qtbot, bar, library_page):
    bar.show_status(counting())
    assert bar.words == ["Counting files…", "Everything stays on this computer"]
    assert not bar._meaning_bar.isVisible()
    library_page.show_status(counting())
    model = library_page.model
    cells = [model.index(0, column).data() for column in Column]
    assert cells[1:] == ["–", "–", "–", "counting files…"]
    assert library_page.coverage._keywords.text() == "counting files…"
    assert library_page.coverage._meaning.text() == ""
    assert "0 files" not in library_page._summary.text()
    library_page.show_status(replace(counting(), phase=IndexingPhase.PAUSED))
    assert model.index(0, Column.STATE).data() == "paused"

    scanned = replace(counting().folders[0], is_counted=True)
    library_page.show_status(replace(counting(), folders=(scanned,)))
    assert model.index(0, Column.FILES).data() == "0"
