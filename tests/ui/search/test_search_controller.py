from dataclasses import replace

import pytest

from engine.api import (
    RequestFailed,
    SearchFilters,
    SearchFinished,
    SearchMode,
    SearchRequest,
)
from tests.fakes.fake_engine import FakeEngine
from tests.ui.samples import make_hit, sample_ranking, sample_response
from ui.answer import FIRST_PAGE, HITS_SHOWN
from ui.client import EngineClient
from ui.search.search_controller import SearchController


class Asked:
    """A controller over an engine that answers when told to."""

    def __init__(self):
        self.client = EngineClient()
        self.engine = FakeEngine(self.client.post)
        self.client.attach(self.engine)
        self.controller = SearchController(self.client)
        self.answers = []
        self.controller.answered.connect(self.answers.append)

    @property
    def searches(self):
        return self.engine.requests(SearchRequest)

    def answer(self, number, query):
        self.engine.send(SearchFinished(number, sample_response(query)))


@pytest.fixture
def asked(qtbot):
    return Asked()


def test_the_first_letter_is_searched_at_once_and_what_follows_is_collected(qtbot, asked):
    for text in ("f", "fi", "fin", "final"):
        asked.controller.type_query(text)
    assert [request.query for request in asked.searches] == ["f"]

    qtbot.waitUntil(lambda: len(asked.searches) == 2)
    qtbot.wait(150)

    assert [request.query for request in asked.searches] == ["f", "final"]


def test_an_answer_ends_the_pause_in_typing(qtbot, asked):
    asked.controller.type_query("f")
    asked.controller.type_query("final")
    asked.answer(1, "f")

    qtbot.waitUntil(lambda: len(asked.answers) == 1)

    assert [request.query for request in asked.searches] == ["f", "final"]
    assert not asked.controller.is_answered


def first_page(query, found=42):
    hits = tuple(make_hit(rank) for rank in range(1, min(found, FIRST_PAGE) + 1))
    response = sample_response(query)
    request = replace(response.request, k=FIRST_PAGE)
    return replace(response, request=request, hits=hits, ranking=sample_ranking(found))


def test_the_rest_of_the_hits_is_asked_for_when_typing_rests(qtbot, asked):
    completed = []
    asked.controller.completed.connect(completed.append)
    asked.controller.type_query("pod")
    asked.engine.send(SearchFinished(1, first_page("pod")))

    qtbot.waitUntil(lambda: len(asked.searches) == 2)
    asked.answer(2, "pod")
    qtbot.waitUntil(lambda: len(completed) == 1)

    assert [request.k for request in asked.searches] == [FIRST_PAGE, HITS_SHOWN]
    assert asked.searches[1] == replace(asked.searches[0], k=HITS_SHOWN)
    assert len(asked.answers) == 1


def test_as_many_hits_are_asked_for_first_as_may_be_seen(qtbot, asked):
    asked.controller.use_page(lambda: 9)
    asked.controller.type_query("pod")

    assert [request.k for request in asked.searches] == [9]


def test_who_types_on_is_not_kept_waiting_for_the_rest(qtbot, asked):
    asked.controller.type_query("po")
    asked.engine.send(SearchFinished(1, first_page("po")))
    qtbot.waitUntil(lambda: len(asked.answers) == 1)
    asked.controller.type_query("pod")
    qtbot.wait(400)

    assert [(request.query, request.k) for request in asked.searches] == [
        ("po", FIRST_PAGE),
        ("pod", FIRST_PAGE),
    ]


def test_the_rest_is_not_asked_for_when_the_first_page_holds_all(qtbot, asked):
    asked.controller.type_query("pod")
    asked.engine.send(SearchFinished(1, first_page("pod", found=FIRST_PAGE)))
    qtbot.wait(400)
    assert len(asked.searches) == 1


def test_a_rest_that_cannot_be_found_leaves_what_is_shown(qtbot, asked):
    asked.controller.type_query("pod")
    asked.engine.send(SearchFinished(1, first_page("pod")))
    qtbot.waitUntil(lambda: len(asked.answers) == 1)
    asked.controller.ask_for_rest()

    with qtbot.assertNotEmitted(asked.controller.failed, wait=50):
        asked.engine.send(RequestFailed(2, "No.", ""))
    assert asked.controller.is_answered


def test_the_last_word_is_a_prefix_only_while_it_may_be_unfinished(qtbot, asked):
    asked.controller.type_query("fina")
    asked.controller.search()
    asked.controller.type_query("finalizer ")
    asked.controller.search()

    assert [request.prefix_last for request in asked.searches] == [True, False]


def test_every_request_asks_for_facets(qtbot, asked):
    asked.controller.type_query("pod")

    assert asked.searches[0].with_facets
    assert asked.searches[0].k == FIRST_PAGE


def test_a_search_that_is_repeated_or_narrowed_asks_for_all_hits(qtbot, asked):
    asked.controller.type_query("pod")
    asked.controller.repeat()
    asked.controller.ask_for_all_at_once(wanted=True)
    asked.controller.set_mode(SearchMode.LEXICAL)

    assert [request.k for request in asked.searches] == [FIRST_PAGE, HITS_SHOWN, HITS_SHOWN]


def test_only_the_answer_to_the_newest_request_is_shown(qtbot, asked):
    asked.controller.type_query("old")
    asked.controller.search()
    asked.controller.type_query("new")
    asked.controller.search()

    asked.answer(2, "new")
    asked.answer(1, "old")
    qtbot.waitUntil(lambda: len(asked.answers) == 1)
    qtbot.wait(20)

    assert [response.request.query for response in asked.answers] == ["new"]


def test_a_stale_answer_that_comes_first_is_dropped_too(qtbot, asked):
    asked.controller.type_query("old")
    asked.controller.search()
    asked.controller.type_query("new")
    asked.controller.search()

    asked.answer(1, "old")
    qtbot.wait(20)

    assert asked.answers == []


def test_the_same_search_is_not_sent_twice_unless_repeated(qtbot, asked):
    asked.controller.type_query("pod")
    asked.controller.search()
    asked.controller.search()
    assert len(asked.searches) == 1

    asked.controller.repeat()
    assert len(asked.searches) == 2


def test_mode_and_filters_search_at_once(qtbot, asked):
    asked.controller.set_mode(SearchMode.LEXICAL)
    asked.controller.set_filters(SearchFilters(langs=("de",)))

    assert [request.mode for request in asked.searches] == [SearchMode.LEXICAL] * 2
    assert asked.searches[-1].filters.langs == ("de",)


def test_a_slow_answer_is_announced_and_its_end_too(qtbot, asked):
    said = []
    asked.controller.waiting.connect(said.append)
    asked.controller.type_query("slow")
    asked.controller.search()

    qtbot.waitUntil(lambda: said == [True])
    asked.answer(1, "slow")
    qtbot.waitUntil(lambda: said == [True, False])


def test_a_failure_is_said_and_the_same_search_may_be_tried_again(qtbot, asked):
    asked.controller.type_query("pod")
    asked.controller.search()
    with qtbot.waitSignal(asked.controller.failed) as failure:
        asked.engine.send(RequestFailed(1, "Both rankings failed.", "Run the doctor."))
    asked.controller.search()

    assert failure.args == ["Both rankings failed.", "Run the doctor."]
    assert len(asked.searches) == 2
