"""The model that embeds takes no memory while it is not needed."""

import pytest

from engine.embedding.llama.embedder import GgufEmbedder
from engine.embedding.on_demand import EmbedderFacts, OnDemandEmbedder
from engine.model.document import Chunk, DocumentMetadata, FileState, PlaceKind
from engine.service.background_embedding import BackgroundEmbedding, Pauses, Throttle
from engine.service.scheduler import SearchPriority
from engine.stores.catalog.catalog import Catalog
from engine.stores.sync.indexes import Indexes
from tests.support.tiny_gguf import tiny_model


class _Watched(GgufEmbedder):
    """The model of a desk, where something happens while a batch is computed."""

    def __init__(self, desk, *arguments, **options):
        super().__init__(*arguments, **options)
        self._desk = desk

    def passage_batches(self, texts, should_stop=None, gives_way=None):
        def watched():
            self._desk.while_computing()
            drops = gives_way is not None and gives_way()
            self._desk.dropped += drops
            return drops

        yield from super().passage_batches(texts, should_stop, watched)


class Desk:
    """A library of its own, a clock that the test sets, and the models that were loaded."""

    def __init__(self, folder):
        self._folder = folder
        self.now, self.loaded, self._files = 100.0, [], 0
        self.priority = SearchPriority(monotonic=self._time)
        self.tick = 0.0
        self.while_computing = lambda: None
        self.dropped = 0
        self.said = []
        self.pauses = Pauses()
        self.is_closing = self.has_waiting_jobs = False
        self._model = tiny_model(folder)
        self.catalog = Catalog.open(folder / "catalog.sqlite")
        self.catalog.add_folder(folder)
        self.indexes, _ = Indexes.open(self.catalog, folder / "lexical")
        first = self._load()
        facts = EmbedderFacts(first.dimension, first.fingerprint, first.max_tokens, 0.0)
        first.close()
        self.loaded.clear()
        self.embedder = OnDemandEmbedder(facts, self._load)
        self.indexes.use_model(folder / "vectors", facts.fingerprint, facts.dimension)
        self.work = BackgroundEmbedding(
            self.catalog,
            self.indexes,
            Throttle(100),
            lambda event: None,
            priority=self.priority,
            worker=self,
            pauses=self.pauses,
            before_batch=self._note_batch,
            monotonic=lambda: self.now,
        )

    def _note_batch(self):
        self.said.append(self.now)
        return False

    def _time(self):
        self.now += self.tick
        return self.now

    def _load(self):
        self.loaded.append(_Watched(self, *self._model, threads=1))
        return self.loaded[-1]

    def save(self):
        """Write a letter, which is to be embedded."""
        self._files += 1
        text = f"Letter {self._files} to the doctor."
        with self.catalog.change() as change:
            change.put_document(
                self.catalog.folders()[0].name,
                f"{self._files}.txt",
                FileState(1, self._files),
                DocumentMetadata(title="Letter"),
                "txt",
                (Chunk(0, text, 0, len(text), PlaceKind.LINE, 1, 1),),
                "1",
                "2026-11-21T00:00:00+00:00",
            )

    def embed(self):
        """Embed what was written."""
        self.work.use(self.embedder)
        assert self.work.step() > 0

    @property
    def times_loaded(self):
        """How often the model had to be loaded until a new letter has its vector."""
        self.save()
        self.embed()
        return len(self.loaded)

    def close(self):
        self.embedder.close()
        self.indexes.close()
        self.catalog.close()


@pytest.fixture
def desk(tmp_path):
    desk = Desk(tmp_path)
    yield desk
    desk.close()


def test_a_library_without_anything_to_embed_loads_no_model(desk):
    desk.work.use(desk.embedder)
    assert desk.work.step() == 0
    desk.work.rest_when_idle(builds_graph=True)
    assert desk.loaded == []


def test_the_model_stays_for_the_next_save_and_goes_after_half_a_minute(desk):
    desk.save()
    desk.embed()
    desk.now += 29
    desk.work.rest_when_idle(builds_graph=False)
    assert desk.times_loaded == 1
    desk.now += 30
    desk.work.rest_when_idle(builds_graph=False)
    assert desk.times_loaded == 2


def test_the_model_goes_before_a_graph_is_built(desk):
    desk.save()
    desk.embed()
    desk.work.rest_when_idle(builds_graph=True)
    assert desk.times_loaded == 2


def test_the_model_stays_while_something_is_left_to_embed(desk):
    desk.save()
    desk.embed()
    desk.save()
    desk.now += 1000
    desk.work.rest_when_idle(builds_graph=True)
    assert desk.times_loaded == 1


def test_the_model_makes_room_for_many_files_but_not_for_a_few(desk):
    desk.save()
    desk.embed()
    desk.work.make_room(5)
    assert desk.times_loaded == 1
    desk.work.make_room(3000)
    assert desk.times_loaded == 2


def test_a_search_has_the_batch_dropped_that_is_computed_and_begun_anew_when_it_is_over(desk):
    def search():
        if not desk.dropped:
            desk.priority.hold(1.0)
            desk.tick = 0.3

    desk.while_computing = search
    desk.save()
    desk.embed()
    assert desk.dropped == 1
    assert desk.catalog.counts(desk.embedder.fingerprint).vectors == 1


def test_somebody_who_types_without_end_has_vectors_computed_all_the_same(desk):
    desk.priority.hold(1000.0)
    desk.tick = 3.0
    desk.save()
    desk.embed()
    assert desk.priority.is_searching
    assert desk.dropped == 0


def test_a_batch_that_was_computed_at_last_is_no_reason_not_to_drop_the_next(desk):
    desk.while_computing = lambda: desk.priority.hold(1.0)
    desk.tick = 0.3
    for _ in range(2):
        before = desk.dropped
        desk.save()
        desk.embed()
        assert desk.dropped > before


def test_no_model_is_loaded_while_a_job_waits_for_the_thread(desk):
    desk.save()
    desk.work.use(desk.embedder)
    desk.has_waiting_jobs = True
    assert desk.work.step() == 0
    assert desk.work.yielded
    assert desk.loaded == []


def test_the_pace_is_that_of_embedding_and_not_of_standing_aside(desk):
    def compute():
        desk.tick = 0.0
        desk.now += 0.001

    desk.while_computing = compute
    desk.save()
    desk.priority.hold(5.0)
    desk.tick = 1.0
    desk.embed()
    assert desk.work.rate > 1.0


def test_a_batch_is_dropped_when_the_library_closes(desk):
    def close():
        desk.is_closing = True

    desk.while_computing = close
    desk.save()
    desk.work.use(desk.embedder)
    assert desk.work.step() == 0
    assert desk.dropped == 1


def test_a_paused_step_gives_way_to_nothing(desk):
    desk.save()
    desk.work.use(desk.embedder)
    desk.has_waiting_jobs = True
    desk.work.step()
    desk.pauses.embedding = True
    assert desk.work.step() == 0
    assert not desk.work.yielded


def test_that_passages_are_embedded_is_said_before_it_stands_aside_for_who_types(desk):
    quiet_at = desk.now + 5.0
    desk.priority.hold(5.0)
    desk.tick = 1.0
    desk.save()
    desk.embed()
    assert desk.said[0] < quiet_at <= desk.said[-1]


def polite(share=100, *, battery=False, load=0.0, processors=8):
    return Throttle(share, on_battery=lambda: battery, load=lambda: load, processors=processors)


@pytest.mark.parametrize(("share", "rest"), [(100, 0.0), (50, 2.0), (25, 6.0), (10, 18.0)])
def test_rest_and_work_share_the_time(share, rest):
    assert polite(share).rest_after(2.0) == pytest.approx(rest)


@pytest.mark.parametrize(
    ("battery", "load", "processors", "threads"),
    [
        (False, 2.0, 8, 0),
        (False, 8.9, 8, 0),
        (False, 11.0, 8, 5),
        (False, 40.0, 8, 1),
        (True, 0.0, 8, 4),
        (True, 0.0, 1, 1),
    ],
)
def test_battery_and_a_busy_machine_leave_fewer_threads(battery, load, processors, threads):
    politeness = polite(battery=battery, load=load, processors=processors)
    assert politeness.most_threads() == threads


def test_the_machine_is_looked_at_now_and_then_only():
    now, loads = [0.0], iter([0.0, 20.0])
    politeness = Throttle(
        100,
        on_battery=lambda: False,
        load=lambda: next(loads),
        processors=4,
        monotonic=lambda: now[0],
    )
    assert [politeness.most_threads() for _ in range(3)] == [0, 0, 0]
    now[0] = 11.0
    assert politeness.most_threads() == 1


def test_this_machine_can_be_asked():
    assert Throttle(100).most_threads() >= 0
