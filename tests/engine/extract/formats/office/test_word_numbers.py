import pytest

from tests.engine.extract.formats.blocks import check_places, texts
from tests.support.office_files import make_docx
from twofold.engine.extract.formats.office.word import extract, extract_xml

LEVELS = (
    '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/>'
    '</w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/>'
    '<w:lvlText w:val="%1.%2)"/></w:lvl>'
)
NUMBERING = (
    f'<w:abstractNum w:abstractNumId="0">{LEVELS}</w:abstractNum>'
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
)


def p(text, list_id="", level="", style=""):
    numbers = (f'<w:ilvl w:val="{level}"/>' if level else "") + (
        f'<w:numId w:val="{list_id}"/>' if list_id else ""
    )
    of_style = f'<w:pStyle w:val="{style}"/>' if style else ""
    own = f"<w:numPr>{numbers}</w:numPr>" if numbers else ""
    return f"<w:p><w:pPr>{of_style}{own}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def read(body, numbering=NUMBERING, styles=""):
    extracted = extract(make_docx(body, numbering=numbering, styles=styles), "docx")
    check_places(extracted)
    return extracted


def test_list_paragraphs_begin_with_their_numbers():
    body = p("one", "1") + p("two", "1", "1") + p("three", "1", "1") + p("four", "1") + p("none")
    assert texts(read(body)) == ["1. one", "1.a) two", "1.b) three", "2. four", "none"]


def test_lists_with_one_definition_are_counted_together_unless_restarted():
    numbering = (
        NUMBERING + '<w:num w:numId="2"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="3">'
        '<w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/>'
        "</w:lvlOverride></w:num>"
    )
    body = p("a", "1") + p("b", "2") + p("c", "3") + p("d", "3") + p("e", "1")
    assert texts(read(body, numbering)) == ["1. a", "2. b", "5. c", "6. d", "7. e"]


def test_list_may_override_the_format_of_a_level():
    numbering = (
        NUMBERING + '<w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0">'
        '<w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="upperRoman"/>'
        '<w:lvlText w:val="Part %1"/></w:lvl></w:lvlOverride></w:num>'
    )
    assert texts(read(p("a", "2") + p("b", "2", "1"), numbering)) == ["Part III a", "III.a) b"]


def test_heading_number_is_in_its_path():
    numbering = NUMBERING.replace(
        '<w:numFmt w:val="lowerLetter"/>', '<w:numFmt w:val="decimal"/><w:pStyle w:val="H2"/>'
    ).replace("%1.%2)", "%1.%2")
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="H{level}"><w:name w:val="heading {level}"/>'
        '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
        for level in (1, 2)
    )
    own = (
        '<w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Mine"/>'
        '<w:basedOn w:val="H2"/></w:style>'
    )
    body = p("Scope", style="H1") + p("Terms", style="H2") + p("Rent", style="Own") + p("Text")
    extracted = read(body + p("Unnumbered", "0", style="H1"), numbering, styles + own)
    assert extracted.blocks[3].heading_path == ("1. Scope", "1.2 Rent")
    assert texts(extracted)[-1] == "Unnumbered"


def test_list_may_link_to_a_list_style():
    numbering = (
        NUMBERING + '<w:abstractNum w:abstractNumId="7"><w:numStyleLink w:val="Outline"/>'
        '</w:abstractNum><w:num w:numId="8"><w:abstractNumId w:val="7"/></w:num>'
    )
    styles = (
        '<w:style w:type="numbering" w:styleId="Outline"><w:name w:val="Outline"/><w:pPr><w:numPr>'
        '<w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
    )
    assert texts(read(p("a", "8") + p("b", "8", "1"), numbering, styles)) == ["1. a", "1.a) b"]


def test_bullets_are_not_text():
    numbering = NUMBERING.replace('"decimal"', '"bullet"').replace('"%1."', '"o"')
    assert texts(read(p("tea", "1"), numbering)) == ["tea"]


@pytest.mark.parametrize(
    "abstract",
    [
        "",
        '<w:abstractNum w:abstractNumId="0"><w:numStyleLink w:val="X"/></w:abstractNum>',
        '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="99"/></w:abstractNum>',
    ],
)
def test_list_without_a_definition_has_no_numbers(abstract):
    numbering = f'{abstract}<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    assert texts(read(p("tea", "1", "4") + p("nut", "7"), numbering)) == ["tea", "nut"]


def test_word_2003_lists_have_their_numbers():
    source = (
        '<?xml version="1.0"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/'
        '2003/wordml"><w:lists><w:listDef w:listDefId="0"><w:lvl w:ilvl="0"><w:start w:val="2"/>'
        '<w:nfc w:val="4"/><w:lvlText w:val="%1)"/></w:lvl></w:listDef><w:list w:ilfo="1">'
        '<w:ilst w:val="0"/></w:list></w:lists><w:body><w:p><w:pPr><w:listPr><w:ilvl w:val="0"/>'
        '<w:ilfo w:val="1"/></w:listPr></w:pPr><w:r><w:t>tea</w:t></w:r></w:p></w:body>'
        "</w:wordDocument>"
    )
    assert texts(extract_xml(source.encode(), "doc")) == ["b) tea"]
