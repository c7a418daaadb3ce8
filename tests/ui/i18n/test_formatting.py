import pytest

from twofold.ui.i18n.formatting import (
    day,
    decimal,
    duration,
    grouped,
    milliseconds,
    ordinal,
    percent,
)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (12, "12th"),
        (21, "21st"),
        (111, "111th"),
        (1003, "1,003rd"),
    ],
)
def test_ordinals(number, words):
    assert ordinal(number) == words


def test_numbers_are_grouped():
    assert grouped(48210) == "48,210"


def test_decimals_have_the_requested_places():
    assert decimal(0.8124, 3) == "0.812"
    assert decimal(1, 2) == "1.00"


def test_fractions_are_whole_percents():
    assert percent(0.5449) == "54 %"


def test_short_times_keep_a_decimal():
    assert milliseconds(14.2) == "14 ms"
    assert milliseconds(0.4) == "0.4 ms"
    assert milliseconds(0.0) == "0 ms"


def test_days_are_formatted():
    assert day("2026-10-14") == "14 Oct 2026"
    assert day("2026-10-14T08:00:00Z") == "14 Oct 2026"
    assert day("sometime") == ""


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (3, "1 min"),
        (713, "12 min"),
        (3_600, "60 min"),
        (7_020, "1 h 57 min"),
        (7_200, "2 h 0 min"),
        (12_540, "3 h 29 min"),
    ],
)
def test_long_times_are_in_minutes_and_then_in_hours(seconds, words):
    assert duration(seconds) == words
