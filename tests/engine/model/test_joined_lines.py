"""Quotations of pages: line breaks within a paragraph are removed, all others are kept."""

import pytest

from twofold.engine.model.joined_lines import joined_lines

_LONG = "The party of the first part shall deliver the goods within thirty"


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        (f"{_LONG}\ndays, at its own cost.", f"{_LONG} days, at its own cost."),
        (f"{_LONG}\ndays.\n\n{_LONG}\nweeks.", f"{_LONG} days.\n\n{_LONG} weeks."),
        (f"{_LONG} busi-\nness days. A business", f"{_LONG} business days. A business"),
        (f"{_LONG} long-\nterm bonds", f"{_LONG} long-term bonds"),
        (f"{_LONG} pre-\nand postwar bonds", f"{_LONG} pre- and postwar bonds"),
        ("本" * 20 + "\n本です。", "本" * 21 + "です。"),
    ],
)  # fmt: skip
def test_lines_of_a_paragraph_are_joined(text, joined):
    assert joined_lines(text) == joined


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "2.1 Delivery\nThe goods are delivered.",
        "Ada Lovelace\n12 St James's Square\nLondon",
        f"{_LONG} days:\n(a) at its own cost;\n• and safely",
        f"{_LONG}\t1,200\t1,300\n{_LONG}\t1,100\t900",
        f"{_LONG} 1,200 1,300\n{_LONG} 1,100 (900)",
        f"{_LONG}   12\n{_LONG}   13",
    ],
)
def test_headings_lists_addresses_and_tables_keep_their_lines(text):
    assert joined_lines(text) == text


def test_a_short_line_ends_a_paragraph_also_without_a_blank_line():
    assert joined_lines(f"{_LONG}\ndays.\n{_LONG}\nweeks.") == f"{_LONG} days.\n{_LONG} weeks."


def test_one_line_of_double_length_does_not_keep_the_others_apart():
    line = "The party of the first part shall deliver all of the goods within"
    text = "\n".join((line, line, f"{line} {line}", line, "thirty days."))
    assert joined_lines(text) == " ".join([line] * 5 + ["thirty days."])
