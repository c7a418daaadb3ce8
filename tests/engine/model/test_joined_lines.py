"""Quotations of pages: line breaks within a paragraph are removed, all others are kept."""

import textwrap

import pytest

from twofold.engine.model.joined_lines import joined_lines, quotation_of, unwrapped_lines

_LONG = "The party of the first part shall deliver the goods within thirty"


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        (f"{_LONG}\ndays, at its own cost.", f"{_LONG} days, at its own cost."),
        (f"{_LONG}\ndays.\n\n{_LONG}\nweeks.", f"{_LONG} days.\n\n{_LONG} weeks."),
        (f"{_LONG} busi-\nness days. A business", f"{_LONG} business days. A business"),
        (f"{_LONG} maintain-\ning them", f"{_LONG} maintaining them"),
        (f"{_LONG} long-\nterm bonds", f"{_LONG} long-term bonds"),
        (f"{_LONG} pre-\nand postwar bonds", f"{_LONG} pre- and postwar bonds"),
        (f"Report both shares of social security and\nMedicare taxes.\n{_LONG * 3}",
         f"Report both shares of social security and Medicare taxes.\n{_LONG * 3}"),
        (f"the credit is claimed by the plan,\nnot by the user.\n{_LONG * 3}",
         f"the credit is claimed by the plan, not by the user.\n{_LONG * 3}"),
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


_WRAPPED = """\
The committee of the archive decided on 12 March that the reels which
were delivered in February should be stored upright in the eastern
cellar of the `Harbour` archive."""


@pytest.mark.parametrize(
    "text",
    [
        _WRAPPED,
        (
            "Der Ausschuss des Archivs hat im März entschieden, dass die neuen\n"
            "Rollen im östlichen Keller aufzubewahren sind."
        ),
        (
            "- The committee of the archive decided on 12 March that the reels\n"
            "  which were delivered should be stored upright."
        ),
    ],
)
def test_lines_that_an_editor_wrapped_are_joined(text):
    joined = " ".join(text.split())
    assert unwrapped_lines(f"# A heading\n{text}\n\n{text}") == f"# A heading\n{joined}\n\n{joined}"


@pytest.mark.parametrize(
    "text",
    [
        "Ada Lovelace\n12 St James's Square\nLondon",
        f"```\n{_WRAPPED}\n```",
        textwrap.indent(_WRAPPED, "    "),
        textwrap.indent(_WRAPPED, "| "),
        _WRAPPED.replace("\n", "  \n"),
        (
            "2026-11-29 02:37:04 INFO the semantic model was loaded within two seconds\n"
            "2026-11-29 02:37:05 INFO the library was opened with thirty documents"
        ),
        "The reels stand upright.\nNo reel touches the wall of the eastern cellar of the archive.",
        "Shall I compare thee to a summer's day?\nThou art more lovely and more temperate:",
    ],
)
def test_code_tables_logs_and_poems_keep_their_lines(text):
    assert unwrapped_lines(text) == text


@pytest.mark.parametrize(
    ("file_type", "is_code", "is_joined"),
    [("md", False, True), ("txt", False, True), ("csv", False, False), ("md", True, False)],
)
def test_only_prose_is_unwrapped_for_quotations(file_type, is_code, is_joined):
    quoted = quotation_of(_WRAPPED, file_type, is_page=False, is_code=is_code)
    assert ("\n" not in quoted) is is_joined
