"""Running the arms: side by side, and so that one that fails does not take the other with it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from threading import Event

from engine.core.errors import BadRequestError, EngineError
from engine.core.hit import ArmTrace
from engine.search.retrieval import RetrievalTask, Retriever, RetrieverAnswer

logger = logging.getLogger(__name__)

Meanwhile = Callable[[RetrieverAnswer, Callable[[], bool]], None]


class Arms:
    """The last arm runs on the thread that asks, each other one on a thread of its own.

    So a search never waits behind other work, and waits for as few threads as can be: on a busy
    machine each costs a turn.
    """

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="search-arm")

    def run(
        self,
        retrievers: Sequence[Retriever],
        task: RetrievalTask,
        meanwhile: Meanwhile | None = None,
    ) -> tuple[RetrieverAnswer, ...]:
        """Return an answer of each arm; that of a failed one has an error in its trace.

        `meanwhile` takes an answer on the thread of its arm, while the last arm may still search,
        and what says whether that has ended.
        """
        ended = Event()
        running = [
            self._pool.submit(_answer_and, meanwhile, retriever, task, ended)
            for retriever in retrievers[:-1]
        ]
        try:
            last = _answer(retrievers[-1], task)
        finally:
            ended.set()
            wait(running)
        return (*(future.result() for future in running), last)

    def close(self) -> None:
        """End the threads after what they are doing."""
        self._pool.shutdown(wait=True)


def _answer_and(
    meanwhile: Meanwhile | None, retriever: Retriever, task: RetrievalTask, ended: Event
) -> RetrieverAnswer:
    answer = _answer(retriever, task)
    if meanwhile is not None:
        with suppress(EngineError):  # who needs what it prepares will hear of it
            meanwhile(answer, ended.is_set)
    return answer


def _answer(retriever: Retriever, task: RetrievalTask) -> RetrieverAnswer:
    try:
        return retriever.retrieve(task)
    except BadRequestError:
        raise
    except EngineError as error:
        # Not its message, which may quote the query.
        cause = type(error.__cause__ or error).__name__
        logger.info("the %s arm cannot answer: %s", retriever.arm.value, cause)
        return _failed(retriever, error.message)
    except Exception:
        logger.exception("the %s arm failed", retriever.arm.value)
        return _failed(retriever, "An unexpected error happened; the log has the details.")


def _failed(retriever: Retriever, message: str) -> RetrieverAnswer:
    return RetrieverAnswer((), ArmTrace(retriever.arm, 0, 0, 0, error=message), ran=False)
