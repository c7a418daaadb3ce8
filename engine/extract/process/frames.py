"""Frames: the messages between the client and the worker.

A frame consists of a JSON header and further bytes, the tail. The format is: header length and tail
length (4 and 8 bytes, big-endian), then header and tail. The highest bit of the header length is
set if more frames about the same file follow. Pickle must never be used, because answers are made
from a hostile document, possibly by a worker that it took over. For the same reason all sizes are
checked before anything is read or parsed.
"""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, NewType, TypeVar

from twofold.engine.extract.limits import MAX_VALUE_LENGTH, FrameLimits
from twofold.engine.model.codec import Decoder, encoded
from twofold.engine.model.localized import Message

LENGTHS = struct.Struct(">IQ")
_MORE_FOLLOW = 1 << 31


class MalformedFrameError(ValueError):
    """A frame or its content is not valid."""


Header = Mapping[str, object]


class Frame(NamedTuple):
    """A frame; `is_last` is False if more frames about the same file follow."""

    header: Header
    tail: bytes
    is_last: bool = True


class FrameSize(NamedTuple):
    """The content of the first bytes of a frame (LENGTHS); both sizes are in bytes."""

    header: int
    tail: int
    is_last: bool

    @classmethod
    def unpack(cls, prefix: bytes) -> FrameSize:
        """Return the sizes of a frame that starts with these bytes."""
        header, tail = LENGTHS.unpack(prefix)
        return cls(header & ~_MORE_FOLLOW, tail, not header & _MORE_FOLLOW)


class FrameAllowance:
    """The remaining limits for the frames about one file; frames that exceed them are refused.

    The methods raise MalformedFrameError.
    """

    def __init__(self, limits: FrameLimits) -> None:
        self._frames = limits.frames
        self._header_bytes = limits.header_bytes
        self._parsed_bytes = limits.parsed_bytes
        self._tail_bytes = limits.tail_bytes

    def take_frame(self, head_size: int, tail_size: int) -> None:
        """Subtract the sizes of a frame from the remaining limits, before it is read."""
        self._frames -= 1
        self._header_bytes -= head_size
        self._tail_bytes -= tail_size
        if min(self._frames, self._header_bytes, self._tail_bytes) < 0:
            raise MalformedFrameError("More is sent about a file than allowed.")

    def take_header(self, head: bytes) -> None:
        """Subtract the memory for a parsed header from the remaining limits, before parsing it."""
        self._parsed_bytes -= parsed_size(head)
        if self._parsed_bytes < 0:
            raise MalformedFrameError("The header of a frame contains more values than allowed.")


def parsed_size(head: bytes) -> int:
    """Return the maximum memory, in bytes, that JSON takes once CPython has parsed it."""
    bytes_a_letter = 4 if b"\\u" in head else 1
    return (
        bytes_a_letter * len(head)
        + 48 * head.count(b",")  # a list item and a number
        + 112 * head.count(b"[")
        + 240 * head.count(b"{")
        + 64 * head.count(b":")  # an entry of an object
        + 40 * head.count(b'"')  # half a string
    )


def pack_frame(
    header: Header,
    tail: bytes = b"",
    allowance: FrameAllowance | None = None,
    *,
    is_last: bool = True,
) -> bytes:
    """Return the bytes of one frame; raise MalformedFrameError if it exceeds `allowance`."""
    head = json.dumps(header, ensure_ascii=True, separators=(",", ":")).encode("ascii")
    if allowance is not None:
        allowance.take_frame(len(head), len(tail))
        allowance.take_header(head)
    size = len(head) if is_last else len(head) | _MORE_FOLLOW
    return LENGTHS.pack(size, len(tail)) + head + tail


def read_frame(read_exactly: Callable[[int], bytes], allowance: FrameAllowance) -> Frame:
    """Read one frame; raise ValueError if it is malformed or exceeds `allowance`.

    `read_exactly(n)` returns n bytes or raises.
    """
    size = FrameSize.unpack(read_exactly(LENGTHS.size))
    allowance.take_frame(size.header, size.tail)
    head = read_exactly(size.header)
    allowance.take_header(head)
    try:
        header = json.loads(head.decode("ascii"))
    except RecursionError as error:
        raise MalformedFrameError("The header of a frame is nested too deeply.") from error
    if not isinstance(header, dict):
        raise MalformedFrameError("The header of a frame is not an object.")
    return Frame(header, read_exactly(size.tail), size.is_last)


LongText = NewType("LongText", str)
"""A text limited only by its frame; all other texts have at most MAX_VALUE_LENGTH characters."""

Value = TypeVar("Value")

# Times are in milliseconds; no number in a database or a widget is larger.
_MAX_NUMBER = 1 << 40
# No page is this wide, in its own units or in pixels.
MAX_COORDINATE = 10_000_000.0
_SURROGATE = re.compile("[\ud800-\udfff]")


def plain(value: object) -> Any:  # noqa: ANN401 (any JSON value)
    """Return a value as JSON, with texts truncated."""
    return encoded(value, MAX_VALUE_LENGTH)


def checked(kind: type[Value], value: object) -> Value:
    """Return JSON as a value of a declared type; raise MalformedFrameError for anything else.

    Objects may have fields that the dataclass does not have. Numbers are counts and offsets. Lone
    surrogates, which JSON allows but nothing else can store, become U+FFFD.
    """
    try:
        return _DECODER.read(kind, value)
    except ValueError as error:
        raise _wrong("of the expected type") from error


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value <= _MAX_NUMBER:
        raise _wrong("a count or an offset")
    return value


def _fraction(value: object) -> float:
    if (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and abs(value) <= MAX_COORDINATE
    ):
        return float(value)
    raise _wrong("a length")


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise _wrong("true or false")
    return value


def _long_text(value: object) -> str:
    if not isinstance(value, str):
        raise _wrong("a text")
    return value if value.isascii() else _SURROGATE.sub("\ufffd", value)


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > MAX_VALUE_LENGTH:
        raise _wrong("a text of the right length")
    return _long_text(value)


def _message(value: object) -> Message:
    return Message.from_json(_without_surrogates(value))


def _without_surrogates(value: object) -> object:
    if isinstance(value, str):
        return _long_text(value)
    if isinstance(value, list):
        return [_without_surrogates(one) for one in value]
    if isinstance(value, dict):
        return {name: _without_surrogates(one) for name, one in value.items()}
    return value


def _are_counts(column: Sequence[Any]) -> bool:
    is_whole = set(map(type, column)) == {int}
    return is_whole and min(column) >= 0 and max(column) <= _MAX_NUMBER


_DECODER = Decoder(
    {
        int: _number,
        float: _fraction,
        bool: _flag,
        str: _text,
        LongText: _long_text,
        Message: _message,
    },
    ignores_unknown=True,
    needs_all=True,
    columns={int: _are_counts, bool: lambda column: set(map(type, column)) == {bool}},
)


def _wrong(what: str) -> MalformedFrameError:
    return MalformedFrameError(f"A value in a frame is not {what}.")
