"""Stable identities.

Documents and chunks are named by 63-bit hashes, so that the same files give the same ids in every
library, whatever order they were read in. An id is the number written as 16 hexadecimal digits;
numbers sort like ids. With a million chunks the chance of one collision is 5 in 10^8.
"""

from __future__ import annotations

from hashlib import blake2b

_MASK = (1 << 63) - 1


def document_number(folder: str, path: str) -> int:
    """Identify the file at `path` (inside the library folder called `folder`)."""
    return _hash(f"{folder}\0{path}")


def chunk_number(document: int, chunker_version: str, position: int) -> int:
    """Identify the chunk at `position` (from 0) of a document."""
    return _hash(f"{document}\0{chunker_version}\0{position}")


def as_id(number: int) -> str:
    """Write a number as an id."""
    return f"{number:016x}"


def as_number(identifier: str) -> int:
    """Read an id back; raise ValueError when it is none."""
    return int(identifier, 16)


def content_hash(text: str) -> bytes:
    """Identify a text for the embedding cache (16 bytes)."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _hash(name: str) -> int:
    digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big") & _MASK
