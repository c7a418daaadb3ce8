import pytest

from tests.support.patience import PATIENCE
from tests.support.running_engine import RunningEngine, library_opener
from tests.support.tiny_embedder import tiny_embedder_loader
from twofold.engine.api import CatalogError, RefreshLibrary, SearchMode
from twofold.engine.indexing.pipeline import Indexer
from twofold.engine.indexing.scan import Scan
from twofold.engine.indexing.watcher import ChangedPaths
from twofold.engine.service import live_updates
from twofold.engine.service.engine import BackgroundEngine
from twofold.engine.service.live_updates import LiveUpdates
from twofold.engine.stores.library_folder import Folder


@pytest.fixture
def watching(tmp_path, notes, short_intervals):
    opener = library_opener(
        tmp_path / "home", tiny_embedder_loader(tmp_path / "model"), maintain=True
    )
    with RunningEngine(
        lambda on_event: BackgroundEngine(opener, on_event, model_wait=PATIENCE, watches=True)
    ) as engine:
        engine.add(notes)
        yield engine


def found(running, query):
    return running.paths(query, mode=SearchMode.LEXICAL)


def wait_for_documents(running, number):
    running.wait_for_status(
        lambda status: status.documents_indexed == number and not status.documents_pending
    )


def test_saved_renamed_and_deleted_files_are_followed_automatically(watching, notes):
    (notes / "later.md").write_text("A hound barks.\n", encoding="utf-8")
    wait_for_documents(watching, 4)
    assert found(watching, "hound") == ["later.md"]
    (notes / "later.md").unlink()
    wait_for_documents(watching, 3)
    (notes / "deep").rename(notes / ".hidden")
    wait_for_documents(watching, 2)
    (notes / ".hidden").rename(notes / "deeper")
    wait_for_documents(watching, 3)
    assert found(watching, "bread") == ["deeper/plan.txt"]
    (notes / ".twofoldignore").write_text("deeper/\n", encoding="utf-8")
    wait_for_documents(watching, 2)


def test_disconnected_folder_is_reported_and_followed_when_it_is_back(watching, notes, tmp_path):
    notes.rename(tmp_path / "away")
    watching.wait_for_notice("not available now")
    watching.wait_for_status(lambda status: not status.folders[0].available)
    assert found(watching, "tyres") == ["garage.md"]
    (tmp_path / "away/new.md").write_text("A hound barks.\n", encoding="utf-8")
    (tmp_path / "away").rename(notes)
    watching.wait_for_notice("is available again")
    stays = {notice.message: not notice.is_passing for notice in watching.notices}
    assert [words for words, does in stays.items() if "available again" in words and does] == []
    assert any("not available now" in words and does for words, does in stays.items())
    wait_for_documents(watching, 4)
    assert found(watching, "hound") == ["new.md"]


FOLDER = Folder("notes", "/home/ada/notes")


def test_failed_update_is_reported_once_and_retried(watching, notes, monkeypatch):
    monkeypatch.setattr(live_updates, "_SECONDS_UNTIL_NEXT_TRY", 0.0)
    update, tries = Indexer.update, iter(range(100))

    def on_a_full_disk(self, *arguments):
        if next(tries) < 3:
            raise CatalogError("The disk is full.", "Make room.")
        return update(self, *arguments)

    monkeypatch.setattr(Indexer, "update", on_a_full_disk)
    # An update that is already running ends before this one and uses one of the attempts.
    watching.ask(RefreshLibrary())
    (notes / "later.md").write_text("A hound barks.\n", encoding="utf-8")
    wait_for_documents(watching, 4)
    assert found(watching, "hound") == ["later.md"]
    assert [notice.message for notice in watching.notices].count("The disk is full.") == 1


def test_changed_paths_are_returned_once_and_only_for_their_folder():
    changed = ChangedPaths()
    changed.add_paths(["/home/ada/notes/a.md", "/home/ada/notes/b/c.md", "/home/ada/other/x"])
    assert changed.take([FOLDER]) == (Scan(FOLDER, ("a.md", "b/c.md")),)
    assert changed.take([FOLDER]) == ()
    changed.add_folders(["/home/ada/notes"])
    assert not changed.has_paths
    changed.add_paths(["/home/ada/notes/a.md"])
    assert changed.take_paths([FOLDER]) == (Scan(FOLDER, ("a.md",)),)  # while the folder waits
    assert changed.take([FOLDER]) == (Scan(FOLDER),)
    changed.add_paths(f"/home/ada/notes/{number}" for number in range(6000))  # too many
    assert changed.take([FOLDER]) == (Scan(FOLDER),)


def test_reference_library_is_scanned_after_a_pause_or_a_minute():
    now = [0.0]
    changed = ChangedPaths(lambda: now[0])
    database = "/home/ada/notes/zotero.sqlite"
    due = []
    for second in range(0, 200, 2):
        now[0] = second
        if second < 100:
            changed.add_paths([database, f"{database}-journal"])
        if any("zotero.sqlite" in scan.places for scan in changed.take([FOLDER])):
            due.append(second)
    assert due == [60, 104]
    assert not changed.has_paths


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/home/ada/notes", ""),
        ("/home/ada/notes/.gitignore", ""),
        ("/home/ada/notes/b/.twofoldignore", "b"),
        ("/home/ada/notes/b/caf\ufffd.md", "b"),
    ],
)
def test_directory_events_cause_a_scan_of_the_directory(path, place):
    changed = ChangedPaths()
    changed.add_paths([path])
    assert changed.take([FOLDER]) == (Scan(FOLDER, (place,)),)


class Checks:
    """Live updates without a watcher, with a fake clock."""

    def __init__(self, *folders):
        self.folders, self.now, self.woken, self.watched = folders, 0.0, [], []
        self.live = LiveUpdates(lambda: self.woken.append(1), 600.0, monotonic=lambda: self.now)
        self.live._watcher.watch = self.watched.append

    def at(self, now):
        """Check at this time, and return the paths to scan."""
        self.now = now
        self.checked = self.live.check(self.folders)
        return self.live.take(self.folders)


def test_every_folder_is_scanned_periodically(tmp_path):
    there = Folder("there", str(tmp_path))
    checks = Checks(Folder("notes", str(tmp_path / "missing")), there)
    checks.at(0.0)
    assert checks.checked == ((), ("there",))
    assert checks.at(599.0) == ()
    scans = checks.at(603.0)
    assert checks.woken
    assert scans == (Scan(there),)
    checks.live.note_scanned(scans)
    assert checks.at(610.0) == ()


def test_failed_folder_scan_is_retried_after_a_minute(tmp_path):
    there = Folder("there", str(tmp_path))
    checks = Checks(there)
    checks.at(0.0)
    checks.live.postpone([Scan(there, ("a.md",))])
    assert checks.at(59.0) == ()
    assert checks.at(63.0) == (Scan(there),)


@pytest.mark.posix
def test_folder_with_changed_permissions_is_watched_again(tmp_path):
    tmp_path.chmod(0)
    checks = Checks(Folder("folder", str(tmp_path)))
    checks.at(0.0)
    tmp_path.chmod(0o700)
    checks.at(3.0)
    assert checks.checked == ((), ())
    assert checks.watched == [[str(tmp_path)]] * 2
