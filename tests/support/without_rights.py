"""Running a part of a test without root privileges, even if root runs the tests.

Root can open any file regardless of its permissions, so tests of permissions need an unprivileged
process. `python -m tests.support.without_rights MODULE FUNCTION ARGUMENT...` drops the privilege
for itself and its children, then calls the function.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
_IMPOSSIBLE = 77
_PR_CAPBSET_DROP = 24
_DAC_OVERRIDE, _DAC_READ_SEARCH = 1, 2


def run_without_rights(module: str, function: str, *arguments: object) -> str:
    """Return the output of `module.function(*arguments)` in an unprivileged process.

    Skips the test if no such process can be created.
    """
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.without_rights", module, function]
        + [str(argument) for argument in arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == _IMPOSSIBLE:
        pytest.skip("permissions do not hold for anybody here")
    assert done.returncode == 0, done.stderr
    return done.stdout


def _give_up_rights() -> None:
    """Drop root's file privileges for this process and its children, if possible."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or sys.platform != "linux":
        return
    libc = ctypes.CDLL(None, use_errno=True)
    for capability in (_DAC_OVERRIDE, _DAC_READ_SEARCH):
        libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)  # for processes started from now on
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    libc.capset(header, (ctypes.c_uint32 * 6)())  # for this process itself


def _permissions_hold() -> bool:
    """Return whether permissions apply to this process and to its children."""
    with tempfile.TemporaryDirectory() as folder:
        closed = Path(folder) / "closed"
        closed.write_text("x", encoding="utf-8")
        closed.chmod(0)
        question = f"import os; print(os.access({str(closed)!r}, os.R_OK))"
        asked = subprocess.run(
            [sys.executable, "-I", "-c", question], capture_output=True, text=True, check=False
        )
        return not os.access(closed, os.R_OK) and asked.stdout.strip() == "False"


def main(words: list[str]) -> int:
    """Drop privileges and call the named function."""
    _give_up_rights()
    if not _permissions_hold():
        return _IMPOSSIBLE
    module, function, *arguments = words
    getattr(import_module(module), function)(*arguments)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
