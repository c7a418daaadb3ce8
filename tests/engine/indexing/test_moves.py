import os
import shutil
import sys
from pathlib import Path

import pytest

from engine.indexing.ignore_rules import IgnoreRules
from engine.indexing.pipeline import Indexer
from engine.indexing.scan import FolderSummary, Scan
from engine.model.document import (
    Block,
    BlockKind,
    DocumentMetadata,
    ExtractedText,
    PlaceKind,
    document_number,
)
from engine.stores.catalog.catalog import Catalog
from engine.stores.sync.indexes import Indexes
from tests.support.without_rights import run_without_rights

LONG_AGO_NS = 1_700_000_000_123_456_789


class NotingReader:
    """Reads files as text and notes which; `meanwhile` is called while a file is being read."""

    def __init__(self):
        self.read = []
        self.meanwhile = lambda _path: None

    def read_all(self, paths):
        for path in paths:
            self.read.append(path.name)
            text = path.read_text(encoding="utf-8")
            self.meanwhile(path)
            title = text.splitlines()[0].removeprefix("# ") if text.startswith("#") else path.stem
            blocks = (Block(0, len(text), BlockKind.PARAGRAPH),)
            metadata = DocumentMetadata(title=title, lang="en")
            yield path, ExtractedText(text, PlaceKind.LINE, (0,), (1,), blocks, metadata, "md")


class Library:
    def __init__(self, home: Path) -> None:
        self.catalog = Catalog.open(home / "catalog.sqlite")
        self.indexes, _ = Indexes.open(self.catalog, home / "lexical")
        self.reader = NotingReader()
        self.indexer = Indexer(self.catalog, self.indexes, self.reader, IgnoreRules())

    def update(self, *places: str) -> FolderSummary:
        self.reader.read.clear()
        summary = FolderSummary()
        scans = [Scan(folder, places or ("",)) for folder in self.catalog.folders()]
        list(self.indexer.update(scans, summary))
        return summary

    def paths(self, folder: str = "notes") -> list[str]:
        return sorted(self.catalog.files.known(folder))

    def tag(self, place: str, *tags: str) -> None:
        with self.catalog.change() as change:
            change.set_user_tags(place, tags)

    def tags(self, folder: str, path: str) -> tuple[str, ...]:
        return self.catalog.document(document_number(folder, path)).tags

    def close(self) -> None:
        self.indexes.close()
        self.catalog.close()


@pytest.fixture
def write(tmp_path, write_file):
    def write_old(name: str, text: str, age: int = 0) -> Path:
        path = write_file(name, text)
        os.utime(path, ns=(LONG_AGO_NS - age, LONG_AGO_NS - age))
        return path

    return write_old


@pytest.fixture
def library(tmp_path, write):
    for number in range(3):
        write(f"notes/in/{number}.md", f"# Title {number}\nWords of note {number}.\n", number)
    write("notes/plain.md", "Words without any title.\n")
    opened = Library(tmp_path)
    opened.catalog.add_folder(tmp_path / "notes")
    opened.update()
    yield opened
    opened.close()


def test_a_renamed_directory_is_recognised_and_nothing_is_read(library, tmp_path):
    library.tag("notes/in", "theirs")
    library.tag("notes/in/1.md", "mine")
    (tmp_path / "notes/in").rename(tmp_path / "notes/out")
    summary = library.update()
    assert (summary.moved, summary.removed, summary.read) == (3, 0, 0)
    assert library.reader.read == []
    assert library.paths() == ["out/0.md", "out/1.md", "out/2.md", "plain.md"]
    assert library.tags("notes", "out/1.md") == ("mine", "theirs")
    assert library.catalog.personal.tags("notes/out") == ("theirs",)
    assert library.catalog.personal.tags("notes/in") == ()
    shutil.copyfile(tmp_path / "notes/out/2.md", tmp_path / "notes/copy.md")  # with new times
    (tmp_path / "notes/out/2.md").unlink()
    assert (library.update().moved, library.reader.read) == (1, [])


def test_a_move_to_another_library_folder_is_recognised_whatever_their_order(
    library, tmp_path, write
):
    for name in ("archive", "zebra"):
        (tmp_path / name).mkdir()
        library.catalog.add_folder(tmp_path / name)
        library.tag("notes/in/0.md", "mine")
        shutil.move(tmp_path / "notes/in/0.md", tmp_path / name / "0.md")
        assert library.update().moved == 1
        assert library.reader.read == []
        assert library.tags(name, "0.md") == ("mine",)
        shutil.move(tmp_path / name / "0.md", tmp_path / "notes/in/0.md")
        assert library.update().moved == 1


def test_a_copy_beside_the_original_is_a_document_of_its_own(library, tmp_path):
    library.tag("notes/in/2.md", "mine")
    shutil.copy2(tmp_path / "notes/in/2.md", tmp_path / "notes/copy.md")
    assert library.update().read == 1
    assert library.tags("notes", "in/2.md") == ("mine",)
    assert library.tags("notes", "copy.md") == ()


@pytest.mark.parametrize(("old", "new"), [("plain.md", "other.md"), ("in/0.md", "in/0.txt")])
def test_a_file_whose_name_says_something_is_read_again_and_keeps_its_tags(
    library, tmp_path, old, new
):
    library.tag(f"notes/{old}", "mine")
    (tmp_path / "notes" / old).rename(tmp_path / "notes" / new)
    summary = library.update()
    assert (summary.read, summary.removed) == (1, 1)
    assert library.tags("notes", new) == ("mine",)


def test_a_touched_file_is_not_read(library, tmp_path):
    os.utime(tmp_path / "notes/plain.md")
    summary = library.update()
    assert library.reader.read == []
    assert summary.unchanged == 4
    library.update()
    assert library.reader.read == []


def replace_unseen(path, text):
    """Put another file in the place of one, with its times."""
    before = path.stat()
    while path.stat().st_ctime_ns == before.st_ctime_ns:  # times go by the ticks of a clock
        new = path.with_name("new")
        new.write_text(text, encoding="utf-8")
        os.utime(new, ns=(before.st_atime_ns, before.st_mtime_ns))
        new.replace(path)


@pytest.mark.skipif(os.name != "posix", reason="only POSIX tells when a file changed")
def test_a_file_replaced_by_one_of_its_size_and_time_is_read(library, tmp_path):
    replace_unseen(tmp_path / "notes/plain.md", "Words without any tattle.\n")
    assert library.update().read == 1
    library.update()
    assert library.reader.read == []


@pytest.mark.skipif(os.name != "posix", reason="only POSIX tells when a file changed")
def test_a_file_that_a_backup_put_back_as_it_was_is_not_read(library, tmp_path):
    replace_unseen(tmp_path / "notes/plain.md", "Words without any title.\n")
    summary = library.update()
    assert (library.reader.read, summary.unchanged) == ([], 4)
    known = library.catalog.files.known("notes")["plain.md"].state
    assert known.changed_ns == (tmp_path / "notes/plain.md").stat().st_ctime_ns


@pytest.mark.parametrize("is_known", [False, True])
def test_a_huge_file_can_be_left_in_the_middle(library, tmp_path, write, monkeypatch, is_known):
    monkeypatch.setattr("engine.indexing.moves._BLOCKS_A_STEP", 1)
    path = write("notes/huge.md", "word " * 500_000)
    if is_known:
        assert library.update().read == 1
        os.utime(path)
    scans = [Scan(folder) for folder in library.catalog.folders()]
    update = library.indexer.update(scans, FolderSummary())
    steps = [step.current_file for step in update]
    assert steps.count("huge.md") == 4  # three of its bytes
    os.utime(path, ns=(LONG_AGO_NS, LONG_AGO_NS))
    update = library.indexer.update(scans, FolderSummary())
    while next(update).current_file != "huge.md":
        pass
    update.close()
    summary = library.update()
    assert (summary.read, summary.unchanged) == (0, 5)


def test_a_file_that_changes_while_it_is_read_is_read_once_more(library, tmp_path, write):
    path = write("notes/log.md", "first\n")
    changes = iter(["second\n"])

    def append(read):
        for text in changes if read == path else ():
            path.write_text(text, encoding="utf-8")
            os.utime(path, ns=(LONG_AGO_NS + 5, LONG_AGO_NS + 5))

    library.reader.meanwhile = append
    assert library.update().read == 1
    assert library.reader.read == ["log.md", "log.md"]
    known = library.catalog.files.known("notes")["log.md"]
    (chunk,) = (
        stored
        for stored in library.catalog.chunks(library.catalog.chunk_numbers().tolist()).values()
        if stored.document.number == known.number
    )
    assert chunk.chunk.text.strip() == "second"
    library.update()
    assert library.reader.read == []


def test_a_file_saved_in_this_very_moment_is_looked_at_again(tmp_path, write):
    library = Library(tmp_path)
    library.catalog.add_folder(tmp_path / "notes")
    write("notes/now.md", "text\n")
    library.indexer = Indexer(
        library.catalog,
        library.indexes,
        library.reader,
        IgnoreRules(),
        clock_ns=lambda: LONG_AGO_NS + 1_000_000,
    )
    assert library.update().read == 1
    library.indexer = Indexer(library.catalog, library.indexes, library.reader, IgnoreRules())
    library.update()
    assert library.reader.read == ["now.md"]
    library.update()
    assert library.reader.read == []
    library.close()


def test_a_look_at_some_places_leaves_the_others_alone(library, tmp_path, write):
    (tmp_path / "notes/plain.md").unlink()
    (tmp_path / "notes/in/0.md").unlink()
    write("notes/in/new/3.md", "New words.\n")
    write("notes/unseen.md", "Unseen words.\n")
    summary = library.update("in/0.md", "in/new", "nowhere/at.all")
    assert (summary.read, summary.removed) == (1, 1)
    assert library.paths() == ["in/1.md", "in/2.md", "in/new/3.md", "plain.md"]


def test_a_drive_that_is_unplugged_below_a_folder_keeps_its_index(library, tmp_path):
    catalog = library.catalog
    elsewhere = (tmp_path / "notes").stat().st_dev + 1
    with catalog.change() as change:
        change.set_mounts("notes", {"": elsewhere - 1, "in": elsewhere})
    for file in (tmp_path / "notes/in").iterdir():
        file.rename(tmp_path / file.name)
    summary = library.update()
    assert (summary.away, summary.removed) == (1, 0)
    assert "1 folder is not there now" in summary.in_words()
    assert len(library.paths()) == 4
    (tmp_path / "notes/in").rmdir()
    assert library.update().removed == 0
    assert library.update("in/0.md").removed == 0
    (tmp_path / "notes/in").mkdir()
    for number in range(3):
        (tmp_path / f"{number}.md").rename(tmp_path / f"notes/in/{number}.md")
    assert library.update().unchanged == 4
    assert catalog.folders()[0].mounts == {"": elsewhere - 1}


def test_an_empty_mount_point_in_the_place_of_a_folder_keeps_its_index(library, tmp_path):
    device = (tmp_path / "notes").stat().st_dev
    with library.catalog.change() as change:
        change.set_mounts("notes", {"": device + 1})
    shutil.rmtree(tmp_path / "notes")
    (tmp_path / "notes").mkdir()
    assert (library.update().away, len(library.paths())) == (1, 4)
    assert not library.catalog.folder_statuses("")[0].available


def test_a_folder_that_was_emptied_is_empty(library, tmp_path):
    shutil.rmtree(tmp_path / "notes")
    (tmp_path / "notes").mkdir()
    assert library.update().removed == 4
    assert library.catalog.folder_statuses("")[0].available


def test_a_copy_takes_nothing_from_a_file_whose_drive_is_away(library, tmp_path, write):
    device = (tmp_path / "notes").stat().st_dev
    with library.catalog.change() as change:
        change.set_mounts("notes", {"": device, "in": device + 1})
    library.tag("notes/in/0.md", "mine")
    library.tag("notes/in", "theirs")
    (tmp_path / "notes/in").rename(tmp_path / "away")
    for is_mount_point_left in (False, True):
        if is_mount_point_left:
            (tmp_path / "notes/in").mkdir()
        name = f"copy {is_mount_point_left}.md"
        shutil.copy2(tmp_path / "away/0.md", tmp_path / "notes" / name)
        (tmp_path / "away/0.md").rename(tmp_path / "notes/0.md")
        assert library.update().moved == 0
        assert library.tags("notes", "in/0.md") == ("mine", "theirs")
        (tmp_path / "notes/0.md").rename(tmp_path / "away/0.md")
        library.update()


def copied_beside_a_closed_directory(place: str) -> None:
    """Copy a file whose directory is then closed; print whether it was taken for moved."""
    home = Path(place)
    library = Library(home)
    library.tag("notes/in/0.md", "mine")
    (home / "notes/plain.md").unlink()
    shutil.copyfile(home / "notes/in/0.md", home / "notes/copy.md")
    (home / "notes/in").chmod(0)
    try:
        moved = library.update().moved
        sys.stdout.write(f"{moved} {library.tags('notes', 'in/0.md')}\n")
    finally:
        (home / "notes/in").chmod(0o700)
        library.close()


def test_a_copy_takes_nothing_from_a_file_in_a_closed_directory(library, tmp_path):
    library.close()
    printed = run_without_rights(__name__, "copied_beside_a_closed_directory", tmp_path)
    assert printed == "0 ('mine',)\n"


def test_what_was_said_of_a_directory_stays_away_from_one_it_is_merged_into(
    library, tmp_path, write
):
    write("notes/old/0.md", "# Old\nWords.\n")
    library.update()
    library.tag("notes/in", "project")
    for file in (tmp_path / "notes/in").iterdir():
        file.rename(tmp_path / "notes/old" / f"{file.stem}{file.stem}.md")
    (tmp_path / "notes/old/11.md").rename(tmp_path / "notes/old/1.md")
    (tmp_path / "notes/in").rmdir()
    assert library.update().moved == 3
    assert library.tags("notes", "old/0.md") == ()
    assert library.catalog.personal.tags("notes/old") == ()


def test_another_file_with_the_inode_the_size_and_whole_seconds_of_one_is_read(
    library, tmp_path, write
):
    path = write("notes/unpacked.md", "# One\nsame size 1\n")
    os.utime(path, (1_000_000_000, 1_000_000_000))
    library.update()
    path.write_text("# One\nsame size 2\n", encoding="utf-8")
    os.utime(path, (1_000_000_000, 1_000_000_000))
    path.rename(tmp_path / "notes/again.md")
    summary = library.update()
    assert (summary.moved, summary.read) == (0, 1)


def test_what_a_person_saves_while_others_are_read_is_not_overwritten_by_what_was_there(
    library, tmp_path, write
):
    write("notes/new/a.md", "# First\nold\n", age=1)
    write("notes/new/b.md", "# Second\n", age=2)
    write("notes/new/gone.md", "# Third\n", age=0)
    (folder,) = library.catalog.folders()
    outer = library.indexer.update([Scan(folder)], FolderSummary())
    while next(outer).current_file != "new/a.md":
        pass
    write("notes/new/a.md", "# First\nnewer\n", age=-5)
    (tmp_path / "notes/new/gone.md").unlink()
    list(library.indexer.update([Scan(folder, ("new/a.md", "new/gone.md"))], FolderSummary()))
    list(outer)
    known = library.catalog.files.known("notes")
    assert known["new/a.md"].state.mtime_ns == LONG_AGO_NS + 5
    assert "new/gone.md" not in known
