"""Publish a part of a library: the filters that select it, and how to keep them private.

Milvus grants permissions by collection. Therefore data that some readers must not see must not be
in a collection they can read: no rows, no words in the statistics, no folder names. The filters
themselves would reveal what they leave out. They are stored with the library, and the collection
only records whether filters were used.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from twofold.engine.durable_files import replace_file
from twofold.engine.model.disk_errors import disk_first
from twofold.engine.model.document import StoredChunk, StoredDocument
from twofold.engine.model.errors import BadRequestError, CatalogError
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.localized import message, system_reason
from twofold.engine.model.sharing import PublishingPlan
from twofold.engine.sharing.publishing import Confirm
from twofold.engine.sharing.rows import Passage, version_of
from twofold.engine.sharing.terms import Terms
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.lexical.index import LexicalIndex

_FILE = "published.json"


class Selections:
    """The filters with which a library was published, by address, in a file in its folder."""

    def __init__(self, library: Path) -> None:
        self._file = library / _FILE

    def of(self, address: str) -> str | None:
        """Return the filters as the user wrote them, None if none are stored."""
        return self._read().get(address)

    def keep(self, address: str, filters: str) -> None:
        """Store the filters of an address; '' deletes them."""
        former = self._read()
        known = {**former, address: filters}
        try:
            if known := {place: text for place, text in known.items() if text}:
                replace_file(self._file, json.dumps(known, indent=1).encode("ascii"))
            elif former:
                self._file.unlink()
        except OSError as error:
            problem = message(
                "{path} cannot be written: {reason}.", path=self._file, reason=system_reason(error)
            )
            hint = message("Check the folder and its permissions.")
            raise CatalogError(*disk_first(error, problem, hint)) from error

    def confirmed(self, address: str, filters: str, confirm: Confirm) -> Confirm:
        """Store the filters of an address; return `confirm`, extended to restore the former ones.

        They are restored if `confirm` raises. The filters are stored first, so that after a crash
        no later run publishes more.
        """
        former = self.of(address) or ""
        self.keep(address, filters)

        def check(plan: PublishingPlan) -> None:
            try:
                confirm(plan)
            except BaseException:
                self.keep(address, former)
                raise

        return check

    def _read(self) -> dict[str, str]:
        try:
            found = json.loads(self._file.read_bytes())
        except FileNotFoundError:
            return {}
        except ValueError:
            found = None
        if isinstance(found, dict) and all(isinstance(text, str) for text in found.values()):
            return found
        raise BadRequestError(  # otherwise everything might be published
            message("{path} cannot be read.", path=self._file),
            message("Delete it, and specify the filters again: --only FILTERS"),
        )


def _places_above(document: StoredDocument) -> Iterator[str]:
    """Yield the path of a document in the form of folder filters, and all its parents."""
    place = f"{document.folder}/{document.path}"
    while place:
        yield place
        place = place.rpartition("/")[0]


def _similar(wanted: str, places: Iterable[str]) -> str:
    """Return the shortest path with the same last component, ignoring case, or ''."""
    name = wanted.rpartition("/")[2].casefold()
    same = (place for place in places if place.rpartition("/")[2].casefold() == name)
    return min(same, key=lambda place: (len(place), place), default="")


class ChosenDocuments:
    """The documents of a library that match filters. Others are never returned."""

    def __init__(self, catalog: Catalog, filters: SearchFilters) -> None:
        self._catalog = catalog
        self._filters = filters
        # Read before the filters are applied, so that a document changed in between is not
        # published.
        every = catalog.documents(catalog.facet_table().documents.tolist())
        allowed = catalog.resolve(filters)
        numbers = every if allowed is None else allowed.numbers.tolist()
        # Names of files that could not be read here stay private.
        read = {number: one for number, one in every.items() if not one.not_read}
        self.by_number = {number: read[number] for number in numbers if number in read}
        self.leaves_out_names = len(read) < len(every)
        self._every = every

    def unknown_folders(self) -> tuple[tuple[str, str], ...]:
        """Return unknown folders in the filters, each with a suggestion or ''.

        With a typo, less would be published than intended or, for an excluded folder, more.
        """
        wanted = {one.strip("/") for one in (*self._filters.folders, *self._filters.folders_none)}
        unknown = wanted.difference(folder.name for folder in self._catalog.folders())
        if not unknown:
            return ()
        places = {place for one in self._every.values() for place in _places_above(one)}
        return tuple((one, _similar(one, places)) for one in sorted(unknown - places))

    def chunks_of(self, number: int) -> tuple[StoredChunk, ...]:
        """Return the passages of a document; empty if it has changed since it was selected."""
        chunks = self._catalog.document_chunks(number)
        chosen = version_of(self.by_number[number])
        return chunks if chunks and version_of(chunks[0].document) == chosen else ()

    def passages_of(self, numbers: Iterable[int]) -> dict[int, list[Passage]]:
        """Return the passages of each document, none for a document with a missing vector."""
        found, cache = {}, self._catalog.vectors
        for number in numbers:
            chunks = self.chunks_of(number)
            vectors = cache.of_chunks(cache.answering_model, [one.number for one in chunks])
            by_chunk = {row.chunk_number: row for row in vectors}
            if len(by_chunk) == len(chunks):
                rows = ((one, by_chunk[one.number]) for one in chunks)
                found[number] = [Passage(one, row.vector, row.content_hash) for one, row in rows]
        return found

    def chunks(self) -> Iterator[StoredChunk]:
        """Yield the passages of all documents."""
        return chain.from_iterable(map(self.chunks_of, self.by_number))

    def terms(self) -> Terms:
        """Return the term statistics of these documents."""
        with TemporaryDirectory() as folder, closing(LexicalIndex.open(Path(folder))) as index:
            index.rewrite(self.chunks(), 0)
            return Terms(index.term_counts())
