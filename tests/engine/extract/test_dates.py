import pytest

from engine.extract.metadata import iso_day, issue_date


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-11-21", "2026-11-21"),
        ("2026-11-21T10:00:00Z", "2026-11-21"),
        ("2026/1/2", "2026-01-02"),
        ("D:20261121103000+01'00'", "2026-11-21"),
        ("21.11.2026", "2026-11-21"),
        ("November 21, 2026", "2026-11-21"),
        ("Sat, 21 Nov 2026 08:00:00 +0000", "2026-11-21"),
        ("2024-02-30", ""),
        ("11/12/2026", ""),
        ("soon", ""),
        ("", ""),
    ],
)
def test_dates_become_iso_days_or_nothing(text, day):
    assert iso_day(text) == day


@pytest.mark.parametrize(
    ("text", "issued"),
    [
        ("4 March 2021", "2021-03-04"),
        ("2021-05", "2021-05"),
        ("2021/5", "2021-05"),
        ("05/2011", "2011-05"),
        ("May 2011", "2011-05"),
        ("2021", "2021"),
        ("c. 2005", "2005"),
        ("Spring 1999", "1999"),
        ("11/12/2026", "2026"),
        ("2024-02-30", "2024-02"),
        ("2024-13", "2024"),
        ("1990 and 2003", ""),
        ("12345", ""),
        ("soon", ""),
        ("9" * 100_000, ""),
    ],
)
def test_what_appeared_is_dated_as_exactly_as_it_says(text, issued):
    assert issue_date(text) == issued
