"""Numeric tables in PDFs are extracted row by row, and other text is not treated as a table."""

from itertools import groupby
from operator import attrgetter

import pytest

from tests.support.pdf_files import At, in_columns, make_pdf
from twofold.engine.extract.formats.pdf.page import render_page
from twofold.engine.extract.formats.pdf.text import extract
from twofold.engine.indexing.chunker import chunk
from twofold.engine.model.document import BlockKind

ENDS = (210, 270)
CAPTION = "Consolidated Statements of Cash Flows"
HEADS = "Years ended December 31,"
FLOWS = [
    (HEADS, "2022", "2021"),
    ("Operating activities:",),
    ("Net loss", "$ (5,053)", "$ (4,290)"),
    ("Depreciation and other", "1,979", "2,144"),
    ("Customer financing", "37", "-"),
    ("Inventories", "420", "(1,127)"),
    ("Net cash provided", "3,512", "(3,416)"),
]
AS_READ = [
    f"{HEADS}\t2022\t2021",
    "Operating activities:",
    "Net loss\t$ (5,053)\t$ (4,290)",
    "Depreciation and other\t1,979\t2,144",
    "Customer financing\t37\t-",
    "Inventories\t420\t(1,127)",
    "Net cash provided\t3,512\t(3,416)",
]
PROSE = [
    "The cash that the business uses depends on the",
    "time at which its customers pay what they owe.",
    "It was less in 2022 than in the year before it.",
]


def tables(data):
    """Return the rows of each table of a PDF."""
    found = extract(data)
    return [
        [found.text[block.start : block.end] for block in rows]
        for kind, rows in groupby(found.blocks, key=attrgetter("kind"))
        if kind is BlockKind.TABLE
    ]


def placed(lines, y):
    return [At(line, 20, y - 10 * number) for number, line in enumerate(lines)]


def statement(rows=FLOWS, y=300):
    return [
        *placed(PROSE, y + 80),
        At(CAPTION, 70, y + 24),
        At("(in millions)", 120, y + 12),
        *in_columns(rows, ENDS, y),
        *placed(PROSE, y - 10 * len(rows) - 20),
    ]


def test_statement_is_rows_below_its_caption_between_paragraphs():
    found = extract(make_pdf([statement()]))
    assert [(block.kind, found.text[block.start : block.end]) for block in found.blocks] == [
        (BlockKind.PARAGRAPH, "\n".join(PROSE)),
        (BlockKind.CAPTION, f"{CAPTION}\n(in millions)"),
        *((BlockKind.TABLE, row) for row in AS_READ),
        (BlockKind.PARAGRAPH, "\n".join(PROSE)),
    ]


def test_each_passage_of_a_long_statement_has_whole_rows_under_caption_and_heads():
    rows = [(f"Payments for plant {n}", f"{n},105", f"{n},204") for n in range(10, 44)]
    extracted = extract(make_pdf([statement([FLOWS[0], *rows], y=350)]))
    passages = [passage for passage in chunk(extracted) if "\t" in passage.text]
    assert len(passages) > 1
    assert min(len(passage.text) for passage in passages) > 500
    lines = {line for passage in passages for line in passage.text.split("\n")}
    assert {"\t".join(row) for row in rows} <= lines
    for passage in passages:
        assert passage.text == extracted.text[passage.start : passage.end]
        assert passage.heading_path == (
            f"{CAPTION} (in millions)",
            f"{HEADS} │ 2022 │ 2021",
        )


@pytest.mark.parametrize("y", [220, 225, 230], ids=["bottom", "middle", "top"])
def test_label_of_several_lines_is_one_row_with_its_figures(y):
    page = [
        *in_columns(FLOWS, ENDS, 300),
        *placed(["Net increase in cash, cash equivalents", "and cash that is restricted"], 230),
        *list(in_columns([("", "7,882", "(36,776)")], ENDS, y))[1:],
        *in_columns([("Cash at end of year", "14,647", "8,104")], ENDS, 210),
    ]
    assert tables(make_pdf([page])) == [
        [
            *AS_READ,
            "Net increase in cash, cash equivalents and cash that is restricted\t7,882\t(36,776)",
            "Cash at end of year\t14,647\t8,104",
        ]
    ]


def test_table_written_by_columns_is_read_by_rows_and_found_in_the_preview():
    cells = list(in_columns(FLOWS, ENDS, 300))
    columns = [[At(CAPTION, 70, 330), *(cell for cell in cells if cell.x == 20)]]
    columns += [[cell for cell in cells if end - 45 < cell.x <= end] for end in ENDS]
    data = make_pdf([[cell for column in columns for cell in column]])
    assert tables(data) == [AS_READ]
    described, _ = render_page(data, 1, 300, AS_READ[3])
    assert {round(bottom / 10) for _, bottom, _, _ in described["passage"]} == {27}
    assert "Depreciation and other\t1,979\t2,144" in described["text"]


def test_multi_line_heads_are_below_one_another():
    heads = [
        At("Three months ended", 175, 336),
        *(At("March", 185, 324), At("31, 2022", 178, 312)),
        *(At("March", 245, 324), At("31, 2021", 238, 312)),
    ]
    (rows,) = tables(make_pdf([[*heads, *in_columns(FLOWS[2:], ENDS, 300)]]))
    assert rows == ["Three months ended", "March 31, 2022\tMarch 31, 2021", *AS_READ[2:]]


def test_table_continues_across_a_page_break():
    rows = [(f"Payments for plant {n}", f"{n},105", f"{n},204") for n in range(10, 60)]
    first = [At(CAPTION, 70, 366), *in_columns([FLOWS[0], *rows[:30]], ENDS, 350)]
    second = [*in_columns(rows[30:], ENDS, 380), *placed(PROSE, 100)]
    passages = chunk(extract(make_pdf([first, second])))
    after = next(passage for passage in passages if "50,105" in passage.text)
    assert after.place_start == 2
    assert after.heading_path == (CAPTION, f"{HEADS} │ 2022 │ 2021")


def two_columns():
    left = placed([f"The left column goes on {n}" for n in range(2001, 2016)], 360)
    return [*left, *(At(cell.text.replace("left", "right"), 160, cell.y) for cell in left)]


def contents(leader):
    titles = ["Business", "Risks", "Properties", "Cash flows", "Notes"]
    return [
        *placed([f"{title} {leader}" for title in titles], 360),
        *(At(str(3 + 2 * n), 270, 360 - 10 * n) for n in range(len(titles))),
    ]


def justified():
    lines = [["It", "was", "less", "in", "2021"], ["and", "more", "later", "in", "2020"]] * 4
    return [
        At(word, 20 + 62 * at, 360 - 10 * number)
        for number, words in enumerate(lines)
        for at, word in enumerate(words)
    ]


CODE = ["def f(rows):", "    x = 15", "    y = 20", "    for n in range(7):", "        x = 12"]
COUNTED = ["In short we sold 12,", "then 11, and then 10", "of all 33 that were 30", "or 28 or 20"]


@pytest.mark.parametrize(
    "page",
    [two_columns(), contents(". . . . . . ."), contents(""), justified(), CODE, COUNTED],
    ids=["columns", "leaders", "contents", "justified", "code", "prose"],
)
def test_text_that_ends_with_numbers_is_not_a_table(page):
    assert tables(make_pdf([page])) == []


def test_page_with_very_many_figures_is_read():
    rows = [[f"Row {n}", *(f"{n},{m}00" for m in range(1, 9))] for n in range(10, 90)]
    cells = [
        At(cell, 20 + 32 * at, 390 - 4 * n, 4)
        for n, row in enumerate(rows)
        for at, cell in enumerate(row)
    ]
    by_column = sorted(cells, key=lambda cell: cell.x)
    (found,) = tables(make_pdf([by_column]))
    assert found == ["\t".join(row) for row in rows]
