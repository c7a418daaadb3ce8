"""Weights and vocabulary of a GGUF model, loaded by llama.cpp."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.core.errors import ModelError
from engine.embedding.llama_library import llama_library

Tokens = NDArray[np.int32]

_ALL_LAYERS = 999
_WEIGHTS_A_LAYER = 12  # of a usual transformer, in squares of its width


class LlamaModel:
    """A loaded model; several contexts may share it. Not thread-safe to close while in use.

    `dimension` is the length of its vectors, `context_tokens` what it was trained to read.
    `weights_a_token` is about how many multiplications a token takes. `on_gpu` says whether layers
    were offered to a graphics card.
    """

    def __init__(self, path: Path, *, gpu: bool, check_tensors: bool = False) -> None:
        self._llama = llama_library()
        self.on_gpu = gpu and bool(self._llama.llama_supports_gpu_offload())
        parameters = self._llama.llama_model_default_params()
        parameters.n_gpu_layers = _ALL_LAYERS if self.on_gpu else 0
        parameters.check_tensors = check_tensors
        self._model = self._llama.llama_model_load_from_file(str(path).encode(), parameters)
        if not self._model:
            raise ModelError(
                f"The model file {path.name} cannot be loaded.", "Choose or install another model."
            )
        self._vocabulary = self._llama.llama_model_get_vocab(self._model)
        self.dimension = int(self._llama.llama_model_n_embd_out(self._model))
        self.context_tokens = int(self._llama.llama_model_n_ctx_train(self._model))
        layers = int(self._llama.llama_model_n_layer(self._model))
        self.weights_a_token = _WEIGHTS_A_LAYER * layers * self.dimension**2

    @property
    def pointer(self) -> Any:  # noqa: ANN401 - an opaque C pointer
        """The llama_model pointer, for contexts."""
        return self._model

    def tokenize(self, text: str) -> Tokens:
        """Return the token ids of `text` with the model's own special tokens around them.

        Markup of special tokens inside the text is text: a document cannot forge one.
        """
        data = text.encode(errors="replace")
        tokens = np.empty(len(data) + 8, dtype=np.int32)
        while True:
            room = tokens.ctypes.data_as(ctypes.POINTER(ctypes.c_int32))
            count = self._llama.llama_tokenize(
                self._vocabulary, data, len(data), room, len(tokens), True, False
            )
            if count >= 0:
                return tokens[:count]
            tokens = np.empty(-count, dtype=np.int32)

    def close(self) -> None:
        """Free the weights. All contexts must be closed before."""
        if self._model:
            self._llama.llama_model_free(self._model)
            self._model = None
