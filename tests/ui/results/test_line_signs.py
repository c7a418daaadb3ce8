"""Quotations of mails and tables of Markdown are read without their signs."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.api import Snippet, TextSpan
from engine.search.snippets import make_snippet
from tests.ui.samples import make_hit
from ui.results.line_signs import line_signs
from ui.results.snippet_text import display_text


def shown(passage, *found, file_type="eml", limit=400):
    """What a person reads of a passage in which the words `found` are marked, and the marks."""
    spans = [TextSpan(passage.index(word), passage.index(word) + len(word)) for word in found]
    snippet = make_snippet(passage, spans, limit)
    hit = replace(
        make_hit(), file_type=file_type, title="", section_label="", text=passage, snippet=snippet
    )
    display = display_text(hit, 3)
    return display.text, [display.text[start:end] for start, end in display.matches]


REPLY = """\
On Monday Ada wrote:
> > > Is the quota raised
> > > for all pods?
>> Only where a > b holds.
>Yes, and 3 > 2.

I see > 5 of them, and <b> too.
"""


@pytest.mark.parametrize("file_type", ["eml", "emlx", "mbox", "msg"])
def test_replies_are_read_without_the_signs_of_quotations(file_type):
    read, marks = shown(REPLY, "quota", "Yes", "see", file_type=file_type)
    assert read == (
        "On Monday Ada wrote: Is the quota raised for all pods? Only where a > b holds. "
        "Yes, and 3 > 2. I see > 5 of them, and <b> too."
    )
    assert marks == ["quota", "Yes", "see"]


def test_a_window_of_a_reply_begins_and_ends_without_them():
    reply = "\n".join(f"> > line {number} says little" for number in range(40))
    read, marks = shown(reply, "line 20", limit=80)
    assert ">" not in read
    assert marks == ["line 20"]


def test_a_mark_over_the_sign_of_a_quotation_keeps_its_words():
    read, marks = shown("> the raised\n> quota", "raised\n> quota")
    assert (read, marks) == ("the raised quota", ["raised quota"])


def test_other_files_keep_what_stands_at_their_lines():
    assert shown("> one\n> two", file_type="txt")[0] == "> one > two"


TABLE = """\
A table of limits: a | b is none.

| Name | Memory |
|:-----|-------:|
| `a|b` | **64** MB |
|pod|x \\| y|
"""


def test_tables_are_read_without_bars_and_rules():
    read, marks = shown(TABLE, "Memory", "64", "pod", file_type="md")
    assert read == "A table of limits: a | b is none. Name Memory a|b 64 MB pod x | y"
    assert marks == ["Memory", "64", "pod"]


def test_tables_need_no_bars_at_their_sides():
    table = "Name | Memory\n--- | ---:\npod | 64\n\nOtherwise a | b stays.\n- | is a sign"
    read = "Name Memory pod 64 Otherwise a | b stays. - | is a sign"
    assert shown(table, file_type="md")[0] == read


def test_a_table_that_is_quoted_in_markdown_is_read_without_both():
    assert shown("> | a | b |\n> | - | - |\n> | 1 | 2 |", file_type="md")[0] == "a b 1 2"


def test_what_is_no_part_of_the_passage_stays():
    assert line_signs("> another text", "> a text", with_tables=True) == []


def test_a_snippet_that_is_nothing_but_signs_is_empty():
    snippet = Snippet("> >", ())
    hit = replace(make_hit(), file_type="eml", text="> >", snippet=snippet)
    assert display_text(hit, 3).text == ""


PIECE = st.sampled_from(["> ", ">", "| ", "a", "pod", "|", " ", "\n", "--", "`"])


@given(st.lists(PIECE, max_size=40), st.sampled_from(["md", "eml"]))
def test_every_mark_stays_on_its_letters(pieces, file_type):
    passage = "".join([*pieces, " Pods here"])
    assert shown(passage, "Pods", "here", file_type=file_type)[1] == ["Pods", "here"]
