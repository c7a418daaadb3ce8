"""An int8 copy of the vectors, which rules out rows so that few are compared exactly.

A row x of unit length is stored as `centre + step * codes` with 8-bit codes and its own step.
Cosines of sentence models are close together (those of e5 between .75 and .9). Therefore the centre
is the mean of the vectors, and the codes encode only the difference from it. The rounding error of
every row is known, and by the Cauchy-Schwarz inequality also the maximum error of a product with a
query. A scan of the copy therefore gives each cosine as an interval. Rows whose interval is below
the k-th best one are dropped and all others are compared exactly: the result is that of a scan of
the vectors themselves, with half the memory traffic. For 100 hits of 100,000 vectors about 300 to
500 rows are left.

The copy is derived data, written completely by the builder process (see graph.py):

    quantised-e-n.i8   centre (d float32), steps (n float32) and codes (n * d int8) of the first n
                       rows of vector file e
    quantised.json     its size and hash, and the bounds of the rounding errors

Rows after the first n are compared exactly. A damaged copy could omit hits, so it is hashed before
use, unless it is large and older than its description.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numkong
import numpy as np
from numpy.typing import NDArray

from twofold.engine.durable_files import replace_file, sync_file, sync_folder
from twofold.engine.stores.library_files import checksum, remove_others
from twofold.engine.stores.vectors.derived_file import verified_file
from twofold.engine.stores.vectors.files import Sidecar

Half = NDArray[np.float16]
Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]

DESCRIPTION = "quantised.json"
_FORMAT = 1
_MAX_CODE = 127
_ROWS_PER_BLOCK = 8192
_CENTRE_ROWS = 4096
# Covers the rounding of the exact kernel (measured: 1e-6), of float32 and to six decimals.
_TOLERANCE = 1e-5


@dataclass(frozen=True, slots=True)
class QuantisedDescription:
    """Describes a copy: the first `rows` rows of vector file `epoch`, including deleted ones.

    Three values are maxima over all rows: `rounding` is the length of the rounding error and
    `along_centre` the component of the rounding error along the centre, both in steps of the row;
    `length` is the length of a decoded row without the centre.
    """

    format: int
    fingerprint: str
    dimension: int
    epoch: int
    rows: int
    size: int
    checksum: str
    rounding: float
    along_centre: float
    length: float

    @property
    def file_name(self) -> str:
        """Name of the file with the codes."""
        return f"quantised-{self.epoch}-{self.rows}.i8"

    def fits(self, vectors: Sidecar) -> bool:
        """Return whether this is a copy of these vectors in a format that can be read."""
        found = (self.format, self.fingerprint, self.dimension, self.epoch)
        wanted = (_FORMAT, vectors.fingerprint, vectors.dimension, vectors.epoch)
        return found == wanted and self.rows <= vectors.rows


@dataclass(frozen=True, slots=True, eq=False)
class QuantisedRows:
    """A verified copy, mapped from disk. Thread-safe."""

    description: QuantisedDescription
    centre: Floats
    steps: Floats
    codes: NDArray[np.int8]

    @classmethod
    def open(
        cls, folder: Path, vectors: Sidecar, *, may_write: bool = False
    ) -> QuantisedRows | None:
        """Open the copy of these vectors; None if there is none that can be trusted.

        With `may_write`, a copy with more rows than the vector file is discarded: these rows are
        lost, and new rows will take their numbers.
        """
        description = read_description(folder)
        try:
            path = verified_file(description, folder / DESCRIPTION, vectors, may_write=may_write)
            if description is None or path is None:
                return None
            return cls._mapped(path, description)
        except (ValueError, OSError):
            return None

    @classmethod
    def _mapped(cls, path: Path, description: QuantisedDescription) -> QuantisedRows:
        rows, dimension = description.rows, description.dimension
        # Plain arrays, because slicing a memmap costs ten times as much as slicing an array.
        numbers = np.asarray(np.memmap(path, dtype="<f4", mode="r", shape=(dimension + rows,)))
        offset, shape = numbers.nbytes, (rows, dimension)
        codes = np.asarray(np.memmap(path, dtype=np.int8, mode="r", offset=offset, shape=shape))
        return cls(description, numbers[:dimension], numbers[dimension:], codes)

    @property
    def rows(self) -> int:
        """The number of rows of the vector file in the copy."""
        return self.description.rows

    def cosines(self, query: Half, rows: Numbers | None = None) -> tuple[Floats, Floats, float]:
        """Return approximate cosines of `query` (dimension,) with `rows` (n,), or with all rows.

        Also return the maximum errors: one for each row, and one that is added for all of them.
        """
        about = self.description
        unit = query.astype(np.float32)
        unit /= max(float(np.linalg.norm(unit)), float(np.finfo(np.float32).tiny))
        step = max(float(np.abs(unit).max()), float(np.finfo(np.float32).tiny)) / _MAX_CODE
        coded = np.rint(unit / step).astype(np.int8)
        codes = self.codes if rows is None else self.codes[rows]
        steps = self.steps if rows is None else self.steps[rows]
        products = np.asarray(numkong.cdist(coded[None, :], codes, "dot"))[0]
        found = products.astype(np.float32)
        found *= steps
        found *= np.float32(step)
        found += np.float32(unit @ self.centre)
        direction = _direction(self.centre)
        along = float(unit @ direction)
        across = float(np.linalg.norm(unit - np.float32(along) * direction))
        errors = steps * np.float32(abs(along) * about.along_centre + across * about.rounding)
        of_query = float(np.linalg.norm(unit - np.float32(step) * coded)) * about.length
        return found, errors, of_query + _TOLERANCE

    def contenders(self, query: Half, limit: int, rows: Numbers) -> Numbers:
        """Return the `rows` (ascending) that may be among the `limit` nearest."""
        known = int(np.searchsorted(rows, self.rows))
        if known <= limit:
            return rows
        found, errors, for_all = self._cosines_of_some(query, rows[:known])
        lowest = found - errors
        cut = float(np.partition(lowest, known - limit)[known - limit]) - 2 * for_all
        return np.concatenate([rows[:known][found + errors >= cut], rows[known:]])

    def at_least(self, query: Half, least: float, rows: Numbers) -> Numbers:
        """Return the `rows` (ascending) whose cosine with `query` may be at least `least`."""
        known = int(np.searchsorted(rows, self.rows))
        if not known:
            return rows
        found, errors, for_all = self._cosines_of_some(query, rows[:known])
        return np.concatenate([rows[:known][found + errors >= least - for_all], rows[known:]])

    def _cosines_of_some(self, query: Half, rows: Numbers) -> tuple[Floats, Floats, float]:
        if len(rows) <= _GATHER_SHARE * self.rows:
            return self.cosines(query, rows)
        found, errors, for_all = self.cosines(query)
        if len(rows) == self.rows:
            return found, errors, for_all
        return found[rows], errors[rows], for_all


# Above this share of rows, comparing all is cheaper than gathering some.
_GATHER_SHARE = 0.2


def write_quantised(
    folder: Path,
    matrix: Half,
    vectors: Sidecar,
    *,
    check: Callable[[], None] = lambda: None,
) -> None:
    """Write and describe the copy of all rows of `matrix`, unless it is complete already.

    `check` raises if the copy is no longer wanted. Raise OSError on a full disk.
    """
    there = QuantisedRows.open(folder, vectors)
    if there is not None and there.rows == vectors.rows:
        return
    rows = len(matrix)
    centre = _centre(matrix)
    direction = _direction(centre)
    steps = np.empty(rows, dtype="<f4")
    rounding = along = length = 0.0
    temporary = folder / f"quantised-{os.getpid()}.tmp"
    try:
        with temporary.open("wb") as file:
            file.write(centre.astype("<f4").tobytes())
            file.write(steps.tobytes())
            for first in range(0, rows, _ROWS_PER_BLOCK):
                some = slice(first, first + _ROWS_PER_BLOCK)
                codes, steps[some], errors, decoded = _quantised(matrix[some], centre)
                relative = errors / steps[some, None]
                rounding = max(rounding, float(np.linalg.norm(relative, axis=1).max()))
                along = max(along, float(np.abs(relative @ direction).max()))
                length = max(length, float(np.linalg.norm(decoded, axis=1).max()))
                file.write(codes.tobytes())
            file.seek(centre.nbytes)
            file.write(steps.tobytes())
        sync_file(temporary)
        description = QuantisedDescription(
            format=_FORMAT,
            fingerprint=vectors.fingerprint,
            dimension=vectors.dimension,
            epoch=vectors.epoch,
            rows=rows,
            size=temporary.stat().st_size,
            checksum=checksum(temporary),
            rounding=rounding,
            along_centre=along,
            length=length,
        )
        check()
        temporary.replace(folder / description.file_name)
    finally:
        temporary.unlink(missing_ok=True)
    sync_folder(folder)
    replace_file(folder / DESCRIPTION, json.dumps(asdict(description), sort_keys=True).encode())
    remove_others(folder / description.file_name, "quantised-*.i8", "quantised-*.tmp")


def _centre(matrix: Half) -> Floats:
    """Return the mean of rows spread over the matrix, each normalised."""
    spread = matrix[:: max(1, len(matrix) // _CENTRE_ROWS)]
    centre: Floats = _unit(spread).mean(axis=0)
    return centre


def _direction(centre: Floats) -> Floats:
    return centre / np.float32(max(float(np.linalg.norm(centre)), 1e-12))


def _unit(rows: Half) -> Floats:
    """Return normalised rows (n, d); zero rows are unchanged."""
    wide = rows.astype(np.float32)
    lengths = np.linalg.norm(wide, axis=1, keepdims=True)
    unit: Floats = wide / np.maximum(lengths, np.finfo(np.float32).tiny)
    return unit


def _quantised(rows: Half, centre: Floats) -> tuple[NDArray[np.int8], Floats, Floats, Floats]:
    """Return codes (n, d), steps (n,), rounding errors (n, d), and the decoded rows.

    The decoded rows do not include the centre.
    """
    centred = _unit(rows) - centre
    peaks = np.abs(centred).max(axis=1)
    steps = np.maximum(peaks / _MAX_CODE, np.float32(1e-12)).astype(np.float32)
    codes = np.rint(centred / steps[:, None]).astype(np.int8)
    decoded = codes * steps[:, None]
    return codes, steps, centred - decoded, decoded


def read_description(folder: Path) -> QuantisedDescription | None:
    """Return the description of the copy in `folder`; None when there is none."""
    try:
        return QuantisedDescription(**json.loads((folder / DESCRIPTION).read_bytes()))
    except (OSError, ValueError, TypeError):
        return None
