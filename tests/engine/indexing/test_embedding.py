from itertools import count

import pytest

from tests.engine.stores.library import put
from tests.support.tiny_gguf import tiny_model
from twofold.engine.embedding.llama.embedder import GgufEmbedder
from twofold.engine.indexing.embedding import EmbeddingPass
from twofold.engine.ranking.probes import PROBES
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.sync.indexes import Indexes


@pytest.fixture
def embedder(tmp_path):
    embedder = GgufEmbedder(*tiny_model(tmp_path), threads=1, batch_tokens=128)
    yield embedder
    embedder.close()


_PASSAGES = 12


@pytest.fixture
def library(tmp_path, embedder):
    catalog = Catalog.open(tmp_path / "catalog.sqlite")
    catalog.add_folder(tmp_path / "Notes")
    with catalog.change() as change:
        for number in range(_PASSAGES):
            text = f"Letter {number} to the doctor, long enough to fill a batch of the model. "
            put(change, f"{number}.txt", [text * 3])
    indexes, _ = Indexes.open(catalog, tmp_path / "lexical")
    indexes.use_model(tmp_path / "vectors", embedder.fingerprint, embedder.dimension)
    yield catalog, indexes
    indexes.close()
    catalog.close()


def test_interrupted_step_keeps_results_and_the_rate_is_restored_at_the_next_start(
    library, embedder
):
    catalog, indexes = library
    embedding = EmbeddingPass(catalog, indexes, embedder, monotonic=count(step=2.0).__next__)
    asked = count()
    done = embedding.step(lambda: next(asked) >= 2)
    assert 0 < done < _PASSAGES
    assert indexes.vectors.count == done
    assert sum(iter(lambda: embedding.step(lambda: False), 0)) == _PASSAGES - done
    assert indexes.vectors.count == _PASSAGES
    assert embedding.rate > 0
    later = EmbeddingPass(catalog, indexes, embedder)
    assert later.rate == pytest.approx(embedding.rate, abs=0.001)


def test_vectors_are_searchable_before_a_long_step_ends(library, embedder):
    catalog, indexes = library
    clock = count(step=3.0)
    embedding = EmbeddingPass(catalog, indexes, embedder, monotonic=lambda: next(clock))
    counts = []
    embedding.step(lambda: counts.append(indexes.vectors.count))
    assert counts == sorted(counts)
    assert 0 == counts[0] < counts[-1] < _PASSAGES


def test_passages_found_by_a_search_are_embedded_first(library, embedder):
    catalog, indexes = library
    embedding = EmbeddingPass(catalog, indexes, embedder)
    wanted = catalog.chunk_numbers()[:5:2]
    assert embedding.step(lambda: False, chunks=[*wanted, 2**60]) == len(wanted)
    vectors = catalog.vectors.of_chunks(embedder.fingerprint, catalog.chunk_numbers())
    assert [row.chunk_number for row in vectors] == sorted(wanted)
    assert indexes.vectors.count == len(wanted)
    assert embedding.step(lambda: False, chunks=wanted) == 0


def test_finished_library_is_queried_again_only_after_changes(library, embedder, monkeypatch):
    catalog, indexes = library
    embedding = EmbeddingPass(catalog, indexes, embedder)
    while embedding.step(lambda: False):
        pass
    with monkeypatch.context() as patched:
        patched.setattr(catalog.vectors, "pending", None)  # walks over the whole library
        assert not embedding.has_pending

    with catalog.change() as change:
        put(change, "new.txt", ["A letter to the dentist."])

    assert embedding.has_pending
    assert embedding.step(lambda: False) == 1


def test_random_queries_are_embedded_once_if_there_are_enough_passages(library, embedder):
    catalog, indexes = library
    embedding = EmbeddingPass(catalog, indexes, embedder)
    while embedding.step(lambda: False):
        pass
    assert not indexes.vectors.is_calibrated, "too few passages have no mean"
    with catalog.change() as change:
        put(change, "more.txt", [f"Page {number} of a long letter." for number in range(20)])
    assert embedding.step(lambda: False) == 20
    asked = count()
    embedding.step(lambda: next(asked) >= 10)
    assert not indexes.vectors.is_calibrated, "stopped before it was done"
    embedding.step(lambda: next(asked) > 1000)
    assert indexes.vectors.is_calibrated
    assert next(asked) == len(PROBES) + 1, "what was done before it was stopped is not done again"
    later = EmbeddingPass(catalog, indexes, embedder)
    assert later.step(lambda: pytest.fail("everything is done")) == 0
