import threading
from collections import Counter, defaultdict
from dataclasses import replace
from types import SimpleNamespace

import pytest

from tests.support.patience import PATIENCE
from tests.support.running_engine import RunningEngine
from tests.support.tiny_gguf import tiny_model
from twofold.engine.api import (
    ChangeTags,
    ModelError,
    PauseEmbedding,
    RefreshLibrary,
    SearchMode,
    Settings,
    UseModel,
)
from twofold.engine.embedding.llama.embedder import GgufEmbedder
from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.service.model_slot import ModelSlot
from twofold.engine.service.scheduler import Worker
from twofold.engine.stores.sync import indexes as consistency
from twofold.engine.stores.sync.indexes import open_vectors

OLD, NEW, THIRD = "multilingual-e5-small", "all-minilm-l6-v2", "bge-m3"


class Models:
    """Loads the tiny model under any name, and counts the texts embedded by each."""

    def __init__(self, folder):
        folder.mkdir()
        self.path, self.description = tiny_model(folder)
        self.embedded = Counter()
        self.missing = set()
        self.slow = {}
        self.begun = defaultdict(threading.Event)

    def load(self, name, _progress):
        self.begun[name].set()
        if name in self.slow:
            assert self.slow[name].wait(PATIENCE)
        if name in self.missing:
            raise ModelError("The model file is damaged.", "Convert it again.")
        return _Counting(self, name)


class _Counting(GgufEmbedder):
    def __init__(self, models, name):
        super().__init__(models.path, replace(models.description, name=name), threads=1)
        self._models, self._name = models, name

    def passage_batches(self, texts, should_stop=None, gives_way=None):
        for batch in super().passage_batches(texts, should_stop, gives_way):
            self._models.embedded.update((self._name, texts[row]) for row in batch.indices)
            yield batch


@pytest.fixture
def models(tmp_path):
    return Models(tmp_path / "model")


def start(tmp_path, models, name=OLD, *, maintain=True):
    settings = Settings.from_mapping({"embedding.model": name})
    return RunningEngine.over(tmp_path / "home", models.load, settings=settings, maintain=maintain)


def select_new_model(running, notes):
    """Use OLD for searching and select NEW, whose vectors are not computed yet."""
    running.add(notes)
    running.wait_for_vectors()
    running.ask(PauseEmbedding(paused=True))
    running.ask(UseModel(NEW))
    return running.wait_for_status(lambda status: status.upcoming is not None)


def leave_unfinished_model_change(tmp_path, models, notes):
    with start(tmp_path, models) as running:
        select_new_model(running, notes)


def wait_until_answering(running, name):
    return running.wait_for_status(
        lambda status: (
            status.model.name == name
            and status.model.ready
            and status.upcoming is None
            and not status.vectors_pending
        )
    )


def by_meaning(running):
    return running.paths("vehicle", mode=SearchMode.VECTOR)


def used_model(running):
    return running.search("vehicle", mode=SearchMode.VECTOR).hits[0].embedding_model


def test_old_model_is_used_until_the_new_one_has_all_vectors(tmp_path, models, notes):
    with start(tmp_path, models) as running:
        select_new_model(running, notes)
        running.ask(UseModel(OLD))  # which the user selects again before NEW has embedded anything
        wait_until_answering(running, OLD)
        running.ask(UseModel(NEW))
        status = running.wait_for_status(lambda status: status.upcoming is not None)
        assert (status.model.name, status.upcoming.name) == (OLD, NEW)
        assert (status.upcoming.vectors_ready, status.upcoming.vectors_pending) == (0, 3)
        assert by_meaning(running)[0] == "garage.md"
        assert used_model(running).startswith(OLD)
        running.ask(PauseEmbedding(paused=False))
        wait_until_answering(running, NEW)
        assert by_meaning(running)[0] == "garage.md"
        assert used_model(running).startswith(NEW)
        running.wait_for_notice("by meaning now uses")
        running.ask(UseModel(OLD))  # The vectors are still stored.
        wait_until_answering(running, OLD)
    assert set(models.embedded.values()) == {1}


def test_interrupted_model_change_is_resumed_with_the_old_model(tmp_path, models, notes):
    leave_unfinished_model_change(tmp_path, models, notes)
    models.slow[NEW] = threading.Event()
    with start(tmp_path, models, NEW) as running:
        running.ask(PauseEmbedding(paused=True))
        models.slow[NEW].set()
        running.wait_for_status(lambda status: status.model.name == OLD and status.model.ready)
        assert by_meaning(running)[0] == "garage.md"
        running.ask(PauseEmbedding(paused=False))
        wait_until_answering(running, NEW)
    assert set(models.embedded.values()) == {1}


def test_missing_old_model_is_replaced_immediately(tmp_path, models, notes):
    with start(tmp_path, models) as running:
        running.add(notes)
        running.wait_for_vectors()
    models.missing.add(OLD)
    with start(tmp_path, models, NEW) as running:
        wait_until_answering(running, NEW)
        assert by_meaning(running)[0] == "garage.md"


def test_new_writer_resumes_an_unfinished_model_change(tmp_path, models, notes, short_intervals):
    first = start(tmp_path, models)
    select_new_model(first, notes)
    with start(tmp_path, models, NEW) as second:
        assert second.status().read_only
        second.ask(PauseEmbedding(paused=True))
        assert by_meaning(second)[0] == "garage.md"
        assert used_model(second).startswith(OLD)
        first.engine.close()
        status = second.wait_for_status(lambda status: status.upcoming is not None)
        assert (status.model.name, status.upcoming.name) == (OLD, NEW)
        assert by_meaning(second)[0] == "garage.md"
        assert used_model(second).startswith(OLD)
        second.ask(PauseEmbedding(paused=False))
        wait_until_answering(second, NEW)
    assert set(models.embedded.values()) == {1}


def test_reader_changes_its_model_with_the_writer(tmp_path, models, notes, short_intervals):
    first = start(tmp_path, models)
    first.add(notes)
    first.wait_for_vectors()
    with start(tmp_path, models) as second:
        assert second.status().read_only
        assert used_model(second).startswith(OLD)
        first.ask(UseModel(NEW))
        second.wait_for_status(lambda status: status.model.name == NEW and status.model.ready)
        assert used_model(second).startswith(NEW)
        first.engine.close()
        second.wait_for_notice("has ended")
        wait_until_answering(second, NEW)
        assert by_meaning(second)[0] == "garage.md"
    assert set(models.embedded.values()) == {1}


def test_user_changes_do_not_wait_for_a_model_that_is_being_prepared(tmp_path, models, notes):
    models.slow[OLD] = threading.Event()
    with start(tmp_path, models) as running:
        running.add(notes)
        chosen, tagged = (
            running.engine.submit(request)
            for request in (UseModel(NEW), ChangeTags("notes", add=("mine",)))
        )
        running.answer_to(chosen)
        running.answer_to(tagged)
        assert "mine" in running.search("tyres", mode=SearchMode.LEXICAL).hits[0].tags
        models.slow[OLD].set()
        wait_until_answering(running, NEW)


def test_unusable_new_model_keeps_the_old_one(tmp_path, models, notes, monkeypatch):
    def on_a_full_disk(catalog, folder, fingerprint, *others):
        if fingerprint.startswith(NEW):
            raise IndexUnavailableError("The vector index cannot be written.", "Free some space.")
        return open_vectors(catalog, folder, fingerprint, *others)

    models.missing.add(NEW)
    with start(tmp_path, models) as running:
        running.add(notes)
        running.wait_for_vectors()
        running.ask(UseModel(NEW))
        running.wait_for_notice("The model file is damaged")
        assert by_meaning(running)[0] == "garage.md"
        models.missing.clear()
        monkeypatch.setattr(consistency, "open_vectors", on_a_full_disk)
        running.ask(UseModel(NEW))
        running.wait_for_notice("cannot be written")
        running.ask(RefreshLibrary())
        wait_until_answering(running, OLD)
        assert used_model(running).startswith(OLD)
        monkeypatch.undo()
        running.ask(UseModel(NEW))
        wait_until_answering(running, NEW)
        assert used_model(running).startswith(NEW)
    assert set(models.embedded.values()) == {1}


def test_models_are_loaded_one_by_one_and_not_after_closing():
    begun, made, loaded, closed = threading.Event(), threading.Event(), [], []

    def load(name, _progress):
        begun.set()
        assert made.wait(PATIENCE)
        loaded.append(name)
        return SimpleNamespace(
            dimension=3, fingerprint=f"{name}@1", close=lambda: closed.append(name)
        )

    slot = ModelSlot(load, lambda _event: None, Worker("indexing"))
    slot.start(NEW)
    slot.start(OLD)
    assert begun.wait(PATIENCE)
    assert not loaded  # requests do not wait
    made.set()
    slot.join()
    assert loaded == [NEW, OLD]
    assert closed == [NEW]  # it was not used before the next was selected
    slot.close()
    assert closed == [NEW, OLD]
    slot.stop()
    slot.join()

    begun.clear()
    made.clear()
    slot = ModelSlot(load, lambda _event: None, Worker("indexing"))
    slot.start(NEW)
    assert begun.wait(PATIENCE)
    slot.start(OLD)
    slot.stop()
    slot.start(THIRD)
    made.set()
    slot.join()
    assert loaded == [NEW, OLD, NEW]
    slot.close()


def test_superseded_model_computes_nothing(tmp_path, models, notes):
    with start(tmp_path, models) as running:
        running.add(notes)
        running.wait_for_vectors()
        models.begun.clear()
        models.slow = {name: threading.Event() for name in (NEW, OLD)}
        for name in (NEW, OLD):
            running.ask(UseModel(name))
        models.slow[NEW].set()
        assert models.begun[OLD].wait(PATIENCE)  # NEW has been loaded and is used first
        running.ask(RefreshLibrary())
        assert running.status().upcoming is None
        models.slow[OLD].set()
        wait_until_answering(running, OLD)
    assert {name for name, _ in models.embedded} == {OLD}


def test_last_of_two_selected_models_is_used(tmp_path, models, notes):
    leave_unfinished_model_change(tmp_path, models, notes)
    models.slow[NEW] = threading.Event()
    with start(tmp_path, models, NEW) as running:
        chosen = running.engine.submit(UseModel(THIRD))
        models.slow[NEW].set()
        running.answer_to(chosen)
        wait_until_answering(running, THIRD)
        assert used_model(running).startswith(THIRD)
    assert {name for name, _ in models.embedded} == {OLD, THIRD}
