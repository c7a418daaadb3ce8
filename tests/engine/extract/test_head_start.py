"""A worker looks at what is left in the pipe that its requests come through."""

import os
import sys

import pytest

from engine.extract.head_start import is_ahead

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell")
MANY, FEW = {"asked": 1000}, {"asked": 100}


@pytest.fixture
def pipe():
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as source, os.fdopen(writing, "wb", 0) as sink:
        yield source, sink


def test_who_has_done_most_of_many_requests_is_ahead(pipe):
    source, sink = pipe
    sink.write(b"request")
    assert is_ahead(MANY, source)


def test_who_was_asked_for_little_is_not_ahead(pipe):
    source, _ = pipe
    assert not is_ahead(FEW, source)
    assert not is_ahead({}, source)
    assert not is_ahead({"asked": "1000"}, source)


def test_who_has_much_left_to_do_is_not_ahead(pipe, monkeypatch):
    source, sink = pipe
    monkeypatch.setattr("engine.extract.head_start._FEW_LEFT_BYTES", 1000)
    sink.write(bytes(999))
    assert is_ahead(MANY, source)
    sink.write(b".")
    assert not is_ahead(MANY, source)


def test_nobody_is_ahead_where_the_system_does_not_tell(tmp_path, monkeypatch, pipe):
    def refuse(*_):
        raise OSError

    monkeypatch.setattr("fcntl.ioctl", refuse)
    assert not is_ahead(MANY, pipe[0])
