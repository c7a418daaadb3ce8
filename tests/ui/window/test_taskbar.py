"""The progress shown by docks and task bars, as received on the bus."""

import os
from dataclasses import replace

import pytest
from PySide6.QtDBus import QDBusConnection

from tests.support.patience import PATIENCE
from tests.support.session_bus import jeepney, private_session_bus
from twofold.engine.api import FolderStatus, IndexingPhase, LibraryStatus
from twofold.ui.window.taskbar import TaskbarProgress


@pytest.fixture
def session_bus(monkeypatch):
    with private_session_bus(monkeypatch) as bus:
        yield bus


def test_the_dock_shows_the_progress_of_indexing(session_bus):
    updates = jeepney.MatchRule(type="signal", interface="com.canonical.Unity.LauncherEntry")
    session_bus.send_and_get_reply(jeepney.bus_messages.message_bus.AddMatch(updates))
    address = os.environ["DBUS_SESSION_BUS_ADDRESS"]
    taskbar = TaskbarProgress(QDBusConnection.connectToBus(address, "taskbar"))

    half = LibraryStatus(
        folders=(FolderStatus("Notes", "/n", 10, 0, 0, 4, 1),),
        documents_indexed=10,
        vectors_ready=1,
        vectors_pending=3,
        phase=IndexingPhase.EMBEDDING,
    )
    done = replace(half, vectors_ready=4, vectors_pending=0, phase=IndexingPhase.IDLE)
    with session_bus.filter(updates, bufsize=4) as received:
        for status in (done, half, replace(half, current_file="b.md"), done):
            taskbar.show(status)
        sent = [session_bus.recv_until_filtered(received, timeout=PATIENCE).body for _ in range(2)]
    QDBusConnection.disconnectFromBus("taskbar")
    assert [one[0] for one in sent] == ["application://twofold.desktop"] * 2
    assert [one[1]["progress-visible"] for one in sent] == [("b", True), ("b", False)]
    assert sent[0][1]["progress"] == ("d", 0.62)
