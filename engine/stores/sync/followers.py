"""Bring one derived index up to date with the catalog."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from twofold.engine.model.document import StoredChunk
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.catalog.rows import NO_PASSAGES, IndexRecord, OutboxRow
from twofold.engine.stores.catalog.vector_cache import is_usable
from twofold.engine.stores.lexical.storage import NOTHING_PRE_TOKENISED
from twofold.engine.stores.ports import LexicalWriter, PassagesInMemory, PreTokenised, VectorWriter

logger = logging.getLogger(__name__)

VECTOR_PREFIX = "vectors:"

# The limits of a commit.
_CHUNKS_PER_COMMIT = 8000
_CHARACTERS_PER_COMMIT = 24_000_000
# Rewriting 10,000 passages takes one to four seconds, which is too long for every saved note. Small
# libraries always have exact statistics. In large ones, at most 2 % of the documents counted by
# BM25 are deleted, which changes scores by about a thousandth.
_ALWAYS_EXACT_BELOW = 2_000
_DELETED_SHARE = 0.02


@dataclass(frozen=True, slots=True)
class Step:
    """Changed chunks that are written in one commit.

    `generation` is the generation that is complete afterwards.
    """

    chunks: tuple[int, ...]
    generation: int


class IndexFollower(ABC):
    """Brings one index up to date with the catalog in repeatable steps."""

    name: str
    # The kinds of changes that can affect the index.
    concerns: frozenset[str]

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    @property
    def is_read_only(self) -> bool:
        """Whether writing is not allowed."""
        return self._catalog.read_only

    @property
    def can_catch_up(self) -> bool:
        """Whether the outbox still contains all changes that the index has missed."""
        reached = self._reached()
        return reached is not None and reached >= self._catalog.outbox.pruned

    @property
    def is_up_to_date(self) -> bool:
        """Whether the index is up to date with the catalog."""
        return self._reached() == self._catalog.generation

    def catch_up(self) -> int:
        """Write what the index lacks. Return the number of steps (commits)."""
        generation = self._catalog.generation
        reached = self._reached()
        if reached == generation:
            return 0
        steps = 0
        for step in self._steps(reached, generation):
            self._write(step)
            steps += 1
        self._catalog.outbox.record(self.name, IndexRecord(generation, self._marker() or 0))
        return steps or 1

    @abstractmethod
    def _marker(self) -> int | None:
        """Return the generation recorded in the index's own files."""

    @abstractmethod
    def _write(self, step: Step) -> None:
        """Write the chunks in their current state in the catalog."""

    def _reached(self) -> int | None:
        marker = self._marker()
        record = self._catalog.outbox.recorded(self.name)
        if record is not None and record.marker == marker:
            return record.generation
        return marker

    def _steps(self, reached: int | None, generation: int) -> Iterator[Step]:
        if reached is None or reached < self._catalog.outbox.pruned:
            return self._whole_catalog(generation)
        rows = self._catalog.outbox.after(reached)
        wanted = [row for row in rows if row.generation <= generation and row.op in self.concerns]
        return self._touched(wanted, generation)

    def _whole_catalog(self, generation: int) -> Iterator[Step]:
        """Process every chunk. The generation is recorded only with the last of them."""
        return self._in_steps(self._catalog.chunk_numbers(), lambda _: 0, generation)

    def _touched(self, rows: Sequence[OutboxRow], generation: int) -> Iterator[Step]:
        """Process changed chunks, each once, at its last change."""
        last = {row.chunk_number: row.generation for row in rows}
        touched = sorted(last, key=lambda number: (last[number], number))
        return self._in_steps(touched, lambda following: last[following] - 1, generation)

    def _in_steps(
        self, chunks: Sequence[int], complete_before: Callable[[int], int], generation: int
    ) -> Iterator[Step]:
        part: tuple[int, ...] = ()
        for following in self._parts(chunks):
            if part:
                yield Step(part, complete_before(following[0]))
            part = following
        if part:
            yield Step(part, generation)

    def _parts(self, chunks: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Split chunks into commits."""
        for start in range(0, len(chunks), _CHUNKS_PER_COMMIT):
            yield tuple(chunks[start : start + _CHUNKS_PER_COMMIT])


class LexicalFollower(IndexFollower):
    """The lexical index. It contains every chunk."""

    name = "lexical"
    concerns = frozenset({"put", "delete"})

    def __init__(
        self,
        catalog: Catalog,
        index: LexicalWriter,
        ready: PreTokenised = NOTHING_PRE_TOKENISED,
        in_memory: PassagesInMemory = NO_PASSAGES,
    ) -> None:
        super().__init__(catalog)
        self._index = index
        self._ready = ready
        self._in_memory = in_memory

    def _marker(self) -> int | None:
        return self._index.generation

    def _write(self, step: Step) -> None:
        present = self._catalog.chunks(step.chunks, self._in_memory)
        gone = [number for number in step.chunks if number not in present]
        self._index.apply(present.values(), gone, step.generation, self._ready)

    def _parts(self, chunks: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Split chunks into commits, which must fit in memory."""
        for some in super()._parts(chunks):
            lengths = self._catalog.outbox.stored_lengths(some)
            start, total = 0, 0
            for end, number in enumerate(some):
                total += lengths.get(number, 0)
                if total > _CHARACTERS_PER_COMMIT and end > start:
                    yield some[start:end]
                    start, total = end, lengths.get(number, 0)
            yield some[start:]

    def purge_deletes(self) -> bool:
        """Rewrite the index if it is damaged or counts too many deleted chunks.

        Return whether it was rewritten. Call it when the index is up to date and no other work is
        waiting.
        """
        deleted_docs, passages = self._index.deleted_docs, self._index.size
        is_exact = deleted_docs == 0 or (
            passages > _ALWAYS_EXACT_BELOW and deleted_docs < _DELETED_SHARE * passages
        )
        if is_exact and not self._index.is_suspect:
            return False
        generation = self._catalog.generation
        self._index.rewrite(self._every_chunk(), generation)
        self._catalog.outbox.record(self.name, IndexRecord(generation, generation))
        return True

    def _every_chunk(self) -> Iterator[StoredChunk]:
        for step in self._whole_catalog(0):
            yield from self._catalog.chunks(step.chunks).values()


class VectorFollower(IndexFollower):
    """The vector index of one model. It contains the chunks whose text has a vector.

    Vectors that do not fit the model are left out. A shared library may contain such vectors, if it
    was embedded with a different model than it declares, and they must not block all others.
    """

    concerns = frozenset({"put", "delete", "vector"})

    def __init__(self, catalog: Catalog, index: VectorWriter) -> None:
        super().__init__(catalog)
        self._index = index
        self.name = f"{VECTOR_PREFIX}{index.fingerprint}"

    def catch_up(self) -> int:
        """Write what the index lacks, and record the texts of its vectors."""
        steps = super().catch_up()
        try:
            self._index.note_texts(
                partial(self._catalog.vectors.of_chunks, self._index.fingerprint)
            )
        except OSError as error:
            # Not needed now; the next change tries again.
            logger.info("texts of %s are not noted: %s", self.name, error.strerror)
        return steps

    def _marker(self) -> int | None:
        return self._index.generation

    def _write(self, step: Step) -> None:
        every = self._catalog.vectors.of_chunks(self._index.fingerprint, step.chunks)
        rows = [row for row in every if is_usable(row.vector, self._index.dimension)]
        gone = set(step.chunks).difference(row.chunk_number for row in rows)
        if len(rows) < len(every):
            self._report_unusable(row.document_number for row in every if row.chunk_number in gone)
        added = ((row.chunk_number, row.document_number, row.vector) for row in rows)
        self._index.apply(added, gone, step.generation)

    def _report_unusable(self, documents: Iterable[int]) -> None:
        found = self._catalog.documents(documents).values()
        for folder in sorted({document.folder for document in found}):
            logger.warning("vectors of the folder %r do not fit the model: left out", folder)
