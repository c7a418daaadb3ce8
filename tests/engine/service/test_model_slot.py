import threading
from collections import Counter, defaultdict
from dataclasses import replace
from types import SimpleNamespace

import pytest

from tests.support.running_engine import PATIENCE, RunningEngine
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
    """Loads the tiny model under any name, and counts what each name embeds."""

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


def begin_a_change(running, notes):
    """Let OLD answer, and choose NEW, which has yet to compute every vector."""
    running.add(notes)
    running.wait_for_vectors()
    running.ask(PauseEmbedding(paused=True))
    running.ask(UseModel(NEW))
    return running.wait_for_status(lambda status: status.upcoming is not None)


def leave_a_change_unfinished(tmp_path, models, notes):
    with start(tmp_path, models) as running:
        begin_a_change(running, notes)


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


def test_the_former_model_answers_until_the_new_one_has_every_vector(tmp_path, models, notes):
    with start(tmp_path, models) as running:
        begin_a_change(running, notes)
        running.ask(UseModel(OLD))  # which the person wants back before NEW has read anything
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
        running.ask(UseModel(OLD))  # whose vectors are kept
        wait_until_answering(running, OLD)
    assert set(models.embedded.values()) == {1}


def test_a_change_that_was_interrupted_goes_on_and_the_former_model_answers_again(
    tmp_path, models, notes
):
    leave_a_change_unfinished(tmp_path, models, notes)
    models.slow[NEW] = threading.Event()
    with start(tmp_path, models, NEW) as running:
        running.ask(PauseEmbedding(paused=True))
        models.slow[NEW].set()
        running.wait_for_status(lambda status: status.model.name == OLD and status.model.ready)
        assert by_meaning(running)[0] == "garage.md"
        running.ask(PauseEmbedding(paused=False))
        wait_until_answering(running, NEW)
    assert set(models.embedded.values()) == {1}


def test_a_former_model_that_is_lost_makes_way_at_once(tmp_path, models, notes):
    with start(tmp_path, models) as running:
        running.add(notes)
        running.wait_for_vectors()
    models.missing.add(OLD)
    with start(tmp_path, models, NEW) as running:
        wait_until_answering(running, NEW)
        assert by_meaning(running)[0] == "garage.md"


def test_who_takes_the_library_over_goes_on_with_a_change_that_was_not_finished(
    tmp_path, models, notes, short_turns
):
    first = start(tmp_path, models)
    begin_a_change(first, notes)
    with start(tmp_path, models, NEW) as second:
        second.wait_for_notice("Another Twofold")
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


def test_who_only_follows_changes_its_model_with_who_writes(tmp_path, models, notes, short_turns):
    first = start(tmp_path, models)
    first.add(notes)
    first.wait_for_vectors()
    with start(tmp_path, models) as second:
        second.wait_for_notice("Another Twofold")
        assert used_model(second).startswith(OLD)
        first.ask(UseModel(NEW))
        second.wait_for_status(lambda status: status.model.name == NEW and status.model.ready)
        assert used_model(second).startswith(NEW)
        first.engine.close()
        second.wait_for_notice("has ended")
        wait_until_answering(second, NEW)
        assert by_meaning(second)[0] == "garage.md"
    assert set(models.embedded.values()) == {1}


def test_what_a_person_changes_does_not_wait_for_a_model_that_is_being_made(
    tmp_path, models, notes
):
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


def test_a_model_that_cannot_be_loaded_or_searched_leaves_the_former(
    tmp_path, models, notes, monkeypatch
):
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


def test_models_are_loaded_in_turn_and_none_after_the_end():
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
    assert not loaded  # who asks does not wait
    made.set()
    slot.join()
    assert loaded == [NEW, OLD]
    assert closed == [NEW]  # nobody took it before the next came
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


def test_a_model_that_is_no_longer_wanted_when_it_is_loaded_computes_nothing(
    tmp_path, models, notes
):
    with start(tmp_path, models) as running:
        running.add(notes)
        running.wait_for_vectors()
        models.begun.clear()
        models.slow = {name: threading.Event() for name in (NEW, OLD)}
        for name in (NEW, OLD):
            running.ask(UseModel(name))
        models.slow[NEW].set()
        assert models.begun[OLD].wait(PATIENCE)  # NEW has been loaded, and is taken before
        running.ask(RefreshLibrary())
        assert running.status().upcoming is None
        models.slow[OLD].set()
        wait_until_answering(running, OLD)
    assert {name for name, _ in models.embedded} == {OLD}


def test_of_two_models_chosen_one_after_the_other_the_last_one_counts(tmp_path, models, notes):
    leave_a_change_unfinished(tmp_path, models, notes)
    models.slow[NEW] = threading.Event()
    with start(tmp_path, models, NEW) as running:
        chosen = running.engine.submit(UseModel(THIRD))
        models.slow[NEW].set()
        running.answer_to(chosen)
        wait_until_answering(running, THIRD)
        assert used_model(running).startswith(THIRD)
    assert {name for name, _ in models.embedded} == {OLD, THIRD}
