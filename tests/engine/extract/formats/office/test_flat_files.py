"""Flat XML office documents, drawings, and StarOffice files."""

from pathlib import PurePath

import pytest

from tests.engine.extract.formats.blocks import check_places, lines, texts
from tests.engine.extract.refusals import reason_of
from tests.support.office_files import make_odf
from tests.support.packaged_files import flat, star_office, word_package
from twofold.engine.extract.extraction import open_document
from twofold.engine.model.document import LocatorKind


def read(data, name):
    extracted = open_document(data, PurePath(name)).text
    if extracted.place_kind is not LocatorKind.SLIDE:
        check_places(extracted)
    return extracted


def test_text_in_one_xml_file_is_read_as_a_document():
    body = (
        "<text:tracked-changes><text:p>gone</text:p></text:tracked-changes>"
        '<text:h text:outline-level="1">Beds</text:h><text:p>Oct<text:span>ober</text:span> '
        '<text:span text:style-name="H">secret</text:span></text:p><text:p><draw:frame>'
        "<office:binary-data>QUJD</office:binary-data></draw:frame></text:p>"
    )
    extracted = read(flat("text", body), "plan.fodt")
    assert lines(extracted) == [
        ("heading", "Beds"), ("paragraph", "October"), ("paragraph", "Foot"),
        ("properties", "Subject: Garden"),
    ]  # fmt: skip
    assert (extracted.file_type, extracted.metadata.title) == ("fodt", "Plan")
    assert extracted.metadata.properties == (("subject", "Garden"),)
    assert texts(read(flat("text", body), "plan.xml"))[0] == "Beds"


def test_slides_and_sheets_in_one_xml_file_are_read():
    box = "<draw:text-box><text:p>{}</text:p></draw:text-box>"
    page = f"<draw:page><draw:frame>{box}</draw:frame></draw:page>"
    slides = read(flat("presentation", page.format("one") + page.format("two")), "a.fodp")
    assert (texts(slides), slides.place_numbers) == (["one", "Subject: Garden", "two"], (1, 2))
    cells = "".join(f"<table:table-cell><text:p>{c}</text:p></table:table-cell>" for c in "ab")
    row = f"<table:table-row>{cells}</table:table-row>"
    sheet = f'<table:table table:name="Budget">{row}</table:table>'
    assert lines(read(flat("spreadsheet", sheet), "a.fods")) == [
        ("heading", "Budget"), ("table", "a\tb"), ("properties", "Subject: Garden"),
    ]  # fmt: skip


def test_drawing_is_read_page_by_page():
    body = "<draw:page><draw:rect><text:p>staircase</text:p></draw:rect></draw:page>"
    extracted = read(make_odf("graphics", body), "plan.odg")
    assert (texts(extracted), extracted.file_type) == (["staircase"], "odg")


def test_star_office_texts_and_workbooks_are_read():
    style = (
        '<text:list-style style:name="L1"><text:list-level-style-number text:level="1" '
        'style:num-format="1" style:num-suffix="."/></text:list-style>'
    )
    body = (
        f'{style}<text:h text:level="2">Beds</text:h><text:ordered-list text:style-name="L1">'
        "<text:list-item><text:p>Dig<text:footnote><text:footnote-citation>1"
        "</text:footnote-citation><text:footnote-body><text:p>Deep.</text:p></text:footnote-body>"
        "</text:footnote></text:p></text:list-item></text:ordered-list>"
    )
    assert texts(read(star_office("writer", body), "plan.sxw")) == ["Beds", "1. Dig", "Deep."]
    cell = "<table:table-cell><text:p>a</text:p></table:table-cell>"
    row = f"<table:table-row>{cell}</table:table-row>"
    sheet = f'<table:table table:name="Budget">{row}</table:table>'
    assert texts(read(star_office("calc", sheet), "plan.sxc")) == ["Budget", "a"]


def test_word_document_in_one_xml_file_is_read():
    body = (
        "<w:p><w:r><w:t>Oct</w:t></w:r><w:r><w:t>ober</w:t></w:r>"
        "<w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>"
    )
    extracted = read(word_package(body), "plan.xml")
    assert (texts(extracted), extracted.metadata.title) == (["October"], "Plan")
    assert extracted.file_type == "docx"


@pytest.mark.parametrize(
    ("data", "name"),
    [(flat("text", "<text:p>a")[:-40], "a.fodt"), (word_package("<w:p>")[:-30], "a.xml")],
)
def test_damaged_files_are_reported(data, name):
    assert reason_of(open_document, data, PurePath(name)) == "damaged"
