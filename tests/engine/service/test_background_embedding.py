"""The embedding model uses no memory while it is not needed."""

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


class _WatchedEmbedder(GgufEmbedder):
    """A model that calls the hook `while_computing` of the test during each batch."""

    def __init__(self, case, *arguments, **options):
        super().__init__(*arguments, **options)
        self._case = case

    def passage_batches(self, texts, should_stop=None, gives_way=None):
        def watched():
            self._case.while_computing()
            drops = gives_way is not None and gives_way()
            self._case.dropped += drops
            return drops

        yield from super().passage_batches(texts, should_stop, watched)


class EmbeddingCase:
    """A library with a fake clock, and a list of the models that were loaded."""

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
        """Ignore the progress."""

    def _time(self):
        self.now += self.tick
        return self.now

    def _load(self):
        self.loaded.append(_WatchedEmbedder(self, *self._model, threads=1))
        return self.loaded[-1]

    def save(self):
        """Write a letter that has to be embedded."""
        self._files += 1
        with self.catalog.change() as change:
            text = f"Letter {self._files} to the doctor."
            put(change, f"{self._files}.txt", [text], folder=self.catalog.folders()[0].name)

    def embed(self):
        """Embed all new letters."""
        self.work.use(self.embedder)
        assert self.work.step() > 0

    @property
    def times_loaded(self):
        """Embed a new letter, and return how many models have been loaded so far."""
        self.save()
        self.embed()
        return len(self.loaded)

    def close(self):
        self.embedder.close()
        self.indexes.close()
        self.catalog.close()


@pytest.fixture
def case(tmp_path):
    case = EmbeddingCase(tmp_path)
    yield case
    case.close()


def test_model_is_not_loaded_without_pending_passages(case):
    case.work.use(case.embedder)
    assert case.work.step() == 0
    case.work.rest_when_idle()
    case.save()
    case.has_waiting_jobs = True  # or while a job waits for the thread
    assert case.work.step() == 0
    assert case.work.yielded
    assert case.loaded == []


def test_model_stays_loaded_for_the_next_save_and_is_unloaded_when_idle(case):
    case.save()
    case.embed()
    case.now += 29
    case.work.rest_when_idle()
    assert case.times_loaded == 1
    case.now += 30
    case.work.rest_when_idle()
    assert case.times_loaded == 2
    case.save()
    case.now += 1000
    case.work.rest_when_idle()  # something is left to embed
    assert case.times_loaded == 2


def test_search_aborts_the_current_batch_which_is_repeated_later(case):
    case.while_computing = lambda: case.priority.hold(1.0)
    case.tick = 0.3
    for letters in (1, 2):
        before = case.dropped
        case.save()
        case.embed()
        assert case.dropped > before
        assert case.catalog.counts(case.embedder.fingerprint).vectors == letters


def test_embedding_progresses_during_endless_typing(case):
    case.priority.hold(1000.0)
    case.tick = 3.0
    case.save()
    case.embed()
    assert case.priority.is_searching
    assert case.dropped == 0


def test_reported_rate_excludes_time_spent_yielding(case):
    def compute():
        case.tick = 0.0
        case.now += 0.001

    case.while_computing = compute
    case.save()
    case.priority.hold(5.0)
    case.tick = 1.0
    case.embed()
    assert case.work.rate > 1.0


def test_batch_is_aborted_when_the_library_closes(case):
    def close():
        case.is_closing = True

    case.while_computing = close
    case.save()
    case.work.use(case.embedder)
    assert case.work.step() == 0
    assert case.dropped == 1


@pytest.mark.parametrize(("share", "rest"), [(100, 0.0), (50, 2.0), (10, 18.0)])
def test_embedding_pauses_between_batches(share, rest):
    assert Throttle(share).rest_after(2.0) == pytest.approx(rest)


@pytest.mark.parametrize(
    ("battery", "load", "processors", "threads"),
    [(False, 8.9, 8, 0), (False, 11.0, 8, 5), (False, 40.0, 8, 1), (True, 0.0, 8, 4)],
)
def test_fewer_threads_are_used_on_battery_or_a_busy_machine(battery, load, processors, threads):
    now, loads = [0.0], iter([load, 0.0])
    throttle = Throttle(
        100,
        on_battery=lambda: battery,
        load=lambda: next(loads),
        processors=processors,
        monotonic=lambda: now[0],
    )
    # The machine is checked only occasionally.
    assert [throttle.max_threads() for _ in range(3)] == [threads] * 3
    now[0] = 11.0
    assert throttle.max_threads() == (4 if battery else 0)
