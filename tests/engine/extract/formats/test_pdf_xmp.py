"""The XMP packet of a PDF, which anybody may have written."""

import pytest

from engine.extract.formats.pdf.text import extract, read_xmp
from engine.model.document import DocumentMetadata
from tests.support.pdf_files import make_pdf

TITLE = "<dc:title><rdf:Alt><rdf:li>{}</rdf:li></rdf:Alt></dc:title>"


def packet(inside, before=""):
    return (
        f'%PDF <?xpacket begin="" id="W5M0"?>{before}<x:xmpmeta xmlns:x="adobe:ns:meta/">'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
        ' xmlns:dc="http://purl.org/dc/elements/1.1/"'
        ' xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/">'
        f'<rdf:Description rdf:about="">{inside}</rdf:Description></rdf:RDF></x:xmpmeta>'
        '<?xpacket end="w"?>'
    ).encode()


def test_a_packet_says_when_a_paper_appeared():
    both = "<dc:date><rdf:Seq><rdf:li>2016-01</rdf:li></rdf:Seq></dc:date>"
    cover = "<prism:coverDate>2017-06-05</prism:coverDate>"
    assert read_xmp(packet(both)).issued == "2016-01"
    assert read_xmp(packet(both + cover)).issued == "2017-06-05"


def test_the_packet_goes_before_the_older_dictionary():
    pdf = make_pdf([["Text"]], info={"Title": "Older", "CreationDate": "D:20200101"})
    found = extract(pdf + packet(TITLE.format("Newer"))).metadata
    assert (found.title, found.created, found.issued) == ("Newer", "2020-01-01", "")


@pytest.mark.parametrize(
    "hostile",
    [
        packet(TITLE.format("&a;"), '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'),
        packet(TITLE.format("&b;"), '<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>'),
        packet(TITLE.format("T" * 1_100_000)),
        packet(TITLE.format("half"))[:-90] + b'<?xpacket end="w"?>',
        packet("<dc:a>" * 50_000 + "</dc:a>" * 50_000),
        b"<?xpacket begin" * 10_000,
        b'<?xpacket begin=""?>\xff\xfe\x00<?xpacket end="w"?>',
    ],
    ids=["external", "entities", "large", "cut off", "nested", "begun", "binary"],
)
def test_a_trap_says_nothing(hostile):
    assert read_xmp(hostile) == DocumentMetadata()
