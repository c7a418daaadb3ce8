"""A llama.cpp context that turns batches of token sequences into pooled vectors."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twofold.engine.embedding.llama.library import llama_library
from twofold.engine.embedding.llama.model import LlamaModel
from twofold.engine.embedding.llama.token_table import TokenTable
from twofold.engine.embedding.llama.tokenizers import Tokens
from twofold.engine.embedding.ports import Vectors
from twofold.engine.model.errors import ModelError
from twofold.engine.model.localized import message

# A ranking model defines its pooling. Forcing it on another model would make llama.cpp score
# without a head.
POOLINGS = {"": -1, "mean": 1, "cls": 2, "last": 3, "rank": -1, "none": 0}
_VECTOR_POOLINGS = (1, 2, 3)
_RANK_POOLING = 4
_ABORTED = 2  # result of llama_decode and llama_encode, in llama.h

_INT32 = ctypes.POINTER(ctypes.c_int32)


class PreemptedError(Exception):
    """A batch was aborted because a query is waiting."""


class LlamaContext:
    """Embeds up to `tokens` tokens of up to `sequences` texts at once. Not thread-safe.

    With `pooling` "rank", each text is a pair, and its vector contains the model's scores. With
    "none", each token has a vector, see `embed_tokens`.

    For a model without a light form (see `light_form`), llama.cpp reserves and clears one logit per
    word of the vocabulary for each token of the largest batch so far, although embedding uses none
    of them: 1 MB per token with 250,000 words. No parameter prevents this (n_outputs_max aborts).
    """

    def __init__(
        self, model: LlamaModel, *, tokens: int, sequences: int, threads: int, pooling: str = ""
    ) -> None:
        self._llama = llama_library()
        is_rank = pooling == "rank"
        self._dimension = model.scores if is_rank else model.dimension
        self._batch = _Batch(self._llama, tokens, model.table)
        self._context = self._create(model, tokens, sequences, threads, pooling)
        self._memory = self._llama.llama_get_memory(self._context)
        found = self._llama.llama_pooling_type(self._context)
        if is_rank and (found != _RANK_POOLING or self._dimension != 1):
            self.close()
            raise ModelError(
                message("The model does not compute a score for a pair of texts."),
                message("Choose a reranking model."),
            )
        if pooling not in {"rank", "none"} and found not in _VECTOR_POOLINGS:
            self.close()
            raise ModelError(
                message("The model does not compute a vector for a text."),
                message("Choose a semantic model."),
            )

    def _create(
        self, model: LlamaModel, tokens: int, sequences: int, threads: int, pooling: str
    ) -> Any:  # noqa: ANN401 - an opaque C pointer
        parameters = self._llama.llama_context_default_params()
        parameters.n_ctx = parameters.n_batch = parameters.n_ubatch = tokens
        parameters.n_seq_max = sequences
        parameters.kv_unified = True
        parameters.n_threads = parameters.n_threads_batch = threads
        parameters.pooling_type = POOLINGS[pooling]
        parameters.embeddings = True
        parameters.no_perf = True
        # Not every graphics card has a kernel for the model's heads. If forced, the processor would
        # do that part, and embedding would be no faster on the card.
        parameters.flash_attn_type = self._llama.LLAMA_FLASH_ATTN_TYPE_AUTO
        if context := self._llama.llama_init_from_model(model.pointer, parameters):
            return context
        raise ModelError(
            message("The model cannot be prepared for embedding."), message("Choose another model.")
        )

    def embed(
        self, sequences: Sequence[Tokens], is_preempted: Callable[[], bool] | None = None
    ) -> Vectors:
        """Return the vectors (len(sequences), dimension), not normalised.

        All sequences together must fit into the context's tokens and sequences. Raise
        PreemptedError when `is_preempted()` returns True. It is called before each operation on the
        processor; work on a graphics card is not interrupted.
        """
        self._compute(sequences, is_preempted)
        return self._vectors(sequences)

    def embed_tokens(
        self, sequences: Sequence[Tokens], is_preempted: Callable[[], bool] | None = None
    ) -> list[Vectors]:
        """Return the vectors (tokens, dimension) of each sequence, not normalised; see `embed`."""
        self._compute(sequences, is_preempted)
        lengths = [len(tokens) for tokens in sequences]
        pointer = self._llama.llama_get_embeddings(self._context)
        rows = np.ctypeslib.as_array(pointer, shape=(sum(lengths), self._dimension))
        return [part.copy() for part in np.split(rows, np.cumsum(lengths)[:-1])]

    def _compute(
        self, sequences: Sequence[Tokens], is_preempted: Callable[[], bool] | None
    ) -> None:
        with self._preemptible(is_preempted):
            status = self._computed(self._batch.filled(sequences))
        if status == _ABORTED:
            raise PreemptedError
        if status != 0:
            raise ModelError(
                message(
                    "The semantic model could not process some of the text "
                    "(llama.cpp status {status}).",
                    status=status,
                )
            )

    def _computed(self, batch: Any) -> int:  # noqa: ANN401 - a ctypes structure
        if self._memory:
            self._llama.llama_memory_clear(self._memory, True)
            return int(self._llama.llama_decode(self._context, batch))
        return int(self._llama.llama_encode(self._context, batch))

    @contextmanager
    def _preemptible(self, is_preempted: Callable[[], bool] | None) -> Iterator[None]:
        """Make llama.cpp call `is_preempted` during the block."""
        if is_preempted is None:
            yield
            return
        asked = self._llama.ggml_abort_callback(lambda _data: is_preempted())
        self._llama.llama_set_abort_callback(self._context, asked, None)
        try:
            yield
        finally:
            self._llama.llama_set_abort_callback(
                self._context, self._llama.ggml_abort_callback(), None
            )

    def _vectors(self, sequences: Sequence[Tokens]) -> Vectors:
        vectors = np.empty((len(sequences), self._dimension), dtype=np.float32)
        for row in range(len(sequences)):
            pointer = self._llama.llama_get_embeddings_seq(self._context, row)
            vectors[row] = np.ctypeslib.as_array(pointer, shape=(self._dimension,))
        return vectors

    def set_threads(self, threads: int) -> None:
        """Use this many threads from the next batch on."""
        self._llama.llama_set_n_threads(self._context, threads, threads)

    def close(self) -> None:
        """Free the context."""
        if self._context:
            self._llama.llama_free(self._context)
            self._context = None


class _Batch:
    """A llama_batch in numpy's memory, so that it is filled without Python loops.

    With a token table, the batch contains the tokens' rows; otherwise, their ids.
    """

    def __init__(self, llama: Any, tokens: int, table: TokenTable | None) -> None:  # noqa: ANN401
        self._table = table
        self._rows: Vectors | None = None
        self._tokens = np.zeros(tokens, dtype=np.int32)
        self._positions = np.zeros(tokens, dtype=np.int32)
        self._counts = np.ones(tokens, dtype=np.int32)
        self._sequences = np.zeros(tokens, dtype=np.int32)
        self._outputs = np.ones(tokens, dtype=np.int8)
        first = self._sequences.ctypes.data
        self._addresses = first + np.arange(tokens, dtype=np.uintp) * self._sequences.itemsize
        self._batch = llama.llama_batch(
            n_tokens=0,
            token=_pointer(self._tokens, ctypes.c_int32) if table is None else None,
            embd=None,
            pos=_pointer(self._positions, ctypes.c_int32),
            n_seq_id=_pointer(self._counts, ctypes.c_int32),
            seq_id=_pointer(self._addresses, _INT32),
            logits=_pointer(self._outputs, ctypes.c_int8),
        )

    def filled(self, sequences: Sequence[Tokens]) -> Any:  # noqa: ANN401 - a ctypes structure
        """Return the batch with `sequences`; valid until the next call."""
        start = 0
        for number, tokens in enumerate(sequences):
            end = start + len(tokens)
            self._tokens[start:end] = tokens
            self._positions[start:end] = np.arange(len(tokens))
            self._sequences[start:end] = number
            start = end
        self._batch.n_tokens = start
        if self._table is not None:
            self._rows = self._table.rows(self._tokens[:start])
            self._batch.embd = _pointer(self._rows, ctypes.c_float)
        return self._batch


def _pointer(array: NDArray[Any], kind: Any) -> Any:  # noqa: ANN401 - ctypes
    return array.ctypes.data_as(ctypes.POINTER(kind))
