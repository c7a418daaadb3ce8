"""A private D-Bus session bus for a test."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

jeepney = pytest.importorskip("jeepney")
from jeepney.io.blocking import DBusConnection, open_dbus_connection  # noqa: E402


@contextmanager
def private_session_bus(monkeypatch: pytest.MonkeyPatch) -> Iterator[DBusConnection]:
    """Start a bus, set its address in the environment, and yield a connection."""
    if not shutil.which("dbus-daemon"):
        pytest.skip("needs dbus-daemon")
    command = ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as daemon:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", daemon.stdout.readline().strip())
        with open_dbus_connection("SESSION") as bus:
            yield bus
        daemon.terminate()
