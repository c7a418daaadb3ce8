"""What documents say of their publication."""

import pytest

from engine.extract.formats.markup.html import extract as extract_html
from engine.extract.formats.pdf import text as pdf_text
from engine.extract.formats.pdf.text import read_xmp
from engine.extract.metadata import authors_of, doi_of, isbn_of, read_front_matter, url_of
from tests.support.pdf_files import make_pdf


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
