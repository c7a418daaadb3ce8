import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.engine.stores.library import INDEXED_AT, embed_all, passage, paths_of, put
from twofold.engine.model.document import DocumentMetadata, FileState, chunk_number, document_number
from twofold.engine.model.errors import BadRequestError, CatalogError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.filters import SearchFilters, TrustLevel
from twofold.engine.model.folder_rules import FolderRules
from twofold.engine.model.localized import Message
from twofold.engine.stores.catalog import schema, vector_cache
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.catalog.change import CatalogChange, DocumentRecord
from twofold.engine.stores.catalog.rows import IndexRecord
from twofold.engine.stores.catalog.vector_cache import embedding_text, title_to_embed

NEXT = schema.SCHEMA_VERSION + 1
STATE = FileState(10, 1_700_000_000_000_000_000, 7)


def test_document_is_read_back_unchanged(catalog):
    metadata = DocumentMetadata(
        title="On apples", author="Ada", tags=("fruit",), lang="de", trust=TrustLevel.SECONDARY,
        modified="2026-01-02",
    )  # fmt: skip
    chunk = replace(passage(0, "Äpfel\nsind rot", ("Obst", "Rot")), start_column=3, is_code=True)
    with catalog.change() as change:
        number = change.put_document(
            DocumentRecord("Notes", "a/b.md", STATE, metadata, "md", [chunk], "7", INDEXED_AT)
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


def test_oversized_data_of_an_older_version_is_read_shortened(catalog):
    long = replace(
        passage(0, "text " * 10_000, tuple(f"{n}{'h' * 300}" for n in range(200))),
        place_label="l" * 10_000,
        symbol="s" * 10_000,
    )
    metadata = DocumentMetadata(title="t" * 1000, author="a" * 10_000, publisher="p" * 1000)
    with catalog.change() as change:
        number = change.put_document(
            DocumentRecord("Notes", "a.py", STATE, metadata, "py", [long], "7", "")
        )

    ((stored,), (pending,)) = catalog.document_chunks(number), catalog.vectors.pending("model", 9)

    chunk, document = stored.chunk, stored.document
    assert (len(chunk.text), chunk.end - chunk.start) == (10_000, 10_000)
    assert chunk.heading_path == tuple(f"{n}{'h' * 300}"[:300] for n in (197, 198, 199))
    assert (len(chunk.place_label), len(chunk.symbol)) == (300, 300)
    assert (len(document.title), len(document.author), len(document.publisher)) == (500, 5000, 600)
    assert len(pending.text) < 12_000


def test_a_changed_document_replaces_its_chunks(catalog):
    with catalog.change() as change:
        number = put(change, "a.md", ["one", "two", "three"])
    with catalog.change() as change:
        put(change, "a.md", ["uno"])

    assert catalog.chunk_numbers() == [chunk_number(number, "1", 0)]
    last = catalog.generation
    ops = [(row.op, row.generation) for row in catalog.outbox.after(last - 1)]
    assert ops == [("delete", last), ("delete", last), ("put", last)]


def test_an_error_inside_a_change_undoes_all_of_it(catalog):
    before = catalog.generation
    with pytest.raises(RuntimeError), catalog.change() as change:  # noqa: PT012
        put(change, "a.md", ["one"])
        assert catalog.chunk_numbers() == []  # readers do not wait for the change
        raise RuntimeError

    assert catalog.chunk_numbers() == []
    assert catalog.generation == before
    with catalog.change() as change:
        put(change, "a.md", ["one"])
    assert len(catalog.chunk_numbers()) == 1


def test_folders_have_unique_names_and_keep_their_rules(catalog):
    rules = FolderRules(exclude=("private",))
    again = catalog.add_folder(Path("/home/ada/Notes"), rules=rules)
    assert again.rules == catalog.add_folder(Path("/home/ada/Notes")).rules == rules
    for place, wanted, name in (
        ("/home/ada/Notes", "", "Notes"),
        ("/mnt/Notes", "", "Notes 2"),
        ("/usr/share/sample", "Sample library", "Sample library"),
        ("/mnt/other", "Sample library", "Sample library 2"),
        ("/mnt/third", "a/b", "a b"),
        ("/usr/share/sample", "Another name", "Sample library"),
    ):
        assert catalog.add_folder(Path(place), wanted).name == name


def test_a_removed_folder_takes_its_documents_along(catalog):
    catalog.add_folder(Path("/mnt/Other"))
    with catalog.change() as change:
        put(change, "a.md", ["one"])
        put(change, "b.md", ["two"], folder="Other")
        change.put_failure(
            "Notes", "c.md", STATE, FailureReason.DAMAGED, Message("cut off"), INDEXED_AT
        )
    catalog.remove_folder("Notes")

    assert len(catalog.chunk_numbers()) == 1
    assert catalog.failures.every() == ()
    assert catalog.outbox.after(catalog.generation - 1)[0].op == "delete"
    for name in ("Notes", "\udcff"):  # bytes of a command line that are not valid text
        with pytest.raises(BadRequestError, match=f"no folder '{name}'"):
            catalog.remove_folder(name)


def test_pictures_and_empty_files_are_listed_but_not_as_failures(catalog):
    reasons = (FailureReason.DAMAGED, FailureReason.PICTURE, FailureReason.NO_TEXT)
    with catalog.change() as change:
        for reason in reasons:
            change.put_failure("Notes", reason.value, STATE, reason, Message("why"), INDEXED_AT)
    (notes,) = catalog.folder_statuses("")
    assert (notes.failed, notes.without_text, len(catalog.failures.every())) == (1, 2, 3)
    assert [scan.path for scan in catalog.failures.waiting_scans(9)] == ["picture"]


def test_file_name_that_is_not_utf8_is_read_back_exactly(catalog):
    path = "ordner/caf\udce9#1 %.md"
    with catalog.change() as change:
        number = put(change, path, ["text with \ud800 in it"])

    assert catalog.files.known("Notes")[path].number == number
    assert catalog.document(number).path == path
    stored = next(iter(catalog.chunks(catalog.chunk_numbers()).values()))
    assert stored.chunk.text == "text with \ufffd in it"
    assert paths_of(catalog, SearchFilters(folders=("Notes/ordner",))) == {path}
    assert paths_of(catalog, SearchFilters(path_glob="**/caf*.md")) == {path}


# --- Embeddings ---


def test_recently_opened_documents_are_embedded_first_then_the_newest(catalog):
    with catalog.change() as change:
        for name, mtime_ns in (("old", 1), ("new", 3), ("mid", 2)):
            put(change, f"{name}.md", [f"{name} text"], mtime_ns=mtime_ns)

    def waiting(limit):
        return [entry.text for entry in catalog.vectors.pending("m", limit)]

    assert waiting(2) == ["A title\nnew text", "A title\nmid text"]
    before = catalog.generation
    catalog.vectors.note_opened(document_number("Notes", "mid.md"))
    catalog.vectors.note_opened(document_number("Notes", "old.md"))
    assert [text.split()[-2] for text in waiting(9)] == ["old", "mid", "new"]
    assert catalog.generation == before  # cached answers stay valid


def test_first_passages_of_all_documents_are_embedded_before_the_rest_of_old_ones(
    catalog, monkeypatch
):
    recent = vector_cache._STAGES[1]
    newest_one = (recent[0], recent[1].replace("OFFSET 200", "OFFSET 0"), recent[2])
    monkeypatch.setattr(
        vector_cache, "_STAGES", (vector_cache._STAGES[0], newest_one, *vector_cache._STAGES[2:])
    )
    with catalog.change() as change:
        for name, mtime_ns in (("old", 1), ("new", 3), ("mid", 2)):
            put(change, f"{name}.md", [f"{name} {part}" for part in (1, 2)], mtime_ns=mtime_ns)

    embedded = []
    while pending := catalog.vectors.pending("m", 1):
        embedded.append(pending[0].text.removeprefix("A title\n"))
        with catalog.change() as change:
            change.put_vectors("m", [(pending[0].content_hash, b"")])

    assert embedded == ["new 1", "new 2", "mid 1", "old 1", "mid 2", "old 2"]


def test_pending_passages_are_found_even_if_they_became_newer(catalog):
    def waiting(limit):
        pending = catalog.vectors.pending("m", limit)
        return [entry.text.split()[-2] for entry in pending], pending

    with catalog.change() as change:
        for name, mtime_ns in (("old", 1), ("mid", 2), ("new", 3)):
            put(change, f"{name}.md", [f"{name} text"], mtime_ns=mtime_ns)
    for expected in ("new", "mid"):
        names, pending = waiting(1)
        assert names == [expected]
        with catalog.change() as change:
            change.put_vectors("m", [(pending[0].content_hash, b"")])
    assert waiting(9)[0] == ["old"]

    with catalog.change() as change:
        change.confirm_file("Notes", "old.md", FileState(1, 9))
        put(change, "newest.md", ["newest text"], mtime_ns=10)

    assert waiting(9)[0] == ["newest", "old"]


def test_identical_texts_are_embedded_once(catalog):
    with catalog.change() as change:
        put(change, "a.md", ["same"])
        put(change, "b.md", ["same"])

    before = catalog.generation
    assert [embed_all(catalog, model) for model in ("m", "n", "m", "n")] == [1, 1, 0, 0]

    every = catalog.chunk_numbers()
    assert len(catalog.vectors.of_chunks("m", every)) == 2
    assert {row.chunk_number for row in catalog.outbox.after(before)} == set(every)
    assert catalog.counts("m").vectors == 2


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


# --- The file ---


def test_pruning_keeps_changes_that_the_slowest_index_needs(catalog):
    for number in range(4):
        with catalog.change() as change:
            put(change, f"{number}.md", ["one"])
    first = catalog.generation - 3
    catalog.outbox.record("fast", IndexRecord(first + 2, first + 2))
    catalog.outbox.record("slow", IndexRecord(first, first))
    catalog.outbox.prune(["fast", "slow"])

    assert [row.generation for row in catalog.outbox.after(0)] == [first + 1, first + 2, first + 3]
    assert catalog.outbox.pruned == first


def test_read_only_catalog_sees_changes_and_makes_none(catalog, tmp_path):
    reader = Catalog.open(tmp_path / "catalog.sqlite", read_only=True)
    with catalog.change() as change:
        put(change, "a.md", ["one"])

    assert len(reader.chunk_numbers()) == 1
    with pytest.raises(CatalogError, match="read-only"):
        reader.add_folder(Path("/mnt/Other"))
    reader.close()


def test_an_older_catalog_is_migrated_after_a_backup(tmp_path, monkeypatch):
    path = tmp_path / "c.sqlite"
    Catalog.open(path).close()
    monkeypatch.setattr(schema, "SCHEMA_VERSION", NEXT)
    monkeypatch.setattr(schema, "MIGRATIONS", {NEXT - 1: "CREATE TABLE added (x)"})

    Catalog.open(path).close()

    def tables(file):
        with closing(sqlite3.connect(file)) as connection:
            return {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}

    assert tables(path) - tables(tmp_path / f"c.sqlite.before-version-{NEXT}") == {"added"}


def raise_version(path):
    with closing(sqlite3.connect(path)) as newer:
        newer.execute("PRAGMA user_version = 99")


def replace_by_another_programs(path):
    path.unlink()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE mine (x)")


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda path: path.write_bytes(path.read_bytes()[:50_000]), "damaged"),
        (lambda path: path.write_bytes(b"not a database at all " * 500), "damaged"),
        (raise_version, "newer version"),
        (lambda path: (path.unlink(), path.mkdir()), "cannot be opened"),
        (replace_by_another_programs, "not a Twofold library"),
    ],
)
def test_unusable_catalog_has_a_clear_error(tmp_path, damage, message, expected_log):
    expected_log.extend(["SQLite:", "quick_check"])
    path = tmp_path / "c.sqlite"
    with pytest.raises(CatalogError, match="no library"):
        Catalog.open(path, read_only=True)
    catalog = Catalog.open(path)
    catalog.add_folder(Path("/home/ada/Notes"))
    with catalog.change() as change:
        put(change, "a.md", ["word " * 300] * 50)
    catalog.close()
    damage(path)

    with pytest.raises(CatalogError, match=message) as failure:
        Catalog.open(path)
    assert failure.value.hint


def test_folder_is_added_together_with_its_rules(catalog, monkeypatch):
    def fail(*_arguments):
        raise CatalogError("The disk is full.")

    monkeypatch.setattr(CatalogChange, "set_folder_rules", fail)
    with pytest.raises(CatalogError):
        catalog.add_folder(Path("/mnt/Letters"), rules=FolderRules(exclude=("private",)))
    assert [folder.name for folder in catalog.folders()] == ["Notes"]


def test_passage_is_below_its_headings():
    assert embedding_text("Guide", ("Guide", "Setup", "Linux"), "Run it.") == (
        "Guide > Setup > Linux\nRun it."
    )
    assert embedding_text("", (), "Run it.") == "Run it."
    assert title_to_embed("report.pdf", "a/report.pdf") == ""
    assert title_to_embed("BOEING_2022_10K", "a/BOEING_2022_10K.pdf") == "BOEING 2022 10 K"
    assert title_to_embed("IMG_2034", "a/IMG_2034.txt") == ""
    assert title_to_embed("The report", "a/report.pdf") == "The report"
