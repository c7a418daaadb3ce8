import pytest

from tests.engine.extract.formats.blocks import check_places, lines, texts
from twofold.engine.extract.formats.office.rtf import extract


def read(body, head=r"\ansi\ansicpg1252\deff0"):
    extracted = extract(f"{{\\rtf1{head} {body}}}".encode("latin-1"), "rtf")
    check_places(extracted)
    return extracted


def test_paragraphs_keep_their_words_and_lose_their_formatting():
    body = r"\pard One \b bold\b0\i{ and}\plain\fs24  more.\par\pard Two\line three.\par"
    assert texts(read(body)) == ["One bold and more.", "Two three."]
    assert texts(read("one\\\ntwo\\par")) == ["one", "two"]
    assert texts(read(r"a{\pict\bin7 }}}\par}b\par")) == ["ab"]


def test_headings_are_detected_by_outline_level_or_style_name():
    body = (
        r"{\stylesheet{\s0 Normal;}{\s3\outlinelevel1 heading 2;}{\s7 Title;}}"
        r"\pard\s7 The house\par\pard\outlinelevel0 Rooms\par\pard\s3 Sizes\par\pard Text\par"
    )
    extracted = read(body)
    assert lines(extracted) == [
        ("heading", "The house"), ("heading", "Rooms"), ("heading", "Sizes"), ("paragraph", "Text"),
    ]  # fmt: skip
    assert extracted.blocks[-1].heading_path == ("Rooms", "Sizes")


def test_table_is_read_row_by_row_and_list_with_its_numbers():
    body = (
        r"\trowd\pard\intbl room\cell two\par words\cell\row\trowd\intbl hall\cell 9\cell\row"
        r"\pard{\listtext\'b7\tab}\ls1 quick\par{\pntext 2.\tab}quiet\par\pard After\par"
    )
    assert lines(read(body)) == [
        ("table", "room\ttwo words"), ("table", "hall\t9"), ("list", "quick"), ("list", "2. quiet"),
        ("paragraph", "After"),
    ]  # fmt: skip


def test_notes_comments_and_text_boxes_follow_their_paragraph():
    body = (
        r"\pard First{\footnote\pard See\par there.}{\*\atnauthor Ada}{\*\annotation Why?}"
        r"{\shp{\*\shpinst{\sp{\sn x}{\sv 1}}{\shptxt In the box\par}}{\shprslt{\*\do "
        r"{\dptxbxtext In the box\par}}}} line.\par Second.\par"
    )
    assert texts(read(body)) == ["First line.", "See there.", "Ada: Why?", "In the box", "Second."]


def test_format_of_a_note_does_not_apply_to_its_paragraph():
    note = r"{\footnote\pard\plain\intbl\s1\outlinelevel0 See there.}"
    body = rf"\pard First{note} line.\par\pard\intbl a\cell b\cell\row\pard After\par"
    assert lines(read(body)) == [
        ("paragraph", "First line."), ("paragraph", "See there."), ("table", "a\tb"),
        ("paragraph", "After"),
    ]  # fmt: skip


def test_deleted_hidden_and_internal_text_is_left_out():
    body = (
        r"{\*\unknown nothing}{\pict\wmetafile8 0102}{\field{\*\fldinst "
        r'HYPERLINK "https://x.org"}{\fldrslt link}} It is {\deleted not }{\v never }true.\par'
    )
    assert texts(read(body)) == ["link It is true."]


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (r"caf\'e9 na\u239\'efve \u8364?", "café naïve €"),
        (r"\uc2\u8364 ab!\uc0\u8364 c", "€!€c"),
        (r"\u-10179?\u-8696?", "😈"),
        (r"{\fonttbl{\f1\fcharset204 Arial;}{\f2\fcharset128 MS;}}\f1 \'cc\'e8\'f0", "Мир"),
        (r"{\fonttbl{\f1\fcharset128 MS;}}\f1\'93\'8c\'8b\'9e \'83A", "東京 ア"),
        (r"Donau\-dampf a\~b c\_d \{e\} \\", r"Donaudampf a b c-d {e} \ "[:-1]),
        (r"\u55357? lone", "� lone"),
    ],
)
def test_characters_are_decoded_by_font_or_as_unicode(body, text):
    assert texts(read(body + r"\par")) == [text]


def test_document_metadata_is_read():
    body = (
        r"{\info{\title The house}{\upr{\author A}{\*\ud{\author Ad\u225 ?}}}"
        r"{\keywords roof; cellar}{\creatim\yr2020\mo2\dy3\hr4}{\revtim\yr2021\mo99\dy1}}x\par"
    )
    metadata = read(body).metadata
    assert (metadata.title, metadata.author) == ("The house", "Adá")
    assert metadata.tags == ("roof", "cellar")
    assert (metadata.created, metadata.modified) == ("2020-02-03", "")


@pytest.mark.parametrize(
    "source",
    [
        r"{\rtf1 kept\par" + "{" * 5000,
        "{\\rtf1 kept\\",
        r"{\rtf1 kept\bin-5 ",
        r"{\rtf1\ansicpg99999\f99999999999 kept",
    ],
)
def test_damaged_document_is_read_as_far_as_possible(source):
    assert texts(extract(source.encode(), "rtf"))[0].startswith("kept")


def test_headers_and_footers_are_read_once_at_the_end():
    head = (
        r"{\header\pard Patient Rubella\par}{\headerf Patient Rubella\par{\field{\*\fldinst PAGE}"
    )
    extracted = read(head + r"{\fldrslt 3}}}{\footer Ward \u233?\'e9\par 12\par}Body.\par")
    assert texts(extracted) == ["Body.", "Patient Rubella", "Ward éé"]


def test_raised_marks_are_separated_from_words():
    body = r"The Rent{\super 3} of 40 m\super 2\nosupersub , H{\sub 2}O and bills{\up6 1}.\par"
    assert texts(read(body)) == ["The Rent 3 of 40 m2, H2O and bills 1."]


def test_symbol_font_letters_are_not_numbers():
    body = r"{\fonttbl{\f0 T;}{\f3\fcharset2 Wingdings;}}{\listtext\pard\f3 q\tab}\pard\ls1 tea\par"
    assert texts(read(body + r"{\listtext\f0 Article II\tab}\pard\ls1 nut\par")) == [
        "tea", "Article II nut",
    ]  # fmt: skip


def test_pictures_are_read_by_their_alternative_texts():
    picture = r"{\pict{\*\picprop{\sp{\sn wzDescription}{\sv A lock of brass}}}\wmetafile8 01}"
    assert texts(read(f"See {picture}\\par Next\\par")) == ["See", "A lock of brass", "Next"]


def test_document_values_are_decoded_in_its_code_page():
    fonts = r"\ansi\ansicpg1251\deff0{\fonttbl{\f0\fcharset0 T;}}"
    info = r"{\info{\title \'c4\'ee\'e3\'ee\'e2\'ee\'f0}{\subject \u28450?\u23383?}}"
    metadata = read(info + r"\par", head=fonts).metadata
    assert (metadata.title, metadata.properties) == ("Договор", (("subject", "漢字"),))
