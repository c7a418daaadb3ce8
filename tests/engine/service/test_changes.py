import os
import threading
from contextlib import closing
from dataclasses import replace

import pytest

from tests.support.patience import PATIENCE
from tests.support.running_engine import RunningEngine, library_opener
from tests.support.tiny_embedder import tiny_embedder_loader
from twofold.engine.api import (
    AddFolder,
    BadRequestError,
    ChangeCollected,
    ChangeTags,
    CollectPassages,
    DescribePath,
    ExplainFile,
    FolderRules,
    ListCollection,
    ListFailures,
    NoteOpened,
    PathDescribed,
    PauseEmbedding,
    RefreshLibrary,
    RequestDone,
    RequestFailed,
    RetryFailures,
    SearchFilters,
    SearchMode,
    SetFolderRules,
    SetTrust,
    TrustLevel,
    UseSettings,
)
from twofold.engine.service.engine import BackgroundEngine
from twofold.engine.service.scheduler import Job
from twofold.engine.service.shared_search import SharedAccess
from twofold.engine.stores.catalog.catalog import Catalog


@pytest.fixture
def running(open_engine, notes):
    with open_engine() as engine:
        engine.add(notes)
        yield engine


def tagged(running, tag, **request):
    filters = SearchFilters(tags_any=(tag,))
    return set(running.paths("the", mode=SearchMode.LEXICAL, filters=filters, **request))


def test_tag_is_searchable_immediately_and_survives_rename_and_reindexing(running, notes):
    running.wait_for_vectors()
    done = running.ask(ChangeTags(str(notes / "garage.md"), add=("car", "todo")))
    assert done.message == "1 document changed."
    assert tagged(running, "car") == {"garage.md"}
    (notes / "garage.md").rename(notes / "shed.md")
    running.ask(RefreshLibrary())
    (notes / "shed.md").write_text("# Shed\n\nThe automobile has a new engine.\n", encoding="utf-8")
    running.ask(RefreshLibrary())
    assert tagged(running, "car") == {"shed.md"}
    running.ask(ChangeTags("notes/shed.md", remove=("car",)))
    assert tagged(running, "car") == set()
    assert tagged(running, "todo") == {"shed.md"}


def test_tags_and_trust_of_a_folder_apply_to_its_files(running, notes):
    running.ask(ChangeTags("notes", add=("all",)))
    running.ask(ChangeTags(str(notes / "deep"), add=("below",)))
    assert tagged(running, "all") == {"garage.md", "health.md", "deep/plan.txt"}
    described = running.ask(DescribePath("notes/deep"))
    assert isinstance(described, PathDescribed)
    assert (described.own_tags, described.tags) == (("below",), ("all", "below"))
    trusted = SearchFilters(trust_min=TrustLevel.PRIMARY)
    for level in (TrustLevel.GENERATED, None):
        running.ask(SetTrust("notes/deep", level))
        assert running.ask(DescribePath("notes/deep")).trust is level
        paths = running.paths("the", mode=SearchMode.LEXICAL, filters=trusted)
        assert ("deep/plan.txt" in paths) is (level is None)
    for outside in (ChangeTags("/elsewhere/a.md", add=("x",)), DescribePath("nowhere")):
        assert "is in no folder of the library" in running.ask(outside).message


def test_only_requested_failures_are_retried(running, notes):
    for name in ("one.pdf", "deep/two.pdf"):
        (notes / name).write_bytes(b"%PDF-1.7\nbroken")
        os.utime(notes / name, (1e9, 1e9))  # a file written just now is read again by each scan
    running.ask(RefreshLibrary())
    done = running.ask(RetryFailures((str(notes / "deep"),)))
    assert "1 not indexed" in done.message
    assert "2 not indexed" in running.ask(RetryFailures()).message
    assert "not indexed" not in running.ask(RetryFailures(("notes/garage.md",))).message
    assert isinstance(running.ask(RetryFailures(("/elsewhere",))), RequestFailed)
    listed = running.ask(ListFailures()).failures
    assert {failure.path for failure in listed} == {"notes/one.pdf", "notes/deep/two.pdf"}
    assert all(failure.detail for failure in listed)


def test_rules_of_a_folder_are_stored_and_applied(running, notes, tmp_path):
    running.ask(SetFolderRules("notes", FolderRules(exclude=("deep/",))))
    assert running.status().documents_indexed == 2
    running.ask(RefreshLibrary())
    assert running.status().documents_indexed == 2
    (tmp_path / "more").mkdir()
    (tmp_path / "more/a.md").write_text("Wanted words.\n", encoding="utf-8")
    (tmp_path / "more/b.txt").write_text("Unwanted words.\n", encoding="utf-8")
    running.ask(AddFolder(tmp_path / "more", FolderRules(include=("*.md",))))
    assert running.paths("words", mode=SearchMode.LEXICAL) == ["a.md"]


def test_every_reason_for_a_file_not_being_indexed_is_reported(running, notes, tmp_path):
    (notes / "half.pdf").write_bytes(b"%PDF-1.7\nbroken")
    (notes / ".gitignore").write_text("*.log\n", encoding="utf-8")
    (notes / "a.log").write_text("x", encoding="utf-8")
    (notes / "link.md").symlink_to("garage.md")
    (notes / ".hidden").mkdir()
    (notes / ".hidden/x.md").write_text("x", encoding="utf-8")
    running.ask(RefreshLibrary())
    (notes / "new.md").write_text("x", encoding="utf-8")
    expected = {
        "garage.md": (True, True, "It is indexed."),
        "new.md": (False, True, "at the next scan"),
        "half.pdf": (False, True, "It could not be indexed: "),
        "a.log": (False, False, "matches '*.log' in .gitignore, line 1"),
        "link.md": (False, False, "symbolic link"),
        ".hidden/x.md": (False, False, "The folder '.hidden' is excluded"),
        "missing.md": (False, False, "no file with this name"),
        "deep": (False, True, "It is a folder"),
        "../elsewhere.md": (False, False, "not in any folder of the library"),
    }
    for name, (indexed, wanted, fragment) in expected.items():
        path = notes / name if name[0] != "." or name[1] != "." else tmp_path / name[3:]
        verdict = running.ask(ExplainFile(path)).verdict
        assert (name, verdict.indexed, verdict.wanted) == (name, indexed, wanted)
        assert fragment in verdict.why


def test_passages_can_be_collected_during_indexing(running):
    hit = running.search("tyres", mode=SearchMode.LEXICAL).hits[0]
    began, done = threading.Event(), threading.Event()

    def read():
        began.set()
        assert done.wait(PATIENCE)

    running.engine._host.indexing.put(Job(read))
    assert began.wait(PATIENCE)
    try:
        assert isinstance(running.ask(CollectPassages((hit.chunk_id,))), RequestDone)
        assert isinstance(running.ask(ChangeCollected("1", note="a note")), RequestDone)
        assert [one.note for one in running.ask(ListCollection()).passages] == ["a note"]
    finally:
        done.set()


def test_recently_opened_documents_are_embedded_first(open_engine, notes, tmp_path):
    with open_engine() as running:
        running.ask(PauseEmbedding(paused=True))
        running.add(notes)
        hit = running.search("tyres", mode=SearchMode.LEXICAL).hits[0]
        running.ask(NoteOpened(hit.chunk_id))
        with closing(Catalog.open(tmp_path / "home/catalog.sqlite", read_only=True)) as catalog:
            assert "tyres" in catalog.vectors.pending("model", 1)[0].text


def test_unreachable_shared_library_is_reported(tmp_path):
    def connect(address):
        raise BadRequestError(f"{address} is no address.")

    opener = library_opener(tmp_path / "home", tiny_embedder_loader(tmp_path), maintain=True)
    opener = replace(opener, access=SharedAccess(connect, 1.0))
    with RunningEngine(lambda on_event: BackgroundEngine(opener, on_event)) as running:
        running.ask(UseSettings((("libraries.shared", "somewhere"),)))
        status = running.wait_for_status(lambda status: bool(status.shared))
        assert [one.problem for one in status.shared] == ["somewhere is no address."]
