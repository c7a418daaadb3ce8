"""A search is repeated after the library changes, without disturbing the user."""

from dataclasses import replace

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from tests.fakes.fake_engine import FakeEngine
from tests.fakes.library_samples import answering, sample_status
from tests.ui.samples import sample_response, shown
from tests.ui.window_case import open_window, search_for
from twofold.engine.api import (
    Candidate,
    CountMatches,
    EmbedFirst,
    FolderStatus,
    IndexingPhase,
    LibraryStatus,
    ModelStatus,
    RequestDone,
    RequestFailed,
    RetrieverKind,
    RetrieverTrace,
    SearchFinished,
    SearchMode,
    SearchRequest,
    StatusChanged,
)
from twofold.ui.client import EngineClient
from twofold.ui.filters.selection import Section
from twofold.ui.results.result_list import ResultList
from twofold.ui.search.pages import HITS_SHOWN
from twofold.ui.search.refresh import SearchRefresh, lacks_meaning
from twofold.ui.search.search_field import SearchField
from twofold.ui.search.session import SearchSession


class Changing:
    """A window with an answer, and an indexed library that tests change."""

    def __init__(self, case):
        self.case = case
        self.search = case.window.search
        self.results = self.search.pane.results

    def change_library(self):
        """Index a file, and wait until the window has received the status."""
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

    def make_first_a_duplicate(self):
        """Make the first hit a duplicate of another, as if that was indexed in the meantime."""
        usual = self.case.engine.answer

        def answer(number, request):
            event = usual(number, request)
            if isinstance(request, SearchRequest) and request.query:
                first, *others = event.response.hits
                top, *chunks = event.response.ranking
                hits = (replace(first, chunk_id="c" * 16), *others)
                ranking = (replace(top, chunk_id="c" * 16), *chunks)
                return replace(event, response=replace(event.response, hits=hits, ranking=ranking))
            return event

        self.case.engine.answer = answer


@pytest.fixture
def changing(found):
    return Changing(found)


def test_several_selected_hits_delay_a_refresh(changing):
    changing.select(0, 1, 2)
    changing.make_first_a_duplicate()
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
    assert changing.asked == before + 1  # only once


def test_one_selected_hit_does_not_delay_a_refresh(changing):
    changing.select(2)
    before = changing.asked
    changing.change_library()
    assert changing.asked == before + 1
    assert changing.selected() == [3]


def test_changing_a_multiple_selection_still_delays_a_refresh(changing):
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


def test_the_next_search_replaces_a_delayed_one(qtbot, changing):
    changing.select(0, 1, 2)
    changing.change_library()
    changing.search.answers.refresh.repeat()  # late vector results wait too
    search_for(qtbot, changing.case, "pod")
    before = changing.asked
    changing.select(3)
    assert changing.asked == before


# Files that are indexed for the first time


READ = "21 % of your files are indexed so far."


def notes(case):
    labels = case.window.search.pane.empty_state.findChildren(QLabel)
    return " ".join(label.text() for label in labels if label.isVisible())


def test_an_empty_result_shows_the_progress_and_the_search_repeats(qtbot, theme):
    case = open_window(qtbot, theme, answering(nothing=True))
    half = replace(sample_status(), documents_indexed=21, documents_pending=79)
    case.window.search.pane.mode_switch.choose(SearchMode.LEXICAL)
    case.client.post(StatusChanged(half))
    search_for(qtbot, case, "deadline")
    assert READ in notes(case)
    before = len(case.engine.requests(SearchRequest))
    case.client.post(StatusChanged(replace(half, phase=IndexingPhase.IDLE, documents_pending=0)))
    qtbot.waitUntil(lambda: READ not in notes(case))
    assert len(case.engine.requests(SearchRequest)) > before


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


class Following:
    """SearchRefresh with a list and field that the user has not touched, and a fake clock."""

    def __init__(self, qtbot, theme):
        self.client, self.clock = EngineClient(), Clock()
        self.engine = FakeEngine(self.client.post)
        self.client.attach(self.engine)
        self.session = SearchSession(self.client)
        self.results, self.field = ResultList(theme), SearchField(theme)
        for widget in (self.results, self.field):
            qtbot.addWidget(widget)
        self.refresh = SearchRefresh(self.session, self.results, self.field, clock=self.clock)
        self.session.answered.connect(self.refresh.take_answer)
        self.session.failed.connect(self.refresh.take_failure)
        self.session.type_query("pod")
        self._qtbot = qtbot

    def answer(self, response):
        """Reply to the newest search with all its hits, and show it."""
        response = replace(response, request=replace(response.request, limit=HITS_SHOWN))
        with self._qtbot.waitSignal(self.session.answered):
            self.engine.send(SearchFinished(self.engine.last_id(SearchRequest), response))
        self.results.set_answer(shown(response))

    def read(self, done, pending, phase=IndexingPhase.READING):
        """Report a number of indexed files after a moment. Return the number of searches."""
        folder = FolderStatus("Papers", "/papers", done, 0, pending, done, 0)
        self.clock.now += 0.5
        status = LibraryStatus(
            (folder,), documents_indexed=done, documents_pending=pending, chunks=done, phase=phase
        )
        self.refresh.show_status(status, has_hits=bool(self.results.hit_model.hits))
        return len(self.engine.submitted)


@pytest.fixture
def following(qtbot, theme):
    following = Following(qtbot, theme)
    following.answer(sample_response("pod"))
    return following


def test_hits_are_added_while_a_folder_is_first_indexed(following):
    assert following.read(10, 990) == 2  # the first status of the library
    following.answer(sample_response("pod"))
    searches = [following.read(100 * step, 1000 - 100 * step) for step in range(1, 10)]
    assert searches == [2, 2, 2, 3, 3, 3, 3, 4, 4]
    assert following.read(1000, 0, IndexingPhase.IDLE) == searches[-1] + 1


def test_hits_are_not_added_while_the_user_interacts(following):
    following.read(10, 990)
    following.answer(sample_response("pod"))
    for step in range(1, 8):
        QTest.keyClick(following.field, "s")
        assert following.read(50 * step, 1000 - 50 * step) == 2
    for step in range(8, 16):
        following.results.verticalScrollBar().valueChanged.emit(step)
        assert following.read(50 * step, 1000 - 50 * step) == 2
    for step in range(5):
        searches = following.read(800 + step, 199 - step)
    assert searches == 3


def test_hits_stay_while_a_few_changed_files_are_indexed(following):
    following.read(1000, 0, IndexingPhase.IDLE)
    following.answer(sample_response("pod"))
    for step in range(8):
        assert following.read(1000 + step, 20 - step) == 2


def test_the_last_files_end_indexing_even_without_text(following):
    first = following.read(7, 1)
    assert following.read(7, 0, IndexingPhase.IDLE) == first + 1
    assert following.read(7, 0, IndexingPhase.IDLE) == first + 1


def test_an_outdated_answer_is_repeated_when_indexing_is_idle(qtbot, theme):
    usual = answering()

    def answer(number, request):
        event = usual(number, request)
        if isinstance(request, CountMatches):
            return replace(event, counts=replace(event.counts, snapshot=(newest,)))
        if isinstance(request, SearchRequest):
            return replace(event, response=replace(event.response, snapshot=(known,)))
        return event

    known, newest = 1, 2
    case = open_window(qtbot, theme, answer)
    busy = replace(case.window.library.status, phase=IndexingPhase.READING)
    case.client.post(StatusChanged(busy))
    search_for(qtbot, case, "pod")
    panel = case.window.search.filters.panel
    counted = len(case.engine.requests(CountMatches))
    qtbot.waitUntil(lambda: len(case.engine.requests(CountMatches)) > counted)
    assert case.window.search.answers.response.snapshot == (1,)
    known = 2
    case.client.post(StatusChanged(replace(busy, phase=IndexingPhase.IDLE)))
    qtbot.waitUntil(lambda: not panel.model(Section.TAGS).is_stale)
    assert case.window.search.answers.response.snapshot == (2,)


def test_an_outdated_answer_is_repeated_only_once(following):
    following.read(1000, 0, IndexingPhase.IDLE)
    following.answer(sample_response("pod"))
    before = len(following.engine.requests(SearchRequest))
    following.refresh.repeat_when_idle()
    assert following.read(1000, 0, IndexingPhase.IDLE) == before + 1
    assert following.read(1000, 0, IndexingPhase.IDLE) == before + 1


# Vectors that are not available yet

LOADING = LibraryStatus(chunks=40, model=ModelStatus("e5", "E5"))
READY = replace(LOADING, vectors_ready=12, model=ModelStatus("e5", "E5", ready=True))


def without_meaning(error=""):
    response = sample_response("pod")
    retrievers = (
        response.trace.retrievers[0],
        RetrieverTrace(RetrieverKind.VECTOR, 0, 0, 0, error=error),
    )
    return replace(response, trace=replace(response.trace, retrievers=retrievers))


def test_only_an_answer_whose_search_by_meaning_failed_lacks_it():
    whole = sample_response()
    retrievers = whole.trace.retrievers[:1]
    keywords = replace(whole, trace=replace(whole.trace, retrievers=retrievers))
    damaged = without_meaning("The model cannot be used.")
    answers = (whole, keywords, without_meaning(), damaged)
    assert [lacks_meaning(answer) for answer in answers] == [False, False, True, True]


def test_the_search_repeats_until_an_answer_has_meaning(qtbot, following):
    refresh, engine = following.refresh, following.engine
    refresh.show_status(LOADING, has_hits=True)
    following.answer(without_meaning())
    before = len(engine.requests(SearchRequest))
    assert refresh.is_meaning_awaited
    assert not refresh._meaning_pause.isActive()

    refresh.show_status(READY, has_hits=True)
    for again in (1, 2):
        qtbot.waitUntil(lambda again=again: len(engine.requests(SearchRequest)) == before + again)
        following.answer(without_meaning())
    assert refresh._meaning_pause.isActive()
    following.session.repeat()
    following.answer(sample_response("pod"))
    assert not refresh.is_meaning_missing
    assert not refresh._meaning_pause.isActive()


def partly_embedded(*missing):
    response = sample_response("pod")
    lexical = tuple(
        Candidate(number, 2.0, rank, not_embedded=number in missing)
        for rank, number in enumerate((7, 5, 9), start=1)
    )
    return replace(response, lexical=lexical)


def test_found_passages_are_embedded_first_and_the_search_repeats(qtbot, following):
    asked = following.engine
    following.session.repeat()
    following.answer(partly_embedded(9, 7))
    qtbot.waitUntil(lambda: bool(asked.requests(EmbedFirst)))
    assert asked.requests(EmbedFirst) == [EmbedFirst((7, 9))]
    searches = len(asked.requests(SearchRequest))

    asked.send(RequestDone(asked.last_id(EmbedFirst)))
    qtbot.waitUntil(lambda: len(asked.requests(SearchRequest)) == searches + 1)
    following.answer(partly_embedded(9, 7))  # paused, so they are not requested repeatedly
    assert not following.refresh._is_at_rest.isActive()


def test_hits_in_use_stay_when_they_have_been_embedded(qtbot, following):
    asked = following.engine
    following.session.repeat()
    following.answer(partly_embedded(9))
    qtbot.waitUntil(lambda: bool(asked.requests(EmbedFirst)))
    searches = len(asked.requests(SearchRequest))
    following.clock.now += 0.1
    following.results.verticalScrollBar().valueChanged.emit(1)
    with qtbot.waitSignal(following.client.event_received):
        asked.send(RequestDone(asked.last_id(EmbedFirst)))
    assert len(asked.requests(SearchRequest)) == searches


def test_a_broken_model_is_not_awaited(following):
    broken = replace(LOADING, model=ModelStatus("e5", "E5", problem="It is damaged."))
    following.refresh.show_status(broken, has_hits=True)
    following.session.repeat()
    following.answer(without_meaning("It is damaged."))
    assert following.refresh.is_meaning_missing
    assert not following.refresh.is_meaning_awaited


@pytest.mark.parametrize("mode", [SearchMode.HYBRID, SearchMode.VECTOR])
def test_only_a_search_by_meaning_alone_fails_without_vectors(qtbot, following, mode):
    following.refresh.show_status(LOADING, has_hits=False)
    following.session.set_mode(mode)
    following.session.repeat()
    with qtbot.waitSignal(following.session.failed):
        following.engine.send(RequestFailed(len(following.engine.submitted), "No.", ""))
    assert following.refresh.is_meaning_awaited is (mode is SearchMode.VECTOR)
