"""A damaged library can be opened again, reports its repairs, and is complete."""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.running_engine import RunningEngine, library_opener
from tests.support.tiny_embedder import tiny_embedder_loader
from twofold.engine.api import ChangeTags, CheckLibrary, RefreshLibrary, SearchFilters, SearchMode
from twofold.engine.service.engine import BackgroundEngine

ROOT = Path(__file__).parents[2]


def make_library(place):
    """Index thirty notes and a broken file below `place`. Return the folder of the library."""
    (place / "notes").mkdir()
    for number in range(30):
        text = f"# Note {number}\n\nThe vehicle of owner {number}.\n"
        (place / f"notes/{number}.md").write_text(text, encoding="utf-8")
    (place / "notes/half.pdf").write_bytes(b"%PDF-1.7\nbroken")
    with open_library(place) as running:
        running.add(place / "notes")
        running.ask(ChangeTags("notes/7.md", add=("mine",)))
        running.wait_for_vectors()
    return place / "home"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return make_library(tmp_path_factory.mktemp("made"))


@pytest.fixture
def home(made, tmp_path):
    """A copy of the library folder. Tests must not change the notes."""
    return shutil.copytree(made, tmp_path / "home")


@pytest.fixture
def own_home(tmp_path):
    """The folder of a library with its own notes, which the test may change."""
    return make_library(tmp_path)


def open_library(place, **options):
    return RunningEngine.over(place / "home", tiny_embedder_loader(place / "model"), **options)


def passages(running, query):
    """Return the paths of the hits by meaning, without files found only by name."""
    hits = running.search(query, mode=SearchMode.VECTOR, limit=100).hits
    return [hit.doc_path for hit in hits if not hit.not_read]


def is_complete(running):
    status = running.wait_for_status(
        lambda status: (
            status.documents_indexed == 30
            and status.documents_failed == 1
            and status.model.ready
            and not status.vectors_pending
        )
    )
    tagged = SearchFilters(tags_any=("mine",))
    return (
        len(running.search("vehicle", mode=SearchMode.LEXICAL, limit=100).hits) == 30
        and len(passages(running, "car")) == 30
        and running.paths("vehicle", filters=tagged) == ["7.md"]
        and running.ask(CheckLibrary()).problems == ()
        and status.documents_failed == 1
    )


def biggest(folder, pattern):
    return max(folder.glob(pattern), key=lambda path: path.stat().st_size)


DAMAGED = {
    "catalog": lambda home: home / "catalog.sqlite",
    "keyword terms": lambda home: biggest(home / "lexical", "*.term"),
    "keyword meta": lambda home: home / "lexical" / "meta.json",
    "vectors": lambda home: biggest(home / "vectors", "*/vectors-*.f16"),
    "vector records": lambda home: biggest(home / "vectors", "*/records-*.i64"),
    "vector sidecar": lambda home: biggest(home / "vectors", "*/vectors.json"),
}


@pytest.mark.parametrize("how", ["truncated", "overwritten", "removed"])
@pytest.mark.parametrize("what", DAMAGED)
def test_damaged_library_is_repaired_completely_and_reports_it(home, what, how, expected_log):
    expected_log.append("")
    path = DAMAGED[what](home)
    data = path.read_bytes()
    half = len(data) // 2
    match how:
        case "truncated":
            path.write_bytes(data[:half])
        case "overwritten":
            path.write_bytes(data[: half // 2] + b"\xa5" * half + data[half + half // 2 :])
        case "removed":
            path.unlink()
    with open_library(home.parent) as running:
        assert is_complete(running)  # automatically
        reported = [notice.message for notice in running.notices]
        # A missing index is rebuilt without a notice.
        assert reported or how == "removed", reported
    with open_library(home.parent) as running:
        assert is_complete(running)
        assert running.notices == []


def without_model(place):
    opener = library_opener(place / "home", tiny_embedder_loader(place / "model"), maintain=True)
    return RunningEngine(lambda on_event: BackgroundEngine(opener, on_event, loads_model=False))


@pytest.mark.parametrize("is_catalog_lost", [False, True])
def test_documents_changed_without_the_model_are_not_found_by_old_vectors(
    own_home, is_catalog_lost, write_file, expected_log
):
    expected_log.append("")
    if is_catalog_lost:
        (own_home / "catalog.sqlite").unlink()
    write_file("notes/3.md", "# Note 3\n\nA mountain river.\n")
    (own_home.parent / "notes" / "4.md").unlink()
    with without_model(own_home.parent) as running:
        running.ask(RefreshLibrary())
    with open_library(own_home.parent, maintain=False) as reading:
        reading.wait_for_status(lambda status: status.model.ready)
        found = set(passages(reading, "car"))
        assert reading.ask(CheckLibrary()).problems == ()
    assert found == {f"{number}.md" for number in range(30) if number not in {3, 4}}


def test_damage_found_by_a_search_is_repaired_at_the_next_start(home, expected_log):
    expected_log.append("")
    with open_library(home.parent, maintain=False) as reading:
        reading.search("vehicle", mode=SearchMode.LEXICAL)
        (home / "catalog.sqlite.suspect").touch()
    with open_library(home.parent) as running:
        assert is_complete(running)
    assert not (home / "catalog.sqlite.suspect").exists()


_SEARCH_ONLY = """
import ctypes, os, sys
from pathlib import Path
from twofold.engine.api import AddFolder, RequestFailed, SearchMode
from tests.fault_injection.test_damaged_library import open_library

place = Path(sys.argv[1])
with open_library(place) as warm:  # what is imported late must be there before rights go
    pass
for folder, _, files in os.walk(place / "home", topdown=False):
    for name in files:
        os.chmod(Path(folder) / name, 0o444)
    os.chmod(folder, 0o555)
if os.getuid() == 0:  # permissions mean nothing to who may override them
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    nothing = (ctypes.c_uint32 * 6)()
    assert ctypes.CDLL(None).capset(header, nothing) == 0
with open_library(place) as running:
    status = running.wait_for_vectors()
    print(status.documents_indexed, status.read_only, status.model.problem)
    print(len(running.search("vehicle", mode=SearchMode.LEXICAL, limit=100).hits))
    hits = running.search("car", mode=SearchMode.VECTOR, limit=100).hits
    print(len([hit for hit in hits if not hit.not_read]))
    refused = running.ask(AddFolder(place / "notes"))
    print(isinstance(refused, RequestFailed) and refused.message)
    print([notice.message for notice in running.notices])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="takes rights away as Linux does")
def test_read_only_library_is_searchable_and_explains_why(own_home):
    place = own_home.parent
    try:
        done = subprocess.run(
            [sys.executable, "-c", _SEARCH_ONLY, str(place)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        for folder, _, _files in os.walk(own_home):
            Path(folder).chmod(stat.S_IRWXU)
    lines = done.stdout.splitlines()
    assert lines[:3] == ["30 True ", "30", "30"], done
    assert "is read-only" in lines[3]
    assert "is read-only" in lines[4]
