"""A window that is open answers `twofold search`; what is printed is the same without one."""

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtNetwork import QLocalSocket

from twofold.app.compose import open_window_engine
from twofold.app.crash import program_version
from twofold.app.instance_message import instance_socket, search_in_window
from twofold.app.paths import default_paths
from twofold.app.single_instance import SingleInstance
from twofold.engine.api import (
    SearchFinished,
    SearchMode,
    SearchRequest,
    Settings,
    StatusChanged,
    encoded,
)
from twofold.ui.client import EngineClient

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there a command searches itself")
_ROOT = Path(__file__).parents[3]
_NOT_FOR_ASKING = (
    "PySide6", "numpy", "llama_cpp", "tantivy", "sqlite3", "twofold.engine.stores",
    "twofold.engine.search", "twofold.engine.service",
)  # fmt: skip

_BY_WINDOW_ALONE = (
    f"unwanted = [name for name in {_NOT_FOR_ASKING} if name in sys.modules]\n"
    "assert not unwanted, unwanted"
)


class Window:
    """What of a window answers commands: socket, client and the engine of both processes."""

    def __init__(self, qtbot):
        paths = default_paths()
        self.qtbot = qtbot
        self.events = []
        self.client = EngineClient()
        self.client.event_received.connect(self.events.append)
        self.instance = SingleInstance(paths.library.root)
        assert self.instance.claim()
        self.engine = open_window_engine(paths, Settings(), self.client.post)
        self.client.attach(self.engine)
        self.instance.answer_searches(self.client)

    @property
    def answers(self):
        return [event for event in self.events if isinstance(event, SearchFinished)]

    def is_ready(self):
        states = [event.status for event in self.events if isinstance(event, StatusChanged)]
        return bool(states) and states[-1].model.ready and not states[-1].vectors_pending

    def command(self, *words, before="", after=""):
        """Run `twofold search` in a process of its own while the window goes on."""
        call = f"main(['search', *{list(words)}])"
        program = f"{before}\nimport sys\nfrom app.__main__ import main\ncode = {call}\n{after}"
        process = subprocess.Popen(
            [sys.executable, "-c", f"{program}\nsys.exit(code)"],
            cwd=_ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.qtbot.waitUntil(lambda: process.poll() is not None, timeout=60_000)
        out, err = process.communicate()
        assert process.returncode == 0, err
        return out

    def close(self):
        self.instance.close()
        self.client.shut()
        self.engine.close()


@pytest.fixture
def opened(qtbot, indexed):
    """Return a function that opens the window and waits until it can search by meaning."""
    windows = []

    def open_window():
        windows.append(Window(qtbot))
        qtbot.waitUntil(windows[0].is_ready, timeout=60_000)
        return windows[0]

    yield open_window
    for window in windows:
        window.close()


def without_times(printed):
    answer = json.loads(printed)
    answer["trace"].pop("stage_ms")
    return answer


_SEARCHES = (
    *((f"--mode={mode.value}", "memory limit") for mode in SearchMode),
    ("--mode=lexical", "memory tag:ops lang:en"),
    ("--group-by-document", "--fusion=rrf", "--k=1", "memory"),
    ("--hide-weak", "tomatoes -water"),
    ("tag:ops",),
)


def test_a_window_answers_as_the_command_itself(opened, indexed):
    explained = ("--json", "--explain")
    alone = [indexed("search", *words, *explained).out for words in _SEARCHES]
    printed = indexed("search", "--explain", "memory limit").out
    window = opened()
    for words, expected in zip(_SEARCHES, alone, strict=True):
        found = window.command(*words, *explained)
        assert without_times(found) == without_times(expected)
    assert len(window.answers) == len(_SEARCHES)
    again = window.command("--explain", "memory limit")
    assert again.splitlines()[-8:] == printed.splitlines()[-8:]


def test_a_command_asks_a_window_without_the_parts_that_search(opened):
    assert "Memory limits" in opened().command("memory limit", after=_BY_WINDOW_ALONE)


def test_what_a_window_cannot_answer_the_command_does(opened, indexed):
    words = ("--mode=lexical", "memory")
    alone = indexed("search", *words).out
    window = opened()
    other = "from twofold.app import crash\ncrash.program_version = lambda: 'another'"
    assert window.command(*words, before=other) == alone
    assert not window.answers, "it is of another version"
    assert "Nothing was found." in window.command("--mode=lexical", "zzzqqq")
    window.instance.answer_searches(None)
    assert window.command(*words) == alone


def test_a_command_waits_for_a_window_that_is_slow_but_alive(opened, monkeypatch):
    window = opened()
    window.instance._pulse.setInterval(100)
    request = window.client.request

    def request_late(*what, **how):
        QTimer.singleShot(2500, lambda: request(*what, **how))

    monkeypatch.setattr(window.client, "request", request_late)
    assert "Memory limits" in window.command("memory limit", after=_BY_WINDOW_ALONE)


def test_a_command_waits_until_the_model_of_a_window_is_loaded(qtbot, indexed):
    window = Window(qtbot)
    try:
        assert "Memory limits" in window.command("memory limit", after=_BY_WINDOW_ALONE)
        assert window.is_ready()
    finally:
        window.close()


def test_a_window_that_hangs_costs_two_seconds(indexed):
    library = default_paths().library.root
    place = instance_socket(library)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as hanging:
        hanging.bind(str(place))
        hanging.listen()
        began = time.monotonic()
        assert search_in_window(library, SearchRequest("memory")) is None
        assert time.monotonic() - began < 3
    place.unlink()


def has_ended(peer):
    peer.readAll()
    return peer.state() is QLocalSocket.LocalSocketState.UnconnectedState


def test_a_peer_that_sends_garbage_or_leaves_does_not_hurt_the_window(opened, qtbot):
    window = opened()
    good = encoded(SearchRequest("memory"))
    bad = [[], {}, {"query": 7}, {"query": "memory", "k": "x"}, {"no": 1}, good | {"mode": "none"}]
    for search in (*bad, good, good | {"k": -5}):
        for stays in (False, True):
            peer = QLocalSocket()
            peer.connectToServer(window.instance._name)
            assert peer.waitForConnected(1000)
            peer.write(json.dumps({"version": program_version(), "search": search}).encode())
            peer.write(b"\n")
            peer.waitForBytesWritten(1000)
            if stays:  # until it is hung up
                qtbot.waitUntil(lambda peer=peer: has_ended(peer), timeout=10_000)
            peer.abort()
    qtbot.waitUntil(lambda: not (window.instance._searches or window.instance._read))
    assert "Memory limits" in window.command("memory limit")
