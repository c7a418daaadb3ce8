import pytest

from engine.extract.formats.pdf.text import extract
from engine.model.document import BlockKind, PlaceKind
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
