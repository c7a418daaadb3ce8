"""Comparing models on a library: the tiny model, and models with random weights."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.engine.search.conftest import SmallLibrary, Text
from tests.support.random_gguf import write_random_gguf
from tests.support.tiny_gguf import tiny_model, tiny_reranker
from twofold.engine.embedding.catalogue import ModelDescription
from twofold.engine.embedding.llama.embedder import GgufEmbedder
from twofold.engine.embedding.llama.reranker import GgufReranker
from twofold.engine.embedding.ports import PassageBatch
from twofold.engine.evaluation.known_items import (
    LoadedModel,
    LoadedReranker,
    compare_models,
    compare_reranking,
    known_items,
    sign_test,
)
from twofold.engine.model.errors import CatalogError
from twofold.engine.model.evaluation import ModelVerdict
from twofold.engine.model.localized import EMPTY

TOPICS = [
    "cars",
    "dogs",
    "limits",
    "memory",
    "doctors",
    "kitchens",
    "gardens",
    "bridges",
    "ovens",
    "ships",
    "wolves",
    "quartz",
    "jam",
    "violins",
    "pumps",
    "yeast",
    "zebras",
    "hexagons",
    "foxes",
    "lakes",
]
SHARED = "All pages of this handbook end with the same remark by the editor."


@pytest.fixture
def library(tmp_path: Path) -> Iterator[SmallLibrary]:
    embedder = GgufEmbedder(*tiny_model(tmp_path), threads=1)
    library = SmallLibrary(tmp_path, embedder)
    for topic in TOPICS:
        text = f"{topic}: {topic} are easy. The reader knows {topic} and uses {topic}. {SHARED}"
        library.add(Text(f"{topic}.md", text, heading=("Handbook",)))
    yield library
    library.close()
    embedder.close()


def tiny(folder: Path, name: str = "tiny") -> LoadedModel:
    path, description = tiny_model(folder)
    size = path.stat().st_size
    return LoadedModel(name, name, size, lambda: GgufEmbedder(path, description, threads=1))


def random(folder: Path) -> LoadedModel:
    path = folder / "random.gguf"
    write_random_gguf(path, "modern-bert", tokenizer="llama", pooling="cls")
    described = ModelDescription("random", "Random", EMPTY, cut_to=16)
    return LoadedModel("random", "Random", 1, lambda: GgufEmbedder(path, described, threads=1))


def test_an_item_is_a_passage_without_a_sentence_that_no_other_contains(library):
    items = known_items(library.catalog, 100)
    assert len(items) == len(TOPICS)
    assert items == known_items(library.catalog, 100), "always the same"
    for item in items:
        assert item.query.startswith("The reader knows")
        assert item.query not in item.passage.text
        assert SHARED in item.passage.text
        assert item.passage.heading.endswith("Handbook")
    assert len(known_items(library.catalog, 10)) <= 10


def test_a_better_model_is_recognised_and_its_cost_is_measured(library, tmp_path):
    items, shown = known_items(library.catalog, 100), []
    found = compare_models(
        items, 4000, tiny(tmp_path), random(tmp_path), lambda *at: shown.append(at)
    )
    assert found.verdict is ModelVerdict.BETTER
    assert found.better > found.worse
    assert found.p < 0.05
    assert found.tried.found_first > found.used.found_first
    assert found.tried.score <= found.tried.found_in_ten <= 1
    assert (found.used.dimension, found.tried.dimension) == (16, 64)
    assert found.tried.library_bytes == 4000 * 64 * 2
    assert found.tried.library_seconds == pytest.approx(4000 / found.tried.passages_per_second)
    assert shown[-1] == (2 * len(items), 2 * len(items))
    back = compare_models(items, 4000, random(tmp_path), tiny(tmp_path), lambda *_: None)
    assert (back.verdict, back.better, back.worse) == (
        ModelVerdict.WORSE, found.worse, found.better,
    )  # fmt: skip


def test_equal_models_make_no_difference_and_one_alone_gets_no_verdict(library, tmp_path):
    items = known_items(library.catalog, 100)
    same = compare_models(items, 20, tiny(tmp_path, "new"), tiny(tmp_path), lambda *_: None)
    assert (same.verdict, same.better, same.worse, same.p) == (ModelVerdict.SIMILAR, 0, 0, 1.0)
    alone = compare_models(items, 20, tiny(tmp_path), None, lambda *_: None)
    assert (alone.verdict, alone.used) == (ModelVerdict.ALONE, None)


class Constant:
    """An embedder that gives every text the same vector."""

    dimension = 4

    def embed_query(self, _text):
        return np.full(4, 0.5, np.float32)

    def embed_passages(self, texts):
        return np.full((len(texts), 4), 0.5, np.float32)

    def passage_batches(self, texts):
        yield PassageBatch(tuple(range(len(texts))), self.embed_passages(texts))

    def close(self):
        pass


def test_a_model_with_the_same_vector_for_all_texts_finds_nothing(library):
    items = known_items(library.catalog, 100)
    model = LoadedModel("constant", "Constant", 1, Constant)
    found = compare_models(items, 20, model, None, lambda *_: None)
    assert (found.tried.found_first, found.tried.found_in_ten) == (0, 0)


def test_a_reranking_model_is_compared_with_the_order_before(library, tmp_path):
    path = tiny_reranker(tmp_path)  # it prefers passages about dogs, whatever the query
    size = path.stat().st_size
    tried = LoadedReranker("rank", "Rank", size, lambda: GgufReranker(path, threads=1))
    items, shown = known_items(library.catalog, 100), []
    found = compare_reranking(items, 20, tried, tiny(tmp_path), lambda *at: shown.append(at))
    assert found.verdict is ModelVerdict.WORSE
    assert found.tried.found_in_ten == found.used.found_in_ten, "only the order changes"
    assert found.tried.found_first < found.used.found_first
    assert found.tried.query_ms > 0
    assert shown[-1] == (len(items), len(items))


def test_a_library_without_sentences_cannot_be_used(tmp_path):
    embedder = GgufEmbedder(*tiny_model(tmp_path), threads=1)
    library = SmallLibrary(tmp_path, embedder)
    with pytest.raises(CatalogError, match="too few passages"):
        known_items(library.catalog, 100)
    library.add(Text("a.md", "Only one sentence."), Text("b.md", "1 2 3"))
    with pytest.raises(CatalogError, match="too few passages"):
        known_items(library.catalog, 100)
    library.close()
    embedder.close()


@pytest.mark.parametrize(
    ("better", "worse", "p"), [(0, 0, 1.0), (5, 5, 1.0), (10, 0, 2 / 1024), (0, 3, 0.25)]
)
def test_the_sign_test_is_exact(better, worse, p):
    assert sign_test(better, worse) == pytest.approx(p)
