import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from engine.model.document import (
    DocumentMetadata,
    FailureReason,
    FileState,
    chunk_number,
    document_number,
)
from engine.model.errors import BadRequestError, CatalogError
from engine.model.filters import SearchFilters, TrustLevel
from engine.model.request import FolderRules
from engine.stores.catalog import catalog as catalog_module
from engine.stores.catalog import schema
from engine.stores.catalog.catalog import Catalog
from engine.stores.catalog.change import CatalogChange
from engine.stores.catalog.rows import IndexRecord
from tests.engine.stores.library import INDEXED_AT, embed_all, passage, paths_of, put, vector_of

NEXT = schema.SCHEMA_VERSION + 1
STATE = FileState(10, 1_700_000_000_000_000_000, 7)


@pytest.fixture
def catalog(tmp_path):
    opened = Catalog.open(tmp_path / "catalog.sqlite")
    opened.add_folder(Path("/home/ada/Notes"))
    yield opened
    opened.close()


def test_a_document_comes_back_as_it_was_put(catalog):
    metadata = DocumentMetadata(
        title="On apples",
        author="Ada",
        tags=("fruit",),
        lang="de",
        trust=TrustLevel.SECONDARY,
        modified="2026-01-02",
    )
    chunk = replace(passage(0, "Äpfel\nsind rot", ("Obst", "Rot")), start_column=3, is_code=True)
    with catalog.change() as change:
        number = change.put_document(
            "Notes", "a/b.md", STATE, metadata, "md", [chunk], "7", INDEXED_AT
        )

    document = catalog.document(number)
    stored = catalog.chunks([chunk_number(number, "7", 0)])[chunk_number(number, "7", 0)]

    assert number == document_number("Notes", "a/b.md")
    assert document.absolute_path == "/home/ada/Notes/a/b.md"
    assert (document.title, document.author, document.tags) == ("On apples", "Ada", ("fruit",))
    assert (document.lang, document.trust, document.date) == ("de", "secondary", "2026-01-02")
    assert (document.state, document.indexed_at) == (STATE, INDEXED_AT)
    assert stored.chunk == chunk
    assert stored.document == document


def test_a_changed_document_replaces_its_chunks(catalog):
    with catalog.change() as change:
        number = put(change, "a.md", ["one", "two", "three"])
    with catalog.change() as change:
        put(change, "a.md", ["uno"])

    assert catalog.chunk_numbers().tolist() == [chunk_number(number, "1", 0)]
    last = catalog.generation
    ops = [(row.op, row.generation) for row in catalog.outbox.after(last - 1)]
    assert ops == [("delete", last), ("delete", last), ("put", last)]


def test_an_error_inside_a_change_undoes_all_of_it(catalog):
    before = catalog.generation

    def fail_halfway():
        with catalog.change() as change:
            put(change, "a.md", ["one"])
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail_halfway()

    assert catalog.chunk_numbers().tolist() == []
    assert catalog.generation == before
    with catalog.change() as change:
        put(change, "a.md", ["one"])
    assert len(catalog.chunk_numbers()) == 1


def test_a_reader_is_not_held_up_by_an_open_change(catalog):
    with catalog.change() as change:
        put(change, "a.md", ["one"])
        assert catalog.chunk_numbers().tolist() == []
    assert len(catalog.chunk_numbers()) == 1


def test_folders_of_the_same_name_get_names_of_their_own(catalog):
    second = catalog.add_folder(Path("/mnt/Notes"))
    again = catalog.add_folder(Path("/home/ada/Notes"))

    assert (second.name, again.name) == ("Notes 2", "Notes")
    assert [folder.name for folder in catalog.folders()] == ["Notes", "Notes 2"]


def test_a_removed_folder_takes_its_documents_along(catalog):
    catalog.add_folder(Path("/mnt/Other"))
    with catalog.change() as change:
        put(change, "a.md", ["one"])
        put(change, "b.md", ["two"], folder="Other")
        change.put_failure("Notes", "c.md", STATE, FailureReason.DAMAGED, "cut off", INDEXED_AT)
    catalog.remove_folder("Notes")

    assert len(catalog.chunk_numbers()) == 1
    assert catalog.failures() == ()
    assert catalog.outbox.after(catalog.generation - 1)[0].op == "delete"
    for name in ("Notes", "\udcff"):  # bytes of a command line that are no text
        with pytest.raises(BadRequestError, match=f"no folder '{name}'"):
            catalog.remove_folder(name)


def test_a_file_name_that_is_not_utf8_comes_back_exactly(catalog):
    path = "ordner/caf\udce9#1 %.md"
    with catalog.change() as change:
        number = put(change, path, ["text with \ud800 in it"])

    assert catalog.files.known("Notes")[path].number == number
    assert catalog.document(number).path == path
    stored = next(iter(catalog.chunks(catalog.chunk_numbers().tolist()).values()))
    assert stored.chunk.text == "text with \ufffd in it"
    assert paths_of(catalog, SearchFilters(folders=("Notes/ordner",))) == {path}
    assert paths_of(catalog, SearchFilters(path_glob="**/caf*.md")) == {path}


# --- Embeddings ---


def test_the_newest_documents_are_embedded_first(catalog):
    with catalog.change() as change:
        put(change, "old.md", ["old text"], mtime_ns=1)
        put(change, "new.md", ["new text"], mtime_ns=3)
        put(change, "mid.md", ["mid text"], mtime_ns=2)

    texts = [entry.text for entry in catalog.vectors.pending("m", 2)]
    assert texts == ["A title\nnew text", "A title\nmid text"]


def test_texts_of_what_was_opened_last_come_first_and_no_answer_gets_old_by_it(catalog):
    with catalog.change() as change:
        first, second, _third = [put(change, f"{name}.md", [name]) for name in "abc"]
    before = catalog.generation
    catalog.vectors.note_opened(first)
    catalog.vectors.note_opened(second)
    texts = [entry.text for entry in catalog.vectors.pending("m", 10)]
    assert [text[-1] for text in texts] == ["b", "a", "c"]
    assert catalog.generation == before


def test_keeping_vectors_changes_no_passage_and_everything_else_may(catalog):
    def last_change():
        return catalog.passages_generation

    with catalog.change() as change:
        put(change, "a.md", ["one"])
    before = last_change()
    assert before == catalog.generation
    embed_all(catalog, "m")
    assert (last_change(), catalog.generation) == (before, before + 1)
    with catalog.change() as change:
        change.put_vectors("m", [(b"other", b"\0\0" * 8)])
        change.set_user_tags("Notes/a.md", ["fruit"])
    assert last_change() == catalog.generation


def test_a_catalog_of_an_earlier_version_counts_every_change_as_one_of_passages(catalog, tmp_path):
    with sqlite3.connect(tmp_path / "catalog.sqlite") as earlier:
        earlier.execute("DELETE FROM meta WHERE key = 'passages'")
    earlier.close()
    assert catalog.passages_generation == catalog.generation > 0


def test_the_same_text_is_embedded_once_for_all_its_passages(catalog):
    with catalog.change() as change:
        put(change, "a.md", ["same"])
        put(change, "b.md", ["same"])

    pending = catalog.vectors.pending("m", 10)
    assert len(pending) == 1
    before = catalog.generation
    with catalog.change() as change:
        change.put_vectors("m", [(pending[0].content_hash, b"\0\0" * 8)])

    assert len(catalog.vectors.of_chunks("m", catalog.chunk_numbers().tolist())) == 2
    assert {row.chunk_number for row in catalog.outbox.after(before)} == set(
        catalog.chunk_numbers().tolist()
    )
    assert catalog.counts("m").vectors == 2


def test_switching_models_back_and_forth_embeds_nothing_twice(catalog):
    with catalog.change() as change:
        put(change, "a.md", ["one"])
    assert [embed_all(catalog, model) for model in ("m", "n", "m", "n")] == [1, 1, 0, 0]


def test_a_deleted_file_keeps_its_vectors_until_its_folder_is_removed(catalog, tmp_path):
    other = catalog.add_folder(tmp_path).name
    titled = DocumentMetadata(title="T")

    def put_both():
        with catalog.change() as change:
            put(change, "a.md", ["one"], titled)
            put(change, "b.md", ["two"], titled)

    put_both()
    with catalog.change() as change:
        put(change, "copy of b.md", ["two"], titled, folder=other)
    embed_all(catalog, "m")
    with catalog.change() as change:
        change.delete_file("Notes", "a.md")
    put_both()
    assert catalog.vectors.pending("m", 10) == ()

    catalog.remove_folder("Notes")
    catalog.add_folder(Path("/home/ada/Notes"))
    put_both()
    assert [waiting.text for waiting in catalog.vectors.pending("m", 10)] == ["T\none"]


def test_coverage_is_counted_per_folder(catalog, tmp_path):
    here = catalog.add_folder(tmp_path)
    with catalog.change() as change:
        put(change, "a.md", ["one", "two"])
        put(change, "b.md", ["three"], folder=here.name)
        change.put_failure("Notes", "c.md", STATE, "damaged", "", INDEXED_AT)
    pending = [entry for entry in catalog.vectors.pending("m", 10) if "two" in entry.text]
    with catalog.change() as change:
        change.put_vectors(
            "m", [(entry.content_hash, vector_of(entry.content_hash)) for entry in pending]
        )

    statuses = {status.name: status for status in catalog.folder_statuses("m")}
    notes = statuses["Notes"]
    assert (notes.documents, notes.failed, notes.chunks, notes.vectors) == (1, 1, 2, 1)
    assert not notes.available
    assert statuses[here.name].available
    assert statuses[here.name].vectors == 0
    counts = catalog.counts("m")
    assert (counts.chunks, counts.vectors) == (3, 1)


# --- The file ---


def test_pruning_keeps_what_the_slowest_index_still_needs(catalog):
    for number in range(4):
        with catalog.change() as change:
            put(change, f"{number}.md", ["one"])
    first = catalog.generation - 3
    catalog.outbox.record("fast", IndexRecord(first + 2, first + 2))
    catalog.outbox.record("slow", IndexRecord(first, first))
    catalog.outbox.prune(["fast", "slow"])

    assert [row.generation for row in catalog.outbox.after(0)] == [first + 1, first + 2, first + 3]
    assert catalog.outbox.pruned == first


def test_a_catalog_open_for_reading_sees_changes_and_makes_none(catalog, tmp_path):
    reader = Catalog.open(tmp_path / "catalog.sqlite", read_only=True)
    with catalog.change() as change:
        put(change, "a.md", ["one"])

    assert len(reader.chunk_numbers()) == 1
    with pytest.raises(CatalogError, match="reading only"):
        reader.add_folder(Path("/mnt/Other"))
    reader.close()


def test_opening_a_missing_catalog_for_reading_is_a_clear_error(tmp_path):
    with pytest.raises(CatalogError, match="no library"):
        Catalog.open(tmp_path / "none.sqlite", read_only=True)


def test_another_programs_database_is_left_alone(tmp_path):
    path = tmp_path / "other.sqlite"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE mine (x)")
    other.close()

    with pytest.raises(CatalogError, match="not a Twofold library"):
        Catalog.open(path)


def test_a_newer_catalog_is_not_touched(tmp_path):
    path = tmp_path / "c.sqlite"
    Catalog.open(path).close()
    newer = sqlite3.connect(path)
    newer.execute("PRAGMA user_version = 99")
    newer.close()

    with pytest.raises(CatalogError, match="newer version"):
        Catalog.open(path)


def test_an_older_catalog_is_migrated_after_a_backup(tmp_path, monkeypatch):
    path = tmp_path / "c.sqlite"
    old = Catalog.open(path)
    old.add_folder(Path("/home/ada/Notes"))
    old.close()
    monkeypatch.setattr(schema, "SCHEMA_VERSION", NEXT)
    monkeypatch.setattr(schema, "MIGRATIONS", {NEXT - 1: "CREATE TABLE added (x)"})

    Catalog.open(path).close()

    def tables(file):
        connection = sqlite3.connect(file)
        names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
        connection.close()
        return names

    assert "added" in tables(path)
    assert "added" not in tables(tmp_path / f"c.sqlite.before-version-{NEXT}")
    assert "folders" in tables(tmp_path / f"c.sqlite.before-version-{NEXT}")


@pytest.mark.parametrize("damage", ["truncated", "overwritten", "foreign"])
def test_a_damaged_catalog_is_a_clear_error(tmp_path, damage, expected_log):
    expected_log.extend(["SQLite:", "quick_check"])
    path = tmp_path / "c.sqlite"
    catalog = Catalog.open(path)
    catalog.add_folder(Path("/home/ada/Notes"))
    with catalog.change() as change:
        put(change, "a.md", ["word " * 300] * 50)
    catalog.close()
    data = bytearray(path.read_bytes())
    if damage == "truncated":
        data = data[: len(data) // 2]
    elif damage == "overwritten":
        data[4096:40960] = b"\xa5" * 36864
    else:
        data = bytearray(b"not a database at all " * 500)
    path.write_bytes(data)

    with pytest.raises(CatalogError, match="damaged") as failure:
        Catalog.open(path)
    assert failure.value.hint


def test_a_folder_in_the_place_of_the_catalog_is_a_clear_error(tmp_path, expected_log):
    expected_log.append("SQLite:")
    (tmp_path / "c.sqlite").mkdir()

    with pytest.raises(CatalogError, match="cannot be opened"):
        Catalog.open(tmp_path / "c.sqlite")


def test_folders_are_counted_in_one_state_though_one_is_added_meanwhile(
    catalog, tmp_path, monkeypatch
):
    catalog.add_folder(tmp_path / "First")
    read_folders = catalog_module.read_folders

    def read_and_add(connection):
        monkeypatch.undo()
        folders = read_folders(connection)
        catalog.add_folder(tmp_path / "Second")
        return folders

    monkeypatch.setattr(catalog_module, "read_folders", read_and_add)
    assert "Second" not in [status.name for status in catalog.folder_statuses("")]
    assert "Second" in [status.name for status in catalog.folder_statuses("")]


def test_a_folder_is_never_there_without_the_rules_it_was_added_with(catalog, monkeypatch):
    before, rules = catalog.generation, FolderRules(exclude=("private",))
    added = catalog.add_folder(Path("/mnt/Diary"), rules=rules)
    assert catalog.generation == before + 1
    assert added in catalog.folders()
    assert added.rules == rules

    def fail(*_arguments):
        raise CatalogError("The disk is full.")

    monkeypatch.setattr(CatalogChange, "set_folder_rules", fail)
    with pytest.raises(CatalogError):
        catalog.add_folder(Path("/mnt/Letters"), rules=rules)
    assert [folder.name for folder in catalog.folders()] == ["Diary", "Notes"]


def test_rules_given_again_with_a_folder_take_the_place_of_the_former(catalog):
    rules = FolderRules(exclude=("private",))
    assert catalog.add_folder(Path("/home/ada/Notes"), rules=rules).rules == rules
    assert [folder.rules for folder in catalog.folders()] == [rules]
    assert catalog.add_folder(Path("/home/ada/Notes")).rules == rules


def test_a_folder_may_be_called_otherwise_than_on_the_disk(catalog):
    place = Path("/usr/share/sample_library")
    assert catalog.add_folder(place, "Sample library").name == "Sample library"
    assert catalog.add_folder(Path("/mnt/other"), "Sample library").name == "Sample library 2"
    assert catalog.add_folder(Path("/mnt/third"), "a/b").name == "a b"
    assert catalog.add_folder(place, "Another name").name == "Sample library"
