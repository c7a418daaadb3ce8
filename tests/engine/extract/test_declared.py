"""Metadata other than title, author and dates, in all formats."""

import zipfile
from io import BytesIO
from pathlib import PurePath

import docx
import openpyxl
import pptx
import pytest

from tests.support.archives import epub_of, zip_of
from tests.support.compound_files import make_document_summary, make_summary
from tests.support.office_files import make_odf, saved
from tests.support.older_office_files import make_presentation, make_word, shape
from twofold.engine.extract.declared import declared_values
from twofold.engine.extract.extraction import open_document

SUMMARIES = {
    "\x05SummaryInformation": make_summary(subject="Lease", comments="Draft of May"),
    "\x05DocumentSummaryInformation": make_document_summary("Contracts", "Client", "Ida Holm"),
}
EXPECTED = {
    ("subject", "Lease"), ("category", "Contracts"), ("client", "Ida Holm"),
}  # fmt: skip
CUSTOM = (
    '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" '
    'xmlns:vt="vt"><property name="Client"><vt:lpwstr>Ida Holm</vt:lpwstr></property>'
    '<property name="MSIP_Label_1"><vt:lpwstr>General</vt:lpwstr></property></Properties>'
)


def with_custom(document):
    document.core_properties.subject = "Lease"
    document.core_properties.category = "Contracts"
    return _packed(saved(document))


def _packed(data):
    with zipfile.ZipFile(BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["docProps/custom.xml"] = CUSTOM.encode()
    return zip_of(parts)


def word():
    document = docx.Document()
    document.add_paragraph("Text")
    return with_custom(document)


def slides():
    document = pptx.Presentation()
    document.slides.add_slide(document.slide_layouts[0]).shapes.title.text = "Text"
    return with_custom(document)


def workbook():
    book = openpyxl.Workbook()
    book.active["A1"] = "Text"
    book.properties.subject, book.properties.category = "Lease", "Contracts"
    return _packed(saved(book))


def odt():
    meta = (
        "<dc:subject>Lease</dc:subject><meta:user-defined meta:name='Category'>Contracts"
        "</meta:user-defined><meta:user-defined meta:name='Client'>Ida Holm</meta:user-defined>"
    )
    return make_odf("text", "<text:p>Text</text:p>", meta=meta)


def rtf():
    return (
        rb"{\rtf1{\info{\subject Lease}{\*\category Contracts}}{\*\userprops{\propname Client}"
        rb"\proptype30{\staticval Ida Holm}}Text\par}"
    )


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("a.docx", word),
        ("a.pptx", slides),
        ("a.xlsx", workbook),
        ("a.odt", odt),
        ("a.rtf", rtf),
        ("a.doc", lambda: make_word(["Text"], more=SUMMARIES)),
        ("a.ppt", lambda: make_presentation([shape("Text")], more=SUMMARIES)),
    ],
    ids=["docx", "pptx", "xlsx", "odt", "rtf", "doc", "ppt"],
)
def test_subject_of_a_document_is_read(name, make):
    found = open_document(make(), PurePath(name)).text.metadata.properties
    assert set(found) >= EXPECTED
    assert not any(value == "General" for _, value in found)


def test_subject_of_a_page_is_read():
    page = (
        b'<meta name="description" content="How to lay slates"><meta name="viewport" content=x><p>t'
    )
    found = open_document(page, PurePath("a.html")).text.metadata.properties
    assert found == (("description", "How to lay slates"),)


def test_subject_of_a_book_is_read():
    said = "<dc:description>&lt;p&gt;A house &amp;amp; garden&lt;/p&gt;</dc:description>"
    book = epub_of({"one.xhtml": "<p>t</p>"}, metadata=f"<dc:title>T</dc:title>{said}")
    found = open_document(book, PurePath("a.epub")).text.metadata.properties
    assert found == (("description", "A house & garden"),)


def test_values_are_limited_and_unique():
    assert declared_values([("A", "x"), ("a", " x\n")]) == (("a", "x"),)
    assert declared_values([("a", "–"), ("", "x"), ("a", "true")]) == ()
    assert declared_values([("id", "{6ba7b810-9dad-11d1-80b4-00c04fd430c8}")]) == ()
    assert len(declared_values((str(n), "value") for n in range(5000))) == 100
    assert len(declared_values([("a", "x" * 10**6)])[0][1]) == 2000
