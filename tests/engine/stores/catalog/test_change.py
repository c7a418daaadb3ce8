"""Changes of the catalog: tags and trust of paths, moved files, embedded documents."""

import sqlite3

import pytest

from tests.engine.stores.library import INDEXED_AT, MODEL, embed_all, opened, passage, paths_of, put
from twofold.engine.model.document import DocumentMetadata, FileState, chunk_number, document_number
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.filters import SearchFilters, TrustLevel
from twofold.engine.model.localized import Message
from twofold.engine.model.publication import PUBLICATION_FIELDS, publication_of
from twofold.engine.stores.catalog.change import DocumentRecord

# --- Tags and trust of places ---


ODD = "caf\udce9"
PATHS = ("a.md", "2026/b.md", "2026/deep/c.md", "2026b/d.md", f"{ODD}/e.md")


@pytest.fixture
def places(catalog):
    with catalog.change() as change:
        for path in PATHS:
            put(change, path, [f"text of {path}"], DocumentMetadata("T", tags=("own",)))
    return catalog


def tagged(catalog, tag):
    return paths_of(catalog, SearchFilters(tags_any=(tag,)))


def change_tags(catalog, place, *tags):
    with catalog.change() as change:
        return change.set_user_tags(place, tags)


def trust_of(catalog, path):
    return catalog.document(document_number("Notes", path)).trust


def test_tags_of_a_directory_apply_only_to_its_content(places):
    assert change_tags(places, "Notes/2026", "year") == 2
    assert change_tags(places, f"Notes/{ODD}", "odd") == 1
    assert change_tags(places, "Notes", "all") == 5
    with places.change() as change:
        put(change, "2026/new.md", ["text"])  # added later
    assert tagged(places, "year") == {"2026/b.md", "2026/deep/c.md", "2026/new.md"}
    assert tagged(places, "odd") == {f"{ODD}/e.md"}
    assert tagged(places, "all") == {*PATHS, "2026/new.md"}
    assert tagged(places, "own") == set(PATHS)
    assert places.annotations.tags(f"Notes/{ODD}") == ("odd",)


def test_removed_tag_remains_only_if_set_elsewhere(places):
    change_tags(places, "Notes/2026", "x", "y")
    change_tags(places, "Notes/2026/b.md", "x")
    assert change_tags(places, "Notes/2026") == 2
    assert tagged(places, "x") == {"2026/b.md"}
    assert tagged(places, "y") == set()


def test_trust_of_the_nearest_path_overrides_that_of_the_file(places):
    with places.change() as change:
        change.set_user_trust("Notes", TrustLevel.GENERATED)
        change.set_user_trust("Notes/2026/deep", TrustLevel.SECONDARY)
    assert trust_of(places, "a.md") is TrustLevel.GENERATED
    assert trust_of(places, "2026/deep/c.md") is TrustLevel.SECONDARY
    with places.change() as change:
        assert change.set_user_trust("Notes", None) == 4
    assert trust_of(places, "a.md") is TrustLevel.PRIMARY


def test_only_the_passages_of_changed_documents_are_announced(places):
    for announced in (["put", "put"], []):  # the second time nothing changes
        before = places.generation
        change_tags(places, "Notes/2026", "year")
        assert [row.op for row in places.outbox.after(before)] == announced
    assert set(places.files.known("Notes", "2026")) == {"2026/b.md", "2026/deep/c.md"}
    assert set(places.files.known("Notes", ODD)) == {f"{ODD}/e.md"}


# --- Files that move ---


MOVED = FileState(2, 1_700_000_000_000_000_000, 7, b"d" * 16)


@pytest.fixture
def notes(tmp_path):
    with opened(tmp_path) as open_library:
        open_library.catalog.add_folder(tmp_path / "Archive")
        with open_library.catalog.change() as change:
            put(change, "old/a.md", ["apple one", "apple two"])
            put(change, "b.md", ["apple three"])
            change.set_user_tags("Notes/old/a.md", ["mine"])
        embed_all(open_library.catalog)
        open_library.indexes.synchronise()
        yield open_library


def move(library, former, folder, path):
    with library.catalog.change() as change:
        change.move_file(former, folder, path, MOVED)
    library.indexes.synchronise()


def test_moved_document_has_new_numbers_and_keeps_its_vectors(notes):
    move(notes, ("Notes", "old/a.md"), "Archive", "new/a.md")

    number = document_number("Archive", "new/a.md")
    document = notes.catalog.document(number)
    assert (document.folder, document.path, document.tags) == ("Archive", "new/a.md", ("mine",))
    assert document.state == MOVED
    assert notes.catalog.document(document_number("Notes", "old/a.md")) is None
    expected = {chunk_number(number, "1", 0), chunk_number(number, "1", 1)}
    assert expected < set(notes.catalog.chunk_numbers())
    assert notes.catalog.vectors.pending(MODEL, 10) == ()
    assert notes.is_consistent()
    assert notes.catalog.check() == ()
    assert notes.catalog.annotations.tags("Archive/new/a.md") == ("mine",)
    assert notes.catalog.annotations.tags("Notes/old/a.md") == ()


def test_moved_document_keeps_its_references(notes):
    reported = {field.name: f"{field.name} é" for field in PUBLICATION_FIELDS}
    with notes.catalog.change() as change:
        put(change, "c.md", ["text"], DocumentMetadata("T", "A", **reported))
    move(notes, ("Notes", "c.md"), "Archive", "c.md")

    moved = notes.catalog.document(document_number("Archive", "c.md"))
    assert publication_of(moved) == reported


def test_files_with_equal_content_can_be_listed_and_replaced(notes):
    files = notes.catalog.files
    move(notes, ("Notes", "old/a.md"), "Notes", "b.md")
    assert set(files.known("Notes")) == {"b.md"}
    assert len(notes.catalog.chunk_numbers()) == 2
    assert notes.is_consistent()
    (found,) = files.like(FileState(2, 5, 0, b"d" * 16))
    assert (found.folder, found.path, found.title) == ("Notes", "b.md", "A title")
    assert files.like(FileState(2, MOVED.mtime_ns, 7)) == (found,)
    assert files.like(FileState(2, MOVED.mtime_ns + 1, 7)) == ()
    assert files.like(FileState(3, MOVED.mtime_ns, 7, b"d" * 16)) == ()
    assert (files.has_size(2), files.has_size(99)) == (True, False)


# --- Documents inside files: they come, change, move and go with their file ---


STATE = FileState(900, 1_700_000_000_000_000_000, 7, b"d" * 16)


def put_member(change, path, text, file_path="mail.zip"):
    metadata = DocumentMetadata(title="A title", lang="en")
    return change.put_document(
        DocumentRecord(
            "Notes", path, STATE, metadata, "md", [passage(0, text)], "1", INDEXED_AT, file_path
        )
    )


def put_archive(change, path="mail.zip", folder="Notes"):
    change.put_document(
        DocumentRecord(
            folder, path, STATE, DocumentMetadata(title="mail"), "zip", [], "1", INDEXED_AT
        )
    )


def lose_member(change, path, file_path="mail.zip"):
    reason = FailureReason.PASSWORD
    return change.put_failure(
        "Notes", path, STATE, reason, Message("Locked."), INDEXED_AT, file_path
    )


@pytest.fixture
def library(tmp_path):
    with opened(tmp_path) as open_library:
        open_library.catalog.add_folder(tmp_path / "Archive")
        with open_library.catalog.change() as change:
            put(change, "b.md", ["apple beside"])
            put_archive(change)
            put_member(change, "mail.zip/a/plan.md", "apple plan")
            put_member(change, "mail.zip/letter.md", "apple letter")
            lose_member(change, "mail.zip/secret apple.md")
        embed_all(open_library.catalog)
        open_library.indexes.synchronise()
        yield open_library


def documents(library, folder="Notes"):
    allowed = library.catalog.resolve(SearchFilters(folders=(folder,)))
    found = [library.catalog.document(int(number)) for number in allowed.numbers]
    return sorted(document.path for document in found if not document.not_read)


def failures(library):
    return [failure.path for failure in library.catalog.failures.every()]


def test_embedded_documents_are_counted_as_documents_but_not_as_files(library):
    catalog = library.catalog
    # Unreadable files are found by name. The container itself has no passages.
    inside = {"mail.zip/letter.md", "mail.zip/a/plan.md", "mail.zip/secret apple.md"}
    assert paths_of(catalog, SearchFilters(folders=("Notes/mail.zip",))) == inside
    known = catalog.files.known("Notes")
    assert set(known) == {"b.md", "mail.zip"}
    # A retry reads the file again, because one of its embedded documents has failed.
    assert (known["mail.zip"].failed, known["mail.zip"].partly_failed) == (False, True)
    (failure,) = catalog.failures.every()
    assert (failure.path, failure.file_path) == ("Notes/mail.zip/secret apple.md", "Notes/mail.zip")
    assert [file.path for file in catalog.files.like(STATE)] == ["mail.zip"]
    notes = next(f for f in catalog.folder_statuses(MODEL) if f.name == "Notes")
    # it is not an archive without text
    assert (notes.documents, notes.failed, notes.chunks) == (3, 1, 4)
    touched = FileState(900, 1_800_000_000_000_000_000, 8, b"d" * 16)
    with catalog.change() as change:
        change.confirm_file("Notes", "mail.zip", touched)
    letter = catalog.document(document_number("Notes", "mail.zip/letter.md"))
    assert letter.state.mtime_ns == touched.mtime_ns
    with catalog.change() as change:
        damaged = FailureReason.DAMAGED
        change.put_failure(
            "Notes", "mail.zip", STATE, damaged, Message("It is damaged."), INDEXED_AT
        )
    embed_all(library.catalog)
    library.indexes.synchronise()
    assert (documents(library), failures(library)) == (["b.md"], ["Notes/mail.zip"])
    assert library.vector_hits() == set(library.catalog.chunk_numbers())
    assert len(library.lexical_hits("mail")) == 1  # its name is still found


def test_embedded_documents_move_and_disappear_with_their_file(library, tmp_path):
    with library.catalog.change() as change:
        change.set_user_tags("Notes/mail.zip/letter.md", ["mine"])
        change.move_file(("Notes", "mail.zip"), "Archive", "old/post.zip", STATE)
    library.indexes.synchronise()

    assert documents(library) == ["b.md"]
    assert documents(library, "Archive") == ["old/post.zip/a/plan.md", "old/post.zip/letter.md"]
    assert failures(library) == ["Archive/old/post.zip/secret apple.md"]
    member = library.catalog.document(document_number("Archive", "old/post.zip/letter.md"))
    assert (member.file_path, member.member) == ("old/post.zip", "letter.md")
    assert member.tags == ("mine",)
    assert library.catalog.vectors.pending(MODEL, 10) == ()
    assert library.is_consistent()
    with library.catalog.change() as change:
        change.delete_file("Archive", "old/post.zip")
        put(change, "old/post.zip/letter.md", ["apple letter"], folder="Archive")
    assert set(library.catalog.files.known("Archive")) == {"old/post.zip/letter.md"}
    assert failures(library) == []
    library.catalog.remove_folder("Archive")
    with sqlite3.connect(tmp_path / "catalog.sqlite") as connection:
        assert connection.execute("SELECT * FROM members").fetchall() == []
