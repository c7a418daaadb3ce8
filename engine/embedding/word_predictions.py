"""Room that llama.cpp keeps for predicted words, which embedding neither fills nor reads.

For every token of a batch it reserves a number for each word of the vocabulary and blanks them all:
512 MB for 512 tokens and the 250,000 words of a multilingual model. Given back to the system, the
room stays reserved, reads as zeros, and takes no memory.
"""

from __future__ import annotations

import ctypes
import mmap
import sys
from functools import cache
from typing import Any

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

    def give_back(self, tokens: int) -> None:
        """Give back what was reserved for a batch of so many tokens; only larger ones take more."""
        if tokens <= self._tokens or not self._is_host_memory:
            return
        self._tokens = tokens
        address = self.address
        advise = _advise()
        if not address or advise is None:
            return
        # Only whole pages, as what stands beside the room is in use.
        start = -(-address // mmap.PAGESIZE) * mmap.PAGESIZE
        end = (address + tokens * self._words * _NUMBER_BYTES) // mmap.PAGESIZE * mmap.PAGESIZE
        if start < end:
            advise(start, end - start)

    @property
    def address(self) -> int:
        """Where the room begins; 0 when there is none."""
        pointer = llama_library().llama_get_logits(self._context)
        return ctypes.cast(pointer, ctypes.c_void_p).value or 0


@cache
def _advise() -> Any:  # noqa: ANN401 - a C function
    """Return what frees pages at once and lets them read as zeros: only Linux promises that."""
    if sys.platform != "linux":
        return None
    function = ctypes.CDLL(None).madvise
    function.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    return lambda start, size: function(start, size, mmap.MADV_DONTNEED)
