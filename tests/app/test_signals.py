import ctypes
import os
import signal
import subprocess
import sys
import threading

import pytest

from tests.support.patience import PATIENCE
from twofold.app.signals import ending_signals, interrupted_by_signals

pytestmark = pytest.mark.posix


def test_a_signal_during_a_callback_of_a_c_library_is_not_lost():
    callback = ctypes.CFUNCTYPE(None)(lambda: signal.raise_signal(signal.SIGTERM))

    def interrupted() -> None:
        with interrupted_by_signals():
            callback()
            threading.Event().wait(PATIENCE)

    with pytest.raises(KeyboardInterrupt):
        interrupted()


def test_a_signal_that_nohup_ignores_remains_ignored():
    assert signal.SIGHUP in ending_signals()
    previous = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert signal.SIGHUP not in ending_signals()
        with interrupted_by_signals():
            signal.raise_signal(signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, previous)


def test_the_exit_status_does_not_depend_on_when_the_signal_arrives(tmp_path, monkeypatch):
    (tmp_path / "interrupted.py").write_text(
        "import sys; from twofold.app.cli.command_line import _guarded\n"
        "raised = 'import signal; signal.raise_signal(signal.SIGTERM)'\n"
        "sys.exit(_guarded(lambda: exec(raised)))\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    ended = subprocess.run(
        [sys.executable, "-m", "interrupted"], stderr=subprocess.PIPE, text=True, check=False
    )
    assert (ended.returncode, ended.stderr.startswith("twofold: Stopped.")) == (130, True)


def test_closing_the_terminal_stops_the_command_cleanly(home):
    fcntl, termios = pytest.importorskip("fcntl"), pytest.importorskip("termios")

    ours, terminal = os.openpty()
    with subprocess.Popen(
        [
            sys.executable,
            "-m",
            "twofold",
            "index",
            "--watch",
            "--no-vectors",
        ],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509 (as in test_watch)
    ) as process:
        os.close(terminal)
        shown = b""
        while b"Ctrl+C stops it" not in shown:
            shown += os.read(ours, 1 << 16)
        os.close(ours)
        assert process.wait(PATIENCE) == 0
