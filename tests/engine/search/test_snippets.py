"""Snippets: length, ellipses and highlights."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.search.conftest import Text
from twofold.engine.model.hit import Snippet, TextSpan
from twofold.engine.search.query_language import parse
from twofold.engine.search.snippets import ELLIPSIS, Highlighting, make_snippet
from twofold.engine.stores.lexical.highlight import Highlighter

FILLER = "lorem ipsum dolor sit amet " * 20


def spans_of(text: str, *words: str) -> list[TextSpan]:
    found = re.finditer("|".join(map(re.escape, words)), text)
    return [TextSpan(*match.span()) for match in found]


def marked(snippet: Snippet) -> list[str]:
    return [snippet.text[span.start : span.end] for span in snippet.matches]


def test_snippet_without_matches_is_the_start_up_to_a_word():
    snippet = make_snippet(FILLER, [], 50)
    assert snippet.text.startswith("lorem ipsum dolor")
    assert snippet.text.endswith(ELLIPSIS)
    assert snippet.text[:-1].rstrip().split()[-1] in {"lorem", "ipsum", "dolor", "sit", "amet"}
    assert len(snippet.text) <= 50


def test_snippet_contains_the_most_distinct_words():
    text = f"memory memory memory {FILLER} memory limits of a pod {FILLER}"
    snippet = make_snippet(text, spans_of(text, "memory", "limits", "pod"), 80)
    assert marked(snippet) == ["memory", "limits", "pod"]
    assert snippet.text.startswith(ELLIPSIS)
    assert snippet.text.endswith(ELLIPSIS)
    assert "sit amet memory" in snippet.text
    # Forms of one word count as one word.
    text = f"deletes, deleting, deleted, deletion {FILLER} the deletion of a pod {FILLER}"
    words = spans_of(text, "deletes", "deleting", "deleted", "deletion", "pod")
    assert marked(make_snippet(text, words, 80)) == ["deletion", "pod"]


def test_line_breaks_become_spaces_except_in_code():
    text = "  One\n\n  two\tthree   four\n"
    snippet = make_snippet(text, spans_of(text, "two\tthree", "four"), 300)
    assert snippet.text == "One two three four"
    assert marked(snippet) == ["two three", "four"]
    text = "def f():\n    return 1\n"
    snippet = make_snippet(text, spans_of(text, "return"), 300, is_code=True)
    assert snippet.text == "def f():\n    return 1"
    assert snippet.is_code
    assert marked(snippet) == ["return"]


@pytest.mark.parametrize("is_code", [False, True])
@given(
    text=st.text(alphabet="ab é\u0301\n\t東、-_", max_size=400),
    edges=st.lists(st.tuples(st.integers(0, 399), st.integers(1, 30)), max_size=6),
    limit=st.integers(40, 200),
)
def test_snippet_respects_its_length_and_highlights_matches(is_code, text, edges, limit):
    matches = [TextSpan(s, min(s + n, len(text))) for s, n in edges if s < len(text)]
    snippet = make_snippet(text, matches, limit, is_code=is_code)
    assert len(snippet.text) <= limit
    previous_end = 0
    for span in snippet.matches:
        assert previous_end <= span.start < span.end <= len(snippet.text)
        previous_end = span.end
    assert snippet.text.strip(ELLIPSIS) in (text if is_code else " ".join(text.split()))


@pytest.mark.parametrize("is_code", [False, True])
@given(
    sentences=st.lists(st.integers(5, 60), min_size=3, max_size=12),
    place=st.floats(0, 1),
    limit=st.integers(40, 200),
)
def test_snippet_start_never_displaces_the_only_match(is_code, sentences, place, limit):
    text = "".join(f"S{'o' * length}.\n" for length in sentences)
    start = int(place * (len(text) - 8))
    snippet = make_snippet(text, [TextSpan(start, start + 8)], limit, is_code=is_code)
    assert "".join("".join(marked(snippet)).split()) == "".join(text[start : start + 8].split())


@pytest.mark.parametrize(
    ("before", "sentence", "shown"),
    [
        (f"{FILLER.strip()}.", " The memory of a pod has a limit. ", f"{ELLIPSIS}The memory of a"),
        (FILLER, "\n* what a limit is\n", f"{ELLIPSIS}* what a limit is"),
        (FILLER, "In a long sentence\nwhat a limit is\n", "sentence what a limit is"),
    ],
)
def test_snippet_starts_at_a_nearby_sentence_or_item(before, sentence, shown):
    text = f"{before}{sentence}{FILLER}"
    snippet = make_snippet(text, spans_of(text, "limit"), 120)
    assert shown in snippet.text
    assert snippet.text.startswith(shown) is shown.startswith(ELLIPSIS)


def test_snippet_shows_words_or_literal_text_or_the_start(library):
    long = "Swallows fly south. " * 20 + "The finalizer holds it back. " + "Nothing more. " * 20
    library.add(Text("long.md", long))
    number = library.number("long.md")
    stored = library.catalog.chunks([number])[number]

    def snippet(literal="", **options):
        return Highlighting(Highlighter(parse("finalizer")), 100, literal).snippet(
            stored, **options
        )

    assert marked(snippet(for_words=True)) == ["finalizer"]
    assert snippet(for_words=False).text.startswith("Swallows fly south.")
    assert marked(snippet("holds it", for_words=False)) == ["holds it"]
