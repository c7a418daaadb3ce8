import os
from dataclasses import replace

import pytest

from engine.indexing.crawl import FoundFile
from engine.indexing.ignore_rules import IgnoreRules
from engine.indexing.pipeline import Indexer, ReadFile, UnsavedFiles
from engine.indexing.scan import FolderSummary, Scan
from engine.model.document import (
    Block,
    BlockKind,
    Chunk,
    CutText,
    DocumentMetadata,
    ExtractedText,
    FailureReason,
    FileState,
    Member,
    PlaceKind,
)
from engine.model.errors import DocumentError
from engine.model.filters import SearchFilters
from engine.stores.catalog.catalog import Catalog
from engine.stores.sync.indexes import Indexes
from tests.engine.stores.library import paths_of

LONG_AGO_NS = 1_700_000_000_123_456_789


class PlugPuller:
    """Reads files as text, and calls `pull` before the file after the first `reads`."""

    def __init__(self, reads, pull):
        self.left = reads
        self.pull = pull

    def read_all(self, paths):
        for path in paths:
            if self.left == 0:
                self.pull()
            self.left -= 1
            yield path, self._read(path)

    @staticmethod
    def _read(path):
        try:
            text = path.read_text(encoding="utf-8")
        except OSError:
            return DocumentError(FailureReason.VANISHED, "The file is gone.")
        blocks = (Block(0, len(text), BlockKind.PARAGRAPH),)
        metadata = DocumentMetadata(title=path.stem, lang="en")
        return ExtractedText(text, PlaceKind.LINE, (0,), (1,), blocks, metadata, "md")


@pytest.fixture
def library(tmp_path, write_file):
    for number in range(4):
        path = write_file(f"notes/{number}.md", f"Words of the note {number}.\n")
        os.utime(path, ns=(LONG_AGO_NS, LONG_AGO_NS))  # what is too fresh is read once more
    catalog = Catalog.open(tmp_path / "catalog.sqlite")
    indexes, _repairs = Indexes.open(catalog, tmp_path / "lexical")
    yield catalog, indexes, catalog.add_folder(tmp_path / "notes")
    indexes.close()
    catalog.close()


def update(library, reader):
    catalog, indexes, folder = library
    summary = FolderSummary()
    list(Indexer(catalog, indexes, reader, IgnoreRules()).update([Scan(folder)], summary))
    return summary


def test_a_folder_that_goes_away_while_it_is_read_leaves_no_failures(library, tmp_path):
    catalog, _indexes, _folder = library
    notes, away = tmp_path / "notes", tmp_path / "away"
    summary = update(library, PlugPuller(2, lambda: notes.exists() and notes.rename(away)))
    assert (summary.read, summary.failed) == (2, 0)
    assert catalog.failures() == ()

    away.rename(notes)
    summary = update(library, PlugPuller(9, lambda: None))
    assert (summary.read, summary.unchanged, summary.failed) == (2, 2, 0)


def test_a_file_that_goes_away_before_it_is_read_is_no_failure(library, tmp_path):
    catalog, _indexes, _folder = library
    files = sorted((tmp_path / "notes").iterdir())

    def remove_all():
        for file in files:
            file.unlink(missing_ok=True)

    assert update(library, PlugPuller(3, remove_all)).read == 3
    assert catalog.failures() == ()
    assert update(library, PlugPuller(9, lambda: None)).removed == 3


def test_a_folder_that_goes_away_while_it_is_looked_at_loses_nothing(library, tmp_path):
    catalog, indexes, folder = library
    assert update(library, PlugPuller(9, lambda: None)).read == 4
    notes = tmp_path / "notes"

    class Leaving(IgnoreRules):
        def ignores_file(self, _name):
            if notes.exists():
                notes.rename(tmp_path / "away")
            return True

    summary = FolderSummary()
    indexer = Indexer(catalog, indexes, PlugPuller(9, lambda: None), Leaving())
    list(indexer.update([Scan(folder)], summary))
    assert summary.removed == 0
    assert len(catalog.files.known(folder.name)) == 4


class ArchiveReader:
    """Reads 0.md as an archive that holds `members`, a text or a reason by name."""

    def __init__(self, members):
        self.members = members

    def read_all(self, paths):
        for path in paths:
            if path.name == "0.md":
                blank = ExtractedText(
                    "", PlaceKind.LINE, (0,), (1,), (), DocumentMetadata(title="0"), "zip"
                )
                yield path, replace(blank, members=tuple(map(self._member, self.members.items())))
            else:
                yield path, PlugPuller._read(path)

    @staticmethod
    def _member(item):
        name, content = item
        if isinstance(content, FailureReason):
            return Member(name, reason=content, detail="It cannot be read.")
        blocks = (Block(0, len(content), BlockKind.PARAGRAPH),)
        text = ExtractedText(content, PlaceKind.LINE, (0,), (1,), blocks, DocumentMetadata(), "txt")
        return Member(name, text)


def touch(tmp_path, time):
    os.utime(tmp_path / "notes" / "0.md", (time, time))


def test_members_follow_their_file_and_only_new_text_waits_for_a_vector(library, tmp_path):
    catalog, _indexes, folder = library
    members = {"a.txt": "First text.", "sub/b.txt": "Second text.", "c.txt": FailureReason.PASSWORD}
    summary = update(library, ArchiveReader(members))
    assert (summary.read, summary.failed) == (5, 1)
    assert [failure.path for failure in catalog.failures()] == ["notes/0.md/c.txt"]
    with catalog.change() as change:
        waiting = catalog.vectors.pending("model", 50)
        change.put_vectors("model", [(entry.content_hash, b"\0\x3c") for entry in waiting])

    touch(tmp_path, 2_000_000_000)
    members = {"a.txt": "First text.", "sub/b.txt": "Second text, changed."}
    summary = update(library, ArchiveReader(members))
    assert (summary.read, summary.failed, summary.unchanged) == (2, 0, 3)
    assert catalog.failures() == ()
    (waiting,) = catalog.vectors.pending("model", 50)
    assert "Second text, changed." in waiting.text

    (tmp_path / "notes" / "0.md").unlink()
    assert update(library, ArchiveReader({})).removed == 1
    assert catalog.failures() == ()
    assert set(catalog.files.known(folder.name)) == {"1.md", "2.md", "3.md"}
    assert catalog.folder_statuses("model")[0].documents == 3


def test_what_is_ignored_in_a_folder_is_ignored_in_an_archive(library):
    catalog, _indexes, _folder = library
    names = ("kept.txt", ".hidden.txt", "node_modules/a.txt", "x/Thumbs.db", "x/~$lock.txt")
    update(library, ArchiveReader(dict.fromkeys(names, "Words.")))
    assert paths_of(catalog, SearchFilters(path_glob="0.md/**")) == {"0.md/kept.txt"}


def test_the_first_files_are_saved_after_half_a_second_the_others_after_two():
    now = [100.0]
    unsaved = UnsavedFiles(lambda: now[0])
    chunks = (Chunk(0, "text", 0, 4, PlaceKind.LINE, 1, 1),)
    file = ReadFile(
        FoundFile("a.md", FileState(4, 1)), {"": CutText(DocumentMetadata(), "md", chunks)}
    )

    def is_due(after, *, with_another=False):
        now[0] += after
        if with_another:
            unsaved.add("Notes", file, FolderSummary())
        return unsaved.is_due

    assert not is_due(0, with_another=True)
    assert not is_due(0.4)
    assert is_due(0.1)
    assert len(unsaved.take()) == 1
    assert not is_due(0, with_another=True)
    assert not is_due(1.9)
    assert is_due(0.2)
    unsaved.take()
    assert not is_due(60, with_another=True)  # the round was written on a busy machine
    assert is_due(2, with_another=True)
    assert len(unsaved.take()) == 2
