import sqlite3
import threading
from pathlib import Path

import pytest

from engine.api import (
    AddFolder,
    CheckLibrary,
    CollectionListed,
    Correction,
    CountMatches,
    ExportFormat,
    ExportHits,
    ExportRendered,
    FailuresListed,
    FindNearest,
    ListCollection,
    ListFailures,
    MatchesCounted,
    ModelError,
    NearestFound,
    PauseEmbedding,
    PreviewReady,
    PreviewRequest,
    RefreshLibrary,
    RemoveFolder,
    RequestDone,
    RequestFailed,
    SearchFinished,
    SearchMode,
    SearchRequest,
    SuggestWords,
)
from engine.embedding.llama.embedder import GgufEmbedder
from engine.service.scheduler import Job
from tests.support.running_engine import PATIENCE, RunningEngine
from tests.support.tiny_embedder import tiny_embedder_loader
from tests.support.tiny_gguf import tiny_model


@pytest.fixture
def running(tmp_path):
    with RunningEngine.over(tmp_path / "home", tiny_embedder_loader(tmp_path / "model")) as engine:
        yield engine


def test_a_folder_is_found_by_its_words_and_then_by_meaning(running, notes):
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


def test_changed_renamed_and_deleted_files_are_followed(running, notes):
    running.add(notes)
    running.wait_for_vectors()
    (notes / "garage.md").rename(notes / "shed.md")
    (notes / "health.md").unlink()
    (notes / "deep" / "plan.txt").write_text("Sell the piano.\n")
    done = running.ask(RefreshLibrary())
    assert done.message == "1 file read, 1 moved, 1 no longer searched."
    assert running.paths("tyres", mode=SearchMode.LEXICAL) == ["shed.md"]
    assert running.paths("physician", mode=SearchMode.LEXICAL) == []
    assert running.paths("piano", mode=SearchMode.LEXICAL) == ["deep/plan.txt"]
    assert running.paths("bread", mode=SearchMode.LEXICAL) == []


def test_a_folder_that_is_away_keeps_its_passages(running, notes, tmp_path):
    running.add(notes)
    notes.rename(tmp_path / "elsewhere")
    running.ask(RefreshLibrary())
    assert running.paths("tyres", mode=SearchMode.LEXICAL) == ["garage.md"]


def test_a_removed_folder_is_no_longer_found(running, notes):
    running.add(notes)
    running.ask(RemoveFolder("notes"))
    assert running.paths("tyres") == []
    assert (notes / "garage.md").exists()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("nowhere", "There is no folder"), ("notes/garage.md", "is a file, not a folder")],
)
def test_what_is_no_folder_is_refused_in_one_sentence(running, notes, tmp_path, name, sentence):
    answer = running.add(tmp_path / name)
    assert isinstance(answer, RequestFailed)
    assert sentence in answer.message
    assert answer.hint


def test_a_folder_inside_a_library_folder_is_not_indexed_twice(running, notes):
    running.add(notes)
    inside, again = running.add(notes / "deep"), running.add(notes)
    assert f"'{notes / 'deep'}' lies in 'notes', which is in the library already." in inside.message
    assert again.message.startswith(f"'{notes}' is in the library already. 0 files read")
    assert [folder.name for folder in running.status().folders] == ["notes"]
    assert running.paths("bread", mode=SearchMode.LEXICAL) == ["deep/plan.txt"]


def test_a_folder_around_a_library_folder_is_refused(running, notes, tmp_path):
    running.add(notes)
    answer = running.add(tmp_path)
    assert isinstance(answer, RequestFailed)
    assert "'notes'" in answer.message


def test_an_unreadable_file_is_listed_and_the_others_are_indexed(running, notes):
    (notes / "half.pdf").write_bytes(b"%PDF-1.7\n1 0 obj\n<< /Type /Cat")
    running.add(notes)
    listed = running.ask(ListFailures())
    assert isinstance(listed, FailuresListed)
    assert [failure.path for failure in listed.failures] == ["notes/half.pdf"]
    assert listed.failures[0].detail
    assert running.status().documents_indexed == 3


def test_keywords_answer_alone_and_say_so_when_the_model_cannot_be_loaded(tmp_path, notes):
    def load(_name, _progress):
        raise ModelError("The model file is damaged.", "Convert it again.")

    with RunningEngine.over(tmp_path / "home", load) as running:
        running.add(notes)
        response = running.search("tyres")
        assert [hit.doc_path for hit in response.hits] == ["garage.md"]
        assert any("model file is damaged" in warning for warning in response.warnings)
        assert "damaged" in running.status().model.problem


def test_a_second_engine_only_reads_and_says_why(running, notes, tmp_path):
    running.add(notes)
    running.wait_for_vectors()
    loader = tiny_embedder_loader(tmp_path / "model")
    with RunningEngine.over(tmp_path / "home", loader) as second:
        assert second.paths("tyres")[0] == "garage.md"
        assert any("Another Twofold" in notice.message for notice in second.notices)
        refused = second.ask(AddFolder(notes))
        assert isinstance(refused, RequestFailed)
        assert "another twofold" in refused.message.lower()


def test_searching_a_library_leaves_its_files_as_they_are(tmp_path, notes):
    loader = tiny_embedder_loader(tmp_path / "model")
    with RunningEngine.over(tmp_path / "home", loader) as running:
        running.add(notes)
        running.wait_for_vectors()
    before = _contents(tmp_path / "home")
    with RunningEngine.over(tmp_path / "home", loader, maintain=False) as reading:
        assert reading.paths("vehicle")[0] == "garage.md"
    assert _contents(tmp_path / "home") == before


def _contents(home: Path) -> dict[str, bytes]:
    return {
        path.name: path.read_bytes()
        for path in home.rglob("*")
        if path.is_file() and not path.name.endswith(("-shm", "-wal"))
    }


def test_paused_embedding_goes_on_when_asked(running, notes):
    running.ask(PauseEmbedding(paused=True))
    running.add(notes)
    assert running.paths("tyres", mode=SearchMode.LEXICAL) == ["garage.md"]
    assert running.status().vectors_ready == 0
    running.ask(PauseEmbedding(paused=False))
    assert running.wait_for_vectors().vectors_ready == 3


def test_closing_does_not_wait_for_a_search_that_waits_for_the_model(tmp_path):
    """The model arrives when nobody takes it any more; the search would wait for a minute."""
    load_tiny = tiny_embedder_loader(tmp_path / "model")
    loading = threading.Event()

    def load(name, progress):
        loading.set()
        while not running.engine._host.indexing.is_closing:
            threading.Event().wait(0.01)
        return load_tiny(name, progress)

    running = RunningEngine.over(tmp_path / "home", load)
    assert loading.wait(PATIENCE)
    running.engine.submit(SearchRequest("tyres"))
    closing = threading.Thread(target=running.engine.close)
    closing.start()
    closing.join(PATIENCE / 2)
    assert not closing.is_alive()


def test_of_two_clients_each_has_its_newest_search_answered(running, notes):
    running.add(notes)
    began, goes_on = threading.Event(), threading.Event()
    running.engine._reader.workers["search"].put(Job(lambda: (began.set(), goes_on.wait(PATIENCE))))
    assert began.wait(PATIENCE)
    asked = [
        running.engine.submit(SearchRequest(query, SearchMode.LEXICAL), client)
        for client in ("window", "quick")
        for query in ("ty", "tyres")
    ]
    goes_on.set()
    for newest in (asked[1], asked[3]):
        assert [hit.doc_path for hit in running.answer_to(newest).response.hits] == ["garage.md"]
    answered = [event.request_id for event in running.events if isinstance(event, SearchFinished)]
    assert answered == [asked[1], asked[3]]


def test_a_preview_opens_at_the_passage(running, notes):
    running.add(notes)
    hit = running.search("tyres", mode=SearchMode.LEXICAL).hits[0]
    ready = running.ask(PreviewRequest(hit.chunk_id, "tyres"))
    assert isinstance(ready, PreviewReady)
    preview = ready.preview
    assert preview.passage is not None
    assert "tyres" in preview.text[preview.passage.start : preview.passage.end]
    assert [preview.text[span.start : span.end] for span in preview.matches] == ["tyres"]


def test_a_passage_that_goes_while_its_nearest_sentence_is_looked_for_stays_shown(running, notes):
    running.add(notes)
    running.wait_for_vectors()
    hit = running.search("tyres", mode=SearchMode.LEXICAL).hits[0]

    def remove_once_shown(event):
        if isinstance(event, PreviewReady):
            running.when_event(lambda _: None)
            running.ask(RemoveFolder("notes"))

    running.when_event(remove_once_shown)
    asked = running.engine.submit(PreviewRequest(hit.chunk_id, "tyres", nearest=True))
    running.ask(SuggestWords("any", spelling=True))  # comes after both answers
    told = [event for event in running.events if getattr(event, "request_id", 0) == asked]
    assert [type(event) for event in told] == [PreviewReady]


def test_words_are_completed_and_corrected(running, notes):
    running.add(notes)
    begun = running.ask(SuggestWords("new ty"))
    assert [word.term for word in begun.completions] == ["tyres"]
    wrong = running.ask(SuggestWords("automobiel", spelling=True))
    assert wrong.corrections == (Correction("automobiel", "automobile", 1),)


def test_a_better_spelling_is_told_though_completions_are_asked_for_meanwhile(running, notes):
    running.add(notes)
    began, goes_on = threading.Event(), threading.Event()
    waits = Job(lambda: (began.set(), goes_on.wait(PATIENCE)))
    running.engine._reader.workers["preview"].put(waits)
    assert began.wait(PATIENCE)
    spelled = running.engine.submit(SuggestWords("automobiel", spelling=True))
    outdated = running.engine.submit(SuggestWords("new ty"))
    begun = running.engine.submit(SuggestWords("new tyr"))
    goes_on.set()
    assert [word.term for word in running.answer_to(begun).completions] == ["tyres"]
    answered = [getattr(event, "request_id", 0) for event in running.events]
    assert spelled in answered
    assert outdated not in answered


def test_of_several_wishes_to_check_the_collection_only_the_newest_reads_the_files(running, notes):
    running.add(notes)
    began, goes_on = threading.Event(), threading.Event()
    running.engine._reader.workers["preview"].put(
        Job(lambda: (began.set(), goes_on.wait(PATIENCE)))
    )
    assert began.wait(PATIENCE)
    asked = [running.engine.submit(ListCollection(check=to)) for to in (False, True) * 3]
    goes_on.set()
    running.answer_to(asked[-1])
    answered = [event.request_id for event in running.events if isinstance(event, CollectionListed)]
    assert answered == asked[-2:]


def test_what_a_search_finds_is_counted(running, notes):
    running.add(notes)
    search = SearchRequest("tyres", SearchMode.LEXICAL)
    counted = running.ask(CountMatches(search))
    assert isinstance(counted, MatchesCounted)
    found = len(running.search("tyres", mode=SearchMode.LEXICAL).ranking)
    assert counted.counts.passages == counted.counts.kinds.keywords == found > 0
    assert running.ask(CountMatches(search, ("meaning",))).counts.passages == 0


def test_the_nearest_sentence_is_found_on_the_thread_of_previews(running, tmp_path):
    folder = tmp_path / "Garden"
    folder.mkdir()
    (folder / "year.txt").write_text("The beds are dug in March. The tyres are new. It rained.")
    running.add(folder)
    hit = running.search("tyres", mode=SearchMode.LEXICAL).hits[0]
    found = running.ask(FindNearest(hit.chunk_id, "wheels"))
    assert isinstance(found, NearestFound)
    assert found.chunk_id == hit.chunk_id
    marked = [found.snippet.text[span.start : span.end] for span in found.snippet.matches]
    assert len(marked) == 1
    assert marked[0] in hit.text


def test_hits_are_exported_with_their_citations(running, notes):
    running.add(notes)
    response = running.search("tyres", mode=SearchMode.LEXICAL)
    rendered = running.ask(ExportHits(ExportFormat.MARKDOWN, response))
    assert isinstance(rendered, ExportRendered)
    assert "new tyres" in rendered.text
    assert "garage.md#L1-L3" in rendered.text


def test_a_check_finds_an_index_that_differs_from_the_catalog(running, notes, tmp_path):
    running.add(notes)
    running.wait_for_vectors()
    assert running.ask(CheckLibrary()).problems == ()
    catalog = sqlite3.connect(tmp_path / "home" / "catalog.sqlite")
    with catalog:
        catalog.execute("DELETE FROM chunks WHERE number = (SELECT min(number) FROM chunks)")
    catalog.close()
    problems = running.ask(CheckLibrary()).problems
    assert "The keyword index holds 3 of 2 passages." in problems


def test_embedding_that_failed_goes_on_when_something_is_asked_for(tmp_path, notes):
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


def test_a_bug_in_one_request_does_not_end_the_engine(running, notes, expected_log):
    expected_log.append("failed")
    running.add(notes)
    broken = running.ask(PreviewRequest(chunk_id=None))
    assert isinstance(broken, RequestFailed)
    assert "inside Twofold" in broken.message
    assert running.paths("tyres")[0] == "garage.md"
