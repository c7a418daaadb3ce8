"""The person's catalog with the passages and documents of shared libraries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from twofold.engine.model.document import StoredChunk, StoredDocument
from twofold.engine.model.filters import SearchFilters
from twofold.engine.sharing.libraries import SharedLibraries
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.catalog.facets import FacetTable
from twofold.engine.stores.catalog.filters import AllowedDocuments
from twofold.engine.stores.catalog.rows import NO_PASSAGES, Listed
from twofold.engine.stores.ports import PassagesInMemory


class JointCatalog(Catalog):
    """The person's catalog, with the passages and documents of shared libraries.

    Without `own_passages` those of the person's own library are not searched. Everything else, as
    tags and the collection, is that of the catalog alone.
    """

    def __init__(self, own: Catalog, shared: SharedLibraries, *, own_passages: bool) -> None:
        super().__init__(own.connections)
        self._shared = shared
        self._has_own = own_passages

    @property
    def passages_generation(self) -> int:
        """A number that rises with every change of a passage in any of the libraries."""
        others = sum(stores.documents.generation for stores in self._shared.opened)
        return super().passages_generation + others

    def chunks(
        self, numbers: Iterable[int], in_memory: PassagesInMemory = NO_PASSAGES
    ) -> dict[int, StoredChunk]:
        wanted = list(numbers)
        # A shared passage may have the number of a local one.
        found = super().chunks(wanted, in_memory)
        unknown, others = self._shared.by_owner(one for one in wanted if one not in found)
        if unknown:
            others = {one: [*others.get(one, ()), *unknown] for one in self._shared.every}
        read = self._shared.ask(
            lambda stores: stores.documents.chunks(others[stores.library]), only=others
        )
        for _, some in read:
            found |= some
        return found

    def document_chunks(self, number: int) -> tuple[StoredChunk, ...]:
        if found := super().document_chunks(number):
            return found
        read = self._shared.ask(lambda stores: stores.documents.document_chunks(number))
        return next((chunks for _, chunks in read if chunks), ())

    def document(self, number: int) -> StoredDocument | None:
        if found := super().document(number):
            return found
        read = self._shared.ask(lambda stores: stores.documents.document(number))
        return next((document for _, document in read), None)

    def substring(
        self,
        query: str,
        filters: SearchFilters | None = None,
        limit: int = 100,
        *,
        candidates: Iterable[int] | None = None,
        first: int | None = None,
    ) -> list[int]:
        """Find what `Catalog.substring` finds; shared libraries are asked once, without `first`."""
        found: list[int] = []
        if self._has_own:
            found = super().substring(query, filters, limit, candidates=candidates, first=first)
        if first is None and len(found) < limit:
            known = filters or SearchFilters()
            for library, numbers in self._shared.ask(
                lambda stores: stores.documents.substring(query, known, limit),
                ("literal", query, known, limit),
                filters=known,
            ):
                self._shared.note_owner(library, numbers)
                found += numbers
        return list(dict.fromkeys(found))[:limit]

    def resolve(self, filters: SearchFilters) -> AllowedDocuments | None:
        """Return the documents that filters leave, of each shared library the first 16,384."""
        import numpy as np  # noqa: PLC0415 (as in Catalog)

        own = self.resolve_own(filters)
        if own is None:
            return None
        numbers, count = own.numbers, own.chunks
        for library, found in self._shared.ask(
            lambda stores: stores.documents.resolve(filters), filters=filters
        ):
            others = np.setdiff1d(np.array(found, dtype=np.int64), numbers)
            self._shared.note_owner(library, others.tolist())
            numbers, count = np.union1d(numbers, others), count + len(others)
        return AllowedDocuments(numbers, count)

    def resolve_own(self, filters: SearchFilters) -> AllowedDocuments | None:
        """Return those of the person's documents that filters leave; None without filters."""
        own = super().resolve(filters)
        if own is None or self._has_own:
            return own
        return AllowedDocuments(own.numbers[:0], 0)

    def newest(self, documents: Sequence[int], limit: int) -> tuple[Listed, ...]:
        own, others = self._shared.by_owner(documents)
        listed = super().newest(own, limit)
        known = self.documents(one.document for one in listed)
        found = [(known[one.document].date, one) for one in listed if one.document in known]
        for _, some in self._shared.ask(
            lambda stores: stores.documents.newest(others[stores.library], limit), only=others
        ):
            found += some
        found.sort(key=lambda dated: dated[0], reverse=True)
        return tuple(one for _, one in found[:limit])

    def facet_table(self) -> FacetTable:
        """Return the table of the person's documents, and of those of others that were read."""
        every = (one for stores in self._shared.opened for one in stores.documents.facets())
        facets = list({one.document: one for one in every}.values())
        if not self._has_own:
            return FacetTable.of(facets)
        with self._connections.reading() as connection:
            return FacetTable.read(connection, facets)
