import io
import zipfile

import docx
import pptx
from openpyxl import Workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from tests.engine.extract.formats.blocks import check_places, lines, texts
from tests.support.archives import zip_of
from tests.support.office_files import make_docx, make_odf, saved
from twofold.engine.extract.formats.data import workbook
from twofold.engine.extract.formats.office import open_document, slides, word
from twofold.engine.model.document import LocatorKind

CHART = """<a:x xmlns:a="a"><c:chart xmlns:c="c"><c:title><c:tx><c:rich><a:p><a:r><a:t>Harvest by
 year</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:ser><c:tx><c:strRef><c:f>A1</c:f>
<c:strCache><c:pt idx="0"><c:v>Plums</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat><c:strRef>
<c:strCache><c:pt idx="0"><c:v>North orchard</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val>
<c:numRef><c:numCache><c:pt idx="0"><c:v>4711</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>
<c:catAx><c:title><c:tx><c:rich><a:p><a:r><a:t>Orchards</a:t></a:r></a:p></c:rich></c:tx></c:title>
</c:catAx></c:plotArea></c:chart></a:x>"""


def test_word_headers_and_footers_are_read_once_under_no_heading():
    document = docx.Document()
    document.add_heading("The treaty", 1)
    document.add_paragraph("Signed in Ghent.")
    document.sections[0].header.paragraphs[0].text = "Strictly confidential"
    footer = document.sections[0].footer
    footer.paragraphs[0].text = "12"
    footer.add_table(1, 2, Inches(4)).cell(0, 1).text = "Archive of Ghent"
    document.add_section().header.is_linked_to_previous = False
    document.sections[1].header.paragraphs[0].text = "Strictly confidential"
    extracted = word.extract(saved(document), "docx")
    check_places(extracted)
    assert texts(extracted) == [
        "The treaty", "Signed in Ghent.", "Strictly confidential", "Archive of Ghent",
    ]  # fmt: skip
    assert [block.heading_path for block in extracted.blocks][1:3] == [("The treaty",), ()]


def test_chart_in_word_follows_its_paragraph():
    body = '<w:p><w:r><w:t>See it.</w:t></w:r><w:r><c:chart xmlns:c="c" r:id="chart"/></w:r></w:p>'
    extracted = word.extract(make_docx(f"{body}<w:p/>", chart=CHART), "docx")
    assert texts(extracted) == ["See it.", "Harvest by year", "Orchards", "Plums, North orchard"]


def test_chart_of_a_slide_belongs_to_it():
    presentation = pptx.Presentation()
    presentation.slides.add_slide(presentation.slide_layouts[6])
    slide = presentation.slides.add_slide(presentation.slide_layouts[6])
    data = CategoryChartData()
    data.categories = ["North orchard", "South orchard"]
    data.add_series("Plums", (4711, 3))
    place = (Inches(1), Inches(1), Inches(4), Inches(3))
    chart = slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *place, data).chart
    chart.has_title = True
    chart.chart_title.text_frame.text = "Harvest by year"
    extracted = slides.extract(saved(presentation), "pptx")
    assert (extracted.place_kind, extracted.place_numbers) == (LocatorKind.SLIDE, (2,))
    assert texts(extracted) == ["Harvest by year", "Plums, North orchard, South orchard"]


def test_texts_outside_workbook_cells_are_named_by_their_place():
    book = Workbook()
    first, second = book.active, book.create_sheet("Costs")
    first.title = "Harvest"
    for row in (["Orchard", "Plums"], ["North", 4711], ["South", 3]):
        first.append(row)
    first["B2"].comment = Comment("Weighed twice.", "Ann")
    first.oddHeader.center.text = '&"Arial,Bold"Estate of Ghent, page &P'
    chart = BarChart()
    chart.title, chart.x_axis.title = "Harvest by year", "Orchards"
    chart.add_data(Reference(first, min_col=2, min_row=1, max_row=3), titles_from_data=True)
    first.add_chart(chart, "E2")
    second["A1"] = "Sacks"
    extracted = workbook.extract(saved(book))
    places = list(
        zip(extracted.place_numbers, extracted.place_labels, texts(extracted), strict=True)
    )
    assert places[3:] == [
        (1, "Harvest, comment on B2", "Weighed twice."),
        (1, "Harvest, chart", "Harvest by year"),
        (1, "Harvest, chart", "Orchards"),
        (1, "Harvest, header or footer", "Estate of Ghent, page"),
        (2, "Costs, row 1", "Sacks"),
    ]


ODF_CHART = (
    '<office:document-content xmlns:office="o" xmlns:chart="c" xmlns:text="t" xmlns:table="tb">'
    "<chart:chart><chart:title><text:p>Harvest by year</text:p></chart:title><chart:plot-area>"
    "<chart:axis><chart:title><text:p>Orchards</text:p></chart:title></chart:axis>"
    "</chart:plot-area><table:table><table:table-header-rows><table:table-row><table:table-cell>"
    "<text:p>Plums</text:p></table:table-cell></table:table-row></table:table-header-rows>"
    "<table:table-rows><table:table-row><table:table-cell><text:p>4711</text:p>"
    "</table:table-cell></table:table-row></table:table-rows></table:table></chart:chart>"
    "</office:document-content>"
)
OBJECT = '<draw:frame><draw:object xlink:href="./Object 1" xmlns:xlink="x"/></draw:frame>'
DRAWN = ["Harvest by year", "Orchards", "Plums"]


def test_charts_headers_and_footers_of_an_open_document_text():
    styles = (
        "<office:master-styles><style:master-page><style:header><text:p>Strictly "
        "<text:page-number>3</text:page-number> confidential</text:p></style:header>"
        "<style:footer-first><text:p>Archive of Ghent</text:p></style:footer-first>"
        "<style:footer><text:p>12</text:p></style:footer></style:master-page>"
        "</office:master-styles>"
    )
    body = f"<text:h>The treaty</text:h><text:p>See it.{OBJECT}</text:p>"
    parts = {"Object 1/content.xml": ODF_CHART}
    extracted = open_document.extract_text(
        make_odf("text", body, styles=styles, parts=parts), "odt"
    )
    check_places(extracted)
    assert texts(extracted) == [
        "The treaty", "See it.", *DRAWN, "Strictly confidential", "Archive of Ghent",
    ]  # fmt: skip
    assert extracted.blocks[-1].heading_path == ()


def test_texts_outside_open_document_cells_are_read():
    rows = (
        '<table:table table:name="Harvest"><table:shapes><draw:frame><draw:text-box><text:p>Ask '
        f"Ann.</text:p></draw:text-box></draw:frame>{OBJECT}</table:shapes>"
        '<table:table-row table:number-rows-repeated="2"><table:table-cell/></table:table-row>'
        '<table:table-row><table:table-cell table:number-columns-repeated="27"/>'
        '<table:table-cell office:value-type="string"><office:annotation><dc:creator>Ann'
        "</dc:creator><text:p>Weighed twice.</text:p></office:annotation><text:p>Plums</text:p>"
        "</table:table-cell></table:table-row></table:table>"
    )
    data = make_odf("spreadsheet", rows, parts={"Object 1/content.xml": ODF_CHART})
    extracted = workbook.extract(data, "ods")
    places = list(zip(extracted.place_labels, texts(extracted), strict=True))
    assert places == [
        ("Harvest, row 3", "Plums"),
        ("Harvest, text box", "Ask Ann."),
        *(("Harvest, chart", line) for line in DRAWN),
        ("Harvest, comment on AB3", "Weighed twice."),
    ]


def test_damaged_drawing_does_not_affect_the_workbook():
    book = Workbook()
    book.active.append(["Plums", 4])
    book.active["A1"].comment = Comment("Weighed twice.", "Ann")
    with zipfile.ZipFile(io.BytesIO(saved(book))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    broken = next(name for name in parts if "comment" in name and name.endswith(".xml"))
    parts[broken] = b"<comments><comment"
    assert lines(workbook.extract(zip_of(parts))) == [("table", "Plums\t4")]
