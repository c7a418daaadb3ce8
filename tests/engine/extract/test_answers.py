import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.document import Block, BlockKind, DocumentMetadata, ExtractedText, PlaceKind
from engine.core.request import TrustLevel
from engine.extract.answers import pack_text, unpack_text
from engine.extract.frames import LENGTHS, MalformedFrameError, pack_frame, read_frame

DOCUMENT = ExtractedText(
    text="# Ä😀\ntext",
    place_kind=PlaceKind.LINE,
    place_starts=(0, 5),
    place_numbers=(1, 2),
    blocks=(
        Block(0, 4, BlockKind.HEADING, ("Ä😀",)),
        Block(5, 9, BlockKind.TABLE, ("Ä😀",), empty_cells=2),
    ),
    metadata=DocumentMetadata(
        "t",
        "a",
        ("x", "y"),
        "de",
        TrustLevel.SECONDARY,
        "2026-01-02",
        "",
        "10.1/x",
        "978",
        "u",
        "p",
        "c",
    ),
    file_type="md",
    warnings=("w",),
    is_verbatim=True,
    place_labels=("Sheet, row 1", "Sheet, row 2"),
)
TIMES = replace(
    DOCUMENT, place_kind=PlaceKind.TIME, place_numbers=(0, 1500), place_ends=(2000, 1500)
)


def wire(header):
    return json.loads(json.dumps(header))


def test_a_document_survives_the_way_through_a_frame():
    for document in (DOCUMENT, TIMES):
        reader = iter_reader(pack_frame(*pack_text(document)))
        assert unpack_text(*read_frame(reader, 10_000)) == document


@pytest.mark.parametrize("ends", [[], [2000], [2000, 1499], [2000, 2000, 2000]])
def test_every_time_has_an_end_after_its_beginning(ends):
    header, tail = pack_text(TIMES)
    with pytest.raises(MalformedFrameError):
        unpack_text(wire(header) | {"place_ends": ends}, tail)


def iter_reader(data):
    view = memoryview(data)

    def read(size):
        nonlocal view
        taken, view = bytes(view[:size]), view[size:]
        return taken

    return read


@pytest.mark.parametrize(
    "change",
    [
        {"place_starts": [1, 5]},
        {"place_starts": [0]},
        {"place_starts": [5, 0]},
        {"place_numbers": [0, 1]},
        {"place_numbers": ["1", "2"]},
        {"place_kind": "planet"},
        {"place_labels": ["one"]},
        {"place_labels": [1, 2]},
        {"place_ends": [1]},
        {"place_ends": [0, 2]},
        {"doi": None},
        {"blocks": [[0, 99, 0, 0, 0]]},
        {"blocks": [[4, 2, 0, 0, 0]]},
        {"blocks": [[0, 4, 99, 0, 0]]},
        {"blocks": [[0, 4, 0, -1, 0]]},
        {"blocks": [[0, 5, 0, 0, 0], [4, 9, 0, 0, 0]]},
        {"blocks": [[0, 4, 0, 0, -1]]},
        {"blocks": [[0, 4, 0, 0, 1 << 40]]},
        {"blocks": [[0, 4, 0, 0]]},
        {"blocks": 7},
        {"paths": [[1]]},
        {"title": None},
        {"trust": "absolute"},
        {"tags": "a"},
    ],
)
def test_an_answer_that_makes_no_sense_is_refused(change):
    header, tail = pack_text(DOCUMENT)
    with pytest.raises(ValueError):  # noqa: PT011  any ValueError is refused alike
        unpack_text(wire(header) | change, tail)


def test_a_text_that_is_not_utf8_is_refused():
    header, _ = pack_text(DOCUMENT)
    with pytest.raises(ValueError):  # noqa: PT011
        unpack_text(wire(header), b"\xff\xfe")


def test_a_frame_larger_than_allowed_is_not_read():
    with pytest.raises(MalformedFrameError):
        read_frame(iter_reader(LENGTHS.pack(10, 1 << 40)), 1000)


@given(st.binary(max_size=60))
def test_garbage_is_never_a_document(data):
    frame = LENGTHS.pack(len(data), 0) + data
    with pytest.raises((ValueError, RecursionError)):
        unpack_text(*read_frame(iter_reader(frame), 1000))
