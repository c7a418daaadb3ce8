"""Each supported architecture, run by llama.cpp and computed independently with numpy."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.support.random_gguf import CONTEXT, LAYERS, WIDTH, RandomModel, write_random_gguf
from twofold.engine.embedding.catalogue import ARCHITECTURES, ModelDescription
from twofold.engine.embedding.llama.embedder import GgufEmbedder
from twofold.engine.embedding.llama.tokenizers import LlamaTokenizer
from twofold.engine.embedding.models.loading import check_model, load_model, load_reranker
from twofold.engine.embedding.ports import ReadPassage
from twofold.engine.model.errors import ModelError
from twofold.engine.model.localized import EMPTY

TEXTS = (
    "the car is red",
    "my physician sleeps, the dog does not",
    "a",
    "limit the memory of a pod " * 8,  # longer than the local window and the context
    "die Straße ist lang",
)
DESCRIPTION = ModelDescription("random", "Random", EMPTY, context_tokens=CONTEXT)
EMBEDDERS = {
    "bert": {"architecture": "bert", "pooling": "mean"},
    "xlm-r": {"architecture": "bert", "tokenizer": "t5", "pooling": "cls"},
    "nomic-bert": {"architecture": "nomic-bert", "pooling": "mean"},
    "modern-bert (Bekko)": {
        "architecture": "modern-bert", "tokenizer": "llama", "pooling": "mean",
    },
    "modern-bert (Granite)": {
        "architecture": "modern-bert", "tokenizer": "gpt2", "pooling": "cls", "silu": True,
    },
    "gemma-embedding": {
        "architecture": "gemma-embedding", "tokenizer": "llama", "pooling": "mean", "dense": True,
    },
    "last token": {"architecture": "gemma-embedding", "tokenizer": "llama", "pooling": "last"},
}  # fmt: skip


def test_every_architecture_of_the_catalogue_is_proven():
    assert {one["architecture"] for one in EMBEDDERS.values()} == ARCHITECTURES


@pytest.fixture(scope="module", params=EMBEDDERS)
def model(request, tmp_path_factory) -> tuple[Path, RandomModel, str]:
    path = tmp_path_factory.mktemp("random") / "random.gguf"
    options = EMBEDDERS[request.param]
    return path, write_random_gguf(path, **options), options["pooling"]


@pytest.fixture(scope="module")
def embedder(model):
    embedder = load_model(model[0], DESCRIPTION, threads=1)
    yield embedder
    embedder.close()


def tokens_of(embedder, text):
    return embedder._tokens("", text, CONTEXT)


def test_vectors_are_those_of_an_independent_computation(model, embedder):
    _, random, pooling = model
    found = embedder.embed_passages(TEXTS)
    expected = [random.pooled(tokens_of(embedder, text), pooling) for text in TEXTS]
    # llama.cpp takes GELU from a table of f16 numbers, and multiplies with f16 in attention.
    assert np.sum(found * expected, axis=1) == pytest.approx(1.0, abs=2e-4)
    assert np.sum(found[0] * expected[1]) < 0.9995, "the texts differ"
    alone = np.stack([embedder.embed_query(text) for text in TEXTS])
    assert np.sum(found * alone, axis=1) == pytest.approx(1.0, abs=1e-4)
    assert np.array_equal(found, embedder.embed_passages(TEXTS))


def test_the_light_form_computes_the_same(model, embedder):
    """Without it, llama.cpp reserves a number per word of the vocabulary for each token."""
    path, *_ = model
    checked = check_model(path, DESCRIPTION)
    assert checked.light is not None
    complete = GgufEmbedder(path, DESCRIPTION, threads=1)
    assert np.array_equal(complete.embed_passages(TEXTS), embedder.embed_passages(TEXTS))
    complete.close()


def test_pooling_and_shorter_vectors_are_those_of_the_description(model):
    path, random, own = model
    cut = None
    for pooling in {"mean", "cls", "last"} - {own}:
        embedder = load_model(path, replace(DESCRIPTION, pooling=pooling, cut_to=12), threads=1)
        expected = random.pooled(tokens_of(embedder, TEXTS[1]), pooling)[:12]
        cut = embedder.embed_query(TEXTS[1])
        assert cut @ expected / np.linalg.norm(expected) == pytest.approx(1.0, abs=5e-4)
        assert np.linalg.norm(cut) == pytest.approx(1.0, abs=1e-5)
        assert embedder.dimension == 12
        assert embedder.embed_passages(TEXTS).shape == (len(TEXTS), 12)
        complete = load_model(path, replace(DESCRIPTION, pooling=pooling), threads=1)
        assert complete.fingerprint != embedder.fingerprint
        embedder.close()
        complete.close()


@pytest.mark.parametrize("prompt", ["", "text: "])
def test_tokens_belong_to_words_whatever_the_vocabulary(model, prompt):
    described = replace(DESCRIPTION, query_prompt=prompt, passage_prompt=prompt, cut_to=12)
    embedder = load_model(model[0], described, threads=1)
    asked, text = embedder.query_tokens("the red car"), "red, a car is here"
    ((_, read),) = embedder.passage_tokens([text], lambda: False)
    assert asked.vectors.shape[1] == WIDTH, "only vectors of whole texts are cut"
    words = dict.fromkeys(text[start:end] for start, end in read.spans if end)
    assert list(words) == ["red", "a", "car", "is", "here"]
    embedder.close()


RERANKERS = {
    "bert": {"architecture": "bert"},
    "xlm-r": {"architecture": "bert", "tokenizer": "t5"},
    "modern-bert": {"architecture": "modern-bert", "tokenizer": "llama"},
}


@pytest.mark.parametrize("kind", RERANKERS)
def test_scores_of_pairs_are_those_of_an_independent_computation(tmp_path, kind):
    path = tmp_path / "rank.gguf"
    random = write_random_gguf(path, pooling="rank", **RERANKERS[kind])
    reranker = load_reranker(path, threads=1)
    pairs = [ReadPassage("", text) for text in TEXTS]
    found = reranker.scores("who sleeps", pairs, lambda: False)
    tokenizer = LlamaTokenizer(reranker._model.pointer)
    asked = tokenizer.tokenize("who sleeps", special=False)
    expected = [random.score(reranker._pair(asked, pair.text)) for pair in pairs]
    assert [one.score for one in found] == pytest.approx(expected, abs=2e-3)
    assert max(expected) - min(expected) > 0.02, "the scores differ"
    reranker.close()


def test_a_newer_architecture_is_named(tmp_path):
    """This test fails when llama.cpp supports it: then add it to `catalogue.ARCHITECTURES`."""
    path = tmp_path / "newer.gguf"
    write_random_gguf(
        path, "gemma-embedding", tokenizer="llama", real_architecture="gemma-embedding2"
    )
    with pytest.raises(ModelError, match="does not support models of type gemma-embedding2 yet"):
        check_model(path, DESCRIPTION)


@pytest.mark.parametrize("architecture", ["bert", "modern-bert", "gemma-embedding"])
@pytest.mark.parametrize("fault", ["shape", "nan", "layers"])
def test_a_damaged_file_ends_in_one_sentence(tmp_path, architecture, fault):
    path = tmp_path / "bad.gguf"
    tokenizer = "bert" if architecture == "bert" else "llama"
    names = {"shape": f"blk.{LAYERS - 1}.ffn_down.weight", "nan": "token_embd.weight"}
    good = write_random_gguf(path, architecture, tokenizer=tokenizer)
    changed = {}
    if fault == "shape":
        changed = {names["shape"]: np.zeros((3, 5), dtype=np.float32)}
    elif fault == "nan":
        changed = {names["nan"]: np.full_like(good.tensors[names["nan"]], np.nan)}
    write_random_gguf(path, architecture, tokenizer=tokenizer, changed=changed)
    if fault == "layers":
        data = bytearray(path.read_bytes())
        place = data.index(b".block_count") + len(b".block_count") + 4
        data[place : place + 4] = (LAYERS + 1).to_bytes(4, "little")
        path.write_bytes(data)
    with pytest.raises(ModelError) as caught:
        check_model(path, DESCRIPTION)
    assert "\n" not in caught.value.message


def test_a_vocabulary_without_bytes_is_rejected(tmp_path):
    """llama.cpp aborts the process when it meets a character that such a vocabulary lacks."""
    path = tmp_path / "no-bytes.gguf"
    full = write_random_gguf(path, "modern-bert", tokenizer="llama")
    words = len(full.tensors["token_embd.weight"])
    tokens = [f"word{number}" for number in range(words)]
    write_random_gguf(path, "modern-bert", tokenizer="llama", tokens=tokens)
    with pytest.raises(ModelError, match="vocabulary is incomplete"):
        check_model(path, DESCRIPTION)
