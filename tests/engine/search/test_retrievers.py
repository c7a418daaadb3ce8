"""What is done with the answer of one retriever while the other still searches."""

import threading
import time

import pytest

from engine.model.errors import CatalogError
from engine.model.hit import RetrieverKind, RetrieverTrace
from engine.model.request import SearchFilters
from engine.search.query_language import parse
from engine.search.retrievers import ParallelRetrieval, RetrievalTask, RetrieverAnswer

TASK = RetrievalTask(parse("pod"), SearchFilters(), None, 10)


class Instant:
    """A retriever that answers at once."""

    kind = RetrieverKind.LEXICAL
    index_version = "1"

    def retrieve(self, _task):
        return RetrieverAnswer((), RetrieverTrace(self.kind, 0, 0, 0))


class Waiting(Instant):
    """A retriever that answers once it may."""

    kind = RetrieverKind.VECTOR

    def __init__(self, may_answer):
        self._may_answer = may_answer

    def retrieve(self, task):
        assert self._may_answer.wait(10), "nothing was done meanwhile"
        return super().retrieve(task)


@pytest.fixture
def retrievers():
    retrievers = ParallelRetrieval()
    yield retrievers
    retrievers.close()


def test_an_answer_is_worked_with_while_the_last_retriever_searches(retrievers):
    prepared = threading.Event()
    told = []

    def meanwhile(answer, is_due):
        told.append(answer.trace.kind)
        prepared.set()

    answers = retrievers.run((Instant(), Waiting(prepared)), TASK, meanwhile)
    assert told == [RetrieverKind.LEXICAL]
    assert [answer.trace.kind for answer in answers] == [
        RetrieverKind.LEXICAL,
        RetrieverKind.VECTOR,
    ]


def test_what_is_done_meanwhile_hears_when_the_last_retriever_has_ended(retrievers):
    may_answer = threading.Event()
    heard = []

    def meanwhile(_answer, is_due):
        heard.append(is_due())
        may_answer.set()
        deadline = time.monotonic() + 10
        while not is_due() and time.monotonic() < deadline:
            pass
        heard.append(is_due())

    retrievers.run((Instant(), Waiting(may_answer)), TASK, meanwhile)
    assert heard == [False, True]


def test_what_fails_meanwhile_takes_no_answer_away(retrievers):
    def meanwhile(_answer, _is_due):
        raise CatalogError("The library is gone.")

    answers = retrievers.run((Instant(), Instant()), TASK, meanwhile)
    assert [answer.trace.error for answer in answers] == ["", ""]


def test_a_retriever_alone_has_nothing_done_meanwhile(retrievers):
    told = []
    retrievers.run((Instant(),), TASK, told.append)
    assert told == []
