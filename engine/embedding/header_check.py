"""Does a GGUF header describe an embedding model for texts."""

from __future__ import annotations

from engine.embedding.catalogue import ModelDescription
from engine.embedding.gguf_header import GgufHeader
from engine.model.errors import ModelError

_RANKING_POOLING = 4
_BOUNDS = (("embedding_length", 65_536), ("block_count", 1024), ("context_length", 2**31))
_REINSTALL = "Download or install the model again."
_CHOOSE_RERANKER = "Choose a cross-encoder whose pooling is 'rank', such as bge-reranker."
_CHOOSE = "Choose an embedding model; `twofold model list` shows those that are known."


def check_header(name: str, header: GgufHeader, description: ModelDescription) -> None:
    """Raise ModelError when the header is not that of an embedding model for texts."""
    architecture = header.text("general.architecture")
    if not architecture or header.text("general.type") not in ("", "model"):
        raise ModelError(f"{name} holds no model of its own.", _CHOOSE)
    if (header.whole("split.count") or 1) > 1:
        raise ModelError(f"{name} is one part of a model in several files.", _CHOOSE)
    pooling = header.whole(f"{architecture}.pooling_type")
    wants_ranking = description.pooling == "rank"
    if wants_ranking and pooling != _RANKING_POOLING:
        raise ModelError(f"{name} is not a re-ranking model.", _CHOOSE_RERANKER)
    if pooling == _RANKING_POOLING and not wants_ranking:
        raise ModelError(f"{name} is a re-ranking model, not an embedding model.", _CHOOSE)
    if not pooling and not description.pooling:
        raise ModelError(
            f"{name} holds a model of the kind {architecture}, which is not an embedding model.",
            _CHOOSE,
        )
    for key, most in _BOUNDS:
        value = header.whole(f"{architecture}.{key}")
        if value is None or not 1 <= value <= most:
            raise _inconsistent(name, f"its {key} is {value}")
    heads = header.whole(f"{architecture}.attention.head_count")
    if heads is None or heads < 1:
        raise _inconsistent(name, f"it has {heads} attention heads")
    _judge_vocabulary(name, header)


def _judge_vocabulary(name: str, header: GgufHeader) -> None:
    tokens = header.arrays.get("tokenizer.ggml.tokens", 0)
    table = header.tensors.get("token_embd.weight")
    if table is None or len(table.shape) != 2 or table.shape[1] != tokens:
        raise _inconsistent(name, "its vocabulary and its weights do not belong together")
    for key in ("tokenizer.ggml.scores", "tokenizer.ggml.token_type"):
        if header.arrays.get(key, tokens) != tokens:
            raise _inconsistent(name, "its vocabulary is incomplete")
    for key in header.values:
        if key.startswith("tokenizer.ggml.") and key.endswith("_token_id"):
            token = header.whole(key)
            if token is None or token >= tokens:
                raise _inconsistent(name, f"its {key.rpartition('.')[2]} is outside its vocabulary")


def _inconsistent(name: str, why: str) -> ModelError:
    return ModelError(f"The model file {name} is damaged: {why}.", _REINSTALL)
