"""The stored data of a document is a small multiple of its text, even if it is hostile."""

import os
import sqlite3
from contextlib import closing

import pytest

from tests.engine.indexing.indexed_folder import IndexedFolder
from tests.support.hostile_documents import MAKERS
from tests.support.readable_folders import readable_folders
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.model.document import CutText
from twofold.engine.model.document_limits import details_length, metadata_length
from twofold.engine.processes.children import module_command

REPEATED = 30
# Bytes of a library with one short note, and the overhead of each document of a file.
EMPTY_LIBRARY = 400_000
EACH_DOCUMENT = 10_000


@pytest.fixture(scope="module")
def reader():
    command = module_command("twofold.engine.service.reader_worker")
    reader = DocumentReader(command=command, folders=readable_folders, cuts=True)
    yield reader
    reader.close()


@pytest.mark.parametrize("name", MAKERS)
def test_stored_details_of_a_document_are_limited_by_its_text(name, tmp_path, reader):
    library = IndexedFolder(tmp_path, _RecordingReader(reader))
    path = library.root / name
    path.write_bytes(MAKERS[name](REPEATED))
    os.utime(path, (1, 1))
    library.update()
    library.close()
    documents, _, text = _stored(tmp_path / "catalog.sqlite")
    assert documents
    size = sum(one.stat().st_size for one in tmp_path.glob("catalog.sqlite*"))
    size += sum(one.stat().st_size for one in tmp_path.glob("lexical/*"))
    assert size <= 20 * text + EACH_DOCUMENT * documents + EMPTY_LIBRARY
    (answer,) = library.reader.answers
    assert _held(answer) <= 10 * text + EACH_DOCUMENT * documents


class _RecordingReader:
    def __init__(self, reader):
        self.reader, self.answers = reader, []

    def read_all(self, paths):
        for path, answer in self.reader.read_all(paths):
            self.answers.append(answer)
            yield path, answer


def _stored(catalog):
    with closing(sqlite3.connect(catalog)) as connection:
        (documents,) = connection.execute("SELECT count(*) FROM documents").fetchone()
        sums = "SELECT count(*), ifnull(sum(length(CAST(text AS BLOB))), 0) FROM chunks"
        return documents, *connection.execute(sums).fetchone()


def _held(answer):
    """Return the number of characters of all values in an answer."""
    assert isinstance(answer, CutText)
    held = metadata_length(answer.metadata)
    held += sum(len(one.text) + details_length(one) for one in answer.chunks)
    held += sum(len(one.words) + len(one.stems) for one in answer.streams)
    for member in answer.members:
        held += len(member.name) + len(member.detail.to_text())
        held += _held(member.extracted) if member.extracted else 0
    return held
