"""Changes while another process has the library open for writing."""

import json
import socket
import threading

import pytest

from twofold.engine.api import (
    ChangeTags,
    CollectionListed,
    CollectPassages,
    DescribePath,
    EngineError,
    ListCollection,
    NoteOpened,
    PathDescribed,
    RequestDone,
    RequestFailed,
    SetTrust,
    TrustLevel,
)
from twofold.engine.service.relay import ChangeServer, has_writer, send_change


def test_a_second_process_changes_tags_trust_and_collections(open_engine, notes, tmp_path):
    with open_engine() as first:
        first.add(notes)
        first.wait_for_vectors()
        with open_engine() as second:
            assert second.status().read_only
            second.ask(ChangeTags("notes/garage.md", add=("urgent",)))
            second.ask(SetTrust("notes", TrustLevel.PRIMARY))
            second.ask(CollectPassages(uris=("garage.md#L1",)))
            for engine in (first, second):
                described = engine.ask(DescribePath("notes/garage.md"))
                assert isinstance(described, PathDescribed)
                assert described.own_tags == ("urgent",)
                listed = engine.ask(ListCollection())
                assert isinstance(listed, CollectionListed)
                assert len(listed.passages) == 1
            assert first.paths("tag:urgent") == second.paths("tag:urgent") == ["garage.md"]
            refused = second.ask(ChangeTags("nowhere/a.md", add=("x",)))
            assert isinstance(refused, RequestFailed)
            assert refused.is_bad_request
    assert not has_writer(tmp_path / "home")


@pytest.fixture
def server(tmp_path):
    """A server that carries out nothing, and the changes it received."""
    received = []

    def submit(request, send):
        received.append(request)
        send(RequestDone(0))

    server = ChangeServer(tmp_path, submit)
    yield received
    server.close()


@pytest.mark.posix
def test_only_the_user_can_read_the_key(server, tmp_path):
    assert (tmp_path / "changes.json").stat().st_mode & 0o777 == 0o600


def test_requests_that_are_no_changes_and_wrong_keys_are_refused(server, tmp_path):
    assert send_change(tmp_path, NoteOpened("0" * 16)) is None
    described = json.loads((tmp_path / "changes.json").read_text())
    (tmp_path / "changes.json").write_text(json.dumps(described | {"key": "00" * 32}))
    assert send_change(tmp_path, ChangeTags("a", add=("b",))) is None
    (tmp_path / "changes.json").write_text(json.dumps(described))
    assert send_change(tmp_path, ChangeTags("a", add=("b",))) == ""
    assert server == [ChangeTags("a", add=("b",))]


def test_only_a_process_of_this_computer_is_a_writer(server, tmp_path):
    assert has_writer(tmp_path)
    assert send_change(tmp_path, ChangeTags("a", add=("b",))) == ""  # it still listens


@pytest.mark.posix
def test_the_socket_of_another_computer_on_a_shared_drive_is_no_writer(tmp_path):
    path = tmp_path / "changes.socket"
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(path))  # nothing listens to it on this computer
    left = {"address": str(path), "key": "00" * 32}
    (tmp_path / "changes.json").write_text(json.dumps(left))
    assert not has_writer(tmp_path)


def test_a_writer_that_was_killed_is_not_waited_for(tmp_path):
    left = {"address": str(tmp_path / "changes.socket"), "key": "00" * 32}
    (tmp_path / "changes.json").write_text(json.dumps(left))
    assert send_change(tmp_path, ChangeTags("a", add=("b",))) is None


@pytest.mark.posix
@pytest.mark.parametrize(
    "described",
    [
        {"address": "/dev/log", "key": "00"},
        {"address": ["127.0.0.1", 80], "key": "00"},
        {"address": "x" * 20_000, "key": "00"},
        {"address": 3, "key": None},
        ["changes.socket"],
    ],
)
def test_the_file_of_a_library_from_elsewhere_leads_nowhere(tmp_path, described):
    (tmp_path / "changes.json").write_text(json.dumps(described))
    assert send_change(tmp_path, ChangeTags("a", add=("b",))) is None


def test_a_folder_with_a_long_path_has_a_socket_elsewhere(tmp_path):
    folder = tmp_path / ("long" * 30)
    folder.mkdir()
    server = ChangeServer(folder, lambda _request, send: send(RequestDone(0)))
    assert send_change(folder, ChangeTags("a", add=("b",))) == ""
    server.close()


def test_a_process_that_closes_does_not_wait_for_a_long_change(tmp_path):
    received, finish = [], threading.Event()

    def submit(request, send):
        received.append(request)
        finish.wait()
        send(RequestDone(0))

    server = ChangeServer(tmp_path, submit)
    told = send_change(tmp_path, ChangeTags("a", add=("b",)), is_closing=lambda: bool(received))
    assert "continues" in told
    finish.set()
    server.close()


def test_a_writer_that_ends_before_it_answers_is_reported(tmp_path, expected_log):
    expected_log.append("an invalid change was received: ValueError")
    begun = threading.Event()

    def submit(_request, _send):
        begun.set()
        raise ValueError("the process ends")

    server = ChangeServer(tmp_path, submit)
    with pytest.raises(EngineError, match="ended before it answered"):
        send_change(tmp_path, ChangeTags("a", add=("b",)))
    assert begun.is_set()
    server.close()
