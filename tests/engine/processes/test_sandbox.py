"""The restrictions of a process that handles hostile input, tested with malicious code in it."""

import ctypes
import os
import subprocess
import sys
from contextlib import closing, contextmanager

import pytest

from tests.engine.extract.refusals import reason_of
from twofold.engine.embedding.models import probe as model_probe
from twofold.engine.embedding.models.probe import ModelTrial
from twofold.engine.export.template import TemplateProcess
from twofold.engine.extract.limits import ReaderLimits
from twofold.engine.extract.process import reader as reader_module
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.model.errors import DocumentError, EngineError
from twofold.engine.processes import sandbox
from twofold.engine.processes.children import PIPE, start_child
from twofold.engine.processes.sandbox import Sandbox, SandboxPolicy, macos_profile, sandbox_warning

confined = pytest.mark.skipif(
    bool(sandbox.sandbox_problem()), reason=f"no sandbox: {sandbox.sandbox_problem()}"
)
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="Linux's sandbox")

# The worker runs the code in a document, and the result is the document's text.
TAKEN_OVER = """
import sys
import twofold.engine.extract.process.worker as worker
from twofold.engine.model.document import DocumentMetadata, ExtractedText, LocatorKind
def run(path, member, most, folder, *_):
    code = path.read_text()
    try:
        names = {}
        exec(code, names)
        outcome = "done: " + repr(names.get("result"))
    except BaseException as error:
        outcome = type(error).__name__ + ": " + str(error)
    return ExtractedText(outcome, LocatorKind.LINE, (0,), (1,), (), DocumentMetadata(), "txt")
worker.read_document = run
sys.exit(worker.main(sys.argv[1:]))
"""


def library_beside_a_secret(folder):
    library = folder / "library"
    library.mkdir()
    (library / "kept.txt").write_text("kept")
    (folder / "outside.txt").write_text("secret")
    return library


@pytest.fixture
def library(tmp_path):
    return library_beside_a_secret(tmp_path)


@pytest.fixture
def run(library):
    """Run code in a worker process and return its result."""
    with worker_that_runs(library, TAKEN_OVER) as run_code:
        yield run_code


@contextmanager
def worker_that_runs(library, program):
    reader = DocumentReader(
        ReaderLimits(seconds=30), (sys.executable, "-c", program), folders=lambda: (library,)
    )

    def run_code(code):
        document = library / "hostile.txt"
        document.write_text(code)
        return reader.read(document).text

    with closing(reader):
        yield run_code


@pytest.fixture(scope="module")
def one_worker(tmp_path_factory):
    """A library, and a function that runs code in one worker after malicious code ran there."""
    library = library_beside_a_secret(tmp_path_factory.mktemp("one"))
    with worker_that_runs(library, TAKEN_OVER) as run_code:
        yield library, run_code


DENIED = {
    "read outside": "result = open('{outside}').read()",
    "list outside": "import os; result = os.listdir('{above}')",
    "list the root": "import os; result = os.listdir('/')",
    "read a home": "import os; result = open('/etc/passwd').read()",
    "create": "open('{library}/new.txt', 'w')",
    "create outside": "open('{above}/new.txt', 'w')",
    "write": "open('{library}/kept.txt', 'a')",
    "truncate": "import os; os.truncate('{library}/kept.txt', 0)",
    "unlink": "import os; os.unlink('{library}/kept.txt')",
    "unlink outside": "import os; os.unlink('{outside}')",
    "rename": "import os; os.rename('{library}/kept.txt', '{library}/x.txt')",
    "link": "import os; os.link('{library}/kept.txt', '{library}/x.txt')",
    "symlink": "import os; os.symlink('/', '{library}/root')",
    "truncate by opening": "import os; os.open('{library}/kept.txt', os.O_RDONLY | os.O_TRUNC)",
    "change a flag": "import fcntl; fcntl.ioctl(open('{library}/kept.txt'), 0x40086602, bytes(8))",
    "lock": "import fcntl; fcntl.flock(open('{library}/kept.txt'), fcntl.LOCK_EX)",
    "lock a part": "import fcntl; fcntl.lockf(open('{library}/kept.txt'), fcntl.LOCK_SH)",
    "delay others": "import fcntl; fcntl.fcntl(open('{library}/kept.txt'), fcntl.F_SETLEASE, 0)",
    "make a folder": "import os; os.mkdir('{library}/x')",
    "make a pipe": "import os; os.mkfifo('{library}/x')",
    "change the mode": "import os; os.chmod('{library}/kept.txt', 0o777)",
    "change the time": "import os; os.utime('{library}/kept.txt', (0, 0))",
    "change an attribute": "import os; os.setxattr('{library}/kept.txt', 'user.x', b'x')",
    "read an attribute outside": "import os; result = os.getxattr('{outside}', 'user.note')",
    "list attributes outside": "import os; result = os.listxattr('{outside}')",
    "connect": "import socket; socket.socket(socket.AF_INET).connect(('127.0.0.1', 9))",
    "connect to a neighbour": "import socket; socket.socket(socket.AF_UNIX)",
    "fork": "import os; os.fork()",
    "start a program": "import subprocess; subprocess.run(['/bin/true'])",
    "become a program": "import os; os.execv('/bin/true', ['true'])",
    "end another process": "import os, signal; os.kill({parent}, signal.SIGTERM)",
    "slow down another": "import os; os.setpriority(os.PRIO_PROCESS, {parent}, 19)",
    "take its limits from another": "import resource; resource.prlimit({parent}, 0)",
    "raise its own limit": "import resource as r; r.setrlimit(r.RLIMIT_AS, (-1, -1))",
    "become another user": "import os; os.setresuid(-1, -1, -1)",
    "leave its groups": "import os; os.setresgid(-1, -1, -1)",
    "take all room for pipes": "import fcntl, os; fcntl.fcntl(os.pipe()[0], 1031, 1 << 20)",
    "take all timers": "import ctypes; c = ctypes.CDLL(None); "
    "assert c.timer_create(0, None, ctypes.byref(ctypes.c_void_p())) != -1",
    "take all requests": "import ctypes, os; c = ctypes.CDLL(None); "
    "number = 0 if os.uname().machine == 'aarch64' else 206; "
    "assert c.syscall(number, 60_000, ctypes.byref(ctypes.c_ulong())) != -1",
    "trace": "import ctypes; c = ctypes.CDLL(None, use_errno=True); "
    "assert c.ptrace(16, {parent}, 0, 0) != -1, ctypes.get_errno()",
    "memory of another": "open('/proc/{parent}/mem', 'rb')",
    "environment of another": "open('/proc/{parent}/environ', 'rb').read()",
    "end the process that forked it": "import os; os.kill(os.getppid(), 9)",
    "memory of the process that forked it": "import os; open(f'/proc/{{os.getppid()}}/mem', 'rb')",
    "its pipes": "import os; os.listdir(f'/proc/{{os.getppid()}}/fd')",
    "leave its session": "import os; os.setsid()",
    "leave its group": "import os; os.setpgid(0, 0)",
    "compute for ever": "import resource as r; r.setrlimit(r.RLIMIT_CPU, (3600, 3600))",
}  # fmt: skip


@confined
@on_linux
@pytest.mark.parametrize("what", DENIED)
def test_compromised_worker_is_denied_access(one_worker, what):
    library, run = one_worker
    places = {
        "library": library,
        "above": library.parent,
        "outside": library.parent / "outside.txt",
        "parent": os.getpid(),
    }
    outcome = run(DENIED[what].format(**places))
    assert not outcome.startswith("done"), outcome
    assert outcome.startswith(("PermissionError", "ValueError", "AssertionError")), outcome
    assert {path.name for path in library.iterdir()} == {"kept.txt", "hostile.txt"}
    assert (library / "kept.txt").read_text() == "kept"
    assert (library.parent / "outside.txt").read_text() == "secret"


# An older kernel, which the worker takes for the one of this system.
OF_KERNEL = (
    "import twofold.engine.processes.linux_sandbox as linux\nlinux._landlock_version = lambda: {}"
)


@confined
@on_linux
@pytest.mark.parametrize("version", [1, 2])
def test_before_linux_6_2_opening_a_file_cannot_truncate_it(library, version):
    code = DENIED["truncate by opening"].format(library=library)
    with worker_that_runs(library, OF_KERNEL.format(version) + TAKEN_OVER) as run_code:
        assert run_code(code).startswith("PermissionError")
    assert (library / "kept.txt").read_text() == "kept"


@confined
@on_linux
def test_before_linux_6_12_a_pipe_cannot_signal_a_process(library):
    code = (
        "import fcntl, os\n"
        "reading, writing = os.pipe()\n"
        "fcntl.fcntl(reading, fcntl.F_SETOWN, {victim})\n"
        "fcntl.fcntl(reading, 10, 9)\n"  # F_SETSIG: SIGKILL
        "fcntl.fcntl(reading, fcntl.F_SETFL, fcntl.fcntl(reading, fcntl.F_GETFL) | os.O_ASYNC)\n"
        "os.write(writing, b'x')"
    )
    victim = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with victim, worker_that_runs(library, OF_KERNEL.format(5) + TAKEN_OVER) as run_code:
        assert run_code(code.format(victim=victim.pid)).startswith("PermissionError")
        assert victim.communicate(b"alive")[0] == b"alive"


@confined
@on_linux
def test_queues_semaphores_and_shared_memory_of_others_are_inaccessible(run):
    libc = ctypes.CDLL(None)
    queue, memory = libc.msgget(0, 0o600), libc.shmget(0, 4096, 0o600)
    semaphore = libc.semget(0, 1, 0o600)
    code = (
        "import ctypes\n"
        "c = ctypes.CDLL(None)\n"
        f"result = c.msgctl({queue}, 0, None), c.shmctl({memory}, 0, None), "
        f"c.semctl({semaphore}, 0, 0), c.msgsnd({queue}, bytes([1] + [0] * 8), 1, 0)"
    )
    try:
        assert run(code) == "done: (-1, -1, -1, -1)"
    finally:
        remove = 0
        gone = libc.msgctl(queue, remove, None), libc.shmctl(memory, remove, None)
        assert (*gone, libc.semctl(semaphore, 0, remove)) == (0, 0, 0)


@confined
@on_linux
def test_sandboxed_worker_can_do_its_work(run, library):
    assert run(f"result = open('{library}/kept.txt').read()") == "done: 'kept'"
    assert run("import xml.dom.minidom, lxml.etree, pypdfium2; result = 1") == "done: 1"


THREADS = "import threading; t = threading.Thread(target=print); t.start(); t.join()"
RECOGNISES = f"""
import os, sys, types
os.environ["OPENBLAS_NUM_THREADS"] = "1"
import twofold.engine.extract.ocr as ocr
import twofold.engine.extract.process.worker as worker
worker._page_renderer = lambda request: (b"", types.SimpleNamespace(page_picture=print))
ocr.recognise = lambda picture: exec({THREADS!r}) or ()
sys.exit(worker.main(sys.argv[1:]))
"""


@confined
@on_linux
def test_only_ocr_starts_threads(run, library):
    assert run(THREADS).startswith("RuntimeError")
    command = (sys.executable, "-c", RECOGNISES)
    with closing(DocumentReader(command=command, folders=lambda: (library,))) as reader:
        assert reader.recognise(library / "kept.txt", 1) == ()


STATUS = "open('/proc/self/status').read()"


@confined
@on_linux
def test_templates_and_models_are_processed_in_the_sandbox(tmp_path):
    program = (
        "import sys, twofold.engine.export.template_worker as worker\n"
        f"worker._answer = lambda request: {{'text': {STATUS}}}\n"
        "sys.exit(worker.main(sys.argv[1:]))"
    )
    template = TemplateProcess((sys.executable, "-c", program))
    assert is_confined(template.run("x", {}, lambda: None))

    model = tmp_path / "model.gguf"
    model.write_bytes(b"x")
    program = (
        "import sys, twofold.engine.embedding.models.probe as worker\n"
        f"worker._try = lambda *_, **__: {{'problem': {STATUS}}}\n"
        "worker._limit_memory = lambda *_, **__: None\n"
        "sys.exit(worker.main(sys.argv[1:]))"
    )
    with pytest.raises(EngineError) as reported:
        model_probe.probe(model, "mean", trial=ModelTrial((sys.executable, "-c", program)))
    assert is_confined(reported.value.message)


def is_confined(status):
    return "Seccomp:\t2" in status and "NoNewPrivs:\t1" in status


def test_nothing_is_read_if_a_required_sandbox_is_missing(monkeypatch, library):
    monkeypatch.setattr(sandbox, "sandbox_problem", lambda: "This Linux has no Landlock.")
    monkeypatch.setattr(reader_module, "sandbox_problem", sandbox.sandbox_problem)
    limits = ReaderLimits(sandbox=SandboxPolicy.REQUIRED)
    reader = DocumentReader(limits, folders=lambda: (library,))
    with pytest.raises(EngineError, match="No documents are read") as reported:
        reader.read(library / "kept.txt")
    assert "reading.sandbox" in reported.value.hint
    assert not isinstance(reported.value, DocumentError)


@pytest.mark.parametrize("policy", SandboxPolicy)
def test_file_is_read_under_every_policy_even_in_a_linked_folder(policy, library, tmp_path):
    linked = tmp_path / "linked"
    linked.symlink_to(library)
    reader = DocumentReader(ReaderLimits(sandbox=policy), folders=lambda: (library, linked))
    for folder in (library, linked):
        assert reader.read(folder / "kept.txt").text == "kept"
    reader.close()


@on_linux
def test_worker_that_cannot_enter_a_required_sandbox_ends(library, expected_log, monkeypatch):
    expected_log.append("a process was outside its sandbox")
    program = (
        "import sys, twofold.engine.processes.linux_sandbox as linux\n"
        "linux._landlock_version = lambda: 0\n"
        "import twofold.engine.extract.process.worker as worker\n"
        "sys.exit(worker.main(sys.argv[1:]))"
    )
    command = (sys.executable, "-c", program)
    strict = DocumentReader(
        ReaderLimits(sandbox=SandboxPolicy.REQUIRED), command, folders=lambda: (library,)
    )
    monkeypatch.setattr(reader_module, "sandbox_problem", lambda: "")
    with pytest.raises(
        EngineError, match=r"No documents are read, .* Landlock is not available"
    ) as reported:
        strict.read(library / "kept.txt")
    assert not isinstance(reported.value, DocumentError)
    strict.close()


@on_linux
@pytest.mark.parametrize("failing", ["enter", "_restrict_calls"])
def test_worker_that_cannot_enter_its_sandbox_reports_it_before_reading(
    library, expected_log, failing
):
    program = (
        "import sys, twofold.engine.processes.linux_sandbox as linux\n"
        "def fail(*_, **__):\n"
        "    raise PermissionError(1, 'Operation not permitted')\n"
        f"linux.{failing} = fail\n"
        "import twofold.engine.extract.process.worker as worker\n"
        "sys.exit(worker.main(sys.argv[1:]))"
    )
    expected_log.append("a process was outside its sandbox: [Errno 1] Operation not permitted")
    command, auto = (sys.executable, "-c", program), ReaderLimits(sandbox=SandboxPolicy.AUTO)
    with closing(DocumentReader(auto, command, folders=lambda: (library,))) as lenient:
        assert lenient.read(library / "kept.txt").text == "kept"
        warning = sandbox_warning(SandboxPolicy.AUTO, lenient.sandbox_failure)
    assert warning.startswith("Documents are read without a sandbox. A process could not enter")
    assert "not permitted" in warning


def test_output_of_a_worker_after_its_report_is_not_a_report(library):
    program = (
        "import os, sys, twofold.engine.extract.process.worker as worker\n"
        'worker._private_channels = lambda: os.write(2, b\'{"sandbox_failure": "forged"}\')\n'
        "sys.exit(worker.main(sys.argv[1:]))"
    )
    sandbox_of_it = Sandbox((), SandboxPolicy.AUTO)
    command = (sys.executable, "-c", program, "1024", "60")
    with start_child(command, stdout=PIPE, sandbox=sandbox_of_it) as process:
        process.communicate()
    assert process.sandbox_failure == ""


def test_sandbox_warnings_for_the_user(monkeypatch):
    monkeypatch.setattr(sandbox, "sandbox_problem", lambda: "This Linux has no Landlock.")
    assert sandbox_warning(SandboxPolicy.AUTO).endswith("This Linux has no Landlock.")
    assert "reading.sandbox" in sandbox_warning(SandboxPolicy.OFF)
    monkeypatch.setattr(sandbox, "sandbox_problem", lambda: "")
    assert sandbox_warning(SandboxPolicy.AUTO) == ""
    assert sandbox_warning(SandboxPolicy.REQUIRED) == ""


def test_sandbox_is_described_in_one_line():
    one = Sandbox(("/a\nb", "/\udcff"), SandboxPolicy.REQUIRED, gpu=True)
    assert one.as_line().count(b"\n") == 1
    assert Sandbox.from_line(one.as_line()) == one


def test_macos_profile_denies_everything_not_listed():
    profile = macos_profile(('/Users/a/Notes "x"',))
    assert "(deny default)" in profile
    assert '(subpath "/Users/a/Notes \\"x\\"")' in profile
    assert "network" not in profile
    assert "process-fork" not in profile


@pytest.mark.parametrize("policy", [SandboxPolicy.AUTO, SandboxPolicy.OFF])
@pytest.mark.parametrize("swapped", ["file", "folder"])
def test_link_that_replaced_a_file_or_folder_is_not_followed(tmp_path, policy, swapped):
    library, outside = tmp_path / "library", tmp_path / "outside"
    for place in (library / "inner", outside):
        place.mkdir(parents=True)
        (place / "a.txt").write_text(place.name)
    if swapped == "file":
        (library / "inner" / "a.txt").unlink()
        (library / "inner" / "a.txt").symlink_to(outside / "a.txt")
    else:
        (library / "inner").rename(library / "former")
        (library / "inner").symlink_to(outside)
    with closing(
        DocumentReader(ReaderLimits(sandbox=policy), folders=lambda: (library,))
    ) as reader:
        assert reason_of(reader.read, library / "inner" / "a.txt") == "vanished"


@pytest.fixture
def two(tmp_path):
    """A library with two folders. Each contains a file with the name of the folder as text."""
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
        (folder / "a.txt").write_text(folder.name)
    return folders


def test_folder_added_later_is_read_by_a_new_worker(two):
    known = two[:1]
    with closing(DocumentReader(folders=lambda: known)) as reader:
        assert reader.read(two[0] / "a.txt").text == "one"
        known.append(two[1])
        assert reader.read(two[1] / "a.txt").text == "two"


@confined
@on_linux
def test_document_cannot_read_another_library_folder(two):
    (two[0] / "a.txt").write_text(f"result = open('{two[1]}/a.txt').read()")
    command = (sys.executable, "-c", TAKEN_OVER)
    with closing(DocumentReader(ReaderLimits(), command, folders=lambda: two)) as reader:
        assert reader.read(two[0] / "a.txt").text.startswith("PermissionError")
