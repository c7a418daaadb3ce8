"""Filters: their declaration, the union of selected and typed ones, and path patterns."""

from datetime import date
from pathlib import Path

import pytest

from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.filters import FILTERS, SearchFilters, TrustLevel, combined
from twofold.engine.model.path_patterns import path_matcher


def test_selected_and_typed_filters_are_merged_with_the_narrower_limit():
    chosen = SearchFilters(
        tags_any=("a", "b"), langs=("de",), trust_min=TrustLevel.SECONDARY,
        after=date(2026, 1, 1), before=date(2026, 6, 1), path_glob="a/**",
    )  # fmt: skip
    written = SearchFilters(
        tags_any=("b", "c"), trust_min=TrustLevel.PRIMARY, after=date(2025, 1, 1),
        before=date(2026, 3, 1), path_glob="*.md",
    )  # fmt: skip
    assert combined(chosen, written) == SearchFilters(
        tags_any=("a", "b", "c"), langs=("de",), trust_min=TrustLevel.PRIMARY,
        after=date(2026, 1, 1), before=date(2026, 3, 1), path_glob="*.md",
    )  # fmt: skip
    assert combined(chosen, SearchFilters()) == chosen


def test_each_filter_is_documented():
    queries = (Path(__file__).parents[3] / "docs/queries.md").read_text(encoding="utf-8")
    assert [known.word for known in FILTERS if f"`{known.word}:" not in queries] == []


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("a/b.md", "a/b.md", True),
        ("a/b.md", "x/a/b.md", False),
        ("*.md", "a/b.md", False),
        ("**/*.md", "b.md", True),
        ("**/*.md", "x/y/b.md", True),
        ("a/**/b", "a/b", True),
        ("a/**/b", "a/x/y/b", True),
        ("a/**/b", "a/x/y/b/c", False),
        ("**/a/**", "x/a/y", True),
        ("**/a/**", "x/a", False),
        ("a/**", "a/b/c", True),
        ("a/**", "a", False),
        ("a?/b*", "ab/bcd", True),
        ("a?/b*", "a/b", False),
        ("[ab]*.md", "b1.md", True),
        ("[!ab]*", "a1", False),
        ("{a,b/**}/c", "b/x/y/c", True),
        ("{a,b/**}/c", "x/c", False),
        (r"\*", "*", True),
        ("[]a]", "]", True),
        ("[^a]", "b", True),
        ("a[!b]c", "a/c", False),
        (".*", ".git", True),
        ("*", ".git", True),
        ("[", "[", True),
        ("{a", "{a", True),
    ],
)
def test_pattern_matches_the_intended_paths(pattern, path, expected):
    assert path_matcher(pattern)(path) is expected


@pytest.mark.parametrize(
    "pattern",
    ["*a" * 17, "{a,b}" * 8, "**/*" + "{a,b}*" * 7, "a" * 1001, "{" * 900, "{" * 450 + "}" * 450],
)
def test_excessive_patterns_are_rejected(pattern):
    with pytest.raises(BadRequestError):
        path_matcher(pattern)
