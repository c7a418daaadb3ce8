"""Publishing a library's passages in a shared collection: only what differs from what is there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from engine.model.document import StoredDocument
from engine.stores.milvus.collection import SharedCollection
from engine.stores.milvus.rows import Passage, number_of, row_of, version_of
from engine.stores.milvus.server import literal, text, whole
from engine.stores.milvus.terms import Publisher, Terms

_PASSAGES_A_BATCH = 500
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

    @property
    def former(self) -> Publisher | None:
        """What was there of the publisher when the collection was read."""
        return next((p for p in self._collection.publishers if p.id == self._publisher), None)

    def run(
        self,
        documents: Iterable[StoredDocument],
        terms: Callable[[], Terms],
        name: str,
        *,
        is_selection: bool = False,
    ) -> Published:
        """Publish `documents`, which are all of the publisher, and their statistics of terms."""
        there = self._versions()
        wanted = {number_of(self._publisher, one.number): one for one in documents}
        changed = [one for number, one in wanted.items() if there.get(number) != version_of(one)]
        gone = [number for number in there if number not in wanted]
        former = self.former
        is_other = former is not None and former.is_selection != is_selection
        if former is not None and (changed or gone or is_other):
            is_part = former.is_selection or is_selection  # until all of it is there
            former = replace(former, is_complete=False, is_selection=is_part)
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
        if changed or gone:  # what is only in the server's memory is searched without an index
            self._collection.server.call("flush", self._collection.name)
        if former is None or not former.is_complete:
            generation = former.generation + 1 if former else 1
            self._announce(
                former, terms(), name, wanted.values(), generation, is_selection=is_selection
            )
        now = next(p for p in self._collection.publishers if p.id == self._publisher)
        return Published(written, len(gone), now.documents, now.passages)

    def withdraw(self) -> None:
        """Delete everything of the publisher."""
        mine = f"publisher == {literal(self._publisher)}"
        self._delete(f"{mine} and position > 0")
        self._delete(mine)
        self._collection.delete_values([f"publisher {self._publisher}"])
        self._collection.delete_terms(self._publisher)
        self._collection.refresh()

    def _versions(self) -> dict[int, str]:
        """Return what is there of each document of the publisher; '' of one not complete."""
        server, name = self._collection.server, self._collection.name
        mine = f"publisher == {literal(self._publisher)} and position == 0"
        rows = server.every(name, mine, ("document", "version"))
        return {whole(row, "document"): text(row, "version") for row in rows}

    def _write(self, documents: Sequence[StoredDocument], there: Mapping[int, str]) -> int:
        """Write documents in place of those that are `there`; return how many were complete."""
        passages = self._passages_of([one.number for one in documents])
        complete = [one for one in documents if passages.get(one.number)]
        rows = [
            row_of(passage, self._publisher, version_of(document), self._collection.facts)
            for document in complete
            for passage in passages[document.number]
        ]
        first = [row for row in rows if row["position"] == 0]
        self._upsert([row | {"version": ""} for row in rows])
        if former := sorted({row["document"] for row in rows}.intersection(there)):
            server, name, kept = (
                self._collection.server,
                self._collection.name,
                {row["id"] for row in rows},
            )
            found = server.every(name, f"document in {literal(former)}", ("id",))
            extra = [number for row in found if (number := whole(row, "id")) not in kept]
            for start in range(0, len(extra), _PASSAGES_A_BATCH):
                self._delete(f"id in {literal(extra[start : start + _PASSAGES_A_BATCH])}")
        self._upsert(first)
        return len(complete)

    def _upsert(self, rows: Sequence[dict[str, Any]]) -> None:
        for start in range(0, len(rows), _PASSAGES_A_BATCH):
            some = list(rows[start : start + _PASSAGES_A_BATCH])
            self._collection.server.call("upsert", self._collection.name, some)

    def _delete(self, expression: str) -> None:
        self._collection.server.call("delete", self._collection.name, filter=expression)

    def _announce(
        self,
        former: Publisher | None,
        terms: Terms,
        name: str,
        documents: Iterable[StoredDocument],
        generation: int,
        *,
        is_selection: bool = False,
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
            is_selection=is_selection,
        )
        self._put(publisher)
        self._collection.delete_terms(self._publisher, kept=keys)
        self._collection.refresh()

    def _put(self, publisher: Publisher) -> None:
        key = f"publisher {self._publisher}"
        self._collection.put_values("publisher", {key: publisher.value()})
