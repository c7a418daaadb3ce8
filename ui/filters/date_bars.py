"""Passages counted by date: one bar a year, or a month where the dates lie close together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from engine.api import FacetCount
from ui.filters.date_span import DateSpan

_MONTHS = 12
# Fewer years than these are shown by month.
_YEARS_BY_MONTH = 3
# More are not told apart on a column of this width; what is older is in the first bar.
_MOST_BARS = 40


@dataclass(frozen=True, slots=True)
class DateBar:
    """One bar: its days and how many passages they give."""

    days: DateSpan
    count: int

    @property
    def is_month(self) -> bool:
        """Whether it stands for a month, not for a year."""
        return (self.days.first.year, self.days.first.month) == (
            self.days.last.year,
            self.days.last.month,
        )


def make_bars(months: Sequence[FacetCount]) -> tuple[DateBar, ...]:
    """Return bars for counts of months ('2026-10'), oldest first and without a gap."""
    counted = Counter({month: count for month, count in map(_dated, months) if month})
    if not counted:
        return ()
    first, last = min(counted), max(counted)
    if (last - first) // _MONTHS + 1 < _YEARS_BY_MONTH:
        return tuple(_bar(month, month, counted[month]) for month in range(first, last + 1))
    years: Counter[int] = Counter()
    newest = last // _MONTHS
    oldest = max(first // _MONTHS, newest - _MOST_BARS + 1)
    for month, count in counted.items():
        years[max(month // _MONTHS, oldest)] += count
    return tuple(
        _bar(
            first // _MONTHS * _MONTHS if year == oldest else year * _MONTHS,
            year * _MONTHS + _MONTHS - 1,
            years[year],
        )
        for year in range(oldest, newest + 1)
    )


def _dated(facet: FacetCount) -> tuple[int, int]:
    """Return months since year 0 and the count; 0 for what is no month."""
    try:
        day = date.fromisoformat(f"{facet.value}-01")
    except ValueError:
        return 0, 0
    return day.year * _MONTHS + day.month - 1, facet.count


def _bar(first: int, last: int, count: int) -> DateBar:
    ends = [(month // _MONTHS, month % _MONTHS + 1) for month in (first, last)]
    return DateBar(DateSpan.of_months(ends[0], ends[1]), count)
