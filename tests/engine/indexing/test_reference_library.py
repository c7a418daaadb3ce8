"""A Zotero data folder: stored files have the data of their items, and follow its changes."""

import os
from contextlib import closing

import pytest

from tests.engine.indexing.indexed_folder import LONG_AGO_NS, IndexedFolder
from tests.support.archives import zip_of
from tests.support.zotero_library import ZoteroFolder, add_hundred_items
from twofold.engine.extract.formats.zotero.entry import Part, ZoteroEntry, pack_entry
from twofold.engine.indexing.coverage import folder_coverage
from twofold.engine.indexing.explain import explain_file
from twofold.engine.indexing.ignore_rules import IgnoreRules
from twofold.engine.model.coverage import CoverageState
from twofold.engine.model.document import DocumentMetadata, FileState, document_number
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.localized import message

PAPER = "storage/FILE0000/paper.pdf"


class ZoteroIndex:
    """An indexed Zotero folder with one item and its file."""

    def __init__(self, home, reader) -> None:
        self.index = IndexedFolder(home, reader)
        self.zotero = ZoteroFolder(self.index.root)
        self.item = self.zotero.add_item(
            "ITEM0000",
            creators=[("author", "Lovelace", "Ada")],
            tags=["engines"],
            title="Notes on engines",
            date="1843-00-00 1843",
            DOI="10.1000/1",
            extra="Citation Key: lovelace1843",
        )
        self.file = self.zotero.add_pdf("FILE0000", "paper.pdf", ["Looms weave."], self.item)
        self.time = LONG_AGO_NS

    def update(self, *places):
        self.zotero.save()
        self.time += 1_000_000
        os.utime(self.index.root / "zotero.sqlite", ns=(self.time, self.time))
        for path in self.index.root.rglob("*.pdf"):
            os.utime(path, ns=(LONG_AGO_NS, LONG_AGO_NS))
        return self.index.update(*places)

    def document(self, path=PAPER):
        return self.index.catalog.document(document_number("notes", path))

    def close(self) -> None:
        self.zotero.close()
        self.index.close()


@pytest.fixture
def library(tmp_path, reader):
    with closing(ZoteroIndex(tmp_path, reader)) as made:
        yield made


def test_stored_file_has_the_data_of_its_item(library):
    library.update()
    paper = library.document()
    assert (paper.title, paper.author) == ("Notes on engines", "Lovelace, Ada")
    assert (paper.date, paper.issued, paper.doi) == ("1843-01-01", "1843", "10.1000/1")
    assert (paper.citation_key, paper.item_type) == ("lovelace1843", "article-journal")
    assert paper.tags == ("engines",)
    assert paper.entry_url == "zotero://select/library/items/ITEM0000"


def test_change_of_an_item_is_applied_to_its_file(library):
    library.update()
    library.zotero.set_field(library.item, "title", "Notes on looms")
    summary = library.update("zotero.sqlite")
    assert library.document().title == "Notes on looms"
    assert (library.document("zotero.sqlite/items/ITEM0000").title, summary.failed) == (
        "Notes on looms",
        0,
    )


def test_unchanged_items_and_files_are_not_written_again(library):
    library.zotero.add_item("ITEM0001", title="Another")
    library.update()
    before = library.index.catalog.generation
    library.zotero.connection.execute("INSERT INTO tags VALUES (99, 'of no item')")
    library.update()
    assert library.index.catalog.outbox.written_since("lexical", before, 100) == ()
    assert library.update().unchanged == 2


def test_item_in_the_trash_is_no_longer_indexed(library):
    library.update()
    library.zotero.move_to_trash(library.item)
    library.update("zotero.sqlite")
    assert library.document() is None
    assert library.document("zotero.sqlite/items/ITEM0000") is None


def test_only_files_of_items_are_indexed(library):
    for name in ("storage/FILE0000/style.css", "storage/ORPHAN00/old.txt", "styles/apa.csl",
                 "zotero.sqlite.bak", "better-bibtex.sqlite"):  # fmt: skip
        path = library.index.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("words that are not indexed", encoding="utf-8")
    (library.index.root / "own.txt").write_text("words of the user", encoding="utf-8")
    library.update()
    assert library.index.paths() == ["own.txt", PAPER, "zotero.sqlite"]
    assert library.update().unchanged == 3


def test_reports_explain_why_a_file_next_to_the_library_is_excluded(library):
    orphan = library.index.root / "storage" / "ORPHAN00" / "old.txt"
    orphan.parent.mkdir(parents=True)
    orphan.write_text("Words in storage.", encoding="utf-8")
    library.update()
    catalog = library.index.catalog
    verdict = explain_file(catalog, IgnoreRules(), orphan, 10**6)
    assert verdict.why == "It is excluded: it belongs to no item of the Zotero library."
    lists = folder_coverage(catalog, catalog.folders()[0], IgnoreRules()).lists
    (excluded,) = lists[CoverageState.EXCLUDED].entries
    assert excluded.path == "notes/storage/ORPHAN00/old.txt"
    assert lists[CoverageState.WAITING].files == 0


def test_moved_library_describes_its_files_at_their_new_paths(library):
    library.update()
    library.zotero.close()
    root = library.index.root
    moved = root / "moved"
    moved.mkdir()
    for name in ("zotero.sqlite", "storage"):
        (root / name).rename(moved / name)
    library.index.update()
    library.index.update()
    assert library.index.paths() == [f"moved/{PAPER}", "moved/zotero.sqlite"]
    assert library.document(f"moved/{PAPER}").title == "Notes on engines"
    assert library.document(PAPER) is None


def test_summary_counts_items_and_records_the_scan(library):
    summary = library.update()
    assert (summary.read, summary.unchanged) == (2, 0)
    assert library.index.catalog.files.last_scan("notes")
    assert library.update().unchanged == 2


@pytest.mark.parametrize("name", ["{folder}/Holm/linked.txt", "attachments:Holm/linked.txt"])
def test_linked_file_in_another_folder_has_the_data_of_its_item(library, tmp_path, name):
    linked = tmp_path / "papers" / "Holm" / "linked.txt"
    linked.parent.mkdir(parents=True)
    for path in (linked, linked.with_name("other.txt")):
        path.write_text(f"Words in {path.name}.", encoding="utf-8")
        os.utime(path, ns=(LONG_AGO_NS, LONG_AGO_NS))
    library.index.catalog.add_folder(tmp_path / "papers")
    library.zotero.add_path("LINK0000", name.format(folder=tmp_path / "papers"), library.item)
    library.update()

    def title(file):
        return library.index.catalog.document(document_number("papers", file)).title

    assert (title("Holm/linked.txt"), title("Holm/other.txt")) == ("Notes on engines", "other")
    library.zotero.set_field(library.item, "title", "Notes on looms")
    library.update()
    library.update()
    assert title("Holm/linked.txt") == "Notes on looms"


def test_half_written_database_keeps_what_is_indexed(library):
    library.update()
    read_at = library.document().indexed_at, library.index.catalog.generation
    database = library.index.root / "zotero.sqlite"
    whole = database.read_bytes()
    database.write_bytes(whole[: len(whole) // 2])
    library.index.update()
    (failure,) = library.index.catalog.failures.every()
    assert (failure.path, failure.reason) == ("notes/zotero.sqlite", "unreachable")
    assert library.document("zotero.sqlite/items/ITEM0000").title == "Notes on engines"
    assert library.index.catalog.outbox.written_since("lexical", read_at[1], 100) == ()
    database.write_bytes(whole)
    library.index.update()
    assert library.document().title == "Notes on engines"
    assert library.index.catalog.failures.every() == ()


def test_all_stored_files_are_indexed_if_a_library_is_too_large(library):
    orphan = library.index.root / "storage" / "ORPHAN00" / "old.txt"
    orphan.parent.mkdir(parents=True)
    orphan.write_text("Words in storage.", encoding="utf-8")
    library.update()
    assert not library.index.finds("words in storage")
    with library.index.catalog.change() as change:
        rest, state = "zotero.sqlite/items/LAST0000", FileState(1, 1)
        why = FailureReason.TOO_LARGE, message("Not read.")
        change.put_failure("notes", rest, state, *why, "2026-11-28T10:00:00Z", "zotero.sqlite")
    library.index.update()
    assert library.index.finds("words in storage")


def test_entry_in_any_other_file_describes_nothing(library):
    (library.index.root / "plain.txt").write_text("Plain words.", encoding="utf-8")
    forged = DocumentMetadata(title="Forged", files=("plain.txt",), entry_url="zotero://x")
    entry = pack_entry(ZoteroEntry(forged, (Part((), "text"),)))
    (library.index.root / "a.zip").write_bytes(zip_of({"entry": entry}))
    library.update()
    library.update()
    assert library.document("plain.txt").title == "plain"


def test_hundred_items_are_filtered_by_tag_collection_key_and_kind(tmp_path, reader):
    with closing(IndexedFolder(tmp_path, reader)) as index:
        zotero = ZoteroFolder(index.root)
        add_hundred_items(zotero)
        zotero.close()
        summary = index.update()
        assert (summary.failed, len(index.paths())) == (0, 101)

        def count(**filters):
            return len(index.catalog.resolve(SearchFilters(**filters)).numbers)

        # An item, its annotations and its file.
        assert len(index.catalog.documents_of("notes")) == 301
        assert count(tags_any=("Thesis",)) == 270
        assert count(tags_any=("Thesis/Chapter 1",)) == 120
        assert count(tags_any=("Reading Circle",)) == 30
        assert count(tags_any=("topic",)) == 300
        assert count(keys=("garcia7",)) == 3
        assert count(kinds=("chapter",)) == 60
        assert count(kinds_none=("chapter",)) == 240
        assert count(authors=("García Márquez7",)) == 3
