"""Word documents of 1997 to 2003: what is read of them, and in which order."""

import struct
from pathlib import PurePath

import pytest

from engine.extract.extraction import open_document
from tests.engine.extract.formats.blocks import check_places, lines, texts
from tests.support.compound_files import make_compound, make_summary
from tests.support.older_office_files import IN_TABLE, ROW_END, Line, make_word


def read(data, name="letter.doc"):
    extracted = open_document(data, PurePath(name)).text
    check_places(extracted)
    return extracted


def test_paragraphs_are_lines_and_headings_are_those_by_style():
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
def test_text_is_read_as_people_see_it(written, read_as):
    assert texts(read(make_word([written]))) == read_as
    assert texts(read(make_word(["“Café” – naïve…"], narrow=True))) == ["“Café” – naïve…"]


def test_halves_of_characters_become_whole_everywhere_or_are_replaced():
    counts = {0: 4, 2: 10}
    data = make_word([Line("a\ud800\r\r"), Line("𐌲 head \udbf4x\r")], counts=counts)
    assert texts(read(data)) == ["a\ufffd", "𐌲 head \ufffdx"]


def test_rows_of_a_table_are_lines_with_tabs():
    cells = [Line(f"{text}\x07", IN_TABLE) for text in ("Rock", "", "12 m")]
    two = [Line("low\r", IN_TABLE), Line("tide\x07", IN_TABLE), Line("\x07", IN_TABLE)]
    rows = [*cells, Line("\x07", ROW_END), *two, Line("x\x07", IN_TABLE), Line("\x07", ROW_END)]
    extracted = read(make_word([*rows, "After"]))
    assert lines(extracted) == [
        ("table", "Rock\t\t12 m"), ("table", "low tide\t\tx"), ("paragraph", "After"),
    ]  # fmt: skip


def test_hidden_and_deleted_text_and_the_table_of_contents_are_left_out():
    data = make_word([Line("Rocks 3\r", style=3), "open secret end"], unseen=[(13, 20)])
    assert texts(read(data)) == ["open end"]


def test_notes_and_comments_follow_their_paragraph_and_margins_come_last():
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
def test_lengths_that_cannot_be_right_lose_no_text(counts):
    assert "".join(texts(read(make_word(["Text."], counts=counts)))) == "Text."


def test_what_the_document_says_of_itself_is_read():
    day = 132_223_104_000_000_000  # 2020-01-01 as a FILETIME.
    summary = make_summary(
        1251, title="Отчёт", author="Анна; Ada", keywords="мыс, light", created=day, saved=day
    )
    found = read(make_word(["Text."], more={"\x05SummaryInformation": summary})).metadata
    assert (found.title, found.author) == ("Отчёт", "Анна; Ada")
    assert (found.tags, found.created) == (("мыс", "light"), "2020-01-01")
    assert found.modified == found.created


def test_word_6_has_text_in_the_code_page_of_its_language():
    header = bytearray(1024)
    text = "Маяк\rСкала\x07Риф\x07\x07".encode("cp1251")
    struct.pack_into("<HHHHHH", header, 0, 0xA5DC, 0x68, 0, 0x0419, 0, 0)
    struct.pack_into("<II", header, 0x18, 1024, 1024 + len(text))
    struct.pack_into("<i", header, 0x34, len(text))
    extracted = read(make_compound({"WordDocument": bytes(header) + text}))
    assert lines(extracted) == [("paragraph", "Маяк"), ("table", "Скала\tРиф")]
