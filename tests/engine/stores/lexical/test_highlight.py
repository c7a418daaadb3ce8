"""The words of a text that are highlighted for a query."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twofold.engine.search.query_language import parse
from twofold.engine.stores.lexical.analysis import normalise, word_pattern, words
from twofold.engine.stores.lexical.highlight import Highlighter
from twofold.engine.stores.lexical.query_words import with_completion
from twofold.engine.stores.lexical.stop_words import is_stop_word

STEMMERS = ("english", "german", "french")


def marked(query, text, lang="en", *, typing=False):
    parsed = with_completion(parse(query), STEMMERS) if typing else parse(query)
    spans = Highlighter(parsed, STEMMERS).highlight(text, lang)
    return [text[span.start : span.end] for span in spans]


@pytest.mark.parametrize(
    ("between", "goes_on"),
    [(".\n\n- **", False), ("\r\n\r\n", False), ("\n## ", False), ("\n", True), (" - ", True)],
)
def test_highlight_ends_at_a_paragraph_or_list_item(between, goes_on):
    phrase = f"resource{between}limits"
    expected = [phrase] if goes_on else ["resource", "limits"]
    assert marked('"resource limits"', f"each {phrase} of a pod") == expected


@pytest.mark.parametrize(
    ("query", "text", "lang", "expected"),
    [
        ("deletion", "Deleting what was deleted", "en", ["Deleting", "deleted"]),
        (
            "happiness hope sensible tie",
            "Happy, hoping, sensibility, tying",
            "en",
            ["Happy", "hoping", "sensibility", "tying"],
        ),
        ("Häuser", "Das Haus und die Hauser", "de", ["Haus", "Hauser"]),
        ("strasse", "Die Straße", "de", ["Straße"]),
        ("name", "getUserName(user_name, NAME)", "en", ["Name", "name", "NAME"]),
        ("27", "Rab27a and 127", "en", ["27"]),
        ("kubernets~", "Kubernetes", "en", ["Kubernetes"]),
        ("reso*", "resources, RESOLVE, rest", "en", ["resources", "RESOLVE"]),
        ("メモリの上限", "メモリの上限とメモ", "ja", ["メモリ", "上限", "メモ"]),
        ("1.2.3", "in v1.2.3 and v1.2.4", "en", ["v1.2.3"]),
        ("كتاب", "الكتاب", "ar", ["الكتاب"]),
        # Stop words are highlighted only alone or in a phrase.
        ("why does a pod block deletion", "Why a pod does block it", "en", ["pod", "block"]),
        ("to be or not to be", "not to be late", "en", ["not", "to", "be"]),
        ('"limit of a pod"', "the limit of a pod of a node", "en", ["limit of a pod"]),
    ],
)
def test_highlights_follow_the_analysis_of_the_search(query, text, lang, expected):
    assert marked(query, text, lang) == expected


def test_incomplete_word_highlights_its_continuations_but_no_stop_words():
    assert marked("memory wh", "when the memory whale", typing=True) == ["memory", "whale"]


LETTERS = "abdeilrsy ÆæéßİıЖжe\u0301_AB1ǅเกनि漢ナ-.\n"


@given(st.text("kingy" + LETTERS, max_size=40), st.sampled_from(["a", "dying", "die", "bäk", "9"]))
def test_every_word_of_the_query_is_highlighted(text, wanted):
    plain = normalise(text)
    forms = {word.text for word in words(normalise(wanted))}
    spans = Highlighter(parse(wanted), ("english",)).highlight(plain, "en")
    for written, indexed in zip(word_pattern(plain).finditer(plain), words(plain), strict=True):
        if indexed.text in forms and not is_stop_word(indexed.text, ()):
            assert any(span.start <= written.start() < span.end for span in spans)
