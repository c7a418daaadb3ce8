"""Embedded documents with real worker processes that work correctly or fail."""

import sys

import pytest

from tests.support.archives import zip_of
from tests.support.pdf_files import make_pdf
from tests.support.readable_folders import readable_folders
from twofold.engine.extract.errors import memory_error
from twofold.engine.extract.limits import ReaderLimits
from twofold.engine.extract.process.answers import EmbeddedAnswers
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.model import document_limits
from twofold.engine.model.document import CutText, DocumentMetadata
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.hit import TextSpan

ILL = """
import os, signal, sys
import twofold.engine.extract.process.worker as worker
import twofold.engine.extract.extraction as extraction
original = extraction.find_format
def find(data, path):
    if path.name.startswith("abort"):
        os.abort()
    if path.name.startswith("hang"):
        signal.raise_signal(signal.SIGXCPU)  # what the system does when its time is over
    if path.name.startswith("greedy"):
        raise MemoryError
    return original(data, path)
extraction.find_format = find
sys.exit(worker.main(sys.argv[1:]))
"""


def read(path, *, script="", seconds=60.0):
    command = (sys.executable, "-c", script) if script else None
    reader = DocumentReader(ReaderLimits(seconds=seconds), command, folders=readable_folders)
    try:
        ((_, answer),) = reader.read_all([path])
    finally:
        reader.close()
    return answer


def outcome(answer):
    return {m.name: m.reason.value if m.reason else m.extracted.text for m in answer.members}


def test_embedded_document_that_crashes_the_worker_affects_only_itself(tmp_path):
    path = tmp_path / "a.zip"
    names = ["a.txt", "abort1.txt", "b.txt", "abort2.txt", "abort3.txt", "c.txt"]
    path.write_bytes(zip_of({name: name for name in names}))
    answer = read(path, script=ILL)
    crashed = "reader-crashed"
    assert outcome(answer) == {
        "a.txt": "a.txt", "abort1.txt": crashed, "b.txt": "b.txt", "abort2.txt": crashed,
        "abort3.txt": crashed, "c.txt": "c.txt",
    }  # fmt: skip


def test_embedded_document_that_exceeds_a_limit_affects_only_itself(tmp_path):
    path = tmp_path / "a.zip"
    inner = zip_of({"x.txt": "x", "greedy.txt": "y"})
    path.write_bytes(zip_of({"a.txt": "a", "hang.txt": "h", "in.zip": inner, "b.txt": "b"}))
    answer = read(path, script=ILL)
    assert outcome(answer) == {
        "a.txt": "a", "hang.txt": "timed-out", "in.zip/x.txt": "x",
        "in.zip/greedy.txt": "out-of-memory", "b.txt": "b",
    }  # fmt: skip


@pytest.mark.slow
def test_after_many_crashes_the_rest_is_left_out_and_reported(tmp_path):
    path = tmp_path / "a.zip"
    path.write_bytes(zip_of({"a.txt": "a", **{f"abort{n}": "x" for n in range(30)}, "b.txt": "b"}))
    answer = read(path, script=ILL)
    found = outcome(answer)
    assert found.pop("a.txt") == "a"
    assert set(found.values()) == {"reader-crashed"}
    assert len(found) == 10
    assert "all after it were not read" in answer.members[-1].detail


@pytest.mark.parametrize(
    "frames",
    ['{"member": "a", "lost": "odd", "detail": ""}', '{"begins": "x", "name": "a"}'],
)
def test_false_answers_about_embedded_documents_are_refused(frames, tmp_path):
    script = (
        "import os, struct, time;"
        f"head = b'''{frames}''';"
        "os.write(1, struct.pack('>IQ', len(head), 0) + head); time.sleep(60)"
    )
    answer = read(tmp_path / "a.zip", script=script)
    assert isinstance(answer, DocumentError)
    assert answer.reason == "reader-crashed"


@pytest.mark.parametrize(
    "header",
    [
        {"begins": 1},
        {"begins": -1, "name": "a"},
        {"begins": 10_000, "name": "a"},
        {"begins": 1, "name": "../../a"},
        {"begins": 1, "name": "a" * 4001},
        {"member": "a\nb", "lost": "damaged", "detail": ""},
        {"member": "a", "lost": "damaged"},
        {"member": "a", "lost": "damaged", "detail": ["x"]},
        {"member": "a", "lost": "damaged", "detail": "x" * 100_001},
    ],
)
def test_malformed_frame_about_an_embedded_document_is_refused(header):
    with pytest.raises(ValueError):  # noqa: PT011 any ValueError is refused alike
        EmbeddedAnswers(ReaderLimits().answer).take(header, b"")


def test_second_answer_about_an_embedded_document_does_not_count_for_the_next():
    members = EmbeddedAnswers(ReaderLimits().answer)
    members.take({"begins": 3, "name": "a.txt"}, b"")
    for name in ("a.txt", "a.txt/rest of the text"):
        members.take({"member": name, "lost": "too-large", "detail": ""}, b"")
    assert members.retry(memory_error(), was_fresh=False).first == 4


def test_embedded_documents_with_too_long_names_for_their_text_are_left_out(monkeypatch):
    monkeypatch.setattr(document_limits, "_FILE_DETAILS_ALWAYS", 2000)
    members = EmbeddedAnswers(ReaderLimits().answer)
    for number in range(30):
        name = f"{number}".rjust(190, "n")
        members.take({"begins": number, "name": name}, b"")
        members.take({"member": name, "lost": "damaged", "detail": ""}, b"")
    kept = members.complete(CutText(DocumentMetadata(), "zip", ())).members
    assert len(kept) == 11
    assert [member.reason.value for member in kept] == ["damaged"] * 10 + ["too-large"]
    assert "all after it were not read" in kept[-1].detail


def test_page_of_a_pdf_in_an_archive_is_rendered(tmp_path):
    path = tmp_path / "a.zip"
    path.write_bytes(zip_of({"sub/a.pdf": make_pdf([["first"], ["second page"]])}))
    reader = DocumentReader(folders=readable_folders)
    found = reader.render_page(path, 2, 600, "second", member="sub/a.pdf")
    assert (found.page, found.pages, found.text.strip()) == (2, 2, "second page")
    assert len(found.boxes([TextSpan(0, 6)])) == 1
    assert reader.read(path, "sub/a.pdf").text.startswith("first")
    with pytest.raises(DocumentError, match="no longer contains this document"):
        reader.read(path, "sub/b.pdf")
    reader.close()
