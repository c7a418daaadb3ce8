"""A folder that is one document of a program is listed as such, and none of its parts is found."""

from engine.core.document import FailureReason
from engine.indexing.ignore_rules import IgnoreRules
from engine.indexing.why import explain_file
from tests.engine.indexing.test_failing_for_now import Library, Refusing


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
