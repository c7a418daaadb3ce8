"""Publish a library's passages in a shared collection, writing only the differences."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from twofold.engine.model.document import StoredDocument
from twofold.engine.model.errors import EngineError
from twofold.engine.model.sharing import Published, PublishingPlan
from twofold.engine.sharing.collection import SharedCollection
from twofold.engine.sharing.rows import (
    SPARSE,
    STEM,
    Passage,
    dimension_of_term,
    number_of,
    row_of,
    version_of,
)
from twofold.engine.sharing.server import literal, text, whole
from twofold.engine.sharing.terms import Publisher, Terms

_PASSAGES_A_BATCH = 500
_DOCUMENTS_A_BATCH = 200
_PASSAGES_IN_MEMORY = 2000  # plus those of one more document
_MAX_FOLDERS = 200


Confirm = Callable[[PublishingPlan], None]


def accept_any_plan(plan: PublishingPlan) -> None:
    """Accept any plan."""


class Publishing:
    """Publishes documents of one publisher, `id`. It may be interrupted and run again.

    `passages_of` returns the passages of the library's documents by their numbers in the library.
    It returns none for an incomplete document; such a document is published by a later run. `step`
    is called with the number of finished documents and the total, and may raise.
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
        """The publisher's state when the collection was last read."""
        return next((p for p in self._collection.publishers if p.id == self._publisher), None)

    def run(
        self,
        documents: Iterable[StoredDocument],
        terms: Callable[[], Terms],
        name: str,
        *,
        is_selection: bool = False,
        held: Iterable[int] | None = None,
        confirm: Confirm = accept_any_plan,
    ) -> Published:
        """Publish `documents` with their term statistics.

        All other documents of the publisher are deleted or, with `held`, only those with a number
        in `held`. `confirm` is called with the plan before anything is written, and may raise.
        """
        there = self._versions()
        wanted = {number_of(self._publisher, one.number): one for one in documents}
        known = {number: version for number, (version, _) in there.items()}
        changed = [one for number, one in wanted.items() if known.get(number) != version_of(one)]
        gone = [number for number in there if number not in wanted]
        if held is not None:
            deleted = {number_of(self._publisher, number) for number in held}
            gone = [number for number in gone if number in deleted]
        left = len(there.keys() | wanted.keys()) - len(gone)
        confirm(PublishingPlan(len(there), len(gone), left))
        former = self.former
        is_other = former is not None and former.is_selection != is_selection
        if former is not None and (changed or gone or is_other):
            is_part = former.is_selection or is_selection  # until all of it is published
            former = replace(former, is_complete=False, is_selection=is_part)
            self._put(former)
        written: dict[int, tuple[str, int]] = {}
        for start in range(0, len(changed), _DOCUMENTS_A_BATCH):
            written |= self._write(changed[start : start + _DOCUMENTS_A_BATCH], known)
            self._step(min(start + _DOCUMENTS_A_BATCH, len(changed)), len(changed))
        for start in range(0, len(gone), _DOCUMENTS_A_BATCH):
            # The first passage is deleted last, because it indicates that others may be left.
            some = f"document in {literal(gone[start : start + _DOCUMENTS_A_BATCH])}"
            self._delete(f"{some} and position > 0")
            self._delete(some)
        there = {number: one for number, one in (there | written).items() if number not in gone}
        if former is None or not former.is_complete:
            # Data that is only in the server's memory may be searched without an index.
            with suppress(EngineError):  # not every user may do this
                self._collection.server.call("flush", self._collection.name)
            generation = former.generation + 1 if former else 1
            publisher = Publisher(
                id=self._publisher,
                name=name,
                generation=generation,
                passages=sum(passages for _, passages in there.values()),
                documents=len(there),
                folders=tuple(sorted({one.folder for one in wanted.values()}))[:_MAX_FOLDERS],
                published_at=datetime.now(UTC).isoformat(timespec="seconds"),
                is_selection=is_selection,
            )
            self.announce(publisher, terms())
            self._search_once()
        now = next(p for p in self._collection.publishers if p.id == self._publisher)
        return Published(len(written), len(gone), now.documents, now.passages)

    def withdraw(self) -> None:
        """Delete everything that the publisher has published."""
        mine = f"publisher == {literal(self._publisher)}"
        self._delete(f"{mine} and position > 0")
        self._delete(mine)
        self._collection.delete_values([f"publisher {self._publisher}"])
        self._collection.delete_terms(self._publisher)
        self._collection.refresh()

    def _search_once(self) -> None:
        """Make the server prepare a first search, before many clients need it."""
        vector = {dimension_of_term(STEM, ""): 1.0}
        with suppress(EngineError):  # the server continues to build
            server, name = self._collection.server, self._collection.name
            server.search(name, "words", vector, 1, "", ["id"], SPARSE)

    def _versions(self) -> dict[int, tuple[str, int]]:
        """Return version and number of passages of each published document.

        The version of an incomplete document is ''. Counting the rows themselves takes minutes on
        some servers.
        """
        server, name = self._collection.server, self._collection.name
        mine = f"publisher == {literal(self._publisher)} and position == 0"
        rows = server.every(name, mine, ("document", "version"))
        return {whole(row, "document"): _read_version(text(row, "version")) for row in rows}

    def _write(
        self, documents: Sequence[StoredDocument], there: Container[int]
    ) -> dict[int, tuple[str, int]]:
        """Write documents; those in `there` are replaced. Return the completely written ones."""
        written: dict[int, tuple[str, int]] = {}
        for some in self._batches(documents):
            written |= self._write_some(some, there)
        return written

    def _batches(self, documents: Iterable[StoredDocument]) -> Iterator[list[Sequence[Passage]]]:
        """Yield the passages of a few complete documents at a time, to limit memory."""
        batch: list[Sequence[Passage]] = []
        for document in documents:
            if passages := self._passages_of([document.number]).get(document.number):
                batch.append(passages)
            if sum(map(len, batch)) >= _PASSAGES_IN_MEMORY:
                yield batch
                batch = []
        yield batch

    def _write_some(
        self, documents: Sequence[Sequence[Passage]], there: Container[int]
    ) -> dict[int, tuple[str, int]]:
        """Write the passages of documents; the first one of each with its version last."""
        server, name = self._collection.server, self._collection.name
        written: dict[int, tuple[str, int]] = {}
        first, kept = list[dict[str, Any]](), set[int]()

        def rows() -> Iterator[dict[str, Any]]:
            for passages in documents:
                version, count = version_of(passages[0].stored.document), len(passages)
                for passage in passages:
                    about = f"{version} {count}"
                    row = row_of(passage, self._publisher, about, self._collection.facts)
                    written[row["document"]] = version, count
                    kept.add(row["id"])
                    if row["position"] == 0:
                        first.append(row)
                    yield row | {"version": ""}

        self._upsert(rows())
        if former := sorted(number for number in written if number in there):
            found = server.every(name, f"document in {literal(former)}", ("id",))
            extra = [number for row in found if (number := whole(row, "id")) not in kept]
            for start in range(0, len(extra), _PASSAGES_A_BATCH):
                self._delete(f"id in {literal(extra[start : start + _PASSAGES_A_BATCH])}")
        self._upsert(first)
        return written

    def _upsert(self, rows: Iterable[dict[str, Any]]) -> None:
        left = iter(rows)
        while some := list(islice(left, _PASSAGES_A_BATCH)):
            self._collection.server.call("upsert", self._collection.name, some)

    def _delete(self, expression: str) -> None:
        self._collection.server.call("delete", self._collection.name, filter=expression)

    def announce(self, publisher: Publisher, terms: Terms) -> None:
        """Write the statistics, then the publisher's row; delete the old statistics last."""
        packed = terms.packed()
        keys = [f"terms {publisher.id} {publisher.generation} {at}" for at in range(len(packed))]
        self._collection.put_values("terms", dict(zip(keys, packed, strict=True)))
        self._put(replace(publisher, statistics=tuple(keys)))
        self._collection.delete_terms(self._publisher, kept=keys)
        self._collection.refresh()

    def _put(self, publisher: Publisher) -> None:
        key = f"publisher {self._publisher}"
        self._collection.put_values("publisher", {key: publisher.value()})


def _read_version(written: str) -> tuple[str, int]:
    version, _, passages = written.partition(" ")
    return version, int(passages) if passages.isascii() and passages.isdigit() else 0
