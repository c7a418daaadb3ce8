"""Counts of sections that filter already: asked one after the other until each is answered."""

import pytest

from engine.api import RequestFailed, SearchFinished, SearchRequest
from tests.fakes.fake_engine import FakeEngine
from tests.ui.samples import sample_response
from ui.client import EngineClient
from ui.filters.section_counts import SectionCounts
from ui.filters.selection import FilterChoice, FilterSelection, Section

SELECTION = FilterSelection((FilterChoice(Section.TAGS, "ops"), FilterChoice(Section.TYPES, "md")))


class Counting:
    """The counts over an engine that answers when told to."""

    def __init__(self, qtbot):
        self.client = EngineClient()
        self.engine = FakeEngine(self.client.post)
        self.client.attach(self.engine)
        self.counts = SectionCounts(self.client)
        self.counted = []
        self.counts.counted.connect(lambda section, _: self.counted.append(section))
        self.counts.ask(SearchRequest("pod"), SELECTION)
        self._qtbot = qtbot
        self.wait_for(1)

    def wait_for(self, asked):
        """Wait until so many searches were asked for."""
        self._qtbot.waitUntil(lambda: len(self.engine.submitted) == asked)

    def answer(self, number):
        """Answer a search and wait until that is known."""
        with self._qtbot.waitSignal(self.client.event_received):
            self.engine.send(SearchFinished(number, sample_response()))


@pytest.fixture
def counting(qtbot):
    return Counting(qtbot)


def test_what_is_forgotten_is_not_counted(qtbot, counting):
    counting.counts.forget()
    counting.answer(1)
    assert counting.counted == []
    assert len(counting.engine.submitted) == 1


def test_counts_and_searches_of_the_window_do_not_take_each_others_place(counting):
    assert counting.engine.callers[-1] != ""
    counting.answer(1)
    counting.answer(2)
    assert counting.counted == [Section.TAGS, Section.TYPES]


def test_a_count_that_fails_keeps_no_other_from_being_asked(qtbot, counting):
    with qtbot.waitSignal(counting.client.event_received):
        counting.engine.send(RequestFailed(1, "It cannot be counted."))
    counting.answer(2)
    assert counting.counted == [Section.TYPES]
