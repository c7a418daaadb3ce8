"""The output of child processes is read with limits on size and time."""

import sys
from io import BytesIO

import pytest

from tests.support.patience import PATIENCE
from twofold.engine.processes.children import PIPE, start_child
from twofold.engine.processes.exchange import TooMuchOutputError, exchange, lines_of


def child(code):
    return start_child((sys.executable, "-c", code), stdin=PIPE, stdout=PIPE)


def test_large_request_is_answered_while_it_is_sent():
    echo = child("import shutil, sys; shutil.copyfileobj(sys.stdin.buffer, sys.stdout.buffer, 100)")
    request = b"0123456789" * 100_000
    assert exchange(echo, request, max_bytes=len(request), seconds=PATIENCE) == request
    assert echo.returncode == 0


def test_child_that_writes_endlessly_is_killed():
    endless = child("while True: print('x' * 10_000)")
    with pytest.raises(TooMuchOutputError):
        exchange(endless, b"", max_bytes=100_000, seconds=PATIENCE)
    assert endless.returncode


def test_child_that_ended_after_too_much_output_is_refused():
    with pytest.raises(TooMuchOutputError):
        exchange(child("print('x' * 10_000)"), b"", max_bytes=10_000, seconds=PATIENCE)


@pytest.mark.parametrize("before", ["", "os.close(1)", "os.close(0); os.close(1)"])
def test_child_that_does_not_end_is_killed(before):
    hanging = child(f"import os, threading; {before}\nthreading.Event().wait()")
    with pytest.raises(TimeoutError):
        exchange(hanging, b"x" * 1_000_000, max_bytes=10, seconds=0.2)
    assert hanging.returncode


def test_child_is_killed_if_the_caller_stops_waiting():
    def step():
        raise LookupError

    hanging = child("import threading; threading.Event().wait()")
    with pytest.raises(LookupError):
        exchange(hanging, b"", max_bytes=10, seconds=PATIENCE, step=step)
    assert hanging.returncode


def test_line_is_not_read_beyond_its_limit():
    assert list(lines_of(BytesIO(b"a\nbc\n"), 3)) == [b"a\n", b"bc\n"]
    with pytest.raises(TooMuchOutputError):
        list(lines_of(BytesIO(b"abcd\n"), 3))
