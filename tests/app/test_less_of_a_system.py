"""Index and search on a Python without the Unix-only modules.

The program runs in a virtual environment where every process first loads the module below. It
removes the modules and functions that Windows does not have, restricts `select` to sockets, and
provides the one Windows module that the program uses.
"""

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.support.environments import make_environment

ROOT = Path(__file__).parents[2]
_LESS = """
import os, select, signal, socket, subprocess, sys, threading

for name in ("fcntl", "resource", "pwd", "grp", "termios"):
    sys.modules[name] = None
for name in (
    "fork", "getloadavg", "getsid", "killpg", "mkfifo", "nice", "sched_getaffinity", "setsid",
    "O_NOCTTY", "O_NONBLOCK",
):
    if hasattr(os, name):
        delattr(os, name)
if hasattr(signal, "SIGXCPU"):
    del signal.SIGXCPU

def only_sockets(read, write, other, timeout=None):
    for one in (*read, *write, *other):
        if not isinstance(one, socket.socket):
            raise OSError(10038, "An operation was attempted on something that is not a socket")
    return wait(read, write, other, timeout)

def refuse(*arguments, **options):
    raise OSError(1314, "A required privilege is not held by the client")

wait, select.select = select.select, only_sockets
os.symlink = refuse
# Last, as the module subprocess takes a system that has msvcrt for Windows.
sys.path.append({windows!r})
"""
# The locking functions of Windows' module msvcrt, emulated with POSIX record locks.
_MSVCRT = """
import os

LK_NBLCK, LK_UNLCK = 2, 0

def locking(fd, mode, nbytes):
    os.lockf(fd, os.F_TLOCK if mode == LK_NBLCK else os.F_ULOCK, nbytes)
"""


@pytest.fixture
def run(tmp_path):
    """Run a Twofold command in the simulated Windows environment, with its own home folder."""
    windows = tmp_path / "windows"
    windows.mkdir()
    (windows / "msvcrt.py").write_text(_MSVCRT, encoding="utf-8")
    python, packages = make_environment(tmp_path / "less")
    less = _LESS.replace("{windows!r}", repr(str(windows)))
    (packages / "sitecustomize.py").write_text(less, encoding="utf-8")
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "build" / "package"),
        "TWOFOLD_HOME": str(tmp_path / "home"),
    }

    def run_one(*words: str, program: tuple[str, ...] = ("-m", "twofold")) -> str:
        finished = subprocess.run(
            [python, *program, *words],
            env=environment, capture_output=True, text=True, encoding="utf-8", check=False,
        )  # fmt: skip
        assert finished.returncode == 0, finished.stderr
        return finished.stdout

    return run_one


def test_files_are_read_indexed_and_found(run, tmp_path):
    lacks = "import os, sys; print(hasattr(os, 'killpg'), sys.modules['fcntl'])"
    assert run(program=("-c", lacks)).split() == ["False", "None"]
    notes = tmp_path / "Nötes"
    notes.mkdir()
    (notes / "cluster.md").write_text("# Limits\n\nA pod has a memory limit.\n", encoding="utf-8")
    (notes / "half.pdf").write_bytes(b"%PDF-1.7\n1 0 obj\n<< /Type /Cat")
    (notes / "other.txt").write_text("A pod may be evicted.\n", encoding="utf-8")
    summary = json.loads(
        run("folder", "add", str(notes), "--no-vectors", "--json").splitlines()[-1]
    )
    assert summary["documents"] == {"indexed": 2, "failed": 1, "without_text": 0, "pending": 0}
    answer = json.loads(run("search", "pod", "--mode", "lexical", "--json"))
    assert {hit["doc_path"] for hit in answer["hits"]} == {"cluster.md", "other.txt"}
