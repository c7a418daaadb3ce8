"""What the catalog and the indexes exchange."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class VectorRow:
    """A chunk with its vector, which is little-endian f16, and the hash of what was embedded."""

    chunk_number: int
    document_number: int
    vector: bytes
    content_hash: bytes
