"""CSV exports can be read back, and no cell is a formula."""

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.exports import EXPORTED_AT, export_bytes, export_text
from tests.support.responses import make_hit
from twofold.engine.export.formats.csv import COLUMNS
from twofold.engine.export.text import printable
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.export_format import ExportFormat


def rows(*hits):
    text = export_text(ExportFormat.CSV, *hits)
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def test_a_row_has_every_column_and_the_citation():
    row = rows(make_hit())[0]
    assert tuple(row) == COLUMNS
    assert row["citation"] == "guides/limits%20%26%20quotas.md#L12-L14"
    assert row["place"] == "L12-L14"
    assert row["tags"] == "ops, memory"
    assert row["stale"] == "false"
    assert float(row["score"]) == 0.75
    assert row["search"] == "memory of a pod"
    assert row["exported_at"] == EXPORTED_AT


@pytest.mark.parametrize(
    "start", ["=", "+", "-", "@", "\t", "\r", "  =", "＝", "\ufeff=", "\u200b ="]
)
def test_a_cell_that_would_be_a_formula_is_neutralised(start):
    formula = f"{start}HYPERLINK(1)"
    row = rows(make_hit(title=formula, doc_path=formula, text=formula, tags=(formula,)))[0]
    for column in ("title", "path", "text", "tags"):
        assert row[column] == f"'{formula}"


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("limits;=HYPERLINK(1)", "limits;'=HYPERLINK(1)"),
        ("one\n  =cmd|' /C calc'!A0", "one\n  '=cmd|' /C calc'!A0"),
        ('x;"=HYPERLINK(1)"', 'x;"\'=HYPERLINK(1)"'),
        ("a, -b; +1", "a, -b; +1"),
        ("- item\n- item", "'- item\n- item"),
    ],
)
def test_cell_that_is_a_formula_with_another_separator_is_neutralised(text, cell):
    assert rows(make_hit(text=text))[0]["text"] == cell


def test_semicolons_and_a_byte_order_mark_are_for_excel_in_german_and_french():
    hit = make_hit(text="Länge; Breite", title="a,b")
    data = export_bytes(ExportFormat.CSV, hit, separator=";")
    assert data.startswith(b"\xef\xbb\xbf")
    source = io.StringIO(data.decode("utf-8-sig"), newline="")
    row = next(csv.DictReader(source, delimiter=";", strict=True))
    assert tuple(row) == COLUMNS
    assert (row["text"], row["title"]) == ("Länge; Breite", "a,b")
    assert not export_bytes(ExportFormat.CSV, hit).startswith(b"\xef\xbb\xbf")


def test_another_separator_is_refused():
    with pytest.raises(BadRequestError, match="not a valid separator"):
        export_bytes(ExportFormat.CSV, make_hit(), separator="|")


@given(st.text(max_size=60))
def test_any_text_can_be_read_back_except_for_the_added_apostrophe(text):
    cell = rows(make_hit(text=text or "x", title=text))[0]["title"]
    assert not cell.lstrip().startswith(("=", "+", "-", "@"))
    assert re.sub("['\ufffd]", "", cell) == re.sub("['\ufffd]", "", printable(text))
