from dataclasses import replace

import pytest

from tests.fakes.fake_engine import FakeEngine
from tests.support.patience import PATIENCE_MS
from tests.ui.samples import make_hit, sample_ranking, sample_response
from twofold.engine.api import (
    FusionSettings,
    RequestFailed,
    SearchFilters,
    SearchFinished,
    SearchMode,
    SearchRequest,
    Settings,
)
from twofold.ui.client import EngineClient
from twofold.ui.search.pages import FIRST_PAGE, HITS_SHOWN
from twofold.ui.search.session import SearchSession


class Asked:
    """A search session with an engine that replies on demand."""

    def __init__(self, qtbot):
        self._qtbot = qtbot
        self.client = EngineClient()
        self.engine = FakeEngine(self.client.post)
        self.client.attach(self.engine)
        self.session = SearchSession(self.client)
        for pause in (self.session._typing_pause, self.session._rest_pause):
            pause.setInterval(2 * PATIENCE_MS)  # a test says when they end
        self.answers = []
        self.session.answered.connect(self.answers.append)

    @property
    def searches(self):
        return self.engine.requests(SearchRequest)

    def answer(self, number, query):
        self.send(SearchFinished(number, sample_response(query)))

    def send(self, event):
        """Reply, and wait until the reply is delivered."""
        with self._qtbot.waitSignal(self.client.event_received):
            self.engine.send(event)

    def let_typing_rest(self):
        """Simulate the end of the pause after the last letter."""
        self.session._typing_pause.timeout.emit()

    def rest(self):
        """Simulate the end of the pause after an answer."""
        assert self.session._rest_pause.isActive()
        self.session._rest_pause.timeout.emit()


@pytest.fixture
def asked(qtbot):
    return Asked(qtbot)


def test_the_first_letter_is_searched_immediately_and_others_are_collected(qtbot, asked):
    for text in ("f", "fi", "fin", "final"):
        asked.session.type_query(text)
    assert [request.query for request in asked.searches] == ["f"]

    assert asked.session._typing_pause.isActive()
    asked.let_typing_rest()
    asked.let_typing_rest()

    assert [request.query for request in asked.searches] == ["f", "final"]


def test_an_answer_ends_the_typing_pause(qtbot, asked):
    asked.session.type_query("f")
    asked.session.type_query("final")
    asked.answer(1, "f")

    qtbot.waitUntil(lambda: len(asked.answers) == 1)

    assert [request.query for request in asked.searches] == ["f", "final"]
    assert not asked.session.is_answered


def first_page(query, found=42, hits=FIRST_PAGE):
    hits = tuple(make_hit(rank) for rank in range(1, min(found, hits) + 1))
    response = sample_response(query)
    unfinished = bool(query) and not query[-1].isspace()
    request = replace(response.request, limit=FIRST_PAGE, prefix_last=unfinished)
    return replace(response, request=request, hits=hits, ranking=sample_ranking(found))


def test_the_rest_of_the_hits_is_requested_when_typing_pauses(qtbot, asked):
    asked.session.type_query("pod")
    asked.send(SearchFinished(1, replace(first_page("pod"), request=asked.searches[0])))
    first = asked.session.answer

    asked.rest()
    rest = first_page("pod", hits=42)
    with qtbot.waitSignal(asked.session.changed):
        asked.engine.send(SearchFinished(2, replace(rest, request=asked.searches[1])))

    assert [request.limit for request in asked.searches] == [FIRST_PAGE, HITS_SHOWN]
    assert asked.searches[1] == replace(asked.searches[0], limit=HITS_SHOWN)
    assert len(asked.answers) == 1
    assert asked.session.answer.hits[:FIRST_PAGE] == first.hits
    assert len(asked.session.answer.hits) == 42


def test_typing_is_not_delayed_by_the_rest(asked):
    asked.session.type_query("po")
    asked.send(SearchFinished(1, first_page("po")))
    asked.session.type_query("pod")
    asked.session.ask_for_rest()

    assert [(request.query, request.limit) for request in asked.searches] == [
        ("po", FIRST_PAGE),
        ("pod", FIRST_PAGE),
    ]


def test_the_rest_is_requested_once_and_only_if_needed(asked):
    asked.session.type_query("pod")
    asked.send(SearchFinished(1, first_page("pod")))
    asked.session.ask_for_rest()
    asked.session.ask_for_rest()
    assert [request.limit for request in asked.searches] == [FIRST_PAGE, HITS_SHOWN]
    SearchSession(asked.client, page=lambda: 9).type_query("pods")
    asked.session.type_query("node")
    asked.send(SearchFinished(4, first_page("node", found=FIRST_PAGE)))
    asked.session.ask_for_rest()
    assert [request.limit for request in asked.searches[2:]] == [9, FIRST_PAGE]


def test_a_failed_rest_keeps_the_visible_hits(qtbot, asked):
    asked.session.type_query("pod")
    asked.engine.send(SearchFinished(1, first_page("pod")))
    qtbot.waitUntil(lambda: len(asked.answers) == 1)
    asked.session.ask_for_rest()

    failures = []
    asked.session.failed.connect(failures.append)
    asked.send(RequestFailed(2, "No.", ""))
    assert not failures
    assert asked.session.is_answered
    assert asked.session.answer is not None


def test_the_last_word_is_a_prefix_only_while_it_may_be_unfinished(qtbot, asked):
    asked.session.type_query("fina")
    asked.session.search()
    asked.session.type_query("finalizer ")
    asked.session.search()

    assert [request.prefix_last for request in asked.searches] == [True, False]


def test_only_the_answer_to_the_newest_request_is_shown(qtbot, asked):
    asked.session.type_query("old")
    asked.session.search()
    asked.session.type_query("new")
    asked.session.search()

    asked.answer(2, "new")
    asked.answer(1, "old")

    assert [response.request.query for response in asked.answers] == ["new"]


def test_the_same_search_is_not_sent_twice_and_a_repeated_one_asks_for_all_hits(asked):
    asked.session.type_query("pod")
    asked.session.search()
    asked.session.repeat()
    asked.session.set_mode(SearchMode.LEXICAL)
    asked.session.set_filters(SearchFilters(langs=("de",)))

    sent = [(request.mode, request.filters.langs, request.limit) for request in asked.searches]
    assert sent == [
        (SearchMode.HYBRID, (), FIRST_PAGE),
        (SearchMode.HYBRID, (), HITS_SHOWN),
        (SearchMode.LEXICAL, (), FIRST_PAGE),
        (SearchMode.LEXICAL, ("de",), FIRST_PAGE),
    ]


def test_a_slow_answer_is_signalled(qtbot, asked):
    reported = []
    asked.session.waiting.connect(reported.append)
    asked.session.type_query("slow")
    asked.session.search()

    qtbot.waitUntil(lambda: reported == [True])
    asked.answer(1, "slow")
    qtbot.waitUntil(lambda: reported == [True, False])


def test_a_failure_is_reported_and_the_search_can_be_repeated(qtbot, asked):
    asked.session.type_query("pod")
    asked.session.search()
    with qtbot.waitSignal(asked.session.failed) as failure:
        asked.engine.send(RequestFailed(1, "Both rankings failed.", "Run the doctor."))
    asked.session.search()

    assert failure.args == ["Both rankings failed.", "Run the doctor."]
    assert len(asked.searches) == 2


def test_callbacks_run_when_all_hits_are_available_for_the_same_search(asked):
    done = []
    asked.session.type_query("pod")
    asked.session.when_complete(lambda: done.append(len(asked.session.answer.hits)))
    asked.send(SearchFinished(1, first_page("pod")))
    assert (done, len(asked.searches)) == ([], 2)
    whole = replace(first_page("pod", hits=42), request=asked.searches[1])
    asked.send(SearchFinished(2, whole))
    assert done == [42]

    asked.session.type_query("node")
    asked.session.when_complete(lambda: done.append("node"))
    asked.session.type_query("nodes")
    asked.answer(3, "node")
    asked.answer(4, "nodes")
    assert done == [42]


def test_a_failed_search_leaves_no_old_answer(asked):
    asked.session.type_query("pod")
    asked.answer(1, "pod")
    asked.session.search_like("0001")
    asked.send(RequestFailed(2, "No.", ""))
    assert asked.session.answer is None


def test_callbacks_of_a_failed_search_do_not_run_later(asked):
    done = []
    asked.session.type_query("pod")
    asked.session.when_complete(lambda: done.append("pod"))
    asked.send(RequestFailed(1, "No.", ""))
    asked.session.search()
    asked.send(SearchFinished(2, first_page("pod", found=3)))
    assert (len(asked.answers), done) == (1, [])


def test_other_settings_keep_the_weights_of_the_slider(asked):
    balance = FusionSettings(vector_weight=1.6)
    asked.session.set_fusion(balance)
    asked.session.use_settings(Settings({"search.collapse_duplicates": False}))
    assert asked.searches[-1].fusion == balance
    assert not asked.searches[-1].collapse_duplicates

    asked.session.use_settings(Settings({"search.rrf_k": 7}))
    assert asked.searches[-1].fusion.rrf_k == 7


def test_changed_search_settings_apply_to_the_next_search(asked):
    changed = {"search.snippet_chars": 120, "search.hide_weak": True}
    asked.session.use_settings(Settings(changed))
    sent = asked.searches[-1]
    assert (sent.snippet_chars, sent.hide_weak) == (120, True)


def test_a_pending_search_is_not_replaced_by_another_caller(asked):
    """The engine replies only to the newest search of a caller; others would wait forever."""
    quick = SearchSession(asked.client, caller="quick search")
    asked.session.type_query("pod")
    quick.type_query("node")
    assert len(set(asked.engine.callers)) == 2
    asked.send(RequestFailed(2, "No.", ""))
    asked.answer(1, "pod")
    assert asked.session.is_answered
    assert not quick.is_answered


def test_a_list_that_changed_while_fetching_is_requested_again(qtbot, asked):
    session = asked.session
    session.type_query("pod")
    ranking = sample_ranking(150)
    hits = tuple(make_hit(chunk.rank) for chunk in ranking)
    (request,) = asked.searches
    whole = replace(
        sample_response("pod"),
        request=replace(request, limit=HITS_SHOWN),
        hits=hits[:HITS_SHOWN],
        ranking=ranking,
        has_more=True,
    )
    asked.send(SearchFinished(1, whole))
    session.ask_for_more()
    page = replace(whole, hits=hits[HITS_SHOWN:], ranking=tuple(reversed(ranking)))
    asked.send(SearchFinished(2, page))
    assert [one.offset for one in asked.searches] == [0, HITS_SHOWN, 0]
    assert session.answer.hits == whole.hits
    asked.send(SearchFinished(3, replace(whole, ranking=tuple(reversed(ranking)))))
    assert session.answer.ranking[0] == ranking[-1]
