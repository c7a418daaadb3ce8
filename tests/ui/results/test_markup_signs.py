"""Snippets of Markdown and mails are read without signs, and marks stay on their letters."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.api import Snippet, TextSpan
from engine.search.snippets import make_snippet
from tests.ui.samples import make_hit
from ui.results.markup_signs import without_signs
from ui.results.snippet_text import display_text


def shown(text, *found):
    """What a person reads of a snippet in which the words `found` are marked, and the marks."""
    spans = tuple(TextSpan(text.index(word), text.index(word) + len(word)) for word in found)
    hit = replace(
        make_hit(),
        file_type="md",
        title="",
        section_label="",
        text=text,
        snippet=Snippet(text, spans),
    )
    display = display_text(hit, 3)
    return display.text, [display.text[start:end] for start, end in display.matches]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("a **bold** and __strong__ word", "a bold and strong word"),
        ("an *emphasised* and _leaning_ word", "an emphasised and leaning word"),
        ("***both*** and ~~gone~~", "both and gone"),
        ("**bold with *both* inside**", "bold with both inside"),
        ("see [the docs](https://example.org/a_b_c) here", "see the docs here"),
        ('a [link](x.md "with a title") and [one](/a(b)c)', "a link and one"),
        ("a [link][ref] of another kind", "a link of another kind"),
        ("![a picture](x.png) of it", "a picture of it"),
        ("[**bold** link](x)", "bold link"),
        ("<https://example.org/a_b_> leads out", "https://example.org/a_b_ leads out"),
        ("`code_with_*signs*_` stays", "code_with_*signs*_ stays"),
        ("``a ` b`` stays", "a ` b stays"),
        (r"\*not\* emphasis", "*not* emphasis"),
        ("## Heading and text", "Heading and text"),
        ("look: ```yaml apiVersion: v1 ``` and on", "look: apiVersion: v1 and on"),
        ("Über _Größe_, **漢字**を", "Über Größe, 漢字を"),
    ],
)
def test_signs_are_left_out(written, read):
    assert shown(written)[0] == read


@pytest.mark.parametrize(
    "text",
    [
        "snake_case_words and __init__py stay",
        "2 * 3 * 4 and *.tmp stay",
        "an open **star stays",
        "x[i] and a[i][j] stay, as [x] and [^1] do",
        "#tag and C# stay",
        "a < b and <b> stay",
        "a ~ b stays",
        "f(x)](y) in the middle stays",
    ],
)
def test_what_is_no_sign_stays(text):
    assert shown(text)[0] == text


def test_a_window_that_begins_within_a_link_shows_no_address():
    assert shown("…of the docs](https://example.org/x) and on")[0] == "… of the docs and on"
    assert shown("see [the docs](https://example.org/very-lo…")[0] == "see the docs …"


def test_a_window_that_begins_or_ends_within_bold_words_shows_no_stars():
    assert shown("…the end** of it")[0] == "… the end of it"
    assert shown("and **the beginning…")[0] == "and the beginning …"
    assert shown("a star 2** and **one")[0] == "a star 2** and **one"


def test_marks_stay_on_their_letters():
    text = "see **the [Pod](https://example.org/pods)** and `kubectl get` of _a finalizer_ twice"
    read, marks = shown(text, "Pod", "kubectl", "finalizer", "twice")
    assert read == "see the Pod and kubectl get of a finalizer twice"
    assert marks == ["Pod", "kubectl", "finalizer", "twice"]


def test_a_mark_over_signs_keeps_the_words_within():
    assert shown("a **name**space here", "name**space")[1] == ["namespace"]
    assert shown("a [name](url) here", "[name](url)")[1] == ["name"]


def test_a_heading_at_which_the_window_begins_is_read_without_its_signs():
    assert (
        shown("…## Choosing the numbers Watch a week")[0] == "… Choosing the numbers Watch a week"
    )
    assert shown("wait…# not a heading")[0] == "wait…# not a heading"


def test_a_heading_is_read_without_its_signs():
    assert without_signs("Using `kubectl` with **care**") == "Using kubectl with care"
    assert without_signs("plain") == "plain"


SIGNS = ["*", "**", "_", "~~", "`", "```", "[", "](", ")", "](u)", "\\", "#", "<", ">", "|", "…"]


@given(st.lists(st.sampled_from([*SIGNS, "word", " ", "\n", "漢字"])))
def test_whatever_is_written_the_mark_stays_on_its_letters(pieces):
    before = "".join(pieces)
    text = f"{before} found {before}"
    spans = (TextSpan(len(before) + 1, len(before) + 6),)
    hit = replace(make_hit(), file_type="md", text=text, snippet=Snippet(text, spans))
    display = display_text(hit, 3)
    marked = [display.text[start:end] for start, end in display.matches]
    # Within the address of a link nothing is shown, and nothing is marked.
    assert marked in (["found"], [])
    assert marked or "](" in text
    assert "  " not in display.text


def windowed(passage, *found, file_type="eml", limit=400):
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


def test_replies_are_read_without_the_signs_of_quotations():
    read, marks = windowed(REPLY, "quota", "Yes", "see")
    assert read == (
        "On Monday Ada wrote: Is the quota raised for all pods? Only where a > b holds. "
        "Yes, and 3 > 2. I see > 5 of them, and <b> too."
    )
    assert marks == ["quota", "Yes", "see"]


def test_a_window_of_a_reply_begins_and_ends_without_them():
    reply = "\n".join(f"> > line {number} says little" for number in range(40))
    read, marks = windowed(reply, "line 20", limit=80)
    assert ">" not in read
    assert marks == ["line 20"]


def test_a_mark_over_the_sign_of_a_quotation_keeps_its_words():
    read, marks = windowed("> the raised\n> quota", "raised\n> quota")
    assert (read, marks) == ("the raised quota", ["raised quota"])


def test_other_files_keep_what_stands_at_their_lines():
    assert windowed("> one\n> two", file_type="txt")[0] == "> one > two"


TABLE = """\
Limits in a table.

| Name | Memory |
|:-----|-------:|
| `a|b` | **64** MB |
|pod|x \\| y|
"""


def test_tables_are_read_without_bars_and_rules():
    read, marks = windowed(TABLE, "Memory", "64", "pod", file_type="md")
    assert read == "Limits in a table. Name Memory a|b 64 MB pod x | y"
    assert marks == ["Memory", "64", "pod"]


def test_tables_need_no_bars_at_their_sides():
    table = "Name | Memory\n--- | ---:\npod | 64"
    read = "Name Memory pod 64"
    assert windowed(table, file_type="md")[0] == read


def test_bars_stay_where_there_is_no_table():
    assert windowed("either a | b", file_type="md")[0] == "either a | b"


def test_a_table_that_is_quoted_in_markdown_is_read_without_both():
    assert windowed("> | a | b |\n> | - | - |\n> | 1 | 2 |", file_type="md")[0] == "a b 1 2"


def test_a_snippet_that_is_nothing_but_signs_is_empty():
    snippet = Snippet("> >", ())
    hit = replace(make_hit(), file_type="eml", text="> >", snippet=snippet)
    assert display_text(hit, 3).text == ""
