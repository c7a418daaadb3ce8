"""The description of a flat vector index: what of its files counts, and up to where."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path

from engine.core.errors import IndexUnavailableError

FORMAT = 1
SIDECAR = "vectors.json"
REBUILD_HINT = "It is rebuilt from the catalog."
_RECORD_BYTES = 16


@dataclass(frozen=True, slots=True)
class Sidecar:
    """What of the files counts. CRC-32s are over exactly `rows` and `records`."""

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
        """Describe an index without vectors that has seen no change."""
        return cls(FORMAT, fingerprint, dimension, 0, 0, 0, 0, 0, 0)

    @classmethod
    def from_bytes(cls, data: bytes) -> Sidecar:
        """Read what `as_bytes` wrote; ValueError when a single character is not as written."""
        sidecar = cls(**json.loads(data)["state"])
        if sidecar.as_bytes() != data:
            raise ValueError("The checksum does not fit.")
        return sidecar

    def as_bytes(self) -> bytes:
        """Write as JSON with a checksum of its own."""
        state = json.dumps(asdict(self), sort_keys=True)
        checksum = blake2b(state.encode(), digest_size=16).hexdigest()
        return f'{{"checksum": "{checksum}", "state": {state}}}\n'.encode()

    @property
    def texts_name(self) -> str:
        """The file that says of which texts the rows are; see texts.py."""
        return f"texts-{self.epoch}.key"

    @property
    def vector_bytes(self) -> int:
        """Length of the vectors that count."""
        return self.rows * self.dimension * 2

    @property
    def record_bytes(self) -> int:
        """Length of the records that count."""
        return self.records * _RECORD_BYTES


def read_sidecar(folder: Path) -> Sidecar | None:
    """Return the description in a folder; None when there is none.

    Raise IndexUnavailableError when it is damaged, OSError when it cannot be read.
    """
    path = folder / SIDECAR
    if not path.exists():
        return None
    try:
        return Sidecar.from_bytes(path.read_bytes())
    except (ValueError, TypeError, KeyError) as error:
        raise unusable("The vector index has a damaged description.") from error


def unusable(message: str) -> IndexUnavailableError:
    """Return the error of an index that cannot be trusted."""
    return IndexUnavailableError(message, REBUILD_HINT)
