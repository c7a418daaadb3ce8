from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.api import Snippet, TextSpan
from engine.search.snippets import make_snippet
from tests.ui.samples import make_hit
from ui.results.snippets import LINE_SEPARATOR, display_text


def shown(text, *matches, is_code=False, passage=None, max_lines=3):
    spans = tuple(TextSpan(start, start + len(word)) for start, word in matches)
    snippet = Snippet(text, spans, is_code)
    hit = replace(make_hit(), snippet=snippet, text=text if passage is None else passage)
    return display_text(hit, max_lines)


def words(display):
    return [display.text[start:end] for start, end in display.matches]


def test_white_space_of_prose_becomes_one_space_and_matches_move_along():
    text = "  one\n\n  two\tthree  "
    display = shown(text, (text.index("two"), "two"), (text.index("three"), "three"))
    assert display.text == "one two three"
    assert words(display) == ["two", "three"]


def test_an_ellipsis_stands_apart_from_the_words():
    display = shown("…The middle part.…", (5, "middle"))
    assert display.text == "… The middle part. …"
    assert words(display) == ["middle"]


def test_indented_code_moves_to_the_left_together():
    text = "    if found:\n        stop()\n"
    display = shown(text, (text.index("stop"), "stop"), is_code=True)
    assert display.text == f"if found:{LINE_SEPARATOR}    stop()"
    assert words(display) == ["stop"]


def test_tabs_in_code_take_four_columns():
    display = shown("a:\n\tfinalizer", (4, "finalizer"), is_code=True)
    assert display.text == f"a:{LINE_SEPARATOR}    finalizer"
    assert words(display) == ["finalizer"]


def test_code_starts_where_more_of_the_words_are_seen():
    lines = [f"tide_{number}(day)" for number in range(9)]
    lines[6] = "# spring tide floods the quay"
    text = "\n".join(lines)
    spans = [(text.index(word, text.index("#")), word) for word in ("spring", "tide", "floods")]
    tides = [(text.index(f"tide_{n}"), "tide") for n in range(9) if n != 6]
    display = shown(text, *sorted(spans + tides), is_code=True)
    assert "# spring tide floods the quay" in display.text
    assert words(display).count("floods") == 1


def test_the_last_lines_of_code_are_as_many_as_any():
    text = "\n".join([*(f"line{number}" for number in range(9)), "# spring tide"])
    found = [(text.index(word), word) for word in ("line0", "spring", "tide")]
    display = shown(text, *found, is_code=True)
    assert display.text.split(LINE_SEPARATOR) == ["line7", "line8", "# spring tide"]
    assert words(display) == ["spring", "tide"]


def test_code_does_not_start_with_an_empty_line():
    text = "one\ntwo\nthree\n\na pod has a memory request\nand a limit"
    found = [(text.index(word), word) for word in ("pod", "memory", "limit")]
    display = shown(text, *found, is_code=True)
    assert display.text == f"a pod has a memory request{LINE_SEPARATOR}and a limit"
    assert [display.text[start:end] for start, end in display.matches] == ["pod", "memory", "limit"]


def test_windows_line_ends_in_code_are_one_line_end():
    assert shown("a\r\nb", is_code=True).text == f"a{LINE_SEPARATOR}b"


def test_the_title_is_not_said_again_unless_it_is_what_was_found():
    text = "# Diary of a year ## June The finalizer stays"
    hit = make_hit(text=text, file_type="md", title="Diary of a year", section="June")
    shown = display_text(hit, 3)
    assert shown.text == "The finalizer stays"
    assert [shown.text[start:end] for start, end in shown.matches] == ["finalizer"]

    found = make_hit(
        text="# The finalizer Words", file_type="md", title="The finalizer", section=""
    )
    assert display_text(found, 3).text == "The finalizer Words"


@given(st.lists(st.sampled_from(["#", "##", "word", "…", " ", "\n", "\t", "\x1c", "\u3000"])))
def test_a_match_holds_the_same_letters_however_white_space_is_squeezed(pieces):
    text = "".join([*pieces, "found", *pieces])
    display = shown(text, (len("".join(pieces)), "found"))
    assert words(display) == ["found"]
    assert "  " not in display.text
    assert display.text == display.text.strip()


def read_markdown(text, *found):
    """What a person reads of a snippet in which the words `found` are marked, and the marks."""
    spans = tuple(TextSpan(text.index(word), text.index(word) + len(word)) for word in found)
    hit = make_hit(text=text, file_type="md", title="", section="")
    display = display_text(replace(hit, snippet=Snippet(text, spans)), 3)
    return display.text, words(display)


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
        ("…## Choosing Watch a week", "… Choosing Watch a week"),
        ("Name | Memory\n--- | ---:\npod | 64", "Name Memory pod 64"),
        ("look: ```yaml apiVersion: v1 ``` and on", "look: apiVersion: v1 and on"),
        ("Über _Größe_, **漢字**を", "Über Größe, 漢字を"),
    ],
)
def test_signs_are_left_out(written, read):
    assert read_markdown(written)[0] == read


@pytest.mark.parametrize(
    "text",
    [
        "snake_case_words and __init__py stay",
        "2 * 3 * 4 and *.tmp stay",
        "an open **star stays",
        "x[i] and a[i][j] stay, as [x] and [^1] do",
        "#tag and C# stay",
        "a < b and <b> stay",
        "either a | b",
        "f(x)](y) in the middle stays",
    ],
)
def test_what_is_no_sign_stays(text):
    assert read_markdown(text)[0] == text


def test_a_window_that_begins_within_a_link_shows_no_address():
    assert read_markdown("…of the docs](https://example.org/x) and on")[0] == "… of the docs and on"
    assert read_markdown("see [the docs](https://example.org/very-lo…")[0] == "see the docs …"


def test_a_window_that_begins_or_ends_within_bold_words_shows_no_stars():
    assert read_markdown("…the end** of it")[0] == "… the end of it"
    assert read_markdown("and **the beginning…")[0] == "and the beginning …"
    assert read_markdown("a star 2** and **one")[0] == "a star 2** and **one"


def test_marks_stay_on_their_letters():
    text = "see **the [Pod](https://example.org/pods)** and `kubectl get` of _a finalizer_ twice"
    read, marks = read_markdown(text, "Pod", "kubectl", "finalizer", "twice")
    assert read == "see the Pod and kubectl get of a finalizer twice"
    assert marks == ["Pod", "kubectl", "finalizer", "twice"]


def test_a_mark_over_signs_keeps_the_words_within():
    assert read_markdown("a **name**space here", "name**space")[1] == ["namespace"]
    assert read_markdown("a [name](url) here", "[name](url)")[1] == ["name"]


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


def test_a_table_that_is_quoted_in_markdown_is_read_without_both():
    assert windowed("> | a | b |\n> | - | - |\n> | 1 | 2 |", file_type="md")[0] == "a b 1 2"
