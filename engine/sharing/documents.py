"""The passages and documents of a shared library, read from its rows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from twofold.engine.model.document import StoredChunk
from twofold.engine.model.filters import SearchFilters, TrustLevel
from twofold.engine.sharing.collection import SharedCollection
from twofold.engine.sharing.columns import column_of, path_test
from twofold.engine.sharing.rows import READ_FIELDS
from twofold.engine.sharing.server import MAX_ROWS, Row, like, text, texts, unusable, whole
from twofold.engine.sharing.terms import Publisher
from twofold.engine.stores.literal_text import folded_literal, holds_folded
from twofold.engine.stores.shards import DatedDocument, DocumentFacets

_MAX_PASSAGES = 2000  # per document
_MAX_LITERAL = 1000
_FIRST = "position == 0"
_NO_WORD = re.compile(r"[\W_]+")


class SharedDocuments:
    """The passages and documents of a collection; see `engine.stores.shards.PassageReader`."""

    def __init__(self, collection: SharedCollection) -> None:
        self._collection = collection
        self._listed = -1  # the generation of `_known`
        self._known: dict[int, _First] = {}

    @property
    def generation(self) -> int:
        """A number that increases with every publication."""
        return self._collection.generation

    @property
    def publishers(self) -> tuple[Publisher, ...]:
        """The publishers."""
        return self._collection.publishers

    def filters_not_applied(self, filters: SearchFilters) -> tuple[str, ...]:
        """Return the field names of the filters that the server cannot check."""
        return self._collection.filters_not_applied(filters)

    def cached(self, number: int) -> StoredChunk | None:
        """Return a recently read passage from the cache, without a request to the server."""
        return self._collection.passages.cached(number)

    def chunks(self, numbers: Iterable[int]) -> dict[int, StoredChunk]:
        """Return the existing passages."""
        return self._collection.passages.of(numbers)

    def document_chunks(self, number: int) -> tuple[StoredChunk, ...]:
        """Return the passages of a document in order, at most 2,000; empty if it does not exist."""
        rows = self._query(f"document == {number}", READ_FIELDS, _MAX_PASSAGES)
        stored = (self._collection.passages.add(row) for row in rows)
        return tuple(sorted(stored, key=lambda one: one.chunk.position))

    def substring(self, query: str, filters: SearchFilters, limit: int) -> list[int]:
        """Find passages that contain `query` as exact text.

        The server searches for the words of `query` in this order, in lower or upper case, with any
        text between them, because white space, quotation marks and dashes may differ.
        """
        folded = folded_literal(query)
        if not folded:
            return []
        words = _NO_WORD.sub("*", query) if any(map(str.isalnum, query)) else query
        written = dict.fromkeys((words, words.lower(), words.capitalize(), words.upper()))
        test = " or ".join(f"text like {like(f'*{one}*')}" for one in written)
        known = self._collection.expression(filters)
        expression = f"({test}) and {known}" if known else f"({test})"
        rows = self._query(expression, READ_FIELDS, min(_MAX_LITERAL, max(limit, 1) * 4))
        found = (self._collection.passages.add(row) for row in rows)
        matches = path_test(filters)
        return sorted(
            one.number
            for one in found
            if holds_folded(one.chunk.text, folded) and matches(one.document.path)
        )[:limit]

    def resolve(self, filters: SearchFilters) -> list[int]:
        """Return the first documents that match the filters, at most 16,384."""
        if self._listed != self.generation:
            self._listed, self._known = self.generation, {}
        matches = path_test(filters)
        known = self._collection.expression(filters)
        rows = self._query(f"{_FIRST} and {known}" if known else _FIRST, _First.FIELDS, MAX_ROWS)
        found = [one for one in map(_First.of, rows) if matches(one.path)]
        self._known |= {one.facets.document: one for one in found}
        return [one.facets.document for one in found]

    def newest(self, documents: Iterable[int], limit: int) -> list[DatedDocument]:
        """Return the newest `limit` of the documents that `resolve` returned."""
        known = [self._known[number] for number in documents if number in self._known]
        by_path = sorted(known, key=lambda one: (one.facets.folder, one.path))
        newest = sorted(by_path, key=lambda one: one.date, reverse=True)
        return [DatedDocument(one.date, one.facets.document, one.number) for one in newest[:limit]]

    def facets(self) -> list[DocumentFacets]:
        """Return the attributes of the documents read recently, because no request returns all."""
        read = map(DocumentFacets.of, self._collection.passages.documents().values())
        known = {one.document: one for one in read}
        return [*({number: one.facets for number, one in self._known.items()} | known).values()]

    def _query(self, expression: str, fields: Sequence[str], limit: int) -> list[Row]:
        return self._collection.server.query(self._collection.name, expression, fields, limit)


@dataclass(frozen=True, slots=True)
class _First:
    """The first passage of a document, and its filterable attributes."""

    FIELDS: ClassVar = (
        "id",
        "document",
        "path",
        *map(column_of, ("date", "folder", "tag", "lang", "type", "trust")),
    )

    number: int
    path: str
    date: str
    facets: DocumentFacets

    @classmethod
    def of(cls, row: Row) -> Self:
        folders = [*texts(row, column_of("folder")), ""]
        facets = DocumentFacets(
            document=whole(row, "document"),
            folder=folders[0].partition("/")[0],
            directory=max(folders, key=len).partition("/")[2],
            tags=texts(row, column_of("tag")),
            lang=_only(row, "lang"),
            file_type=_only(row, "type"),
            month=text(row, column_of("date"))[:7],
            trust=trust_in(row),
        )
        return cls(whole(row, "id"), text(row, "path"), text(row, column_of("date")), facets)


def trust_in(row: Row) -> TrustLevel:
    """Return the trust level in a row."""
    try:
        return TrustLevel(_only(row, "trust"))
    except ValueError as error:
        raise unusable() from error


def _only(row: Row, word: str) -> str:
    """Return the value of a filter for which a document has exactly one."""
    values = texts(row, column_of(word))
    if len(values) != 1:
        raise unusable()
    return values[0]
