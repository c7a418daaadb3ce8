"""The document reader with real worker processes that work correctly or fail."""

import sys
import threading
from pathlib import Path

import psutil
import pytest

from tests.engine.extract.refusals import reason_of
from tests.support.patience import PATIENCE
from tests.support.pdf_files import make_pdf
from tests.support.readable_folders import readable_folders
from twofold.engine.extract.limits import ReaderLimits
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.model.errors import DocumentError, EngineError
from twofold.engine.model.hit import TextSpan


@pytest.fixture
def reader():
    made = DocumentReader(folders=readable_folders)
    yield made
    made.close()


def reader_with_script(script: str, seconds: float = PATIENCE) -> DocumentReader:
    """Return a reader that uses this script as its worker."""
    return DocumentReader(
        ReaderLimits(seconds=seconds), (sys.executable, "-c", script), folders=readable_folders
    )


def written(folder: Path, *names: str) -> list[Path]:
    """Write files that contain their own names."""
    for name in names:
        (folder / name).write_text(name, encoding="utf-8")
    return [folder / name for name in names]


def children() -> set[int]:
    return {child.pid for child in psutil.Process().children()}


def test_every_path_gets_its_answer_in_order_whichever_process_reads_it(reader, tmp_path):
    paths = [tmp_path / f"{number}.{('txt', 'pdf', 'md')[number % 3]}" for number in range(70)]
    for number, path in enumerate(paths):
        pdf = make_pdf([[path.name]]) if number % 3 == 1 else path.name.encode()
        path.write_bytes(pdf if number % 7 else b"")
    answers = list(reader.read_all(paths))
    assert [path for path, _ in answers] == paths
    for number, (path, answer) in enumerate(answers):
        assert (answer.text.strip() if number % 7 else answer.reason) == (
            path.name if number % 7 else "no-text"
        )


def test_new_limits_apply_to_the_next_file_and_former_workers_are_not_used(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("text " * 300_000, encoding="utf-8")
    others = children()
    reader = DocumentReader(ReaderLimits(max_file_mb=1), folders=readable_folders)
    with pytest.raises(DocumentError, match="limit is 1 MB"):
        reader.read(path)
    first = children() - others
    files = reader.read_all([path, path])
    assert isinstance(next(files)[1], DocumentError)
    reader.use_limits(ReaderLimits(max_file_mb=2, seconds=50))
    list(files)  # earlier requests are answered under the former limits
    assert reader.read(path).text.startswith("text")
    assert len(children() - others) == 1
    assert not first & (children() - others)
    reader.close()


def test_files_are_read_ahead_while_the_first_is_processed(reader, tmp_path):
    paths = [tmp_path / "a.txt"] * 1100
    paths[0].write_text("text", encoding="utf-8")
    asked = []
    reading = reader.read_all(asked.append(path) or path for path in paths)
    next(reading)
    assert 1 < len(asked) < len(paths)
    assert [path for path, _ in reading] == paths[1:]
    assert asked == paths


def test_abandoned_iteration_does_not_disturb_others(reader, tmp_path):
    paths = written(tmp_path, "a.txt", "b.txt", "c.txt")
    reading = reader.read_all(paths[:2])
    next(reading)
    reading.close()
    assert reader.read(paths[2]).text == "c.txt"


def test_file_that_takes_too_long_is_abandoned(tmp_path):
    reader = reader_with_script("while True: pass", seconds=0.3)
    assert reason_of(reader.read, tmp_path / "a.md") == "timed-out"
    reader.close()


@pytest.mark.parametrize(
    "script",
    [
        "import sys; sys.exit(0)",
        "import ctypes; ctypes.string_at(0)",
        "import os, time; os.write(1, b'\\0\\0\\0\\5' + bytes(8) + b'hello')",
        "import os; os.write(1, b'\\0\\0\\0\\2' + bytes(8) + b'{}')",
        "import os; os.write(1, b'\\xff' * 100)",
        "import os; os.write(1, b'\\0\\0\\0\\17' + bytes(8) + b'{\"failure\":\"odd\"}')",
    ],
)
def test_worker_that_crashes_or_lies_affects_only_one_file(script, tmp_path):
    reader = reader_with_script(script)
    assert reason_of(reader.read, tmp_path / "a.md") == "reader-crashed"
    assert reason_of(reader.read, tmp_path / "b.md") == "reader-crashed"
    reader.close()


DIES_ON_BAD = """
import os, sys
import twofold.engine.extract.process.worker as worker
original = worker.FileReading
def read(path, most, folder, **options):
    if path.name.startswith("bad"):
        os.abort()
    return original(path, most, folder, **options)
worker.FileReading = read
sys.exit(worker.main(["500", "5"]))
"""


def test_files_around_a_fatal_one_are_read(tmp_path):
    paths = written(tmp_path, "a.txt", "bad1.txt", "b.txt", "bad2.txt", "bad3.txt", "c.txt")
    reader = reader_with_script(DIES_ON_BAD)
    answers = list(reader.read_all(paths))
    reader.close()
    assert [path for path, _ in answers] == paths
    for path, answer in answers:
        answered = answer.reason if isinstance(answer, DocumentError) else answer.text
        assert answered == ("reader-crashed" if "bad" in path.name else path.name)


ASKED_TO_END = """
import os, signal, sys
import twofold.engine.extract.process.worker as worker
original = worker.FileReading
def read(path, most, folder, **options):
    signal.raise_signal(signal.SIGTERM)
    return original(path, most, folder, **options)
worker.FileReading = read
sys.exit(worker.main(["500", "5"]))
"""


def test_file_being_read_at_the_end_of_the_session_is_not_reported_as_damaged(tmp_path):
    reader = reader_with_script(ASKED_TO_END)
    answers = [answer.text for _, answer in reader.read_all(written(tmp_path, "a.txt"))]
    reader.close()
    assert answers == ["a.txt"]


def test_file_that_needs_too_much_memory_is_reported(tmp_path):
    path = tmp_path / "large.txt"
    path.write_bytes("wörd ".encode() * 20_000_000)
    reader = DocumentReader(ReaderLimits(memory_mb=180), folders=readable_folders)
    assert reason_of(reader.read, path) == "out-of-memory"
    path.write_text("small", encoding="utf-8")
    assert reader.read(path).text == "small"
    reader.close()


def test_reader_that_cannot_start_raises_an_error(tmp_path):
    reader = DocumentReader(command=(str(tmp_path / "missing"),), folders=readable_folders)
    with pytest.raises(EngineError, match="could not be started"):
        reader.read(tmp_path / "a.md")
    reader.close()


def test_closing_ends_reading_without_a_failure_of_the_file(tmp_path):
    reader = reader_with_script("import sys; sys.stdin.read()", seconds=PATIENCE)
    answers = []
    thread = threading.Thread(target=lambda: answers.extend(reader.read_all([tmp_path / "a.md"])))
    thread.start()
    while not reader._busy:
        thread.join(0.01)
    reader.close()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert answers == []
    with pytest.raises(EngineError, match="closed"):
        reader.read(tmp_path / "a.md")
    assert list(reader.read_all([tmp_path / "a.md"])) == []


def test_two_threads_may_share_a_reader(reader, tmp_path):
    paths, wrong = written(tmp_path, *(f"{number}.txt" for number in range(20))), []

    def read(mine):
        wrong.extend(path for path in mine if reader.read(path).text != path.name)

    threads = [threading.Thread(target=read, args=(paths[k::2],)) for k in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_page_is_rendered_with_its_passage_and_matches(reader, tmp_path):
    path = tmp_path / "a.pdf"
    path.write_bytes(make_pdf([["first"], ["Limit the memory", "a pod may use", "otherwise"]]))
    found = reader.render_page(path, 99, 600, "the memory a pod may use")  # the last one
    assert (found.page, found.pages, found.image.width, found.image.height) == (2, 2, 600, 800)
    assert len(found.image.pixels) == found.image.stride * 800
    assert len(set(found.image.pixels)) > 2
    assert found.text.startswith("Limit the memory\n")
    assert len(found.image.passage_boxes) == 2
    first, second = found.image.passage_boxes
    assert first.y < second.y < 120
    limit, pod = found.boxes([TextSpan(0, 5), TextSpan(19, 22)])
    assert limit.x < first.x
    assert second.x < pod.x < second.x + second.width
    text = tmp_path / "a.md"
    text.write_text("text", encoding="utf-8")
    assert reason_of(reader.render_page, text, 1, 100) == "unsupported"


def test_boxes_of_a_rotated_page_are_rotated(reader, tmp_path):
    path = tmp_path / "a.pdf"
    path.write_bytes(make_pdf([["word"]], rotate=90))
    found = reader.render_page(path, 1, 400)
    assert (found.image.width, found.image.height) == (400, 300)
    (box,) = found.boxes([TextSpan(0, 4)])
    assert box.height > box.width
    assert box.x > 300
