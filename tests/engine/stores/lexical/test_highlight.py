"""Which words of a text are marked for a query."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.search.query_language import parse
from engine.stores.lexical.analysis import normalise, word_pattern, words
from engine.stores.lexical.highlight import Highlighter
from engine.stores.lexical.query_words import is_stop_word, with_completion

STEMMERS = ("english", "german", "french")


def marked(query, text, lang="en", *, typing=False):
    parsed = parse(query)
    if typing:
        parsed = with_completion(parsed, STEMMERS)
    return [
        text[span.start : span.end] for span in Highlighter(parsed, STEMMERS).highlight(text, lang)
    ]


def test_stop_words_are_not_marked():
    text = "Why a finalizer does block the deletion of a namespace"
    query = "why does a finalizer block namespace deletion"
    assert marked(query, text) == ["finalizer", "block", "deletion", "namespace"]


def test_a_query_of_stop_words_alone_marks_them():
    assert marked("to be or not to be", "not to be late") == ["not", "to", "be"]


def test_a_stop_word_is_marked_as_part_of_a_phrase():
    assert marked('"limit of a pod"', "the limit of a pod and of a node") == ["limit of a pod"]


@pytest.mark.parametrize(
    "between",
    [".\n\n- **", "\n* ", "\n\t\n", "\r\n\r\n", "\n## ", "\n> ", " |\n| "],
)
def test_a_mark_ends_where_a_paragraph_or_an_item_of_a_list_begins(between):
    text = f"each resource{between}limits of a pod"
    assert marked('"resource limits"', text) == ["resource", "limits"]


@pytest.mark.parametrize("between", ["resource\nlimits", "resource - limits", "resource.limits"])
def test_a_mark_goes_on_within_a_paragraph(between):
    assert marked('"resource limits"', f"each {between} of a pod") == [between]


def test_neighbouring_words_are_one_mark_only_when_searched_as_a_phrase():
    assert marked("final deletion", "the final deletion") == ["final", "deletion"]
    assert marked('"final deletion"', "the final deletion") == ["final deletion"]


def test_a_stop_word_with_the_stem_of_a_searched_word_is_not_marked():
    assert marked("doe", "does a doe run") == ["doe"]


@pytest.mark.parametrize(
    ("query", "text", "lang", "expected"),
    [
        ("deletion", "Deleting what was deleted", "en", ["Deleting", "deleted"]),
        ("Häuser", "Das Haus und die Hauser", "de", ["Haus", "Hauser"]),
        ("cafe", "Café CAFÉ caff", "fr", ["Café", "CAFÉ"]),
        ("aether", "Æther æthers", "en", ["Æther", "æthers"]),
        ("strasse", "Die Straße", "de", ["Straße"]),
        ("die", "The dying king", "", ["dying"]),
        ("name", "getUserName(user_name, NAME)", "en", ["Name", "name", "NAME"]),
        ("4471", "error E-4471 and 44710", "en", ["4471"]),
        ("kubernets~", "Kubernetes", "en", ["Kubernetes"]),
        ("reso*", "resources, RESOLVE, rest", "en", ["resources", "RESOLVE"]),
        ("pod", "メモリのpod制限", "ja", ["pod"]),
        ("メモリの上限", "メモリの上限とメモ", "ja", ["メモリ", "上限", "メモ"]),
        ("v1.2", "in v1.2 and 1.2", "en", ["v1.2", "1.2"]),
        ("1.2.3", "in v1.2.3 and v1.2.4", "en", ["v1.2.3"]),
        ("узлами", "Узлы и узел", "ru", ["Узлы"]),
        ("كتاب", "الكتاب", "ar", ["الكتاب"]),
    ],
)
def test_marks_follow_the_analysis_of_the_search(query, text, lang, expected):
    assert marked(query, text, lang) == expected


def test_an_unfinished_word_marks_what_begins_with_it_but_no_stop_words():
    assert marked("memory wh", "when the memory whale", typing=True) == ["memory", "whale"]


def test_an_unfinished_stop_word_marks_nothing_that_begins_with_it():
    assert marked("memory a", "any memory at all apples", typing=True) == ["memory"]


LETTERS = "abdeilrsy ÆæéßİıЖжe\u0301_AB1ǅเกनि漢ナ-.\n"


@given(st.text("kingy" + LETTERS, max_size=40), st.sampled_from(["a", "dying", "die", "bäk", "9"]))
def test_every_word_of_the_query_is_marked(text, wanted):
    plain = normalise(text)
    forms = {word.text for word in words(normalise(wanted))}
    spans = Highlighter(parse(wanted), ("english",)).highlight(plain, "en")
    for written, indexed in zip(word_pattern(plain).finditer(plain), words(plain), strict=True):
        if indexed.text in forms and not is_stop_word(indexed.text, ()):
            assert any(span.start <= written.start() < span.end for span in spans)


def test_what_was_learned_of_one_text_does_not_change_the_next():
    highlighter = Highlighter(parse("deletion"), STEMMERS)
    texts = ("deletion", "Löschen deletion", "deleting", "deletion")
    found = [highlighter.highlight(text, "en") for text in texts]
    assert found == [
        Highlighter(parse("deletion"), STEMMERS).highlight(text, "en") for text in texts
    ]
