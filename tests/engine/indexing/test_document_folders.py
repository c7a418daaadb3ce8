"""A folder that is one document of a program is listed as such, and none of its parts is found."""

from engine.indexing.explain import explain_file
from engine.indexing.ignore_rules import IgnoreRules
from engine.indexing.scan import FolderSummary, Scan
from engine.indexing.watcher import DirtyPlaces
from engine.model.document import FailureReason
from engine.model.request import FolderRules
from tests.engine.indexing.test_retries import Library, Refusing


def test_a_document_that_is_a_folder_is_listed_once_and_its_parts_are_lost(tmp_path, reader):
    part = tmp_path / "notes/May.key/Metadata/history.txt"
    part.parent.mkdir(parents=True)
    part.write_text("Written by Keynote.\n", encoding="utf-8")
    library = Library(tmp_path, Refusing(reader))
    library.update()
    assert library.finds("Keynote")  # half of it was synchronised: nothing tells what it is
    (tmp_path / "notes/May.key/Index.zip").write_bytes(b"PK\x05\x06")
    for _ in range(2):
        library.update()
        assert not library.finds("Keynote")
        (failure,) = library.catalog.failures()
        assert (failure.path, failure.reason) == ("notes/May.key", FailureReason.UNSUPPORTED)
    asked = explain_file(library.catalog, IgnoreRules(), part.parents[1], 10**6).why
    inside = explain_file(library.catalog, IgnoreRules(), part, 10**6).why
    library.close()
    what = "is a Pages, Numbers or Keynote document (.pages, .numbers, .key), which cannot be"
    assert asked == f"It {what} read yet."
    assert inside == f"The folder 'May.key' {what} read yet."


def test_its_parts_are_lost_as_soon_as_one_arrives_that_tells_what_it_is(tmp_path, reader):
    part = tmp_path / "notes/May.key/Metadata/history.txt"
    part.parent.mkdir(parents=True)
    part.write_text("Written by Keynote.\n", encoding="utf-8")
    library = Library(tmp_path, Refusing(reader))
    library.update()
    assert library.finds("Keynote")
    heard = tmp_path / "notes/May.key/Index.zip"
    heard.write_bytes(b"PK\x05\x06")
    changed = DirtyPlaces()
    changed.add_paths([str(heard)])
    scans: list[Scan] = [*changed.take(library.catalog.folders())]
    list(library.indexer.update(scans, FolderSummary()))
    assert not library.finds("Keynote")
    (failure,) = library.catalog.failures()
    assert failure.path == "notes/May.key"
    library.close()


def test_one_that_is_not_among_the_files_wanted_of_a_folder_is_not_listed(tmp_path, reader):
    part = tmp_path / "notes/May.key/Index.zip"
    part.parent.mkdir(parents=True)
    part.write_bytes(b"PK\x05\x06")
    library = Library(tmp_path, Refusing(reader))
    library.catalog.set_folder_rules("notes", FolderRules(include=("*.md",)))
    library.update()
    assert library.catalog.failures() == ()
    asked = explain_file(library.catalog, IgnoreRules(), part.parent, 10**6).why
    assert asked == ("It is passed over: it matches none of the patterns wanted of this folder.")
    library.catalog.set_folder_rules("notes", FolderRules(include=("*.md", "*.key")))
    library.update()
    (failure,) = library.catalog.failures()
    assert failure.path == "notes/May.key"
    library.close()
