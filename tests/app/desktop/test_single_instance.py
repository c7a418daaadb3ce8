import json
import os
import sys
import tempfile
from pathlib import Path

import pytest
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from twofold.app.desktop import instance_message
from twofold.app.desktop.instance_message import InstanceMessage, hand_over_early, instance_socket
from twofold.app.desktop.single_instance import SingleInstance

unix_only = pytest.mark.skipif(os.name == "nt", reason="pipes are no files there")


@pytest.fixture
def first(qtbot, tmp_path):
    instance = SingleInstance(tmp_path)
    assert instance.claim()
    yield instance
    instance.close()


@pytest.mark.parametrize(
    ("query", "heard"),
    [
        ("", ""),
        ("what the süd wind carried", "what the süd wind carried"),
        ("\U0001f600" * 100_000, "\U0001f600" * 5_000),
        ("wo\ud800rd", "wo?rd"),  # Qt would drop it together with the adjacent text
        ("\ufffe\ufeffword", "word"),
    ],
    ids=["none", "words", "long", "half a character", "byte order marks"],
)
def test_a_second_start_passes_its_query_to_the_window(qtbot, first, tmp_path, query, heard):
    with qtbot.waitSignal(first.asked) as asked:
        assert not SingleInstance(tmp_path).claim(query)
    assert asked.args == [heard]


def test_of_two_starts_at_the_same_moment_one_opens_the_window(qtbot, tmp_path, monkeypatch):
    first, second = SingleInstance(tmp_path), SingleInstance(tmp_path)
    look = second._hand_over
    looks = []

    def read_before_ready(message):
        looks.append(message)
        return look(message) if len(looks) > 1 else not first.claim()

    monkeypatch.setattr(second, "_hand_over", read_before_ready)
    with qtbot.waitSignal(first.asked) as asked:
        assert not second.claim("wind")
    assert asked.args == ["wind"]
    other = SingleInstance(tmp_path / "other")
    assert other.claim()
    for instance in (other, first):
        instance.close()
    assert second.claim(), "the name is free again"
    second.close()


def connected(instance):
    """Return a connection to a running window."""
    socket = QLocalSocket()
    socket.connectToServer(instance._name)
    assert socket.waitForConnected(1000)
    return socket


def test_invalid_messages_are_ignored(qtbot, first, tmp_path):
    heard = []
    first.asked.connect(heard.append)
    for token in ("a\x00b", 7, None, "x" * 1001):
        line = json.dumps({"query": "x" * 60_000, "token": token}).encode()
        assert InstanceMessage.from_line(line) == InstanceMessage("x" * 5_000)
    nested, endless = b"[" * 65_000 + b"\n", b"[" * 70_000
    for words in (b"not json\n", b"[1]\n", b'{"query": 5}\n', nested, endless):
        socket = connected(first)
        socket.write(words)
        socket.waitForBytesWritten(1000)
        socket.disconnectFromServer()
    with qtbot.waitSignal(first.asked):
        SingleInstance(tmp_path).claim("end")
    assert heard == ["end"]


def test_only_the_same_user_may_send_messages(first):
    assert first._server.socketOptions() == QLocalServer.SocketOption.UserAccessOption
    name = Path(first._server.fullServerName())
    assert not name.exists() or name.stat().st_mode & 0o077 == 0


def test_other_users_cannot_predict_the_name_of_the_windows_pipe(tmp_path, monkeypatch):
    names = []
    monkeypatch.setattr(sys, "platform", "win32")
    for home in ("ann", "ann", "bob"):
        monkeypatch.setenv("TWOFOLD_HOME", str(tmp_path / home))
        names.append(instance_socket(tmp_path / "library").name)
    assert names[0] == names[1] != names[2]
    assert len((tmp_path / "ann" / "window.key").read_bytes()) == 32
    monkeypatch.setenv("TWOFOLD_HOME", "/dev/null/none")
    assert instance_socket(tmp_path / "library") is None


@pytest.fixture
def temporary(monkeypatch):
    """The user's socket folder in a shared temporary folder, without a session folder.

    Its path is short enough for the name of a socket, unlike pytest's temporary folders.
    """
    with tempfile.TemporaryDirectory() as folder:
        monkeypatch.setattr(tempfile, "gettempdir", lambda: folder)
        monkeypatch.setenv("XDG_RUNTIME_DIR", f"{folder}/none")
        yield Path(folder) / f"twofold-{os.geteuid()}"


@unix_only
def test_window_and_later_start_meet_in_the_folder_of_the_session(
    qtbot, temporary, tmp_path, monkeypatch
):
    (session := temporary.parent / "session").mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(session))
    first = SingleInstance(tmp_path)
    assert first.claim()
    with qtbot.waitSignal(first.asked):
        assert hand_over_early(tmp_path, InstanceMessage("wind"))
    name = Path(first._name).name
    assert {path.name for path in session.iterdir()} == {name, f"{name}.lock"}
    first.close()


@unix_only
@pytest.mark.parametrize("trap", ["open", "link", "file", "of another user", "long path"])
def test_a_folder_that_others_may_have_created_is_not_used(
    qtbot, temporary, tmp_path, monkeypatch, trap
):
    assert instance_socket(tmp_path).parent == temporary
    assert temporary.stat().st_mode & 0o777 == 0o700
    temporary.rmdir()
    if trap == "open":
        temporary.mkdir()
        temporary.chmod(0o755)
    elif trap == "link":
        (tmp_path / "theirs").mkdir(mode=0o700)
        temporary.symlink_to(tmp_path / "theirs")
    elif trap == "file":
        temporary.write_text("")
    elif trap == "of another user":
        temporary.mkdir(mode=0o700)
        another = os.geteuid() + 1
        monkeypatch.setattr(os, "geteuid", lambda: another)
        temporary.rename(temporary.with_name(f"twofold-{another}"))
    else:
        monkeypatch.setattr(instance_message, "_MAX_PATH", len(str(temporary)))

    assert instance_socket(tmp_path) is None
    assert not hand_over_early(tmp_path, InstanceMessage("secret"))
    window = SingleInstance(tmp_path)
    assert window.claim("secret"), "it opens, and nobody can raise it"
    window.close()


@unix_only
def test_silent_connections_are_limited_and_closed(qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr("twofold.app.desktop.single_instance._PATIENCE_MS", 200)
    first = SingleInstance(tmp_path)
    assert first.claim()
    idle = [connected(first) for _ in range(30)]

    def are_hung_up():
        states = [socket.state() for socket in idle]
        return states == [QLocalSocket.LocalSocketState.UnconnectedState] * len(idle)

    qtbot.waitUntil(lambda: 0 < len(first._read) <= 8)
    qtbot.waitUntil(are_hung_up)
    with qtbot.waitSignal(first.asked):
        assert not SingleInstance(tmp_path).claim()
    first.close()


def test_a_later_start_opens_the_quick_search_without_qt(qtbot, first, tmp_path, monkeypatch):
    heard = []
    first.asked.connect(heard.append)
    with qtbot.waitSignal(first.quick_asked):
        assert not SingleInstance(tmp_path).claim(quick=True)
    assert heard == []
    assert not hand_over_early(tmp_path / "none", InstanceMessage(quick=True))
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "press-7")
    with qtbot.waitSignal(first.quick_asked):
        message = InstanceMessage.of_this_start(quick=True)
        monkeypatch.delenv("XDG_ACTIVATION_TOKEN")
        assert hand_over_early(tmp_path, message)
    assert os.environ["XDG_ACTIVATION_TOKEN"] == "press-7", "the window may come to the front"
