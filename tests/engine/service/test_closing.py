import threading

import pytest

from engine.api import (
    AddFolder,
    ChangeTags,
    CollectPassages,
    ListCollection,
    RefreshLibrary,
    RemoveFolder,
    SearchMode,
)
from engine.service.scheduler import Job
from tests.support.running_engine import PATIENCE, RunningEngine
from tests.support.tiny_embedder import tiny_embedder_loader


@pytest.fixture
def open_engine(tmp_path):
    loader = tiny_embedder_loader(tmp_path / "model")
    return lambda: RunningEngine.over(tmp_path / "home", loader)


def _keep_busy(running):
    """Hold the indexing thread, as reading a folder does, until the engine is closed."""
    began, indexing = threading.Event(), running.engine._host.indexing

    def work():
        began.set()
        while not indexing.is_closing:
            threading.Event().wait(0.01)

    indexing.put(Job(work))
    assert began.wait(PATIENCE)


def test_what_was_asked_last_is_done_before_the_engine_ends(open_engine, notes, write_file):
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


def test_a_folder_that_was_added_last_is_read_at_the_next_start(open_engine, notes):
    with open_engine() as running:
        running.wait_for_status(lambda status: status.model.ready)
        _keep_busy(running)
        running.engine.submit(AddFolder(notes))
    with open_engine() as again:
        assert [folder.name for folder in again.status().folders] == ["notes"]
        again.ask(RefreshLibrary())
        assert again.paths("tyres", mode=SearchMode.LEXICAL) == ["garage.md"]
