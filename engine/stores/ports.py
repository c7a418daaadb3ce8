"""What the catalog and the indexes exchange: neither imports the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

SavedVectors = Callable[[], Iterable[tuple[str, Iterable[tuple[bytes, bytes]]]]]
"""Yields for each model its fingerprint and pairs of content hash and little-endian f16 vector."""


@dataclass(frozen=True, slots=True)
class VectorRow:
    """A chunk with its vector, which is little-endian f16, and the hash of what was embedded."""

    chunk_number: int
    document_number: int
    vector: bytes
    content_hash: bytes
