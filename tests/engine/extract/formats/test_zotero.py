"""Zotero libraries: items, notes and annotations become documents with the item's data."""

import random
import sqlite3
from contextlib import suppress
from pathlib import Path

import pytest

from tests.support.zotero_library import ZoteroFolder, add_hundred_items
from twofold.engine.extract.process.embedded import EmbeddedSelection, FileReading
from twofold.engine.model.document import EmbeddedDocument
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.reference import names_of

ALL = EmbeddedSelection()


def read(path: Path):
    """Return the entries of a library by name; a failure is its reason."""
    reading = FileReading(path / "zotero.sqlite", 100_000_000)
    found = [one for one in reading.members(ALL) if isinstance(one, EmbeddedDocument)]
    return {one.name: one.extracted or one.reason for one in found}


@pytest.fixture
def folder(tmp_path):
    made = ZoteroFolder(tmp_path / "Zotero")
    yield made
    made.close()


def test_every_item_has_its_data_notes_and_annotations(folder):
    add_hundred_items(folder)
    entries = read(folder.path)
    assert len(entries) == 200
    item = entries["items/ITEM0005"]
    metadata = item.metadata
    assert (metadata.title, metadata.author) == (
        "Study number 5 of lanterns",
        "García Márquez5, Gabriel José;",
    )
    assert (metadata.citation_key, metadata.item_type) == ("garcia5", "chapter")
    assert (metadata.editor, metadata.translator) == ("Editrix, Edna", "Rabassa, Gregory")
    assert (metadata.container, metadata.doi) == ("Annals of Light", "10.1000/5")
    assert (metadata.issued, metadata.created) == ("1925-05", "1925-05-01")
    assert metadata.tags == ("Thesis/Chapter 1", "imported", "topic/2")
    assert metadata.files == ("storage/FILE0005/paper 5.pdf",)
    assert metadata.entry_url == "zotero://select/library/items/ITEM0005"
    assert "Abstract about wick trimming 5." in item.text
    assert "Margin remark quixotic5" in item.text

    noted = entries["annotations/FILE0005"]
    assert noted.text == "“glass 5”\nCompare vitrines5"
    assert (noted.place_numbers, noted.place_labels) == ((2,), ("page ii",))
    assert noted.blocks[0].heading_path == ("Yellow highlight by Ada Reader",)
    assert noted.metadata.entry_url == metadata.entry_url

    of_group = entries["groups/77/items/ITEM0009"].metadata
    assert of_group.tags[0] == "Reading Circle/Meetings"
    assert of_group.entry_url == "zotero://select/groups/77/items/ITEM0009"


@pytest.mark.parametrize("zotero", [5, 6, 7])
def test_libraries_of_older_versions_are_read(tmp_path, zotero):
    folder = ZoteroFolder(tmp_path, zotero)
    item = folder.add_item("AAAABBBB", title="Of wicks", date="2001-00-00 2001")
    folder.add_pdf("CCCCDDDD", "a.pdf", ["page"], item)
    folder.close()
    assert read(tmp_path)["items/AAAABBBB"].metadata.issued == "2001"


@pytest.mark.parametrize(
    ("date", "issued", "created"),
    [
        ("2019-13-45 x", "2019", "2019-01-01"),
        ("2019-02-31 x", "2019-02", "2019-02-01"),
        ("0000-00-00 n.d.", "", ""),
    ],
)
def test_impossible_date_is_as_precise_as_it_can_be(folder, date, issued, created):
    folder.add_item("AAAABBBB", title="Of wicks", date=date)
    folder.connection.commit()
    metadata = read(folder.path)["items/AAAABBBB"].metadata
    assert (metadata.issued, metadata.created) == (issued, created)


def test_items_in_the_trash_are_left_out(folder):
    gone = folder.add_item("GONE0000", title="Gone")
    folder.add_note("GONENOTE", "<p>x</p>", gone)
    kept = folder.add_item("KEPT0000", title="Kept")
    folder.move_to_trash(gone)
    folder.move_to_trash(folder.add_note("NOTE0000", "<p>deleted remark</p>", kept))
    folder.move_to_trash(folder.add_pdf("FILE0000", "a.pdf", ["x"], kept))
    folder.save()
    entries = read(folder.path)
    assert list(entries) == ["items/KEPT0000"]
    assert "deleted remark" not in entries["items/KEPT0000"].text
    assert entries["items/KEPT0000"].metadata.files == ()


def test_notes_and_files_without_an_item_are_items(folder):
    folder.add_note("NOTE0000", "<h1>Shopping</h1><p>Paraffin</p>")
    folder.add_pdf("FILE0000", "alone.pdf", ["x"])
    folder.save()
    entries = read(folder.path)
    assert "Paraffin" in entries["items/NOTE0000"].text
    assert entries["items/FILE0000"].metadata.files == ("storage/FILE0000/alone.pdf",)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("storage:../../etc/passwd", ()),
        ("storage:..", ()),
        ("storage:a\\b.pdf", ()),
        ("attachments:a.pdf", ()),
        ("attachments:a/../b.pdf", ()),
        ("attachments:Holm/a.pdf", ("attachments:Holm/a.pdf",)),
        ("/home/ada/a.pdf", ("/home/ada/a.pdf",)),
        ("C:\\Papers\\a.pdf", ("C:\\Papers\\a.pdf",)),
        (None, ()),
    ],
)
def test_stored_file_is_below_the_folder_of_its_attachment(folder, path, expected):
    folder.add_path("FILE0000", path, folder.add_item("AAAA0000", title="x"))
    folder.save()
    assert read(folder.path)["items/AAAA0000"].metadata.files == expected


def test_hostile_values_do_not_affect_other_items(folder):
    loop = folder.add_collection("Loop")
    folder.connection.execute("UPDATE collections SET parentCollectionID = collectionID")
    item = folder.add_item("AAAA0000", title="Fine\0 title", collections=[loop], language="de-AT")
    folder.add_item("../../x0", title="Not a key")
    folder.connection.execute("INSERT INTO itemDataValues VALUES (999, x'00ff')")
    folder.connection.execute("UPDATE itemData SET valueID = 999 WHERE fieldID = 99")
    folder.connection.execute("UPDATE items SET dateAdded = 3.5, version = 'x'")
    pdf = folder.add_pdf("FILE0000", "a.pdf", ["x"], item)
    note = folder.add_annotation("ANNO0000", pdf, 1, "k<b>ep</b>t")
    folder.connection.execute(
        "UPDATE itemAnnotations SET position = ? WHERE itemID = ?", ("[" * 50_000, note)
    )
    folder.save()
    entries = read(folder.path)
    assert list(entries) == ["items/AAAA0000", "annotations/FILE0000"]
    assert entries["items/AAAA0000"].metadata.title == "Fine title"
    assert entries["items/AAAA0000"].metadata.tags == ()
    assert "kept" in entries["annotations/FILE0000"].text


def test_locked_database_is_read_and_not_changed(folder):
    folder.add_item("AAAA0000", title="Saved")
    folder.save()
    folder.connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    folder.connection.execute("BEGIN EXCLUSIVE")
    before = (folder.path / "zotero.sqlite").read_bytes()
    with pytest.raises(sqlite3.OperationalError):
        sqlite3.connect(folder.path / "zotero.sqlite", timeout=0).execute("SELECT 1 FROM items")
    assert "items/AAAA0000" in read(folder.path)
    assert (folder.path / "zotero.sqlite").read_bytes() == before
    assert [file.name for file in folder.path.glob("zotero.sqlite-*")] == []
    folder.connection.rollback()


def test_database_with_a_write_ahead_log_is_read_as_of_the_last_checkpoint(folder):
    folder.add_item("AAAA0000", title="Saved")
    folder.save()
    folder.connection.execute("PRAGMA journal_mode = WAL")
    folder.connection.execute("PRAGMA wal_checkpoint")
    assert "items/AAAA0000" in read(folder.path)


@pytest.mark.parametrize("cut", [100, 5_000, 20_000, 100_000])
def test_half_written_database_is_a_failure_with_a_reason(folder, cut):
    add_hundred_items(folder)
    whole = (folder.path / "zotero.sqlite").read_bytes()
    for damaged in (whole[:cut], whole[:cut] + bytes(4096) + whole[cut + 4096 :]):
        if b"itemAttachments" not in damaged:
            continue
        (folder.path / "other.sqlite").write_bytes(damaged)
        try:
            reason = (
                list(FileReading(folder.path / "other.sqlite", 100_000_000).members(ALL)) and ""
            )
        except DocumentError as error:
            reason = error.reason
        assert reason in {"", "unreachable", "unsupported"}


def test_random_changes_never_raise_another_error(folder):
    item = folder.add_item("AAAA0000", title="Fine", creators=[("author", "Holm", "Ida")])
    pdf = folder.add_pdf("FILE0000", "a.pdf", ["x"], item)
    folder.add_annotation("ANNO0000", pdf, 1, "kept")
    folder.save()
    whole = (folder.path / "zotero.sqlite").read_bytes()
    drawn = random.Random(1)
    for _ in range(150):
        data = bytearray(whole)
        for _ in range(drawn.randrange(1, 40)):
            data[drawn.randrange(100, len(data))] = drawn.randrange(256)
        (folder.path / "other.sqlite").write_bytes(data)
        with suppress(DocumentError):
            list(FileReading(folder.path / "other.sqlite", 100_000_000).members(ALL))


def test_name_of_two_words_is_one_author():
    assert [name.family for name in names_of("García Márquez, Gabriel José;")] == ["García Márquez"]
