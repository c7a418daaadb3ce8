"""Word 97-2003 documents: the extracted text and its order."""

import struct
from pathlib import PurePath

import pytest

from tests.engine.extract.formats.blocks import check_places, lines, texts
from tests.support.compound_files import make_compound, make_summary
from tests.support.older_office_files import (
    IN_TABLE,
    ROW_END,
    Line,
    list_parts,
    make_word,
)
from twofold.engine.extract.extraction import open_document


def read(data, name="letter.doc"):
    extracted = open_document(data, PurePath(name)).text
    check_places(extracted)
    return extracted


def test_paragraphs_are_lines_and_heading_styles_are_headings():
    outline, of_list = b"\x40\x26\x01", b"\x0b\x46\x01\x00"
    written = [
        Line("Rocks\r", style=1), "The light stands.", Line("Keeper\r", style=2),
        Line("Deep\r", outline), Line("first\r", of_list),
    ]  # fmt: skip
    extracted = read(make_word(written))
    assert lines(extracted) == [
        ("heading", "Rocks"), ("paragraph", "The light stands."), ("heading", "Keeper"),
        ("heading", "Deep"), ("list", "first"),
    ]  # fmt: skip
    assert extracted.blocks[2].heading_path == ("Rocks", "Keeper")
    assert extracted.file_type == "doc"
    assert extracted.metadata.title == "Rocks"


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("ゾルゲ 𐌲𐌿𐍄", ["ゾルゲ 𐌲𐌿𐍄"]),
        ('See \x13 HYPERLINK "http://x/" \x14the \x13 REF a \x14chart\x15\x15', ["See the chart"]),
        ("a \x13 PAGE\rStill here", ["a", "Still here"]),
        ("\x13EQ \\* jc2 \\o\\ad(\\s\\up 10(とうきょう),東京)\x15駅", ["東京駅"]),
        ("non\x1ebreaking opt\x1fional\x0bnext\x01\x08", ["non-breaking optional next"]),
    ],
    ids=["any script", "fields", "a field without an end", "a reading above", "signs"],
)
def test_displayed_text_is_read(written, read_as):
    assert texts(read(make_word([written]))) == read_as
    assert texts(read(make_word(["“Café” – naïve…"], narrow=True))) == ["“Café” – naïve…"]


def test_surrogates_are_joined_or_replaced():
    counts = {0: 4, 2: 10}
    data = make_word([Line("a\ud800\r\r"), Line("𐌲 head \udbf4x\r")], counts=counts)
    assert texts(read(data)) == ["a\ufffd", "𐌲 head \ufffdx"]


def test_table_rows_are_lines_with_tabs():
    cells = [Line(f"{text}\x07", IN_TABLE) for text in ("Rock", "", "12 m")]
    two = [Line("low\r", IN_TABLE), Line("tide\x07", IN_TABLE), Line("\x07", IN_TABLE)]
    rows = [*cells, Line("\x07", ROW_END), *two, Line("x\x07", IN_TABLE), Line("\x07", ROW_END)]
    extracted = read(make_word([*rows, "After"]))
    assert lines(extracted) == [
        ("table", "Rock\t\t12 m"), ("table", "low tide\t\tx"), ("paragraph", "After"),
    ]  # fmt: skip


def test_hidden_text_and_the_table_of_contents_are_left_out():
    contents = '\x13 TOC \\o "1-3" \x14Rocks\x13 PAGEREF x \x143\x15\rSea 4\x15\r'
    at = len(contents) + len("open ")
    rows = [Line(contents, style=3), "open secret end"]
    data = make_word(rows, unseen=[(at, at + len("secret "))])
    assert texts(read(data)) == ["open end"]
    assert texts(read(make_word([Line("The glaze melts.\r", style=3)]))) == ["The glaze melts."]


def test_notes_and_comments_follow_their_paragraph_and_margins_are_last():
    main = ["Anchor\x02 here.", "Then\x05 this."]
    notes, margins, comments = "\x02 A note.\r", "Confidential\r7\r", "\x05Too long.\r"
    length = len("".join(f"{line}\r" for line in main))
    owners = struct.pack("<H", 3) + "Ada".encode("utf-16-le")
    comment = struct.pack("<ii", length - 8, length) + bytes(20) + struct.pack("<HHHI", 0, 0, 0, 0)
    data = make_word(
        [*main, *(Line(text) for text in (notes, margins, comments))],
        counts={0: length, 1: len(notes), 2: len(margins), 4: len(comments)},
        parts={
            2: struct.pack("<iiH", 6, length, 0),
            3: struct.pack("<iii", 0, len(notes), len(notes) + 1),
            4: comment,
            5: struct.pack("<iii", 0, len(comments), len(comments) + 1),
            36: owners,
        },
    )
    assert texts(read(data)) == [
        "Anchor here.", "A note.", "Then this.", "Ada: Too long.", "Confidential",
    ]  # fmt: skip


@pytest.mark.parametrize("counts", [{0: -5}, {0: 2**31 - 1}, {0: 3, 1: -9, 2: 2**31 - 1}])
def test_impossible_lengths_lose_no_text(counts):
    assert "".join(texts(read(make_word(["Text."], counts=counts)))) == "Text."


def test_document_properties_are_read():
    day = 132_223_104_000_000_000  # 2020-01-01 as a FILETIME.
    summary = make_summary(
        1251, title="Отчёт", author="Анна; Ada", keywords="мыс, light", created=day, saved=day
    )
    found = read(make_word(["Text."], more={"\x05SummaryInformation": summary})).metadata
    assert (found.title, found.author) == ("Отчёт", "Анна; Ada")
    assert (found.tags, found.created) == (("мыс", "light"), "2020-01-01")
    assert found.modified == found.created


@pytest.mark.parametrize(
    ("codec", "language", "of_mac"),
    [("cp1251", 0x0419, 0), ("mac-cyrillic", 0x0419, 1), ("mac-roman", 0x040C, 1)],
)
def test_word_6_text_is_decoded_in_the_code_page_of_its_language(codec, language, of_mac):
    header = bytearray(1024)
    words = ("stratégie", "l’auteur") if codec == "mac-roman" else ("Маяк", "Скала")
    text = f"{words[0]}\r{words[1]}\x07Rif\x07\x07".encode(codec)
    struct.pack_into("<HHHHHH", header, 0, 0xA5DC, 0x68, 0, language, 0, 0)
    header[0x12] = of_mac
    struct.pack_into("<II", header, 0x18, 1024, 1024 + len(text))
    struct.pack_into("<i", header, 0x34, len(text))
    extracted = read(make_compound({"WordDocument": bytes(header) + text}))
    assert lines(extracted) == [("paragraph", words[0]), ("table", f"{words[1]}\tRif")]


TOGGLED = b"\x3c\x08\x81"


@pytest.mark.parametrize(
    ("styles", "marks", "style"),
    [
        ([(1, "Hidden", b"\x3c\x08\x01")], TOGGLED, 4),
        ([(2, "Hidden", b"\x3c\x08\x01")], b"\x30\x4a\x04\x00" + TOGGLED, 0),
    ],
    ids=["of the paragraph", "of the characters"],
)
def test_text_that_overrides_its_hidden_style_is_shown(styles, marks, style):
    data = make_word(
        [Line("one two\r", style=style)], unseen=[(4, 7)], unseen_by=marks, styles=styles
    )
    assert texts(read(data)) == ["one two"]
    assert texts(read(make_word(["one two"], unseen=[(4, 7)], unseen_by=TOGGLED))) == ["one"]


@pytest.mark.parametrize("value", [b"\x01", b"\x81"])
def test_deleted_text_is_left_out_however_it_is_marked(value):
    marks = b"\x00\x08" + value
    assert texts(read(make_word(["one two"], unseen=[(4, 7)], unseen_by=marks))) == ["one"]


def test_raised_marks_are_separated_from_words():
    raised, lowered = b"\x48\x2a\x01", b"\x48\x2a\x02"
    assert texts(read(make_word(["Rent3"], unseen=[(4, 5)], unseen_by=raised))) == ["Rent 3"]
    assert texts(read(make_word(["40 m2"], unseen=[(4, 5)], unseen_by=raised))) == ["40 m2"]
    assert texts(read(make_word(["H2O"], unseen=[(1, 2)], unseen_by=lowered))) == ["H2O"]


def of_list(text, level=0, style=0):
    return Line(f"{text}\r", b"\x0b\x46\x01\x00\x0a\x26" + bytes([level]), style)


def test_list_paragraphs_begin_with_their_numbers():
    parts = list_parts((0, 1, "\0."), (2, 1, "\0.\1)"))
    written = [
        of_list("one", style=1),
        of_list("two", 1),
        of_list("three", 1),
        of_list("four"),
        "five",
    ]
    extracted = read(make_word(written, parts=parts))
    assert texts(extracted) == ["1. one", "1.i) two", "1.ii) three", "2. four", "five"]
    assert extracted.blocks[1].heading_path == ("1. one",)


def test_list_may_have_another_start_and_bullets_are_not_numbers():
    changes = struct.pack("<iI", 5, 0x10)
    parts = list_parts((4, 1, "(\0)"), (23, 1, "o"), overrides=changes)
    data = make_word([of_list("one"), of_list("two", 1), of_list("three")], parts=parts)
    assert texts(read(data)) == ["(e) one", "two", "(f) three"]


@pytest.mark.parametrize("part", [73, 100, 74])
def test_damaged_lists_lose_no_text(part):
    parts = list_parts((0, 1, "\0."))
    for cut in range(0, len(parts[part]), 3):
        damaged = {**parts, part: parts[part][:cut]}
        assert texts(read(make_word([of_list("one")], parts=damaged)))[0].endswith("one")
