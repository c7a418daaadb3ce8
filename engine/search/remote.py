"""The shards on servers that are searched together with a library."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from twofold.engine.model.document import StoredDocument
from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.localized import message
from twofold.engine.search.gather import OWN
from twofold.engine.stores.ports import NO_FILTERS, VectorReader
from twofold.engine.stores.shards import Shard, ShardAnswers, ShardProblem, Shards

Value = TypeVar("Value")


class Located(Protocol):
    """A candidate or key that identifies the location of a passage."""

    @property
    def shard(self) -> int: ...  # noqa: D102
    @property
    def chunk_number(self) -> int: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class SharedShards:
    """Shards on servers that are searched together with a library.

    Attributes:
        shards: The shards.
        with_own: Whether the library's own passages are searched too.
        model: The fingerprint of the model that embeds queries; '' if there is none.
    """

    shards: Shards
    with_own: bool
    model: str


class RemoteShards:
    """Sends requests to the shards on servers.

    Attributes:
        model: The fingerprint of the model that embeds queries; '' if there is none.
    """

    def __init__(self, shared: SharedShards | None) -> None:
        self.model = "" if shared is None else shared.model
        self._shards = None if shared is None else shared.shards

    @property
    def is_empty(self) -> bool:
        """Whether there are no shards."""
        return self._shards is None

    @property
    def opened(self) -> Mapping[int, Shard]:
        """The shards that have responded before, by index."""
        return {} if self._shards is None else self._shards.opened

    def report(self, problems: Iterable[ShardProblem]) -> None:
        """Publish the problems of a search as the state of the shards."""
        if self._shards is not None:
            self._shards.report(problems)

    def ask(
        self,
        work: Callable[[Shard], Value],
        question: Hashable = None,
        *,
        only: Iterable[int] | None = None,
        filters: SearchFilters = NO_FILTERS,
    ) -> Callable[[], ShardAnswers[Value]]:
        """Send a request to the shards. The returned function waits for the answers.

        See `Shards.begin`.
        """
        if self._shards is None:
            return lambda: ShardAnswers({})
        return self._shards.begin(work, question, only=only, filters=filters)

    def ask_about(
        self,
        candidates: Iterable[Located],
        own: Container[int],
        work: Callable[[Shard, Sequence[int]], Value],
    ) -> ShardAnswers[Value]:
        """Ask each shard about its own candidates, by their numbers.

        A number in `own` belongs to the library itself, even if another shard returned it.
        """
        numbers: dict[int, list[int]] = {}
        for one in candidates:
            if one.shard != OWN and one.chunk_number not in own:
                numbers.setdefault(one.shard, []).append(one.chunk_number)
        if not numbers:
            return ShardAnswers({})
        opened = self.opened
        by_name = {opened[at].name: some for at, some in numbers.items()}
        return self.ask(lambda shard: work(shard, by_name[shard.name]), only=numbers)()

    def ask_library(self, document: StoredDocument, work: Callable[[Shard], Value]) -> Value | None:
        """Ask the shard that contains a document; None if it does not respond."""
        found = [at for at, one in self.opened.items() if one.name == document.library]
        answered = self.ask(work, only=found)() if found else ShardAnswers[Value]({})
        return next(iter(answered.by_shard.values()), None)

    def same_model(self, shard: Shard) -> VectorReader:
        """Return the vectors of a shard. Raise IndexUnavailableError if its model differs."""
        if shard.vectors.fingerprint != self.model:
            raise IndexUnavailableError(
                message(
                    "{address} was indexed with a different model and is searched by "
                    "keywords only.",
                    address=shard.name,
                )
            )
        return shard.vectors
