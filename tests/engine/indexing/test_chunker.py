import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from twofold.engine.extract.formats.markup.markdown import extract as read_markdown
from twofold.engine.extract.formats.text import extract as read_plain
from twofold.engine.indexing.chunker import MAX_SIZE, MIN_SIZE, TARGET_SIZE, chunk, main_definition
from twofold.engine.indexing.text_units import weight
from twofold.engine.model.document import (
    Block,
    BlockKind,
    DocumentMetadata,
    ExtractedText,
    LocatorKind,
)

SENTENCE = "The memory a pod may use is limited by its specification. "
LINE = re.compile(r"\r\n|\r|\n")


def cited(source: str, passage) -> str:
    """Return the text at a citation's lines and columns, as displayed by an editor."""
    starts = [0, *(found.end() for found in LINE.finditer(source))]
    ends = [*(found.start() for found in LINE.finditer(source)), len(source)]
    start = starts[passage.place_start - 1] + (passage.start_column or 1) - 1
    last = passage.place_end - 1
    end = ends[last] if passage.end_column is None else starts[last] + passage.end_column - 1
    return source[start:end]


def check(extracted: ExtractedText):
    """Assert the invariants that hold for the chunks of every document, and return the chunks."""
    chunks = chunk(extracted)
    covered = bytearray(len(extracted.text))
    end = 0
    for position, passage in enumerate(chunks):
        assert passage.position == position
        assert end <= passage.start < passage.end
        assert passage.text == extracted.text[passage.start : passage.end]
        assert passage.text.strip()
        covered[passage.start : passage.end] = b"\1" * (passage.end - passage.start)
        end = passage.end
        if extracted.is_verbatim:
            assert cited(extracted.text, passage) == passage.text
    for block in extracted.blocks:
        for offset in range(block.start, block.end):
            assert covered[offset] or extracted.text[offset].isspace()
    return chunks


def markdown(source: str):
    return check(read_markdown(source.encode()))


@pytest.mark.parametrize(
    ("source", "paths"),
    [
        (f"# A\n\n{SENTENCE * 8}\n\n# B\n\n{SENTENCE * 8}\n", [("A",), ("B",)]),
        # Small siblings share a chunk under their parent, but never join unrelated sections.
        (f"# Doc\n\n## A\n\n{SENTENCE}\n\n## B\n\n{SENTENCE}\n", [("Doc",)]),
        (
            f"# A\n\n## A1\n\n### Deep\n\n{SENTENCE}\n\n# B\n\n## B1\n\n{SENTENCE}\n",
            [("A", "A1", "Deep"), ("B", "B1")],
        ),
        # Headings stay with the text below them, and the last one with the text above it.
        (f"# A\n\n## B\n\n### C\n\n{SENTENCE * 17}\n\n# End\n", [("A", "B", "C")]),
        ("\n\n***\n", []),
    ],
)
def test_chunks_follow_sections(source, paths):
    chunks = markdown(source)
    assert [c.heading_path for c in chunks] == paths
    assert not any(c.text.splitlines()[-1].startswith("##") for c in chunks)


def test_long_section_is_divided_evenly():
    paragraphs = "\n\n".join([SENTENCE * 4] * 12)
    sizes = [weight(c.text) for c in markdown(f"# A\n\n{paragraphs}\n")]
    assert len(sizes) == 3
    assert max(sizes) <= MAX_SIZE
    assert min(sizes) >= TARGET_SIZE / 2
    gathered = check(read_plain(b"short\n\n" * 200))
    assert all(weight(c.text) >= MIN_SIZE for c in gathered)


def test_text_after_a_colon_stays_with_its_introduction():
    intro = "\n\n".join([SENTENCE * 4] * 4) + "\n\nFor example:"
    code = "```\n" + "kubectl get pods\n" * 10 + "```"
    chunks = markdown(f"# A\n\n{intro}\n\n{code}\n\n{SENTENCE * 6}\n")
    assert any("For example:\n\n```" in c.text for c in chunks)


def test_long_line_is_cut_at_sentences_and_cited_by_columns():
    source = SENTENCE * 100
    chunks = check(read_plain(source.encode()))
    assert len(chunks) > 4
    assert all(c.text.endswith(".") for c in chunks)
    assert {(c.place_start, c.place_end) for c in chunks} == {(1, 1)}
    assert chunks[0].start_column is None
    assert chunks[1].start_column == chunks[1].start + 1


def source_of(*parts: tuple[int, tuple[str, ...]]) -> ExtractedText:
    """Return source code with definitions of these lengths and heading paths."""
    text = ""
    blocks = []
    for size, path in parts:
        blocks.append(Block(len(text), len(text) + size, BlockKind.CODE, path))
        text += "x" * size + "\n"
    starts = tuple(block.start for block in blocks)
    numbers = tuple(range(1, len(blocks) + 1))
    return ExtractedText(
        text, LocatorKind.LINE, starts, numbers, tuple(blocks), DocumentMetadata(), "py"
    )


@pytest.mark.parametrize(
    ("parts", "span", "name"),
    [
        ([(50, ()), (100, ("A", "run")), (50, ())], (60, 90), ("A", "run")),
        ([(30, ()), (100, ("A", "run")), (20, ("A", "stop"))], (0, 152), ("A", "run")),
        ([(40, ("A", "f")), (40, ("A", "g")), (40, ("A", "h"))], (0, 122), ("A",)),
        ([(40, ("f",)), (40, ("g",))], (0, 81), ()),
        ([(40, ())], (0, 40), ()),
    ],
)
def test_code_passage_is_named_after_its_main_or_enclosing_definition(parts, span, name):
    assert main_definition(source_of(*parts), *span) == name


def test_functions_are_passages_and_the_end_of_a_class_joins_the_last():
    parts = [(700, ("A", "f")), (600, ("A", "g")), (60, ("A",)), (30, ())]
    chunks = chunk(source_of(*parts))
    assert [(c.heading_path, c.symbol) for c in chunks] == [(("A", "f"), "f"), (("A", "g"), "g")]


@pytest.mark.parametrize(("lines_of_code", "is_code"), [(4, False), (20, True)])
def test_passage_is_code_if_more_than_half_of_it_is_code(lines_of_code, is_code):
    code = "value = compute(argument)\n" * lines_of_code
    (passage,) = markdown(f"{SENTENCE * 3}\n\n```\n{code}```\n")
    assert passage.is_code is is_code


def test_passage_contains_few_blank_lines():
    first, second = markdown("Before.\n" + "\n" * 20_000 + "After.\n")
    assert (first.text, second.text) == ("Before.", "After.")
    (short,) = markdown("Before.\n" + "\n" * 2_000 + "After.\n")
    assert len(short.text) == 2_014


def test_long_headings_are_shortened_from_the_outside():
    path = tuple(f"{number}{'h' * 299}" for number in range(20))
    block = Block(0, 9, BlockKind.PARAGRAPH, path)
    extracted = ExtractedText(
        "Some text", LocatorKind.LINE, (0,), (1,), (block,), DocumentMetadata(), "xml"
    )
    assert check(extracted)[0].heading_path == tuple(name[:300] for name in path[-3:])


def test_headings_of_many_short_passages_are_limited_by_their_texts():
    text = "a\n" * 3_000
    path = tuple(f"{number}{'h' * 90}" for number in range(10))
    blocks = tuple(
        Block(2 * n, 2 * n + 1, BlockKind.PARAGRAPH, (*path, f"y{n}", "x")) for n in range(3_000)
    )
    extracted = ExtractedText(text, LocatorKind.LINE, (0,), (1,), blocks, DocumentMetadata(), "xml")
    chunks = check(extracted)
    assert len(chunks) == 3_000
    assert {passage.heading_path for passage in chunks} == {("x",)}


def test_chunks_never_cross_pages():
    for kind in (LocatorKind.PAGE, LocatorKind.SLIDE):
        chunks = check(lines_of("end of one\nstart of two", kind))
        assert [(c.place_start, c.place_end) for c in chunks] == [(1, 1), (2, 2)]


def lines_of(text, kind, **about):
    starts = (0, *(found.end() for found in LINE.finditer(text)))
    blocks = tuple(
        Block(start, end - 1, BlockKind.TABLE)
        for start, end in pairwise((*starts, len(text) + 1))
        if end - 1 > start
    )
    numbers = about.pop("numbers", tuple(range(1, len(starts) + 1)))
    return ExtractedText(text, kind, starts, numbers, blocks, DocumentMetadata(), "ods", **about)


def test_chunk_places_range_from_first_to_last():
    labels = ("Budget, row 12", "Budget, row 13", "Budget, row 14")
    (rows,) = check(lines_of("a\tb\nc\td\ne\tf", LocatorKind.ROW, place_labels=labels))
    assert rows.place_label == "Budget, rows 12–14"
    assert (rows.start_column, rows.end_column) == (None, None)
    ends = (5000, 2000)
    (times,) = check(lines_of("a\nb", LocatorKind.TIME, numbers=(0, 1000), place_ends=ends))
    assert (times.place_start, times.place_end) == (0, 5000)
    part, following, *_ = check(lines_of(SENTENCE * 40, LocatorKind.PARAGRAPH))
    assert (part.place_start, part.place_end) == (following.place_start, following.place_end)
    assert part.end_column == part.end + 1
    assert following.start_column == following.start + 1


PIECES = st.sampled_from(
    ["# Head", "## Sub", "### Deep", SENTENCE, SENTENCE * 7, SENTENCE * 30, "word", "", "",
     "- item", "```", "| a | b |", "|---|---|", "<!-- gone -->", "語" * 30, "x" * 3000,
     "한국어 문장이다. " * 40, "e\u0301" * 700, "👩\u200d👩\u200d👧" * 300,
     "a\x0cb\u2028c", "  indented", "End:"]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=14), st.sampled_from(["\n", "\r\n", "\r"]))
def test_chunks_of_any_markdown_are_exact_and_complete(lines, line_break):
    for passage in check(read_markdown(line_break.join(lines).encode())):
        assert weight(passage.text) <= 2 * MAX_SIZE + 100


@pytest.mark.parametrize("by", ["語", "x", "a b "])
def test_megabyte_on_one_line_is_divided(by):
    chunks = chunk(read_plain((by * (200_000 // len(by))).encode()))
    assert sum(len(c.text) for c in chunks) >= 190_000 - len(chunks)
    assert max(weight(c.text) for c in chunks) <= MAX_SIZE
