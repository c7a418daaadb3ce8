import os
from dataclasses import replace

import pytest

from engine.indexing import chunker, pipeline
from engine.indexing.crawl import FoundFile
from engine.indexing.ignore_rules import IgnoreRules
from engine.indexing.pipeline import Indexer, ReadFile, UnsavedFiles
from engine.indexing.scan import WHOLE, FolderSummary, Scan
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
from tests.engine.stores.library import MODEL, embed_all, paths_of

LONG_AGO_NS = 1_700_000_000_123_456_789


def test_a_summary_says_only_what_happened():
    assert FolderSummary(read=3).in_words() == "3 files read."
    assert FolderSummary(read=1, failed=3).in_words() == "1 file read, 3 not indexed."


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
    assert set(catalog.files.known(folder.name)) == {"1.md", "2.md", "3.md"}
    assert catalog.folder_statuses("model")[0].documents == 3


def test_a_file_with_a_member_that_failed_is_read_again_on_request(library):
    catalog, indexes, folder = library
    update(library, ArchiveReader({"a.txt": FailureReason.READER_CRASHED}))
    summary = FolderSummary()
    indexer = Indexer(catalog, indexes, ArchiveReader({"a.txt": "Read now."}), IgnoreRules())
    list(indexer.update([Scan(folder, retry=WHOLE)], summary))
    assert (summary.read, summary.failed, summary.unchanged) == (1, 0, 3)
    assert catalog.failures() == ()


def test_what_is_ignored_in_a_folder_is_ignored_in_an_archive(library):
    catalog, _indexes, _folder = library
    names = ("kept.txt", ".hidden.txt", "node_modules/a.txt", "x/Thumbs.db", "x/~$lock.txt")
    update(library, ArchiveReader(dict.fromkeys(names, "Words.")))
    assert paths_of(catalog, SearchFilters(path_glob="0.md/**")) == {"0.md/kept.txt"}


def test_an_archive_that_holds_nothing_is_a_failure(library):
    catalog, _indexes, _folder = library
    update(library, ArchiveReader({}))
    assert [failure.path for failure in catalog.failures()] == ["notes/0.md"]


def test_files_cut_by_another_chunker_are_read_anew_and_equal_texts_keep_their_vectors(
    library, tmp_path, monkeypatch
):
    catalog, _indexes, _folder = library
    reader = ArchiveReader({"a.txt": "First text."})
    with monkeypatch.context() as older:
        older.setattr(pipeline, "CHUNKER_VERSION", "older")
        update(library, reader)
    embed_all(catalog)
    (tmp_path / "notes/1.md").unlink()
    summary = update(library, reader)
    assert (summary.read, summary.unchanged, summary.removed) == (3, 0, 1)
    known = catalog.files.known("notes")
    assert {file.chunker_version for file in known.values()} == {chunker.CHUNKER_VERSION}
    assert catalog.vectors.pending(MODEL, 10) == ()
    assert update(library, reader).unchanged == 3


PASSAGE = Chunk(0, "text", 0, 4, PlaceKind.LINE, 1, 1)


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def unsaved(clock):
    return UnsavedFiles(clock)


def read_file(passages=1):
    text = CutText(DocumentMetadata(), "md", (PASSAGE,) * passages)
    return ReadFile(FoundFile("a.md", FileState(4, 1)), {"": text})


def add(unsaved, passages=1):
    unsaved.add("Notes", read_file(passages), FolderSummary())


def test_the_first_files_are_saved_after_half_a_second_the_others_after_two(unsaved, clock):
    add(unsaved)
    clock.now += 0.4
    assert not unsaved.is_due
    clock.now += 0.1
    assert unsaved.is_due
    assert len(unsaved.take()) == 1
    add(unsaved)
    clock.now += 1.9
    assert not unsaved.is_due
    clock.now += 0.2
    assert unsaved.is_due


def test_after_a_round_that_took_long_to_save_more_than_one_file_is_waited_for(unsaved, clock):
    add(unsaved)
    unsaved.take()
    clock.now += 60  # the round is written on a busy machine
    add(unsaved)
    assert not unsaved.is_due
    add(unsaved)
    clock.now += 2
    assert unsaved.is_due
    assert len(unsaved.take()) == 2
