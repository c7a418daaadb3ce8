"""What is said where nothing is found while the files are read for the first time."""

from dataclasses import replace

from PySide6.QtWidgets import QLabel

from engine.api import IndexingPhase, LibraryStatus, SearchMode, SearchRequest, StatusChanged
from tests.fakes.library_samples import answering, sample_status
from tests.ui.window_case import open_window, search_for
from ui.search.refresh_rule import RefreshRule

READ = "So far 21 % of your files are read."


def notes(case):
    labels = case.window.search.pane.empty_state.findChildren(QLabel)
    return " ".join(label.text() for label in labels if label.isVisible())


def test_nothing_found_tells_how_few_files_are_read_whatever_the_mode(qtbot, theme):
    case = open_window(qtbot, theme, answering(nothing=True))
    half = replace(sample_status(), documents_indexed=21, documents_pending=79)
    for mode in (SearchMode.HYBRID, SearchMode.LEXICAL):
        case.window.search.pane.mode_switch.choose(mode)
        case.client.post(StatusChanged(half))
        search_for(qtbot, case, f"deadline {mode}")
        assert READ in notes(case)
    before = len(case.engine.requests(SearchRequest))
    case.client.post(StatusChanged(replace(half, phase=IndexingPhase.IDLE, documents_pending=0)))
    qtbot.waitUntil(lambda: READ not in notes(case))
    assert len(case.engine.requests(SearchRequest)) > before


def test_the_last_files_end_the_reading_also_where_none_holds_text():
    now = [0.0]
    rule = RefreshRule(lambda: now[0])
    reading = LibraryStatus(phase=IndexingPhase.READING, chunks=7, documents_pending=1)
    done = replace(reading, phase=IndexingPhase.IDLE, documents_pending=0)
    assert rule.is_due(LibraryStatus(), reading, has_hits=False)
    assert rule.is_due(reading, done, has_hits=False)
    assert not rule.is_due(done, done, has_hits=False)
