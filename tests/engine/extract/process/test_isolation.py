"""A document that takes over the extraction worker does not affect other documents."""

import subprocess
import sys
from contextlib import closing

import psutil
import pytest

from tests.support.patience import PATIENCE
from tests.support.pdf_files import make_pdf
from tests.support.readable_folders import readable_folders
from twofold.engine.extract.limits import ReaderLimits
from twofold.engine.extract.process.fork_server import TEXTS_PER_PROCESS, can_fork
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.model.errors import DocumentError

forks = pytest.mark.skipif(not can_fork(), reason="texts share a process on this system")

# A file called evil*.* takes over its process: text read there later is forged. It writes answers
# to every pipe it finds, and one may pass as its own.
TAKEN_OVER = """
import os, sys
import twofold.engine.extract.process.worker as worker
from twofold.engine.extract.process.answers import pack_text
from twofold.engine.extract.process.frames import pack_frame
from twofold.engine.model.document import DocumentMetadata, ExtractedText, LocatorKind
original = worker.FileReading
forged = ExtractedText("forged", LocatorKind.LINE, (0,), (1,), (), DocumentMetadata(), "txt")
def read(path, most, folder, **options):
    reading = original(path, most, folder, **options)
    if path.name.startswith("evil"):
        worker._Serving._extract = lambda *_: pack_text(forged)
        frame = pack_frame(*pack_text(forged))
        for file in range(3, 20) if "frames" in path.name else ():
            try:
                os.write(file, 3 * frame)
            except OSError:
                pass
    return reading
worker.FileReading = read
if {alone}:  # as where a system forks no process
    worker.can_fork = lambda: False
sys.exit(worker.main(sys.argv[1:]))
"""


def texts(paths, *, alone=False):
    """Return the answers of a worker that can be taken over, except for the malicious files."""
    command = (sys.executable, "-c", TAKEN_OVER.replace("{alone}", str(alone)))
    with closing(DocumentReader(ReaderLimits(), command, folders=readable_folders)) as reader:
        answers = list(reader.read_all(paths))
        single = [(path, reader.read(path)) for path in paths if "evil" not in path.name]
    return {
        path.name: answer.reason if isinstance(answer, DocumentError) else answer.text.strip()
        for path, answer in answers + single
        if "evil" not in path.name
    }


@pytest.mark.parametrize(
    ("evil", "alone"),
    [
        pytest.param("evil.pdf", False, marks=forks),
        pytest.param("evil-frames.pdf", False, marks=forks),
        ("evil.pdf", True),
    ],
)
def test_document_read_by_a_native_parser_cannot_forge_another(tmp_path, evil, alone):
    names = ["a.pdf", "b.txt", evil, "c.pdf", "d.txt", "e.txt", "f.pdf"]
    paths = [tmp_path / name for name in names]
    for path in paths:
        is_pdf = path.suffix == ".pdf"
        path.write_bytes(make_pdf([[path.name]]) if is_pdf else path.name.encode())
    assert texts(paths, alone=alone) == {name: name for name in names if name != evil}


@pytest.mark.parametrize("alone", [pytest.param(False, marks=forks), True])
def test_binary_files_with_any_name_are_read_in_their_own_process(tmp_path, alone):
    paths = [tmp_path / name for name in ("a.txt", "evil.txt", "b.txt")]
    for path in paths:
        path.write_bytes(make_pdf([[path.name]]))
    assert texts(paths, alone=alone) == {"a.txt": "a.txt", "b.txt": "b.txt"}


@forks
def test_compromised_process_reads_few_other_texts(tmp_path):
    paths = [tmp_path / "evil.txt"]
    paths += [tmp_path / f"{number}.txt" for number in range(TEXTS_PER_PROCESS + 5)]
    for path in paths:
        path.write_text(path.name)
    command = (sys.executable, "-c", TAKEN_OVER.replace("{alone}", "False"))
    with closing(DocumentReader(ReaderLimits(), command, folders=readable_folders)) as reader:
        read = [answer.text for _, answer in reader.read_all(paths)]
    assert read[TEXTS_PER_PROCESS:] == [path.name for path in paths[TEXTS_PER_PROCESS:]]


UNUSED = """
import sys
import twofold.engine.extract.process.fork_server as fork_server
import twofold.engine.extract.process.worker as worker
is_readable, seconds = fork_server._is_readable, iter([60.0])  # only for the first request
fork_server._is_readable = lambda file, _: is_readable(file, next(seconds, 0.0))
sys.exit(worker.main(sys.argv[1:]))
"""


@forks
def test_idle_worker_that_ended_is_replaced(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("text")
    command = (sys.executable, "-c", UNUSED)
    others = set(psutil.Process().children())  # such as a server kept by a fixture
    with closing(DocumentReader(command=command, folders=readable_folders)) as reader:
        for _ in range(3):
            assert reader.read(path).text == "text"
            psutil.wait_procs(set(psutil.Process().children()) - others, timeout=PATIENCE)


def test_worker_starts_without_numpy_and_window_modules():
    program = (
        "import sys\n"
        "import twofold.engine.extract.process.worker\n"
        "own = {f'twofold.engine.{name}' for name in ('model.events', 'search', 'embedding')}\n"
        "heavy = {'numpy', *own}\n"
        "sys.exit(f'imported: {heavy}' if (heavy := heavy & sys.modules.keys()) else 0)"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert finished.returncode == 0, finished.stderr
