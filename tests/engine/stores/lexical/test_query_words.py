"""What the words of a query become, and which of them a passage holds."""

from __future__ import annotations

import pytest

from engine.model.hit import TermStatistics, TextSpan
from engine.stores.lexical.query_words import MOST_PIECES, TermMatcher, phrase_words, split_pieces

TERMS = (TermStatistics("memory", 900), TermStatistics("limits", 30), TermStatistics("absent", 2))


def matched(text, terms, *words, lang="en"):
    spans = [TextSpan(text.index(word), text.index(word) + len(word)) for word in words]
    return [term.term for term in TermMatcher(terms).matched(text, spans, lang)]


def test_the_terms_that_are_highlighted_are_told_once_rarest_first():
    held = matched("Memory is limited.", (*TERMS, TERMS[0]), "Memory", "limited")
    assert held == ["limits", "memory"]
    assert matched("Memory and limits", TERMS, "Memory") == ["memory"]


@pytest.mark.parametrize(
    ("term", "text", "word", "is_held"),
    [
        ("gara*", "The garage", "garage", True),
        ("memori~", "memory", "memory", True),
        ("memori~", "mammal", "mammal", False),
        ("pod limit", "pod limits", "pod limits", True),
        ("資源制限値", "資源制限を", "資源制限", True),
        ("retry", "maxRetryCount", "RetryCount", True),
        ("sha 256", "a sha256 sum", "sha256", True),
        ("1.2.3", "in v1.2.3", "v1.2.3", True),
        ("2.3", "in v2.4", "v2.4", False),
    ],
)
def test_beginnings_similar_words_phrases_runs_and_accents(term, text, word, is_held):
    held = matched(text, (TermStatistics(term, 1),), word)
    assert held == ([term] if is_held else [])


def test_stop_words_are_told_last_however_rare_they_are():
    terms = (TermStatistics("memory", 900), TermStatistics("the", 2), TermStatistics("das", 1))
    matcher = TermMatcher(terms, ("german",))
    held = matcher.matched("das the memory", [TextSpan(0, 14)], "en")
    assert [term.term for term in held] == ["memory", "das", "the"]


@pytest.mark.parametrize("text", ["½" * 2000, "a.b@" * 500, "\ufdfa" * 2000, "the " * 25_000])
def test_a_long_clause_has_bounded_pieces(text):
    assert len(split_pieces(text)) == MOST_PIECES
    assert len(phrase_words(text)) == MOST_PIECES


def test_characters_without_spaces_are_one_piece_until_the_script_changes():
    pieces = [piece.text for piece in split_pieces("メモリ上限หน่วย제한 abc")]
    assert pieces == ["メモリ上限", "หน่วย", "제한", "abc"]
    assert len(split_pieces("量" * 2000)) == 1
