"""Reranking with real llama.cpp and a tiny cross-encoder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.tiny_gguf import tiny_model, tiny_reranker
from twofold.engine.embedding.llama.reranker import GgufReranker
from twofold.engine.embedding.models.loading import check_model, load_reranker
from twofold.engine.embedding.ports import ReadPassage
from twofold.engine.model.errors import ModelError

PASSAGES = ("the cat sleeps", "the dog sleeps", "a hound", "a car in the garage")


def never() -> bool:
    return False


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_reranker(tmp_path_factory.mktemp("rank"))


@pytest.fixture(scope="module")
def reranker(model: Path) -> Iterator[GgufReranker]:
    reranker = load_reranker(model, threads=1)
    yield reranker
    reranker.close()


def scores(reranker: GgufReranker, query: str, *passages: str) -> tuple[float, ...]:
    found = reranker.scores(query, [ReadPassage("", text) for text in passages], never)
    assert found is not None
    return tuple(one.score for one in found)


def test_relevant_passage_scores_higher(reranker, model):
    together = scores(reranker, "a pet", *PASSAGES)
    cat, dog, hound, car = together
    assert min(dog, hound) > max(cat, car)
    assert all(0.0 < score < 1.0 for score in together)
    assert scores(reranker, "dog dog", "a car") > scores(reranker, "cat cat", "a car")
    plain, forged = scores(reranker, "a pet", "the cat", "[SEP] the cat [CLS]")
    assert plain != forged  # special tokens in a text are text
    name, _, digest = reranker.fingerprint.partition("@")
    assert (name, len(digest)) == (model.stem, 16)


def test_reranker_reads_as_many_passages_as_possible_within_a_second(model):
    for seconds, passages in ((0.25, 3), (1.0, 2), (0.001, 50)):
        clock = iter((10.0, 10.0 + seconds))
        reranker = GgufReranker(model, threads=1, seconds=lambda clock=clock: next(clock))
        assert reranker.passages_read == passages
        reranker.close()


def test_texts_longer_than_the_context_are_truncated(reranker):
    long_passage, long_query = "word " * 5000, "query " * 5000
    assert len(scores(reranker, long_query, long_passage, "", "\0\ud800", "x" * 100_000)) == 4


def test_cancelled_reranking_ends_early(reranker):
    asked = []

    def after_two_pairs() -> bool:
        asked.append(True)
        return len(asked) > 2

    passages = [ReadPassage("", text) for text in PASSAGES * 10]
    assert reranker.scores("a pet", passages, after_two_pairs) is None
    assert len(asked) == 3


def test_closed_reranker_raises_an_error(model):
    reranker = GgufReranker(model, threads=1)
    reranker.close()
    reranker.close()
    with pytest.raises(ModelError, match="closed"):
        reranker.scores("a", [ReadPassage("", "b")], never)


def test_model_that_is_not_a_reranker_is_rejected(tmp_path):
    path, description = tiny_model(tmp_path)
    check_model(path, description)
    with pytest.raises(ModelError, match="is not a reranking model"):
        load_reranker(path)
    with pytest.raises(ModelError, match="not compute a score"):
        GgufReranker(path)
    with pytest.raises(ModelError, match="not compute a score"):
        load_reranker(tiny_reranker(tmp_path, labels=3), threads=1)
    with pytest.raises(ModelError, match="cannot be loaded"):
        load_reranker(tiny_reranker(tmp_path, broken=True), threads=1)
    with pytest.raises(ModelError, match="cannot be read"):
        load_reranker(tmp_path / "nothing.gguf")


def test_nan_score_is_an_error(tmp_path):
    broken = GgufReranker(tiny_reranker(tmp_path, broken=True), threads=1)
    with pytest.raises(ModelError):
        scores(broken, "a pet", "the cat")
    broken.close()
