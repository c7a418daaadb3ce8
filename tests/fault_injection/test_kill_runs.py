import pytest

from tests.fault_injection.kill_runs import kill_runs


@pytest.mark.slow
def test_kill_9_at_any_moment_causes_no_loss_error_or_repeated_embedding(tmp_path):
    tally = kill_runs(tmp_path, rounds=3, seed=11)
    assert tally.wrong == []
    assert tally.killed, str(tally)
