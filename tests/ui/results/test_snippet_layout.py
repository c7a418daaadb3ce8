from dataclasses import replace
from random import Random

import pytest

from engine.api import Snippet, TextSpan
from tests.ui.samples import make_hit, sample_hits
from ui.results.snippet_layout import SnippetLayouts

LONG = "The namespace stays because one finalizer is never removed by anybody. " * 8


@pytest.fixture
def layouts(theme):
    return SnippetLayouts(theme)


def with_snippet(text, *matches, is_code=False):
    return replace(make_hit(), snippet=Snippet(text, tuple(matches), is_code), text=text)


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
    assert len(layout.marks) == 2


def test_lines_begin_where_the_text_does_while_no_more_words_would_be_seen(layouts):
    spans = [TextSpan(4, 13), TextSpan(len(LONG) - 8, len(LONG) - 2)]
    layout = layouts.layout(with_snippet(LONG, *spans), 400, 3)
    assert layout.text.startswith("The namespace")


def test_lines_that_begin_with_an_ellipsis_are_not_begun_there_again_and_again(layouts):
    chosen = Random(6)
    for _ in range(400):
        words = [("lorem" * 2)[: chosen.randint(2, 9)] for _ in range(60)]
        for word in ("alpha", "omega", "gamma"):
            words[chosen.randrange(60)] = word
        text = f"… {' '.join(words)}"
        starts = sorted(text.find(word) for word in ("alpha", "omega", "gamma") if word in text)
        spans = [TextSpan(start, start + 5) for start in starts]
        assert layouts.layout(with_snippet(text, *spans), 400, 2).line_count == 2


def test_compact_rows_have_two_lines(layouts):
    assert layouts.layout(make_hit(text=LONG), 400, 2).height == 40


def test_code_lines_are_18_pixels_high(layouts):
    assert layouts.layout(sample_hits()[4], 400, 3).height == 54


def test_a_match_is_marked_where_it_stands(layouts):
    text = "The finalizer."
    layout = layouts.layout(with_snippet(text, TextSpan(4, 13)), 400, 3)
    (mark,) = layout.marks
    assert (mark.top(), mark.height()) == (1, 18)
    assert 20 < mark.left() < 30
    assert 75 < mark.right() < 95


def test_a_match_over_two_lines_has_two_marks(layouts):
    text = "finalizer " * 20
    layout = layouts.layout(with_snippet(text.strip(), TextSpan(0, 199)), 600, 3)
    assert len(layout.marks) == 2


def test_characters_beyond_16_bits_do_not_move_the_marks(layouts):
    plain = layouts.layout(with_snippet("ab finalizer", TextSpan(3, 12)), 400, 3)
    emoji = layouts.layout(with_snippet("😀 finalizer", TextSpan(2, 11)), 400, 3)
    assert emoji.marks[0].width() == pytest.approx(plain.marks[0].width(), abs=0.5)


def test_layouts_are_made_once(layouts):
    hit = make_hit(text=LONG)
    assert layouts.layout(hit, 400, 3) is layouts.layout(hit, 400, 3)
    assert layouts.layout(hit, 400, 3) is not layouts.layout(hit, 420, 3)


def test_a_snippet_that_the_next_answer_has_too_is_not_laid_out_again(layouts):
    first, again = make_hit(text=LONG), make_hit(text=LONG)
    assert first.snippet is not again.snippet
    assert layouts.layout(first, 400, 3) is layouts.layout(again, 400, 3)


def test_a_snippet_whose_matches_are_not_strong_is_laid_out_anew(layouts):
    hit = with_snippet("ab finalizer", TextSpan(3, 12))
    assert layouts.layout(hit, 400, 3) is not layouts.layout(hit, 400, 3, weight=400)


def test_another_snippet_of_the_same_passage_is_laid_out_anew(layouts):
    first = layouts.layout(with_snippet("one"), 400, 3)
    second = layouts.layout(with_snippet("two"), 400, 3)
    assert (first.text, second.text) == ("one", "two")


def test_a_passage_of_another_format_is_laid_out_anew(layouts):
    plain = replace(with_snippet("Say **what** it is."), file_type="txt")
    shown = [layouts.layout(replace(plain, file_type=kind), 400, 3).text for kind in ("txt", "md")]
    assert shown == ["Say **what** it is.", "Say what it is."]


def test_a_cut_text_fits_with_its_ellipsis_and_no_word_more_would(theme, layouts):
    layout = layouts.layout(make_hit(text=LONG), 400, 3)
    kept = layout.text.removesuffix(" …")
    next_word = LONG[len(kept) :].split(maxsplit=1)[0]
    longer = layouts.layout(with_snippet(f"{kept} {next_word} …"), 400, 3)
    assert longer.text != f"{kept} {next_word} …"


@pytest.mark.parametrize("is_code", [True, False])
def test_marks_stand_right_behind_a_sign_that_Qt_takes_for_a_byte_order_mark(layouts, is_code):
    text = "\ufeffA finalizer is a key."
    layout = layouts.layout(with_snippet(text, TextSpan(3, 12), is_code=is_code), 400, 3)
    (strong,) = layout._layout.formats()
    marked = layout._layout.text()[strong.start : strong.start + strong.length]
    assert marked == "finalizer"
