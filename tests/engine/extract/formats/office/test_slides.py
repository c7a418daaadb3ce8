import pptx
import pytest
from pptx.oxml import parse_xml
from pptx.util import Inches

from tests.engine.extract.formats.blocks import lines, texts
from tests.support.office_files import saved
from twofold.engine.extract.formats.office.slides import extract
from twofold.engine.model.document import LocatorKind


@pytest.fixture
def presentation():
    return pptx.Presentation()


def read(presentation):
    return extract(saved(presentation), "pptx")


def slide_of(presentation, layout=6):
    return presentation.slides.add_slide(presentation.slide_layouts[layout])


def box(slide, text):
    frame = slide.shapes.add_textbox(Inches(1), Inches(1), Inches(4), Inches(1)).text_frame
    frame.text = text


def test_slide_is_a_place_and_its_title_the_heading(presentation):
    first = slide_of(presentation, 1)
    first.placeholders[1].text = "quick\nquiet"
    first.shapes.title.text = "Why\nelectric"
    slide_of(presentation)
    box(slide_of(presentation), "No title here")
    properties = presentation.core_properties
    properties.title, properties.author, properties.keywords = "Cars", "Ada", "fast; loud"
    extracted = read(presentation)

    assert lines(extracted) == [
        ("heading", "Why electric"), ("list", "quick"), ("list", "quiet"),
        ("paragraph", "No title here"),
    ]  # fmt: skip
    assert extracted.place_kind is LocatorKind.SLIDE
    assert extracted.place_numbers == (1, 3)
    assert extracted.text[extracted.place_starts[1] :] == "No title here"
    metadata = extracted.metadata
    assert (metadata.title, metadata.author, metadata.tags) == ("Cars", "Ada", ("fast", "loud"))
    assert [block.heading_path for block in extracted.blocks[2:]] == [("Why electric",), ()]


def test_slides_are_in_the_order_of_the_show(presentation):
    for word in ("one", "two"):
        box(slide_of(presentation), word)
    order = presentation.slides._sldIdLst
    order.append(order[0])
    assert read(presentation).text == "two\n\none"


def test_tables_grouped_shapes_and_notes_belong_to_their_slide(presentation):
    slide = slide_of(presentation)
    table = slide.shapes.add_table(1, 2, Inches(1), Inches(1), Inches(4), Inches(1)).table
    table.cell(0, 0).text, table.cell(0, 1).text = "cost", "12"
    group = slide.shapes.add_group_shape()
    group.shapes.add_textbox(0, 0, 9, 9).text_frame.text = "grouped"
    slide.notes_slide.notes_text_frame.text = "Say it slowly."
    box(slide_of(presentation), "next")

    extracted = read(presentation)

    assert lines(extracted) == [
        ("table", "cost\t12"), ("paragraph", "grouped"), ("list", "Say it slowly."),
        ("paragraph", "next"),
    ]  # fmt: skip
    assert extracted.place_starts == (0, extracted.text.index("next"))


def text_of(*paragraphs):
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    body = slide.shapes.add_textbox(0, 0, 9, 9).text_frame._txBody
    for paragraph in list(body.p_lst):
        body.remove(paragraph)
    for inside in paragraphs:
        body.append(parse_xml(f'<a:p xmlns:a="{DRAWING}">{inside}</a:p>'))
    return texts(extract(saved(deck), "pptx"))


DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"


def numbered(text, kind="arabicPeriod", level=0, start=""):
    own = f'<a:pPr lvl="{level}"><a:buAutoNum type="{kind}" {start}/></a:pPr>'
    return f"{own}<a:r><a:t>{text}</a:t></a:r>"


def test_paragraphs_begin_with_their_automatic_numbers():
    lines = (
        numbered("one"), numbered("two", "alphaLcParenR", 1), numbered("three", "alphaLcParenR", 1),
        numbered("", level=0), numbered("four"), "<a:r><a:t>plain</a:t></a:r>",
        numbered("five", "romanUcParenBoth", start='startAt="4"'), numbered("six", "odd"),
    )  # fmt: skip
    assert text_of(*lines) == [
        "1. one", "a) two", "b) three", "2. four", "plain", "(IV) five", "1 six",
    ]  # fmt: skip


def test_raised_marks_are_separated_from_words():
    raised = '<a:r><a:rPr baseline="30000"/><a:t>3</a:t></a:r>'
    lowered = '<a:r><a:rPr baseline="-25000"/><a:t>2</a:t></a:r><a:r><a:t>O</a:t></a:r>'
    assert text_of(f"<a:r><a:t>Rent</a:t></a:r>{raised}", f"<a:r><a:t>H</a:t></a:r>{lowered}") == [
        "Rent 3", "H2O",
    ]  # fmt: skip


def test_pictures_are_read_by_their_alternative_texts():
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    for text in ("A lock of brass", "image.png"):
        shape = slide.shapes.add_textbox(0, 0, 9, 9)
        shape._element.nvSpPr.cNvPr.set("descr", text)
    assert texts(extract(saved(deck), "pptx")) == ["A lock of brass"]
