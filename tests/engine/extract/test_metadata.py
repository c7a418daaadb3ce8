"""What documents say of their publication."""

import pytest

from engine.extract.formats.markup.html import extract as extract_html
from engine.extract.formats.pdf import text as pdf_text
from engine.extract.formats.pdf.text import read_xmp
from engine.extract.metadata import (
    authors_of,
    doi_of,
    isbn_of,
    iso_day,
    issue_date,
    read_front_matter,
    url_of,
)
from engine.model.filters import TrustLevel
from tests.support.pdf_files import make_pdf


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


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-11-21", "2026-11-21"),
        ("2026-11-21T10:00:00Z", "2026-11-21"),
        ("2026/1/2", "2026-01-02"),
        ("D:20261121103000+01'00'", "2026-11-21"),
        ("21.11.2026", "2026-11-21"),
        ("November 21, 2026", "2026-11-21"),
        ("Sat, 21 Nov 2026 08:00:00 +0000", "2026-11-21"),
        ("2024-02-30", ""),
        ("11/12/2026", ""),
        ("soon", ""),
        ("", ""),
    ],
)
def test_dates_become_iso_days_or_nothing(text, day):
    assert iso_day(text) == day


@pytest.mark.parametrize(
    ("text", "issued"),
    [
        ("4 March 2021", "2021-03-04"),
        ("2021-05", "2021-05"),
        ("2021/5", "2021-05"),
        ("05/2011", "2011-05"),
        ("May 2011", "2011-05"),
        ("2021", "2021"),
        ("c. 2005", "2005"),
        ("Spring 1999", "1999"),
        ("11/12/2026", "2026"),
        ("2024-02-30", "2024-02"),
        ("2024-13", "2024"),
        ("1990 and 2003", ""),
        ("12345", ""),
        ("soon", ""),
        ("9" * 100_000, ""),
    ],
)
def test_what_appeared_is_dated_as_exactly_as_it_says(text, issued):
    assert issue_date(text) == issued


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("https://doi.org/10.1000/182", "10.1000/182"),
        ("doi:10.1145/3292500.3330701.", "10.1145/3292500.3330701"),
        (
            "10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0",
            "10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0",
        ),
        ("version 10.2/3", ""),
        ("110.1000/182", ""),
        ("", ""),
    ],
)
def test_a_doi_is_found_in_what_people_write(text, doi):
    assert doi_of(text) == doi


@pytest.mark.parametrize(
    ("text", "isbn"),
    [
        ("urn:isbn:9783161484100", "9783161484100"),
        ("ISBN 978-3-16-148410-0", "978-3-16-148410-0"),
        ("0-306-40615-2", "0-306-40615-2"),
        ("9783161484101", ""),
        ("12345", ""),
    ],
)
def test_an_isbn_counts_only_with_its_check_digit(text, isbn):
    assert isbn_of(text) == isbn


def test_only_web_addresses_are_urls():
    assert url_of(" https://example.org/a?b=1#c ") == "https://example.org/a?b=1#c"
    assert url_of("javascript:alert(1)") == ""
    assert url_of("file:///etc/passwd") == ""


def test_authors_are_joined_once_each():
    assert authors_of(["Ada  L", "", "Grace", "Ada L"]) == "Ada L; Grace"


def test_front_matter_tells_of_a_publication():
    found = read_front_matter(
        "---\ntitle: T\nauthor:\n  - Ada Lovelace\n  - Grace Hopper\n"
        "doi: https://doi.org/10.1000/182\n"
        "isbn: 978-3-16-148410-0\nurl: https://example.org/t\npublisher: Hart\n"
        "journal: Systems\n---\n"
    ).metadata
    assert found.author == "Ada Lovelace; Grace Hopper"
    assert (found.doi, found.isbn) == ("10.1000/182", "978-3-16-148410-0")
    assert (found.url, found.publisher, found.container) == (
        "https://example.org/t", "Hart", "Systems",
    )  # fmt: skip


def test_a_web_page_tells_of_a_publication():
    page = b"""<html><head><title>Site | On Deletion</title>
    <meta name="citation_title" content="On Deletion">
    <meta name="citation_author" content="Okafor, Ada">
    <meta name="citation_author" content="Vogt, M.">
    <meta name="citation_publication_date" content="1998/04/03">
    <meta name="citation_doi" content="10.1000/182">
    <meta name="citation_journal_title" content="Systems">
    <meta name="DC.publisher" content="Hart">
    <meta property="og:url" content="https://example.org/t"></head><body><p>text</p></body></html>"""
    found = extract_html(page).metadata
    assert found.title == "On Deletion"
    assert found.author == "Okafor, Ada; Vogt, M."
    assert (found.doi, found.container, found.publisher) == ("10.1000/182", "Systems", "Hart")
    assert (found.created, found.url) == ("1998-04-03", "https://example.org/t")


XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/" prism:url="https://doi.org/10.1000/182">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">On Deletion</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>Ada Okafor</rdf:li><rdf:li>M. Vogt</rdf:li></rdf:Seq></dc:creator>
<dc:publisher><rdf:Bag><rdf:li>Hart</rdf:li></rdf:Bag></dc:publisher>
<dc:identifier>doi:10.1000/182</dc:identifier>
<prism:publicationName>Journal of Systems</prism:publicationName>
</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>""".encode()


def test_a_pdf_tells_of_a_publication_in_its_xmp_packet():
    found = pdf_text.extract(make_pdf([["text of a page"]], info={"Author": "x"}) + XMP).metadata
    assert (found.title, found.author) == ("On Deletion", "Ada Okafor; M. Vogt")
    assert (found.doi, found.publisher) == ("10.1000/182", "Hart")
    assert (found.container, found.url) == ("Journal of Systems", "https://doi.org/10.1000/182")


@pytest.mark.parametrize(
    "packet",
    [
        b"<?xpacket begin",
        b"<?xpacket begin='' ?><<<<?xpacket end?>",
        b"<?xpacket begin='' ?><?xpacket end?>",
        b"<?xpacket begin='' ?><!DOCTYPE a [<!ENTITY x SYSTEM '/x'>]><a>&x;</a><?xpacket end?>",
        b"<?xpacket begin='' ?>" + b"x" * 1_100_000 + b"<?xpacket end?>",
    ],
)
def test_a_broken_or_hostile_packet_says_nothing(packet):
    assert read_xmp(b"%PDF" + packet).author == ""
    assert read_xmp(b"%PDF" + packet).title == ""
