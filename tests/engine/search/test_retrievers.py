"""What is done with the answer of one arm while the other still searches."""

import threading
import time

import pytest

from engine.core.errors import CatalogError
from engine.core.hit import Arm, ArmTrace
from engine.core.request import SearchFilters
from engine.search.query_language import parse
from engine.search.retrievers import ParallelRetrieval, RetrievalTask, RetrieverAnswer

TASK = RetrievalTask(parse("pod"), SearchFilters(), None, 10)


class Instant:
    """An arm that answers at once."""

    arm = Arm.LEXICAL
    index_version = "1"

    def retrieve(self, _task):
        return RetrieverAnswer((), ArmTrace(self.arm, 0, 0, 0))


class Waiting(Instant):
    """An arm that answers once it may."""

    arm = Arm.VECTOR

    def __init__(self, may_answer):
        self._may_answer = may_answer

    def retrieve(self, task):
        assert self._may_answer.wait(10), "nothing was done meanwhile"
        return super().retrieve(task)


@pytest.fixture
def arms():
    arms = ParallelRetrieval()
    yield arms
    arms.close()


def test_an_answer_is_worked_with_while_the_last_arm_searches(arms):
    prepared = threading.Event()
    told = []

    def meanwhile(answer, is_due):
        told.append(answer.trace.arm)
        prepared.set()

    answers = arms.run((Instant(), Waiting(prepared)), TASK, meanwhile)
    assert told == [Arm.LEXICAL]
    assert [answer.trace.arm for answer in answers] == [Arm.LEXICAL, Arm.VECTOR]


def test_what_is_done_meanwhile_hears_when_the_last_arm_has_ended(arms):
    may_answer = threading.Event()
    heard = []

    def meanwhile(_answer, is_due):
        heard.append(is_due())
        may_answer.set()
        deadline = time.monotonic() + 10
        while not is_due() and time.monotonic() < deadline:
            pass
        heard.append(is_due())

    arms.run((Instant(), Waiting(may_answer)), TASK, meanwhile)
    assert heard == [False, True]


def test_what_fails_meanwhile_takes_no_answer_away(arms):
    def meanwhile(_answer, _is_due):
        raise CatalogError("The library is gone.")

    answers = arms.run((Instant(), Instant()), TASK, meanwhile)
    assert [answer.trace.error for answer in answers] == ["", ""]


def test_an_arm_alone_has_nothing_done_meanwhile(arms):
    told = []
    arms.run((Instant(),), TASK, told.append)
    assert told == []
