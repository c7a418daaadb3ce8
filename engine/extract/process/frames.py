"""Frames between the reader and its worker: a JSON header and a tail of bytes.

On the wire: header length and tail length (4 and 8 bytes, big-endian), then both. Never pickle:
what comes back was made from a hostile document, and maybe by a worker that it took over. So all
sizes are checked before anything is read or parsed.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Mapping

from engine.extract.limits import FrameLimits

LENGTHS = struct.Struct(">IQ")


class MalformedFrameError(ValueError):
    """A frame, or what is in it, is not what the worker sends."""


Header = Mapping[str, object]


class FrameAllowance:
    """What is left of the limits for the frames about one file; one that exceeds them is refused.

    The methods raise MalformedFrameError.
    """

    def __init__(self, limits: FrameLimits) -> None:
        self._frames = limits.frames
        self._header_bytes = limits.header_bytes
        self._parsed_bytes = limits.parsed_bytes
        self._tail_bytes = limits.tail_bytes

    def take_frame(self, head_size: int, tail_size: int) -> None:
        """Count a frame by its sizes, before it is read."""
        self._frames -= 1
        self._header_bytes -= head_size
        self._tail_bytes -= tail_size
        if min(self._frames, self._header_bytes, self._tail_bytes) < 0:
            raise MalformedFrameError("More is sent about a file than allowed.")

    def take_header(self, head: bytes) -> None:
        """Count a header by what it takes once it is parsed, before it is."""
        self._parsed_bytes -= parsed_size(head)
        if self._parsed_bytes < 0:
            raise MalformedFrameError("The header of a frame holds more values than allowed.")


def parsed_size(head: bytes) -> int:
    """Return how many bytes of memory JSON takes at most once it is parsed by CPython."""
    bytes_a_letter = 4 if b"\\u" in head else 1
    return (
        bytes_a_letter * len(head)
        + 48 * head.count(b",")  # a place in a list and a number
        + 112 * head.count(b"[")
        + 240 * head.count(b"{")
        + 64 * head.count(b":")  # a place in an object
        + 40 * head.count(b'"')  # half a text
    )


def pack_frame(header: Header, tail: bytes = b"", allowance: FrameAllowance | None = None) -> bytes:
    """Return the bytes of one frame; raise MalformedFrameError when it exceeds `allowance`."""
    head = json.dumps(header, ensure_ascii=True, separators=(",", ":")).encode("ascii")
    if allowance is not None:
        allowance.take_frame(len(head), len(tail))
        allowance.take_header(head)
    return LENGTHS.pack(len(head), len(tail)) + head + tail


def read_frame(
    read_exactly: Callable[[int], bytes], allowance: FrameAllowance
) -> tuple[Header, bytes]:
    """Read one frame; raise ValueError when it is malformed or exceeds `allowance`.

    `read_exactly(n)` returns n bytes or raises.
    """
    head_size, tail_size = LENGTHS.unpack(read_exactly(LENGTHS.size))
    allowance.take_frame(head_size, tail_size)
    head = read_exactly(head_size)
    allowance.take_header(head)
    try:
        header = json.loads(head.decode("ascii"))
    except RecursionError as error:
        raise MalformedFrameError("The header of a frame is nested too deeply.") from error
    if not isinstance(header, dict):
        raise MalformedFrameError("The header of a frame is not an object.")
    return header, read_exactly(tail_size)
