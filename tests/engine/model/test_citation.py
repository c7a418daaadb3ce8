from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from twofold.engine.model.citation import (
    Citation,
    Locator,
    format_locator,
    format_uri,
    joined_label,
    parse_uri,
)
from twofold.engine.model.document import LocatorKind
from twofold.engine.model.errors import BadRequestError

LINES = Locator(LocatorKind.LINE, 12, 34)
INDEXED_AT = "2026-11-21T09:00:00Z"


@st.composite
def places(draw):
    start = draw(st.integers(1, 10**6))
    kinds = [LocatorKind.PAGE, LocatorKind.LINE, LocatorKind.TIME, LocatorKind.REGION]
    kind = draw(st.sampled_from(kinds))
    sides = st.integers(0, 10**9).map(lambda side: side / 1000)
    box = draw(st.tuples(sides, sides, sides, sides))
    if kind is LocatorKind.REGION:
        return Locator(kind, 1, 1, box)
    if kind is LocatorKind.PAGE:
        return Locator(kind, start, start, draw(st.sampled_from([None, box])))
    if kind is LocatorKind.TIME:
        return Locator(kind, start * 99, start * 99 + draw(st.integers(0, 10**6)))
    return Locator(LocatorKind.LINE, start, start + draw(st.integers(0, 99)))


@pytest.mark.parametrize(
    ("place", "fragment"),
    [
        (Locator(LocatorKind.LINE, 1, 1), "L1"),
        (Locator(LocatorKind.LINE, 1, 2), "L1-L2"),
        (Locator(LocatorKind.PAGE, 3, 3), "page=3"),
        (Locator(LocatorKind.PAGE, 3, 3, (62.3, 64, 460, 274)), "page=3&viewrect=62.3,64,460,274"),
        (Locator(LocatorKind.SLIDE, 3, 4), "page=3"),
        (Locator(LocatorKind.PARAGRAPH, 1, 2), "L1-L2"),
        (Locator(LocatorKind.TIME, 62_500, 69_000), "t=00:01:02.500,00:01:09.000"),
        (Locator(LocatorKind.REGION, 1, 1, (10, 20.5, 300, 1e6)), "xywh=10,20.5,300,1000000"),
        (Locator(LocatorKind.TIME, 0, 360_000_001), "t=00:00:00.000,100:00:00.001"),
    ],
)
def test_locators_use_the_notation_of_code_hosts_and_pdf_viewers(place, fragment):
    assert place.fragment == fragment


def test_special_characters_in_a_path_are_percent_encoded():
    assert format_uri("a b/#1 50%?.md", LINES) == "a%20b/%231%2050%25%3F.md#L12-L34"
    assert format_uri("水.md", LINES) == "%E6%B0%B4.md#L12-L34"


@given(st.text(alphabet=st.characters(exclude_characters="\0"), min_size=1), places())
@example("\udcc3\udca9.txt", LINES)
@example("\udced\udca0\udc80.md", LINES)
def test_citation_can_be_parsed_back(path, place):
    assert parse_uri(format_uri(path, place)) == (path, place)


@given(st.text(alphabet="#%L1-9=:.,/\0\ud800 é٣page t xywh"))
def test_any_text_is_rejected_or_parsed_consistently(text):
    with suppress(BadRequestError):
        path, place = parse_uri(text)
        assert parse_uri(format_uri(path, place)) == (path, place)


def test_a_file_name_that_is_not_utf8_is_found_again():
    name = b"caf\xe9.md".decode("utf-8", "surrogateescape")
    assert parse_uri(format_uri(name, LINES)) == (name, LINES)
    # Other programs decode the bytes that the file has.
    assert format_uri(name, LINES) == "caf%E9.md#L12-L34"


@pytest.mark.parametrize(
    "fragment",
    [
        "", "L0", "L3-L2", "L1-3", "l1", "L1 ", "L1\n", "L٣", "page=0", "page=", "page=1-2",
        "t=00:00:02.000,00:00:01.999", "t=1,2", "t=00:60:00.000,01:00:00.000", "t=0:00:00.000",
        "L" + "9" * 5000, "page=" + "9" * 5000, f"t={'9' * 5000}:00:00.000,{'9' * 5000}:00:01.000",
    ],
)  # fmt: skip
def test_citation_without_a_locator_is_rejected_with_an_example(fragment):
    with pytest.raises(BadRequestError, match="not a citation") as caught:
        parse_uri(f"a.md#{fragment}")
    assert "#page=3" in caught.value.hint


def test_columns_and_code_names_are_optional_in_line_citations():
    whole = Citation("a.md", LINES, INDEXED_AT, section="Limits").as_json()
    assert (whole["kind"], whole["line"]) == ("line", {"start": 12, "end": 34, "section": "Limits"})
    place = {"start": 12, "end": 34, "section": ""}
    part = Citation("a.md", LINES, INDEXED_AT, end_column=7).as_json()
    assert part["line"] == place | {"start_column": None, "end_column": 7}
    code = Citation("a.py", LINES, INDEXED_AT, symbol="Page.render", language="python")
    assert code.as_json()["kind"] == "code"
    assert code.as_json()["code"] == place | {"symbol": "Page.render", "language": "python"}
    assert code.uri == "a.py#L12-L34"


@pytest.mark.parametrize(
    ("first", "last", "label"),
    [
        ("Budget, row 12", "Budget, row 30", "Budget, rows 12–30"),
        ("row 1", "row 2", "rows 1–2"),
        ("Budget, row 12", "Costs, row 1", "Budget, row 12 – Costs, row 1"),
        ("Budget, row 12", "", "Budget, row 12"),
    ],
)
def test_label_covers_the_first_and_last_position(first, last, label):
    assert joined_label(first, last) == label


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (Locator(LocatorKind.PAGE, 3, 3), "page 3"),
        (Locator(LocatorKind.REGION, 1, 1, (1, 2, 30, 40)), "region 1,2,30,40"),
        (Locator(LocatorKind.LINE, 12, 34), "lines 12–34"),
        (Locator(LocatorKind.PARAGRAPH, 2, 3), "paragraphs 2–3"),
        (Locator(LocatorKind.TIME, 62_500, 69_000), "00:01:02–00:01:09"),
    ],
)
def test_locators_are_formatted_as_words(place, words):
    assert format_locator(place) == words
