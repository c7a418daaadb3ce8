"""The model that embeds takes no memory while it is not needed."""

import pytest

from tests.engine.stores.library import put
from tests.support.tiny_gguf import tiny_model
from twofold.engine.embedding.llama.embedder import GgufEmbedder
from twofold.engine.embedding.on_demand import EmbedderFacts, OnDemandEmbedder
from twofold.engine.service.background_embedding import BackgroundEmbedding, Throttle
from twofold.engine.service.scheduler import SearchPriority
from twofold.engine.service.status import Pauses
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.sync.indexes import Indexes


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
            self.catalog, self.indexes, Throttle(100), lambda event: None, priority=self.priority,
            worker=self, pauses=Pauses(), activity=self, monotonic=lambda: self.now,
        )  # fmt: skip

    def show(self, phase, rate):
        """Nobody looks at what is reported."""

    def _time(self):
        self.now += self.tick
        return self.now

    def _load(self):
        self.loaded.append(_Watched(self, *self._model, threads=1))
        return self.loaded[-1]

    def save(self):
        """Write a letter, which is to be embedded."""
        self._files += 1
        with self.catalog.change() as change:
            text = f"Letter {self._files} to the doctor."
            put(change, f"{self._files}.txt", [text], folder=self.catalog.folders()[0].name)

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
    desk.work.rest_when_idle()
    desk.save()
    desk.has_waiting_jobs = True  # or while a job waits for the thread
    assert desk.work.step() == 0
    assert desk.work.yielded
    assert desk.loaded == []


def test_the_model_stays_for_the_next_save_and_goes_when_idle(desk):
    desk.save()
    desk.embed()
    desk.now += 29
    desk.work.rest_when_idle()
    assert desk.times_loaded == 1
    desk.now += 30
    desk.work.rest_when_idle()
    assert desk.times_loaded == 2
    desk.save()
    desk.now += 1000
    desk.work.rest_when_idle()  # something is left to embed
    assert desk.times_loaded == 2


def test_a_search_has_the_batch_dropped_that_is_computed_and_begun_anew_when_it_is_over(desk):
    desk.while_computing = lambda: desk.priority.hold(1.0)
    desk.tick = 0.3
    for letters in (1, 2):
        before = desk.dropped
        desk.save()
        desk.embed()
        assert desk.dropped > before
        assert desk.catalog.counts(desk.embedder.fingerprint).vectors == letters


def test_somebody_who_types_without_end_has_vectors_computed_all_the_same(desk):
    desk.priority.hold(1000.0)
    desk.tick = 3.0
    desk.save()
    desk.embed()
    assert desk.priority.is_searching
    assert desk.dropped == 0


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


@pytest.mark.parametrize(("share", "rest"), [(100, 0.0), (50, 2.0), (10, 18.0)])
def test_rest_and_work_share_the_time(share, rest):
    assert Throttle(share).rest_after(2.0) == pytest.approx(rest)


@pytest.mark.parametrize(
    ("battery", "load", "processors", "threads"),
    [(False, 8.9, 8, 0), (False, 11.0, 8, 5), (False, 40.0, 8, 1), (True, 0.0, 8, 4)],
)
def test_battery_and_a_busy_machine_leave_fewer_threads(battery, load, processors, threads):
    now, loads = [0.0], iter([load, 0.0])
    throttle = Throttle(
        100,
        on_battery=lambda: battery,
        load=lambda: next(loads),
        processors=processors,
        monotonic=lambda: now[0],
    )
    # The machine is looked at now and then only.
    assert [throttle.max_threads() for _ in range(3)] == [threads] * 3
    now[0] = 11.0
    assert throttle.max_threads() == (4 if battery else 0)
