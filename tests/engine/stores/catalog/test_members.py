"""Documents inside files: they come, change, move and go with their file."""

import sqlite3

import pytest

from engine.model.document import DocumentMetadata, FailureReason, FileState, document_number
from engine.model.filters import SearchFilters
from tests.engine.stores.library import INDEXED_AT, MODEL, embed_all, opened, passage, paths_of, put

STATE = FileState(900, 1_700_000_000_000_000_000, 7, b"d" * 16)


def put_member(change, path, text, file_path="mail.zip"):
    metadata = DocumentMetadata(title="A title", lang="en")
    return change.put_document(
        "Notes", path, STATE, metadata, "md", [passage(0, text)], "1", INDEXED_AT, file_path
    )


def put_archive(change, path="mail.zip", folder="Notes"):
    change.put_document(
        folder, path, STATE, DocumentMetadata(title="mail"), "zip", [], "1", INDEXED_AT
    )


def lose_member(change, path, file_path="mail.zip"):
    reason = FailureReason.PASSWORD
    return change.put_failure("Notes", path, STATE, reason, "Locked.", INDEXED_AT, file_path)


@pytest.fixture
def library(tmp_path):
    with opened(tmp_path) as open_library:
        open_library.catalog.add_folder(tmp_path / "Archive")
        with open_library.catalog.change() as change:
            put(change, "b.md", ["apple beside"])
            put_archive(change)
            put_member(change, "mail.zip/a/plan.md", "apple plan")
            put_member(change, "mail.zip/letter.md", "apple letter")
            lose_member(change, "mail.zip/secret.md")
        embed_all(open_library.catalog)
        open_library.indexes.synchronise()
        yield open_library


def documents(library, folder="Notes"):
    allowed = library.catalog.resolve(SearchFilters(folders=(folder,)))
    found = [library.catalog.document(int(number)) for number in allowed.numbers]
    return sorted(document.path for document in found if document.file_type != "zip")


def failures(library):
    return [failure.path for failure in library.catalog.failures()]


def test_a_container_is_a_directory_for_filters(library):
    catalog = library.catalog
    assert paths_of(catalog, SearchFilters(path_glob="mail.zip/*")) == {"mail.zip/letter.md"}
    inside = {"mail.zip/letter.md", "mail.zip/a/plan.md"}
    assert paths_of(catalog, SearchFilters(path_glob="mail.zip/**")) == inside
    # The container itself holds no passage.
    assert paths_of(catalog, SearchFilters(folders=("Notes/mail.zip",))) == inside
    member = catalog.document(document_number("Notes", "mail.zip/a/plan.md"))
    assert (member.file_path, member.member) == ("mail.zip", "a/plan.md")
    assert member.absolute_path == str(library.folder / "Notes" / "mail.zip")


def test_only_files_are_known_as_files_and_members_counted_as_documents(library):
    catalog = library.catalog
    known = catalog.files.known("Notes")
    assert set(known) == {"b.md", "mail.zip"}
    # A retry reads it again, as one of its members has failed.
    assert (known["mail.zip"].failed, known["mail.zip"].partly_failed) == (False, True)
    (failure,) = catalog.failures()
    assert (failure.path, failure.file_path) == ("Notes/mail.zip/secret.md", "Notes/mail.zip")
    assert [file.path for file in catalog.files.like(STATE)] == ["mail.zip"]
    notes = next(f for f in catalog.folder_statuses(MODEL) if f.name == "Notes")
    assert (notes.documents, notes.failed, notes.chunks) == (3, 1, 3)  # no archive without text
    touched = FileState(900, 1_800_000_000_000_000_000, 8, b"d" * 16)
    with catalog.change() as change:
        change.confirm_file("Notes", "mail.zip", touched)
    letter = catalog.document(document_number("Notes", "mail.zip/letter.md"))
    assert letter.state.mtime_ns == touched.mtime_ns


def test_members_that_are_gone_from_a_file_or_with_it_are_forgotten(library):
    with library.catalog.change() as change:
        put_archive(change)
        kept = put_member(change, "mail.zip/letter.md", "apple letter")
        assert change.keep_members("Notes", "mail.zip", {kept}) == 2
    library.indexes.synchronise()
    assert documents(library) == ["b.md", "mail.zip/letter.md"]
    assert failures(library) == []
    assert not library.catalog.files.known("Notes")["mail.zip"].partly_failed
    assert library.is_consistent()
    with library.catalog.change() as change:
        damaged = FailureReason.DAMAGED
        change.put_failure("Notes", "mail.zip", STATE, damaged, "It is damaged.", INDEXED_AT)
    library.indexes.synchronise()
    assert (documents(library), failures(library)) == (["b.md"], ["Notes/mail.zip"])
    assert library.is_consistent()


def test_members_move_and_go_with_their_file(library, tmp_path):
    with library.catalog.change() as change:
        change.set_user_tags("Notes/mail.zip/letter.md", ["mine"])
        change.move_file(("Notes", "mail.zip"), "Archive", "old/post.zip", STATE)
    library.indexes.synchronise()

    assert documents(library) == ["b.md"]
    assert documents(library, "Archive") == ["old/post.zip/a/plan.md", "old/post.zip/letter.md"]
    assert failures(library) == ["Archive/old/post.zip/secret.md"]
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
