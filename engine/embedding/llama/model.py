"""A GGUF model loaded by llama.cpp."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from twofold.engine.embedding.llama.library import llama_library
from twofold.engine.embedding.llama.light_form import (
    LightForm,
    body_path,
    pieces_path,
    scores_path,
)
from twofold.engine.embedding.llama.token_table import TokenTable
from twofold.engine.embedding.llama.tokenizers import LlamaTokenizer, Tokenizer
from twofold.engine.embedding.llama.unigram import UnigramTokenizer
from twofold.engine.model.errors import ModelError
from twofold.engine.model.localized import message

_ALL_LAYERS = 999
_WEIGHTS_A_LAYER = 12  # of a typical transformer, in squares of its width


class LlamaModel:
    """A loaded model; several contexts may share it. Must not be closed while in use.

    With `gpu` all layers go to graphics cards, if llama.cpp supports them and there are any. With
    `light`, its verified light form is loaded, which computes the same results.

    `dimension` is the length of its vectors, `context_tokens` the context length of its training,
    `scores` the number of scores for a pair of texts (1 except for classifiers). `weights_a_token`
    is the approximate number of multiplications per token. `tokenizer` turns texts into tokens.
    `table` contains the rows to pass to contexts instead of tokens, if it is not None.
    """

    def __init__(
        self,
        path: Path,
        *,
        gpu: bool,
        check_tensors: bool = False,
        light: LightForm | None = None,
    ) -> None:
        self._llama = llama_library()
        self._loaded: list[Any] = []
        parameters = self._llama.llama_model_default_params()
        if gpu:
            parameters.n_gpu_layers = _ALL_LAYERS
        else:  # even without layers on the card, large multiplications would be sent to it
            parameters.split_mode = self._llama.LLAMA_SPLIT_MODE_NONE
            parameters.main_gpu = -1
        parameters.check_tensors = check_tensors
        self.pointer = self._load(path if light is None else body_path(path), parameters, path.name)
        self.dimension = int(self._llama.llama_model_n_embd_out(self.pointer))
        self.scores = int(self._llama.llama_model_n_cls_out(self.pointer))
        self.context_tokens = int(self._llama.llama_model_n_ctx_train(self.pointer))
        layers = int(self._llama.llama_model_n_layer(self.pointer))
        self.weights_a_token = _WEIGHTS_A_LAYER * layers * self.dimension**2
        self.table = None if light is None else TokenTable(path, light.table)
        self.tokenizer: Tokenizer
        if light is None:
            self.tokenizer = LlamaTokenizer(self.pointer)
        elif light.unigram is None:
            parameters.vocab_only = True
            self.tokenizer = LlamaTokenizer(self._load(path, parameters, path.name))
        else:
            self.tokenizer = UnigramTokenizer(pieces_path(path), scores_path(path), light.unigram)

    def _load(self, path: Path, parameters: Any, name: str) -> Any:  # noqa: ANN401 - C structures
        pointer = self._llama.llama_model_load_from_file(str(path).encode(), parameters)
        if not pointer:
            raise ModelError(
                message("The model file {name} cannot be loaded.", name=name),
                message("Choose or install another model."),
            )
        self._loaded.append(pointer)
        return pointer

    def close(self) -> None:
        """Free the weights. All contexts must be closed before."""
        while self._loaded:
            self._llama.llama_model_free(self._loaded.pop())
