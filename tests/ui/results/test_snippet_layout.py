from dataclasses import replace

import pytest

from engine.api import Snippet, TextSpan
from tests.ui.samples import make_hit
from ui.results.snippets import SnippetLayouts

LONG = "The namespace stays because one finalizer is never removed by anybody. " * 8


@pytest.fixture
def layouts(theme):
    return SnippetLayouts(theme)


def with_snippet(text, *matches, is_code=False):
    return replace(make_hit(), snippet=Snippet(text, tuple(matches), is_code), text=text)


def marked(layout):
    """The words that are marked, as Qt counts their letters."""
    units = layout._layout.text().encode("utf-16-le")
    spans = [(span.start * 2, (span.start + span.length) * 2) for span in layout._layout.formats()]
    return [units[start:end].decode("utf-16-le") for start, end in spans]


def test_a_long_text_ends_at_a_word_with_an_ellipsis(layouts):
    layout = layouts.layout(make_hit(text=LONG), 400, 3)
    assert layout.line_count == 3
    assert layout.height == 60
    shortened = layout.text.removesuffix(" …")
    assert shortened != layout.text
    assert LONG.startswith(f"{shortened} ")


def test_a_short_text_takes_the_lines_it_needs(layouts):
    layout = layouts.layout(make_hit(text="One finalizer."), 400, 3)
    assert (layout.line_count, layout.text) == (1, "One finalizer.")


def test_text_without_spaces_is_cut_between_characters(layouts):
    layout = layouts.layout(with_snippet("後処理が終わるまで実体は残る。" * 30), 400, 3)
    assert layout.line_count == 3
    assert layout.text.endswith(" …")


def test_lines_begin_where_the_words_that_were_found_are_seen(layouts):
    text = (
        f"The foghorn was silent. {'From somebody to somebody else. ' * 6}A compressor had frozen."
    )
    words = ("foghorn", "compressor", "frozen")
    spans = [TextSpan(text.index(word), text.index(word) + len(word)) for word in words]
    layout = layouts.layout(with_snippet(text, *spans), 400, 3)
    assert layout.text.startswith("… ")
    assert "A compressor had frozen." in layout.text
    assert layout.line_count == 3
    assert marked(layout) == ["compressor", "frozen"]


def test_lines_begin_where_the_text_does_while_no_more_words_would_be_seen(layouts):
    spans = [TextSpan(4, 13), TextSpan(len(LONG) - 8, len(LONG) - 2)]
    layout = layouts.layout(with_snippet(LONG, *spans), 400, 3)
    assert layout.text.startswith("The namespace")


def test_a_snippet_that_the_next_answer_has_too_is_not_laid_out_again(layouts):
    first, again = make_hit(text=LONG), make_hit(text=LONG)
    assert first.snippet is not again.snippet
    kept = layouts.layout(first, 400, 3)
    assert layouts.layout(again, 400, 3) is kept
    assert layouts.layout(again, 420, 3) is not kept
    assert layouts.layout(again, 400, 3, nearest=True) is not kept


def test_a_passage_of_another_format_is_laid_out_anew(layouts):
    plain = replace(with_snippet("Say **what** it is."), file_type="txt")
    shown = [layouts.layout(replace(plain, file_type=kind), 400, 3).text for kind in ("txt", "md")]
    assert shown == ["Say **what** it is.", "Say what it is."]


@pytest.mark.parametrize("first", ["\ufeffA", "😀", "a"])
@pytest.mark.parametrize("is_code", [True, False])
def test_marks_stand_behind_their_words_whatever_stands_before(layouts, is_code, first):
    text = f"{first} finalizer is a key."
    start = text.index("finalizer")
    hit = with_snippet(text, TextSpan(start, start + 9), is_code=is_code)
    assert marked(layouts.layout(hit, 400, 3)) == ["finalizer"]
