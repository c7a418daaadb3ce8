"""Frames between the reader and its worker: a JSON header and a tail of bytes.

On the wire: header length and tail length (4 and 8 bytes, big-endian), then both. Never pickle:
what comes back was made from a hostile document.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Mapping

LENGTHS = struct.Struct(">IQ")


class MalformedFrameError(ValueError):
    """A frame, or what is in it, is not what the worker sends."""


Header = Mapping[str, object]


def pack_frame(header: Header, tail: bytes = b"") -> bytes:
    """Return the bytes of one frame."""
    head = json.dumps(header, ensure_ascii=True, separators=(",", ":")).encode("ascii")
    return LENGTHS.pack(len(head), len(tail)) + head + tail


def read_frame(read_exactly: Callable[[int], bytes], most_bytes: int) -> tuple[Header, bytes]:
    """Read one frame; raise MalformedFrameError when it is malformed or larger than `most_bytes`.

    `read_exactly(n)` returns n bytes or raises.
    """
    head_size, tail_size = LENGTHS.unpack(read_exactly(LENGTHS.size))
    if head_size + tail_size > most_bytes:
        raise MalformedFrameError("The frame is larger than allowed.")
    header = json.loads(read_exactly(head_size))
    tail = read_exactly(tail_size)
    if not isinstance(header, dict):
        raise MalformedFrameError("The header of a frame is not an object.")
    return header, tail
