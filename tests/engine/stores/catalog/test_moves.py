import pytest

from engine.model.document import (
    PUBLICATION_FIELDS,
    DocumentMetadata,
    FileState,
    chunk_number,
    document_number,
    publication_of,
)
from tests.engine.stores.library import MODEL, embed_all, opened, put

STATE = FileState(2, 1_700_000_000_000_000_000, 7, b"d" * 16)


@pytest.fixture
def library(tmp_path):
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
        change.move_file(former, folder, path, STATE)
    library.indexes.synchronise()


def test_a_moved_document_has_the_numbers_of_its_new_place_and_nothing_to_embed(library):
    move(library, ("Notes", "old/a.md"), "Archive", "new/a.md")

    number = document_number("Archive", "new/a.md")
    document = library.catalog.document(number)
    assert (document.folder, document.path, document.tags) == ("Archive", "new/a.md", ("mine",))
    assert document.state == STATE
    assert library.catalog.document(document_number("Notes", "old/a.md")) is None
    expected = {chunk_number(number, "1", 0), chunk_number(number, "1", 1)}
    assert expected < set(library.catalog.chunk_numbers().tolist())
    assert library.catalog.vectors.pending(MODEL, 10) == ()
    assert library.is_consistent()
    assert library.catalog.check() == ()
    assert library.catalog.personal.tags("Archive/new/a.md") == ("mine",)
    assert library.catalog.personal.tags("Notes/old/a.md") == ()


def test_a_moved_document_keeps_what_a_reference_to_it_names(library):
    said = {field.name: f"{field.name} é" for field in PUBLICATION_FIELDS}
    with library.catalog.change() as change:
        put(change, "c.md", ["text"], DocumentMetadata("T", "A", **said))
    move(library, ("Notes", "c.md"), "Archive", "c.md")

    moved = library.catalog.document(document_number("Archive", "c.md"))
    assert publication_of(moved) == said


def test_files_like_another_can_be_asked_for_and_may_be_replaced_by_it(library):
    files = library.catalog.files
    move(library, ("Notes", "old/a.md"), "Notes", "b.md")
    assert set(files.known("Notes")) == {"b.md"}
    assert len(library.catalog.chunk_numbers()) == 2
    assert library.is_consistent()
    (found,) = files.like(FileState(2, 5, 0, b"d" * 16))
    assert (found.folder, found.path, found.title) == ("Notes", "b.md", "A title")
    assert files.like(FileState(2, STATE.mtime_ns, 7)) == (found,)
    assert files.like(FileState(2, STATE.mtime_ns + 1, 7)) == ()
    assert files.like(FileState(3, STATE.mtime_ns, 7, b"d" * 16)) == ()
    assert (files.has_size(2), files.has_size(99)) == (True, False)
