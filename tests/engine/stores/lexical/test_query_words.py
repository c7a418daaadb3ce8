"""The terms of a query, and which of them a passage contains."""

import pytest

from twofold.engine.model.hit import TermStatistics, TextSpan
from twofold.engine.stores.lexical.query_words import (
    MAX_PIECES,
    TermMatcher,
    phrase_words,
    split_pieces,
)


def test_highlighted_terms_are_unique_and_sorted_by_rarity():
    terms = [TermStatistics(*term) for term in (("memory", 9), ("the", 2), ("pod", 3), ("das", 1))]
    matcher = TermMatcher((*terms, terms[0]), ("german",))
    held = matcher.matched("das the memory pod or", [TextSpan(0, 18)], "en")
    assert [term.term for term in held] == ["pod", "memory", "das", "the"]
    assert [term.term for term in matcher.matched("memory pod", [TextSpan(0, 6)], "en")] == [
        "memory"
    ]


@pytest.mark.parametrize(
    ("term", "text", "word", "is_held"),
    [
        ("gara*", "The garage", "garage", True),
        ("memori~", "memory", "memory", True),
        ("memori~", "mammal", "mammal", False),
        ("pod limit", "pod limits", "pod limits", True),
        ("資源制限値", "資源制限を", "資源制限", True),
        ("retry", "maxRetryCount", "RetryCount", True),
        ("1.2.3", "in v1.2.3", "v1.2.3", True),
        ("2.3", "in v2.4", "v2.4", False),
    ],
)
def test_prefixes_similar_words_and_phrases_are_matched(term, text, word, is_held):
    span = TextSpan(text.index(word), text.index(word) + len(word))
    held = TermMatcher((TermStatistics(term, 1),)).matched(text, [span], "en")
    assert bool(held) is is_held


def test_passage_in_another_language_matches_like_in_the_index():
    matcher = TermMatcher((TermStatistics("finalizer", 5),), ("english", "spanish"))
    span = TextSpan(3, 8)
    assert matcher.matched("al final de agosto", [span], "es"), "counted, so never weak"


@pytest.mark.parametrize("text", ["½" * 2000, "\ufdfa" * 2000, "the " * 25_000])
def test_long_clause_has_a_limited_number_of_parts(text):
    assert len(split_pieces(text)) == MAX_PIECES
    assert len(phrase_words(text)) == MAX_PIECES


def test_text_without_spaces_is_split_by_script():
    pieces = [piece.text for piece in split_pieces("メモリ上限หน่วย제한 abc")]
    assert pieces == ["メモリ上限", "หน่วย", "제한", "abc"]
