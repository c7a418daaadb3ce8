import os
import threading
import time

import pytest

from twofold.engine.extract.process.reader_process import AnswerBuffer

MORE_THAN_A_PIPE = 2_000_000
FLOOD = 60_000_000
MAX_HELD = 24_300_000  # and one read more


@pytest.fixture
def pipe():
    """A buffer and the write end of its pipe."""
    reading, writing = os.pipe()
    with os.fdopen(writing, "wb", buffering=0) as written:
        buffer = AnswerBuffer(os.fdopen(reading, "rb", buffering=0))
        yield buffer, written
        written.close()
        buffer.close()


def soon() -> float:
    return time.monotonic() + 30


def write_all(channel, size: int) -> None:
    left = memoryview(bytes(size))
    while left:
        left = left[channel.write(left) :]


def test_worker_never_waits_for_the_receiver_of_its_answers(pipe):
    buffer, written = pipe
    write_all(written, MORE_THAN_A_PIPE)  # no reader yet
    written.write(b"end")
    assert buffer.read_exactly(MORE_THAN_A_PIPE, soon()) == bytes(MORE_THAN_A_PIPE)
    assert buffer.read_exactly(3, soon()) == b"end"


def test_data_beyond_the_buffer_waits_in_the_pipe(pipe):
    buffer, written = pipe
    writer = threading.Thread(target=write_all, args=(written, FLOOD))
    writer.start()
    received = 0
    while received < FLOOD:
        received += len(buffer.read_exactly(1_000_000, soon()))
        assert buffer.waiting_bytes < MAX_HELD
    writer.join()


def test_waiting_ends_at_the_deadline_and_at_the_end_of_the_answers(pipe):
    buffer, written = pipe
    written.write(b"half")
    with pytest.raises(TimeoutError):
        buffer.read_exactly(5, time.monotonic())
    written.close()
    assert buffer.read_exactly(4, soon()) == b"half"
    with pytest.raises(EOFError):
        buffer.read_exactly(1, soon())
