"""Filters: how they are declared, and those chosen and written in the query, together."""

from datetime import date
from pathlib import Path

from engine.model.filters import FILTERS, SearchFilters, TrustLevel, combined


def test_values_of_one_field_are_alternatives_without_repetition():
    together = combined(
        SearchFilters(tags_any=("a", "b"), langs=("de",)), SearchFilters(tags_any=("b", "c"))
    )
    assert together == SearchFilters(tags_any=("a", "b", "c"), langs=("de",))


def test_the_narrower_limit_holds():
    together = combined(
        SearchFilters(
            trust_min=TrustLevel.SECONDARY, after=date(2026, 1, 1), before=date(2026, 6, 1)
        ),
        SearchFilters(
            trust_min=TrustLevel.PRIMARY, after=date(2025, 1, 1), before=date(2026, 3, 1)
        ),
    )
    assert together == SearchFilters(
        trust_min=TrustLevel.PRIMARY, after=date(2026, 1, 1), before=date(2026, 3, 1)
    )


def test_a_written_path_pattern_replaces_a_chosen_one():
    assert combined(SearchFilters(path_glob="a/**"), SearchFilters(path_glob="*.md")) == (
        SearchFilters(path_glob="*.md")
    )
    assert combined(SearchFilters(path_glob="a/**"), SearchFilters()).path_glob == "a/**"


def test_each_filter_is_documented():
    documented = (Path(__file__).parents[3] / "docs/cli.md").read_text(encoding="utf-8")
    assert [known.word for known in FILTERS if f"`{known.word}:`" not in documented] == []
    assert [known.word for known in FILTERS if f"`{known.option} " not in documented] == []
