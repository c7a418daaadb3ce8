"""Publishing a part of a library: which filters choose it, and what may be said of it.

Milvus grants rights by collection, so what somebody may not see must not be in a collection that
they can read: not its rows, not a word of it in the statistics, not the name of its folder. The
filters themselves tell of what they leave out. So they are kept beside the library, and in the
collection stands only that there are some.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.durable_files import replace_file
from engine.model.document import StoredChunk
from engine.model.errors import BadRequestError
from engine.model.filters import SearchFilters
from engine.model.message import message
from engine.stores.catalog.catalog import Catalog
from engine.stores.lexical.index import LexicalIndex
from engine.stores.milvus.rows import Passage, version_of
from engine.stores.milvus.terms import Terms

_FILE = "published.json"


class Selections:
    """The filters that a library was published with, by address, in a file of its folder."""

    def __init__(self, library: Path) -> None:
        self._file = library / _FILE

    def of(self, address: str) -> str | None:
        """Return the filters as they were written, None where none are kept."""
        return self._read().get(address)

    def keep(self, address: str, filters: str) -> None:
        """Keep the filters of an address; '' forgets them."""
        former = self._read()
        known = {**former, address: filters}
        if known := {place: text for place, text in known.items() if text}:
            replace_file(self._file, json.dumps(known, indent=1).encode("ascii"))
        elif former:
            self._file.unlink()

    def _read(self) -> dict[str, str]:
        try:
            found = json.loads(self._file.read_bytes())
        except FileNotFoundError:
            return {}
        except ValueError:
            found = None
        if isinstance(found, dict) and all(isinstance(text, str) for text in found.values()):
            return found
        raise BadRequestError(  # or everything might be published
            message("{path} cannot be read.", path=self._file),
            message("Delete it, and name the filters again: --only FILTERS"),
        )


class ChosenDocuments:
    """The documents of a library that filters leave; none of another one is ever returned."""

    def __init__(self, catalog: Catalog, filters: SearchFilters) -> None:
        self._catalog = catalog
        # Read before the filters are applied: one that changes in between is then another one.
        every = catalog.documents(catalog.facet_table().documents.tolist())
        allowed = catalog.resolve(filters)
        numbers = every if allowed is None else allowed.numbers.tolist()
        self.by_number = {number: every[number] for number in numbers if number in every}

    def chunks_of(self, number: int) -> tuple[StoredChunk, ...]:
        """Return the passages of one; none when it is not the document that was chosen any more."""
        chunks = self._catalog.document_chunks(number)
        chosen = version_of(self.by_number[number])
        return chunks if chunks and version_of(chunks[0].document) == chosen else ()

    def passages_of(self, numbers: Iterable[int]) -> dict[int, list[Passage]]:
        """Return the passages of each of them, none where one has no vector yet."""
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
        """Yield the passages of all."""
        return chain.from_iterable(map(self.chunks_of, self.by_number))

    def terms(self) -> Terms:
        """Return their statistics."""
        with TemporaryDirectory() as folder, closing(LexicalIndex.open(Path(folder))) as index:
            index.rewrite(self.chunks(), 0)
            return Terms(index.term_counts())
