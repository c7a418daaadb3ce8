"""Shards: parts of the searched passages on servers, and the protocol to query them.

`engine.sharing` implements them, `engine.search.scatter` queries them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Generic, Protocol, Self, TypeVar

from twofold.engine.model.document import StoredChunk, StoredDocument
from twofold.engine.model.filters import SearchFilters, TrustLevel
from twofold.engine.model.localized import Message
from twofold.engine.stores.ports import NO_FILTERS, LexicalReader, VectorReader

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class DocumentFacets:
    """The filterable attributes of one document; `month` is '2026-10' or ''."""

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
        """Return the attributes of a document."""
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
    """A document in a list by date: its date, its number, and its first passage."""

    date: str
    document: int
    chunk: int


class PassageReader(Protocol):
    """The passages and documents of a shard on a server. Thread-safe."""

    @property
    def generation(self) -> int:
        """A number that increases with every change of a passage."""

    def cached(self, number: int) -> StoredChunk | None:
        """Return a recently read passage from the cache, without a request to the server."""

    def chunks(self, numbers: Iterable[int]) -> dict[int, StoredChunk]:
        """Return the existing passages."""

    def document_chunks(self, number: int) -> tuple[StoredChunk, ...]:
        """Return the passages of a document in order; empty if it does not exist."""

    def substring(self, query: str, filters: SearchFilters, limit: int) -> list[int]:
        """Return chunks that contain `query` as exact text, ignoring case."""

    def resolve(self, filters: SearchFilters) -> list[int]:
        """Return the numbers of the first documents that match the filters."""

    def newest(self, documents: Iterable[int], limit: int) -> list[DatedDocument]:
        """Return the `limit` newest of documents that `resolve` returned."""

    def facets(self) -> Sequence[DocumentFacets]:
        """Return the filterable attributes of the documents read so far."""

    def filters_not_applied(self, filters: SearchFilters) -> tuple[str, ...]:
        """Return the words of the filters that the shard cannot apply."""


class Shard(Protocol):
    """A part of the searched passages on a server: three readers and the term statistics.

    A passage is identified by its shard and its number; the same number in two shards is the same
    passage. The statistics are in `lexical.vocabulary`; the sum over all shards is passed to
    `lexical.tiers`.
    """

    @property
    def name(self) -> str:
        """The address of the library."""

    @property
    def passages(self) -> PassageReader:
        """The passages and documents of the shard."""

    @property
    def lexical(self) -> LexicalReader:
        """Finds passages by words."""

    @property
    def vectors(self) -> VectorReader:
        """Finds passages by meaning."""


@dataclass(frozen=True, slots=True)
class ShardProblem:
    """Why a shard was not searched, or not completely."""

    shard: str
    text: Message


@dataclass(frozen=True, slots=True)
class ShardAnswers(Generic[Answer]):
    """The answers received in time, by index of the shard.

    `problems` explains why the other shards have not answered.
    """

    by_shard: Mapping[int, Answer]
    problems: tuple[ShardProblem, ...] = ()


class Shards(Protocol):
    """Shards on servers, which are queried in parallel with a deadline. The first has index 1."""

    @property
    def count(self) -> int:
        """The number of shards, including those that do not respond."""

    @property
    def opened(self) -> Mapping[int, Shard]:
        """The shards that have responded before, by index."""

    def begin(
        self,
        work: Callable[[Shard], Answer],
        question: Hashable = None,
        *,
        only: Iterable[int] | None = None,
        filters: SearchFilters = NO_FILTERS,
    ) -> Callable[[], ShardAnswers[Answer]]:
        """Send a request to all shards, or only to those with the indexes in `only`.

        The returned function waits for the answers. If the answer to a `question` arrives too late,
        it is returned when the question is repeated. Filters that a shard cannot apply are reported
        as a problem.
        """

    def report(self, problems: Iterable[ShardProblem]) -> None:
        """Publish the problems of a search as the state of the shards."""
