"""What an engine leaves to the next: after kill -9, after its end, beside another process."""

import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

import pytest

from engine.api import (
    AddFolder,
    ChangeTags,
    CollectPassages,
    ListCollection,
    RefreshLibrary,
    RemoveFolder,
    RequestDone,
    RequestFailed,
    SearchMode,
)
from engine.service.scheduler import Job
from engine.stores.library_files import LibraryLock
from tests.support.running_engine import PATIENCE, RunningEngine
from tests.support.tiny_embedder import tiny_embedder_loader

_INDEX_UNTIL_KILLED = """
import sys
from pathlib import Path
from engine.embedding.llama.embedder import GgufEmbedder
from engine.embedding.llama.embedder import GgufEmbedder
from tests.support.running_engine import RunningEngine
from tests.support.tiny_gguf import tiny_model

home, folder, log = (Path(argument) for argument in sys.argv[1:])

class LoggingEmbedder(GgufEmbedder):
    def passage_batches(self, texts, should_stop=None, is_preempted=None):
        for batch in super().passage_batches(texts, should_stop, is_preempted):
            yield batch
            with log.open("a") as file:  # the batch is saved once the next one is asked for
                file.writelines(repr(texts[index]) + "\\n" for index in batch.indices)

def load(name, progress):
    (home.parent / "model").mkdir(exist_ok=True)
    return LoggingEmbedder(*tiny_model(home.parent / "model"), threads=1, batch_tokens=128)

with RunningEngine.over(home, load) as running:
    running.add(folder)
    print("searchable", flush=True)
    running.wait_for_vectors()
    print("complete", flush=True)
"""


def _start_indexing(home: Path, folder: Path, log: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _INDEX_UNTIL_KILLED, str(home), str(folder), str(log)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[3],
    )


def test_after_kill_9_vectors_go_on_and_no_text_is_embedded_twice(tmp_path, write_file):
    for number in range(150):
        write_file(f"many/{number}.txt", f"Letter {number} to the doctor about the dog.\n" * 3)
    home, log = tmp_path / "home", tmp_path / "embedded.log"
    log.touch()
    first = _start_indexing(home, tmp_path / "many", log)
    assert first.stdout is not None
    assert first.stdout.readline() == "searchable\n"
    while log.stat().st_size == 0 and first.poll() is None:
        os.sched_yield()
    first.send_signal(signal.SIGKILL)
    first.wait()
    first.stdout.close()
    saved_before = len(log.read_text().splitlines())
    assert 0 < saved_before < 150
    second = _start_indexing(home, tmp_path / "many", log)
    output, _ = second.communicate(timeout=600)
    assert output == "searchable\ncomplete\n"
    embedded = Counter(log.read_text().splitlines())
    assert max(embedded.values()) == 1
    assert len(embedded) in {150, 149, 148, 147, 146, 145}


def test_what_another_process_writes_is_followed_and_kept_from_when_it_ends(
    tmp_path, notes, write_file
):
    home, load = tmp_path / "home", tiny_embedder_loader(tmp_path / "model")
    with RunningEngine.over(home, load) as maker:
        maker.add(notes)
    first = RunningEngine.over(home, load)
    first.wait_for_vectors()
    with RunningEngine.over(home, load) as second:
        second.wait_for_notice("Another Twofold")
        assert second.status().read_only
        assert isinstance(second.add(notes), RequestFailed)

        write_file("notes/later.md", "A hound barks.\n")
        first.ask(RefreshLibrary())
        second.wait_for_status(lambda status: status.documents_indexed == 4)
        assert second.paths("barks", mode=SearchMode.LEXICAL) == ["later.md"]

        first.engine.close()
        write_file("notes/last.md", "A lynx sleeps.\n")
        second.wait_for_status(lambda status: status.documents_indexed == 5)
        assert not second.wait_for_vectors().read_only
        assert second.paths("lynx", mode=SearchMode.LEXICAL) == ["last.md"]
        assert second.paths("animal", mode=SearchMode.VECTOR)
        assert isinstance(second.add(notes), RequestDone)


def test_a_library_that_another_process_is_just_making_is_opened_later(tmp_path, notes):
    home, load = tmp_path / "home", tiny_embedder_loader(tmp_path / "model")
    lock = LibraryLock.acquire(home / "lock")
    with RunningEngine.over(home, load) as running:
        answer = running.ask_search("tyres")
        assert isinstance(answer, RequestFailed)
        assert "Another Twofold" in answer.message
        lock.release()
        running.wait_for_notice("has ended")
        running.add(notes)
        running.wait_for_vectors()
        assert running.paths("tyres", mode=SearchMode.LEXICAL) == ["garage.md"]
        assert running.paths("vehicle", mode=SearchMode.VECTOR)[0] == "garage.md"


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
