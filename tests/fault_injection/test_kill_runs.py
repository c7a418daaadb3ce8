import pytest

from tests.fault_injection.kill_runs import kill_runs


@pytest.mark.slow
def test_after_kill_9_at_any_moment_nothing_is_lost_wrong_or_embedded_twice(tmp_path):
    tally = kill_runs(tmp_path, rounds=3, seed=11)
    assert tally.wrong == []
    assert tally.killed, str(tally)
