"""The answers of an extraction worker: frames within limits, and rejected invalid values."""

import json
import tracemalloc
from array import array
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.readable_folders import readable_folders
from twofold.engine.extract.limits import FrameLimits, ReaderLimits
from twofold.engine.extract.process.answers import (
    pack_answer,
    pack_text,
    unpack_answer,
    unpack_text,
)
from twofold.engine.extract.process.frames import (
    LENGTHS,
    FrameAllowance,
    MalformedFrameError,
    pack_frame,
    parsed_size,
    read_frame,
)
from twofold.engine.extract.process.pages import unpack_lines, unpack_page, unpack_scanned_pages
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.indexing.chunker import chunk
from twofold.engine.model.document import (
    Block,
    BlockKind,
    DocumentMetadata,
    ExtractedText,
    LocatorKind,
    TokenStreams,
)
from twofold.engine.model.filters import TrustLevel
from twofold.engine.model.hit import TextSpan
from twofold.engine.model.preview import PixelBox
from twofold.engine.ranking.signatures import signature_of

METADATA = DocumentMetadata(
    "t", "a", ("x", "y"), "de", TrustLevel.SECONDARY, "2026-01-02", "",
    doi="10.1/x", isbn="978", url="u", publisher="p", container="c",
)  # fmt: skip
DOCUMENT = ExtractedText(
    text="# Ä😀\ntext",
    place_kind=LocatorKind.LINE,
    place_starts=(0, 5),
    place_numbers=(1, 2),
    blocks=(
        Block(0, 4, BlockKind.HEADING, ("Ä😀",)),
        Block(5, 9, BlockKind.TABLE, ("Ä😀",), empty_cells=2),
    ),
    metadata=METADATA,
    file_type="md",
    warnings=("w",),
    is_verbatim=True,
    place_labels=("Sheet, row 1", "Sheet, row 2"),
)
TIMES = replace(
    DOCUMENT, place_kind=LocatorKind.TIME, place_numbers=(0, 1500), place_ends=(2000, 1500)
)

LIMITS = ReaderLimits().answer


NONSENSE = (
    {"place_starts": [1, 5]}, {"place_starts": [5, 0]}, {"place_starts": [0, 10]},
    {"place_numbers": [0, 1]}, {"place_numbers": [1, 10**400]}, {"place_kind": "planet"},
    {"place_labels": ["one"]}, {"place_ends": [2000]}, {"place_ends": [2000, 1499]},
    {"doi": None}, {"title": None}, {"title": "a" * 100_001}, {"trust": "absolute"}, {"tags": "a"},
    {"blocks": 7}, {"blocks": [[0, 99, 0, 0, 0]]}, {"blocks": [[0, 4, 99, 0, 0]]},
    {"blocks": [[0, 4, 0, -1, 0]]}, {"blocks": [[0, 5, 0, 0, 0], [4, 9, 0, 0, 0]]},
    {"place_labels": ["a" * 301, ""]}, {"paths": [["a" * 301]]}, {"warnings": ["w"] * 101},
    {"blocks": [[0, 4, 0, 0, -1]]}, {"blocks": [[0, 4, 0, 0, 1 << 40]]}, {"paths": [[1]]},
)  # fmt: skip


def test_document_survives_packing_and_unpacking():
    for document in (DOCUMENT, TIMES):
        reader = iter_reader(pack_frame(*pack_text(document)))
        assert unpack_text(*read_frame(reader, FrameAllowance(LIMITS))[:2]) == document


def test_excessive_values_of_a_document_are_shortened_before_sending():
    path = tuple(f"{number} {'h' * 400}" for number in range(30))
    names = "; ".join(f"Author {number}" for number in range(2000))
    metadata = replace(METADATA, title="t" * 900, author=names, tags=("x" * 101,) * 101)
    blocks = tuple(replace(block, heading_path=path) for block in DOCUMENT.blocks)
    labels = ("l" * 301, "")
    long = replace(DOCUMENT, blocks=blocks, metadata=metadata, place_labels=labels, file_type="py")
    text = unpack_text(*as_sent(*pack_text(long)))
    cut = unpack_answer(*as_sent(*pack_answer(long, chunk)))
    for answer in (text, cut):
        assert len(answer.metadata.title) == 500
        assert answer.metadata.author.endswith("; Author 424")
        assert answer.metadata.tags == ("x" * 100,) * 20
    assert text.blocks[0].heading_path == tuple(heading[:300] for heading in path[-3:])
    assert text.place_labels == ("l" * 300, "")
    (passage,) = cut.chunks
    assert passage.heading_path == text.blocks[0].heading_path
    assert len(passage.symbol) == len(passage.place_label) == 300


def as_sent(header, tail):
    return json.loads(json.dumps(header)), tail


CUT = unpack_answer(*as_sent(*pack_answer(DOCUMENT, chunk)))
TOO_MUCH = {
    "a passage": {"chunks": [replace(CUT.chunks[0], text="a" * 10_001, start=0, end=10_001)]},
    "a symbol": {"chunks": [replace(CUT.chunks[0], symbol="a" * 301)]},
    "a label": {"chunks": [replace(CUT.chunks[0], place_label="a" * 301)]},
    "a heading": {"chunks": [replace(CUT.chunks[0], heading_path=("a" * 301,))]},
    "headings": {"chunks": [replace(CUT.chunks[0], heading_path=("a",) * 13)]},
    "a path": {"chunks": [replace(CUT.chunks[0], heading_path=("a" * 300,) * 4)]},
    "paths": {
        "chunks": [
            replace(CUT.chunks[0], text="a", start=n, end=n + 1, heading_path=("a" * 300,))
            for n in range(200)
        ]
    },
    "a title": {"title": "a" * 501},
    "authors": {"author": "a" * 5001},
    "a tag": {"tags": ["a" * 101]},
    "tags": {"tags": ["a" * 99] * 21},
    "a publisher": {"publisher": "a" * 601},
    "a file type": {"file_type": "a" * 51},
}


@pytest.mark.parametrize("change", TOO_MUCH.values(), ids=TOO_MUCH)
def test_passages_longer_than_an_honest_worker_sends_are_refused(change):
    chunks = change.get("chunks", CUT.chunks)
    header, tail = as_sent(*pack_answer(DOCUMENT, lambda _: chunks))
    values = {name: value for name, value in change.items() if name != "chunks"}
    with pytest.raises(MalformedFrameError):
        unpack_answer({**header, **values}, tail)


def test_message_with_an_undecodable_name_can_be_stored():
    header, tail = as_sent(*pack_text(DOCUMENT))
    described = {"source": "{name} is damaged.", "arguments": {"name": "a\udcff"}}
    plain, filled = unpack_text({**header, "warnings": ["a\ud800", described]}, tail).warnings
    assert (plain, filled) == ("a\ufffd", "a\ufffd is damaged.")


LONG = "The rent of 1,250 euros is due on the third working day of each month, without deduction."
SIGNATURE = signature_of([LONG])


def test_signature_of_the_text_arrives():
    (passage,) = CUT.chunks
    long = replace(passage, text=LONG, start=0, end=len(LONG))
    cut = unpack_answer(*as_sent(*pack_answer(DOCUMENT, lambda _: [long])))
    assert cut.signature == SIGNATURE


@pytest.mark.parametrize(
    "forged",
    ["x", "00", bytes(len(SIGNATURE)).hex(), SIGNATURE[:-4].hex(), (SIGNATURE + bytes(4)).hex()],
    ids=["no hexadecimal", "one byte", "zeros", "too short", "too long"],
)
def test_forged_signature_is_refused(forged):
    header, tail = as_sent(*pack_answer(DOCUMENT, chunk))
    with pytest.raises(ValueError, match=r"malformed|hexadecimal"):
        unpack_answer({**header, "signature": forged}, tail)


@pytest.mark.parametrize("value", [True, -1, 1 << 41, 1.0, "1", [], {}, None])
@pytest.mark.parametrize("column", range(12))
def test_one_wrong_value_among_many_passages_is_refused(column, value):
    header, tail = as_sent(*pack_answer(DOCUMENT, chunk))
    (row,), (size,) = header["cut"], header["sizes"]
    rows = [[row[1] * n, row[1] * (n + 1), *row[2:]] for n in range(3)]
    sent = {**header, "cut": rows, "sizes": [size] * 3}
    assert len(unpack_answer(sent, tail * 3).chunks) == 3
    rows[1][column] = value
    may_hold = {6: value is True, 4: value is None, 5: value is None, 9: value is None}
    if may_hold.get(column, column in {7, 8} and value == "1"):
        assert len(unpack_answer(sent, tail * 3).chunks) == 3
    else:
        with pytest.raises(ValueError):  # noqa: PT011 any ValueError is refused alike
            unpack_answer(sent, tail * 3)


def test_token_streams_much_longer_than_their_text_are_refused_and_not_sent():
    header, tail = as_sent(*pack_answer(DOCUMENT, chunk, lambda _: TokenStreams("a", "a")))
    longer = [*header["sizes"][:2], 11_000]
    with pytest.raises(MalformedFrameError):
        unpack_answer({**header, "sizes": longer}, tail[:-1] + b"a" * 11_000)
    long = TokenStreams("a", "a" * 11_000)
    assert unpack_answer(*as_sent(*pack_answer(DOCUMENT, chunk, lambda _: long))).streams == ()


def test_more_passages_than_an_honest_worker_sends_are_refused():
    header, tail = as_sent(*pack_answer(DOCUMENT, chunk))
    (row,), (size,) = header["cut"], header["sizes"]
    rows = [[row[1] * n, row[1] * (n + 1), *row[2:]] for n in range(25_000)]
    for count in (20_000, 25_000):
        sent = {**header, "cut": rows[:count], "sizes": [size] * count}
        if count == 20_000:
            assert len(unpack_answer(sent, tail * count).chunks) == count
        else:
            with pytest.raises(MalformedFrameError):
                unpack_answer(sent, tail * count)


def iter_reader(data):
    view = memoryview(data)

    def read(size):
        nonlocal view
        taken, view = bytes(view[:size]), view[size:]
        return taken

    return read


@pytest.mark.parametrize("change", NONSENSE)
def test_invalid_answer_is_refused(change):
    header, tail = pack_text(TIMES if "place_ends" in change else DOCUMENT)
    with pytest.raises(ValueError):  # noqa: PT011 any ValueError is refused alike
        unpack_text(json.loads(json.dumps(header)) | change, tail)


HOSTILE = {
    "lists": b"[" + b"[]," * 20_000 + b"0]",
    "names": b"{" + b",".join(b'"%d":0' % number for number in range(10_000)) + b"}",
    "numbers": b"[" + b"300," * 20_000 + b"0]",
    "texts": b"[" + b'"ab",' * 20_000 + b"0]",
    "wide text": b'["' + rb"\ud83d\ude00" + b"a" * 100_000 + b'"]',
}


@pytest.mark.parametrize("head", HOSTILE.values(), ids=HOSTILE)
def test_memory_of_a_header_is_known_before_parsing(head):
    json.loads(head[:0] + b"[1.5]")  # the parser's own overhead
    tracemalloc.start()
    try:
        parsed = json.loads(head.decode("ascii"))
        taken = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert parsed
    assert taken <= parsed_size(head) <= 25 * max(taken, 4000)


@pytest.mark.parametrize("head", [HOSTILE["wide text"], b" " * 2_000_000])
def test_header_that_would_need_too_much_memory_is_not_parsed(head, monkeypatch):
    monkeypatch.setattr(
        "twofold.engine.extract.process.frames.json.loads", lambda _: pytest.fail("parsed")
    )
    frame = LENGTHS.pack(len(head), 0) + head
    limits = FrameLimits(frames=1, header_bytes=1_000_000, parsed_bytes=300_000, tail_bytes=0)
    with pytest.raises(MalformedFrameError):
        read_frame(iter_reader(frame), FrameAllowance(limits))


def test_all_frames_about_a_file_together_are_limited():
    frame = pack_frame({"a": 1}, b"tail")
    limits = FrameLimits(frames=3, header_bytes=100, parsed_bytes=10_000, tail_bytes=100)
    for fewer in (
        {"frames": 2}, {"header_bytes": 20}, {"parsed_bytes": 1000}, {"tail_bytes": 11},
    ):  # fmt: skip
        reader, allowance = iter_reader(frame * 3), FrameAllowance(replace(limits, **fewer))
        assert read_frame(reader, allowance) == read_frame(reader, allowance)
        with pytest.raises(MalformedFrameError):
            read_frame(reader, allowance)
    with pytest.raises(MalformedFrameError):
        read_frame(iter_reader(LENGTHS.pack(10, 1 << 40)), FrameAllowance(LIMITS))


def test_lines_of_a_large_table_are_within_the_limits():
    # As many lines as 64 MB contain with 20 characters each.
    lines = 3_200_000
    starts = {"place_starts": list(range(0, 20 * lines, 20)), "numbers": list(range(lines))}
    assert pack_frame(starts, allowance=FrameAllowance(LIMITS))


_PDF = Path(__file__).parents[4] / "resources/sample_library/Papers/graceful-deletion.pdf"


def test_word_is_one_box_and_passage_is_one_box_per_line():
    reader = DocumentReader(folders=readable_folders)
    try:
        text = reader.read(_PDF).text
        start = text.index("2.3 Finalizers")
        passage = text[start : text.index("finished its own", start)]
        page = reader.render_page(_PDF, 3, 600, passage)
    finally:
        reader.close()
    word = page.text.index("Finalizers")
    assert len(page.boxes([TextSpan(word, word + len("Finalizers"))])) == 1
    assert len(page.image.passage_boxes) == len(passage.strip().splitlines())


PAGE = {
    "width": 2, "height": 1, "stride": 8, "page": 1, "pages": 1, "text": "a",
    "passage": [[0, 0, 1, 1]], "matrix": [1, 0, 0, 1, 0, 0],
}  # fmt: skip
PIXELS = bytes(8)
LETTER = array("f", (0, 0, 1, 1)).tobytes()


@pytest.mark.parametrize(
    ("change", "tail"),
    [
        ({"matrix": [10**400, 0, 0, 1, 0, 0]}, PIXELS),
        ({"matrix": [float("nan"), 0, 0, 1, 0, 0]}, PIXELS),
        ({"passage": [[0, 0, 1, 1]] * 20_001}, PIXELS),
        ({"page": 2}, PIXELS),
        ({"height": 2}, PIXELS),
        ({}, PIXELS + b"part of a box"),
    ],
)
def test_invalid_page_is_refused(change, tail):
    assert unpack_page(PAGE, PIXELS + LETTER).boxes([TextSpan(0, 1)]) == (PixelBox(0, 0, 1, 1),)
    with pytest.raises(MalformedFrameError):
        unpack_page(PAGE | change, tail)


def test_too_much_ocr_text_and_too_many_pages_are_refused():
    line = {"text": "a" * 99_999, "region": [0, 0, 1, 1]}
    assert len(unpack_lines({"lines": [line] * 10}, b"")) == 10
    with pytest.raises(MalformedFrameError):
        unpack_lines({"lines": [line] * 11}, b"")
    with pytest.raises(MalformedFrameError):
        unpack_scanned_pages({"digest": "00", "scanned": [1] * 100_001}, b"")


def test_letters_without_position_have_no_box():
    for far in (1e30, float("inf"), float("nan")):
        letters = array("f", (0, 0, far, 1)).tobytes()
        assert unpack_page(PAGE, PIXELS + letters).boxes([TextSpan(0, 1)]) == ()
