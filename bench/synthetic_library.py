"""Synthetic libraries of any size, with the distributions of words and vectors of real ones.

Words follow the Zipf-Mandelbrot law, and a fifth of them depend on the subject. A vector is the sum
of a component common to all vectors, one for the subject, the theme and the document, and an
individual one. The parameters were measured on 6,805 passages embedded by multilingual-e5-small:
the common component has a length of .9, and the variances along the principal axes follow a power
law with an exponent of about .7. Documents of a subject share a tag and a folder, so that filters
select similar documents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from twofold.engine.embedding.ports import Embedder
from twofold.engine.model.document import (
    CHUNKER_VERSION,
    Chunk,
    DocumentMetadata,
    FileState,
    LocatorKind,
    chunk_number,
    document_number,
)
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.catalog.change import DocumentRecord
from twofold.engine.stores.sync.indexes import Indexes

_PASSAGES_A_DOCUMENT = 20
_WORDS_A_PASSAGE = 120
_DOCUMENTS_AT_ONCE = 500
_VOCABULARY = 200_000
_ZIPF_EXPONENT = 1.07
_ZIPF_OFFSET = 2.7
_SUBJECTS = 100
_WORDS_OF_A_SUBJECT = 300
_THEMES_OF_A_SUBJECT = 40
_LANGUAGES = ("en", "de", "fr", "es")
_INDEXED_AT = "2026-11-21T08:00:00+00:00"
_SYLLABLES = [first + vowel for first in "bdfgklmnprstvz" for vowel in "aeiou"]
# Shares of the variance: subject, theme, document, passage.
_COMMON_LENGTH = 0.9
_SHARES = (0.2, 0.15, 0.25, 0.4)
_POWER = 0.7

Floats = NDArray[np.float32]


def build(root: Path, passages: int, embedder: Embedder) -> None:
    """Fill an empty library folder, with vectors as if computed by `embedder`."""
    root.mkdir(parents=True, exist_ok=True)
    catalog = Catalog.open(root / "catalog.sqlite")
    try:
        vectors = SyntheticVectors(embedder.dimension)
        _fill(catalog, passages // _PASSAGES_A_DOCUMENT, root / "no such folder", vectors, embedder)
        catalog.vectors.set_answering_model(embedder.fingerprint)
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
    """Return the synthetic word with this rank. Low ranks are frequent."""
    rest, last = divmod(number, len(_SYLLABLES))
    return (words(rest) if rest >= len(_SYLLABLES) else _SYLLABLES[rest]) + _SYLLABLES[last]


class SyntheticVectors:
    """Generates vectors, the same for the same arguments."""

    def __init__(self, dimension: int) -> None:
        self._order = np.random.default_rng(0)
        spread = np.arange(1, dimension + 1, dtype=np.float32) ** (-_POWER / 2)
        self._spread = spread * np.sqrt((1 - _COMMON_LENGTH**2) / (spread**2).sum())
        common = self._order.standard_normal(dimension, dtype=np.float32)
        self._common = common * (_COMMON_LENGTH / np.linalg.norm(common))
        self._subjects = self._parts(_SUBJECTS, _SHARES[0])
        self._themes = self._parts(_SUBJECTS * _THEMES_OF_A_SUBJECT, _SHARES[1])

    def of_documents(self, subjects: Sequence[int], passages: int) -> Floats:
        """Return unit vectors (documents * passages, d), grouped by document."""
        subject = np.array(subjects)
        theme = subject * _THEMES_OF_A_SUBJECT
        theme += self._order.integers(_THEMES_OF_A_SUBJECT, size=len(subject))
        centres = self._common + self._subjects[subject] + self._themes[theme]
        centres += self._parts(len(subject), _SHARES[2])
        vectors: Floats = np.repeat(centres, passages, axis=0)
        vectors += self._parts(len(vectors), _SHARES[3])
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    def _parts(self, count: int, share: float) -> Floats:
        drawn = self._order.standard_normal((count, len(self._spread)), dtype=np.float32)
        return drawn * (self._spread * np.float32(np.sqrt(share)))


def _fill(
    catalog: Catalog, documents: int, folder: Path, vectors: SyntheticVectors, embedder: Embedder
) -> None:
    name = catalog.add_folder(folder).name
    texts = _Texts()
    for first in range(0, documents, _DOCUMENTS_AT_ONCE):
        numbers = range(first, min(first + _DOCUMENTS_AT_ONCE, documents))
        subjects = [number % _SUBJECTS for number in numbers]
        with catalog.change() as change:
            for number, subject in zip(numbers, subjects, strict=True):
                metadata = DocumentMetadata(
                    title=f"Document {number}",
                    tags=(f"tag-{subject}",),
                    lang=_LANGUAGES[number % len(_LANGUAGES)],
                )
                change.put_document(DocumentRecord(
                    name, _path(number, subject), FileState(1000, number, number), metadata,
                    "md", list(texts.chunks(subject)), CHUNKER_VERSION, _INDEXED_AT,
                ))  # fmt: skip
        places = (
            chunk_number(document_number(name, _path(number, subject)), CHUNKER_VERSION, position)
            for number, subject in zip(numbers, subjects, strict=True)
            for position in range(_PASSAGES_A_DOCUMENT)
        )
        pending = catalog.vectors.pending_of(embedder.fingerprint, list(places))
        made = vectors.of_documents(subjects, _PASSAGES_A_DOCUMENT).astype("<f2")
        with catalog.change() as change:
            change.put_vectors(
                embedder.fingerprint,
                [
                    (entry.content_hash, row.tobytes())
                    for entry, row in zip(pending, made, strict=True)
                ],
            )


def _path(number: int, subject: int) -> str:
    return f"{subject}/{number}.md"


class _Texts:
    """Generates passages, the same for the same arguments."""

    def __init__(self) -> None:
        self._order = np.random.default_rng(0)
        frequency = (np.arange(1, _VOCABULARY + 1) + _ZIPF_OFFSET) ** -_ZIPF_EXPONENT
        self._up_to = np.cumsum(frequency) / frequency.sum()
        self._words = [words(rank) for rank in range(_VOCABULARY)]

    def chunks(self, subject: int) -> Iterator[Chunk]:
        drawn = self._order.random((_PASSAGES_A_DOCUMENT, _WORDS_A_PASSAGE))
        ranks = np.minimum(np.searchsorted(self._up_to, drawn), _VOCABULARY - 1)
        of_subject = ranks[:, ::5] % _WORDS_OF_A_SUBJECT
        ranks[:, ::5] = (1 + subject) * _WORDS_OF_A_SUBJECT + of_subject
        start = 0
        for position, row in enumerate(ranks.tolist()):
            text = " ".join([self._words[rank] for rank in row])
            line = 10 * position + 1
            yield Chunk(position, text, start, start + len(text), LocatorKind.LINE, line, line + 8)
            start += len(text) + 1
