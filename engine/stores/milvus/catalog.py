"""What hits, filters, previews and exports show of a shared library, read from its rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Self

from engine.model.document import StoredChunk, StoredDocument
from engine.model.filters import SearchFilters, TrustLevel, path_matcher
from engine.model.messages import FolderStatus
from engine.stores.catalog.catalog import Catalog, CatalogCounts
from engine.stores.catalog.connections import CatalogConnections
from engine.stores.catalog.facets import DocumentFacets, FacetTable
from engine.stores.catalog.filters import AllowedDocuments
from engine.stores.catalog.rows import Folder, Listed
from engine.stores.catalog.vector_cache import VectorCache
from engine.stores.literal_text import folded_literal, holds_folded
from engine.stores.milvus.collection import SharedCollection
from engine.stores.milvus.rows import READ_FIELDS, expression_of
from engine.stores.milvus.server import MOST_ROWS, Row, like, text, texts, unusable, whole

_MOST_PASSAGES = 2000  # of a document
_MOST_LITERAL = 1000
_FIRST = "position == 0"


class SharedCatalog(Catalog):
    """The catalog of a shared collection. `own` is a catalog of the person alone, without passages.

    Everything but the passages, as saved searches need it, comes from there.
    """

    has_files = False

    def __init__(self, own: CatalogConnections, collection: SharedCollection) -> None:
        super().__init__(own)
        self._collection = collection
        self._listed = -1  # the generation of
        self._known: dict[int, _First] = {}
        self.vectors = _SharedVectorCache(own, collection)

    @classmethod
    def of(cls, collection: SharedCollection, own: Path) -> SharedCatalog:
        """Return the catalog of a collection; the person's own is the file `own`."""
        own.parent.mkdir(parents=True, exist_ok=True)
        return cls(CatalogConnections(own), collection)

    @property
    def read_only(self) -> bool:
        return True

    @property
    def generation(self) -> int:
        return self._collection.generation

    @property
    def passages_generation(self) -> int:
        return self._collection.generation

    def folders(self) -> tuple[Folder, ...]:
        names = {name for one in self._collection.publishers for name in one.folders}
        origin = self._collection.server.address.name
        return tuple(Folder(name, origin) for name in sorted(names))

    def chunks(self, numbers: Iterable[int]) -> dict[int, StoredChunk]:
        return self._collection.passages.of(numbers)

    def document_chunks(self, number: int) -> tuple[StoredChunk, ...]:
        rows = self._query(f"document == {number}", READ_FIELDS, _MOST_PASSAGES)
        stored = (self._collection.passages.add(row) for row in rows)
        return tuple(sorted(stored, key=lambda one: one.chunk.position))

    def document(self, number: int) -> StoredDocument | None:
        rows = self._query(f"document == {number} and {_FIRST}", READ_FIELDS, 1)
        return self._collection.passages.add(rows[0]).document if rows else None

    def substring(
        self,
        query: str,
        filters: SearchFilters | None = None,
        limit: int = 100,
        *,
        candidates: Iterable[int] | None = None,
        first: int | None = None,
    ) -> list[int]:
        """Find passages that hold `query` as it is written, in small or in capital letters."""
        folded = folded_literal(query)
        if not folded or first is not None:
            return []
        written = dict.fromkeys((query, query.lower(), query.capitalize(), query.upper()))
        test = " or ".join(f"text like {like(f'*{one}*')}" for one in written)
        known = expression_of(filters or SearchFilters())
        expression = f"({test}) and {known}" if known else f"({test})"
        rows = self._query(expression, READ_FIELDS, min(_MOST_LITERAL, max(limit, 1) * 4))
        found = (self._collection.passages.add(row) for row in rows)
        glob = filters.path_glob if filters else None
        matches = path_matcher(glob) if glob else lambda _path: True
        return sorted(
            one.number
            for one in found
            if holds_folded(one.chunk.text, folded) and matches(one.document.path)
        )[:limit]

    def resolve(self, filters: SearchFilters) -> AllowedDocuments | None:
        """Return the first documents that filters leave, at most 16,384; None without filters."""
        if filters.is_empty:
            return None
        import numpy as np  # noqa: PLC0415 (as in Catalog)

        found = self._first_passages(filters)
        numbers = np.unique(np.array(found, dtype=np.int64))
        return AllowedDocuments(numbers, len(numbers))

    def newest(self, documents: Sequence[int], limit: int) -> tuple[Listed, ...]:
        known = [self._known[number] for number in documents if number in self._known]
        by_path = sorted(known, key=lambda one: (one.facets.folder, one.path))
        newest = sorted(by_path, key=lambda one: one.date, reverse=True)
        return tuple(Listed(one.facets.document, one.number) for one in newest[:limit])

    def facet_table(self) -> FacetTable:
        """Return the documents that were read last: there is no list of all."""
        known = {number: one.facets for number, one in self._known.items()}
        for document in self._collection.passages.documents().values():
            known[document.number] = DocumentFacets.of(document)
        return FacetTable.of(known.values())

    def counts(self, fingerprint: str) -> CatalogCounts:
        return CatalogCounts(self._collection.size, self._collection.size)

    def folder_statuses(self, fingerprint: str) -> tuple[FolderStatus, ...]:
        """Return a line for each publisher."""
        return tuple(
            FolderStatus(
                name=one.name,
                root=self._collection.server.address.name,
                documents=one.documents,
                failed=0,
                pending=0,
                chunks=one.passages,
                vectors=one.passages,
            )
            for one in self._collection.publishers
        )

    def _first_passages(self, filters: SearchFilters) -> list[int]:
        """Return the documents that filters leave; the first passage of each is known then."""
        if self._listed != self.generation:
            self._listed, self._known = self.generation, {}
        matches = path_matcher(filters.path_glob) if filters.path_glob else lambda _path: True
        known = expression_of(filters)
        rows = self._query(f"{_FIRST} and {known}" if known else _FIRST, _First.FIELDS, MOST_ROWS)
        found = [one for one in map(_First.of, rows) if matches(one.path)]
        self._known |= {one.facets.document: one for one in found}
        return [one.facets.document for one in found]

    def _query(self, expression: str, fields: Sequence[str], limit: int) -> list[Row]:
        return self._collection.server.query(self._collection.name, expression, fields, limit)


@dataclass(frozen=True, slots=True)
class _First:
    """The first passage of a document, and what can be filtered by."""

    FIELDS: ClassVar = ("id", "document", "date", "path", "folder", "tag", "lang", "type", "trust")

    number: int
    path: str
    date: str
    facets: DocumentFacets

    @classmethod
    def of(cls, row: Row) -> Self:
        folders = [*texts(row, "folder"), ""]
        facets = DocumentFacets(
            document=whole(row, "document"),
            folder=folders[0].partition("/")[0],
            directory=max(folders, key=len).partition("/")[2],
            tags=texts(row, "tag"),
            lang=text(row, "lang"),
            file_type=text(row, "type"),
            month=text(row, "date")[:7],
            trust=trust_in(row),
        )
        return cls(whole(row, "id"), text(row, "path"), text(row, "date"), facets)


def trust_in(row: Row) -> TrustLevel:
    """Return the level of trust in a row."""
    try:
        return TrustLevel(text(row, "trust"))
    except ValueError as error:
        raise unusable() from error


class _SharedVectorCache(VectorCache):
    """The model of a shared collection; its vectors stay there."""

    def __init__(self, own: CatalogConnections, collection: SharedCollection) -> None:
        super().__init__(own)
        self._collection = collection

    @property
    def answering_model(self) -> str:
        return self._collection.facts.fingerprint if self._collection.publishers else ""
