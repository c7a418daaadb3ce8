from dataclasses import replace

import pytest

from engine.api import LibraryStatus, ModelStatus, RetrieverKind, RetrieverTrace, SearchMode
from tests.ui.samples import sample_response
from ui.search.meaning_watch import MeaningWatch, lacks_meaning

LOADING = LibraryStatus(chunks=40, model=ModelStatus("e5", "E5"))
READY = replace(LOADING, vectors_ready=12, model=ModelStatus("e5", "E5", ready=True))


def without_meaning(error=""):
    response = sample_response()
    retrievers = (
        response.trace.retrievers[0],
        RetrieverTrace(RetrieverKind.VECTOR, 0, 0, 0, error=error),
    )
    return replace(response, trace=replace(response.trace, retrievers=retrievers))


@pytest.fixture
def watch(qtbot):
    return MeaningWatch()


def test_an_answer_has_meaning_keywords_alone_lack_nothing_and_a_failed_retriever_does(watch):
    assert not lacks_meaning(sample_response())
    assert lacks_meaning(without_meaning())
    assert lacks_meaning(without_meaning("The model cannot be used."))
    response = sample_response()
    keywords = replace(
        response, trace=replace(response.trace, retrievers=response.trace.retrievers[:1])
    )
    assert not lacks_meaning(keywords)


def test_the_search_repeats_as_soon_as_meaning_is_there(qtbot, watch):
    watch.show_status(LOADING)
    watch.take_answer(without_meaning())
    assert watch.is_awaited
    with qtbot.assertNotEmitted(watch.repeat_wanted, wait=300):
        watch.show_status(replace(LOADING, chunks=50))
    with qtbot.waitSignal(watch.repeat_wanted):
        watch.show_status(READY)


def test_it_repeats_until_an_answer_has_meaning(qtbot, watch):
    watch.show_status(READY)
    watch.repeat_wanted.connect(lambda: watch.take_answer(without_meaning()))
    watch.take_answer(without_meaning())
    with qtbot.waitSignals([watch.repeat_wanted] * 2):
        pass
    watch.take_answer(sample_response())
    assert not watch.is_missing
    with qtbot.assertNotEmitted(watch.repeat_wanted, wait=1100):
        watch.show_status(READY)


def test_a_broken_model_is_not_awaited(watch):
    watch.show_status(replace(LOADING, model=ModelStatus("e5", "E5", problem="It is damaged.")))
    watch.take_answer(without_meaning("It is damaged."))
    assert watch.is_missing
    assert not watch.is_awaited


def test_only_a_search_by_meaning_alone_fails_for_want_of_it(watch):
    watch.show_status(LOADING)
    watch.take_failure(SearchMode.HYBRID)
    assert not watch.is_missing
    watch.take_failure(SearchMode.VECTOR)
    assert watch.is_awaited
