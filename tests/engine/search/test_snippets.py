"""Snippets: length, cuts and marks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.hit import Snippet, TextSpan
from engine.search.snippets import ELLIPSIS, make_snippet

FILLER = "lorem ipsum dolor sit amet " * 20


def spans_of(text: str, *words: str) -> list[TextSpan]:
    return sorted(
        (
            TextSpan(start, start + len(word))
            for word in words
            for start in range(len(text))
            if text.startswith(word, start)
        ),
        key=lambda span: span.start,
    )


def marked(snippet: Snippet) -> list[str]:
    return [snippet.text[span.start : span.end] for span in snippet.matches]


def test_a_short_passage_is_shown_whole():
    assert make_snippet("Pods restart.", [TextSpan(0, 4)], 300) == Snippet(
        "Pods restart.", (TextSpan(0, 4),)
    )


def test_without_matches_the_start_of_the_passage_is_shown_cut_after_a_word():
    snippet = make_snippet(FILLER, [], 50)
    assert snippet.text.startswith("lorem ipsum dolor")
    assert snippet.text.endswith(ELLIPSIS)
    assert snippet.text[:-1].rstrip().split()[-1] in {"lorem", "ipsum", "dolor", "sit", "amet"}
    assert len(snippet.text) <= 50


def test_the_window_holds_the_most_different_words():
    text = f"memory memory memory {FILLER} memory limits of a pod {FILLER}"
    snippet = make_snippet(text, spans_of(text, "memory", "limits", "pod"), 80)
    assert marked(snippet) == ["memory", "limits", "pod"]
    assert snippet.text.startswith(ELLIPSIS)
    assert snippet.text.endswith(ELLIPSIS)
    assert "sit amet memory" in snippet.text


def test_a_window_near_the_end_reaches_to_the_end():
    text = f"{FILLER} the last memory"
    snippet = make_snippet(text, spans_of(text, "memory"), 60)
    assert snippet.text.endswith("the last memory")
    assert snippet.text.startswith(ELLIPSIS)
    assert len(snippet.text) > 50


def test_line_breaks_become_spaces_and_marks_follow():
    text = "  One\n\n  two\tthree   four\n"
    snippet = make_snippet(text, spans_of(text, "two\tthree", "four"), 300)
    assert snippet.text == "One two three four"
    assert marked(snippet) == ["two three", "four"]


def test_code_keeps_its_lines():
    text = "def f():\n    return 1\n"
    snippet = make_snippet(text, spans_of(text, "return"), 300, is_code=True)
    assert snippet.text == "def f():\n    return 1"
    assert snippet.is_code
    assert marked(snippet) == ["return"]


def test_overlapping_matches_become_one_mark():
    snippet = make_snippet("東京都の天気", [TextSpan(0, 2), TextSpan(1, 3)], 300)
    assert marked(snippet) == ["東京都"]


def test_text_without_spaces_is_cut_between_characters():
    snippet = make_snippet("資源の制限を設定する" * 30, [], 40)
    assert len(snippet.text) == 40
    assert snippet.text[-1] == ELLIPSIS


def test_a_combining_mark_stays_with_its_letter():
    text = "e\u0301" * 200
    for limit in range(40, 60):
        shown = make_snippet(text, [], limit).text.removesuffix(ELLIPSIS)
        assert shown.endswith("\u0301")


def test_a_match_longer_than_the_snippet_is_marked_as_far_as_it_is_shown():
    text = "x" * 500
    snippet = make_snippet(text, [TextSpan(0, 500)], 100)
    assert len(snippet.text) <= 100
    assert marked(snippet) == [snippet.text.strip(ELLIPSIS)]


@pytest.mark.parametrize("is_code", [False, True])
@given(
    text=st.text(alphabet="ab é\u0301\n\t東、-_", max_size=400),
    edges=st.lists(st.tuples(st.integers(0, 399), st.integers(1, 30)), max_size=6),
    limit=st.integers(40, 200),
)
def test_a_snippet_is_never_longer_than_asked_and_marks_what_was_matched(
    is_code, text, edges, limit
):
    matches = [TextSpan(s, min(s + n, len(text))) for s, n in edges if s < len(text)]
    snippet = make_snippet(text, matches, limit, is_code=is_code)
    assert len(snippet.text) <= limit
    previous_end = 0
    for span in snippet.matches:
        assert previous_end <= span.start < span.end <= len(snippet.text)
        previous_end = span.end
    assert snippet.text.strip(ELLIPSIS) in (text if is_code else " ".join(text.split()))


@given(start=st.integers(0, 350), limit=st.integers(40, 200))
def test_the_only_match_is_always_inside_the_snippet(start, limit):
    text = ("alpha beta gamma " * 25)[:400]
    word = TextSpan(start, start + 5)
    snippet = make_snippet(text, [word], limit)
    assert "".join(marked(snippet)).strip() == " ".join(text[start : start + 5].split())


@pytest.mark.parametrize("is_code", [False, True])
@given(
    sentences=st.lists(st.integers(5, 60), min_size=3, max_size=12),
    place=st.floats(0, 1),
    limit=st.integers(40, 200),
)
def test_a_good_beginning_never_pushes_the_only_match_out(is_code, sentences, place, limit):
    text = "".join(f"S{'o' * length}.\n" for length in sentences)
    start = int(place * (len(text) - 8))
    snippet = make_snippet(text, [TextSpan(start, start + 8)], limit, is_code=is_code)
    assert "".join("".join(marked(snippet)).split()) == "".join(text[start : start + 8].split())


def test_a_match_at_the_end_of_a_passage_a_little_too_long_is_shown():
    text = f"The {'filler ' * 30}and 192.168.0.1 is named."
    snippet = make_snippet(text, spans_of(text, "192.168.0.1"), len(text) - 10)
    assert marked(snippet) == ["192.168.0.1"]


def test_a_snippet_begins_with_a_sentence_that_begins_near():
    text = f"{FILLER.strip()}. The memory of a pod has a limit. {FILLER}"
    snippet = make_snippet(text, spans_of(text, "limit"), 120)
    assert snippet.text.startswith(f"{ELLIPSIS}The memory of a pod")


def test_a_snippet_begins_with_a_line_that_begins_near():
    text = f"{FILLER}\n* what a limit is\n{FILLER}"
    snippet = make_snippet(text, spans_of(text, "limit"), 120)
    assert snippet.text.startswith(f"{ELLIPSIS}* what a limit is")


@pytest.mark.parametrize(
    "markup",
    ['<a class="link" href="of the pod">', "[x](https://example.org/a/pod/of/it)", "`kubectl get`"],
)
def test_a_snippet_does_not_begin_inside_of_markup(markup):
    for filler in range(200):
        text = f"{'word ' * 60}{'x' * filler} {markup} of which the limit is {FILLER}"
        shown = make_snippet(text, spans_of(text, "limit"), 100).text
        start = text.index(shown.strip(ELLIPSIS)[:20])
        begin = text.index(markup) + markup.find("](") + 1
        assert not begin < start < text.index(markup) + len(markup)


def test_a_line_that_goes_on_with_a_sentence_is_no_beginning():
    text = f"{FILLER} In a long sentence\nwhat a limit is\n{FILLER}"
    snippet = make_snippet(text, spans_of(text, "limit"), 120)
    assert "sentence what a limit is" in snippet.text


def test_forms_of_one_word_count_as_one_word():
    text = f"deletes, deleting, deleted, deletion {FILLER} the deletion of a pod {FILLER}"
    words = spans_of(text, "deletes", "deleting", "deleted", "deletion", "pod")
    assert marked(make_snippet(text, words, 80)) == ["deletion", "pod"]
