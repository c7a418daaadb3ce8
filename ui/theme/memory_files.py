"""Files that Qt reads from memory, for whatever takes a path and nothing else.

A style sheet asks for pictures by path. Written to disk they would be left behind by every program
that is killed; as resources they end with it.
"""

from __future__ import annotations

import struct
from functools import cache

from PySide6.QtCore import QResource

_ROOT = "/twofold"
_VERSION = 1
_DIRECTORY, _PLAIN = 2, 0
_ANY_TERRITORY, _ANY_LANGUAGE = 0, 1
_HEADER = struct.Struct(">4s4I")
_NODE = struct.Struct(">IHII")
_FILE_NODE = struct.Struct(">IHHHI")


@cache  # also what keeps the bytes alive: Qt reads them where they lie
def _register(name: str, content: bytes) -> bytes:
    packed = _pack(name, content)
    if not QResource.registerResourceData(packed, _ROOT):
        raise ValueError(f"Qt does not take '{name}' as a resource.")
    return packed


def memory_file(name: str, content: bytes) -> str:
    """Return a path below ':/' under which Qt reads `content`, until the process ends.

    The same `name` must always come with the same `content`.
    """
    _register(name, content)
    return f":{_ROOT}/{name}"


def _pack(name: str, content: bytes) -> bytes:
    """Return a directory with one file, as rcc writes it (format 1: QtCore, qresource.cpp)."""
    letters = name.encode("utf-16-be")
    names = struct.pack(">HI", len(letters) // 2, _hash(letters)) + letters
    data = struct.pack(">I", len(content)) + content
    tree = _NODE.pack(0, _DIRECTORY, 1, 1)
    tree += _FILE_NODE.pack(0, _PLAIN, _ANY_TERRITORY, _ANY_LANGUAGE, 0)
    names_at = _HEADER.size + len(tree)
    data_at = names_at + len(names)
    header = _HEADER.pack(b"qres", _VERSION, _HEADER.size, data_at, names_at)
    return header + tree + names + data


def _hash(letters: bytes) -> int:
    """Return the hash by which Qt finds a name (`qt_hash`, of UTF-16 units)."""
    value = 0
    for (unit,) in struct.iter_unpack(">H", letters):
        value = (value << 4) + unit
        value ^= (value & 0xF0000000) >> 23
        value &= 0x0FFFFFFF
    return value
