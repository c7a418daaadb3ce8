import sqlite3
import threading
from contextlib import closing

import pytest

from tests.engine.service.conftest import held, wait_until_closing
from tests.support.patience import PATIENCE
from tests.support.running_engine import RunningEngine
from tests.support.tiny_embedder import tiny_embedder_loader
from tests.support.tiny_gguf import tiny_model
from twofold.engine.api import (
    AddFolder,
    CheckCollection,
    CheckLibrary,
    Correction,
    CorrectSpelling,
    CountMatches,
    DeleteRemoved,
    FindNearest,
    FolderRules,
    ListCollection,
    ModelError,
    PreviewRequest,
    RefreshLibrary,
    RemoveFolder,
    RequestDone,
    RequestFailed,
    SearchMode,
    SearchRequest,
    SuggestWords,
)
from twofold.engine.embedding.llama.embedder import GgufEmbedder
from twofold.engine.service.routes import Lane
from twofold.engine.service.scheduler import Job


def test_added_folder_is_searchable_and_its_changes_are_followed(running, notes, tmp_path):
    done = running.add(notes)
    assert isinstance(done, RequestDone)
    assert "3 files read" in done.message
    assert running.paths("tyres", mode=SearchMode.LEXICAL) == ["garage.md"]
    status = running.wait_for_vectors()
    assert (status.documents_indexed, status.documents_failed) == (3, 0)
    assert running.paths("vehicle", mode=SearchMode.LEXICAL) == []
    hits = running.search("vehicle").hits
    assert hits[0].doc_path == "garage.md"
    assert hits[0].retrieval.lexical_rank is None
    assert hits[0].retrieval.vector_rank == 1
    (notes / "garage.md").rename(notes / "shed.md")
    (notes / "health.md").unlink()
    (notes / "deep" / "plan.txt").write_text("Sell the piano.\n")
    done = running.ask(RefreshLibrary())
    assert done.message == "1 file read, 1 moved, 1 removed from the index."
    for word, paths in (
        ("tyres", ["shed.md"]), ("physician", []), ("piano", ["deep/plan.txt"]), ("bread", []),
    ):  # fmt: skip
        assert running.paths(word, mode=SearchMode.LEXICAL) == paths
    assert running.ask(CheckLibrary()).problems == ()
    with closing(sqlite3.connect(tmp_path / "home/catalog.sqlite")) as catalog, catalog:
        catalog.execute("DELETE FROM chunks WHERE number = (SELECT min(number) FROM chunks)")
    assert any("keyword index" in problem for problem in running.ask(CheckLibrary()).problems)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("nowhere", "There is no folder"), ("notes/garage.md", "is a file, not a folder")],
)
def test_invalid_folder_is_rejected_in_one_sentence(running, notes, tmp_path, name, sentence):
    answer = running.add(tmp_path / name)
    assert isinstance(answer, RequestFailed)
    assert sentence in answer.message
    assert answer.hint


def test_a_folder_inside_or_around_a_library_folder_is_not_indexed_twice(running, notes, tmp_path):
    running.add(notes)
    inside, again = running.add(notes / "deep"), running.add(notes)
    assert f"'{notes / 'deep'}' is inside 'notes', which is already in" in inside.message
    assert again.message.startswith(f"'{notes}' is already in the library. 0 files read")
    around = running.add(tmp_path)
    part = running.ask(AddFolder(notes / "deep", FolderRules(include=("*.txt",))))
    for refused in (around, part):
        assert isinstance(refused, RequestFailed)
        assert "'notes'" in refused.message
    assert [folder.name for folder in running.status().folders] == ["notes"]
    assert running.paths("bread", mode=SearchMode.LEXICAL) == ["deep/plan.txt"]
    running.ask(RemoveFolder("notes"))
    assert running.paths("tyres") == []
    assert (notes / "garage.md").exists()


def test_removed_folder_is_not_found_and_can_be_restored_without_reindexing(running, notes):
    running.add(notes)
    running.wait_for_vectors()
    running.ask(RemoveFolder("notes"))
    status = running.status()
    assert (status.folders, status.chunks, status.documents_failed) == ((), 0, 0)
    assert [one.name for one in status.removed] == ["notes"]
    assert running.paths("tyres") == []

    again = running.add(notes)
    status = running.status()
    assert again.message == "0 files read, 3 unchanged."
    assert (status.vectors_pending, status.removed) == (0, ())
    assert running.paths("vehicle")[0] == "garage.md"


def test_index_of_a_folder_can_be_deleted_with_it(running, notes):
    running.add(notes)
    running.ask(RemoveFolder("notes", erase=True))
    assert running.status().removed == ()
    running.add(notes)
    running.ask(RemoveFolder("notes"))
    running.ask(DeleteRemoved())
    assert running.status().removed == ()
    assert running.add(notes).message == "3 files read."


def test_closing_does_not_wait_for_a_batch_and_closes_the_catalog(tmp_path, notes):
    running = RunningEngine.over(tmp_path / "home", tiny_embedder_loader(tmp_path / "model"))
    running.add(notes)
    began, goes_on = threading.Event(), threading.Event()
    batch = Job(lambda: (began.set(), goes_on.wait(PATIENCE)))
    running.engine._host.indexing.put(batch)
    assert began.wait(PATIENCE)
    running.engine.prepare_exit()
    assert not goes_on.is_set()
    log = tmp_path / "home" / "catalog.sqlite-wal"
    assert not log.exists() or log.stat().st_size == 0
    goes_on.set()
    running.engine.close()


def test_search_without_a_loadable_model_uses_keywords_and_reports_that(tmp_path, notes):
    def load(_name, _progress):
        raise ModelError("The model file is damaged.", "Convert it again.")

    with RunningEngine.over(tmp_path / "home", load) as running:
        running.add(notes)
        response = running.search("tyres")
        assert [hit.doc_path for hit in response.hits] == ["garage.md"]
        assert any("model file is damaged" in warning for warning in response.warnings)
        assert "damaged" in running.status().model.problem


def test_searching_does_not_change_files_of_the_library(open_engine, notes, tmp_path):
    with open_engine() as running:
        running.add(notes)
        running.wait_for_vectors()

    def contents():
        files = (path for path in (tmp_path / "home").rglob("*") if path.is_file())
        return {
            path: path.read_bytes() for path in files if path.suffix[-4:] not in {"-shm", "-wal"}
        }

    before = contents()
    with open_engine(maintain=False) as reading:
        assert reading.paths("vehicle")[0] == "garage.md"
    assert contents() == before


def answered(running, asked):
    return [
        event.request_id for event in running.events if getattr(event, "request_id", 0) in asked
    ]


def test_closing_does_not_wait_for_a_search_that_waits_for_the_model(tmp_path):
    """The model is loaded only after closing began. The search would wait for a minute."""
    load_tiny = tiny_embedder_loader(tmp_path / "model")
    loading = threading.Event()

    def load(name, progress):
        loading.set()
        wait_until_closing(running.engine._host.indexing)
        return load_tiny(name, progress)

    running = RunningEngine.over(tmp_path / "home", load)
    assert loading.wait(PATIENCE)
    running.engine.submit(SearchRequest("tyres"))
    ending = threading.Thread(target=running.engine.close)
    ending.start()
    ending.join(PATIENCE / 2)
    assert not ending.is_alive()


def test_newest_search_of_each_client_is_answered(shared):
    with held(shared, Lane.SEARCH):
        asked = [
            shared.engine.submit(SearchRequest(query, SearchMode.LEXICAL), client)
            for client in ("window", "quick")
            for query in ("ty", "tyres")
        ]
    for newest in (asked[1], asked[3]):
        assert [hit.doc_path for hit in shared.answer_to(newest).response.hits] == ["garage.md"]
    assert answered(shared, asked) == [asked[1], asked[3]]


def test_correction_is_returned_despite_requests_for_completions(shared):
    with held(shared, Lane.PREVIEW):
        spelled = shared.engine.submit(CorrectSpelling("automobiel"))
        outdated = shared.engine.submit(SuggestWords("new ty"))
        begun = shared.engine.submit(SuggestWords("new tyr"))
    assert [word.term for word in shared.answer_to(begun).completions] == ["tyres"]
    corrections = shared.answer_to(spelled).corrections
    assert corrections == (Correction("automobiel", "automobile", 1),)
    assert answered(shared, {outdated}) == []


def test_only_the_newest_collection_check_reads_files(shared):
    with held(shared, Lane.EXPORT):
        checks = [shared.engine.submit(CheckCollection()) for _ in range(3)]
        shared.ask(ListCollection())  # is not queued behind a check
    shared.answer_to(checks[-1])
    assert answered(shared, checks) == checks[-1:]


def test_counts_and_nearest_sentence_are_returned(shared):
    search = SearchRequest("tyres", SearchMode.LEXICAL)
    counts = shared.ask(CountMatches(search)).counts
    found_by_keywords = len(shared.search("tyres", mode=SearchMode.LEXICAL).ranking)
    assert counts.passages == counts.kinds.keywords == found_by_keywords > 0
    assert shared.ask(CountMatches(search, ("meaning",))).counts.passages == 0
    hit = shared.search("roses", mode=SearchMode.LEXICAL).hits[0]
    found = shared.ask(FindNearest(hit.chunk_id, "flowers"))
    assert found.chunk_id == hit.chunk_id
    (marked,) = (found.snippet.text[span.start : span.end] for span in found.snippet.matches)
    assert marked in hit.text != marked


def test_failed_embedding_is_retried_with_the_next_request(tmp_path, notes):
    class FailingOnce(GgufEmbedder):
        failed = False

        def passage_batches(self, texts, should_stop=None, gives_way=None):
            if not FailingOnce.failed:
                FailingOnce.failed = True
                raise ModelError("There is no room on the disk.", "Free some space.")
            return super().passage_batches(texts, should_stop, gives_way)

    (tmp_path / "model").mkdir()
    model = tiny_model(tmp_path / "model")
    with RunningEngine.over(
        tmp_path / "home", lambda _name, _progress: FailingOnce(*model, threads=1)
    ) as running:
        running.add(notes)
        running.wait_for_notice("no room on the disk")
        running.ask(RefreshLibrary())
        assert running.wait_for_vectors().vectors_ready == 3


def test_a_bug_in_one_request_does_not_end_the_engine(shared, expected_log):
    expected_log.append("failed")
    broken = shared.ask(PreviewRequest(chunk_id=None))
    assert isinstance(broken, RequestFailed)
    assert "internal error" in broken.message
    assert shared.paths("tyres")[0] == "garage.md"
