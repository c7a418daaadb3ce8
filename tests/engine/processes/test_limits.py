"""What holds a worker back: its own limits where the system has them, the watch everywhere."""

import ctypes
import os
import subprocess
import sys
import threading

import pytest

from engine.extract.limits import ReaderLimits
from engine.extract.process import reader_process as memory_watch
from engine.extract.process.reader import DocumentReader
from engine.extract.process.reader_process import MemoryWatch, memory_of
from engine.model.errors import DocumentError
from engine.processes.windows_job import (
    BasicLimits,
    ExtendedLimits,
    MandatoryLabel,
    join_limiting_job,
    lower_integrity,
)
from tests.support.readable_folders import readable_folders

# A worker on a system that limits nothing, and a file that makes it take all memory there is.
UNLIMITED = """
import sys, threading
sys.modules["resource"] = None
import engine.extract.process.worker as worker
original = worker.FileReading
held = []
def read(path, most, folder):
    if path.name.startswith("greedy"):
        held.append(b"x" * 300_000_000)
        threading.Event().wait()
    return original(path, most, folder)
worker.FileReading = read
sys.exit(worker.main(sys.argv[1:]))
"""

REFUSED = """
import resource, sys
def refuse(kind, limits):
    raise ValueError("current limit exceeds maximum limit")
resource.setrlimit = refuse
import engine.extract.process.worker as worker
sys.exit(worker.main(sys.argv[1:]))
"""


def outcomes(script, paths, limits):
    for path in paths:
        path.write_text(path.name, encoding="utf-8")
    reader = DocumentReader(limits, (sys.executable, "-c", script), folders=readable_folders)
    try:
        answers = [answer for _, answer in reader.read_all(paths)]
    finally:
        reader.close()
    return [a.reason if isinstance(a, DocumentError) else a.text for a in answers]


def test_memory_is_limited_where_the_system_limits_none(tmp_path):
    paths = [tmp_path / name for name in ("a.txt", "greedy.txt", "b.txt")]
    found = outcomes(UNLIMITED, paths, ReaderLimits(memory_mb=200))
    assert found == ["a.txt", "out-of-memory", "b.txt"]


@pytest.mark.posix
def test_a_limit_that_the_system_refuses_stops_no_worker(tmp_path):
    assert outcomes(REFUSED, [tmp_path / "a.txt"], ReaderLimits()) == ["a.txt"]


def test_a_request_that_fills_the_pipe_waits_for_the_answer_before_it(tmp_path):
    large, endless = tmp_path / "large.txt", tmp_path / ("n" * 200_000)
    large.write_text("word " * 400_000, encoding="utf-8")
    reader = DocumentReader(folders=readable_folders)
    (_, first), (_, second) = reader.read_all([large, endless])
    reader.close()
    assert first.text == "word " * 400_000
    assert isinstance(second, DocumentError)


def test_the_watch_looks_again_and_again_while_a_worker_has_something_to_do(monkeypatch):
    ended, held = threading.Event(), iter([1, 2, 3, 10_001])
    monkeypatch.setattr(memory_watch, "memory_of", lambda _: next(held))
    watch = MemoryWatch(os.getpid(), 10_000, ended.set)
    watch.begin()
    assert ended.wait(60)
    assert watch.has_ended_it
    watch.close()
    watch.begin()
    assert next(held, None) is None


def test_memory_is_that_of_the_process_and_nothing_when_it_is_gone():
    assert memory_of(os.getpid()) > 5_000_000
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    assert memory_of(process.pid) == 0


class Kernel:
    """Windows' functions, which write down what they are given."""

    def __init__(self, *, lets_join=True):
        self.lets_join = lets_join
        self.limits = []
        self.joined = []

    def SetErrorMode(self, mode):
        return 0

    def CreateJobObjectW(self, attributes, name):
        return 77

    def GetCurrentProcess(self):
        return -1

    def AssignProcessToJobObject(self, job, process):
        self.joined.append((job, process))
        return int(self.lets_join)

    def SetInformationJobObject(self, job, kind, limits, size):
        raw = ctypes.string_at(limits, size)
        self.limits.append((job, kind, ExtendedLimits.from_buffer_copy(raw)))
        return 1


def test_the_job_of_windows_limits_memory_and_processes():
    kernel = Kernel()
    assert join_limiting_job(180_000_000, kernel) is not None
    ((job, kind, limits),) = kernel.limits
    assert (job, kind, kernel.joined) == (77, 9, [(77, -1)])
    assert (limits.process_memory, limits.basic.active_processes) == (180_000_000, 1)
    assert limits.basic.flags == 0x100 | 0x8 | 0x400
    join_limiting_job(180_000_000, kernel).limit_next_seconds(60)
    limits = kernel.limits[-1][2]
    assert limits.basic.flags & 0x2
    assert limits.basic.process_time >= 62 * 10_000_000
    assert limits.process_memory == 180_000_000
    assert join_limiting_job(1, Kernel(lets_join=False)) is None
    if ctypes.sizeof(ctypes.c_void_p) == 8:  # laid out as 64-bit Windows has them
        assert (ctypes.sizeof(BasicLimits), ctypes.sizeof(ExtendedLimits)) == (64, 144)


class Security:
    """Windows' functions of tokens, which write down what they are given."""

    def __init__(self, *, lets_lower=True):
        self.lets_lower = lets_lower
        self.asked = []

    def OpenProcessToken(self, process, access, token):
        token._obj.value = 55
        return 1

    def ConvertStringSidToSidW(self, text, sid):
        self.asked.append(text)
        sid._obj.value = 66
        return 1

    def SetTokenInformation(self, token, kind, label, size):
        raw = MandatoryLabel.from_buffer_copy(ctypes.string_at(label, size))
        self.asked.append((token.value, kind, raw.sid, raw.attributes))
        return int(self.lets_lower)


def test_windows_lowers_the_integrity_of_a_worker():
    security = Security()
    lower_integrity(security)
    assert security.asked == ["S-1-16-4096", (55, 25, 66, 0x20)]
    with pytest.raises(OSError, match="cannot be lowered"):
        lower_integrity(Security(lets_lower=False))
