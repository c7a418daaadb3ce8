import json
import signal
import subprocess

import pytest

from tests.support.patience import PATIENCE
from twofold.app.child_processes import ChildProcess
from twofold.engine.api import AddFolder, ChangeTags, Request
from twofold.engine.service.messages import as_line, as_message, request_message


@pytest.fixture
def indexer(tmp_path):
    """An indexer process that has opened its own library."""
    home = tmp_path / "home"
    start = {
        "library": str(home / "library"),
        "models": str(home / "models"),
        "logs": str(home / "logs"),
        "settings": {"embedding.model": "none"},
    }
    pipe = subprocess.PIPE
    with subprocess.Popen(
        ChildProcess.INDEXER.command, stdin=pipe, stdout=pipe, start_new_session=True
    ) as process:
        process.stdin.write(json.dumps(start).encode() + b"\n")
        process.stdin.flush()
        _read_until(process, "opened")
        yield process
        process.kill()


def _read_until(process, kind):
    """Return the next message of this kind. Fail if the process exits before."""
    for line in process.stdout:
        message = as_message(line)
        if kind in message:
            return message[kind]
    pytest.fail(f"the indexer has ended ({process.wait()})")


def _ask(process, request_id: int, request: Request):
    process.stdin.write(as_line(request_message(request_id, request)))
    process.stdin.flush()
    return _read_until(process, "RequestDone")


def test_requests_at_the_end_of_the_session_are_completed(indexer, tmp_path, write_file):
    write_file("Notes/a.txt", "A hound barks.\n")
    _ask(indexer, 1, AddFolder(tmp_path / "Notes"))
    indexer.send_signal(signal.SIGTERM)
    assert _ask(indexer, 2, ChangeTags("Notes", add=("mine",)))["request_id"] == 2
    indexer.stdin.close()
    assert indexer.wait(PATIENCE) == 0
