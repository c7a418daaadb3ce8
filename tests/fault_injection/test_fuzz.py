"""Fuzzing of worker frames and documents: damaged input may only be rejected.

    python -m tests.fault_injection.test_fuzz frames 100000

runs this number of seeds. The test runs the first hundred. The same seed creates the same input.
"""

from __future__ import annotations

import json
import random
import sys
import zipfile
from array import array
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import cache
from io import BytesIO
from pathlib import PurePath

import pytest

from tests.engine.extract.process.test_answers import DOCUMENT, TIMES
from tests.support.archives import zip_of
from tests.support.paragraph_files import sample_files
from twofold.engine.extract.bibliography import pack_entries, unpack_entries
from twofold.engine.extract.bibliography.bibtex import entries_of_bibtex
from twofold.engine.extract.errors import damaged_error
from twofold.engine.extract.extraction import open_document
from twofold.engine.extract.limits import ReaderLimits
from twofold.engine.extract.process.answers import (
    EmbeddedAnswers,
    pack_answer,
    pack_embedded,
    pack_failure,
    pack_text,
    unpack_answer,
    unpack_failure,
    unpack_text,
)
from twofold.engine.extract.process.embedded import EmbeddedStarted
from twofold.engine.extract.process.frames import LENGTHS, Header, read_frame
from twofold.engine.extract.process.pages import RenderedPage, unpack_page
from twofold.engine.indexing.chunker import chunk
from twofold.engine.model.document import EmbeddedDocument
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.hit import TextSpan
from twofold.engine.stores.lexical.token_streams import passage_streams

LIMITS = ReaderLimits(memory_mb=64).answer
PAGE = {
    "width": 3, "height": 2, "stride": 12, "page": 1, "pages": 4, "text": "ab",
    "passage": [[0, 0, 1, 1]], "matrix": [1, 0, 0, 1, 0.5, 0],
}  # fmt: skip
LETTERS = array("f", (0, 0, 1, 1) * 2).tobytes()
BIB = "@book{key, title = {T}, author = {Okafor, Ada and {A Body}}, year = 1998, file = {b.pdf}}"
Unpack = Callable[[Header, bytes], object]
ANSWERS: tuple[tuple[Header, bytes, Unpack], ...] = (
    (*pack_text(DOCUMENT), unpack_text),
    (*pack_text(TIMES), unpack_text),
    (*pack_answer(DOCUMENT, chunk), unpack_answer),
    (*pack_answer(TIMES, chunk, passage_streams), unpack_answer),
    (pack_failure(damaged_error()), b"", unpack_text),
    (PAGE, bytes(24) + LETTERS, unpack_page),
    (pack_entries(entries_of_bibtex(BIB)), b"", unpack_entries),
)
MAX_EMBEDDED: tuple[tuple[Header, bytes], ...] = (
    pack_embedded(EmbeddedStarted(3, "a/b.txt")),
    pack_embedded(EmbeddedDocument("a/b.txt", DOCUMENT), chunk),
    pack_embedded(EmbeddedDocument("a/b.txt", reason=FailureReason.DAMAGED, detail="why")),
)
ODD: tuple[object, ...] = (
    None, True, False, -1, 0, 1, 2, 255, 2**31, 2**63, 10**400, -(10**400), 0.5, 1e308,
    float("nan"), float("inf"), "", "a", "\ud800", "\0", "../x", "a" * 200_000,
    [], [[]], {}, {"a": 1}, [0], [None],
)  # fmt: skip


def make_frames(generator: random.Random) -> tuple[bytes, Unpack]:
    """Return some damaged frames, and the function that unpacks the last of them."""
    last = generator.choice(ANSWERS)
    members = generator.choices(MAX_EMBEDDED, k=generator.choice((0, 0, 0, 1, 4)))
    frames = [_damaged_frame(*frame, generator, is_last=False) for frame in members]
    wire = b"".join((*frames, _damaged_frame(*last[:2], generator)))
    if generator.random() < 0.2:
        wire = _with_damaged_bytes(wire, generator)
    unpack = last[2] if generator.random() < 0.95 else generator.choice(ANSWERS)[2]
    return wire, unpack


def read_frames(damaged: tuple[bytes, Unpack]) -> None:
    """Unpack frames like the reader, which expects a ValueError or EOFError."""
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

    members = EmbeddedAnswers(LIMITS)
    header, tail, is_last = read_frame(read_exactly, members.allowance)
    while not is_last:
        members.take(header, tail)
        header, tail, is_last = read_frame(read_exactly, members.allowance)
    answer = unpack_failure(header) if "failure" in header else unpack(header, tail)
    _check(answer)
    _check(members._members)


def _check(value: object) -> None:
    """Fail for values that were accepted but cannot be stored or drawn."""
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


def _damaged_frame(
    header: Header, tail: bytes, generator: random.Random, *, is_last: bool = True
) -> bytes:
    if generator.random() < 0.03:
        header = {**header, **generator.choice(ANSWERS)[0]}
    value = json.loads(json.dumps(header))
    for _ in range(generator.choice((0, 1, 1, 1, 2, 6))):
        value = _damaged_value(value, generator)
    head = json.dumps(value).encode("ascii")
    if generator.random() < 0.02:
        depth = generator.choice((10, 900, 5000, 100_000))
        head = head[:-1] + b',"deep":' + b"[" * depth + b"]" * depth + b"}"
    if generator.random() < 0.1:
        tail = generator.choice((b"", tail * 2, tail[:-1], generator.randbytes(len(tail))))
    more_follow = 0 if is_last or generator.random() < 0.02 else 1 << 31
    return LENGTHS.pack(len(head) | more_follow, len(tail)) + head + tail


def _damaged_value(value: object, generator: random.Random) -> object:
    """Replace, remove, duplicate or move a random part of a JSON value."""
    if isinstance(value, dict) and value and generator.random() < 0.99:
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
            return value * generator.choice((2, 20))
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


# --- Documents of office programs ---

_OFFICE = (
    "Word", "PowerPoint", "OpenDocument text", "OpenDocument presentation", "RTF",
    "Word 97-2003", "PowerPoint 97-2003", "Outlook message",
)  # fmt: skip
_NASTY_MARKS = (
    b"<w:p>", b"</w:p>", b"<w:tr><w:tc>", b"<a:p>", b"<text:p>", b"</text:h>", b"<table:table-row>",
    b"{", b"}", b"\\par ", b"\\cell ", b"\\row ", b"\\u-9 ", b"{\\footnote ", b"\\'", b"\\*",
    b"\\bin9 ",
)  # fmt: skip
_samples = cache(sample_files)


def damaged(good: bytes, nasty: Sequence[bytes], generator: random.Random) -> bytes:
    """Replace, remove, duplicate and insert spans at random positions, some with hostile bytes."""
    data = good
    for _ in range(generator.choice((0, 1, 1, 2, 4, 12))):
        start = generator.randrange(len(data) + 1)
        end = min(len(data), start + generator.choice((0, 0, 1, 2, 8, 40)))
        kind = generator.random()
        if kind < 0.5:
            put_in = generator.choice(nasty)
        elif kind < 0.65:
            put_in = data[start:end] * generator.choice((0, 2, 3, 30))
        elif kind < 0.8:
            other = generator.randrange(len(data) + 1)
            put_in = data[other : other + generator.choice((1, 5, 30))]
        elif kind < 0.95:
            put_in = generator.randbytes(generator.choice((1, 1, 2, 6)))
        else:
            one = generator.choice(nasty)
            put_in = one * min(generator.choice((10, 300, 3000)), 100_000 // len(one) + 1)
        data = data[:start] + put_in + data[end:]
    return data


def make_document(generator: random.Random) -> tuple[str, bytes]:
    """Return a damaged document. Mostly, one of its parts is damaged and then packed correctly."""
    name, data = _samples()[generator.choice(_OFFICE)]
    if not data.startswith(b"PK") or generator.random() < 0.2:
        return name, damaged(data, _NASTY_MARKS, generator)
    with zipfile.ZipFile(BytesIO(data)) as archive:
        parts = {part: archive.read(part) for part in archive.namelist()}
    part = generator.choice([one for one in sorted(parts) if one.endswith((".xml", ".rels"))])
    return name, zip_of(parts | {part: damaged(parts[part], _NASTY_MARKS, generator)})


def read_document(given: tuple[str, bytes]) -> None:
    """Read a document as far as possible and split it into passages, or expect a DocumentError."""
    name, data = given
    with suppress(DocumentError):
        found = open_document(data, PurePath(name))
        for entry in found.entries:
            entry.read(10_000)
        if found.text is not None:
            header, tail = pack_text(found.text)
            unpack_text(json.loads(json.dumps(header)), tail)
            for passage in chunk(found.text):
                assert found.text.text[passage.start : passage.end] == passage.text


# --- Both ---

TARGETS = {"frames": (make_frames, read_frames), "documents": (make_document, read_document)}


def fuzz(name: str, count: int) -> dict[int, str]:
    """Read the inputs of `count` seeds. Return the unexpected exceptions by seed."""
    (make, read), raised = TARGETS[name], {}
    for seed in range(count):
        try:
            read(make(random.Random(f"{name} {seed}")))
        except Exception as error:  # noqa: BLE001  any is a finding
            raised[seed] = f"{error!r:.200}"
    return raised


@pytest.mark.parametrize("name", TARGETS)
def test_damaged_input_is_only_rejected(name):
    assert fuzz(name, 100) == {}


if __name__ == "__main__":
    sys.stdout.write(f"{fuzz(sys.argv[1], int(sys.argv[2]))}\n")
