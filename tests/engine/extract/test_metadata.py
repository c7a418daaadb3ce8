"""Publication metadata of documents."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from twofold.engine.extract.metadata import (
    _plain_yaml,
    _top_level,
    doi_of,
    isbn_of,
    iso_day,
    issue_date,
    read_front_matter,
    url_of,
)
from twofold.engine.model.filters import TrustLevel


def metadata(inside: str):
    return read_front_matter(f"---\n{inside}\n---\nbody").metadata


def test_front_matter_is_read():
    found = metadata(
        "title: Pods\ntags: [memory, limits]\nlang: de-AT\ntrust: primary\n"
        "date: 2026-11-20\nlastmod: 2026-11-21T08:00:00Z\nauthors: [Ada, Grace, Ada]\n"
        "doi: https://doi.org/10.1000/182\nisbn: 978-3-16-148410-0\nurl: https://example.org/t\n"
        "publisher: Hart\njournal: Systems"
    )
    assert found.title == "Pods"
    assert found.tags == ("memory", "limits")
    assert found.lang == "de"
    assert found.trust is TrustLevel.PRIMARY
    assert (found.created, found.modified) == ("2026-11-20", "2026-11-21")
    assert found.author == "Ada; Grace"
    assert (found.doi, found.isbn) == ("10.1000/182", "978-3-16-148410-0")
    assert (found.url, found.publisher) == ("https://example.org/t", "Hart")
    assert found.container == "Systems"
    assert metadata("lang: no").lang == "no", "Norwegian, not the word"
    assert metadata("date: 2021-05\nlastmod: 2026-01-01").issued == "2021-05"


@pytest.mark.parametrize(
    ("written", "tags"),
    [
        ('tags: "a, b #c"', ("a", "b #c")),
        ("tags:\n  - One\n  - '#two'\n  - one", ("One", "two")),
        ("tags: 2024-01-01", ("2024-01-01",)),
        ("tags: [yes, 2024, null]", ("yes", "2024", "null")),
        ("tags:", ()),
    ],
)
def test_tags_are_a_list_or_separated_by_commas(written, tags):
    assert metadata(written).tags == tags


def test_nested_values_are_not_top_level_values():
    found = metadata("menu:\n  title: Inner\n  tags: [inner]\ntitle: Outer")
    assert (found.title, found.tags) == ("Outer", ())


def test_broken_yaml_is_read_line_by_line_with_a_warning():
    front = read_front_matter("---\ntitle: Foo: bar\ntags:\n\t- one\n---\nbody")
    assert front.metadata.title == "Foo: bar"
    assert front.metadata.tags == ("one",)
    assert front.warnings


def test_yaml_alias_bomb_is_not_expanded():
    bomb = "a: &a [x,x,x]\n" + "".join(
        f"{chr(98 + i)}: &{chr(98 + i)} [{','.join(['*' + chr(97 + i)] * 9)}]\n" for i in range(9)
    )
    front = read_front_matter(f"---\n{bomb}title: still read\n---\nbody")
    assert front.metadata.title == "still read"
    assert sum(map(len, front.values.values())) < 200


@pytest.mark.parametrize("nest", ["[" * 30_000, "- " * 30_000])
def test_deep_nesting_is_survived(nest):
    assert read_front_matter(f"---\nx: {nest}\n---\nbody").metadata.title == ""


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
def test_body_begins_after_the_closing_line(line_break):
    text = line_break.join(["---", "title: x", "---", "body"])
    front = read_front_matter(text)
    assert text[front.body :] == "body"
    assert front.metadata.title == "x"


@pytest.mark.parametrize(
    "text",
    [
        '+++\ntitle = "P"\ntags = ["a"]\n[[author]]\nname = "Ada"\n[[author]]\nname = "Bo"\n+++\n',
        '{\n "title": "P", "tags": ["a"],\n "authors": [{"name": "Ada"}, null, "Bo"]\n}\n\n',
    ],
)
def test_front_matter_may_be_toml_or_json(text):
    front = read_front_matter(text + "body")
    found = front.metadata
    assert (found.title, found.tags, found.author) == ("P", ("a",), "Ada; Bo")
    assert f"{text}body"[front.body :].strip() == "body"


@pytest.mark.parametrize(
    "text",
    [
        '{ "a": 1 }\ntext', '{\n"a": 1} text', '{\n"a": ', '{\n"a":' + "[" * 60_000,
        "---\ntitle: x\nbody", "---\n- a\n- b\n---\nbody", "---\nA sentence.\nOne.\n---\nbody",
    ],
)  # fmt: skip
def test_text_that_resembles_front_matter_is_text(text):
    assert read_front_matter(text).body == 0


@pytest.mark.parametrize(
    ("written", "author"),
    [
        ("author:\n  - name: Ada Okafor\n    orcid: 1\n  - Bo Li", "Ada Okafor; Bo Li"),
        ("authors:\n  - given: Ada\n    family: Okafor", "Okafor, Ada"),
        ("author:\n  - literal: Harbour Board", "Harbour Board"),
        ("author:\n  - name: {given: Ada, family: Okafor}", "Okafor, Ada"),
        ("author: [{family: Eck, given: Bo, non-dropping-particle: van}]", "van Eck, Bo"),
        ("author: [{affiliation: MIT}, {}, '', []]", ""),
        ("author: &a [x, *a]", "x"),
    ],
)
def test_authors_may_be_described_by_mappings(written, author):
    assert metadata(written).author == author


@pytest.mark.parametrize(
    ("read", "text", "found"),
    [
        (iso_day, "2026-11-21T10:00:00Z", "2026-11-21"),
        (iso_day, "2026/1/2", "2026-01-02"),
        (iso_day, "D:20261121103000+01'00'", "2026-11-21"),
        (iso_day, "21.11.2026", "2026-11-21"),
        (iso_day, "November 21, 2026", "2026-11-21"),
        (iso_day, "Sat, 21 Nov 2026 08:00:00 +0000", "2026-11-21"),
        (iso_day, "2024-02-30", ""),
        (iso_day, "11/12/2026", ""),
        (issue_date, "4 March 2021", "2021-03-04"),
        (issue_date, "2021/5", "2021-05"),
        (issue_date, "05/2011", "2011-05"),
        (issue_date, "May 2011", "2011-05"),
        (issue_date, "c. 2005", "2005"),
        (issue_date, "11/12/2026", "2026"),
        (issue_date, "2024-02-30", "2024-02"),
        (issue_date, "1990 and 2003", ""),
        (issue_date, "9" * 100_000, ""),
        (doi_of, "doi:10.1145/3292500.3330701.", "10.1145/3292500.3330701"),
        (doi_of, "10.1002/(S)1-2(19)49:8<693::AID-A>3.0", "10.1002/(S)1-2(19)49:8<693::AID-A>3.0"),
        (doi_of, "version 10.2/3", ""),
        (doi_of, "110.1000/182", ""),
        (isbn_of, "urn:isbn:9783161484100", "9783161484100"),
        (isbn_of, "0-306-40615-2", "0-306-40615-2"),
        (isbn_of, "9783161484101", ""),
        (url_of, " https://example.org/a?b=1#c ", "https://example.org/a?b=1#c"),
        (url_of, "javascript:alert(1)", ""),
        (url_of, "file:///etc/passwd", ""),
    ],
)
def test_dates_and_identifiers_are_found_in_common_notations(read, text, found):
    assert read(text) == found


PIECES = st.sampled_from(
    ["title", "tags", ":", " ", "  ", "- ", "\n", '"', "'", "#", "/a/b", "x", "1", "[", "~", "é"]
)
LINES = st.sampled_from(
    ["title: x y", 'a: "b: c"', "tags:", "- one", "  - two", "b: >", "  folded text ", "c: >-",
     "  more: #1", "", "   deeper", "d: /x/y", "e: 'f'", "title: again", "g: http://h/#i:j",
     "menu:", "  main:", "    weight: 1", "  name: x", "author:", "k: 2026-01-02T03:04:05+06:00"]
)  # fmt: skip
FRONT_MATTER = st.one_of(
    st.lists(PIECES, max_size=14).map("".join),
    st.lists(LINES, max_size=7).map(lambda lines: "\n".join([*lines, ""])),
)


@settings(max_examples=300)
@given(FRONT_MATTER)
@example("author:\n- one\n  - two\n")
@example("menu:\n  main:\n    weight: 1\n  name: x\nurl: http://h/#i:j\n")
@example("author:\n  name: x\ntitle: y\n")
def test_plain_front_matter_means_the_same_as_yaml(inside):
    plain = _plain_yaml(inside)
    if plain:
        assert plain == _top_level(inside)
