import pytest

from engine.api import (
    RequestFailed,
    SearchFilters,
    SearchFinished,
    SearchMode,
    SearchRequest,
)
from tests.fakes.fake_engine import FakeEngine
from tests.ui.samples import sample_response
from ui.engine_bridge import EngineBridge
from ui.search.search_controller import SearchController


class Asked:
    """A controller over an engine that answers when told to."""

    def __init__(self):
        self.bridge = EngineBridge()
        self.engine = FakeEngine(self.bridge.post)
        self.bridge.attach(self.engine)
        self.controller = SearchController(self.bridge)
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


def test_typing_sends_one_request_after_the_pause(qtbot, asked):
    for text in ("f", "fi", "fin", "final"):
        asked.controller.type_query(text)
    assert asked.searches == []

    qtbot.waitUntil(lambda: len(asked.searches) == 1)
    qtbot.wait(150)

    assert [request.query for request in asked.searches] == ["final"]


def test_the_last_word_is_a_prefix_only_while_it_may_be_unfinished(qtbot, asked):
    asked.controller.type_query("fina")
    asked.controller.search()
    asked.controller.type_query("finalizer ")
    asked.controller.search()

    assert [request.prefix_last for request in asked.searches] == [True, False]


def test_every_request_asks_for_facets_and_a_hundred_hits(qtbot, asked):
    asked.controller.type_query("pod")
    asked.controller.search()

    assert asked.searches[0].with_facets
    assert asked.searches[0].k == 100


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

    qtbot.waitUntil(lambda: said == [True], timeout=2000)
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
