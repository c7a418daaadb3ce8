import pytest

from engine.core.document import (
    Block,
    BlockKind,
    DocumentMetadata,
    ExtractedText,
    FailureReason,
    PlaceKind,
)
from engine.core.errors import DocumentError
from engine.indexing.ignore_rules import IgnoreRules
from engine.indexing.indexer import FolderSummary, Indexer
from engine.stores.catalog import Catalog
from engine.stores.consistency import Indexes


def test_a_summary_says_only_what_happened():
    assert FolderSummary(read=3).in_words() == "3 files read."
    assert FolderSummary(read=1, failed=3).in_words() == "1 file read, 3 not indexed."


def test_large_numbers_are_grouped():
    summary = FolderSummary(read=0, unchanged=31_407, removed=2)
    assert summary.in_words() == "0 files read, 31,407 unchanged, 2 removed."


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
        write_file(f"notes/{number}.md", f"Words of the note {number}.\n")
    catalog = Catalog.open(tmp_path / "catalog.sqlite")
    indexes, _repairs = Indexes.open(catalog, tmp_path / "lexical")
    yield catalog, indexes, catalog.add_folder(tmp_path / "notes")
    indexes.close()
    catalog.close()


def update(library, reader):
    catalog, indexes, folder = library
    summary = FolderSummary()
    list(Indexer(catalog, indexes, reader, IgnoreRules()).update_folder(folder, summary))
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
    list(indexer.update_folder(folder, summary))
    assert summary.removed == 0
    assert len(catalog.known_files(folder.name)) == 4
