from pathlib import PurePath

import docx
import pytest

from tests.engine.extract.formats.blocks import check_places, lines, texts
from tests.support.office_files import make_docx, saved
from twofold.engine.extract.extraction import open_document
from twofold.engine.extract.formats.office.word import extract

HEADING = (
    '<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>'
)


def p(text, properties=""):
    return f"<w:p><w:pPr>{properties}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def cell(*paragraphs):
    return f"<w:tc>{''.join(p(text) for text in paragraphs)}</w:tc>"


def read(body, **parts):
    extracted = extract(make_docx(body, **parts), "docx")
    check_places(extracted)
    return extracted


def test_word_processor_document_is_read_with_its_structure():
    document = docx.Document()
    core = document.core_properties
    core.title, core.author = "The house", "Ada Lovelace; Grace Hopper"
    core.keywords, core.language = "Roof, cellar; garden", "en-GB"
    document.add_heading("The house", 0)
    document.add_heading("Rooms", 1)
    document.add_paragraph("There are four.")
    document.add_paragraph("a kitchen", style="List Bullet")
    document.add_heading("Sizes", 2)
    table = document.add_table(2, 2)
    for number, name in enumerate(("room", "size", "hall", "9 m²")):
        table.cell(number // 2, number % 2).text = name
    extracted = extract(saved(document), "docx")
    assert lines(extracted) == [
        ("heading", "The house"), ("heading", "Rooms"), ("paragraph", "There are four."),
        ("list", "a kitchen"), ("heading", "Sizes"), ("table", "room\tsize"),
        ("table", "hall\t9 m²"),
    ]  # fmt: skip
    assert extracted.blocks[-1].heading_path == ("Rooms", "Sizes")
    metadata = extracted.metadata
    assert (metadata.title, metadata.author) == ("The house", "Ada Lovelace; Grace Hopper")
    assert (metadata.tags, metadata.lang) == (("Roof", "cellar", "garden"), "en")
    check_places(extracted)


def test_headings_are_detected_by_style_or_outline_level():
    own = (
        '<w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Mine"/>'
        '<w:basedOn w:val="berschrift1"/></w:style>'
    )
    body = p("Kapitel", '<w:pStyle w:val="Own"/>') + p("Head", '<w:outlineLvl w:val="1"/>')
    body += p("Body", '<w:outlineLvl w:val="9"/>')
    assert lines(read(body, styles=HEADING + own)) == [
        ("heading", "Kapitel"), ("heading", "Head"), ("paragraph", "Body"),
    ]  # fmt: skip


def test_circular_style_inheritance_ends():
    circle = "".join(
        f'<w:style w:type="paragraph" w:styleId="{one}"><w:basedOn w:val="{other}"/></w:style>'
        for one, other in ("AB", "BA")
    )
    assert texts(read(p("Text", '<w:pStyle w:val="A"/>'), styles=circle)) == ["Text"]


def test_invisible_text_is_left_out():
    body = (
        p("") + "<w:p><w:r><w:t>It is </w:t></w:r>"
        "<w:del><w:r><w:delText>not </w:delText><w:t>never </w:t></w:r></w:del>"
        "<w:moveFrom><w:r><w:t>gone </w:t></w:r></w:moveFrom>"
        "<w:ins><w:r><w:t>true.</w:t></w:r></w:ins></w:p>"
        "<w:p><w:r><w:instrText>PAGEREF x</w:instrText></w:r><w:r><w:t>Page 3</w:t></w:r>"
        "<w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r>"
        '<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t> here</w:t></w:r></w:p>'
        "<w:p><w:ruby><w:rt><w:r><w:t>とうきょう</w:t></w:r></w:rt>"
        "<w:rubyBase><w:r><w:t>東京\u00ad都</w:t></w:r></w:rubyBase></w:ruby></w:p>"
    )
    assert texts(read(body)) == ["It is true.", "Page 3 here", "東京都"]


def test_notes_and_comments_follow_the_paragraph_that_refers_to_them():
    body = (
        '<w:p><w:r><w:t>First</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r>'
        '<w:r><w:commentReference w:id="0"/></w:r><w:r><w:t> line.</w:t></w:r></w:p>' + p("Second.")
    )
    extracted = read(
        body,
        footnotes=f'<w:footnote w:id="1">{p("wrong")}</w:footnote>'
        f'<w:footnote w:id="2">{p("See")}{p("there.")}</w:footnote>',
        comments=f'<w:comment w:id="0" w:author="Ada">{p("Why?")}</w:comment>',
    )
    assert texts(extracted) == ["First line.", "See there.", "Ada: Why?", "Second."]


def test_text_box_follows_its_paragraph_once():
    table = f"<w:tbl><w:tr>{cell('x')}{cell('y')}</w:tr></w:tbl>"
    box = f"<w:txbxContent>{p('In the box')}{p('below')}{table}</w:txbxContent>"
    body = (
        "<w:p><w:r><w:t>Around</w:t></w:r><w:r><mc:AlternateContent><mc:Choice><wps:txbx>"
        f"{box}</wps:txbx></mc:Choice><mc:Fallback><v:textbox>{box}</v:textbox></mc:Fallback>"
        "</mc:AlternateContent></w:r><w:r><w:t> it</w:t></w:r></w:p>"
    )
    assert texts(read(body)) == ["Around it", "In the box", "below", "x\ty"]


def test_table_is_read_row_by_row_and_a_nested_table_with_its_row():
    inner = f"<w:tbl><w:tr>{cell('x')}{cell('y')}</w:tr></w:tbl>"
    body = (
        f"<w:tbl><w:tr>{cell('a', 'b')}{cell()}{cell('c')}</w:tr>"
        f"<w:tr><w:tc>{inner}</w:tc>{cell('d')}</w:tr></w:tbl>"
    )
    assert lines(read(body)) == [("table", "a b\t\tc"), ("table", "x y\td")]


def test_code_keeps_its_lines_and_prose_collapses_blanks():
    style = '<w:style w:type="paragraph" w:styleId="S"><w:name w:val="Source Code"/></w:style>'
    run = "<w:r><w:t>if x:</w:t><w:br/><w:t xml:space='preserve'>    y</w:t></w:r>"
    code = f'<w:p><w:pPr><w:pStyle w:val="S"/></w:pPr>{run}</w:p>'
    extracted = extract(make_docx(f"{code}<w:p>{run}</w:p>", styles=style), "docx")
    assert lines(extracted) == [("code", "if x:\n    y"), ("paragraph", "if x: y")]
    assert extracted.place_numbers == (1, 2, 3)


def test_dates_are_days_and_a_default_title_is_ignored():
    core = (
        "<dc:title>PowerPoint Presentation</dc:title>"
        "<dcterms:created>2020-02-03T04:05:06Z</dcterms:created>"
        "<dcterms:modified>2021-12-31T23:59:59Z</dcterms:modified>"
    )
    metadata = read(p("x"), core=core).metadata
    assert (metadata.title, metadata.created, metadata.modified) == ("", "2020-02-03", "2021-12-31")


PAGE = b"<html><h1>Rocks</h1><p>The light</p><table><tr><td>a<td>b</table></html>"


PARTED = (
    b"MIME-Version: 1.0\nContent-Type: multipart/related; boundary=x\n\n--x\n"
    b"Content-Type: text/html\n\n" + PAGE + b"\n--x--\n"
)


@pytest.mark.parametrize("chunk", [PAGE, PARTED])
def test_web_page_part_is_read_in_its_place_and_once(chunk):
    place = '<w:altChunk r:id="chunk"/>'
    extracted = extract(make_docx(f"{p('Before')}{place}{p('After')}{place}", chunk=chunk), "docx")
    assert lines(extracted) == [
        ("paragraph", "Before"), ("heading", "Rocks"), ("paragraph", "The light"),
        ("table", "a\tb"), ("paragraph", "After"),
    ]  # fmt: skip
    for other, expected in ((b"{\\rtf1 Rich\\par}", ["x", "Rich"]), (b"PK\3\4", ["x"])):
        data = make_docx(f"{p('x')}{place}", chunk=other)
        assert texts(extract(data, "docx")) == expected


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


@pytest.mark.parametrize("name", ["letter.doc", "letter.xml", "letter"])
def test_word_2003_xml_is_read_whatever_its_name(name):
    note = f"<w:r><w:footnote>{p('A note.')}</w:footnote></w:r>"
    body = (
        p("Rocks", '<w:pStyle w:val="b1"/>')
        + f"<w:p><w:r><w:t>The light</w:t></w:r>{note}<w:r><w:t> stands.</w:t></w:r></w:p>"
        + p("first", '<w:listPr><w:ilvl w:val="0"/><w:ilfo w:val="1"/></w:listPr>')
        + f"<w:tbl><w:tr>{cell('Rock')}{cell('12 m')}</w:tr></w:tbl>"
        + '<aml:annotation w:type="Word.Deletion"><aml:content><w:r><w:delText>no</w:delText></w:r>'
        "</aml:content></aml:annotation><w:binData>AAAA</w:binData>"
    )
    extracted = open_document(FORM.format(body).encode(), PurePath(name)).text
    check_places(extracted)
    assert lines(extracted) == [
        ("heading", "Rocks"), ("paragraph", "The light stands."), ("paragraph", "A note."),
        ("list", "first"), ("table", "Rock\t12 m"), ("paragraph", "Confidential"),
        ("properties", "Author: Ada; Bo"),
    ]  # fmt: skip
    metadata = extracted.metadata
    assert (extracted.file_type, metadata.title, metadata.author) == ("doc", "Tides", "Ada; Bo")
    assert metadata.created == "2004-05-06"


def test_text_of_merged_cells_is_read_once_where_they_begin():
    def merged(text, properties):
        return cell(text).replace("<w:tc>", f"<w:tc><w:tcPr>{properties}</w:tcPr>")

    rows = (
        merged("Both years", '<w:gridSpan w:val="2"/>') + cell("Note"),
        merged("North", '<w:vMerge w:val="restart"/>') + cell("1") + cell("x"),
        merged("", "<w:vMerge/>") + cell("2") + cell("y"),
    )
    body = f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in rows)}</w:tbl>"
    assert texts(read(body)) == ["Both years\tNote", "North\t1\tx", "\t2\ty"]
