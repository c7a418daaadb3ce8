import pytest

from engine.extract.dates import iso_day


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
