import pytest

from engine.service.status import ReadingRate


def test_the_pace_is_that_of_the_last_half_minute():
    pace = ReadingRate()
    for second in range(100):
        pace.note(float(second), 1_000 - second * 2)
    for second in range(100, 140):
        pace.note(float(second), 802 - (second - 99) * 10)
    assert pace.rate == pytest.approx(10.0)


def test_many_notes_in_a_moment_are_kept_as_few():
    pace = ReadingRate()
    for number in range(5_000):
        pace.note(number / 1_000, 10_000 - number)
    assert len(pace._points) < 15
    assert pace.rate == pytest.approx(1_000.0)


def test_nothing_is_said_before_two_seconds_have_passed():
    pace = ReadingRate()
    assert pace.rate == 0.0
    pace.note(0.0, 50)
    pace.note(1.0, 40)
    assert pace.rate == 0.0


@pytest.mark.parametrize("then", [0, 600])
def test_what_was_measured_ends_with_its_files(then):
    pace = ReadingRate()
    pace.note(0.0, 500)
    pace.note(4.0, 400)
    assert pace.rate == 25.0
    pace.note(5.0, then)
    assert pace.rate == 0.0


def test_a_long_wait_leaves_one_point_and_no_pace():
    pace = ReadingRate()
    pace.note(0.0, 500)
    pace.note(100.0, 400)
    assert pace.rate == 0.0
