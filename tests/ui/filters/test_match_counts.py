from dataclasses import replace

import pytest

from engine.api import CountMatches, KindCounts, MatchCounts, MatchesCounted, SearchRequest
from tests.fakes.fake_engine import FakeEngine
from tests.ui.samples import sample_response
from ui.answer import RANKED
from ui.client import EngineClient
from ui.filters.match_counts import MatchCounting, count_found_by, narrow
from ui.filters.selection import FilterSelection, Gesture, Section


def test_the_counts_say_what_a_click_would_show():
    response = sample_response()
    counts = {facet.value: facet.count for facet in count_found_by(response, None, with_weak=True)}
    assert counts == {"both": 3, "keywords": 1, "meaning": 2}
    for value, count in counts.items():
        selection = FilterSelection().after(Section.FOUND_BY, value, Gesture.ONLY)
        assert len(narrow(response, selection).hits) == count


COUNTS = MatchCounts(60, 20, KindCounts(both=30, keywords=20, meaning=10))


@pytest.mark.parametrize(
    ("counts", "has_more", "hidden", "shown"),
    [
        (None, False, [2, 1, 2], [3, 1, 2]),
        (COUNTS, False, [2, 1, 2], [3, 1, 2]),  # a whole list is counted by its rows
        (COUNTS, True, [30, 20, 10], [31, 20, 10]),
    ],
)
def test_weak_hits_count_only_while_they_are_shown(counts, has_more, hidden, shown):
    first, *others = sample_response().hits
    hits = (replace(first, weak=True), *others)
    response = replace(sample_response(), hits=hits, has_more=has_more)
    for with_weak, numbers in ((False, hidden), (True, shown)):
        found_by = count_found_by(response, counts, with_weak=with_weak)
        assert [facet.count for facet in found_by] == numbers


def test_where_every_way_is_left_out_no_hit_is_left():
    selection = FilterSelection()
    for kind in RANKED:
        selection = selection.after(Section.FOUND_BY, kind.value, Gesture.EXCLUDE)
    assert narrow(sample_response(), selection).hits == ()


NO_CHOICE = FilterSelection()


class Counting:
    """Counts over an engine that answers when told to."""

    def __init__(self, qtbot):
        self.qtbot = qtbot
        self.client = EngineClient()
        self.engine = FakeEngine(self.client.post)
        self.client.attach(self.engine)
        self.counting = MatchCounting(self.client, lambda: None)

    def ask(self, query, selection=NO_CHOICE):
        asked = len(self.engine.submitted)
        self.counting.count(SearchRequest(query), selection)
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


def test_counts_of_one_search_are_not_taken_for_those_of_the_next(asked):
    asked.ask("pod")
    asked.counting.count(SearchRequest("node"), NO_CHOICE)
    asked.answer(1, MatchCounts(5, 3))
    assert asked.counting.counts is None


def test_what_found_by_leaves_is_counted(asked):
    selection = FilterSelection().after(Section.FOUND_BY, "both", Gesture.EXCLUDE)
    request = asked.ask("pod", selection)
    assert request == CountMatches(SearchRequest("pod", k=1), ("keywords", "meaning"))
