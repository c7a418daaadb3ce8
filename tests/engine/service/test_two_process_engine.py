import queue
import shlex
import sys
import threading
import time
from itertools import count
from pathlib import Path

import psutil
import pytest

from tests.support.patience import PATIENCE
from tests.support.running_engine import RunningEngine, library_opener
from tests.support.tiny_embedder import tiny_embedder_loader
from twofold.engine.api import (
    ChangeCollected,
    ChangeTags,
    CheckCollection,
    CitationState,
    CollectPassages,
    DescribePath,
    Notice,
    PreviewReady,
    PreviewRequest,
    RefreshLibrary,
    ReportStatus,
    RequestDone,
    RequestFailed,
    RetryFailures,
    SearchMode,
    SearchRequest,
    Settings,
    StartIndexingAgain,
    UseSettings,
)
from twofold.engine.service.engine import BackgroundEngine
from twofold.engine.service.two_process_engine import TwoProcessEngine

# A child process does not inherit sys.path.
_TESTS = str(Path(__file__).parents[3])
_RUN = f"import sys; sys.path.append({_TESTS!r}); from tests.support import tiny_indexer as it"
_INDEXER = (sys.executable, "-c", f"{_RUN}; it.main()")


def _open(tmp_path, *, indexer=_INDEXER, monotonic=time.monotonic, reads=None, **start):
    """Open a library whose indexer is started with `start`.

    The search side uses settings `reads`.
    """
    home, model = tmp_path / "home", tmp_path / "model"
    load = tiny_embedder_loader(model)
    before = start.pop("before", lambda: None)

    def open_reader(on_event):
        before()
        opener = library_opener(home, load, maintain=False, settings=reads)
        return BackgroundEngine(opener, on_event, loads_model=False)

    first = {"home": str(home), "model": str(model), **start}
    return RunningEngine(
        lambda on_event: TwoProcessEngine(indexer, first, open_reader, on_event, monotonic)
    )


def kill_indexer(running):
    """Kill the indexer process. Never kill process 0, which would be this process group."""
    indexer = running.engine.indexer_process_id
    assert indexer
    psutil.Process(indexer).kill()


@pytest.fixture
def running(tmp_path):
    with _open(tmp_path) as engine:
        yield engine


def test_indexed_and_collected_passages_are_found_in_this_process(running, notes):
    indexer = running.engine.indexer_process_id
    assert isinstance(running.add(notes), RequestDone)
    assert running.paths("tyres", mode=SearchMode.LEXICAL) == ["garage.md"]
    running.wait_for_vectors()
    assert running.paths("vehicle", mode=SearchMode.VECTOR)[0] == "garage.md"
    hit = running.search("tyres", mode=SearchMode.LEXICAL).hits[0]
    assert isinstance(running.ask(CollectPassages((hit.chunk_id,), note="a note")), RequestDone)
    assert isinstance(running.ask(ChangeCollected("1", note="another")), RequestDone)
    listed = running.ask(CheckCollection())
    assert [(passage.text, passage.note) for passage in listed.passages] == [(hit.text, "another")]
    assert [check.state for check in listed.checks] == [CitationState.EXACT]
    assert isinstance(running.ask(StartIndexingAgain()), RequestDone)  # changes nothing
    assert running.engine.indexer_process_id == indexer


def test_closing_does_not_wait_for_a_model_that_is_being_prepared(tmp_path, notes):
    # An indexer that does not exit by itself is killed, which would be logged.
    with _open(tmp_path, slow_model=True) as running:
        assert isinstance(running.add(notes), RequestDone)
    with _open(tmp_path) as again:
        again.wait_for_vectors()
        assert again.paths("tyres", mode=SearchMode.LEXICAL) == ["garage.md"]


def test_change_requested_before_closing_is_carried_out(tmp_path, notes):
    running = _open(tmp_path)
    running.add(notes)
    indexer = psutil.Process(running.engine.indexer_process_id)
    running.engine.submit(ChangeTags("notes", add=("mine",)))
    running.engine.prepare_exit()
    with _open(tmp_path) as again:  # its indexer waits for the closing one
        assert again.ask(DescribePath("notes")).own_tags == ("mine",)
        assert isinstance(again.ask(ChangeTags("notes", add=("more",))), RequestDone)
        assert not [one for one in again.notices if "another Twofold" in one.message]
    psutil.wait_procs([indexer], PATIENCE)
    running.engine.close()


def test_requests_do_not_wait_until_the_library_is_open(tmp_path):
    opening, asked, in_time = threading.Event(), threading.Event(), []

    def before():
        opening.set()
        in_time.append(asked.wait(PATIENCE))

    with _open(tmp_path, before=before) as running:
        assert opening.wait(PATIENCE)
        number = running.engine.submit(SearchRequest("anything", SearchMode.LEXICAL))
        asked.set()
        assert running.answer_to(number).response.hits == ()
    assert in_time == [True]


def test_killed_indexer_is_restarted_without_losing_finished_work(running, notes, expected_log):
    expected_log.append("indexer ended unexpectedly")
    running.add(notes)
    running.wait_for_vectors()
    indexer = running.engine.indexer_process_id
    psutil.Process(indexer).suspend()
    (notes / "later.md").write_text("A hound barks.\n")
    held = running.engine.submit(ChangeTags("notes", add=("mine",)))
    psutil.Process(indexer).kill()
    assert isinstance(running.answer_to(held), RequestFailed)
    running.wait_for_notice("was restarted")
    assert isinstance(running.add(notes), RequestDone)
    assert running.paths("barks", mode=SearchMode.LEXICAL) == ["later.md"]
    assert isinstance(running.ask(ChangeTags("notes", add=("mine",))), RequestDone)
    assert "mine" in running.search("tyres", mode=SearchMode.LEXICAL).hits[0].tags


@pytest.mark.posix
def test_library_is_searched_while_the_indexer_cannot_start(tmp_path, notes, expected_log):
    with _open(tmp_path) as before:
        before.add(notes)
        before.wait_for_vectors()
    (notes / "later.md").write_text("A hound barks.\n")
    expected_log.append("indexer cannot be started")
    program = tmp_path / "indexer"
    settings = {"embedding.model": "multilingual-e5-small"}
    with _open(tmp_path, indexer=(str(program),), settings=settings) as running:
        running.wait_for_notice("cannot be started")
        status = running.wait_for_status(lambda status: status.model.ready)
        assert (status.documents_indexed, status.read_only) == (3, True)
        assert running.paths("tyres", mode=SearchMode.LEXICAL) == ["garage.md"]
        assert running.paths("vehicle", mode=SearchMode.VECTOR)[0] == "garage.md"
        answer = running.add(notes)
        assert isinstance(answer, RequestFailed)
        assert "cannot be started" in answer.message
        assert isinstance(running.ask(ReportStatus()), RequestDone)
        assert running.ask(StartIndexingAgain()).can_try_again
        program.write_text(f"#!/bin/sh\nexec {shlex.join(_INDEXER)}\n")
        program.chmod(0o700)
        assert isinstance(running.ask(StartIndexingAgain()), RequestDone)
        running.wait_for_status(lambda status: status.documents_indexed == 4)
        assert running.paths("barks", mode=SearchMode.LEXICAL) == ["later.md"]


def test_repeatedly_failing_indexer_is_restarted_only_on_request(tmp_path, notes, expected_log):
    expected_log.append("indexer ended unexpectedly")
    sick = tmp_path / "sick"
    sick.touch()
    with _open(tmp_path, die_beside=str(sick)) as running:
        running.wait_for_notice("repeatedly")
        assert running.notices[-1].can_try_again
        answer = running.ask_search("anything")
        assert isinstance(answer, RequestFailed)
        assert "no library" in answer.message
        assert running.ask(RefreshLibrary()).can_try_again
        sick.unlink()
        assert isinstance(running.ask(StartIndexingAgain()), RequestDone)
        assert isinstance(running.add(notes), RequestDone)
        assert running.paths("tyres", mode=SearchMode.LEXICAL) == ["garage.md"]
        running.wait_for_vectors()
        assert running.paths("vehicle", mode=SearchMode.VECTOR)[0] == "garage.md"


@pytest.mark.slow
def test_raised_limit_applies_to_both_processes_and_the_next_indexer(
    tmp_path, write_file, expected_log
):
    expected_log.append("indexer ended unexpectedly")
    folder = write_file("notes/long.txt", "A garden of words.\n" * 60_000).parent
    small, large = ({"indexing.max_file_mb": most} for most in (1, 2))
    with _open(tmp_path, settings=small, reads=Settings.from_mapping(small)) as running:
        running.add(folder)
        assert running.paths("garden", mode=SearchMode.LEXICAL) == []
        running.ask(UseSettings(tuple(large.items())))
        hit = running.search("garden", mode=SearchMode.LEXICAL).hits[0]
        assert isinstance(running.ask(PreviewRequest(hit.chunk_id)), PreviewReady)
        kill_indexer(running)
        running.wait_for_notice("was restarted")
        write_file("notes/other.txt", "A forest of words.\n" * 60_000)
        running.ask(RefreshLibrary())
        assert running.paths("forest", mode=SearchMode.LEXICAL)


def test_old_indexer_failures_are_not_counted(tmp_path, expected_log):
    expected_log.append("indexer ended unexpectedly")
    hours = count(0, 3600.0)
    with _open(tmp_path, monotonic=lambda: next(hours)) as running:
        again = threading.Semaphore(0)
        running.when_event(lambda event: isinstance(event, Notice) and again.release())
        for _ in range(5):
            kill_indexer(running)
            assert again.acquire(timeout=PATIENCE)
        assert isinstance(running.ask(RefreshLibrary()), RequestDone)


class LaggingReader:
    """A search side that lags behind the indexer. Pending notifications are in `then`."""

    def __init__(self):
        self.then = queue.Queue()
        self.follow = self.then.put

    def load_model(self, name):
        """Do nothing."""

    def close(self):
        """Do nothing."""


def test_indexer_events_are_delivered_after_this_process_has_caught_up(tmp_path):
    reader, reported = LaggingReader(), []
    first = {"home": str(tmp_path / "home"), "model": str(tmp_path / "model")}
    engine = TwoProcessEngine(_INDEXER, first, lambda _on_event: reader, reported.append)
    try:
        tell = reader.then.get(timeout=PATIENCE)
        before = len(reported)
        tell()
        assert len(reported) == before + 1
        while reported[-1].status.model.name != "multilingual-e5-small":
            reader.then.get(timeout=PATIENCE)()
        asked, told_before = engine.submit(RefreshLibrary()), True

        def is_answered():
            return any(getattr(event, "request_id", 0) == asked for event in reported)

        while not is_answered():
            tell = reader.then.get(timeout=PATIENCE)
            told_before = is_answered()
            tell()
        assert not told_before
    finally:
        engine.close()


def test_requests_never_wait_for_a_busy_indexer(running, notes):
    running.add(notes)
    asked = []

    def ask_more_than_a_pipe_holds():
        for number in range(20):
            path = f"{number}{'x' * 100_000}"
            asked.append(running.engine.submit(RetryFailures((path,))))

    indexer = running.engine.indexer_process_id
    asking = threading.Thread(target=ask_more_than_a_pipe_holds, daemon=True)
    psutil.Process(indexer).suspend()
    try:
        asking.start()
        asking.join(PATIENCE / 4)
        assert not asking.is_alive()
        assert running.paths("tyres", mode=SearchMode.LEXICAL) == ["garage.md"]
    finally:
        psutil.Process(indexer).resume()
    assert {type(running.answer_to(number)) for number in asked} == {RequestFailed}
