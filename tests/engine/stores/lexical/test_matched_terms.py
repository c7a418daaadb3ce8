"""Which searched words a passage holds."""

from __future__ import annotations

import pytest

from engine.model.hit import TermStatistics, TextSpan
from engine.stores.lexical.query_words import TermMatcher

TERMS = (TermStatistics("memory", 900), TermStatistics("limits", 30), TermStatistics("absent", 2))


def matched(text, terms, *words, lang="en"):
    spans = [TextSpan(text.index(word), text.index(word) + len(word)) for word in words]
    return [term.term for term in TermMatcher(terms).matched(text, spans, lang)]


def test_the_terms_held_are_told_rarest_first():
    text = "Memory is limited."
    assert matched(text, TERMS, "Memory", "limited") == ["limits", "memory"]


def test_only_what_is_highlighted_counts():
    assert matched("Memory and limits", TERMS, "Memory") == ["memory"]
    assert matched("Memory and limits", TERMS) == []


@pytest.mark.parametrize(
    ("term", "text", "word", "is_held"),
    [
        ("gara*", "The garage", "garage", True),
        ("gara*", "The barrage", "barrage", False),
        ("memori~", "memory", "memory", True),
        ("memori~", "mammal", "mammal", False),
        ("pod limit", "pod limits", "pod limits", True),
        ("pod limit", "pod", "pod", False),
        ("資源制限値", "資源制限を", "資源制限", True),
        ("資源制限値", "資源", "資源", False),
        ("cafe", "Café", "Café", True),
        ("retry", "maxRetryCount", "RetryCount", True),
        ("sha 256", "a sha256 sum", "sha256", True),
        ("1.2.3", "in v1.2.3", "v1.2.3", True),
        ("v1.2.3", "in 1.2.3", "1.2.3", True),
        ("2.3", "in v2.4", "v2.4", False),
    ],
)
def test_beginnings_similar_words_phrases_runs_and_accents(term, text, word, is_held):
    held = matched(text, (TermStatistics(term, 1),), word)
    assert held == ([term] if is_held else [])


def test_a_repeated_term_is_told_once():
    assert matched("memory", (TERMS[0], TERMS[0]), "memory") == ["memory"]


def test_stop_words_are_told_last_however_rare_they_are():
    terms = (TermStatistics("memory", 900), TermStatistics("the", 2), TermStatistics("das", 1))
    matcher = TermMatcher(terms, ("german",))
    held = matcher.matched("das the memory", [TextSpan(0, 14)], "en")
    assert [term.term for term in held] == ["memory", "das", "the"]
