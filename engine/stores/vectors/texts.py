"""Whose text each row of the vector files is, so that vectors outlive the catalog.

Computing vectors takes days for a large library, and the catalog keeps them by their text. When it
is lost, this file beside the matrix still says of which text each row is:

    texts-e.key      for row n its n-th 20 bytes: the content hash of the text (16 bytes), and the
                     CRC-32 of this hash and the row (u32, little-endian); zeros where nobody knows

A record proves itself, so the file needs no sidecar: what is damaged or out of step does not fit
its row and is not believed. A program that does not know the file may ignore it.
"""

from __future__ import annotations

import logging
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.model.errors import IndexUnavailableError
from engine.stores.durable_files import write_at
from engine.stores.ports import CatalogRows, VectorRow
from engine.stores.vectors.files import Sidecar, read_sidecar

logger = logging.getLogger(__name__)

_HASH_BYTES = 16
_TEXT_BYTES = 20
_UNKNOWN = bytes(_TEXT_BYTES)
_ROWS_AT_ONCE = 8192


class VectorTexts:
    """The file of one epoch of a vector index."""

    def __init__(self, folder: Path, sidecar: Sidecar) -> None:
        self.path = folder / sidecar.texts_name

    def note(
        self, numbers: NDArray[np.int64], matrix: NDArray[np.float16], catalog_rows: CatalogRows
    ) -> None:
        """Record of which text each row is that has no record yet; OSError on a full disk.

        `numbers` are the chunks of the rows of `matrix`.

        `catalog_rows` gives what the catalog has of chunks. Call it when both are in step.
        """
        for first in range(self._known(len(numbers)), len(numbers), _ROWS_AT_ONCE):
            rows = slice(first, first + _ROWS_AT_ONCE)
            chunks = numbers[rows].tolist()
            vectors = [vector.tobytes() for vector in matrix[rows]]
            records = _records(chunks, vectors, catalog_rows(chunks))
            write_at(self.path, first * _TEXT_BYTES, records)

    def _known(self, rows: int) -> int:
        try:
            return min(self.path.stat().st_size // _TEXT_BYTES, rows)
        except FileNotFoundError:
            return 0


def saved_vectors(folder: Path) -> Iterator[tuple[str, Iterator[tuple[bytes, bytes]]]]:
    """Yield what the vector indexes below `folder` hold: a model's fingerprint, and its vectors.

    These are pairs of content hash and little-endian f16 bytes. What cannot be read is left out.
    """
    for place in sorted(folder.iterdir()) if folder.is_dir() else ():
        try:
            sidecar = read_sidecar(place)
        except (OSError, IndexUnavailableError) as error:
            logger.warning("no vectors can be kept of %s: %s", place, error)
            continue
        if sidecar is not None:
            yield sidecar.fingerprint, _proven_rows(place, sidecar)


def _proven_rows(folder: Path, sidecar: Sidecar) -> Iterator[tuple[bytes, bytes]]:
    row_bytes = sidecar.dimension * 2
    try:
        with (
            VectorTexts(folder, sidecar).path.open("rb") as texts,
            (folder / f"vectors-{sidecar.epoch}.f16").open("rb") as rows,
        ):
            while records := texts.read(_TEXT_BYTES * _ROWS_AT_ONCE):
                yield from _proven(records, rows.read(row_bytes * _ROWS_AT_ONCE), row_bytes)
    except OSError as error:
        logger.info("vectors of %s cannot be kept: %s", folder, error.strerror)


def _proven(records: bytes, rows: bytes, row_bytes: int) -> Iterator[tuple[bytes, bytes]]:
    for number in range(min(len(records) // _TEXT_BYTES, len(rows) // row_bytes)):
        record = records[number * _TEXT_BYTES : (number + 1) * _TEXT_BYTES]
        vector = rows[number * row_bytes : (number + 1) * row_bytes]
        text = record[:_HASH_BYTES]
        if record == _record(text, vector):
            yield text, vector


def _records(chunks: Sequence[int], vectors: Sequence[bytes], kept: Iterable[VectorRow]) -> bytes:
    """Describe rows, those only that the catalog holds just so: others are dead."""
    texts = {(row.chunk_number, row.vector): row.content_hash for row in kept}
    pairs = zip(chunks, vectors, strict=True)
    return b"".join(
        _record(texts[chunk, vector], vector) if (chunk, vector) in texts else _UNKNOWN
        for chunk, vector in pairs
    )


def _record(text: bytes, vector: bytes) -> bytes:
    return text + zlib.crc32(vector, zlib.crc32(text)).to_bytes(4, "little")
