import pytest

from engine.extract.metadata import read_front_matter
from engine.model.filters import TrustLevel


def metadata(inside: str):
    return read_front_matter(f"---\n{inside}\n---\nbody").metadata


def test_title_tags_language_trust_and_dates_are_read():
    found = metadata(
        "title: Pods\ntags: [memory, limits]\nlang: de-AT\ntrust: primary\n"
        "date: 2026-11-20\nlastmod: 2026-11-21T08:00:00Z\nauthors: [Ada, Grace]"
    )
    assert found.title == "Pods"
    assert found.tags == ("memory", "limits")
    assert found.lang == "de"
    assert found.trust is TrustLevel.PRIMARY
    assert (found.created, found.modified) == ("2026-11-20", "2026-11-21")
    assert found.author == "Ada; Grace"


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
def test_tags_come_as_a_list_or_with_commas(written, tags):
    assert metadata(written).tags == tags


def test_norwegian_is_not_the_word_no():
    assert metadata("lang: no").lang == "no"


def test_an_impossible_date_is_left_out():
    assert metadata("date: 2024-02-30").created == ""


def test_nested_values_are_not_taken_for_top_level_ones():
    assert metadata("menu:\n  title: Inner\n  tags: [inner]\ntitle: Outer").title == "Outer"
    assert metadata("menu:\n  tags: [inner]\ntitle: Outer").tags == ()


def test_toml_between_plus_signs_is_read():
    front = read_front_matter('+++\ntitle = "Pods"\ntags = ["a", "b"]\n+++\nbody')
    assert front.metadata.title == "Pods"
    assert front.metadata.tags == ("a", "b")


def test_broken_yaml_is_read_line_by_line_and_said():
    front = read_front_matter("---\ntitle: Foo: bar\ntags:\n\t- one\n---\nbody")
    assert front.metadata.title == "Foo: bar"
    assert front.metadata.tags == ("one",)
    assert front.warnings


@pytest.mark.parametrize("inside", ["- a\n- b", "just text", "A sentence.\nAnother one."])
def test_what_is_no_mapping_is_text(inside):
    assert read_front_matter(f"---\n{inside}\n---\nbody").body == 0


def test_an_alias_bomb_multiplies_nothing():
    bomb = "a: &a [x,x,x]\n" + "".join(
        f"{chr(98 + i)}: &{chr(98 + i)} [{','.join(['*' + chr(97 + i)] * 9)}]\n" for i in range(9)
    )
    front = read_front_matter(f"---\n{bomb}title: still read\n---\nbody")
    assert front.metadata.title == "still read"
    assert sum(map(len, front.values.values())) < 200


@pytest.mark.parametrize("nest", ["[" * 30_000, "- " * 30_000, "{a: " * 15_000])
def test_deep_nesting_is_survived(nest):
    assert read_front_matter(f"---\nx: {nest}\n---\nbody").metadata.title == ""


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
def test_the_body_begins_after_the_closing_line(line_break):
    text = line_break.join(["---", "title: x", "---", "body"])
    front = read_front_matter(text)
    assert text[front.body :] == "body"
    assert front.metadata.title == "x"


def test_an_unclosed_fence_is_no_front_matter():
    assert read_front_matter("---\ntitle: x\nbody").body == 0


def test_a_json_object_before_the_text_is_front_matter():
    front = read_front_matter('{\n  "title": "Pods",\n  "tags": ["a", "b"]\n}\n\nbody')
    assert front.metadata.title == "Pods"
    assert front.metadata.tags == ("a", "b")
    assert front.body == 44


@pytest.mark.parametrize(
    "text", ['{ "a": 1 }\ntext', '{\n"a": 1} text', '{\n"a": ', '{\n"a":' + "[" * 60_000]
)
def test_other_text_in_braces_is_text(text):
    assert read_front_matter(text).body == 0


@pytest.mark.parametrize(
    ("written", "author"),
    [
        ("author:\n  name: Ada Okafor\n  email: ada@example.org", "Ada Okafor"),
        ("author:\n  - name: Ada Okafor\n    orcid: 1\n  - Bo Li", "Ada Okafor; Bo Li"),
        ("authors:\n  - given: Ada\n    family: Okafor", "Okafor, Ada"),
        ("author:\n  - literal: Harbour Board", "Harbour Board"),
        ("author:\n  - name: {given: Ada, family: Okafor}", "Okafor, Ada"),
        (
            "author: [{family: Beethoven, given: Ludwig, non-dropping-particle: van}]",
            "van Beethoven, Ludwig",
        ),
        ("author: [{affiliation: MIT}, {}, '', []]", ""),
        ("author: &a [x, *a]", "x"),
    ],
)
def test_authors_may_be_described_by_mappings(written, author):
    assert metadata(written).author == author


def test_authors_in_toml_and_json_may_be_tables():
    toml = read_front_matter('+++\n[[author]]\nname = "Ada"\n[[author]]\nname = "Bo"\n+++\nx')
    assert toml.metadata.author == "Ada; Bo"
    json = read_front_matter('{\n "authors": [{"name": "Ada"}, null, "Bo"]\n}\n\nx')
    assert json.metadata.author == "Ada; Bo"


@pytest.mark.parametrize(
    ("written", "issued"),
    [
        ("date: 2021", "2021"),
        ("year: 2018", "2018"),
        ("date: 2021-05\nlastmod: 2026-01-01", "2021-05"),
    ],
)
def test_a_document_may_give_only_its_year_or_month(written, issued):
    assert metadata(written).issued == issued
