"""Shared libraries as they are searched beside one's own: opened in the background, asked in time.

One that is away, slow or of another version is left out of an answer, and says why.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from twofold.engine.model.errors import EngineError
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.message import EMPTY, Message, joined, message
from twofold.engine.model.status import SharedLibraryStatus
from twofold.engine.sharing.server import Server
from twofold.engine.stores.ports import NO_FILTERS

if TYPE_CHECKING:
    from twofold.engine.sharing.documents import SharedDocuments
    from twofold.engine.sharing.lexical import MilvusLexical
    from twofold.engine.sharing.vectors import MilvusVectors

logger = logging.getLogger(__name__)

_SIDE_BY_SIDE = 3  # calls: of both retrievers, and of what is left of a search before
_MOST_OWNERS = 200_000
_MOST_LATE = 8  # answers that are kept
_OPEN = "open"

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class SharedStores:
    """The stores of one shared library, once it is open."""

    library: SharedLibrary
    documents: SharedDocuments
    lexical: MilvusLexical
    vectors: MilvusVectors


class SharedLibrary:
    """A library on a server; it is opened when it is first asked."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.problem: Message = EMPTY  # of the last search
        self.missed: Message = EMPTY  # by the search that runs
        self.stores: SharedStores | None = None
        self._pool = ThreadPoolExecutor(_SIDE_BY_SIDE, thread_name_prefix="shared-library")
        self._late: dict[Hashable, Future[Any]] = {}  # by what was asked
        self._opening = Lock()
        self._is_closed = False

    @property
    def status(self) -> SharedLibraryStatus:
        """What is known of it now."""
        address, stores = self.server.address.name, self.stores
        if stores is None:
            return SharedLibraryStatus(address, problem=self.problem)
        publishers = stores.documents.publishers
        return SharedLibraryStatus(
            address,
            passages=sum(one.passages for one in publishers),
            documents=sum(one.documents for one in publishers),
            publishers=tuple(one.name for one in publishers),
            problem=self.problem,
        )

    def begin(
        self, work: Callable[[SharedStores], Answer], question: Hashable
    ) -> Future[Answer] | None:
        """Begin to ask it; None while it has not answered what it was asked before.

        Who asks the same `question` again gets the answer that came too late.
        """
        if self._is_closed:
            return None
        if (late := self._late.pop(question, None)) is not None:
            return late
        if any(not one.done() for one in list(self._late.values())):
            return None
        return self._pool.submit(lambda: work(self._opened()))

    def answer_of(self, asked: Future[Answer] | None, question: Hashable) -> Answer | None:
        """Return the answer to what `begin` asked; None where there is none by now."""
        host = self.server.address.host
        try:
            if asked is None or not asked.done():
                raise TimeoutError
            return asked.result()
        except TimeoutError:
            if asked is not None:
                while len(self._late) >= _MOST_LATE:
                    self._late.pop(next(iter(self._late)), None)
                self._late[question] = asked
            self.missed = message(
                "{host} takes long to answer; its passages are not in this list.", host=host
            )
        except EngineError as error:
            self.missed = joined(error.message, error.hint)
        except Exception as error:
            logger.exception("a shared library cannot be searched")
            name = type(error).__name__
            self.missed = message("{host} cannot be searched ({name}).", host=host, name=name)
        return None

    def note_filters(self, filters: SearchFilters) -> None:
        """Note which of the filters are not applied here."""
        if self.stores is None or filters.is_empty:
            return
        if words := self.stores.documents.filters_not_applied(filters):
            self.missed = message(
                "These filters were not applied to {name}: {filters}",
                name=self.server.address.name,
                filters=", ".join(words),
            )

    def close(self) -> None:
        """Close the connection; what is asked just now fails."""
        self._is_closed = True
        self.server.close()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _opened(self) -> SharedStores:
        from twofold.engine.sharing.collection import SharedCollection  # noqa: PLC0415 (with numpy)
        from twofold.engine.sharing.documents import SharedDocuments  # noqa: PLC0415 (as above)
        from twofold.engine.sharing.lexical import MilvusLexical  # noqa: PLC0415 (as above)
        from twofold.engine.sharing.vectors import MilvusVectors  # noqa: PLC0415 (as above)

        with self._opening:
            if self.stores is None:
                collection = SharedCollection(self.server)
                collection.refresh()
                _ = collection.facts  # raises where nothing was published
                self.stores = SharedStores(
                    self,
                    SharedDocuments(collection),
                    MilvusLexical(collection),
                    MilvusVectors(collection),
                )
            return self.stores


class SharedLibraries:
    """The shared libraries of a search.

    `patience` is for how many seconds they are waited for. `changed` is called, from any thread,
    when one was opened, or cannot be searched any more or again.
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
        self._owner: dict[int, SharedLibrary] = {}
        self._opening: list[Future[None]] = []

    @property
    def opened(self) -> tuple[SharedStores, ...]:
        """The stores of those that are open."""
        return tuple(one.stores for one in self.every if one.stores is not None)

    @property
    def problems(self) -> tuple[Message, ...]:
        """Why some could not be searched, wholly or in part."""
        return tuple(dict.fromkeys(one.missed for one in self.every if one.missed))

    def take_problems(self) -> tuple[Message, ...]:
        """Return the problems of a search that ends; the next one has its own."""
        found, before = self.problems, [one.problem for one in self.every]
        for one in self.every:
            one.problem, one.missed = one.missed, EMPTY
        if before != [one.problem for one in self.every]:
            self._changed()
        return found

    def open(self) -> None:
        """Begin to open all of them."""
        for one in self.every:
            asked = one.begin(lambda _stores: None, _OPEN)
            if asked is not None:
                asked.add_done_callback(partial(self._note_opened, one))
                self._opening.append(asked)

    def wait_until_open(self) -> None:
        """Wait, for as long as a search does, until it is known which can be searched."""
        opening, self._opening = self._opening, []
        wait(opening, self._patience)

    def _note_opened(self, library: SharedLibrary, asked: Future[None]) -> None:
        if not asked.cancelled():
            library.answer_of(asked, _OPEN)
            library.problem, library.missed = library.missed, EMPTY
            self._changed()

    def ask(
        self,
        work: Callable[[SharedStores], Answer],
        question: Hashable = None,
        *,
        only: Iterable[SharedLibrary] | None = None,
        filters: SearchFilters = NO_FILTERS,
    ) -> list[tuple[SharedLibrary, Answer]]:
        """Ask all of them side by side; return the answers of those that answer in time."""
        return self.begin(work, question, only=only, filters=filters)()

    def begin(
        self,
        work: Callable[[SharedStores], Answer],
        question: Hashable = None,
        *,
        only: Iterable[SharedLibrary] | None = None,
        filters: SearchFilters = NO_FILTERS,
    ) -> Callable[[], list[tuple[SharedLibrary, Answer]]]:
        """Begin to ask all of them; what is returned waits for the answers.

        An answer to a `question` that comes too late is had by who asks it again. Of `filters`
        those that a library cannot apply are reported among its problems.
        """
        question = object() if question is None else question
        asked = [(one, one.begin(work, question)) for one in (self.every if only is None else only)]

        def answers() -> list[tuple[SharedLibrary, Answer]]:
            wait([future for _, future in asked if future is not None], self._patience)
            every = ((one, one.answer_of(future, question)) for one, future in asked)
            found = [(one, answer) for one, answer in every if answer is not None]
            for one, _ in found:
                one.note_filters(filters)
            return found

        return answers

    def note_owner(self, library: SharedLibrary, numbers: Iterable[int]) -> None:
        """Remember which library has some passages or documents."""
        if len(self._owner) > _MOST_OWNERS:
            self._owner.clear()
        self._owner.update(dict.fromkeys(numbers, library))

    def by_owner(self, numbers: Iterable[int]) -> tuple[list[int], dict[SharedLibrary, list[int]]]:
        """Return the numbers of which no shared library is known to be the owner, and the others.

        Numbers are hashes of 63 bits: those of two libraries do not meet.
        """
        own: list[int] = []
        others: dict[SharedLibrary, list[int]] = {}
        for number in numbers:
            owner = self._owner.get(number)
            (own if owner is None else others.setdefault(owner, [])).append(number)
        return own, others

    def close(self) -> None:
        """Close all connections."""
        for one in self.every:
            one.close()
