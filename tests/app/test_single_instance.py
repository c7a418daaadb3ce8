import json
import os
from pathlib import Path

import pytest
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from app.instance_message import InstanceMessage, hand_over_early, instance_name
from app.single_instance import SingleInstance


@pytest.fixture
def first(qtbot, tmp_path):
    instance = SingleInstance(tmp_path)
    assert instance.claim()
    yield instance
    instance.close()


def test_a_second_start_hands_its_query_over(qtbot, first, tmp_path):
    with qtbot.waitSignal(first.asked) as asked:
        assert not SingleInstance(tmp_path).claim("what the süd wind carried")
    assert asked.args == ["what the süd wind carried"]


def test_a_second_start_without_a_query_is_heard_too(qtbot, first, tmp_path):
    with qtbot.waitSignal(first.asked) as asked:
        assert not SingleInstance(tmp_path).claim()
    assert asked.args == [""]


def test_of_two_starts_at_the_same_moment_one_opens_the_window(qtbot, tmp_path, monkeypatch):
    first, second = SingleInstance(tmp_path), SingleInstance(tmp_path)
    look = second._hand_over
    looks = []

    def look_too_early(message):
        looks.append(message)
        return look(message) if len(looks) > 1 else not first.claim()

    monkeypatch.setattr(second, "_hand_over", look_too_early)
    with qtbot.waitSignal(first.asked) as asked:
        assert not second.claim("wind")
    assert asked.args == ["wind"]
    first.close()


def test_another_library_has_its_own_window(first, tmp_path):
    other = SingleInstance(tmp_path / "other")
    assert other.claim()
    other.close()


def test_the_name_is_free_after_the_first_has_closed(first, tmp_path):
    first.close()
    again = SingleInstance(tmp_path)
    assert again.claim()
    again.close()


def test_what_is_no_message_is_not_heard(qtbot, first, tmp_path):
    heard = []
    first.asked.connect(heard.append)
    for words in (b"not json\n", b"[1]\n", b'{"query": 5}\n'):
        socket = QLocalSocket()
        socket.connectToServer(first._name)
        assert socket.waitForConnected(1000)
        socket.write(words)
        socket.waitForBytesWritten(1000)
        socket.disconnectFromServer()
    with qtbot.waitSignal(first.asked):
        SingleInstance(tmp_path).claim("end")
    assert heard == ["end"]


def test_only_the_same_person_may_ask(first):
    assert first._server.socketOptions() == QLocalServer.SocketOption.UserAccessOption
    name = Path(first._server.fullServerName())
    assert not name.exists() or name.stat().st_mode & 0o077 == 0


@pytest.mark.skipif(os.name == "nt", reason="pipes are no files there")
def test_a_query_is_not_told_to_the_socket_of_another_user(qtbot, tmp_path, monkeypatch):
    stranger = QLocalServer()
    assert stranger.listen(instance_name(tmp_path))
    monkeypatch.setattr(os, "getuid", lambda: os.geteuid() + 1)

    assert not hand_over_early(tmp_path, InstanceMessage("secret"))
    window = SingleInstance(tmp_path)
    assert window.claim("secret")

    assert not stranger.waitForNewConnection(0)[0]
    window.close()
    stranger.close()


def test_a_later_start_may_want_the_quick_search(qtbot, first, tmp_path):
    heard = []
    first.asked.connect(heard.append)
    with qtbot.waitSignal(first.quick_asked):
        assert not SingleInstance(tmp_path).claim(quick=True)
    assert heard == []


def test_the_quick_search_is_asked_for_without_qt(qtbot, first, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "press-7")
    with qtbot.waitSignal(first.quick_asked):
        message = InstanceMessage.of_this_start(quick=True)
        monkeypatch.delenv("XDG_ACTIVATION_TOKEN")
        assert hand_over_early(tmp_path, message)
    assert os.environ["XDG_ACTIVATION_TOKEN"] == "press-7", "the window may come to the front"


def test_without_a_window_nobody_can_be_asked(tmp_path):
    assert not hand_over_early(tmp_path / "none", InstanceMessage(quick=True))


@pytest.mark.parametrize("token", ["a\x00b", 7, None])
def test_an_odd_token_is_not_used(token):
    line = json.dumps({"query": "", "token": token}).encode()
    assert InstanceMessage.from_line(line) == InstanceMessage()


def test_a_start_waits_for_no_other_where_no_lock_can_be_made(qtbot, tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path / "nowhere"))
    instance, looks = SingleInstance(tmp_path), []
    monkeypatch.setattr(instance, "_hand_over", looks.append)
    assert instance.claim()
    assert len(looks) == 1
    instance.close()
