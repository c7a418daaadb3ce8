"""Workbooks, and text files with rows."""

from datetime import date, datetime
from pathlib import PurePath

import pytest
from openpyxl import Workbook

from tests.support.compound_files import make_compound, make_summary
from tests.support.office_files import saved
from twofold.engine.extract.formats.data.separated_rows import extract, sniffed_delimiter
from twofold.engine.extract.formats.data.workbook import _properties
from twofold.engine.extract.formats.data.workbook import extract as extract_workbook
from twofold.engine.extract.registry import find_format
from twofold.engine.indexing.chunker import chunk
from twofold.engine.model.document import BlockKind, LocatorKind


@pytest.fixture(scope="module")
def workbook():
    book = Workbook()
    book.properties.title, book.properties.creator = "Household", "Ann Lee"
    sheet = book.active
    sheet.title = "Budget"
    sheet["B3"], sheet["C3"], sheet["D3"] = "Item", "Amount", "Due"
    sheet["B4"], sheet["C4"], sheet["D4"] = "Rent\nand heat", 1250.5, date(2024, 5, 6)
    sheet["B6"], sheet["C6"], sheet["D6"] = "Paid", True, datetime(2024, 5, 6, 14, 30)  # noqa: DTZ001 (as in a cell)
    hidden = book.create_sheet("Hidden")
    hidden.sheet_state = "hidden"
    hidden["A1"] = "secret words"
    many = book.create_sheet("Many")
    for number in range(300):
        many.append([f"row text {number}", number])
    data = saved(book)
    return find_format(data, PurePath("a.bin")).open(data, PurePath("a.bin")).text


def test_rows_are_lines_as_displayed_labelled_by_sheet_and_number(workbook):
    lines = workbook.text.split("\n")
    assert lines[:3] == [
        "Item\tAmount\tDue", "Rent and heat\t1250.5\t2024-05-06", "Paid\tTRUE\t2024-05-06 14:30:00",
    ]  # fmt: skip
    assert workbook.place_kind is LocatorKind.SHEET
    assert workbook.place_labels[:4] == (
        "Budget, row 3", "Budget, row 4", "Budget, row 6", "Hidden, row 1",
    )  # fmt: skip
    assert workbook.place_numbers[:4] == (1, 1, 1, 2)
    assert (workbook.metadata.title, workbook.metadata.author) == ("Household", "Ann Lee")


def test_passages_stay_in_their_sheet_and_match_the_rows_in_their_label(workbook):
    chunks = chunk(workbook)
    assert chunks[0].place_label == "Budget, rows 3–6"
    assert chunks[0].heading_path == ("Budget", "Item │ Amount │ Due")
    assert chunks[1].text == "secret words"
    assert chunks[2].place_label.startswith("Many, rows 1–")
    lines = workbook.text.split("\n")
    for passage in chunks:
        first, last = (workbook.text.count("\n", 0, at) for at in (passage.start, passage.end))
        assert "\n".join(lines[first : last + 1]) == passage.text


def test_leading_empty_cells_of_a_row_are_counted():
    book = Workbook()
    for row in (("", "Pieces", "Article"), (1, 2, "Valve"), (None, None, "Cap")):
        book.active.append(row)
    extracted = extract_workbook(saved(book))
    assert extracted.text == "Pieces\tArticle\n1\t2\tValve\nCap\n"
    assert [block.empty_cells for block in extracted.blocks] == [1, 0, 2]


def test_properties_of_an_older_workbook_are_read():
    summary = make_summary(title="Tides", author="Ada", keywords="rock; light")
    data = make_compound({"Workbook": b"x", "\x05SummaryInformation": summary})
    found = _properties(data)
    assert (found.title, found.author, found.tags) == ("Tides", "Ada", ("rock", "light"))


def test_column_names_are_above_every_passage():
    rows = "".join(f"{n};Anna {n};{n * 3},50\n" for n in range(200))
    extracted = extract(f"Nummer;Name;Betrag\n{rows}".encode())
    chunks = chunk(extracted)
    assert len(chunks) > 2
    assert {c.heading_path for c in chunks} == {("Nummer │ Name │ Betrag",)}
    assert extracted.blocks[0].kind is BlockKind.HEADING
    assert chunks[0].place_label.startswith("rows 1–")
    assert {block.heading_path for block in extract(b"1,2,3\n4,5,6\n").blocks} == {()}


def test_quoted_cell_with_several_lines_is_part_of_one_row():
    extracted = extract(b'a,b\n1,"two\nlines"\n2,x\n')
    assert extracted.place_labels == ("row 1", "row 2", "row 2", "row 3")


def test_unclosed_quote_swallows_no_rows():
    rows = "".join(f'{n},"open\n' for n in range(300))
    extracted = extract(f"id,text\n{rows}".encode())
    assert extracted.place_labels[-1] == "row 301"


@pytest.mark.parametrize(
    ("sample", "delimiter"),
    [
        ("a;b,c;d\n1;2,5;3\n", ";"),
        ("a|b|c\n1|2|3\n", "|"),
        ("a,b\n1,2\n", ","),
    ],
)
def test_delimiter_gives_rows_of_equal_length(sample, delimiter):
    assert sniffed_delimiter(sample, ",;\t|") == delimiter
