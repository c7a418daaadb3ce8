"""OCR text in a document, and its position on the page."""

from array import array
from pathlib import PurePath

import pytest

from tests.support.pdf_files import make_pdf
from tests.support.scans import LETTER, joined_pdf, needs_ocr, picture_file
from twofold.engine.extract.extraction import open_document
from twofold.engine.extract.ocr_text import described_page, text_of_lines
from twofold.engine.extract.process.embedded import EmbeddedSelection, FileReading
from twofold.engine.indexing.chunker import chunk
from twofold.engine.model.document import LocatorKind, OcrLine
from twofold.engine.model.errors import DocumentError

LINES = (
    OcrLine("The regional li-", (10.0, 20.0, 160.0, 12.0)),
    OcrLine("brary is open.", (10.0, 40.0, 140.0, 12.0)),
)


def test_word_divided_at_the_end_of_a_line_is_joined():
    text, spans = text_of_lines(LINES)
    assert text == "The regional library is open."
    assert [text[span.start : span.end] for span in spans] == ["The regional li", "brary is open."]


def test_passage_is_marked_in_its_lines():
    described, letters = described_page(LINES, "brary is", 2.0)
    assert described["passage"] == [(10.0, 40.0, 150.0, 52.0)]
    assert described["matrix"] == (2.0, 0.0, 0.0, 2.0, 0.0, 0.0)
    assert len(letters) == 16 * len("The regional library is open.")


def test_arabic_characters_are_positioned_from_right_to_left():
    text = "سلام"
    _, letters = described_page([OcrLine(text, (10.0, 20.0, 40.0, 12.0))], "", 1.0)
    lefts = array("f", letters)[::4]
    assert list(lefts) == [40.0, 30.0, 20.0, 10.0]


@needs_ocr
@pytest.mark.parametrize("kind", ["png", "pdf"])
def test_page_without_text_causes_no_crash(tmp_path, kind):
    with pytest.raises(DocumentError) as refusal:
        open_document(picture_file([], kind), tmp_path / f"empty.{kind}", recognised={1: ()})
    assert refusal.value.reason == "no-text"


@needs_ocr
@pytest.mark.parametrize("kind", ["png", "jpeg", "tiff", "pdf"])
def test_picture_has_its_ocr_text(tmp_path, kind):
    path = tmp_path / f"letter.{kind}"
    data = picture_file(LETTER, kind)
    with pytest.raises(DocumentError) as refusal:
        open_document(data, path)
    assert refusal.value.reason == ("scan" if kind == "pdf" else "picture")

    read = open_document(data, path, recognised={1: LINES}).text

    assert read.text.strip() == "The regional library is open."
    assert "scanned" in read.metadata.tags
    (passage,) = chunk(read)
    assert passage.region == (10.0, 20.0, 160.0, 32.0)
    assert passage.place_kind is (LocatorKind.PAGE if kind == "pdf" else LocatorKind.REGION)


@needs_ocr
def test_pages_without_text_are_listed_next_to_those_with_text(tmp_path):
    path = tmp_path / "mixed.pdf"
    path.write_bytes(joined_pdf(make_pdf([["A typed cover letter"]]), picture_file(LETTER, "pdf")))

    reading = FileReading(path, 10_000_000)
    (listed,) = reading.members(EmbeddedSelection())
    assert (listed.name, listed.reason) == ("pages without text", "scan")
    assert "typed cover" in reading.text.text

    both = open_document(path.read_bytes(), path, recognised={2: LINES}).text
    assert both.scanned_pages == 0
    assert [p.place_start for p in chunk(both) if "library" in p.text] == [2]


def test_blank_page_is_not_a_scan():
    with pytest.raises(DocumentError) as refusal:
        open_document(make_pdf([[]]), PurePath("a.pdf"))
    assert refusal.value.reason == "no-text"


@needs_ocr
@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"II*\0\x08\0\0\0"])
def test_damaged_picture_is_refused(data):
    from twofold.engine.extract.formats.pictures import picture  # noqa: PLC0415 (needs the extra)

    with pytest.raises(DocumentError) as refusal:
        picture.scanned_pages(data + b"....")
    assert refusal.value.reason == "damaged"
