import subprocess
import sys
from pathlib import Path

import pytest

from engine.processes.this_process import follow_niceness

_AUTOGROUP = Path("/proc/self/autogroup")
_PRINT = """
import os, pathlib
from engine.processes.this_process import lower_priority
before = os.nice(0)
lower_priority(3)
print(os.nice(0) - before, before, *pathlib.Path("/proc/self/autogroup").read_text().split()[-1:])
"""


@pytest.mark.skipif(not _AUTOGROUP.exists(), reason="this system has no autogroups")
@pytest.mark.parametrize("own_session", [True, False])
def test_a_session_of_our_own_becomes_as_nice_as_we_are(own_session):
    before = _AUTOGROUP.read_text(encoding="ascii")
    done = subprocess.run(
        [sys.executable, "-c", _PRINT],
        start_new_session=own_session, capture_output=True, text=True, check=True,
    )  # fmt: skip
    # The file is empty for a process that no session of its own was ever made for.
    lowered, at_first, *of_session = map(int, done.stdout.split())
    assert lowered == 3 or at_first + 3 > 19
    if own_session:
        assert of_session == [min(at_first + 3, 19)]
    assert _AUTOGROUP.read_text(encoding="ascii") == before


def test_a_system_without_autogroups_is_left_alone(tmp_path):
    follow_niceness(tmp_path / "none" / "autogroup")
    assert list(tmp_path.iterdir()) == []
