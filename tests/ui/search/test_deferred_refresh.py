"""The library changes while several hits are selected: the search waits for the person."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication

from engine.api import IndexingPhase, SearchRequest, StatusChanged
from tests.fakes.library_samples import sample_status
from tests.ui.window_case import search_for


class Changing:
    """A window with an answer, over a library whose files are read."""

    def __init__(self, case):
        self.case = case
        self.search = case.window.search
        self.results = self.search.pane.results

    def change_library(self):
        """Let a file be read to its end, as far as the window has taken note of it."""
        now = self.case.window.library.status
        busy = replace(sample_status(), chunks=now.chunks + 1, phase=IndexingPhase.READING)
        for status in (busy, replace(busy, phase=IndexingPhase.IDLE, vectors_pending=0)):
            self.case.client.post(StatusChanged(status))
        self.turn()
        assert self.case.window.library.status.chunks == now.chunks + 1

    def turn(self):
        for _ in range(5):
            QApplication.processEvents()

    def select(self, *rows):
        hits = self.results.hit_model.hits
        self.results.choose(hits[rows[0]])
        self.results.select_too(frozenset(hits[row].chunk_id for row in rows))
        self.turn()

    def selected(self):
        return [hit.rank for hit in self.results.selected_hits()]

    @property
    def asked(self):
        return len(self.case.engine.requests(SearchRequest))

    def fold_the_first(self):
        """Let a copy take the place of the first hit, as one read since may do."""
        usual = self.case.engine.answer

        def answer(number, request):
            event = usual(number, request)
            if isinstance(request, SearchRequest) and request.query:
                first, *others = event.response.hits
                hits = (replace(first, chunk_id="c" * 16), *others)
                return replace(event, response=replace(event.response, hits=hits))
            return event

        self.case.engine.answer = answer


@pytest.fixture
def changing(found):
    return Changing(found)


def test_several_selected_hits_keep_the_answer_until_they_are_given_up(changing):
    changing.select(0, 1, 2)
    changing.fold_the_first()
    before = changing.asked
    changing.change_library()
    changing.change_library()
    assert changing.asked == before
    assert changing.selected() == [1, 2, 3]

    changing.select(1)
    assert changing.asked == before + 1
    assert changing.selected() == [2]
    assert changing.results.hit_model.hits[0].chunk_id == "c" * 16
    changing.select(0, 1)
    changing.select(3)
    assert changing.asked == before + 1  # once is enough


def test_one_selected_hit_holds_nothing_up(changing):
    changing.select(2)
    before = changing.asked
    changing.change_library()
    assert changing.asked == before + 1
    assert changing.selected() == [3]


def test_another_number_of_several_selected_hits_still_waits(changing):
    changing.select(0, 1, 2)
    before = changing.asked
    changing.change_library()
    changing.select(3, 4)
    changing.search.answers.show_again()  # which selects one first, and then the others again
    changing.turn()
    assert changing.asked == before
    assert changing.selected() == [4, 5]
    changing.results.clearSelection()
    changing.turn()
    assert changing.asked == before + 1


def test_the_next_search_takes_the_place_of_the_one_that_waits(qtbot, changing):
    changing.select(0, 1, 2)
    changing.change_library()
    search_for(qtbot, changing.case, "pod")
    before = changing.asked
    changing.select(3)
    assert changing.asked == before


def test_meaning_that_comes_late_waits_too(changing):
    changing.select(0, 1, 2)
    before = changing.asked
    changing.search.answers._meaning.repeat_wanted.emit()
    changing.turn()
    assert changing.asked == before
    changing.select(0)
    assert changing.asked == before + 1
