import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.engine.indexing.indexed_folder import LONG_AGO_NS, IndexedFolder, text_of
from tests.support.without_rights import run_without_rights
from twofold.engine.indexing.moves import digest_of
from twofold.engine.indexing.scan import FolderSummary, ReadingProgress
from twofold.engine.model.document import content_digest


class RecordingReader:
    """Reads files as text and records their names. Calls `while_reading` during each file."""

    def __init__(self):
        self.asked = []
        self.while_reading = lambda _path: None

    def read_all(self, paths):
        for path in paths:
            self.asked.append(path.name)
            text = path.read_text(encoding="utf-8")
            self.while_reading(path)
            is_titled = text.startswith("#")
            yield path, text_of(text, text.splitlines()[0][2:] if is_titled else path.stem)


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
    opened = IndexedFolder(tmp_path, RecordingReader())
    opened.update()
    yield opened
    opened.close()


def test_renamed_directory_is_detected_and_nothing_is_read(library, tmp_path):
    library.tag("notes/in", "theirs")
    library.tag("notes/in/1.md", "mine")
    (tmp_path / "notes/in").rename(tmp_path / "notes/out")
    summary = library.update()
    assert (summary.moved, summary.removed, summary.read) == (3, 0, 0)
    assert library.reader.asked == []
    assert library.paths() == ["out/0.md", "out/1.md", "out/2.md", "plain.md"]
    assert library.tags("notes", "out/1.md") == ("mine", "theirs")
    assert library.catalog.annotations.tags("notes/out") == ("theirs",)
    assert library.catalog.annotations.tags("notes/in") == ()
    shutil.copyfile(tmp_path / "notes/out/2.md", tmp_path / "notes/copy.md")  # with new times
    (tmp_path / "notes/out/2.md").unlink()
    assert (library.update().moved, library.reader.asked) == (1, [])


def test_move_to_another_library_folder_is_detected_in_any_order(library, tmp_path):
    for name in ("archive", "zebra"):
        (tmp_path / name).mkdir()
        library.catalog.add_folder(tmp_path / name)
        library.tag("notes/in/0.md", "mine")
        shutil.move(tmp_path / "notes/in/0.md", tmp_path / name / "0.md")
        assert (library.update().moved, library.reader.asked) == (1, [])
        assert library.tags(name, "0.md") == ("mine",)
        shutil.move(tmp_path / name / "0.md", tmp_path / "notes/in/0.md")
        assert library.update().moved == 1


def test_copy_next_to_the_original_is_a_separate_document(library, tmp_path):
    library.tag("notes/in/2.md", "mine")
    shutil.copy2(tmp_path / "notes/in/2.md", tmp_path / "notes/copy.md")
    assert library.update().read == 1
    assert library.tags("notes", "in/2.md") == ("mine",)
    assert library.tags("notes", "copy.md") == ()


@pytest.mark.parametrize(("old", "new"), [("plain.md", "other.md"), ("in/0.md", "in/0.txt")])
def test_file_with_an_informative_name_is_read_again_and_keeps_its_tags(
    library, tmp_path, old, new
):
    library.tag(f"notes/{old}", "mine")
    (tmp_path / "notes" / old).rename(tmp_path / "notes" / new)
    summary = library.update()
    assert (summary.read, summary.removed) == (1, 1)
    assert library.tags("notes", new) == ("mine",)


def replace_keeping_times(path, text):
    """Replace a file with another one that has the same timestamps."""
    before = path.stat()
    while path.stat().st_ctime_ns == before.st_ctime_ns:  # file times change by clock ticks
        new = path.with_name("new")
        new.write_text(text, encoding="utf-8")
        os.utime(new, ns=(before.st_atime_ns, before.st_mtime_ns))
        new.replace(path)


@pytest.mark.skipif(os.name != "posix", reason="only POSIX tells when a file changed")
def test_only_changed_bytes_are_read_regardless_of_size_and_times(library, tmp_path):
    path = tmp_path / "notes/plain.md"
    os.utime(path, ns=(LONG_AGO_NS - 5, LONG_AGO_NS - 5))
    assert (library.update().unchanged, library.reader.asked) == (4, [])
    replace_keeping_times(path, "Words without any title.\n")
    assert (library.update().unchanged, library.reader.asked) == (4, [])
    assert library.catalog.files.known("notes")["plain.md"].state.changed_ns == (
        path.stat().st_ctime_ns
    )
    replace_keeping_times(path, "Words without any tattle.\n")
    assert library.update().read == 1
    library.update()
    assert library.reader.asked == []


@pytest.mark.parametrize("is_known", [False, True])
def test_reading_a_huge_file_can_be_interrupted(library, write, monkeypatch, is_known):
    monkeypatch.setattr("twofold.engine.indexing.moves._BLOCKS_PER_STEP", 1)
    path = write("notes/huge.md", "word " * 500_000)
    if is_known:
        assert library.update().read == 1
        os.utime(path)
    steps = [step.current_file for step in library.indexer.update(library.scans(), FolderSummary())]
    assert steps.count("huge.md") == 4  # three of its bytes
    os.utime(path, ns=(LONG_AGO_NS, LONG_AGO_NS))
    update = library.indexer.update(library.scans(), FolderSummary())
    while next(update).current_file != "huge.md":
        pass
    update.close()
    summary = library.update()
    assert (summary.read, summary.unchanged) == (0, 5)


def test_file_that_changes_during_reading_is_read_once_more(library, write):
    path = write("notes/log.md", "first\n")
    changes = iter(["second\n"])

    def append(read):
        for text in changes if read == path else ():
            path.write_text(text, encoding="utf-8")
            os.utime(path, ns=(LONG_AGO_NS + 5, LONG_AGO_NS + 5))

    library.reader.while_reading = append
    assert (library.update().read, library.reader.asked) == (1, ["log.md", "log.md"])
    assert library.texts("log.md") == ["second"]
    library.update()
    assert library.reader.asked == []


def test_file_saved_just_now_is_checked_again(library, write):
    write("notes/now.md", "text\n")
    library.read_by(library.reader, clock_ns=lambda: LONG_AGO_NS + 1_000_000)
    assert library.update().read == 1
    library.read_by(library.reader)
    for asked in (["now.md"], []):
        library.update()
        assert library.reader.asked == asked


def test_scan_of_some_places_does_not_affect_others(library, tmp_path, write):
    (tmp_path / "notes/plain.md").unlink()
    (tmp_path / "notes/in/0.md").unlink()
    write("notes/in/new/3.md", "New words.\n")
    write("notes/unseen.md", "Unseen words.\n")
    summary = library.update("in/0.md", "in/new", "nowhere/at.all")
    assert (summary.read, summary.removed) == (1, 1)
    assert library.paths() == ["in/1.md", "in/2.md", "in/new/3.md", "plain.md"]


def test_unplugged_drive_below_a_folder_keeps_its_index(library, tmp_path):
    library.set_mounts(root=0, **{"in": 1})
    inside, away = tmp_path / "notes/in", tmp_path / "away"
    shutil.copytree(inside, away)
    for file in inside.iterdir():
        file.unlink()
    summary = library.update()
    assert (summary.away, summary.removed, len(library.paths())) == (1, 0, 4)
    assert "1 folder is not available" in summary.as_message()
    inside.rmdir()
    assert library.update().removed == library.update("in/0.md").removed == 0
    shutil.move(away, inside)
    assert library.update().unchanged == 4
    assert set(library.catalog.folders()[0].mounts) == {""}


@pytest.mark.parametrize("is_away", [True, False])
def test_empty_mount_point_instead_of_a_folder_keeps_its_index(library, is_away):
    library.set_mounts(root=int(is_away))
    shutil.rmtree(library.root)
    library.root.mkdir()
    summary = library.update()
    assert (summary.away, summary.removed) == ((1, 0) if is_away else (0, 4))
    assert library.catalog.folder_statuses("")[0].available is not is_away


def test_copy_is_not_a_move_while_the_drive_of_the_original_is_away(library, tmp_path):
    library.set_mounts(root=0, **{"in": 1})
    library.tag("notes/in/0.md", "mine")
    library.tag("notes/in", "theirs")
    (tmp_path / "notes/in").rename(tmp_path / "away")
    for is_mount_point_left in (False, True):
        if is_mount_point_left:
            (tmp_path / "notes/in").mkdir()
        shutil.copy2(tmp_path / "away/0.md", tmp_path / f"notes/copy {is_mount_point_left}.md")
        (tmp_path / "away/0.md").rename(tmp_path / "notes/0.md")
        assert library.update().moved == 0
        assert library.tags("notes", "in/0.md") == ("mine", "theirs")
        (tmp_path / "notes/0.md").rename(tmp_path / "away/0.md")
        library.update()


def test_copy_is_not_a_move_while_the_folder_of_the_original_is_away(library, tmp_path, write):
    library.tag("notes/in/0.md", "mine")
    library.catalog.add_folder(tmp_path / "archive")
    gone = write("archive/gone.md", "Bytes are compared while a file is gone.\n")
    library.update()
    gone.unlink()
    (tmp_path / "notes").rename(tmp_path / "away")
    shutil.copyfile(tmp_path / "away/in/0.md", tmp_path / "archive/0.md")
    summary = library.update()
    assert (summary.read, summary.moved) == (1, 0)
    assert library.tags("notes", "in/0.md") == ("mine",)


def copied_beside_a_closed_directory(place: str) -> None:
    """Copy a file, then close its directory. Print whether the copy was treated as moved."""
    home = Path(place)
    library = IndexedFolder(home, RecordingReader())
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


def test_copy_is_not_a_move_while_the_directory_of_the_original_is_closed(library, tmp_path):
    library.close()
    printed = run_without_rights(__name__, "copied_beside_a_closed_directory", tmp_path)
    assert printed == "0 ('mine',)\n"


def test_tags_of_a_directory_are_not_moved_when_it_is_merged_into_another(library, tmp_path, write):
    write("notes/old/0.md", "# Old\nWords.\n")
    library.update()
    library.tag("notes/in", "project")
    for number, name in enumerate(("00", "1", "22")):
        (tmp_path / f"notes/in/{number}.md").rename(tmp_path / f"notes/old/{name}.md")
    (tmp_path / "notes/in").rmdir()
    assert library.update().moved == 3
    assert library.tags("notes", "old/0.md") == ()
    assert library.catalog.annotations.tags("notes/old") == ()


def test_other_file_with_same_inode_size_and_whole_seconds_is_read(library, tmp_path, write):
    path = write("notes/unpacked.md", "# One\nsame size 1\n")
    os.utime(path, (1_000_000_000, 1_000_000_000))
    library.update()
    path.write_text("# One\nsame size 2\n", encoding="utf-8")
    os.utime(path, (1_000_000_000, 1_000_000_000))
    path.rename(tmp_path / "notes/again.md")
    summary = library.update()
    assert (summary.moved, summary.read) == (0, 1)


def test_tags_set_during_reading_are_not_overwritten(library, write):
    write("notes/new/a.md", "# First\nold\n", age=1)
    write("notes/new/b.md", "# Second\n", age=2)
    gone = write("notes/new/gone.md", "# Third\n", age=0)
    outer = library.indexer.update(library.scans(), FolderSummary())
    while next(outer).current_file != "new/a.md":
        pass
    write("notes/new/a.md", "# First\nnewer\n", age=-5)
    gone.unlink()
    library.update("new/a.md", "new/gone.md")
    list(outer)
    known = library.catalog.files.known("notes")
    assert known["new/a.md"].state.mtime_ns == LONG_AGO_NS + 5
    assert "new/gone.md" not in known


def digest(folder, path, max_bytes=1000):
    steps = digest_of(folder, path, max_bytes, ReadingProgress("notes", 0, path))
    with pytest.raises(StopIteration) as end:
        next(steps)
    return end.value.value


@pytest.mark.skipif(sys.platform != "linux", reason="Linux's /proc")
def test_endless_file_is_read_up_to_its_size():
    assert Path("/proc/self/status").stat().st_size == 0
    assert digest(Path("/proc/self"), "status") == content_digest(b"")


@pytest.mark.posix
def test_links_pipes_and_large_files_are_not_read(tmp_path):
    for name, size in (("inside", 999), ("large", 1001)):
        (tmp_path / name).write_bytes(b"x" * size)
    (tmp_path / "link").symlink_to("inside")
    (tmp_path / "folder").symlink_to(".")
    os.mkfifo(tmp_path / "pipe")
    assert digest(tmp_path, "inside") == content_digest(b"x" * 999)
    assert {digest(tmp_path, one) for one in ("large", "link", "folder/inside", "pipe")} == {b""}
