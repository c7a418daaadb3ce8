"""A library of any size in a minute: made-up passages with random vectors, nothing embedded."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from engine.embedding.ports import Embedder
from engine.model.document import CHUNKER_VERSION, Chunk, DocumentMetadata, FileState, PlaceKind
from engine.stores.catalog.catalog import Catalog
from engine.stores.sync.indexes import Indexes

_PASSAGES_A_DOCUMENT = 20
_WORDS_A_PASSAGE = 120
_DOCUMENTS_AT_ONCE = 500
_VECTORS_AT_ONCE = 5000
_VOCABULARY = 30_000
_LANGUAGES = ("en", "de", "fr", "es")
_INDEXED_AT = "2026-11-21T08:00:00+00:00"
_SYLLABLES = [first + vowel for first in "bdfgklmnprstvz" for vowel in "aeiou"]


def build(root: Path, passages: int, embedder: Embedder) -> None:
    """Fill an empty library folder as if `embedder` had made the vectors of its passages."""
    root.mkdir(parents=True, exist_ok=True)
    catalog = Catalog.open(root / "catalog.sqlite")
    try:
        _put_documents(catalog, passages // _PASSAGES_A_DOCUMENT, root / "no such folder")
        _put_vectors(catalog, embedder)
        indexes, _ = Indexes.open(catalog, root / "lexical")
        folder = root / "vectors" / embedder.fingerprint.replace("@", "-")
        indexes.use_model(folder, embedder.fingerprint, embedder.dimension)
        indexes.refresh_graph()
        if indexes.vectors is not None:
            indexes.vectors.wait_for_graph()
        indexes.close()
    finally:
        catalog.close()


def words(number: int) -> str:
    """Return the made-up word of a rank; low ranks are frequent."""
    first, rest = number % len(_SYLLABLES), number // len(_SYLLABLES)
    return _SYLLABLES[first] + _SYLLABLES[rest % len(_SYLLABLES)] + "n" * (rest // 70)


def _put_documents(catalog: Catalog, documents: int, folder: Path) -> None:
    name = catalog.add_folder(folder).name
    order = random.Random(0)
    for first in range(0, documents, _DOCUMENTS_AT_ONCE):
        with catalog.change() as change:
            for number in range(first, min(first + _DOCUMENTS_AT_ONCE, documents)):
                metadata = DocumentMetadata(
                    title=f"Document {number}",
                    tags=(f"tag-{number % 40}",),
                    lang=_LANGUAGES[number % len(_LANGUAGES)],
                )
                change.put_document(
                    name, f"{number % 50}/{number}.md", FileState(1000, number, number), metadata,
                    "md", list(_chunks(order)), CHUNKER_VERSION, _INDEXED_AT,
                )  # fmt: skip


def _chunks(order: random.Random) -> Iterator[Chunk]:
    start = 0
    for position in range(_PASSAGES_A_DOCUMENT):
        ranks = (int(_VOCABULARY ** order.random()) - 1 for _ in range(_WORDS_A_PASSAGE))
        text = " ".join(words(rank) for rank in ranks)
        line = 10 * position + 1
        yield Chunk(position, text, start, start + len(text), PlaceKind.LINE, line, line + 8)
        start += len(text) + 1


def _put_vectors(catalog: Catalog, embedder: Embedder) -> None:
    order = np.random.default_rng(0)
    while pending := catalog.vectors.pending(embedder.fingerprint, _VECTORS_AT_ONCE):
        vectors = order.standard_normal((len(pending), embedder.dimension), dtype=np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        rows = [row.tobytes() for row in vectors.astype("<f2")]
        hashes = [entry.content_hash for entry in pending]
        with catalog.change() as change:
            change.put_vectors(embedder.fingerprint, zip(hashes, rows, strict=True))
