from functools import partial

from twofold.engine.indexing.crawl import CrawlProblem, FoundFile, MountPoint
from twofold.engine.indexing.scan import WHOLE, FolderSummary, compare, total_summary
from twofold.engine.model.document import CHUNKER_VERSION, FileState
from twofold.engine.model.failure import FailureReason
from twofold.engine.stores.catalog.rows import KnownFile
from twofold.engine.stores.library_folder import Folder

Known = partial(KnownFile, 1, failed=False, chunker_version=CHUNKER_VERSION)
changes_of = partial(compare, Folder("Notes", "/notes"), WHOLE)


def _found(path, size=1, mtime_ns=1):
    return FoundFile(path, FileState(size, mtime_ns))


def _to_read(changes):
    return [file.path for file in changes.to_read]


def test_new_and_changed_files_are_read_newest_first_and_missing_ones_are_gone():
    known = {
        "same": Known(FileState(1, 1)),
        "grown": Known(FileState(1, 1)),
        "older": Known(FileState(1, 5)),  # its date went backwards
        "outdated": Known(FileState(1, 1), chunker_version="older"),
        "gone": Known(FileState(1, 1)),
    }
    found = [_found("same"), _found("grown", 2, 8), _found("new", 1, 9)]
    changes = changes_of([*found, _found("older", 1, 2), _found("outdated")], known)
    assert _to_read(changes) == ["new", "grown", "older", "outdated"]
    assert (changes.unchanged, changes.gone) == (1, ("gone",))


def test_files_below_an_inaccessible_folder_are_not_gone():
    problem = CrawlProblem("locked", FailureReason.NO_PERMISSION, "This folder cannot be opened.")
    known = {name: Known(FileState(1, 1)) for name in ("locked/a", "lockedout", "locked")}
    changes = changes_of([problem], known)
    assert changes.gone == ("lockedout",)
    assert changes.problems == (problem,)
    root = CrawlProblem("", FailureReason.NO_PERMISSION, "This folder cannot be opened.")
    assert changes_of([root], known).gone == ()


def test_mounts_outside_of_the_scanned_places_are_kept():
    folder = Folder("Notes", "/notes", mounts={"usb": 5, "in/disk": 6})
    changes = compare(folder, ("in",), [MountPoint("in", 7)], {})
    assert changes.mounts == {"usb": 5, "in": 7}


def test_file_only_in_the_cloud_does_not_hide_files_of_a_former_folder():
    in_cloud = FoundFile("a", FileState(1, 1), is_cloud_only=True)
    changes = changes_of([in_cloud], {"a/b.md": Known(FileState(1, 1))})
    assert changes.gone == ("a/b.md",)
    assert [one.path for one in changes.problems] == ["a"]
    assert changes.unchanged == 0


def test_files_without_text_are_not_reported_as_failures():
    parts = [FolderSummary(read=2, saved=4), FolderSummary(read=1, saved=2, unchanged=6)]
    for summary in parts:
        summary.add_failures([FailureReason.DAMAGED, FailureReason.NO_TEXT, FailureReason.IN_CLOUD])
    total = total_summary(parts)
    assert str(total.as_message()) == ("3 files read, 2 unchanged, 2 not indexed, 4 without text.")
    assert total_summary(parts, is_retry=True).failed == 1
    assert FolderSummary(without_text=1).has_changes
