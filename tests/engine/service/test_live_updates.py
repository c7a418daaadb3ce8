import shutil

import pytest

from engine.api import CatalogError, FolderStatus, RefreshLibrary, SearchMode
from engine.indexing.pipeline import Indexer
from engine.indexing.scan import Scan
from engine.indexing.watcher import DirtyPlaces
from engine.service import library_host, live_updates
from engine.service.engine import BackgroundEngine
from engine.service.live_updates import LiveUpdates
from engine.stores.catalog.rows import Folder
from tests.support.running_engine import PATIENCE, RunningEngine, library_opener
from tests.support.tiny_embedder import tiny_embedder_loader


@pytest.fixture
def watching(tmp_path, notes):
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


def test_what_is_saved_renamed_and_deleted_is_followed_without_being_asked(watching, notes):
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


class PromptWatcher(live_updates.FolderWatcher):
    """Says at once which folders it watches, which has them looked at as a whole."""

    def watch(self, roots):
        super().watch(roots)
        self._on_watching(roots)


@pytest.fixture
def prompt_watcher(monkeypatch):
    monkeypatch.setattr(live_updates, "FolderWatcher", PromptWatcher)


@pytest.mark.usefixtures("prompt_watcher")
def test_files_read_while_their_folder_is_to_be_looked_at_are_saved_many_at_a_time(
    watching, tmp_path, monkeypatch
):
    saves = []
    commit = Indexer.commit
    monkeypatch.setattr(Indexer, "commit", lambda indexer: saves.append(1) or commit(indexer))
    many = tmp_path / "many"
    many.mkdir()
    for number in range(40):
        (many / f"{number}.md").write_text(f"Apple {number}.\n", encoding="utf-8")
    watching.add(many)
    assert len(found(watching, "apple")) == 20
    assert len(saves) < 20


def test_a_directory_that_comes_with_files_in_it_is_read(watching, notes, tmp_path):
    shutil.copytree(notes, tmp_path / "copy")
    (tmp_path / "copy/deep/plan.txt").write_text("Tune the piano.\n", encoding="utf-8")
    (tmp_path / "copy").rename(notes / "copy")
    wait_for_documents(watching, 6)
    assert found(watching, "piano") == ["copy/deep/plan.txt"]


def test_an_ignore_file_takes_effect_when_it_is_saved(watching, notes):
    (notes / ".twofoldignore").write_text("deep/\n", encoding="utf-8")
    wait_for_documents(watching, 2)
    (notes / ".twofoldignore").unlink()
    wait_for_documents(watching, 3)


def test_a_folder_that_goes_away_is_said_to_and_followed_again_when_it_is_back(
    watching, notes, tmp_path
):
    def is_there(status):
        folders: tuple[FolderStatus, ...] = status.folders
        return [folder.available for folder in folders]

    notes.rename(tmp_path / "away")
    watching.wait_for_notice("not there now")
    watching.wait_for_status(lambda status: is_there(status) == [False])
    assert found(watching, "tyres") == ["garage.md"]
    (tmp_path / "away/new.md").write_text("A hound barks.\n", encoding="utf-8")
    (tmp_path / "away").rename(notes)
    watching.wait_for_notice("is there again")
    stays = {notice.message: not notice.is_passing for notice in watching.notices}
    assert [words for words, does in stays.items() if "there again" in words and does] == []
    assert any("not there now" in words and does for words, does in stays.items())
    wait_for_documents(watching, 4)
    assert found(watching, "hound") == ["new.md"]


FOLDER = Folder("notes", "/home/ada/notes")


def test_what_could_not_be_saved_is_said_once_and_looked_at_again(watching, notes, monkeypatch):
    for module in (live_updates, library_host):
        monkeypatch.setattr(module, "SECONDS_BETWEEN_CHECKS", 0.05)
    monkeypatch.setattr(live_updates, "_SECONDS_UNTIL_NEXT_TRY", 0.0)
    update, tries = Indexer.update, iter(range(100))

    def on_a_full_disk(self, *arguments):
        if next(tries) < 3:
            raise CatalogError("The disk is full.", "Make room.")
        return update(self, *arguments)

    monkeypatch.setattr(Indexer, "update", on_a_full_disk)
    # An update that was under way already ends before this one, which takes one of the tries.
    watching.ask(RefreshLibrary())
    (notes / "later.md").write_text("A hound barks.\n", encoding="utf-8")
    wait_for_documents(watching, 4)
    assert found(watching, "hound") == ["later.md"]
    assert [notice.message for notice in watching.notices].count("The disk is full.") == 1


def test_places_are_taken_once_and_only_of_their_folder():
    dirty = DirtyPlaces()
    dirty.add_paths(["/home/ada/notes/a.md", "/home/ada/notes/b/c.md", "/home/ada/other/x"])
    assert dirty.take([FOLDER]) == (Scan(FOLDER, ("a.md", "b/c.md")),)
    assert not dirty.has_paths
    assert dirty.take([FOLDER]) == ()


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/home/ada/notes", ""),
        ("/home/ada/notes/.gitignore", ""),
        ("/home/ada/notes/b/.twofoldignore", "b"),
        ("/home/ada/notes/b/caf\ufffd.md", "b"),
    ],
)
def test_what_concerns_a_directory_is_looked_at_as_a_whole(path, place):
    dirty = DirtyPlaces()
    dirty.add_paths([path])
    assert dirty.take([FOLDER]) == (Scan(FOLDER, (place,)),)


def test_changed_files_are_taken_while_whole_folders_wait():
    dirty = DirtyPlaces()
    dirty.add_folders(["/home/ada/notes"])
    assert not dirty.has_paths
    dirty.add_paths(["/home/ada/notes/a.md"])
    assert dirty.take_paths([FOLDER]) == (Scan(FOLDER, ("a.md",)),)
    assert dirty.take_paths([FOLDER]) == ()
    dirty.add_paths(["/home/ada/notes"])
    assert dirty.take_paths([FOLDER]) == ()
    assert dirty.take([FOLDER]) == (Scan(FOLDER),)


def test_after_too_many_changes_the_whole_folder_is_looked_at():
    dirty = DirtyPlaces()
    dirty.add_paths(f"/home/ada/notes/{number}" for number in range(6000))
    assert dirty.take([FOLDER]) == (Scan(FOLDER),)


def test_every_folder_is_looked_at_now_and_then(tmp_path):
    now, woken = [0.0], []
    folder = Folder("notes", str(tmp_path / "missing"))
    there = Folder("there", str(tmp_path))
    live = LiveUpdates(lambda: woken.append(1), 600.0, monotonic=lambda: now[0])
    live._watcher.watch = lambda roots: None
    assert live.check([folder, there]) == ((), ("there",))
    now[0] = 599.0
    live.check([folder, there])
    assert live.take([folder, there]) == ()
    now[0] = 603.0
    live.check([folder, there])
    assert woken
    scans = live.take([folder, there])
    assert scans == (Scan(there),)
    live.note_scanned(scans)
    now[0] = 610.0
    live.check([folder, there])
    assert live.take([folder, there]) == ()


def test_a_folder_looked_at_in_vain_is_due_in_a_minute(tmp_path):
    now = [0.0]
    there = Folder("there", str(tmp_path))
    live = LiveUpdates(lambda: None, 600.0, monotonic=lambda: now[0])
    live._watcher.watch = lambda roots: None
    live.check([there])
    live.put_off([Scan(there, ("a.md",))])
    now[0] = 59.0
    live.check([there])
    assert live.take([there]) == ()
    now[0] = 63.0
    live.check([there])
    assert live.take([there]) == (Scan(there),)


def test_a_folder_whose_permissions_have_changed_is_watched_anew(tmp_path):
    now, watched = [0.0], []
    folder = tmp_path / "folder"
    folder.mkdir(mode=0)
    live = LiveUpdates(lambda: None, 600.0, monotonic=lambda: now[0])
    live._watcher.watch = watched.append
    live.check([Folder("folder", str(folder))])
    folder.chmod(0o700)
    now[0] = 3.0
    assert live.check([Folder("folder", str(folder))]) == ((), ())
    assert watched == [[str(folder)]] * 2
