"""Room that llama.cpp keeps for predicted words, which embedding neither fills nor reads.

For every token of a batch it reserves a number for each word of the vocabulary and clears them all:
512 MB for 512 tokens and the 250,000 words of a multilingual model. Where it can be avoided nothing
is filled with zeros (`buffer_clearing`); elsewhere the room is given back once it was. It stays
reserved, reads as zeros, and takes no memory.
"""

from __future__ import annotations

import ctypes
from typing import Any

from engine.embedding.blank_pages import give_back
from engine.embedding.buffer_clearing import clear_without_filling
from engine.embedding.llama_library import llama_library
from engine.embedding.llama_model import LlamaModel

_NUMBER_BYTES = 4


class WordPredictions:
    """The room of one context. Not thread-safe, as the context."""

    def __init__(self, model: LlamaModel, context: Any) -> None:  # noqa: ANN401 - a C pointer
        self._context = context
        self._words = model.words
        self._is_host_memory = not model.on_gpu
        self._tokens = 0
        clear_without_filling()

    def give_back(self, tokens: int) -> None:
        """Give back what was reserved for a batch of so many tokens; only larger ones take more."""
        if tokens <= self._tokens or not self._is_host_memory:
            return
        self._tokens = tokens
        if address := self.address:
            give_back(address, tokens * self._words * _NUMBER_BYTES)

    @property
    def address(self) -> int:
        """Where the room begins; 0 when there is none."""
        pointer = llama_library().llama_get_logits(self._context)
        return ctypes.cast(pointer, ctypes.c_void_p).value or 0
