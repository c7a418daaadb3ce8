"""The files of a flat vector index. A crash at any moment loses no confirmed data.

A folder contains, for epoch e:

    vectors-e.f16    row after row, little-endian f16
    records-e.i64    pairs (chunk number, document number); the n-th pair with a document belongs
                     to row n, a pair with document -1 means that the chunk was deleted
    texts-e.key      the text of each row, see VectorTexts; not needed to search
    probes-v.f16     the model's vectors of random queries (version v) and their CRC-32; not needed
                     to search
    quantised-*      an int8 copy of the vectors, see quantised.py; speeds up searches
    vectors.json     the number of valid rows and records, their CRC-32s, and the catalog generation

The first two files only grow. `vectors.json` is replaced atomically after they reached the disk, so
bytes beyond its counts are leftovers of a crash and are truncated. Compaction writes the next
epoch. Large vector files older than `vectors.json` are not verified when they are opened.
"""

from __future__ import annotations

import json
import logging
import os
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from twofold.engine.durable_files import replace_file, sync_folder
from twofold.engine.model.disk_errors import disk_first
from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.model.localized import Message, message, system_reason
from twofold.engine.stores.library_files import (
    ignoring_mapped,
    is_as_described,
    write_at,
)
from twofold.engine.stores.ports import CatalogRows, VectorRow

# --- The sidecar: the valid part of the files ---


FORMAT = 1
_SIDECAR = "vectors.json"
_REBUILD_HINT = message("It will be rebuilt automatically.")
_RECORD_BYTES = 16


@dataclass(frozen=True, slots=True)
class Sidecar:
    """Describes the valid part of the files. CRC-32s cover exactly `rows` and `records`."""

    format: int
    fingerprint: str
    dimension: int
    epoch: int
    generation: int
    rows: int
    records: int
    vectors_crc: int
    records_crc: int

    @classmethod
    def empty(cls, fingerprint: str, dimension: int) -> Sidecar:
        """Return the description of an empty index."""
        return cls(FORMAT, fingerprint, dimension, 0, 0, 0, 0, 0, 0)

    @classmethod
    def from_bytes(cls, data: bytes) -> Sidecar:
        """Decode the result of `as_bytes`. Raise ValueError if it was changed in any way."""
        sidecar = cls(**json.loads(data)["state"])
        if sidecar.as_bytes() != data:
            raise ValueError("The checksum is wrong.")
        return sidecar

    def as_bytes(self) -> bytes:
        """Encode as JSON with its own checksum."""
        state = json.dumps(asdict(self), sort_keys=True)
        checksum = blake2b(state.encode(), digest_size=16).hexdigest()
        return f'{{"checksum": "{checksum}", "state": {state}}}\n'.encode()

    @property
    def texts_name(self) -> str:
        """The file with the texts of the rows; see VectorTexts."""
        return f"texts-{self.epoch}.key"

    @property
    def vector_bytes(self) -> int:
        """Length of the valid vectors in bytes."""
        return self.rows * self.dimension * 2

    @property
    def record_bytes(self) -> int:
        """Length of the valid records in bytes."""
        return self.records * _RECORD_BYTES


def read_sidecar(folder: Path) -> Sidecar | None:
    """Return the sidecar in a folder; None if there is none.

    Raise IndexUnavailableError if it is damaged, OSError if it cannot be read.
    """
    path = folder / _SIDECAR
    if not path.exists():
        return None
    try:
        return Sidecar.from_bytes(path.read_bytes())
    except (ValueError, TypeError, KeyError) as error:
        raise unusable(message("The vector index is damaged.")) from error


def unusable(problem: Message) -> IndexUnavailableError:
    """Return the error for an index that cannot be trusted."""
    return IndexUnavailableError(problem, _REBUILD_HINT)


DELETED = -1
_BLOCK = 4 * 1024 * 1024


class VectorFiles:
    """The files of one folder; raises IndexUnavailableError if they cannot be trusted."""

    def __init__(self, folder: Path, sidecar: Sidecar) -> None:
        self.folder = folder
        self.sidecar = sidecar

    @classmethod
    def open(
        cls, folder: Path, fingerprint: str, dimension: int, *, read_only: bool
    ) -> VectorFiles:
        """Open and verify the files. A missing folder is an empty index."""
        try:
            # Without a sidecar nothing is valid, and generation 0 makes the caller fill the index.
            sidecar = read_sidecar(folder) or Sidecar.empty(fingerprint, dimension)
            files = cls(folder, sidecar)
            files._verify(fingerprint, dimension)
            if not read_only:
                files._tidy()
        except OSError as error:
            problem = message(
                "The vector index cannot be opened: {strerror}.", strerror=system_reason(error)
            )
            raise IndexUnavailableError(*disk_first(error, problem, _REBUILD_HINT)) from error
        return files

    @classmethod
    def open_changed(cls, known: VectorFiles) -> tuple[VectorFiles, bool] | None:
        """Reopen the files for reading if another process has changed them, else return None.

        Also return whether data was only appended to the known files. In that case, data that was
        verified before is not read again.
        """
        try:
            sidecar = read_sidecar(known.folder)
            if sidecar is None or sidecar == known.sidecar:
                return None
            files = cls(known.folder, sidecar)
            if files.continues(known):
                return files, True
            old = known.sidecar
            return cls.open(known.folder, old.fingerprint, old.dimension, read_only=True), False
        except OSError as error:
            problem = message(
                "The vector index cannot be read: {strerror}.", strerror=system_reason(error)
            )
            raise IndexUnavailableError(*disk_first(error, problem, _REBUILD_HINT)) from error

    @classmethod
    def open_any(cls, folder: Path) -> VectorFiles:
        """Open and verify the files of any model for reading."""
        sidecar = read_sidecar(folder)
        if sidecar is None:
            raise unusable(message("The vector index is empty."))
        return cls.open(folder, sidecar.fingerprint, sidecar.dimension, read_only=True)

    def are_unchanged(self) -> bool:
        """Return whether all rows known so far are still in the folder, at the same positions."""
        sidecar = read_sidecar(self.folder)
        return sidecar is not None and VectorFiles(self.folder, sidecar).continues(self)

    @property
    def vectors_path(self) -> Path:
        """The path of the file with the matrix of vectors."""
        return self.folder / f"vectors-{self.sidecar.epoch}.f16"

    @property
    def records_path(self) -> Path:
        """The path of the file with the chunk and document of each vector."""
        return self.folder / f"records-{self.sidecar.epoch}.i64"

    def matrix(self) -> NDArray[np.float16]:
        """Map the valid rows: (rows, dimension), read-only."""
        shape = (self.sidecar.rows, self.sidecar.dimension)
        if self.sidecar.rows == 0:
            return np.empty(shape, dtype="<f2")
        return np.memmap(self.vectors_path, dtype="<f2", mode="r", shape=shape)

    def records(self, first: int = 0) -> NDArray[np.int64]:
        """Read the valid records from number `first` on: (records, 2)."""
        count = self.sidecar.records - first
        if count == 0:
            return np.empty((0, 2), dtype=np.int64)
        start = first * _RECORD_BYTES
        flat = np.fromfile(self.records_path, dtype="<i8", count=count * 2, offset=start)
        return flat.reshape(-1, 2).astype(np.int64, copy=False)

    def append(
        self, vectors: NDArray[np.float16], records: NDArray[np.int64], generation: int
    ) -> None:
        """Append rows and records durably. They become valid when the sidecar is replaced."""
        old = self.sidecar
        vector_bytes = vectors.astype("<f2", copy=False).tobytes()
        record_bytes = records.astype("<i8", copy=False).tobytes()
        write_at(self.vectors_path, old.vector_bytes, vector_bytes)
        write_at(self.records_path, old.record_bytes, record_bytes)
        if old.rows == 0:
            sync_folder(self.folder)
        new = replace(
            old,
            generation=generation,
            rows=old.rows + len(vectors),
            records=old.records + len(records),
            vectors_crc=zlib.crc32(vector_bytes, old.vectors_crc),
            records_crc=zlib.crc32(record_bytes, old.records_crc),
        )
        self._confirm(new)

    def rewrite(self, vectors: NDArray[np.float16], records: NDArray[np.int64]) -> None:
        """Start the next epoch with exactly these rows. Old files are removed when unmapped."""
        before = self.sidecar
        empty = Sidecar.empty(before.fingerprint, before.dimension)
        self.sidecar = replace(empty, epoch=before.epoch + 1, generation=before.generation)
        try:
            # The files of the old epoch are valid until the new sidecar is in place.
            self.append(vectors, records, before.generation)
        except BaseException:
            self.sidecar = before
            raise
        self._remove_leftovers()

    def _confirm(self, new: Sidecar) -> None:
        replace_file(self.folder / _SIDECAR, new.as_bytes())
        self.sidecar = new

    def _verify(self, fingerprint: str, dimension: int) -> None:
        known = self.sidecar
        if known.format != FORMAT:
            raise unusable(message("The vector index was created by another version of Twofold."))
        if (known.fingerprint, known.dimension) != (fingerprint, dimension):
            raise unusable(message("The vector index belongs to another model."))
        if not self._has_vectors():
            raise unusable(message("The vector index is damaged."))
        if _crc(self.records_path, known.record_bytes) != known.records_crc:
            raise unusable(message("The vector index is damaged."))

    def _has_vectors(self) -> bool:
        known, path = self.sidecar, self.vectors_path
        if known.rows and path.exists() and is_as_described(path, self.folder / _SIDECAR):
            return path.stat().st_size >= known.vector_bytes
        return _crc(path, known.vector_bytes) == known.vectors_crc

    def continues(self, known: VectorFiles) -> bool:
        """Return whether these are the known files with appended data."""
        old, new = known.sidecar, self.sidecar
        same = replace(
            new,
            generation=old.generation,
            rows=old.rows,
            records=old.records,
            vectors_crc=old.vectors_crc,
            records_crc=old.records_crc,
        )
        if same != old or new.rows < old.rows or new.records < old.records:
            return False
        vectors_crc = _crc(self.vectors_path, new.vector_bytes, old.vector_bytes, old.vectors_crc)
        records_crc = _crc(self.records_path, new.record_bytes, old.record_bytes, old.records_crc)
        return (vectors_crc, records_crc) == (new.vectors_crc, new.records_crc)

    def _tidy(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._remove_leftovers()
        for path, length in (
            (self.vectors_path, self.sidecar.vector_bytes),
            (self.records_path, self.sidecar.record_bytes),
        ):
            if path.exists() and path.stat().st_size > length:
                with ignoring_mapped():
                    os.truncate(path, length)
        described = self.folder / _SIDECAR
        if self.sidecar.rows and not is_as_described(self.vectors_path, described):
            os.utime(described)  # data read now need not be read at the next opening

    def _remove_leftovers(self) -> None:
        texts_path = self.folder / self.sidecar.texts_name
        current = {self.vectors_path, self.records_path, texts_path}
        for pattern in ("vectors-*.f16", "records-*.i64", "texts-*.key"):
            for path in self.folder.glob(pattern):
                if path not in current:
                    with ignoring_mapped():
                        path.unlink()


def last_of_each(numbers: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the distinct numbers, ascending, and the index of the last occurrence of each."""
    order = np.argsort(numbers)
    ordered = numbers[order]
    starts = np.flatnonzero(np.diff(ordered, prepend=ordered[:1] - 1))
    return ordered[starts], np.maximum.reduceat(order, starts) if len(starts) else order


def live_rows_of(records: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the live rows, ascending. Only the last record of each chunk is valid."""
    last = np.sort(last_of_each(records[:, 0])[1])
    is_put = records[:, 1] != DELETED
    rows: NDArray[np.int64] = (np.cumsum(is_put) - 1)[last[is_put[last]]]
    return rows


def _crc(path: Path, length: int, start: int = 0, crc: int = 0) -> int | None:
    """Return the CRC-32 of the first `length` bytes; None if there are fewer.

    `crc` is the known CRC-32 of the first `start` bytes. These bytes are not read again.
    """
    left = length - start
    if left == 0:
        return crc
    if not path.exists():
        return None
    with path.open("rb") as file:
        file.seek(start)
        while left:
            block = file.read(min(left, _BLOCK))
            if not block:
                return None
            crc = zlib.crc32(block, crc)
            left -= len(block)
    return crc


logger = logging.getLogger(__name__)

_HASH_BYTES = 16
_TEXT_BYTES = 20
_UNKNOWN = bytes(_TEXT_BYTES)
_ROWS_AT_ONCE = 8192


class VectorTexts:
    """The texts file of one epoch of a vector index."""

    def __init__(self, folder: Path, sidecar: Sidecar) -> None:
        self.path = folder / sidecar.texts_name

    def note(
        self, numbers: NDArray[np.int64], matrix: NDArray[np.float16], catalog_rows: CatalogRows
    ) -> None:
        """Append a record for each row of `matrix` that has none yet.

        `numbers[i]` is the chunk number of row i. `catalog_rows` looks up chunks in the catalog,
        with which the index must be up to date. Raise OSError if the disk is full.
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
    """Yield a fingerprint and the vectors of the model for each vector index below `folder`.

    The vectors are pairs of content hash and little-endian f16 bytes. Unreadable data is skipped.
    """
    for place in sorted(folder.iterdir()) if folder.is_dir() else ():
        try:
            sidecar = read_sidecar(place)
        except (OSError, IndexUnavailableError) as error:
            logger.warning("no vectors of %s can be recovered: %s", place, error)
            continue
        if sidecar is not None:
            yield sidecar.fingerprint, _verified_rows(place, sidecar)


def _verified_rows(folder: Path, sidecar: Sidecar) -> Iterator[tuple[bytes, bytes]]:
    row_bytes = sidecar.dimension * 2
    try:
        with (
            VectorTexts(folder, sidecar).path.open("rb") as texts,
            (folder / f"vectors-{sidecar.epoch}.f16").open("rb") as rows,
        ):
            while records := texts.read(_TEXT_BYTES * _ROWS_AT_ONCE):
                yield from _verified(records, rows.read(row_bytes * _ROWS_AT_ONCE), row_bytes)
    except OSError as error:
        logger.info("vectors of %s cannot be recovered: %s", folder, error.strerror)


def _verified(records: bytes, rows: bytes, row_bytes: int) -> Iterator[tuple[bytes, bytes]]:
    for number in range(min(len(records) // _TEXT_BYTES, len(rows) // row_bytes)):
        record = records[number * _TEXT_BYTES : (number + 1) * _TEXT_BYTES]
        vector = rows[number * row_bytes : (number + 1) * row_bytes]
        text = record[:_HASH_BYTES]
        if record == _record(text, vector):
            yield text, vector


def _records(chunks: Sequence[int], vectors: Sequence[bytes], kept: Iterable[VectorRow]) -> bytes:
    """Encode the records of rows.

    A row that differs from the catalog was deleted; its text is recorded as unknown.
    """
    texts = {(row.chunk_number, row.vector): row.content_hash for row in kept}
    pairs = zip(chunks, vectors, strict=True)
    return b"".join(
        _record(texts[chunk, vector], vector) if (chunk, vector) in texts else _UNKNOWN
        for chunk, vector in pairs
    )


def _record(text: bytes, vector: bytes) -> bytes:
    return text + zlib.crc32(vector, zlib.crc32(text)).to_bytes(4, "little")


# --- The vectors of random queries, which measure how near passages are by chance ---

_PROBES = "probes-{version}.f16"
_CRC_BYTES = 4


def save_probes(folder: Path, version: str, vectors: NDArray[np.float16]) -> None:
    """Save the vectors (n, dimension) of random queries.

    They replace the vectors of another version.
    """
    name = _PROBES.format(version=version)
    data = vectors.astype("<f2", copy=False).tobytes()
    replace_file(folder / name, data + zlib.crc32(data).to_bytes(_CRC_BYTES, "little"))
    for path in folder.glob(_PROBES.format(version="*")):
        if path.name != name:
            path.unlink(missing_ok=True)


def read_probes(folder: Path, version: str, dimension: int) -> NDArray[np.float16] | None:
    """Return the vectors saved by `save_probes`; None if there are no valid ones."""
    try:
        data = (folder / _PROBES.format(version=version)).read_bytes()
    except OSError:
        return None
    vectors, crc = data[:-_CRC_BYTES], data[-_CRC_BYTES:]
    if not vectors or len(vectors) % (2 * dimension):
        return None
    if zlib.crc32(vectors).to_bytes(_CRC_BYTES, "little") != crc:
        return None
    return np.frombuffer(vectors, dtype="<f2").reshape(-1, dimension)
