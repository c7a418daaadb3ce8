import subprocess
import sys

import pytest

from app.child_processes import ChildProcess, requested_child
from engine.processes.sandbox import Sandbox


@pytest.mark.parametrize("child", ChildProcess)
def test_each_child_is_asked_for_by_its_option(child):
    assert requested_child([child.option, "more"]) is child


@pytest.mark.parametrize("words", [[], ["search"], ["search", "--internal-extract-worker"]])
def test_no_child_is_asked_for_otherwise(words):
    assert requested_child(words) is None


def test_a_frozen_build_starts_itself(monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    command = ChildProcess.EXTRACT_WORKER.command
    assert command == (sys.executable, "--internal-extract-worker")


def test_the_worker_starts_by_its_internal_option_and_ends_with_its_input():
    finished = subprocess.run(
        [sys.executable, "-m", "app", ChildProcess.EXTRACT_WORKER.option, "1024", "30"],
        input=Sandbox().as_line(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr.decode()
