import pytest

from tests.fakes.fake_engine import FakeEngine
from twofold.engine.api import CountMatches, MatchCounts, MatchesCounted, SearchRequest
from twofold.ui.client import EngineClient
from twofold.ui.filters.match_counts import MatchCounting
from twofold.ui.filters.selection import FilterAction, FilterSelection, Section

NO_CHOICE = FilterSelection()


class Counting:
    """Match counting with an engine that replies on demand."""

    def __init__(self, qtbot):
        self.qtbot = qtbot
        self.client = EngineClient()
        self.engine = FakeEngine(self.client.post)
        self.client.attach(self.engine)
        self.counting = MatchCounting(self.client, lambda _counts: None)

    def ask(self, query, selection=NO_CHOICE):
        asked = len(self.engine.submitted)
        self.counting.count(SearchRequest(query), selection.kinds)
        self.qtbot.waitUntil(lambda: len(self.engine.submitted) > asked)
        return self.engine.submitted[-1][1]

    def answer(self, number, counts):
        with self.qtbot.waitSignal(self.client.event_received):
            self.engine.send(MatchesCounted(number, counts))


@pytest.fixture
def asked(qtbot):
    return Counting(qtbot)


def test_counts_are_known_until_something_else_is_counted(asked):
    asked.ask("pod")
    assert asked.counting.counts is None
    asked.answer(1, MatchCounts(5, 3))
    assert asked.counting.counts == MatchCounts(5, 3)
    asked.ask("pod")
    assert asked.counting.counts == MatchCounts(5, 3)
    asked.ask("node")
    assert asked.counting.counts is None


def test_counts_of_one_search_are_not_used_for_the_next(asked):
    asked.ask("pod")
    asked.counting.count(SearchRequest("node"), NO_CHOICE.kinds)
    asked.answer(1, MatchCounts(5, 3))
    assert asked.counting.counts is None


def test_counts_respect_the_found_by_filter(asked):
    selection = FilterSelection().after(Section.FOUND_BY, "both", FilterAction.EXCLUDE)
    request = asked.ask("pod", selection)
    assert request == CountMatches(SearchRequest("pod"), ("keywords", "meaning"))
