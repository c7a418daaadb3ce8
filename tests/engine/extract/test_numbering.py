import pytest

from twofold.engine.extract.numbering import Counter, NumberLevel, number_of, parts_of_pattern
from twofold.engine.extract.numerals import numeral

LEGAL = {
    0: NumberLevel(parts=parts_of_pattern("%1.")),
    1: NumberLevel("lowerLetter", parts_of_pattern("%1.%2")),
    2: NumberLevel("lowerRoman", parts_of_pattern("%1.%2(%3)")),
}


@pytest.mark.parametrize(
    ("number_format", "value", "shown"),
    [
        ("decimal", 12, "12"),
        ("lowerRoman", 1994, "mcmxciv"),
        ("upperRoman", 5000, "5000"),
        ("lowerLetter", 28, "bb"),
        ("upperLetter", 9999, "9999"),
        ("ordinal", 112, "112th"),
        ("ordinalText", 40, "Fortieth"),
        ("cardinalText", 21, "Twenty-one"),
        ("decimalZero", 7, "07"),
        ("chineseCountingThousand", 105, "一百〇五"),
        ("chineseCounting", 23, "二十三"),
        ("japaneseCounting", 111, "百十一"),
        ("hebrew1", 16, "טז"),
        ("arabicAlpha", 2, "ب"),
        ("russianLower", 3, "в"),
        ("thaiNumbers", 10, "๑๐"),
        ("decimalEnclosedCircle", 3, "③"),
        ("lowerRoman", 0, "0"),
        ("upperLetter", -2, "-2"),
        ("nobody knows", 4, "4"),
    ],
)
def test_number_is_written_in_its_format(number_format, value, shown):
    assert numeral(value, number_format) == shown


def test_inner_level_restarts_below_each_outer_number():
    counter = Counter()
    shown = [counter.next_label(level, LEGAL) for level in (0, 1, 2, 2, 1, 0, 1, 2)]
    assert shown == ["1.", "1.a", "1.a(i)", "1.a(ii)", "1.b", "2.", "2.a", "2.a(i)"]


def test_skipped_level_shows_its_first_number():
    counter = Counter()
    assert [counter.next_label(level, LEGAL) for level in (2, 0)] == ["1.a(i)", "2."]


def test_legal_level_shows_all_numbers_in_digits():
    levels = {
        0: NumberLevel("upperRoman", parts_of_pattern("Article %1.")),
        1: NumberLevel(parts=parts_of_pattern("Section %1.%2"), is_legal=True),
    }
    counter = Counter()
    assert [counter.next_label(level, levels) for level in (0, 0, 1)] == [
        "Article I.", "Article II.", "Section 2.1",
    ]  # fmt: skip


def test_level_restarts_only_below_the_level_it_names():
    levels = {**LEGAL, 2: NumberLevel(parts=parts_of_pattern("%3"), restart_below=1)}
    counter = Counter()
    assert [counter.next_label(level, levels) for level in (0, 1, 2, 1, 2, 0, 2)] == [
        "1.", "1.a", "1", "1.b", "2", "2.", "1",
    ]  # fmt: skip


def test_bullets_and_symbols_are_not_numbers():
    levels = {0: NumberLevel("bullet", ("o",)), 1: NumberLevel("none", ("– ",))}
    assert [Counter().next_label(level, levels) for level in (0, 1)] == ["", ""]


@pytest.mark.parametrize(
    ("text", "number"), [("7", 7), ("-3", -3), ("", 1), ("x", 1), ("9" * 5000, 1), ("²", 1)]
)
def test_number_of_a_file_is_limited(text, number):
    assert number_of(text, 1) == number
