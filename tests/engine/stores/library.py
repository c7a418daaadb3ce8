"""A small library on disk for the tests in this folder: real SQLite, Tantivy and vector files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from twofold.engine.model.document import Chunk, DocumentMetadata, FileState, LocatorKind
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.search_request import Clause, ParsedQuery
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.catalog.change import CatalogChange, DocumentRecord
from twofold.engine.stores.sync.indexes import Indexes

DIMENSION = 8
MODEL = "model-a"
INDEXED_AT = "2026-11-21T08:00:00Z"


def passage(position: int, text: str, heading_path: tuple[str, ...] = ()) -> Chunk:
    start = position * 1000
    return Chunk(
        position=position,
        text=text,
        start=start,
        end=start + len(text),
        place_kind=LocatorKind.LINE,
        place_start=position * 10 + 1,
        place_end=position * 10 + 9,
        heading_path=heading_path,
        lang="en",
    )


def put(
    change: CatalogChange,
    path: str,
    texts: Sequence[str],
    metadata: DocumentMetadata | None = None,
    mtime_ns: int = 1_700_000_000_000_000_000,
    folder: str = "Notes",
) -> int:
    return change.put_document(
        DocumentRecord(
            folder,
            path,
            FileState(len(texts), mtime_ns),
            metadata or DocumentMetadata(title="A title", lang="en"),
            "md",
            [passage(position, text) for position, text in enumerate(texts)],
            "1",
            INDEXED_AT,
        )
    )


def vector_of(text_hash: bytes) -> bytes:
    """Return a unit vector that is unique to this text, as f16 bytes."""
    seed = int.from_bytes(text_hash[:8], "big")
    vector = np.random.default_rng(seed).standard_normal(DIMENSION)
    return (vector / np.linalg.norm(vector)).astype("<f2").tobytes()


def embed_all(catalog: Catalog, model: str = MODEL) -> int:
    """Store a vector for every text that has none. Return the number of new vectors."""
    done = 0
    while pending := catalog.vectors.pending(model, 50):
        with catalog.change() as change:
            change.put_vectors(
                model, [(entry.content_hash, vector_of(entry.content_hash)) for entry in pending]
            )
        done += len(pending)
    return done


@dataclass
class Library:
    folder: Path
    catalog: Catalog
    indexes: Indexes
    repairs: tuple[str, ...]

    def lexical_hits(self, word: str) -> set[int]:
        query = ParsedQuery((Clause(word),), word, SearchFilters())
        answer = self.indexes.lexical.search(query, 1000, SearchFilters())
        return {candidate.chunk_number for candidate in answer.candidates}

    def vector_hits(self) -> set[int]:
        assert self.indexes.vectors is not None
        query = np.ones(DIMENSION, dtype=np.float32)
        answer = self.indexes.vectors.search(query, 10_000)
        return {candidate.chunk_number for candidate in answer.candidates}

    def is_consistent(self, word: str = "apple") -> bool:
        """Return whether both indexes contain exactly the chunks of the catalog.

        Each contains `word`.
        """
        chunks = set(self.catalog.chunk_numbers())
        return self.lexical_hits(word) == chunks and self.vector_hits() == chunks

    def close(self) -> None:
        self.indexes.close()
        self.catalog.close()


def open_library(folder: Path, model: str = MODEL) -> Library:
    catalog = Catalog.open(folder / "catalog.sqlite")
    indexes, repairs = Indexes.open(
        catalog, folder / "lexical", folder / "vectors" / model, model, DIMENSION
    )
    if not catalog.folders():
        catalog.add_folder(folder / "Notes")
    return Library(folder, catalog, indexes, repairs)


@contextmanager
def opened(folder: Path, model: str = MODEL) -> Iterator[Library]:
    library = open_library(folder, model)
    try:
        yield library
    finally:
        library.close()


def fill(library: Library, documents: int = 10, passages: int = 3) -> set[int]:
    """Add documents with the word 'apple' in every passage, embed them, and update the indexes."""
    for number in range(documents):
        with library.catalog.change() as change:
            texts = [f"apple {number} of {position}" for position in range(passages)]
            put(change, f"sub/{number}.md", texts)
    embed_all(library.catalog)
    library.indexes.synchronise()
    return set(library.catalog.chunk_numbers())


def paths_of(catalog, filters):
    """Return the paths of the documents that pass the filters."""
    allowed = catalog.resolve(filters)
    return {catalog.document(int(number)).path for number in allowed.numbers}
