"""Visio drawings, XPS and Hangul documents: text by page or paragraph."""

from pathlib import PurePath

import pytest

from tests.engine.extract.refusals import reason_of
from tests.support.archives import zip_of
from tests.support.packaged_files import drawing, hangul, relations
from twofold.engine.extract.extraction import open_document
from twofold.engine.model.document import BlockKind, LocatorKind

XPS = "http://schemas.microsoft.com/xps/2005/06/fixedrepresentation"


def test_shapes_of_a_drawing_are_paragraphs_under_their_page_name():
    shapes = (
        "<Shape><Text><cp IX='0'/>Quay\nwall<fld>7</fld></Text><Shapes><Shape><Text>Crane</Text>"
        "</Shape></Shapes></Shape><Shape><Section N='Property'><Row><Cell N='Value' V='Owner Kim'/>"
        "</Row></Section></Shape>"
    )
    found = open_document(drawing(shapes), PurePath("a.vsdx")).text
    assert found.text == "Harbour\nQuay\nwall7\nCrane\nOwner Kim"
    assert (found.place_kind, found.blocks[0].kind) == (LocatorKind.PAGE, BlockKind.HEADING)
    assert {block.heading_path for block in found.blocks} == {("Harbour",)}


def test_runs_of_an_xps_line_are_joined():
    def glyphs(x, y, text):
        return (
            f'<Glyphs OriginX="{x}" OriginY="{y}" FontRenderingEmSize="10" UnicodeString="{text}"/>'
        )

    page = glyphs(10, 20, "Lease") + glyphs(60, 20, "of") + glyphs(10, 40, "{}{braces}")
    data = zip_of(
        {
            "[Content_Types].xml": "<Types/>",
            "_rels/.rels": relations((XPS, "/FixedDocSeq.fdseq")),
            "FixedDocSeq.fdseq": '<FixedDocumentSequence><DocumentReference Source="Documents/1/'
            'FixedDoc.fdoc"/></FixedDocumentSequence>',
            "Documents/1/FixedDoc.fdoc": '<FixedDocument><PageContent Source="Pages/1.fpage"/>'
            '<PageContent Source="/Documents/1/Pages/2.fpage"/></FixedDocument>',
            "Documents/1/Pages/1.fpage": f"<FixedPage>{page}</FixedPage>",
            "Documents/1/Pages/2.fpage": f"<FixedPage>{glyphs(1, 1, 'Second')}</FixedPage>",
        }
    )
    found = open_document(data, PurePath("a.xps")).text
    assert found.text == "Lease of\n{braces}\n\nSecond"
    assert found.place_numbers == (1, 2)


def test_hangul_paragraphs_and_rows_are_lines():
    def paragraph(inner, style="0"):
        return f'<p styleIDRef="{style}"><run>{inner}</run></p>'

    def cell(text):
        return f"<tc><subList>{paragraph(f'<t>{text}</t>')}</subList></tc>"

    table = f"<tbl><tr>{cell('항목')}{cell('금액')}</tr></tbl>"
    section = (
        paragraph("<t>임대차</t>", "2")
        + paragraph("<t>계약<tab/>서</t>")
        + paragraph(f"<t>앞</t>{table}<t>뒤</t>")
    )
    found = open_document(hangul(section), PurePath("a.hwpx")).text
    assert found.text == "임대차\n계약 서\n앞\n항목\t금액\n뒤"
    kinds = [block.kind for block in found.blocks]
    assert kinds[0] is BlockKind.HEADING
    assert kinds[3] is BlockKind.TABLE
    assert found.metadata.title == "Lease"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.vsdx", drawing("<Shape>")),
        ("a.hwpx", hangul("<p>")),
        ("a.hwpx", hangul('<p></sec><!DOCTYPE s [<!ENTITY e "x">]>')),
    ],
)
def test_damaged_packages_are_refused(name, data):
    assert reason_of(open_document, data, PurePath(name)) == "damaged"


@pytest.mark.parametrize(("name", "package"), [("a.vsdx", drawing), ("a.hwpx", hangul)])
def test_packages_that_would_exhaust_memory_are_refused(name, package):
    data = package(" " * 60_000_000)
    assert reason_of(open_document, data, PurePath(name)) == "too-large"
