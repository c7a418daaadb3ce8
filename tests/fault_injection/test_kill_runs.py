from engine.service import library_host
from tests.fault_injection.kill_runs import kill_runs
from tests.fault_injection.take_over_runs import TakeOverRuns


def test_after_kill_9_at_any_moment_nothing_is_lost_wrong_or_embedded_twice(tmp_path):
    tally = kill_runs(tmp_path, rounds=5, seed=11)
    assert tally.is_clean, str(tally)  # pytest would shorten anything else
    assert tally.killed, str(tally)


def test_who_takes_a_library_over_from_a_busy_process_loses_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(library_host, "_SECONDS_UNTIL_NEXT_TURN", 0.05)
    tally = kill_runs(tmp_path, rounds=1, seed=4, kind=TakeOverRuns)
    assert tally.is_clean, str(tally)
