"""Word documents that Word 2003 saved as XML."""

from pathlib import PurePath

import pytest

from engine.extract.extraction import open_document
from engine.model.errors import DocumentError
from tests.engine.extract.formats.office.lines import check_places, lines

FORM = """<?xml version="1.0"?>
<?mso-application progid="Word.Document"?>
<w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"
 xmlns:o="urn:schemas-microsoft-com:office:office"
 xmlns:aml="http://schemas.microsoft.com/aml/2001/core">
<o:DocumentProperties><o:Title>Tides</o:Title><o:Author>Ada; Bo</o:Author>
<o:Created>2004-05-06T07:08:00Z</o:Created></o:DocumentProperties>
<w:styles><w:style w:type="paragraph" w:styleId="b1"><w:name w:val="heading 1"/>
</w:style></w:styles>
<w:body>{}<w:sectPr><w:hdr><w:p><w:r><w:t>Confidential</w:t></w:r></w:p></w:hdr></w:sectPr></w:body>
</w:wordDocument>"""


def paragraph(text, properties=""):
    return f"<w:p><w:pPr>{properties}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def read(body, name="letter.doc"):
    extracted = open_document(FORM.format(body).encode(), PurePath(name)).text
    check_places(extracted)
    return extracted


def test_headings_lists_rows_notes_and_headers_are_read():
    note = f"<w:r><w:footnote>{paragraph('A note.')}</w:footnote></w:r>"
    cells = "".join(f"<w:tc>{paragraph(text)}</w:tc>" for text in ("Rock", "12 m"))
    extracted = read(
        paragraph("Rocks", '<w:pStyle w:val="b1"/>')
        + f"<w:p><w:r><w:t>The light</w:t></w:r>{note}<w:r><w:t> stands.</w:t></w:r></w:p>"
        + paragraph("first", '<w:listPr><w:ilvl w:val="0"/><w:ilfo w:val="1"/></w:listPr>')
        + f"<w:tbl><w:tr>{cells}</w:tr></w:tbl>"
        + '<aml:annotation w:type="Word.Deletion"><aml:content><w:r><w:delText>no</w:delText></w:r>'
        "</aml:content></aml:annotation><w:binData>AAAA</w:binData>"
    )
    assert lines(extracted) == [
        ("heading", "Rocks"), ("paragraph", "The light stands."), ("paragraph", "A note."),
        ("list", "first"), ("table", "Rock\t12 m"), ("paragraph", "Confidential"),
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["letter.doc", "letter.xml", "letter"])
def test_the_content_tells_what_it_is(name):
    extracted = read(paragraph("Text"), name)
    assert extracted.file_type == "doc"
    metadata = extracted.metadata
    assert (metadata.title, metadata.author) == ("Tides", "Ada; Bo")
    assert metadata.created == "2004-05-06"


def test_a_text_about_such_a_document_is_none():
    text = open_document(b"The root is <w:wordDocument>.", PurePath("a.txt")).text
    assert text.file_type == "txt"


def test_a_cut_off_document_is_damaged():
    data = FORM.format(paragraph("Text")).encode()
    with pytest.raises(DocumentError) as failure:
        open_document(data[: data.find(b"</w:body>")], PurePath("a.doc"))
    assert failure.value.reason == "damaged"
