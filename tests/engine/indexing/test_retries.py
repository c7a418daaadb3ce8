"""The index entries of a file are kept while a temporary error prevents reading it."""

import os
import sys
import zipfile
from functools import partial
from pathlib import Path

import pytest

from tests.engine.indexing.indexed_folder import LONG_AGO_NS, IndexedFolder
from tests.support.readable_folders import readable_folders
from tests.support.without_rights import run_without_rights
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.indexing.explain import explain_file
from twofold.engine.indexing.ignore_rules import IgnoreRules
from twofold.engine.model.document import document_number
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason

FOR_NOW = sorted(reason for reason in FailureReason if reason.may_pass)
FOR_GOOD = sorted(set(FailureReason) - {*FOR_NOW, FailureReason.VANISHED})


class FailingReader:
    """The real reader, with simulated errors for given files. Counts the requested files."""

    def __init__(self, reader: DocumentReader) -> None:
        self._reader = reader
        self.refused: dict[str, FailureReason] = {}
        self.asked: list[str] = []

    def read_all(self, paths):
        for path in paths:
            self.asked.append(path.name)
            if path.name in self.refused:
                yield path, DocumentError(self.refused[path.name], "It is so.", "Try this.")
            else:
                yield from self._reader.read_all([path])


def write(library, name, text, age):
    path = library.root / name
    path.write_text(text, encoding="utf-8")
    os.utime(path, ns=(LONG_AGO_NS - age, LONG_AGO_NS - age))


def refuse(library, name, reason):
    """Simulate a changed file that cannot be read for the given reason."""
    write(library, name, "New words of the plan.\n", 1)
    library.reader.refused[name] = reason
    return library.update()


def due(library):
    places = library.indexer.retries.due_paths(library.catalog.folders())
    return [Path(place).name for place in places]


def why(library, path):
    return explain_file(library.catalog, IgnoreRules(), path, 10**6)


@pytest.fixture
def library(tmp_path, reader):
    library = IndexedFolder(tmp_path, FailingReader(reader))
    write(library, "plan.md", "Old words of the plan.\n", 0)
    with zipfile.ZipFile(tmp_path / "notes/box.zip", "w") as archive:
        archive.writestr("in.md", "Words inside of the box.\n")
    os.utime(tmp_path / "notes/box.zip", ns=(LONG_AGO_NS, LONG_AGO_NS))
    library.update()
    yield library
    library.close()


@pytest.mark.parametrize("reason", FOR_NOW)
def test_temporarily_unreadable_file_keeps_its_text_until_it_is_read_again(library, reason):
    (before,) = library.catalog.folder_statuses("")
    assert (before.documents, before.failed) == (2, 0)
    assert refuse(library, "plan.md", reason).not_searchable == 1
    assert library.texts("plan.md") == ["Old words of the plan."]
    (failure,) = library.catalog.failures.every()
    document = library.catalog.document(document_number("notes", "plan.md"))
    assert (failure.path, failure.reason) == ("notes/plan.md", reason)
    assert failure.text_of == document.indexed_at
    still = f"Its text from {document.indexed_at[:10]} is still searched."
    assert failure.detail == f"It is so. Try this. {still}"
    (folder,) = library.catalog.folder_statuses("")
    unread = folder.failed + folder.without_text
    assert (folder.documents, unread, folder.chunks) == (1, 1, before.chunks)
    verdict = why(library, library.root / "plan.md")
    assert verdict.indexed
    assert "It could not be indexed: It is so. Try this. Its text from 2" in verdict.why

    library.reader.refused.clear()
    assert due(library) == []
    library.now += 600
    assert due(library) == ["plan.md"]
    assert due(library) == []
    library.update()
    assert library.texts("plan.md") == ["New words of the plan."]
    assert library.catalog.failures.every() == ()
    library.now += 100_000
    assert due(library) == []


@pytest.mark.parametrize("reason", FOR_GOOD)
def test_file_without_text_loses_its_former_text(library, reason):
    refuse(library, "plan.md", reason)
    assert library.texts("plan.md") == ["plan.md"]  # the file is still found by name
    (failure,) = library.catalog.failures.every()
    assert (failure.reason, failure.text_of) == (reason, "")


def test_file_that_took_too_long_is_read_again_when_the_computer_is_idle(library):
    refuse(library, "new.md", FailureReason.TIMED_OUT)
    library.read_by(library.reader)  # as after a restart of the program
    library.update()
    assert library.reader.asked == []
    library.reader.refused.clear()
    library.is_busy = True
    library.now += 100_000
    assert due(library) == []
    library.is_busy = False
    assert due(library) == ["new.md"]
    library.update("new.md")
    assert library.texts("new.md") == ["New words of the plan."]


def test_file_that_crashes_the_reader_is_retried_less_often_and_only_with_a_text(library):
    refuse(library, "new.md", FailureReason.OUT_OF_MEMORY)
    library.now += 100_000
    assert due(library) == []
    refuse(library, "plan.md", FailureReason.TIMED_OUT)
    library.update()
    assert library.reader.asked == []
    tries = []
    for minute in range(60):
        library.now += 60
        library.update()
        tries += [minute] if library.reader.asked else []
    assert tries == [4, 14, 34]
    assert library.texts("plan.md") == ["Old words of the plan."]


def test_temporarily_unreadable_archive_keeps_its_documents(library):
    with zipfile.ZipFile(library.root / "box.zip", "a") as archive:
        archive.writestr("more.md", "More words.\n")
    library.reader.refused["box.zip"] = FailureReason.UNREACHABLE
    library.update()
    assert library.texts("box.zip/in.md") == ["Words inside of the box."]
    library.reader.refused.clear()
    library.update()
    assert library.texts("box.zip/more.md") == ["More words."]
    assert library.catalog.failures.every() == ()


def test_temporary_failure_is_not_listed_after_a_move_or_deletion(library):
    refuse(library, "plan.md", FailureReason.UNREACHABLE)
    (library.root / "plan.md").rename(library.root / "plan 2.md")
    library.update()
    assert library.catalog.failures.every() == ()
    assert library.texts("plan 2.md") == ["New words of the plan."]
    assert library.texts("plan.md") == []
    write(library, "plan 2.md", "Newer words of the plan.\n", 2)
    library.reader.refused["plan 2.md"] = FailureReason.UNREACHABLE
    library.update()
    (library.root / "plan 2.md").unlink()
    library.update()
    assert library.catalog.failures.every() == ()
    assert not library.finds("words of the plan")


def closed_files(place: str) -> None:
    """Print the found and listed files while some are unreadable, and after that."""
    say = partial(print, file=sys.stdout)
    home = Path(place)
    (home / "notes/in").mkdir(parents=True)
    reader = DocumentReader(folders=readable_folders)
    library = IndexedFolder(home, FailingReader(reader))
    write(library, "plan.md", "Old words of the plan.\n", 0)
    write(library, "in/deep.md", "Words in the deep.\n", 0)
    library.update()
    write(library, "plan.md", "New words of the plan.\n", 1)
    write(library, "new.md", "Words never read.\n", 1)
    closed = [library.root / name for name in ("plan.md", "new.md", "in")]
    for path in closed:
        path.chmod(0)
    for _ in range(2):
        library.update()
        say([library.finds(word) for word in ("Old", "New words", "deep", "never read")])
        say([(one.path, one.reason.value) for one in library.catalog.failures.every()])
    for name in ("plan.md", "in/deep.md"):
        verdict = why(library, library.root / name)
        say(verdict.indexed, verdict.why)
    for path in closed:
        path.chmod(0o700)
    library.update()
    say([library.finds(word) for word in ("Old", "New words", "deep", "never read")])
    say(library.catalog.failures.every())
    library.close()
    reader.close()


def test_revoked_permissions_lose_nothing_and_restored_ones_need_nothing(tmp_path):
    printed = run_without_rights(__name__, "closed_files", tmp_path).splitlines()
    listed = [(f"notes/{name}", "no-permission") for name in ("in", "new.md", "plan.md")]
    assert printed[:4] == ["[True, False, True, False]", str(listed)] * 2
    assert printed[4].startswith(
        "True It could not be indexed: No permission to read this file. Its"
    )
    assert printed[5].startswith("True No permission to open the folder that contains it.")
    assert printed[6:] == ["[False, True, True, True]", "()"]


def test_document_folder_is_listed_once_and_its_parts_are_removed(library):
    part = library.root / "May.key/Metadata/history.txt"
    part.parent.mkdir(parents=True)
    part.write_text("Written by Keynote.\n", encoding="utf-8")
    library.update()
    assert library.finds("Keynote")  # half of it was synchronised, so its kind is unknown
    (library.root / "May.key/Index.zip").write_bytes(b"PK\x05\x06")
    for _ in range(2):
        library.update()
        assert not library.finds("Keynote")
        (failure,) = library.catalog.failures.every()
        assert (failure.path, failure.reason) == ("notes/May.key", FailureReason.UNSUPPORTED)
    what = "is a Pages, Numbers or Keynote document (.pages, .numbers, .key)."
    assert why(library, part.parents[1]).why.startswith(f"It {what}")
    assert why(library, part).why.startswith(f"The folder 'May.key' {what}")
