"""Passages created in the worker equal those created in this process."""

import json
import zipfile

import pytest

from tests.engine.extract.process.test_answers import DOCUMENT, TIMES
from tests.support.readable_folders import readable_folders
from twofold.app.child_processes import ChildProcess
from twofold.engine.extract.process.answers import pack_answer, unpack_answer
from twofold.engine.extract.process.frames import MalformedFrameError
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.indexing.chunker import chunk
from twofold.engine.indexing.crawl import FoundFile
from twofold.engine.indexing.ignore_rules import IgnoreRules
from twofold.engine.indexing.pipeline import as_read_file, token_streams
from twofold.engine.model.document import CutText, FileState
from twofold.engine.service.reader_worker import streams
from twofold.engine.stores.lexical.analysis import stemmer_for
from twofold.engine.stores.lexical.token_streams import passage_streams

FILES = {
    "a.md": "---\ntags: [x]\n---\n# Pods\n\n" + "The memory a pod may use is limited. " * 90,
    "b.py": "class Pod:\n    def memory(self):\n        return 'Mi'\n" * 20,
    "c.csv": "name,memory\n" + "pod,512\n" * 300,
    "d.txt": "日本語の文書。" * 400,
    "e.txt": "",
}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    with zipfile.ZipFile(folder / "f.zip", "w") as archive:
        for name, text in FILES.items():
            archive.writestr(f"inside/{name}", text)
    return sorted(folder.iterdir())


def wire(header):
    return json.loads(json.dumps(header))


def read_files(reader, files):
    try:
        answers = list(reader.read_all(files))
    finally:
        reader.close()
    rules = IgnoreRules(hidden_files=False, ignore_files=True)
    read = [
        as_read_file(FoundFile(path.name, FileState(1, 1)), answer, rules)
        for path, answer in answers
    ]
    return [answer for _, answer in answers], read


def as_saved(read):
    return [
        (
            [(name, d.metadata, d.file_type, d.chunks) for name, d in file.documents.items()],
            [(name, failure.reason) for name, failure in file.failures.items()],
        )
        for file in read
    ]


def test_passages_of_the_worker_equal_those_of_this_process(files):
    reader = DocumentReader(
        None, ChildProcess.EXTRACT_WORKER.command, cuts=True, folders=readable_folders
    )
    answers, cut = read_files(reader, files)
    assert {type(answer) for answer in answers if hasattr(answer, "metadata")} == {CutText}
    _, whole = read_files(DocumentReader(folders=readable_folders), files)
    assert as_saved(cut) == as_saved(whole)
    assert sum(len(file.documents) for file in cut) == 8


def test_times_survive_packing_and_unpacking():
    header, tail = pack_answer(TIMES, chunk)
    assert unpack_answer(wire(header), tail) == CutText(TIMES.metadata, "md", chunk(TIMES))


@pytest.mark.parametrize("change", [(-1, 1), (1, 0), (-1, 0)])
def test_missing_token_streams_are_rejected(change):
    header, tail = pack_answer(DOCUMENT, chunk, streams)
    sizes = wire(header)["sizes"]
    wrong = [sizes[0] + change[0], sizes[1] + change[1], *sizes[2:]]
    for refused in (wrong, [-1, sum(sizes) + 1], sizes[:-1], [sum(sizes)], [], None, ["1"]):
        with pytest.raises(MalformedFrameError):
            unpack_answer(wire(header) | {"sizes": refused}, tail)


@pytest.mark.parametrize("backlog_bytes", [0, 1_000_000])
def test_worker_with_a_backlog_is_asked_to_pretokenise(files, backlog_bytes, monkeypatch):
    monkeypatch.setattr("twofold.engine.extract.process.reader._BACKLOG_BYTES", backlog_bytes)
    reader = DocumentReader(
        None, ChildProcess.EXTRACT_WORKER.command, cuts=True, folders=readable_folders
    )
    answers, read = read_files(reader, files[:1])
    passages = answers[0].chunks
    made = () if backlog_bytes else tuple(passage_streams(passage) for passage in passages)
    assert answers[0].streams == made
    ready = dict(token_streams(read[0]))
    assert ready == {
        (stemmer_for(passage.lang), passage.text): passage_streams(passage) for passage in passages
    }


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (0, 4), (0, -1), (0, "0"), (1, 0), (1, 8), (2, 0), (3, 0), (3, None), (4, "1"), (5, 1.5),
        (6, 1), (6, -1), (7, 0), (8, None), (9, 3),
    ],
)  # fmt: skip
def test_a_malformed_passage_is_refused(place, value):
    header, tail = pack_answer(DOCUMENT, chunk)
    rows = wire(header)["cut"]
    rows[0][place] = value
    with pytest.raises(MalformedFrameError):
        unpack_answer(wire(header) | {"cut": rows}, tail)
    for change in ({"cut": 1}, {"cut": [1]}, {"cut": [[]]}, {"paths": []}):
        with pytest.raises(MalformedFrameError):
            unpack_answer(wire(header) | change, tail)
    with pytest.raises(MalformedFrameError):
        unpack_answer(wire(header), tail + b"more")
