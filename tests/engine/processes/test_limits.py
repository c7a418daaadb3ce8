"""Limits of a worker process: those set by itself if the system supports them, and the watchdog."""

import ctypes
import os
import subprocess
import sys
import threading

import pytest

from tests.support.patience import PATIENCE
from tests.support.readable_folders import readable_folders
from twofold.engine.extract.limits import ReaderLimits
from twofold.engine.extract.process import worker_watch
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.extract.process.worker_watch import Usage, WaitPolicy, WorkerWatch, usage_of
from twofold.engine.model.errors import DocumentError
from twofold.engine.processes.windows_job import (
    BasicLimits,
    ExtendedLimits,
    MandatoryLabel,
    join_limiting_job,
    lower_integrity,
)

# A worker on a system without limits, and a file that makes it use up all memory.
UNLIMITED = """
import sys, threading
sys.modules["resource"] = None
import twofold.engine.extract.process.worker as worker
original = worker.FileReading
held = []
def read(path, most, folder, **options):
    if path.name.startswith("greedy"):
        held.append(b"x" * 300_000_000)
        threading.Event().wait()
    return original(path, most, folder, **options)
worker.FileReading = read
sys.exit(worker.main(sys.argv[1:]))
"""

REFUSED = """
import resource, sys
def refuse(kind, limits):
    raise ValueError("current limit exceeds maximum limit")
resource.setrlimit = refuse
import twofold.engine.extract.process.worker as worker
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


def test_memory_is_limited_on_systems_without_limits(tmp_path):
    paths = [tmp_path / name for name in ("a.txt", "greedy.txt", "b.txt")]
    found = outcomes(UNLIMITED, paths, ReaderLimits(memory_mb=200))
    assert found == ["a.txt", "out-of-memory", "b.txt"]


@pytest.mark.posix
def test_limit_refused_by_the_system_does_not_stop_a_worker(tmp_path):
    assert outcomes(REFUSED, [tmp_path / "a.txt"], ReaderLimits()) == ["a.txt"]


def test_request_that_fills_the_pipe_waits_for_the_previous_answer(tmp_path):
    large, endless = tmp_path / "large.txt", tmp_path / ("n" * 200_000)
    large.write_text("word " * 400_000, encoding="utf-8")
    reader = DocumentReader(folders=readable_folders)
    (_, first), (_, second) = reader.read_all([large, endless])
    reader.close()
    assert first.text == "word " * 400_000
    assert isinstance(second, DocumentError)


@pytest.mark.parametrize("usage", [Usage(memory_bytes=10_001), Usage(threads=513)])
def test_worker_over_its_limits_is_killed_at_any_time(monkeypatch, usage):
    ended, used = threading.Event(), iter([Usage(), Usage(9_000, 512), Usage(), usage])
    monkeypatch.setattr(worker_watch, "usage_of", lambda _: next(used))
    watch = WorkerWatch(os.getpid(), 10_000, ended.set)
    watch.begin()
    assert ended.wait(PATIENCE)
    assert watch.has_ended_worker
    watch.close()
    watch.begin()
    assert next(used, None) is None


def test_usage_includes_child_processes():
    usage = usage_of(os.getpid())
    assert usage.memory_bytes > 5_000_000
    assert usage.threads >= 1
    assert usage.seconds > 0
    program = "import sys; b'x' * 60_000_000; held = b'x' * 50_000_000; print(); sys.stdin.read()"
    started = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {program!r}])"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", started], **pipes) as process:
        process.stdout.readline()
        assert usage_of(process.pid).memory_bytes > 50_000_000
        process.stdin.close()
    assert usage_of(process.pid) == Usage()


class Clock:
    """A fake clock, and a worker that is busy for a fraction `share` of the time."""

    def __init__(self, monkeypatch, *, share):
        self.now = self.computed = 0.0
        self._share = share
        monkeypatch.setattr(worker_watch.time, "monotonic", lambda: self.now)

    def seconds_waited(self, policy):
        """Return after how many seconds waiting for an answer ends."""
        while True:
            passed = policy.deadline - self.now
            self.now += passed
            self.computed += passed * self._share
            if not policy.continues():
                return self.now


@pytest.mark.parametrize(
    ("share", "waited", "is_stuck"),
    [
        (1.0, (60, 135), False),
        (0.1, (600, 700), False),
        (0.01, (6000, 6100), False),
        (0.001, (7200, 7215), False),
        (0, (120, 140), True),
    ],
)
def test_time_limit_counts_processor_time_unless_the_worker_is_stuck(
    monkeypatch, share, waited, is_stuck
):
    clock = Clock(monkeypatch, share=share)
    policy = WaitPolicy(60, lambda: clock.computed)
    assert waited[0] <= clock.seconds_waited(policy) <= waited[1]
    assert policy.is_stuck is is_stuck


class Kernel:
    """Fake Windows functions that record their arguments."""

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


def test_windows_job_limits_memory_and_processes():
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
    if ctypes.sizeof(ctypes.c_void_p) == 8:  # with the layout of 64-bit Windows
        assert (ctypes.sizeof(BasicLimits), ctypes.sizeof(ExtendedLimits)) == (64, 144)


class Security:
    """Fake Windows token functions that record their arguments."""

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
