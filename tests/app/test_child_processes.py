import sys

import pytest

from twofold.app.child_processes import ChildProcess, requested_child
from twofold.app.installation import try_sandbox
from twofold.engine.processes.sandbox import SandboxPolicy, sandbox_problem, sandbox_warning


def test_each_child_process_has_its_option(monkeypatch):
    for child in ChildProcess:
        assert requested_child([child.option, "more"]) is child
    for words in ([], ["search"], ["search", "--internal-extract-worker"]):
        assert requested_child(words) is None
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    command = ChildProcess.EXTRACT_WORKER.command
    assert command == (sys.executable, "--internal-extract-worker")
    monkeypatch.setattr(sys, "executable", r"C:\Programs\Twofold\twofoldw.exe")
    assert ChildProcess.EXTRACT_WORKER.command[0] == r"C:\Programs\Twofold\twofold.exe"


@pytest.mark.skipif(sys.platform != "linux", reason="Linux's sandbox")
def test_doctor_reports_a_worker_outside_its_sandbox(expected_log):
    program = (
        "import sys, threading, time\n"
        "threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n"
        "import twofold.engine.extract.process.worker as worker\n"
        "sys.exit(worker.main(sys.argv[1:]))"
    )
    expected_log.append("outside its sandbox")
    if not sandbox_problem():
        assert try_sandbox(ChildProcess.EXTRACT_WORKER.command) == ""
    failure = try_sandbox((sys.executable, "-c", program))
    assert "threads" in sandbox_warning(SandboxPolicy.AUTO, failure)
