import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.stores.lexical.analysis import (
    PLAIN,
    character_groups,
    fold,
    identifier_parts,
    identifier_spans,
    normalise,
    normalise_with_offsets,
    normalised_streams,
    stemmer_for,
    within_distance,
    words,
)


def indexed(text):
    return [word.text for word in words(normalise(text))]


def stems(text, lang="en"):
    return normalised_streams(normalise(text), stemmer_for(lang)).stems.split()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Résumé naïve Straße Ærø", ["resume", "naive", "strasse", "aero"]),
        ("e\u0301tude ﬁne Ｆｕｌｌ", ["etude", "fine", "full"]),
        ("日本語のAPI", ["日", "本", "語", "の", "api"]),
        ("ｶﾞｷﾞ", ["ガ", "ギ"]),
        ("नमस्ते दुनिया", ["नमस्ते", "दुनिया"]),
        ("السَّلَامُ عليكم", ["السلام", "عليكم"]),
        ("C++ and C# and F# or a+b #1", ["c++", "and", "c#", "and", "f#", "or", "a", "b", "1"]),
        ("snake_case __init__ _emphasis_", ["snake_case", "init", "emphasis"]),
        ("v1.2.3 a.b@c.org", ["v1", "2", "3", "a", "b", "c", "org"]),
        ("co\u00adoperate", ["cooperate"]),
    ],
)
def test_words_of_every_script_are_cut_and_folded(text, expected):
    assert indexed(text) == expected
    assert normalised_streams(normalise(text), PLAIN).words.count(" ") == max(0, len(expected) - 1)


def test_stems_follow_the_language():
    assert stems("running memories") == ["run", "memori"]
    assert stems("Häuser", "de") == stems("Haus", "de")
    assert stems("kuberneteses", "pl") == ["kuberneteses"]
    assert stems("running", "ja") == ["run"]


def test_stems_hold_identifier_parts_beside_the_whole():
    assert stems("getUserName", "und") == ["getusernam", "get", "user", "name"]
    assert identifier_parts("HTTPServer max_size README Title x_y") == [
        "HTTP", "Server", "max", "size",
    ]  # fmt: skip
    assert identifier_spans("getUserName") == [(0, 3), (3, 7), (7, 11)]
    assert identifier_spans("Ordinary") == []


def test_identifiers_are_cut_as_the_text_has_them_with_underscores_around():
    # Emphasis in Markdown: the underscores are no part of the word, but of the identifier.
    assert sorted(stems("_Http2_ and Http2", "und")) == ["and", "http", "http2", "http2"]
    assert stems("Http2 Http2", "und") == ["http2", "http2"]


def test_runs_without_spaces_become_groups_of_neighbours():
    assert character_groups("検索") == ["検索"]
    assert character_groups("検索語") == ["検索", "索語"]
    assert character_groups("กำลัง"[:4]) == ["กำล", "ำลั"]
    assert character_groups("猫") == ["猫"]
    assert stems("日本語abc") == ["日本", "本語", "abc"]


@given(st.text(max_size=200))
def test_offsets_point_into_the_text_as_written(text):
    text = text.encode("utf-8", "replace").decode()
    plain, offsets = normalise_with_offsets(text)
    assert len(offsets) == len(plain) + 1
    assert list(offsets) == sorted(offsets)
    assert offsets[-1] == len(text)
    for word in words(plain):
        assert 0 <= offsets[word.start] <= offsets[word.end] <= len(text)


@given(st.text(max_size=200))
def test_the_stream_of_words_is_what_words_says(text):
    plain = normalise(text.encode("utf-8", "replace").decode())
    assert fold(normalised_streams(plain, PLAIN).words.split()) == [
        word.text for word in words(plain)
    ]


# Letters 64 apart share a bit of the quick look at which letters two words have.
WORDS = st.text("ab\u0421\u0461c", max_size=7)


def distance(first: str, second: str) -> int:
    """The optimal string alignment distance, by the book."""
    rows = [[i + j if not i or not j else 0 for j in range(len(second) + 1)]
            for i in range(len(first) + 1)]  # fmt: skip
    for i in range(1, len(first) + 1):
        for j in range(1, len(second) + 1):
            replaced = rows[i - 1][j - 1] + (first[i - 1] != second[j - 1])
            rows[i][j] = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, replaced)
            if i > 1 and j > 1 and first[i - 2 : i] == second[j - 2 : j][::-1]:
                rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
    return rows[-1][-1]


@given(WORDS, WORDS, st.integers(0, 3))
def test_words_are_as_far_apart_as_their_edits(first, second, most):
    assert within_distance(first, second, most) == (distance(first, second) <= most)
