"""Snippets: displayed text, lines, and highlights at the right letters."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui.samples import make_hit
from twofold.engine.api import Snippet, TextSpan
from twofold.engine.search.snippets import make_snippet
from twofold.ui.results.snippets import LINE_SEPARATOR, SnippetLayouts, display_text


def spans_of(text, *words):
    return tuple(
        TextSpan(text.index(word), text.index(word) + len(word))
        for word in sorted(words, key=text.index)
    )


def shown(text, *found, file_type="txt", is_code=False):
    """Return the visible text of a snippet and its highlights, with `found` as matches."""
    snippet = Snippet(text, spans_of(text, *found), is_code)
    hit = make_hit(text=text, file_type=file_type, title="", section="")
    return read(replace(hit, snippet=snippet))


def read(hit):
    display = display_text(hit, 3)
    return display.text, [display.text[start:end] for start, end in display.matches]


@pytest.mark.parametrize(
    ("text", "found", "expected"),
    [
        ("  one\n\n  two\tthree  ", ["two", "three"], "one two three"),
        ("…The middle part.…", ["middle"], "… The middle part. …"),
    ],
)
def test_white_space_of_prose_becomes_one_space(text, found, expected):
    assert shown(text, *found) == (expected, found)


@pytest.mark.parametrize(
    ("text", "found", "lines"),
    [
        ("    if found:\n        stop()\n", ["stop"], ["if found:", "    stop()"]),
        ("a:\n\tfinalizer", ["finalizer"], ["a:", "    finalizer"]),
        ("a\r\nb", [], ["a", "b"]),
        (
            "\n".join([*(f"line{number}" for number in range(9)), "# spring tide"]),
            ["line0", "spring", "tide"],
            ["line7", "line8", "# spring tide"],
        ),
        (
            "one\ntwo\nthree\n\na pod has a memory request\nand a limit",
            ["pod", "memory", "limit"],
            ["a pod has a memory request", "and a limit"],
        ),
    ],
)
def test_code_keeps_its_lines_and_starts_where_most_words_match(text, found, lines):
    read, marks = shown(text, *found, is_code=True)
    assert read.split(LINE_SEPARATOR) == lines
    assert marks == [word for word in found if any(word in line for line in lines)]


def test_the_title_is_not_repeated_unless_it_matched():
    text = "# Diary of a year ## June The finalizer stays"
    hit = make_hit(text=text, file_type="md", title="Diary of a year", section="June")
    assert read(hit) == ("The finalizer stays", ["finalizer"])
    hit = make_hit(text="# The finalizer Words", file_type="md", title="The finalizer", section="")
    assert read(hit)[0] == "The finalizer Words"
    hit = make_hit(
        text="# Sleep Sleep helps memory", file_type="md", title="Sleep", section="Sleep"
    )
    assert read(hit)[0] == "Sleep helps memory"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("a **bold** and __strong__ word", "a bold and strong word"),
        ("an *emphasised* and _leaning_ word", "an emphasised and leaning word"),
        ("***both*** and ~~gone~~", "both and gone"),
        ("**bold with *both* inside**", "bold with both inside"),
        ("see [the docs](https://example.org/a_b_c) here", "see the docs here"),
        ('a [link](x.md "with a title") and [one](/a(b)c)', "a link and one"),
        ("a [link][ref] of another kind", "a link of another kind"),
        ("![a picture](x.png) of it", "a picture of it"),
        ("<https://example.org/a_b_> leads out", "https://example.org/a_b_ leads out"),
        ("`code_with_*signs*_` stays", "code_with_*signs*_ stays"),
        ("``a ` b`` stays", "a ` b stays"),
        (r"\*not\* emphasis", "*not* emphasis"),
        ("…## Choosing Watch a week", "… Choosing Watch a week"),
        ("Name | Memory\n--- | ---:\npod | 64", "Name Memory pod 64"),
        ("look: ```yaml apiVersion: v1 ``` and on", "look: apiVersion: v1 and on"),
        ("Über _Größe_, **漢字**を", "Über Größe, 漢字を"),
        # The snippet starts or ends inside a link or bold words.
        ("…of the docs](https://example.org/x) and on", "… of the docs and on"),
        ("see [the docs](https://example.org/very-lo…", "see the docs …"),
        ("…the end** of it", "… the end of it"),
        ("and **the beginning…", "and the beginning …"),
        # Other characters are kept.
        *(
            (text, text)
            for text in (
                "a star 2** and **one",
                "snake_case_words and __init__py stay",
                "2 * 3 * 4 and *.tmp stay",
                "an open **star stays",
                "x[i] and a[i][j] stay, as [x] and [^1] do",
                "#tag and C# stay",
                "a < b and <b> stay",
                "either a | b",
                "f(x)](y) in the middle stays",
            )
        ),
    ],
)
def test_markdown_is_shown_without_markup(written, expected):
    assert shown(written, file_type="md")[0] == expected


@pytest.mark.parametrize(
    ("text", "found", "marks"),
    [
        ("see **the [Pod](https://a.org/pods)** and `kubectl get`", ["Pod", "kubectl"], None),
        ("a **name**space here", ["name**space"], ["namespace"]),
        ("a [name](url) here", ["[name](url)"], ["name"]),
    ],
)
def test_highlights_stay_on_their_letters_when_markup_is_removed(text, found, marks):
    assert shown(text, *found, file_type="md")[1] == (marks or found)


PIECES = ["*", "**", "_", "~~", "`", "```", "[", "](", ")", "](u)", "\\", "#", "<", ">", "|", "…"]


@given(st.lists(st.sampled_from([*PIECES, "word", " ", "\n", "\t", "\x1c", "漢字"])), st.booleans())
def test_highlights_stay_on_their_letters_for_any_text(pieces, is_markdown):
    before = "".join(pieces)
    text = f"{before} found {before}"
    read, marks = shown(text, "found", file_type="md" if is_markdown else "txt")
    # The address of a link is neither shown nor highlighted.
    assert marks == ["found"] or (is_markdown and not marks and "](" in text)
    assert "  " not in read
    assert read == read.strip()


REPLY = """\
On Monday Ada wrote:
> > > Is the quota raised
> > > for all pods?
>> Only where a > b holds.
>Yes, and 3 > 2.

I see > 5 of them, and <b> too.
"""
TABLE = """\
Limits in a table.

| Name | Memory |
|:-----|-------:|
| `a|b` | **64** MB |
|pod|x \\| y|
"""


@pytest.mark.parametrize(
    ("passage", "file_type", "found", "expected"),
    [
        (
            REPLY,
            "eml",
            ["quota", "Yes", "see"],
            (
                "On Monday Ada wrote: Is the quota raised for all pods? Only where a > b holds. "
                "Yes, and 3 > 2. I see > 5 of them, and <b> too."
            ),
        ),
        ("> one\n> two", "txt", ["two"], "> one > two"),
        (
            TABLE,
            "md",
            ["Memory", "64", "pod"],
            "Limits in a table. Name Memory a|b 64 MB pod x | y",
        ),
        ("> | a | b |\n> | - | - |\n> | 1 | 2 |", "md", [], "a b 1 2"),
    ],
)
def test_quotations_and_tables_are_shown_without_markup(passage, file_type, found, expected):
    snippet = make_snippet(passage, spans_of(passage, *found), 400)
    hit = make_hit(text=passage, file_type=file_type, title="", section="")
    assert read(replace(hit, snippet=snippet)) == (expected, found)


# Lines

LONG = "The namespace stays because one finalizer is never removed by anybody. " * 8


@pytest.fixture
def layouts(theme):
    return SnippetLayouts(theme)


def with_snippet(text, *matches, is_code=False):
    return replace(make_hit(), snippet=Snippet(text, tuple(matches), is_code), text=text)


def marked(layout):
    """Return the highlighted words as a list. Qt's offsets count UTF-16 code units."""
    units = layout._layout.text().encode("utf-16-le")
    spans = [(span.start * 2, (span.start + span.length) * 2) for span in layout._layout.formats()]
    return [units[start:end].decode("utf-16-le") for start, end in spans]


def test_a_long_text_ends_at_a_word_with_an_ellipsis_and_a_short_one_does_not(layouts):
    long = layouts.layout(make_hit(text=LONG), 400, 3)
    assert (long.line_count, long.height) == (3, 60)
    assert LONG.startswith(f"{long.text.removesuffix(' …')} ")
    assert long.text.endswith(" …")
    short = layouts.layout(make_hit(text="One finalizer."), 400, 3)
    assert (short.line_count, short.text) == (1, "One finalizer.")
    without_spaces = layouts.layout(with_snippet("後処理が終わるまで実体は残る。" * 30), 400, 3)
    assert without_spaces.line_count == 3
    assert without_spaces.text.endswith(" …")


def test_a_snippet_starts_later_only_to_show_more_matches(layouts):
    text = (
        f"The foghorn was silent. {'From somebody to somebody else. ' * 6}A compressor had frozen."
    )
    hit = with_snippet(text, *spans_of(text, "foghorn", "compressor", "frozen"))
    layout = layouts.layout(hit, 400, 3)
    assert layout.text.startswith("… ")
    assert "A compressor had frozen." in layout.text
    assert layout.line_count == 3
    assert marked(layout) == ["compressor", "frozen"]

    hit = with_snippet(LONG, TextSpan(4, 13), TextSpan(len(LONG) - 8, len(LONG) - 2))
    assert layouts.layout(hit, 400, 3).text.startswith("The namespace")


def test_a_snippet_layout_is_cached_until_something_changes(layouts):
    kept = layouts.layout(make_hit(text=LONG), 400, 3)
    assert layouts.layout(make_hit(text=LONG), 400, 3) is kept
    assert layouts.layout(make_hit(text=LONG), 420, 3) is not kept
    assert layouts.layout(make_hit(text=LONG), 400, 3, nearest=True) is not kept
    plain = with_snippet("Say **what** it is.")
    texts = [layouts.layout(replace(plain, file_type=kind), 400, 3).text for kind in ("txt", "md")]
    assert texts == ["Say **what** it is.", "Say what it is."]


@pytest.mark.parametrize("first", ["\ufeffA", "😀", "a"])
@pytest.mark.parametrize("is_code", [True, False])
def test_highlights_are_painted_behind_their_words(layouts, is_code, first):
    text = f"{first} finalizer is a key."
    hit = with_snippet(text, *spans_of(text, "finalizer"), is_code=is_code)
    assert marked(layouts.layout(hit, 400, 3)) == ["finalizer"]
