from functools import partial

from engine.indexing.chunker import CHUNKER_VERSION
from engine.indexing.crawl import CrawlProblem, FoundFile
from engine.indexing.scan import WHOLE, compare
from engine.model.document import FailureReason, FileState
from engine.stores.catalog.rows import Folder, KnownFile

Known = partial(KnownFile, 1, failed=False, chunker_version=CHUNKER_VERSION)
changes_of = partial(compare, Folder("Notes", "/notes"), WHOLE)


def _found(path, size=1, mtime_ns=1):
    return FoundFile(path, FileState(size, mtime_ns))


def _to_read(changes):
    return [file.path for file in changes.to_read]


def test_new_and_changed_files_are_read_newest_first():
    known = {"same": Known(FileState(1, 1)), "grown": Known(FileState(1, 1))}
    changes = changes_of([_found("same"), _found("grown", size=2), _found("new", 1, 9)], known)
    assert _to_read(changes) == ["new", "grown"]
    assert changes.unchanged == 1
    assert changes.gone == ()


def test_a_file_of_which_more_is_read_now_is_read_again():
    known = {"a": Known(FileState(1, 1), chunker_version="older")}
    assert [file.path for file in changes_of([_found("a")], known).to_read] == ["a"]


def test_a_file_whose_date_went_backwards_is_read_again():
    changes = changes_of([_found("a", mtime_ns=1)], {"a": Known(FileState(1, 5))})
    assert _to_read(changes) == ["a"]


def test_a_file_that_failed_is_tried_again_only_when_it_changes_or_on_request():
    known = {"bad": Known(FileState(1, 1), failed=True)}
    assert _to_read(changes_of([_found("bad")], known)) == []
    assert _to_read(changes_of([_found("bad")], known, retry={"bad"})) == ["bad"]
    assert _to_read(changes_of([_found("bad", size=3)], known)) == ["bad"]


def test_a_file_that_is_not_there_any_more_is_gone():
    changes = changes_of([], {"a": Known(FileState(1, 1))})
    assert changes.gone == ("a",)


def test_files_below_a_folder_that_cannot_be_entered_are_not_gone():
    problem = CrawlProblem("locked", FailureReason.NO_PERMISSION, "This folder cannot be opened.")
    known = {name: Known(FileState(1, 1)) for name in ("locked/a", "lockedout", "locked")}
    changes = changes_of([problem], known)
    assert changes.gone == ("lockedout",)
    assert changes.problems == (problem,)


def test_nothing_is_gone_when_the_root_itself_cannot_be_read():
    problem = CrawlProblem("", FailureReason.NO_PERMISSION, "This folder cannot be opened.")
    assert changes_of([problem], {"a": Known(FileState(1, 1))}).gone == ()


def test_parts_of_a_folder_that_is_one_document_are_gone_but_what_is_known_of_it_stays():
    problem = CrawlProblem("May.key", FailureReason.UNSUPPORTED, "The folder is a document.")
    known = {path: Known(FileState(1, 1)) for path in ("May.key", "May.key/Metadata/a.plist")}
    assert changes_of([problem], known).gone == ("May.key/Metadata/a.plist",)
