"""The slot in which a loaded library keeps the address of a function of another library (ELF).

Calls between libraries go through such slots, which relocations name (System V gABI, chapter 5;
elf(5), dlinfo(3)). A call can so be led elsewhere without changing either library.
"""

from __future__ import annotations

import ctypes
import mmap
import struct
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import NamedTuple

_LINK_MAP = 2  # RTLD_DI_LINKMAP
_READ, _WRITE = 1, 2  # PROT_READ, PROT_WRITE
_STRINGS, _STRINGS_SIZE, _SYMBOLS = 5, 10, 6  # DT_STRTAB, DT_STRSZ, DT_SYMTAB
_TABLES = ((23, 2), (7, 8))  # DT_JMPREL and DT_PLTRELSZ, DT_RELA and DT_RELASZ
_RELOCATION = struct.Struct("<QQq")
_SYMBOL_BYTES = 24
_WORD = 8


class _Library(NamedTuple):
    """Where a library was loaded, and what its dynamic section says."""

    base: int
    dynamic: Mapping[int, int]

    def address(self, tag: int) -> int:
        """Return an address of the dynamic section; not every system has added the base."""
        value = self.dynamic[tag]
        return value if value >= self.base else value + self.base


def lead_elsewhere(library: ctypes.CDLL, name: str, function: int, other: int) -> bool:
    """Let `library` call `other` where it calls the function `name` of another library.

    Both are addresses. Nothing is changed, and False returned, unless its slot is found and holds
    just the address of `function`: so it does once it was called, and nobody else has led it away.
    """
    slot = find_slot(library, name)
    if not slot:
        return False
    held = ctypes.c_uint64.from_address(slot)
    if held.value != function:
        return False
    rights, page = _rights(slot), slot // mmap.PAGESIZE * mmap.PAGESIZE
    if "r" not in rights:
        return False
    if "w" in rights:
        held.value = other
        return True
    # Slots that are filled at the start are made read-only after that (RELRO).
    if not _protect(page, _READ | _WRITE):
        return False
    held.value = other
    return _protect(page, _READ)


def find_slot(library: ctypes.CDLL, name: str) -> int:
    """Return the address of the slot of a function; 0 where there is none that can be found."""
    if sys.platform != "linux" or struct.calcsize("P") != _WORD or sys.byteorder != "little":
        return 0
    with suppress(AttributeError, KeyError):
        loaded = _loaded(library)
        return next(_slots(loaded, name.encode() + b"\0"), 0) if loaded else 0
    return 0


def _loaded(library: ctypes.CDLL) -> _Library | None:
    tell = ctypes.CDLL(None).dlinfo
    tell.argtypes = (ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)
    link_map = ctypes.c_void_p()
    handle = library._handle  # noqa: SLF001 - what dlopen returned
    if tell(handle, _LINK_MAP, ctypes.byref(link_map)) or not link_map.value:
        return None
    base, _, dynamic = (ctypes.c_uint64 * 3).from_address(link_map.value)
    return _Library(base, dict(_entries(dynamic)))


def _entries(address: int) -> Iterator[tuple[int, int]]:
    for number in count():
        tag, value = (ctypes.c_uint64 * 2).from_address(address + 2 * _WORD * number)
        if not tag:
            return
        yield tag, value


def _slots(loaded: _Library, name: bytes) -> Iterator[int]:
    strings = ctypes.string_at(loaded.address(_STRINGS), loaded.dynamic[_STRINGS_SIZE])
    symbols = loaded.address(_SYMBOLS)
    for table, size in _TABLES:
        if table not in loaded.dynamic:
            continue
        rows = ctypes.string_at(loaded.address(table), loaded.dynamic[size])
        for offset, info, _ in _RELOCATION.iter_unpack(rows):
            symbol = symbols + _SYMBOL_BYTES * (info >> 32)
            if strings.startswith(name, ctypes.c_uint32.from_address(symbol).value):
                yield loaded.base + offset


def _rights(address: int) -> str:
    """Return what may be done with the memory at an address ('rw-p'); '' when nobody tells."""
    with suppress(OSError, ValueError):
        maps = Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace")
        for line in maps.splitlines():
            span, rights = line.split(maxsplit=2)[:2]
            first, end = (int(part, 16) for part in span.split("-"))
            if first <= address < end:
                return rights
    return ""


def _protect(page: int, rights: int) -> bool:
    protect = ctypes.CDLL(None).mprotect
    protect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    return not protect(page, mmap.PAGESIZE, rights)
