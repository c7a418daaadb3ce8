"""Passages of tables: whole rows, below the caption and the column headers."""

import re
from pathlib import PurePath

import docx
import pytest
from openpyxl import Workbook

from tests.support.office_files import make_odf, saved
from twofold.engine.extract.registry import find_format
from twofold.engine.indexing.chunker import MAX_SIZE, chunk
from twofold.engine.indexing.tables import Table, tables_and_blocks

REGIONS = [(f"Region {number}", str(900 + number), str(800 + number)) for number in range(120)]
HEADS = "Region │ 2021 │ 2022"


def read(name: str, data: bytes):
    path = PurePath(name)
    found = find_format(data, path)
    assert found is not None
    return found.open(data, path).text


def word() -> bytes:
    document = docx.Document()
    document.add_heading("Budget", 1)
    document.add_paragraph("All figures are in thousands.")
    document.add_paragraph("Table 2: Revenue by region")
    table = document.add_table(0, 3)
    for row in (("Region", "2021", "2022"), *REGIONS):
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text
    document.add_paragraph("Source: the annual report.")
    return saved(document)


def open_document() -> bytes:
    def row(cells):
        inside = "".join(
            f"<table:table-cell><text:p>{one}</text:p></table:table-cell>" for one in cells
        )
        return f"<table:table-row>{inside}</table:table-row>"

    rows = "".join(map(row, (("Region", "2021", "2022"), *REGIONS)))
    return make_odf(
        "text",
        f'<text:h text:outline-level="1">Budget</text:h><table:table>{rows}</table:table>'
        "<text:p>Table 2: Revenue by region</text:p><text:p>Source: the annual report.</text:p>",
    )


def web_page() -> bytes:
    def row(cells, tag="td"):
        return f"<tr>{''.join(f'<{tag}><p>{one}</p></{tag}>' for one in cells)}</tr>"

    rows = row(("Region", "2021", "2022"), "th") + "".join(map(row, REGIONS))
    return (
        f"<h1>Budget</h1><table><caption>Table 2: Revenue by region</caption>{rows}</table>"
        "<p>Source: the annual report.</p>"
    ).encode()


def markdown() -> bytes:
    rows = "\n".join(f"| {' | '.join(row)} |" for row in REGIONS)
    return (
        "# Budget\n\nTable 2: Revenue by region\n\n| Region | **2021** | 2022 |\n|---|--:|--:|\n"
        f"{rows}\n\nSource: the annual report.\n"
    ).encode()


def rich_text() -> bytes:
    def row(cells):
        return "".join(rf"\pard\intbl {one}\cell " for one in cells) + r"\row "

    rows = "".join(map(row, (("Region", "2021", "2022"), *REGIONS)))
    return (
        r"{\rtf1\ansi{\stylesheet{\s1 heading 1;}}\pard\s1 Budget\par"
        rf"\pard Table 2: Revenue by region\par {rows}\pard Source: the annual report.\par}}"
    ).encode()


FILES = {
    "a.docx": word, "a.odt": open_document, "a.html": web_page, "a.md": markdown,
    "a.rtf": rich_text,
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_each_passage_of_a_long_table_has_whole_rows_under_caption_and_heads(name):
    passages = chunk(read(name, FILES[name]()))
    rows = [passage for passage in passages if "Region 7" in passage.text]
    assert len(rows) > 1
    for passage in rows:
        assert passage.heading_path == ("Budget", "Table 2: Revenue by region", HEADS)
        assert passage.section == "Table 2: Revenue by region"
    written = "\n".join(passage.text for passage in passages)
    lines = [re.sub(r"[\s|]+", " ", line).strip() for line in written.splitlines()]
    assert [line for line in lines if line in set(map(" ".join, REGIONS))] == [
        *map(" ".join, REGIONS)
    ]
    assert passages[-1].text.endswith("Source: the annual report.")


def test_sheet_columns_are_named_below_a_title_and_by_two_header_rows():
    book = Workbook()
    book.active.title = "Sales"
    for row in (("Sales by quarter",), ("", "2023", "", "2024", ""), ("", "Q1", "Q2", "Q1", "Q2")):
        book.active.append(row)
    for number in range(150):
        book.active.append((f"Branch {number}", *(number * 10 + one for one in range(4))))
    passages = chunk(read("a.xlsx", saved(book)))
    assert len(passages) > 2
    heads = "Sales by quarter │ 2023 │ 2024 │ Q1 │ Q2"
    assert {passage.heading_path for passage in passages} == {("Sales", heads)}
    assert {passage.section for passage in passages} == {""}
    assert passages[-1].place_label.endswith("153")


def test_table_that_fits_is_never_divided_and_keeps_its_caption():
    prose = "The harbour was full of ships from all over the world that day. " * 12
    rows = "".join(f"| {'word ' * 9}{number} | {number} |\n" for number in range(12))
    table = f"Table 1: What was seen\n\n| What | When |\n|---|---|\n{rows}"
    passages = chunk(read("a.md", f"# Log\n\n{prose}\n\n{table}\n{prose}\n".encode()))
    holders = [passage for passage in passages if "word" in passage.text]
    assert len(holders) == 1
    assert "Table 1: What was seen\n\n| What | When |" in holders[0].text
    assert holders[0].heading_path == ("Log",)


def test_only_a_row_longer_than_a_passage_is_cut():
    rows = [f"| {number} | {'many words in a cell ' * 40}|" for number in range(12)]
    rows.insert(5, f"| 99 | {'one row without an end ' * 100}|")
    passages = chunk(read("a.md", "\n".join(["| No | Text |", "|---|---|", *rows]).encode()))
    cut = {line for passage in passages for line in passage.text.splitlines()} - {
        "| No | Text |", "|---|---|", *rows,
    }  # fmt: skip
    assert cut
    assert all(part in rows[5] for part in cut)
    assert all(len(passage.text) <= MAX_SIZE for passage in passages)


def test_note_between_rows_does_not_split_a_table_and_two_tables_stay_separate():
    def row(cells):
        inside = "".join(
            f"<table:table-cell><text:p>{one}</text:p></table:table-cell>" for one in cells
        )
        return f"<table:table-row>{inside}</table:table-row>"

    note = (
        "Paris<text:note><text:note-body><text:p>Since 1999.</text:p></text:note-body></text:note>"
    )
    first = "".join(map(row, (("Town", "Land"), (note, "France"), ("Rome", "Italy"))))
    second = "".join(map(row, (("Name", "Age"), ("Ada", "36"))))
    body = f"<table:table>{first}</table:table><text:p/><table:table>{second}</table:table>"
    found = list(tables_and_blocks(read("a.odt", make_odf("text", body))))
    assert [table.heads for table in found if isinstance(table, Table)] == [
        ("Town │ Land",), ("Name │ Age",),
    ]  # fmt: skip
    assert len(found) == 2


@pytest.mark.parametrize(
    "rows",
    [
        ("[1]\tAda Lovelace, Notes", "[2]\tGrace Hopper, Compilers"),
        ("Name:\tAda", "Street:\tSt James's Square"),
        ("Mozart\t1756\t1791", "Haydn\t1732\t1809"),
        ("1\t2\t3", "4\t5\t6"),
    ],
)
def test_references_forms_and_values_are_not_column_heads(rows):
    cells = "".join(f"<tr><td>{row.replace(chr(9), '</td><td>')}</td></tr>" for row in rows)
    found = list(tables_and_blocks(read("a.html", f"<table>{cells}</table>".encode())))
    assert [table.heads for table in found if isinstance(table, Table)] == [()]
