"""PDF documents: text, metadata, comments and form values have the right pages."""

import zlib

import pytest

from tests.engine.extract.formats.blocks import blocks
from tests.support.pdf_files import make_pdf
from twofold.engine.extract.formats.pdf.metadata import read_xmp
from twofold.engine.extract.formats.pdf.page import render_page
from twofold.engine.extract.formats.pdf.text import extract, open_with_files
from twofold.engine.extract.process.embedded import EmbeddedSelection, FileReading
from twofold.engine.model.document import BlockKind, DocumentMetadata, EmbeddedDocument, LocatorKind
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason


def test_pages_keep_their_numbers():
    found = extract(make_pdf([["First page", "second line"], [], ["Third page"]]))
    assert found.place_kind is LocatorKind.PAGE
    assert found.place_numbers == (1, 2, 3)
    assert found.text[: found.place_starts[1]] == "First page\nsecond line\n"
    assert found.text[found.place_starts[2] :] == "Third page\n"
    assert found.warnings == ("1 of 3 pages contain no text. They may be scanned pictures.",)


def made_titled(title):
    return make_pdf([["text"]], info={"Title": title})


def test_metadata_is_read_from_the_document():
    info = {"Author": "Ada", "Keywords": "memory; pods", "CreationDate": "D:20261120080000Z"}
    made = make_pdf([["text"]], info={**info, "Title": "Older"})
    metadata = extract(made).metadata
    assert (metadata.title, metadata.author) == ("Older", "Ada")
    assert (metadata.tags, metadata.created) == (("memory", "pods"), "2026-11-20")
    newer = extract(made + packet(TITLE.format("Newer"))).metadata
    assert (newer.title, newer.created, newer.issued) == ("Newer", "2026-11-20", "")
    untitled = made_titled("untitled") + packet(TITLE.format("Named"))
    assert extract(made_titled("untitled")).metadata.title == ""
    assert extract(untitled).metadata.title == "Named"
    date = "<dc:date><rdf:Seq><rdf:li>2016-01</rdf:li></rdf:Seq></dc:date>"
    cover = "<prism:coverDate>2017-06-05</prism:coverDate>"
    assert read_xmp(packet(date)).issued == "2016-01"
    assert read_xmp(packet(date + cover)).issued == "2017-06-05"


def test_xmp_packet_describes_a_publication():
    people = "<rdf:li>Ada Okafor</rdf:li><rdf:li>M. Vogt</rdf:li>"
    found = read_xmp(
        packet(
            f"<dc:creator><rdf:Seq>{people}</rdf:Seq></dc:creator>"
            "<dc:publisher><rdf:Bag><rdf:li>Hart</rdf:li></rdf:Bag></dc:publisher>"
            "<dc:identifier>doi:10.1000/182</dc:identifier>"
            "<prism:url>https://doi.org/10.1000/182</prism:url>"
            "<prism:publicationName>Journal of Systems</prism:publicationName>"
        )
    )
    assert (found.author, found.publisher) == ("Ada Okafor; M. Vogt", "Hart")
    assert (found.container, found.doi) == ("Journal of Systems", "10.1000/182")
    assert found.url == "https://doi.org/10.1000/182"


def test_other_declared_values_are_properties():
    info = {"Subject": "Harbour dues", "Keywords": "quay; crane", "Matter#20Number": "4711/B"}
    described = "<rdf:li xml:lang='de'>Hafen</rdf:li><rdf:li xml:lang='x-default'>Dues</rdf:li>"
    data = make_pdf([["text"]], info=info) + packet(
        f"<dc:description><rdf:Alt>{described}</rdf:Alt></dc:description>"
        "<dc:subject><rdf:Bag><rdf:li>quay</rdf:li><rdf:li>crane</rdf:li></rdf:Bag></dc:subject>"
        '<pdfx:Client xmlns:pdfx="http://ns.adobe.com/pdfx/1.3/">Meyer</pdfx:Client>'
    )
    metadata = extract(data).metadata
    assert metadata.properties == (
        ("subject", "Harbour dues"),
        ("description", "Dues"),
        ("description", "Hafen"),
        ("keywords", "quay, crane"),
        ("Client", "Meyer"),
        ("Matter Number", "4711/B"),
    )
    assert metadata.tags == ("quay", "crane")


@pytest.mark.parametrize(
    ("titles", "title"),
    [
        ("<rdf:li xml:lang='de'>Hafen</rdf:li><rdf:li xml:lang='en'>Port</rdf:li>", "Hafen"),
        ("<rdf:li xml:lang='de'>Hafen</rdf:li><rdf:li xml:lang='x-default'>Port</rdf:li>", "Port"),
        ("<rdf:li>\\376\\377\\000M\\001\\021\\000\\(</rdf:li>", "M\u0111("),
    ],
    ids=["no default", "default", "escaped"],
)
def test_all_forms_of_a_packet_title_are_read(titles, title):
    data = packet(f"<dc:title><rdf:Alt>{titles}</rdf:Alt></dc:title>")
    assert read_xmp(data).title == title
    stream = zlib.compress(data[5:])
    packed = b"9 0 obj << /Type /Metadata /Subtype /XML /Filter /FlateDecode >>\nstream\n" + stream
    assert read_xmp(packed).title == title


def test_empty_packet_title_is_ignored():
    for empty in ("<dc:title><rdf:Alt><rdf:li/></rdf:Alt></dc:title>", "<dc:title/>"):
        found = read_xmp(packet(f"{empty}<dc:creator>Ada</dc:creator>"))
        assert (found.title, found.author, found.properties) == ("", "Ada", ())


def test_outline_provides_headings():
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


def test_larger_lines_are_headings_without_an_outline():
    one, two, three, four = (
        [f"In its {word} meeting the committee approved {what}" for what in "abcdef"]
        for word in ("first", "second", "third", "fourth")
    )
    pages = [
        [("Annual report", 16), ("Cash 2", 14), ("Debt 3", 14), ("Staff 4", 14)],
        [("Cash flows", 14), *one, ("It is long.", 14)],
        [*two, ("Article 4", 14), ("4.1 Debt", 14), *three],
        [("Risks of", 16), ("the business", 16), *four],
    ]
    found = blocks(extract(make_pdf(pages)))
    assert [(text.partition("\n")[0], path) for _, text, path in found] == [
        ("Annual report", ("Annual report",)),
        ("Cash 2", ("Annual report",)),
        ("Cash flows", ("Annual report", "Cash flows")),
        (one[0], ("Annual report", "Cash flows")),
        (two[0], ("Annual report", "Cash flows")),
        ("Article 4", ("Annual report", "Article 4")),
        ("4.1 Debt", ("Annual report", "Article 4", "4.1 Debt")),
        (three[0], ("Annual report", "Article 4", "4.1 Debt")),
        ("Risks of", ("Risks of the business",)),
        (four[0], ("Risks of the business",)),
    ]


def test_headers_and_footers_are_left_out_except_the_first():
    pages = [
        ["Left title" if number % 2 else "Right title", f"Text {'abcdef'[number]}", f"- {number} -"]
        for number in range(6)
    ]
    extracted = extract(make_pdf(pages))
    assert " ".join(extracted.text.split()) == (
        "Right title Text a - 0 - Left title Text b Text c Text d Text e Text f"
    )
    assert [extracted.text[start:].split()[1] for start in extracted.place_starts[2:]] == [*"cdef"]


def test_rows_of_figures_at_the_bottom_of_pages_are_not_footers():
    rows = ["Total 1,204 1,310", "Total 2,001 2,417", "Total 3,913 3,871", "Total 4,077 4,064"]
    pages = [
        [f"Table {a}", f"Sales {a}", f"Cost {a}", row] for a, row in zip("abcd", rows, strict=True)
    ]
    text = extract(make_pdf(pages)).text
    assert all(row in text for row in rows)


def test_identical_pages_keep_their_text():
    form = ["Name of the tenant", "Rent of the flat", "Date and place"]
    assert extract(make_pdf([form] * 5)).text.count("Rent of the flat") == 5


def test_comments_follow_the_text_of_their_page_with_their_author():
    data = make_pdf(
        [["First page", "of all"], ["Second page"]],
        annotations=[
            "/Subtype /Text /T (Carl) /Contents (check the\\nrent)",
            "/Subtype /Highlight /T (Ada) /Contents (PAGE  of all)",
            "/Subtype /FreeText /Contents (typed on the page)",
            "/Subtype /Popup /Contents (check the rent)",
            "/Subtype /Link /Contents (leads elsewhere)",
            "/Subtype /Text /F 2 /Contents (hidden)",
        ],
    )
    found = extract(data)
    first = found.text[: found.place_starts[1]]
    assert first == "First page\nof all\nCarl: check the rent\ntyped on the page\n"
    scan = extract(make_pdf([[]], annotations=["/Subtype /Text /Contents (page of the lease)"]))
    assert scan.text == "page of the lease\n"
    assert scan.warnings == ("1 of 1 pages contain no text. They may be scanned pictures.",)


def test_form_values_are_read():
    fields = [
        "/FT /Tx /T (a1) /TU (Tenant) /V (Ada Lovelace)",
        "/FT /Ch /Ff 131072 /T (a2) /V (Hamburg) /Opt [(Hamburg) (Bremen)]",
        "/FT /Tx /T (a3) /Ff 8192 /V (a password)",
        "/FT /Tx /T (a4)",
        "/FT /Btn /T (a5) /TU (Terms) /V /Accepted /AS /Accepted /AP << /N << /Accepted null >> >>",
        "/FT /Btn /T (a6) /TU (Newsletter) /AS /Off",
    ]
    assert extract(make_pdf([["Name:"]], fields=fields)).text == (
        "Name:\nTenant: Ada Lovelace\nHamburg (Hamburg, Bremen)\nTerms: Accepted\n"
    )


def test_notes_are_separate_passages():
    annotations = ["/Subtype /Text /T (Ida Holm) /Contents (check the rent)"]
    annotations += ["/Subtype /Text /RC (<p>ask <b>her</b></p>)"]
    fields = ["/FT /Tx /T (a1) /TU (Tenant) /V (Ada)"]
    data = make_pdf(
        [["Lease", "of a flat"]], annotations=annotations, fields=fields, outline=[("Lease", 1)]
    )
    assert [(text, path) for _, text, path in blocks(extract(data))] == [
        ("Lease", ("Lease",)),
        ("of a flat", ("Lease",)),
        ("Ida Holm: check the rent", ("Lease", "Comment by Ida Holm")),
        ("ask her", ("Lease", "Comment")),
        ("Tenant: Ada", ("Lease", "Form")),
    ]


@pytest.mark.parametrize(
    ("annotations", "fields"),
    [
        ([], ["/FT /Sig /T (s) /AP << /N {drawn} 0 R >>"]),
        ([], ["/FT /Btn /Ff 65536 /T (b) /MK << /CA (Signed by Ida Holm) >>"]),
        (["/Subtype /Stamp /AP << /N {drawn} 0 R >>"], []),
    ],
    ids=["signature", "button", "stamp"],
)
def test_text_drawn_by_annotations_is_read(annotations, fields):
    drawn = "Signed by Ida Holm"
    data = make_pdf([["Lease"]], annotations=annotations, fields=fields, drawn=drawn)
    assert extract(data).text == f"Lease\n{drawn}\n"
    hidden = [f"/F 2 {one}" for one in (*annotations, *fields)]
    assert extract(make_pdf([["Lease"]], annotations=hidden, drawn=drawn)).text == "Lease\n"


def test_attached_files_are_documents_in_the_pdf(tmp_path):
    path = tmp_path / "lease.pdf"
    files = [("plan.txt", b"the ground floor"), ("lease.pdf", make_pdf([["annex"]]))]
    path.write_bytes(make_pdf([["Lease"]], files=files, pinned=[("<3>map.txt", b"a pinned map")]))
    reading = FileReading(path, 1_000_000)
    members = [
        one for one in reading.members(EmbeddedSelection()) if isinstance(one, EmbeddedDocument)
    ]
    assert [(one.name, one.extracted.text) for one in members] == [
        ("plan.txt", "the ground floor"),
        ("lease.pdf", "annex\n"),
        ("map.txt", "a pinned map"),
    ]
    assert (reading.text.text, members[0].extracted.metadata.modified) == ("Lease\n", "2026-03-02")


def test_pdf_without_text_lists_its_files(tmp_path):
    assert open_with_files(make_pdf([[]], files=[("a.txt", b"A")]), "").text.text == "a.txt\n"


def test_attached_file_that_is_too_large_is_left_out():
    opened = open_with_files(make_pdf([["Lease"]], files=[("a.txt", b"A" * 200)]), "")
    with pytest.raises(DocumentError) as error:
        next(iter(opened.entries)).read(100)
    assert error.value.reason == FailureReason.TOO_LARGE


def test_preview_draws_form_values():
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
def test_xmp_with_entities_is_ignored(hostile):
    assert read_xmp(hostile) == DocumentMetadata()
