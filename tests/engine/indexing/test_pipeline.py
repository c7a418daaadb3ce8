import os
from dataclasses import replace

import pytest

from tests.engine.indexing.indexed_folder import LONG_AGO_NS, IndexedFolder, text_of
from twofold.engine.indexing import pipeline
from twofold.engine.indexing.crawl import FoundFile
from twofold.engine.indexing.ignore_rules import IgnoreRules
from twofold.engine.indexing.pipeline import ReadFile, UnsavedFiles, as_read_file
from twofold.engine.indexing.scan import FolderSummary, Scan
from twofold.engine.model.document import (
    Chunk,
    CutText,
    DocumentMetadata,
    EmbeddedDocument,
    FileState,
    LocatorKind,
    TokenStreams,
)
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import Message


class PowerFailureReader:
    """Reads files as text and simulates a power failure (`pull`) after `reads` files."""

    def __init__(self, reads=9, pull=lambda: None):
        self.left, self.pull = reads, pull

    def read_all(self, paths):
        for path in paths:
            if self.left == 0:
                self.pull()
            self.left -= 1
            yield path, self._read(path)

    @staticmethod
    def _read(path):
        try:
            return text_of(path.read_text(encoding="utf-8"), path.stem)
        except OSError:
            return DocumentError(FailureReason.VANISHED, Message("The file is gone."))


@pytest.fixture
def library(tmp_path, write_file):
    for number in range(4):
        path = write_file(f"notes/{number}.md", f"Words of the note {number}.\n")
        os.utime(path, ns=(LONG_AGO_NS, LONG_AGO_NS))  # files that are too fresh are read once more
    opened = IndexedFolder(tmp_path, PowerFailureReader())
    yield opened
    opened.close()


def update(library, reader, names=None):
    library.read_by(reader, names)
    return library.update()


def test_folder_that_vanishes_during_reading_leaves_no_failures(library, tmp_path):
    notes, away = tmp_path / "notes", tmp_path / "away"
    summary = update(library, PowerFailureReader(2, lambda: notes.exists() and notes.rename(away)))
    assert (summary.read, summary.failed) == (2, 0)
    assert library.catalog.failures.every() == ()

    away.rename(notes)
    summary = update(library, PowerFailureReader())
    assert (summary.read, summary.unchanged, summary.failed) == (2, 2, 0)


def test_file_that_vanishes_before_reading_is_not_a_failure(library):
    def remove_all():
        for file in library.root.iterdir():
            file.unlink()

    assert update(library, PowerFailureReader(3, remove_all)).read == 3
    assert library.catalog.failures.every() == ()
    assert update(library, PowerFailureReader()).removed == 3


def test_folder_that_vanishes_during_the_scan_loses_nothing(library, tmp_path):
    assert library.update().read == 4

    class Leaving(IgnoreRules):
        def ignores_file(self, _name):
            if library.root.exists():
                library.root.rename(tmp_path / "away")
            return True

    assert update(library, PowerFailureReader(), Leaving()).removed == 0
    assert len(library.paths()) == 4


def test_ignore_rules_apply_in_archives_and_locked_documents_are_reported():
    names = ("kept.txt", ".hidden.txt", "node_modules/a.txt", "x/Thumbs.db", "x/~$lock.txt")
    locked = EmbeddedDocument(
        "locked.txt", reason=FailureReason.PASSWORD, detail=Message("It is locked.")
    )
    members = (*(EmbeddedDocument(name, text_of("Words.")) for name in names), locked)
    archive = replace(text_of(""), members=members, file_type="zip")
    read = as_read_file(FoundFile("a.zip", FileState(4, 1)), archive, IgnoreRules())
    assert set(read.documents) == {"kept.txt"}
    assert read.failures["locked.txt"].reason is FailureReason.PASSWORD


def test_first_files_are_saved_after_half_a_second_others_after_two():
    now = [100.0]
    unsaved = UnsavedFiles(lambda: now[0])
    chunks = (Chunk(0, "text", 0, 4, LocatorKind.LINE, 1, 1),)
    members = {"": CutText(DocumentMetadata(), "md", chunks)}

    def is_due(after, *, with_another=False):
        now[0] += after
        if with_another:
            file = ReadFile(FoundFile("a.md", FileState(4, 1)), members)
            unsaved.add("Notes", file, FolderSummary())
        return unsaved.are_due(pending=100)

    assert not is_due(0, with_another=True)
    assert not is_due(0.4)
    assert is_due(0.1)
    assert len(unsaved.take()[0]) == 1
    assert not is_due(0, with_another=True)
    assert not is_due(1.9)
    assert is_due(0.2)


def test_token_streams_of_another_text_are_recomputed(expected_log):
    expected_log.append("token streams of a document do not match its text")
    texts = [f"Bills of month {number}" for number in range(40)]
    chunks = tuple(Chunk(n, text, 0, 9, LocatorKind.LINE, 1, 1) for n, text in enumerate(texts))
    forged = (TokenStreams("secret", "secret"),) * len(chunks)
    file = CutText(DocumentMetadata(), "md", chunks, forged)
    made = pipeline.token_streams(ReadFile(FoundFile("a.md", FileState(4, 1)), {"": file}))
    assert [streams.words for _, streams in made] == texts


def test_few_files_are_saved_early_if_they_are_large(monkeypatch):
    monkeypatch.setattr(pipeline, "_BATCH_CHARACTERS", 10_000)
    unsaved = UnsavedFiles(lambda: 100.0)
    chunk = Chunk(0, "text " * 100, 0, 500, LocatorKind.LINE, 1, 1, heading_path=("h" * 300,) * 3)
    file = ReadFile(
        FoundFile("a.md", FileState(4, 1)), {"": CutText(DocumentMetadata(), "md", (chunk,) * 3)}
    )
    unsaved.add("Notes", file, FolderSummary())
    assert not unsaved.are_due(pending=100)
    unsaved.add("Notes", file, FolderSummary())
    assert unsaved.are_due(pending=100)


def test_commits_become_smaller_near_the_end():
    unsaved = UnsavedFiles(lambda: 100.0)
    chunk = Chunk(0, "text", 0, 4, LocatorKind.LINE, 1, 1)
    members = {"": CutText(DocumentMetadata(), "md", (chunk,) * 400)}
    due = []
    for pending in range(19, -1, -1):
        file = ReadFile(FoundFile(f"{pending}.md", FileState(4, 1)), members)
        unsaved.add("Notes", file, FolderSummary())
        if unsaved.are_due(pending):
            due.append(len(unsaved.take()[0]))
    assert due == [10, 7]


def test_files_of_later_folders_are_counted_from_the_start(tmp_path, write_file):
    for name in ("a/1.md", "a/2.md", "b/1.md"):
        write_file(name, "Words of a note.\n")
    opened = IndexedFolder(tmp_path, PowerFailureReader())
    scans = [Scan(opened.catalog.add_folder(tmp_path / name)) for name in ("a", "b")]
    steps = list(opened.indexer.update(scans, FolderSummary()))
    later = [(step.folder, dict(step.later)) for step in steps if step.pending]
    assert later[0] == ("a", {"b": 1})
    assert (steps[-1].folder, dict(steps[-1].later)) == ("b", {})
    opened.close()
