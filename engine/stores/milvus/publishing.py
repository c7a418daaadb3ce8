"""Publishing a library's passages in a shared collection: only what differs from what is there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from engine.model.document import StoredDocument
from engine.stores.milvus.collection import SharedCollection
from engine.stores.milvus.rows import Passage, number_of, row_of, version_of
from engine.stores.milvus.server import literal, text, whole
from engine.stores.milvus.terms import Publisher, Terms

_PASSAGES_A_BATCH = 500
_PASSAGES_IN_MEMORY = 2000  # and those of one document more
_DOCUMENTS_A_BATCH = 200
_MOST_FOLDERS = 200


@dataclass(frozen=True, slots=True)
class Published:
    """What publishing did: documents written and deleted, and what is there of the publisher."""

    written: int
    deleted: int
    documents: int
    passages: int


class Publishing:
    """Publishes documents of one publisher, `id`. It may be ended at any moment and run again.

    `passages_of` returns the passages of documents of the library, by its own numbers; of one that
    is not complete yet it returns none, and it is published another time. `step` is called with how
    many of how many documents are done, and may raise.
    """

    def __init__(
        self,
        collection: SharedCollection,
        publisher: str,
        passages_of: Callable[[Sequence[int]], Mapping[int, Sequence[Passage]]],
        step: Callable[[int, int], None] = lambda _done, _of: None,
    ) -> None:
        self._collection = collection
        self._publisher = publisher
        self._passages_of = passages_of
        self._step = step

    def run(
        self,
        documents: Iterable[StoredDocument],
        terms: Terms,
        name: str,
        *,
        keeps_others: bool = False,
    ) -> Published:
        """Publish `documents`, which are all of the library, and its statistics of terms.

        Others of the publisher are deleted unless it `keeps_others`.
        """
        there = self._versions()
        wanted = {number_of(self._publisher, one.number): one for one in documents}
        changed = [one for number, one in wanted.items() if there.get(number) != version_of(one)]
        gone = [number for number in there if number not in wanted and not keeps_others]
        former = next((p for p in self._collection.publishers if p.id == self._publisher), None)
        if former is not None and (changed or gone):
            former = replace(former, is_complete=False)
            self._put(former)
        written = 0
        for start in range(0, len(changed), _DOCUMENTS_A_BATCH):
            written += self._write(changed[start : start + _DOCUMENTS_A_BATCH], there)
            self._step(min(start + _DOCUMENTS_A_BATCH, len(changed)), len(changed))
        for start in range(0, len(gone), _DOCUMENTS_A_BATCH):
            # The first passage goes last: it tells that others may be left.
            some = f"document in {literal(gone[start : start + _DOCUMENTS_A_BATCH])}"
            self._delete(f"{some} and position > 0")
            self._delete(some)
        if former is None or not former.is_complete:
            generation = former.generation + 1 if former else 1
            self._announce(former, terms, name, wanted.values(), generation)
        now = next(p for p in self._collection.publishers if p.id == self._publisher)
        return Published(written, len(gone), now.documents, now.passages)

    def withdraw(self) -> None:
        """Delete everything of the publisher."""
        mine = f"publisher == {literal(self._publisher)}"
        self._delete(f"{mine} and position > 0")
        self._delete(mine)
        former = [p for p in self._collection.publishers if p.id == self._publisher]
        self._collection.delete_values(key for p in former for key in p.statistics)
        self._collection.delete_values([f"publisher {self._publisher}"])
        self._collection.refresh()

    def _versions(self) -> dict[int, str]:
        """Return what is there of each document of the publisher; '' of one not complete."""
        server, name = self._collection.server, self._collection.name
        mine = f"publisher == {literal(self._publisher)} and position == 0"
        rows = server.every(name, mine, ("document", "version"))
        return {whole(row, "document"): text(row, "version") for row in rows}

    def _batches(self, documents: Iterable[StoredDocument]) -> Iterator[list[Passage]]:
        """Yield the passages of a few complete documents at a time: memory holds no more."""
        batch: list[Passage] = []
        for document in documents:
            batch += self._passages_of([document.number]).get(document.number, ())
            if len(batch) >= _PASSAGES_IN_MEMORY:
                yield batch
                batch = []
        yield batch

    def _write(self, documents: Sequence[StoredDocument], there: Mapping[int, str]) -> int:
        """Write documents in place of those that are `there`; return how many were complete."""
        return sum(self._write_batch(batch, there) for batch in self._batches(documents))

    def _write_batch(self, passages: Sequence[Passage], there: Mapping[int, str]) -> int:
        """Write all passages of some documents, the first one of each with its version last."""
        server, name = self._collection.server, self._collection.name
        kept, first = set[int](), list[dict[str, Any]]()
        for start in range(0, len(passages), _PASSAGES_A_BATCH):
            rows = []
            for passage in passages[start : start + _PASSAGES_A_BATCH]:
                version = version_of(passage.stored.document)
                row = row_of(passage, self._publisher, version, self._collection.facts)
                kept.add(row["id"])
                rows.append(row | {"version": ""})
                if row["position"] == 0:
                    first.append(row)
            server.call("upsert", name, rows)
        if former := sorted({row["document"] for row in first}.intersection(there)):
            found = server.every(name, f"document in {literal(former)}", ("id",))
            extra = [number for row in found if (number := whole(row, "id")) not in kept]
            for start in range(0, len(extra), _PASSAGES_A_BATCH):
                self._delete(f"id in {literal(extra[start : start + _PASSAGES_A_BATCH])}")
        for start in range(0, len(first), _PASSAGES_A_BATCH):
            server.call("upsert", name, first[start : start + _PASSAGES_A_BATCH])
        return len(first)

    def _delete(self, expression: str) -> None:
        self._collection.server.call("delete", self._collection.name, filter=expression)

    def _announce(
        self,
        former: Publisher | None,
        terms: Terms,
        name: str,
        documents: Iterable[StoredDocument],
        generation: int,
    ) -> None:
        """Write the statistics, then what names them; those of before are deleted last."""
        mine = f"publisher == {literal(self._publisher)}"
        count, collection = self._collection.server.count, self._collection.name
        packed = terms.packed()
        keys = [f"terms {self._publisher} {generation} {part}" for part in range(len(packed))]
        self._collection.put_values("terms", dict(zip(keys, packed, strict=True)))
        publisher = Publisher(
            id=self._publisher,
            name=name,
            generation=generation,
            passages=count(collection, mine),
            documents=count(collection, f"{mine} and position == 0"),
            folders=tuple(sorted({one.folder for one in documents}))[:_MOST_FOLDERS],
            published_at=datetime.now(UTC).isoformat(timespec="seconds"),
            statistics=tuple(keys),
        )
        self._put(publisher)
        self._collection.delete_values(former.statistics if former else ())
        self._collection.refresh()

    def _put(self, publisher: Publisher) -> None:
        key = f"publisher {self._publisher}"
        self._collection.put_values("publisher", {key: publisher.value()})
