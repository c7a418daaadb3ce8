"""File names in ZIP archives, most of which do not say how they are encoded."""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Sequence
from zlib import crc32

from engine.extract.encoding import decode
from engine.model.errors import DocumentError

_IS_UTF8 = 0x800
_UNICODE_PATH = 0x7075
_SAMPLE_NAMES = 500


class ZipNames:
    """The names of one archive's entries, as people read them.

    A name is UTF-8 where its flag or the Unicode path field (APPNOTE 4.6.9) says so. Others are
    UTF-8 too when all of them are, else in the encoding they have most likely together, else in
    the DOS code page 437.
    """

    def __init__(self, infos: Sequence[zipfile.ZipInfo]) -> None:
        self._encoding = _encoding([_raw(info) for info in infos if not info.flag_bits & _IS_UTF8])

    def name(self, info: zipfile.ZipInfo) -> str:
        """Return the name of an entry."""
        if info.flag_bits & _IS_UTF8:
            return info.filename
        raw = _raw(info)
        named = _unicode_path(info.extra, raw)
        return named if named is not None else raw.decode(self._encoding, "replace")


def _raw(info: zipfile.ZipInfo) -> bytes:
    """Return the bytes of a name that zipfile read as code page 437, which loses none."""
    return info.orig_filename.encode("cp437", "replace")


def _encoding(names: list[bytes]) -> str:
    telling = [name for name in names if not name.isascii()]
    if not telling:
        return "ascii"
    try:
        for name in telling:
            name.decode("utf-8")
    except UnicodeDecodeError:
        return _detected(telling)
    return "utf-8"


def _detected(names: list[bytes]) -> str:
    try:
        return decode(b"\n".join(names[:_SAMPLE_NAMES])).encoding
    except DocumentError:
        return "cp437"


def _unicode_path(extra: bytes, raw: bytes) -> str | None:
    """Return the name of an Info-ZIP Unicode path field that belongs to this name."""
    at = 0
    while at + 4 <= len(extra):
        kind, size = struct.unpack_from("<HH", extra, at)
        body = extra[at + 4 : at + 4 + size]
        if kind == _UNICODE_PATH and body[:5] == struct.pack("<BI", 1, crc32(raw)):
            return body[5:].decode("utf-8", "replace")
        at += 4 + size
    return None
