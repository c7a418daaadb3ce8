"""How one derived index follows the catalog."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from twofold.engine.model.document import StoredChunk
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.catalog.rows import NO_PASSAGES, IndexRecord, OutboxRow
from twofold.engine.stores.catalog.vector_cache import is_usable
from twofold.engine.stores.lexical.storage import NOTHING_PRE_TOKENISED
from twofold.engine.stores.ports import LexicalWriter, PassagesInMemory, PreTokenised

if TYPE_CHECKING:
    from twofold.engine.stores.vectors.index import VectorIndex

logger = logging.getLogger(__name__)

VECTOR_PREFIX = "vectors:"

# The limits of one commit.
_CHUNKS_PER_COMMIT = 8000
_CHARACTERS_PER_COMMIT = 24_000_000
# Writing 10,000 passages anew takes one to four seconds, which nobody should pay for every saved
# note: small libraries always have exact statistics, in large ones at most 2 % of what BM25 counts
# is gone, which moves scores by about a thousandth.
_ALWAYS_EXACT_BELOW = 2_000
_DEAD_SHARE = 0.02


@dataclass(frozen=True, slots=True)
class Step:
    """Some touched chunks, and the generation that is complete once they are written."""

    chunks: tuple[int, ...]
    generation: int


class IndexFollower(ABC):
    """One index, brought up to the catalog in steps that may each be repeated."""

    name: str
    # The kinds of changes that can change what the index holds.
    concerns: frozenset[str]

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    @property
    def is_read_only(self) -> bool:
        """Whether nothing may be written."""
        return self._catalog.read_only

    @property
    def can_follow(self) -> bool:
        """Whether the outbox still holds everything that the index has missed."""
        reached = self._reached()
        return reached is not None and reached >= self._catalog.outbox.pruned

    @property
    def is_in_step(self) -> bool:
        """Whether the index holds what the catalog holds."""
        return self._reached() == self._catalog.generation

    def bring_up(self) -> int:
        """Write what the index lacks; return the number of steps (commits) it took."""
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
        """Return the generation that the index's own files name."""

    @abstractmethod
    def _write(self, step: Step) -> None:
        """Write the chunks as the catalog has them now."""

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
        """Go through every chunk; the generation is claimed only with the last of them."""
        return self._in_steps(self._catalog.chunk_numbers(), lambda _: 0, generation)

    def _touched(self, rows: Sequence[OutboxRow], generation: int) -> Iterator[Step]:
        """Go through touched chunks, each once, where it was touched last."""
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
        """Divide chunks into those of one commit each."""
        for start in range(0, len(chunks), _CHUNKS_PER_COMMIT):
            yield tuple(chunks[start : start + _CHUNKS_PER_COMMIT])


class LexicalFollower(IndexFollower):
    """The lexical index: holds every chunk."""

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
        """Divide chunks into those of one commit each, which are in memory together."""
        for some in super()._parts(chunks):
            lengths = self._catalog.outbox.stored_lengths(some)
            start, total = 0, 0
            for end, number in enumerate(some):
                total += lengths.get(number, 0)
                if total > _CHARACTERS_PER_COMMIT and end > start:
                    yield some[start:end]
                    start, total = end, lengths.get(number, 0)
            yield some[start:]

    def settle(self) -> bool:
        """Rewrite the index if it is damaged or its statistics still count too many deleted chunks.

        Return whether it was rewritten. Call it when the index is up to date and nothing else is to
        be done at once.
        """
        dead, passages = self._index.dead, self._index.size
        is_exact = dead == 0 or (passages > _ALWAYS_EXACT_BELOW and dead < _DEAD_SHARE * passages)
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
    """The vector index of one model: holds the chunks whose text has a vector.

    Vectors that the model cannot have made are left out, as those of a shared library may be that
    names another model than it was embedded with: one of them must not stop all others.
    """

    concerns = frozenset({"put", "delete", "vector"})

    def __init__(self, catalog: Catalog, index: VectorIndex) -> None:
        super().__init__(catalog)
        self._index = index
        self.name = f"{VECTOR_PREFIX}{index.fingerprint}"

    def bring_up(self) -> int:
        """Write what the index lacks, and of which texts its vectors are."""
        steps = super().bring_up()
        try:
            self._index.note_texts(
                partial(self._catalog.vectors.of_chunks, self._index.fingerprint)
            )
        except OSError as error:
            # Nothing needs it now: the next change tries again.
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
