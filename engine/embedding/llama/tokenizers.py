"""The tokenizer protocol, and llama.cpp's own tokenizer."""

from __future__ import annotations

import ctypes
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from twofold.engine.embedding.llama.library import llama_library

Tokens = NDArray[np.int32]


class Tokenizer(Protocol):
    """Turns texts into the token ids of one model."""

    def tokenize(self, text: str, *, special: bool = True) -> Tokens:
        """Return the token ids of `text`, with the model's special tokens around it if `special`.

        Markup of special tokens inside the text is plain text, so documents cannot forge them.
        """


class PairEdges(NamedTuple):
    """The special tokens around and between the two texts of a pair."""

    first: Tokens
    between: Tokens
    last: Tokens

    @property
    def size(self) -> int:
        """The number of special tokens in a pair."""
        return sum(len(tokens) for tokens in self)


class LlamaTokenizer:
    """The vocabulary of a model loaded by llama.cpp."""

    def __init__(self, model: Any) -> None:  # noqa: ANN401 - an opaque C pointer
        self._llama = llama_library()
        self._vocabulary = self._llama.llama_model_get_vocab(model)

    def tokenize(self, text: str, *, special: bool = True) -> Tokens:
        """Return the token ids of `text`; see `Tokenizer`."""
        data = text.encode(errors="replace")
        tokens = np.empty(len(data) + 8, dtype=np.int32)
        while True:
            buffer = tokens.ctypes.data_as(ctypes.POINTER(ctypes.c_int32))
            count = self._llama.llama_tokenize(
                self._vocabulary, data, len(data), buffer, len(tokens), special, False
            )
            if count >= 0:
                return tokens[:count]
            tokens = np.empty(-count, dtype=np.int32)

    @cached_property
    def pair_edges(self) -> PairEdges:
        """The special tokens of a pair of texts: `[CLS] a [SEP] b [SEP]`, `<s> a </s></s> b </s>`.

        These are the tokens that llama.cpp's server uses for reranking, with the final token that
        the models were trained with.
        """
        llama, vocabulary = self._llama, self._vocabulary
        special = self.tokenize("")
        last = special[1:]
        between = last
        if llama.llama_vocab_get_add_eos(vocabulary) and llama.llama_vocab_get_add_sep(vocabulary):
            separator = np.array([llama.llama_vocab_sep(vocabulary)], dtype=np.int32)
            between = np.concatenate([last, separator])
        return PairEdges(special[:1], between, last)
