"""Workbooks in five formats: cells at any position, displayed values and stored values."""

from io import BytesIO
from pathlib import PurePath

import pytest
from msoffcrypto.format.ooxml import OOXMLFile
from openpyxl import Workbook

from tests.engine.extract.refusals import reason_of
from tests.support.archives import zip_of
from tests.support.compound_files import make_compound
from tests.support.office_files import saved
from tests.support.workbooks import make_ods, make_xls, make_xlsb, make_xlsx
from twofold.engine.extract.extraction import open_document
from twofold.engine.extract.formats.data import workbook
from twofold.engine.extract.formats.data.number_format import BUILT_IN, NumberFormats

CORNERS = [(0, 0, "first"), (65_535, 255, "last")]
FAR_ROWS = (
    '<row r="1"><c r="A1" t="inlineStr"><is><t>first</t></is></c></row>'
    '<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>last</t></is></c></row>'
)
FAR_TABLE = (
    "<table:table-row><table:table-cell><text:p>first</text:p></table:table-cell></table:table-row>"
    '<table:table-row table:number-rows-repeated="1048574"><table:table-cell '
    'table:number-columns-repeated="16384"/></table:table-row><table:table-row><table:table-cell '
    'table:number-columns-repeated="16383"/><table:table-cell><text:p>last</text:p>'
    "</table:table-cell></table:table-row>"
)
XML_2003 = (
    '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook '
    'xmlns="urn:schemas-microsoft-com:office:spreadsheet" '
    'xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><DocumentProperties '
    'xmlns="urn:schemas-microsoft-com:office:office"><Author>Ann</Author><Subject>Trees</Subject>'
    '</DocumentProperties><Styles><Style ss:ID="s1"><NumberFormat ss:Format="Percent"/></Style>'
    '</Styles><Worksheet ss:Name="Kiosk"><Table><Row ss:Index="3"><Cell><Data ss:Type="String">'
    'apple</Data></Cell><Cell ss:Index="4" ss:StyleID="s1"><Data ss:Type="Number">0.5</Data>'
    "<Comment><Data>half</Data></Comment></Cell></Row></Table></Worksheet></Workbook>"
)


def text_of(data, name="a.bin"):
    return open_document(data, PurePath(name)).text


@pytest.mark.parametrize(
    ("data", "last"),
    [
        (make_xlsx(FAR_ROWS), "One, row 1048576"),
        (make_xls(CORNERS), "One, row 65536"),
        (make_xlsb([(0, 0, "first"), (1_048_575, 16_383, "last")]), "One, row 1048576"),
        (make_ods(FAR_TABLE), "One, row 1048576"),
    ],
)
def test_cells_cost_the_same_however_far_apart_they_are(data, last):
    found = text_of(data)
    assert found.text.split()[:2] == ["first", "last"]
    assert found.place_labels[:2] == ("One, row 1", last)


def test_rows_below_a_stray_cell_and_the_ends_of_long_cells_are_read():
    long = "word " * 6_000 + "end"
    rows = f'<row><c r="XFD1" t="str"><v>stray</v></c></row><row><c t="str"><v>{long}</v></c></row>'
    rows += "".join(f'<row r="{n}"><c t="str"><v>line{n}</v></c></row>' for n in range(3, 900))
    words = text_of(make_xlsx(rows)).text.split()
    assert {"stray", "end", "line899"} <= set(words)


def test_row_with_a_cell_in_the_last_column_is_short():
    rows = '<row><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row>'
    assert len(text_of(make_xlsx(rows)).text) < 200


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (1599.99, "#,##0.00", "1,599.99 1599.99"),
        (-1599.99, '"$"#,##0.00_);[Red]\\("$"#,##0.00\\)', "($1,599.99) -1599.99"),
        (0.025, "0.00%", "2.50% 0.025"),
        (0.75, "0.0%", "75.0% 0.75"),
        (39219, "dd-mm-yyyy", "17-05-2007 2007-05-17"),
        (39219, "d-mmm-yy", "17-May-07 2007-05-17"),
        (12.5, "[$€-2] #,##0.00", "€ 12.50 12.5"),
        (-1234, "#,##0_);(#,##0)", "(1,234) -1234"),
        (5, '0 "pieces"', "5 pieces"),
        (198e6, "0.00E+00", "1.98E+08 198000000"),
        (0.7604166667, "h:mm AM/PM", "6:15 PM 18:15"),
        (40089, BUILT_IN[14], "10/3/09 2009-10-03"),
        (39466.1909722, BUILT_IN[22], "1/19/08 4:35 2008-01-19 04:35"),
        (2.5, "# ?/?", "2 1/2 2.5"),
        (1.5, "[h]:mm:ss", "36:00:00"),
        (123, "00000", "00123 123"),
        (5551234567, "(000) 000-0000", "(555) 123-4567 5551234567"),
        (2.675, "0.00", "2.68 2.675"),
        (1500, '[>=1000]0.0,"k";0', "1.5k 1500"),
        (45366, 'yyyy"年"m"月"d"日"', "2024年3月15日 2024-03-15"),
        (45366.5, "dd.mm.yyyy hh:mm", "15.03.2024 12:00 2024-03-15 12:00"),
        (7, ";;;", "7"),
        (4111111111111111, "", "4111111111111111"),
        (1e300, "#,##0", "1e+300"),
        (1e9, "yyyy", "1000000000"),
        (float("nan"), "0.0;yyyy", "nan"),
    ],
)  # fmt: skip
def test_number_is_read_as_displayed_and_as_stored_if_the_words_differ(value, code, text):
    assert NumberFormats().text(value, code) == text


@pytest.mark.parametrize(
    "data",
    [
        make_xlsx('<row><c r="A1" t="str"><v>Rent</v></c><c r="B1" s="1"><v>1599.99</v></c></row>',
                  formats=["#,##0.00"]),
        make_xls([(0, 0, "Rent"), (0, 1, 1599.99)], formats=["#,##0.00"]),
        make_xlsb([(0, 0, "Rent"), (0, 1, 1599.99)], formats=["#,##0.00"], margin=""),
        make_ods('<table:table-row><table:table-cell><text:p>Rent</text:p></table:table-cell>'
                 '<table:table-cell office:value-type="float" office:value="1599.99"><text:p>'
                 '1,599.99</text:p></table:table-cell></table:table-row>'),
    ],
)  # fmt: skip
def test_all_workbook_formats_display_numbers(data):
    assert text_of(data).text == "Rent\t1,599.99 1599.99\n"


def test_open_document_time_keeps_its_seconds():
    cell = '<table:table-cell office:value-type="time" office:time-value="PT00H12M09S"><text:p>'
    row = f"<table:table-row>{cell}00:12</text:p></table:table-cell></table:table-row>"
    assert text_of(make_ods(row)).text == "00:12 00:12:09\n"


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("<c t='s' r='A1' ><v>0</v></c>", "Tōkyō & Co"),
        ('<c><v> 12 </v></c>', "12"),
        ('<c t="inlineStr"><is><r><t>rich</t></r><r><t xml:space="preserve"> text</t></r></is></c>',
         "rich text"),
        ('<c t="str"><f>A&amp;B</f><v>a_x000D_b</v></c>', "a b"),
        ('<c t="b"><f ca="1">1=1</f><v>1</v></c>', "TRUE"),
        ('<c t="d"><v>2024-05-06T00:00:00</v></c>', "2024-05-06"),
        ('<c t="str"><v><![CDATA[a < b]]></v></c>', "a < b"),
    ],
)  # fmt: skip
def test_cells_written_by_different_programs_are_read(cell, text):
    strings = "<si><r><t>Tōkyō</t></r><rPh><t>reading</t></rPh><r><t> &amp; Co</t></r></si>"
    assert text_of(make_xlsx(f"<row>{cell}</row>", strings=strings)).text == f"{text}\n"


def test_prefixed_names_and_utf_16_are_read():
    sheet = (
        '<?xml version="1.0" encoding="utf-16"?><x:worksheet xmlns:x="u"><x:sheetData><x:row r="2">'
        '<x:c r="B2" t="str"><x:v>prefixed</x:v></x:c></x:row></x:sheetData></x:worksheet>'
    )
    found = text_of(make_xlsx("", more={"xl/worksheets/sheet1.xml": sheet.encode("utf-16")}))
    assert (found.text, found.place_labels) == ("prefixed\n", ("One, row 2",))


def test_text_outside_of_cells_is_read():
    xlsb = text_of(make_xlsb([(0, 0, "x")], comment="a remark"))
    assert xlsb.place_labels[1:] == ("One, comment on B2", "One, header or footer")
    assert xlsb.text == "x\na remark\nHeadword\n"
    header = bytes.fromhex("1400 0b00 0800 00") + b"&CReport"
    assert text_of(make_xls([(0, 0, "x")], more=header)).text == "x\nReport\n"
    margins = (
        "<style:header><text:p>Orchard report</text:p></style:header><style:footer><text:p>Page "
        "<text:page-number>1</text:page-number></text:p></style:footer>"
    )
    cell = "<table:table-row><table:table-cell><text:p>x</text:p></table:table-cell>"
    ods = text_of(make_ods(f"{cell}</table:table-row>", margins=margins))
    assert ods.text == "x\nOrchard report\n"


def test_excel_2003_xml_is_a_workbook_whatever_its_name():
    found = text_of(XML_2003.encode(), "a.xls")
    assert found.text == "apple\t\t\t50.00% 0.5\nhalf\nAuthor: Ann\nSubject: Trees"
    assert found.place_labels == ("Kiosk, row 3", "Kiosk, comment on D3")
    assert found.metadata.author == "Ann"
    assert found.metadata.properties == (("subject", "Trees"),)


def test_excel_4_workbook_needs_no_compound_file():
    begin = b"\x09\x04\x06\x00\x00\x00\x10\x00\x00\x00"
    label = b"\x04\x02\x0d\x00\x01\x00\x00\x00\x00\x00\x05\x00apple"
    found = text_of(begin + label + b"\x0a\x00\x00\x00", "a.xls")
    assert (found.text, found.place_labels) == ("apple\n", ("Sheet1, row 2",))


def test_omitted_parts_of_a_large_workbook_are_listed(monkeypatch):
    monkeypatch.setattr(workbook, "_MAX_ROWS", 2)
    rows = "".join(f'<row><c t="str"><v>line{n}</v></c></row>' for n in range(4))
    opened = open_document(make_xlsx(rows), PurePath("a.xlsx"))
    assert opened.text.text == "line0\nline1\n"
    (rest,) = opened.entries
    assert rest.name == "after One, row 2"
    assert reason_of(rest.read, 0) == "too-large"


SHARED = "<si><t>" + "long " * 6_000 + "</t></si>"
REPEATED = '<c t="s"><v>0</v></c>' * 16_384


@pytest.mark.parametrize(
    "data",
    [
        make_xlsx(f"<row>{REPEATED}</row>" * 20, strings=SHARED),
        make_xlsx("<row>" + "<c" * 400_000),
        make_xlsx("<row>" + "<c><v>" * 400_000),
        make_xlsx("<row r='1'/>" * 400_000 + '<row><c><v>1</v></c></row>'),
        make_xlsx('<row><c t="s"><v>0</v></c></row>', strings="<si><rPh>" * 200_000),
        make_ods('<table:table-row table:number-rows-repeated="1048576"><table:table-cell '
                 'table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell>'
                 "</table:table-row>" * 200),
        make_xls([(0, 0, "x")], more=b"\x3c\x00\x00\x00" * 300_000),
        zip_of({"xl/workbook.bin": b"\x9c\x01\xff\xff\xff\x7f" * 1000}),
    ],
)  # fmt: skip
def test_hostile_workbooks_take_bounded_time_and_memory(data, monkeypatch):
    monkeypatch.setattr(workbook, "_MAX_CHARACTERS", 1_000_000)
    monkeypatch.setattr(workbook, "_MAX_ROWS", 1_000)
    try:
        opened = workbook.open_workbook(data)
    except workbook.DocumentError:
        return
    assert opened.text is not None
    assert len(opened.text.text) < 3_000_000


def test_compound_file_with_a_damaged_workbook_is_refused():
    assert reason_of(text_of, make_compound({"Workbook": b"\1\2"}), "a.xls") == "damaged"


def encrypted(password):
    book, result = Workbook(), BytesIO()
    book.active["A1"] = "orchard"
    OOXMLFile(BytesIO(saved(book))).encrypt(password, result)
    return result.getvalue()


def test_default_password_of_excel_is_tried():
    assert text_of(encrypted("VelvetSweatshop"), "a.xlsx").text.startswith("orchard\n")
    assert reason_of(text_of, encrypted("secret"), "a.xlsx") == "password"
