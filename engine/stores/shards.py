"""Shards: parts of the searched passages that are on servers, and how they are asked.

`engine.sharing` has them, `engine.search.scatter` asks them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Generic, Protocol, Self, TypeVar

from twofold.engine.model.document import StoredChunk, StoredDocument
from twofold.engine.model.filters import SearchFilters, TrustLevel
from twofold.engine.model.message import Message
from twofold.engine.stores.ports import NO_FILTERS, LexicalReader, VectorReader

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class DocumentFacets:
    """The values of one document that one can filter by; `month` is '2026-10' or ''."""

    document: int
    folder: str
    directory: str | bytes
    tags: tuple[str, ...]
    lang: str
    file_type: str
    month: str
    trust: TrustLevel

    @classmethod
    def of(cls, document: StoredDocument) -> Self:
        """Return those of a document."""
        directory = str(PurePosixPath(document.path).parent)
        return cls(
            document.number,
            document.folder,
            "" if directory == "." else directory,
            document.tags,
            document.lang,
            document.file_type,
            document.date[:7],
            document.trust,
        )


@dataclass(frozen=True, slots=True)
class DatedDocument:
    """A document of a list by date: its date, its number, and that of its first passage."""

    date: str
    document: int
    chunk: int


class PassageReader(Protocol):
    """The passages and documents of a shard on a server. Any thread may use it."""

    @property
    def generation(self) -> int:
        """A number that rises with every change of a passage."""

    def cached(self, number: int) -> StoredChunk | None:
        """Return a passage that was read lately, without asking the server."""

    def chunks(self, numbers: Iterable[int]) -> dict[int, StoredChunk]:
        """Return those passages that exist."""

    def document_chunks(self, number: int) -> tuple[StoredChunk, ...]:
        """Return the passages of a document in its order; none when it is gone."""

    def substring(self, query: str, filters: SearchFilters, limit: int) -> list[int]:
        """Return chunks whose text contains `query` literally, in either case."""

    def resolve(self, filters: SearchFilters) -> list[int]:
        """Return the numbers of the first documents that filters leave."""

    def newest(self, documents: Iterable[int], limit: int) -> list[DatedDocument]:
        """Return the `limit` newest of documents that `resolve` returned."""

    def facets(self) -> Sequence[DocumentFacets]:
        """Return what one can filter by of the documents that were read."""

    def filters_not_applied(self, filters: SearchFilters) -> tuple[str, ...]:
        """Return the words of the filters that the shard cannot apply."""


class Shard(Protocol):
    """A part of the searched passages, on a server: three readers and the statistics of terms.

    A passage is identified by its shard and its number; the same number in two shards is the same
    passage. The statistics are `lexical.vocabulary`: those of all shards, added up, are passed to
    `lexical.tiers`.
    """

    @property
    def name(self) -> str:
        """The address of the library."""

    @property
    def passages(self) -> PassageReader:
        """Its passages and documents."""

    @property
    def lexical(self) -> LexicalReader:
        """Finds passages by words."""

    @property
    def vectors(self) -> VectorReader:
        """Finds passages by meaning."""


@dataclass(frozen=True, slots=True)
class ShardProblem:
    """Why a shard was not searched, or not wholly."""

    shard: str
    text: Message


@dataclass(frozen=True, slots=True)
class ShardAnswers(Generic[Answer]):
    """The answers that came in time, by index of the shard, and why others did not come."""

    by_shard: Mapping[int, Answer]
    problems: tuple[ShardProblem, ...] = ()


class Shards(Protocol):
    """Shards on servers, which are asked side by side and in time. The first has index 1."""

    @property
    def count(self) -> int:
        """How many there are, also of those that do not answer."""

    @property
    def opened(self) -> Mapping[int, Shard]:
        """Those that have answered before, by index."""

    def begin(
        self,
        work: Callable[[Shard], Answer],
        question: Hashable = None,
        *,
        only: Iterable[int] | None = None,
        filters: SearchFilters = NO_FILTERS,
    ) -> Callable[[], ShardAnswers[Answer]]:
        """Begin to ask all of them, or `only` some; what is returned waits for the answers.

        The answer to a `question` that comes too late is returned when it is asked again. Filters
        that a shard cannot apply are a problem of its answer.
        """

    def report(self, problems: Iterable[ShardProblem]) -> None:
        """Publish the problems of a search as the state of the shards."""
