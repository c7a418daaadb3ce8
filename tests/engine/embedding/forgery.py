"""Falsifying single fields of a GGUF file."""

from __future__ import annotations

import struct
from pathlib import Path


def forge_value(path: Path, key: str, layout: str, value: float) -> None:
    """Overwrite the scalar stored under `key` (struct layout, little-endian)."""
    data = bytearray(path.read_bytes())
    position = data.index(key.encode()) + len(key) + 4  # the key is followed by its kind, u32
    struct.pack_into("<" + layout, data, position, value)
    path.write_bytes(data)


def forge_kind(path: Path, key: str, kind: int) -> None:
    """Overwrite the kind of the value stored under `key`."""
    data = bytearray(path.read_bytes())
    struct.pack_into("<I", data, data.index(key.encode()) + len(key), kind)
    path.write_bytes(data)


def forge_array_length(path: Path, key: str, length: int) -> None:
    """Overwrite the length of the array stored under `key`."""
    data = bytearray(path.read_bytes())
    struct.pack_into("<Q", data, data.index(key.encode()) + len(key) + 8, length)
    path.write_bytes(data)


def forge_tensor(
    path: Path,
    name: str,
    *,
    dimensions: int | None = None,
    first_side: int | None = None,
    kind: int | None = None,
    offset: int | None = None,
) -> None:
    """Overwrite fields of a tensor of two dimensions."""
    data = bytearray(path.read_bytes())
    position = data.index(struct.pack("<Q", len(name)) + name.encode()) + 8 + len(name)
    fields = ((dimensions, "I", 0), (first_side, "Q", 4), (kind, "I", 20), (offset, "Q", 24))
    for value, layout, place in fields:
        if value is not None:
            struct.pack_into("<" + layout, data, position + place, value)
    path.write_bytes(data)
