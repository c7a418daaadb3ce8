"""Filters chosen and written in the query, together."""

from datetime import date

from engine.model.request import SearchFilters, TrustLevel
from engine.search.query_filters import combined


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
