"""Counts of sections that filter already: asked one after the other until each is answered."""

import pytest

from engine.api import RequestFailed, SearchFinished, SearchRequest
from tests.fakes.fake_engine import FakeEngine
from tests.ui.samples import sample_response
from ui.engine_bridge import EngineBridge
from ui.filters.filter_selection import FilterChoice, FilterSelection, Section
from ui.filters.section_counts import SectionCounts

SELECTION = FilterSelection((FilterChoice(Section.TAGS, "ops"), FilterChoice(Section.TYPES, "md")))


class Counting:
    """The counts over an engine that answers when told to."""

    def __init__(self, qtbot):
        self.bridge = EngineBridge()
        self.engine = FakeEngine(self.bridge.post)
        self.bridge.attach(self.engine)
        self.counts = SectionCounts(self.bridge)
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
        with self._qtbot.waitSignal(self.bridge.happened):
            self.engine.send(SearchFinished(number, sample_response()))


@pytest.fixture
def counting(qtbot):
    return Counting(qtbot)


def test_a_count_that_was_dropped_for_another_search_is_asked_again(counting):
    dropped = counting.engine.submitted[0][1]
    other = counting.engine.submit(SearchRequest("of another window"))
    counting.answer(other)
    assert counting.counted == []
    assert counting.engine.submitted[2] == (3, dropped)
    counting.answer(3)
    counting.answer(4)
    assert counting.counted == [Section.TAGS, Section.TYPES]


def test_what_is_forgotten_is_not_asked_again_after_another_search(counting):
    counting.counts.forget()
    counting.answer(counting.engine.submit(SearchRequest("the next letter")))
    assert len(counting.engine.submitted) == 2


def test_when_everything_is_counted_other_searches_ask_for_nothing(counting):
    counting.answer(1)
    counting.answer(2)
    counting.answer(counting.engine.submit(SearchRequest("of another window")))
    assert len(counting.engine.submitted) == 3


def test_a_count_that_fails_keeps_no_other_from_being_asked(qtbot, counting):
    with qtbot.waitSignal(counting.bridge.happened):
        counting.engine.send(RequestFailed(1, "It cannot be counted."))
    counting.answer(2)
    assert counting.counted == [Section.TYPES]
