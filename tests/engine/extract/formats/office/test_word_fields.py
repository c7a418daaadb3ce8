from tests.engine.extract.formats.blocks import check_places, texts
from tests.support.office_files import make_docx
from twofold.engine.extract.formats.office.word import extract

TOC = '<w:style w:type="paragraph" w:styleId="V1"><w:name w:val="toc 1"/></w:style>'
HEADING = '<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style>'


def mark(kind):
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


def run(text, properties=""):
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def instruction(text):
    return f"<w:r><w:instrText>{text}</w:instrText></w:r>"


def p(inside, style=""):
    return f'<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr>{inside}</w:p>'


def read(body, styles=TOC + HEADING):
    extracted = extract(make_docx(body, styles=styles), "docx")
    check_places(extracted)
    return texts(extracted)


def test_text_in_a_contents_style_is_read():
    assert read(p(run("The glaze melts."), "V1")) == ["The glaze melts."]


def test_table_of_contents_is_left_out():
    link = mark("begin") + instruction(" PAGEREF x ") + mark("separate") + run("3") + mark("end")
    contents = (
        p(mark("begin") + instruction(' TO') + instruction('C \\o "1-3"') + mark("separate")
          + run("Rooms") + "<w:r><w:tab/></w:r>" + link, "V1")
        + p(run("Doors") + link, "V1") + p(mark("end"))
    )  # fmt: skip
    assert read(p(run("Before")) + contents + p(run("After"))) == ["Before", "After"]
    simple = '<w:fldSimple w:instr=" TOC \\o ">' + run("Rooms 3") + "</w:fldSimple>"
    assert read(p(run("Before ") + simple)) == ["Before"]


def test_other_fields_show_their_results():
    figures = mark("begin") + instruction(' TOC \\c "Figure"') + mark("separate") + run("Figure 1")
    assert read(p(figures + mark("end"))) == ["Figure 1"]
    tocsin = mark("begin") + instruction(" TOCSIN ") + mark("separate") + run("bell") + mark("end")
    assert read(p(tocsin)) == ["bell"]


def test_unclosed_contents_hide_nothing_below_the_next_heading():
    contents = p(mark("begin") + instruction("TOC") + mark("separate") + run("Rooms 3"))
    assert read(contents + p(run("Rooms"), "H1") + p(run("Four."))) == ["Rooms", "Four."]


def test_chosen_list_entry_is_read():
    form = (
        '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/>'
        '<w:listEntry w:val="oak"/><w:listEntry w:val="maple"/></w:ddList></w:ffData></w:fldChar>'
        f"</w:r>{instruction(' FORMDROPDOWN ')}{mark('end')}"
    )
    assert read(p(run("Wood: ") + form)) == ["Wood: maple"]


def test_raised_marks_are_separated_from_words():
    raised, lowered = '<w:vertAlign w:val="superscript"/>', '<w:vertAlign w:val="subscript"/>'
    style = (
        '<w:style w:type="character" w:styleId="Mark"><w:name w:val="mark"/><w:rPr>'
        '<w:vertAlign w:val="superscript"/></w:rPr></w:style>'
    )
    body = p(run("The Rent") + run("3", raised) + run(" of 40 m") + run("2", raised))
    body += p(
        run("H")
        + run("2", lowered)
        + run("O")
        + run(" bill")
        + run("1", '<w:rStyle w:val="Mark"/>')
    )
    assert read(body, style) == ["The Rent 3 of 40 m2", "H2O bill 1"]


def test_pictures_are_read_by_their_alternative_texts():
    def picture(text):
        described = f'<wp:docPr xmlns:wp="x" id="1" name="P" descr="{text}"/>'
        return f"<w:r><w:drawing>{described}</w:drawing></w:r>"

    body = p(
        run("See") + picture("A lock of brass") + picture("image1.png") + picture("C:\\a b.gif")
    )
    assert read(body)[:2] == ["See", "A lock of brass"]
    assert "image1.png" not in read(body)


def test_marks_in_notes_are_separated_from_words():
    raised = '<w:vertAlign w:val="superscript"/>'
    notes = f'<w:footnote w:id="2"><w:p>{run("The Rent")}{run("3", raised)}</w:p></w:footnote>'
    body = p(run("See") + '<w:r><w:footnoteReference w:id="2"/></w:r>')
    assert texts(extract(make_docx(body, footnotes=notes), "docx")) == ["See", "The Rent 3"]
