"""State after an engine ends: after kill -9, after closing, and with another process."""

import threading
from contextlib import ExitStack

import pytest

from tests.engine.service.conftest import wait_until_closing
from tests.support.patience import PATIENCE
from twofold.engine.api import (
    AddFolder,
    ChangeTags,
    CollectPassages,
    ListCollection,
    RefreshLibrary,
    RemoveFolder,
    RequestDone,
    RequestFailed,
    SearchMode,
    UseModel,
)
from twofold.engine.service.scheduler import Job
from twofold.engine.stores.library_files import LibraryLock


@pytest.mark.usefixtures("short_intervals")
def test_reader_follows_another_writer_and_takes_over_when_it_ends(
    open_engine, notes, write_file, monkeypatch
):
    with ExitStack() as stack:
        first = stack.enter_context(open_engine())
        first.add(notes)
        first.wait_for_vectors()
        second = stack.enter_context(open_engine())
        assert second.status().read_only
        assert isinstance(second.ask(UseModel("tiny")), RequestFailed)

        write_file("notes/later.md", "A hound barks.\n")
        lexical, is_followed = first.engine._host.library.indexes.lexical, threading.Event()

        def write_late(*arguments, apply=lexical.apply):
            assert is_followed.wait(PATIENCE)
            apply(*arguments)

        monkeypatch.setattr(lexical, "apply", write_late)
        asked = first.engine.submit(RefreshLibrary())
        second.wait_for_status(lambda status: status.documents_indexed == 4)
        is_followed.set()  # as seen between the change of the catalog and that of the index
        first.answer_to(asked)
        second.wait_for_status(lambda _: second.engine._host.library.indexes.are_up_to_date)
        assert second.paths("barks", mode=SearchMode.LEXICAL) == ["later.md"]

        first.engine.close()
        write_file("notes/last.md", "A lynx sleeps.\n")
        second.wait_for_status(lambda status: status.documents_indexed == 5)
        assert not second.wait_for_vectors().read_only
        assert second.paths("lynx", mode=SearchMode.LEXICAL) == ["last.md"]
        assert second.paths("animal", mode=SearchMode.VECTOR)
        assert isinstance(second.add(notes), RequestDone)


@pytest.mark.usefixtures("short_intervals")
def test_library_being_created_by_another_process_is_opened_later(open_engine, tmp_path, notes):
    lock = LibraryLock.acquire(tmp_path / "home" / "lock")
    with open_engine() as running:
        answer = running.ask_search("tyres")
        assert isinstance(answer, RequestFailed)
        assert "Another Twofold" in answer.message
        lock.release()
        running.wait_for_notice("has ended")
        running.add(notes)
        running.wait_for_vectors()
        assert running.paths("tyres", mode=SearchMode.LEXICAL) == ["garage.md"]
        assert running.paths("vehicle", mode=SearchMode.VECTOR)[0] == "garage.md"


def _keep_busy(running):
    """Block the indexing thread until the engine is closed, like a long folder scan."""
    began, indexing = threading.Event(), running.engine._host.indexing

    def work():
        began.set()
        wait_until_closing(indexing)

    indexing.put(Job(work))
    assert began.wait(PATIENCE)


def test_last_request_is_completed_before_the_engine_closes(open_engine, notes, write_file):
    with open_engine() as running:
        running.add(notes)
        garden = write_file("garden/beds.txt", "The beds are dug in March.").parent
        running.add(garden)
        hit = running.search("tyres", mode=SearchMode.LEXICAL).hits[0]
        _keep_busy(running)
        running.engine.submit(CollectPassages((hit.chunk_id,)))
        running.engine.submit(ChangeTags("notes", add=("mine",)))
        running.engine.submit(RemoveFolder("garden"))
    with open_engine() as again:
        assert [folder.name for folder in again.status().folders] == ["notes"]
        assert [passage.text for passage in again.ask(ListCollection()).passages] == [hit.text]
        assert "mine" in again.search("tyres", mode=SearchMode.LEXICAL).hits[0].tags


def test_folder_added_last_is_indexed_at_the_next_start(open_engine, notes):
    with open_engine() as running:
        running.wait_for_status(lambda status: status.model.ready)
        _keep_busy(running)
        running.engine.submit(AddFolder(notes))
    with open_engine() as again:
        assert [folder.name for folder in again.status().folders] == ["notes"]
        again.ask(RefreshLibrary())
        assert again.paths("tyres", mode=SearchMode.LEXICAL) == ["garage.md"]
