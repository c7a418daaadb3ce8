"""Comments on PDF pages and what is filled into forms are found with the page they lie on."""

import pytest

from engine.extract.formats.pdf.page import render_page
from engine.extract.formats.pdf.text import extract, read_xmp
from engine.model.document import BlockKind, DocumentMetadata, PlaceKind
from engine.model.errors import DocumentError
from tests.support.pdf_files import make_pdf


def test_pages_keep_their_numbers():
    found = extract(make_pdf([["First page", "second line"], [], ["Third page"]]))
    assert found.place_kind is PlaceKind.PAGE
    assert found.place_numbers == (1, 2, 3)
    assert found.text[: found.place_starts[1]] == "First page\nsecond line\n"
    assert found.text[found.place_starts[2] :] == "Third page\n"
    assert found.warnings == ("Without text: 1 of 3 pages; they may be scanned pictures.",)


def test_metadata_comes_from_the_document():
    info = {
        "Title": "Limits",
        "Author": "Ada",
        "Keywords": "memory; pods",
        "CreationDate": "D:20261120080000Z",
    }
    metadata = extract(make_pdf([["text"]], info=info)).metadata
    assert metadata.title == "Limits"
    assert metadata.author == "Ada"
    assert metadata.tags == ("memory", "pods")
    assert metadata.created == "2026-11-20"


@pytest.mark.parametrize("title", ["Microsoft Word - x.docx", "untitled", "thesis.dvi"])
def test_titles_nobody_gave_are_left_out(title):
    assert extract(make_pdf([["text"]], info={"Title": title})).metadata.title == ""


def test_the_outline_gives_headings():
    data = make_pdf(
        [["Preface", "hello", "1 Limits", "memory"], ["more memory"]],
        outline=[("Preface", 1), ("Limits", 1)],
    )
    found = extract(data)
    assert [(b.kind, found.text[b.start : b.end], b.heading_path) for b in found.blocks] == [
        (BlockKind.HEADING, "Preface", ("Preface",)),
        (BlockKind.PARAGRAPH, "hello", ("Preface",)),
        (BlockKind.HEADING, "1 Limits", ("Limits",)),
        (BlockKind.PARAGRAPH, "memory", ("Limits",)),
        (BlockKind.PARAGRAPH, "more memory", ("Limits",)),
    ]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (make_pdf([["secret"]], locked=True), "password"),
        (make_pdf([[], []]), "no-text"),
        (make_pdf([["half a file"]])[:200], "damaged"),
        (b"%PDF-1.4 nothing else", "damaged"),
    ],
)
def test_what_cannot_be_read_says_why(data, reason):
    with pytest.raises(DocumentError) as failure:
        extract(data)
    assert failure.value.reason == reason
    assert failure.value.message.endswith(".")


def test_comments_follow_the_text_of_their_page_with_who_made_them():
    data = make_pdf(
        [["First page"], ["Second page"]],
        annotations=[
            "/Subtype /Text /T (Carl) /Contents (check the\\nrent)",
            "/Subtype /FreeText /Contents (typed on the page)",
            "/Subtype /Popup /Contents (check the rent)",
            "/Subtype /Link /Contents (leads elsewhere)",
            "/Subtype /Text /F 2 /Contents (hidden)",
        ],
    )
    found = extract(data)
    first = found.text[: found.place_starts[1]]
    assert first == "First page\nCarl: check the rent\ntyped on the page\n"
    assert found.text[found.blocks[0].start : found.blocks[0].end] == first.rstrip()


def test_a_comment_that_repeats_what_it_marks_is_left_out():
    notes = ["/Subtype /Highlight /T (Ada) /Contents (the  RENT is due)"]
    assert extract(make_pdf([["Here the rent is", "due."]], annotations=notes)).text == (
        "Here the rent is\ndue.\n"
    )


def test_what_is_filled_into_a_form_is_read():
    fields = [
        "/FT /Tx /T (a1) /TU (Tenant) /V (Ada Lovelace)",
        "/FT /Ch /Ff 131072 /T (a2) /V (Hamburg) /Opt [(Hamburg) (Bremen)]",
        "/FT /Tx /T (a3) /Ff 8192 /V (a password)",
        "/FT /Tx /T (a4)",
    ]
    assert extract(make_pdf([["Name:"]], fields=fields)).text == (
        "Name:\nTenant: Ada Lovelace\nHamburg\n"
    )


def test_a_scan_with_a_comment_is_found_by_it_and_still_said_to_be_a_scan():
    found = extract(make_pdf([[]], annotations=["/Subtype /Text /Contents (page of the lease)"]))
    assert found.text == "page of the lease\n"
    assert found.warnings == ("Without text: 1 of 1 pages; they may be scanned pictures.",)


def test_the_preview_draws_what_is_filled_into_a_form():
    def picture(fields):
        data = make_pdf([["Name:"]], fields=fields)
        return render_page(data, 1, 300, "")[1]

    assert picture(["/FT /Tx /T (a) /V (Ada)"]) != picture(["/FT /Tx /T (a)"])


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
