import pytest

from engine.service.background_embedding import Throttle


def polite(share=100, *, battery=False, load=0.0, processors=8):
    return Throttle(share, on_battery=lambda: battery, load=lambda: load, processors=processors)


@pytest.mark.parametrize(("share", "rest"), [(100, 0.0), (50, 2.0), (25, 6.0), (10, 18.0)])
def test_rest_and_work_share_the_time(share, rest):
    assert polite(share).rest_after(2.0) == pytest.approx(rest)


@pytest.mark.parametrize(
    ("battery", "load", "processors", "threads"),
    [
        (False, 2.0, 8, 0),
        (False, 8.9, 8, 0),
        (False, 11.0, 8, 5),
        (False, 40.0, 8, 1),
        (True, 0.0, 8, 4),
        (True, 0.0, 1, 1),
    ],
)
def test_battery_and_a_busy_machine_leave_fewer_threads(battery, load, processors, threads):
    politeness = polite(battery=battery, load=load, processors=processors)
    assert politeness.most_threads() == threads


def test_the_machine_is_looked_at_now_and_then_only():
    now, loads = [0.0], iter([0.0, 20.0])
    politeness = Throttle(
        100,
        on_battery=lambda: False,
        load=lambda: next(loads),
        processors=4,
        monotonic=lambda: now[0],
    )
    assert [politeness.most_threads() for _ in range(3)] == [0, 0, 0]
    now[0] = 11.0
    assert politeness.most_threads() == 1


def test_this_machine_can_be_asked():
    assert Throttle(100).most_threads() >= 0
