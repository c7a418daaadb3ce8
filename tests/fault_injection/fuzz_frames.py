"""Frames as a reader process that was taken over may send them."""

from __future__ import annotations

import json
import random
from array import array
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace

from engine.core.document import FailureReason, Member
from engine.core.hit import TextSpan
from engine.export.bibliography_entries import (
    entries_of_bibtex,
    pack_entries,
    unpack_entries,
)
from engine.extract.answers import pack_failure, pack_text, unpack_failure, unpack_text
from engine.extract.cut_answers import pack_answer, unpack_answer
from engine.extract.failure import damaged_error
from engine.extract.frames import LENGTHS, Header, read_frame
from engine.extract.limits import ReaderLimits
from engine.extract.member_answers import (
    MemberAnswers,
    is_of_member,
    pack_beginning,
    pack_member,
)
from engine.extract.rendered_page import RenderedPage, unpack_page
from engine.indexing.chunker import chunk
from engine.stores.streams import passage_streams
from tests.engine.extract.test_answers import DOCUMENT, TIMES

LIMITS = ReaderLimits(memory_mb=64).answer
PAGE = {
    "width": 3, "height": 2, "stride": 12, "page": 1, "pages": 4, "text": "ab",
    "passage": [[0, 0, 1, 1]], "matrix": [1, 0, 0, 1, 0.5, 0],
}  # fmt: skip
LETTERS = array("f", (0, 0, 1, 1) * 2).tobytes()
BIB = "@book{key, title = {T}, author = {Okafor, Ada and {A Body}}, year = 1998, file = {b.pdf}}"
FRAMES: tuple[tuple[Header, bytes], ...] = (
    pack_text(DOCUMENT),
    pack_text(TIMES),
    pack_answer(DOCUMENT, chunk),
    pack_answer(replace(DOCUMENT, text=DOCUMENT.text), chunk, passage_streams),
    (pack_beginning(3, "a/b.txt"), b""),
    pack_member(Member("a/b.txt", DOCUMENT), chunk),
    pack_member(Member("a/b.txt", reason=FailureReason.DAMAGED, detail="why")),
    (pack_failure(damaged_error()), b""),
    (PAGE, bytes(24) + LETTERS),
    (pack_entries(entries_of_bibtex(BIB)), b""),
)
ODD: tuple[object, ...] = (
    None, True, False, -1, 0, 1, 2, 255, 2**31, 2**63, 10**400, -(10**400), 0.5, 1e308,
    float("nan"), float("inf"), "", "a", "\ud800", "\0", "../x", "a" * 200_000,
    [], [[]], {}, {"a": 1}, [0], [None],
)  # fmt: skip


Unpack = Callable[[Header, bytes], object]


def make(generator: random.Random) -> tuple[bytes, Unpack]:
    """Return some damaged frames, and what the last of them is taken for."""
    wire = b"".join(_damaged_frame(generator) for _ in range(generator.choice((1, 1, 1, 2, 5))))
    if generator.random() < 0.3:
        wire = _with_damaged_bytes(wire, generator)
    unpacks: tuple[Unpack, ...] = (unpack_answer, unpack_text, unpack_page, unpack_entries)
    return wire, generator.choice(unpacks)


def read(damaged: tuple[bytes, Unpack]) -> None:
    """Unpack frames as the reader does, which expects a ValueError or their end."""
    with suppress(ValueError, EOFError):
        _read(*damaged)


def _read(wire: bytes, unpack: Unpack) -> None:
    at = 0

    def read_exactly(size: int) -> bytes:
        nonlocal at
        if at + size > len(wire):
            raise EOFError
        at += size
        return wire[at - size : at]

    members = MemberAnswers(LIMITS)
    header, tail = read_frame(read_exactly, members.allowance)
    while is_of_member(header):
        members.take(header, tail)
        header, tail = read_frame(read_exactly, members.allowance)
    answer = unpack_failure(header) if "failure" in header else unpack(header, tail)
    _check(answer)
    _check(members._members)


def _check(value: object) -> None:
    """Fail for what was let through and cannot be stored or drawn."""
    if isinstance(value, RenderedPage):
        value.boxes([TextSpan(0, len(value.text))])
    if is_dataclass(value) and not isinstance(value, type):
        for one in fields(value):
            _check(getattr(value, one.name))
    elif isinstance(value, list | tuple):
        for one in value:
            _check(one)
    elif isinstance(value, str):
        assert "\ud800" not in value, "a lone surrogate"
    elif isinstance(value, int):
        assert abs(value) < 2**53, "a number that no database holds"
    elif isinstance(value, float):
        assert abs(value) < 1e20, "a number that no widget draws"


def _damaged_frame(generator: random.Random) -> bytes:
    header, tail = generator.choice(FRAMES)
    if generator.random() < 0.1:
        header = {**header, **generator.choice(FRAMES)[0]}
    value = json.loads(json.dumps(header))
    for _ in range(generator.choice((0, 1, 1, 1, 2, 6))):
        value = _damaged_value(value, generator)
    head = json.dumps(value).encode("ascii")
    if generator.random() < 0.05:
        depth = generator.choice((10, 900, 5000, 100_000))
        head = head[:-1] + b',"deep":' + b"[" * depth + b"]" * depth + b"}"
    if generator.random() < 0.1:
        tail = generator.choice((b"", tail * 2, tail[:-1], generator.randbytes(len(tail))))
    return LENGTHS.pack(len(head), len(tail)) + head + tail


def _damaged_value(value: object, generator: random.Random) -> object:
    """Replace, remove, double or move something at a random place of a JSON value."""
    if isinstance(value, dict) and value and generator.random() < 0.95:
        key = generator.choice(list(value))
        if generator.random() < 0.1:
            return {name: one for name, one in value.items() if name != key}
        return {**value, key: _damaged_value(value[key], generator)}
    if isinstance(value, list) and value and generator.random() < 0.8:
        at = generator.randrange(len(value))
        kind = generator.random()
        if kind < 0.1:
            return value[:at] + value[at + 1 :]
        if kind < 0.2 and len(value) < 1000:
            return value * generator.choice((2, 60))
        if kind < 0.3:
            return generator.sample(value, len(value))
        return [*value[:at], _damaged_value(value[at], generator), *value[at + 1 :]]
    if isinstance(value, int) and generator.random() < 0.5:
        return value + generator.choice((-1, 1, -value, value, 1000))
    return generator.choice(ODD)


def _with_damaged_bytes(wire: bytes, generator: random.Random) -> bytes:
    data = bytearray(wire)
    for _ in range(generator.choice((1, 2, 20))):
        at = generator.randrange(min(len(data), generator.choice((12, len(data)))))
        data[at] = generator.randrange(256)
    return bytes(data[: generator.randrange(len(data))] if generator.random() < 0.2 else data)
