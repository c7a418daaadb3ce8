from datetime import date

import pytest
from PySide6.QtCore import QPoint, Qt

from twofold.engine.api import FacetCount
from twofold.ui.filters.dates import DateRange, make_bars
from twofold.ui.filters.selection import DateSpan

YEARS = tuple(FacetCount(f"{year}-0{1 + year % 9}", year - 2018) for year in range(2019, 2027))
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def wanted():
    """The requested ranges. Each is then selected, as in the window."""
    return []


@pytest.fixture
def dates(any_theme, qtbot, wanted):
    def choose(_section, value, _request):
        days = DateSpan.parse(value)
        wanted.append(None if days == dates.days else days)
        dates.set_days(wanted[-1])

    dates = DateRange(any_theme, choose)
    qtbot.addWidget(dates)
    dates.resize(240, 66)
    dates.set_counts(YEARS)
    dates.show()
    return dates


def years(first, last):
    return DateSpan(date(first, 1, 1), date(last, 12, 31))


def press(qtbot, dates, bar):
    at = QPoint(round(dates.bar_area(bar).center().x()), 20)
    qtbot.mousePress(dates, Qt.MouseButton.LeftButton, pos=at)


def test_there_is_a_bar_for_each_year_and_for_each_month_below_three_years():
    bars = make_bars((FacetCount("2020-05", 3), FacetCount("2023-01", 2), FacetCount("2020-07", 1)))
    assert [bar.days.first.year for bar in bars] == [2020, 2021, 2022, 2023]
    assert [bar.count for bar in bars] == [4, 0, 0, 2]
    bars = make_bars((FacetCount("2024-11", 1), FacetCount("2025-02", 5)))
    assert [bar.count for bar in bars] == [1, 0, 0, 5]
    assert bars[-1].days == DateSpan(date(2025, 2, 1), date(2025, 2, 28))


def test_very_old_documents_share_the_first_bar():
    bars = make_bars((FacetCount("1684-03", 2), FacetCount("2026-01", 1)))
    assert len(bars) == 40
    assert (bars[0].days.first.year, bars[0].count) == (1684, 2)


@pytest.mark.parametrize("value", ["", "2024-13"])
def test_invalid_months_are_ignored(value):
    assert make_bars((FacetCount(value, 3),)) == ()


@pytest.mark.parametrize(
    ("span", "words"),
    [
        (years(2024, 2026), "2024–2026"),
        (years(2024, 2024), "2024"),
        (DateSpan(date(2025, 3, 1), date(2025, 3, 31)), "Mar 2025"),
        (DateSpan(date(2025, 3, 1), date(2026, 6, 30)), "Mar 2025 – Jun 2026"),
        (DateSpan(date(2025, 3, 2), date(2026, 6, 30)), "2 Mar 2025 – 30 Jun 2026"),
    ],
)
def test_a_span_has_the_shortest_possible_label(span, words):
    assert span.label() == words
    assert DateSpan.parse(span.value) == span


def test_a_click_selects_a_bar_and_the_next_click_clears_it(qtbot, dates, wanted):
    press(qtbot, dates, 6)
    qtbot.mouseRelease(dates, Qt.MouseButton.LeftButton)
    press(qtbot, dates, 6)
    assert wanted == [years(2025, 2025), None]


def test_dragging_selects_a_range(qtbot, dates, wanted):
    press(qtbot, dates, 7)
    qtbot.mouseMove(dates, QPoint(round(dates.bar_area(5).center().x()), 20))
    assert wanted[-1] == years(2024, 2026)
    dates.set_counts(YEARS[:2])  # the bar where the drag started no longer exists
    del wanted[:]
    qtbot.mouseMove(dates, QPoint(40, 20))
    assert wanted == []


def test_arrow_keys_select_a_bar_and_with_shift_a_range(qtbot, dates, wanted):
    qtbot.keyClick(dates, Qt.Key.Key_Left)
    qtbot.keyClick(dates, Qt.Key.Key_Left)
    assert wanted == [years(2026, 2026), years(2025, 2025)]
    qtbot.keyClick(dates, Qt.Key.Key_Left, SHIFT)
    qtbot.keyClick(dates, Qt.Key.Key_Left, SHIFT)
    assert wanted[-1] == years(2023, 2025)
    qtbot.keyClick(dates, Qt.Key.Key_Right, SHIFT)
    assert wanted[-1] == years(2024, 2025)
    qtbot.keyClick(dates, Qt.Key.Key_Space)
    assert wanted[-1] is None
    qtbot.keyClick(dates, Qt.Key.Key_Right)
    assert wanted[-1] == years(2019, 2019)


def test_the_whole_range_is_no_filter(qtbot, dates, wanted):
    qtbot.keyClick(dates, Qt.Key.Key_End)
    qtbot.keyClick(dates, Qt.Key.Key_Home, SHIFT)
    assert wanted == [years(2026, 2026), None]


def test_range_and_count_are_described_to_screen_readers(dates):
    dates.set_days(years(2024, 2026))
    assert dates.accessibleDescription().startswith("2024–2026: 21 passages.")
    dates.set_stale()
    assert dates.accessibleDescription().startswith("2024–2026.")  # the count is unknown


def test_without_dates_nothing_is_painted_and_nothing_can_be_pressed(qtbot, dates, wanted):
    dates.set_counts(())
    qtbot.mouseClick(dates, Qt.MouseButton.LeftButton, pos=QPoint(50, 20))
    qtbot.keyClick(dates, Qt.Key.Key_Right)
    dates.grab()
    assert wanted == []
