"""The shared libraries of a search: opened in the background, queried in parallel.

A library that is unavailable, slow or of another version is left out of an answer, and the answer
reports the reason.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from twofold.engine.model.errors import EngineError
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.localized import EMPTY, Message, joined, message
from twofold.engine.model.status import SharedLibraryStatus
from twofold.engine.sharing.server import Server
from twofold.engine.stores.ports import NO_FILTERS
from twofold.engine.stores.shards import Shard, ShardAnswers, ShardProblem

if TYPE_CHECKING:
    from twofold.engine.sharing.shard import MilvusShard

logger = logging.getLogger(__name__)

_MAX_PARALLEL_CALLS = 3  # calls: of both retrievers, and the rest of a previous search
_MAX_LATE = 8  # cached late answers
_OPEN = "open"

Answer = TypeVar("Answer")


class SharedLibrary:
    """A library on a server. It is opened by the first request."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.problem: Message = EMPTY  # of the last search
        self.shard: MilvusShard | None = None
        self._pool = ThreadPoolExecutor(_MAX_PARALLEL_CALLS, thread_name_prefix="shared-library")
        self._late: dict[Hashable, Future[Any]] = {}  # by question
        self._opening = Lock()
        self._is_closed = False

    @property
    def name(self) -> str:
        """The address of the library."""
        return self.server.address.name

    @property
    def status(self) -> SharedLibraryStatus:
        """The current state of the library."""
        if self.shard is None:
            return SharedLibraryStatus(self.name, problem=self.problem)
        publishers = self.shard.passages.publishers
        return SharedLibraryStatus(
            self.name,
            passages=sum(one.passages for one in publishers),
            documents=sum(one.documents for one in publishers),
            publishers=tuple(one.name for one in publishers),
            problem=self.problem,
        )

    def begin(
        self, work: Callable[[MilvusShard], Answer], question: Hashable
    ) -> Future[Answer] | None:
        """Send a request; None while an earlier one is still unanswered.

        If the same `question` is repeated, its late answer is returned.
        """
        if self._is_closed:
            return None
        if (late := self._late.pop(question, None)) is not None:
            return late
        if any(not one.done() for one in list(self._late.values())):
            return None
        return self._pool.submit(lambda: work(self._opened()))

    def answer_of(self, asked: Future[Answer] | None, question: Hashable) -> Answer | ShardProblem:
        """Return the answer to a request of `begin`, or the reason why there is none yet."""
        host = self.server.address.host
        try:
            if asked is None or not asked.done():
                raise TimeoutError
            return asked.result()
        except TimeoutError:
            if asked is not None:
                while len(self._late) >= _MAX_LATE:
                    self._late.pop(next(iter(self._late)), None)
                self._late[question] = asked
            problem = message(
                "{host} is responding slowly. Its passages are not included.", host=host
            )
        except EngineError as error:
            problem = joined(error.message, error.hint)
        except Exception as error:
            logger.exception("a shared library cannot be searched")
            name = type(error).__name__
            problem = message("{host} cannot be searched ({name}).", host=host, name=name)
        return ShardProblem(self.name, problem)

    def filter_problems(self, filters: SearchFilters) -> tuple[ShardProblem, ...]:
        """Return a problem if this library cannot apply some of the filters."""
        words = self.shard.passages.filters_not_applied(filters) if self.shard is not None else ()
        if not words:
            return ()
        problem = message(
            "These filters were not applied to {name}: {filters}",
            name=self.name,
            filters=", ".join(words),
        )
        return (ShardProblem(self.name, problem),)

    def close(self) -> None:
        """Close the connection. Requests in progress fail."""
        self._is_closed = True
        self.server.close()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _opened(self) -> MilvusShard:
        from twofold.engine.sharing.shard import MilvusShard  # noqa: PLC0415 (with numpy)

        with self._opening:
            if self.shard is None:
                self.shard = MilvusShard.open(self.server)
            return self.shard


class SharedLibraries:
    """The shared libraries of a search; see `engine.stores.shards.Shards`.

    `patience` is the number of seconds to wait for the libraries. `changed` is called, from any
    thread, when a library was opened, or when its availability changes.
    """

    def __init__(
        self,
        servers: Iterable[Server],
        patience: float,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        self.every = tuple(map(SharedLibrary, servers))
        self._patience = patience
        self._changed = changed
        self._opening: list[Future[None]] = []

    @property
    def count(self) -> int:
        """The number of libraries."""
        return len(self.every)

    @property
    def opened(self) -> Mapping[int, MilvusShard]:
        """The open libraries, by index."""
        return {at: one.shard for at, one in enumerate(self.every, 1) if one.shard is not None}

    def open(self) -> None:
        """Start to open all libraries."""
        for one in self.every:
            asked = one.begin(lambda _shard: None, _OPEN)
            if asked is not None:
                asked.add_done_callback(partial(self._note_opened, one))
                self._opening.append(asked)

    def wait_until_open(self) -> None:
        """Wait as long as a search would, or until it is known which libraries are available."""
        opening, self._opening = self._opening, []
        wait(opening, self._patience)

    def begin(
        self,
        work: Callable[[Shard], Answer],
        question: Hashable = None,
        *,
        only: Iterable[int] | None = None,
        filters: SearchFilters = NO_FILTERS,
    ) -> Callable[[], ShardAnswers[Answer]]:
        """Send a request to all libraries, or `only` some.

        Return a function that waits for the answers and returns them.
        """
        question = object() if question is None else question
        wanted = range(1, self.count + 1) if only is None else only
        asked = {at: self.every[at - 1].begin(work, question) for at in wanted}

        def answers() -> ShardAnswers[Answer]:
            wait([future for future in asked.values() if future is not None], self._patience)
            found: dict[int, Answer] = {}
            problems = []
            for at, future in asked.items():
                library = self.every[at - 1]
                answer = library.answer_of(future, question)
                if isinstance(answer, ShardProblem):
                    problems.append(answer)
                else:
                    found[at] = answer
                    problems += library.filter_problems(filters)
            return ShardAnswers(found, tuple(problems))

        return answers

    def report(self, problems: Iterable[ShardProblem]) -> None:
        """Publish the problems of a search as the state of the libraries."""
        of_library = {one.shard: one.text for one in problems}
        before = [one.problem for one in self.every]
        for one in self.every:
            one.problem = of_library.get(one.name, EMPTY)
        if before != [one.problem for one in self.every]:
            self._changed()

    def close(self) -> None:
        """Close all connections."""
        for one in self.every:
            one.close()

    def _note_opened(self, library: SharedLibrary, asked: Future[None]) -> None:
        if not asked.cancelled():
            answer = library.answer_of(asked, _OPEN)
            library.problem = answer.text if isinstance(answer, ShardProblem) else EMPTY
            self._changed()
