import pytest
from hypothesis import given
from hypothesis import strategies as st

from twofold.engine.stores.lexical.analysis import (
    PLAIN,
    fold,
    normalise,
    normalise_with_offsets,
    stemmer_for,
    words,
)
from twofold.engine.stores.lexical.edit_distance import within_distance
from twofold.engine.stores.lexical.token_streams import normalised_streams


def stems(text, lang="en"):
    return normalised_streams(normalise(text), stemmer_for(lang)).stems.split()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Résumé naïve Straße Ærø", ["resume", "naive", "strasse", "aero"]),
        ("e\u0301tude ﬁne Ｆｕｌｌ co\u00adoperate", ["etude", "fine", "full", "cooperate"]),
        ("日本語のAPI ｶﾞｷﾞ", ["日", "本", "語", "の", "api", "ガ", "ギ"]),
        ("नमस्ते السَّلَامُ", ["नमस्ते", "السلام"]),
        ("C++ and C# or a+b #1", ["c++", "and", "c#", "or", "a", "b", "1"]),
        ("snake_case __init__ v1.2.3", ["snake_case", "init", "v1", "2", "3"]),
    ],
)
def test_words_of_every_script_are_tokenized_and_folded(text, expected):
    assert [word.text for word in words(normalise(text))] == expected


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        ("running memories", "en", ["run", "memori"]),
        ("Häuser Haus", "de", ["haus", "haus"]),
        ("kuberneteses", "pl", ["kuberneteses"]),
        ("getUserName", "und", ["getusernam", "get", "user", "name", "getus", "usernam"]),
        ("_Http2_ and Http2", "und", ["http2", "and", "http2", "http", "http"]),
        ("日本語abc 猫", "en", ["日本", "本語", "abc", "猫"]),
    ],
)
def test_stems_depend_on_the_language_and_include_parts_of_identifiers(text, lang, expected):
    assert sorted(stems(text, lang)) == sorted(expected)


@given(st.text(max_size=200))
def test_offsets_refer_to_the_original_text(text):
    text = text.encode("utf-8", "replace").decode()
    plain, offsets = normalise_with_offsets(text)
    assert len(offsets) == len(plain) + 1
    assert list(offsets) == sorted(offsets)
    assert offsets[-1] == len(text)
    for word in words(plain):
        assert 0 <= offsets[word.start] <= offsets[word.end] <= len(text)
    stream = normalised_streams(normalise(text), PLAIN).words.split()
    assert fold(stream) == [word.text for word in words(normalise(text))]


@pytest.mark.parametrize(
    ("first", "second", "edits"),
    [
        ("memory", "memory", 0),
        ("memory", "memry", 1),
        ("memory", "memoryy", 1),
        ("memory", "nemory", 1),
        ("memory", "mmeory", 1),  # two adjacent letters swapped
        ("abc", "ca", 3),
        ("kubernets", "kubernetic", 2),
        ("\u0421a", "\u0461a", 1),
    ],
)
def test_edit_distance_counts_edits(first, second, edits):
    for most in range(4):
        assert within_distance(first, second, most) == (edits <= most)
        assert within_distance(second, first, most) == (edits <= most)
