"""llama.cpp, and the weights and vocabulary of a GGUF model that it loads."""

from __future__ import annotations

import ctypes
import logging
import os
import unicodedata
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.model.errors import ModelError
from engine.model.message import message

Tokens = NDArray[np.int32]

NORMALISATION_VERSION = "nfkc-1"

_LOG = logging.getLogger(__name__)

# Idle OpenMP threads spin by default; beside busy neighbours that makes llama.cpp many times
# slower, and no spinning at all makes a single query slower. Measured best: 10,000 turns.
_SPIN_COUNT = "10000"
_ALL_LAYERS = 999
_WEIGHTS_A_LAYER = 12  # of a usual transformer, in squares of its width
_CHARACTERS_A_TOKEN = 32  # no real text has longer tokens on average; bounds the tokenizer's work

# SentencePiece's nmt_nfkc rules beyond NFKC: what is dropped, and what reads as a space.
_DROPPED = (*range(0x01, 0x09), 0x0B, *range(0x0E, 0x20), 0x7F, 0x8F, 0x9F, 0x00)
_SPACES = (0x1680, *range(0x200B, 0x2010), 0x2028, 0x2029, 0x2581, 0xFEFF, 0xFFFD)
_TABLE = dict.fromkeys(_DROPPED, "") | dict.fromkeys(_SPACES, " ")


@cache
def llama_library() -> Any:  # noqa: ANN401 - ctypes bindings have no types
    """Return the module `llama_cpp.llama_cpp`, initialised. Takes 0.3 s the first time.

    llama.cpp's messages go to `logging`; what a person must know is raised as ModelError.
    """
    os.environ.setdefault("GOMP_SPINCOUNT", _SPIN_COUNT)
    from llama_cpp import llama_cpp  # noqa: PLC0415 - after the environment, and only when needed

    llama_cpp.llama_log_set(_log_callback(llama_cpp.llama_log_callback), ctypes.c_void_p(0))
    llama_cpp.llama_backend_init()
    return llama_cpp


def llama_version() -> str:
    """Return the version of the bindings; a file checked with another one is checked again."""
    llama_library()
    from llama_cpp import __version__  # noqa: PLC0415 - as above

    return str(__version__)


def llama_hardware() -> str:
    """Return what llama.cpp was compiled for and finds here: 'CUDA, CPU, AVX2, FMA'."""
    info = llama_library().llama_print_system_info().decode()
    words = (part.split("=")[0].strip() for part in info.replace(" : ", " = | ").split("|"))
    return ", ".join(word for word in words if word)


@cache
def _log_callback(function_type: Any) -> Any:  # noqa: ANN401 - cached: C keeps the pointer for ever
    def forward(_level: int, text: bytes, _data: object) -> None:
        if message := text.decode(errors="replace").strip(" .\n"):
            _LOG.debug("llama.cpp: %s", message)

    return function_type(forward)


def normalise(text: str) -> str:
    """Return `text` in NFKC, without control characters, runs of white space as one space.

    The converted tokenizers carry no normalisation map; without this, full-width letters,
    half-width kana, tabs and line breaks all become the unknown token.
    """
    plain = unicodedata.normalize("NFKC", text).translate(_TABLE)
    return " ".join(plain.split())


def readable_part(text: str, tokens: int) -> str:
    """Return the normalised start of `text`, long enough for so many tokens."""
    characters = tokens * _CHARACTERS_A_TOKEN
    # Cut twice: one character may be normalised to eighteen.
    return normalise(text[:characters])[:characters]


class PairEdges(NamedTuple):
    """The special tokens around and between the two texts of a pair."""

    first: Tokens
    between: Tokens
    last: Tokens

    @property
    def size(self) -> int:
        """The number of these tokens."""
        return sum(len(tokens) for tokens in self)


class LlamaModel:
    """A loaded model; several contexts may share it. Not thread-safe to close while in use.

    With `gpu` all layers go to graphics cards, if llama.cpp was built for them and there are any.

    `dimension` is the length of its vectors, `context_tokens` the tokens it was trained to read,
    `scores` how many scores it gives a pair of texts (1 unless it is made to classify).
    `weights_a_token` is about how many multiplications a token takes.
    """

    def __init__(self, path: Path, *, gpu: bool, check_tensors: bool = False) -> None:
        self._llama = llama_library()
        parameters = self._llama.llama_model_default_params()
        if gpu:
            parameters.n_gpu_layers = _ALL_LAYERS
        else:  # with none of its layers there, a card would still be sent large multiplications
            parameters.split_mode = self._llama.LLAMA_SPLIT_MODE_NONE
            parameters.main_gpu = -1
        parameters.check_tensors = check_tensors
        self._model = self._llama.llama_model_load_from_file(str(path).encode(), parameters)
        if not self._model:
            raise ModelError(
                message("The model file {name} cannot be loaded.", name=path.name),
                message("Choose or install another model."),
            )
        self._vocabulary = self._llama.llama_model_get_vocab(self._model)
        self.dimension = int(self._llama.llama_model_n_embd_out(self._model))
        self.scores = int(self._llama.llama_model_n_cls_out(self._model))
        self.context_tokens = int(self._llama.llama_model_n_ctx_train(self._model))
        layers = int(self._llama.llama_model_n_layer(self._model))
        self.weights_a_token = _WEIGHTS_A_LAYER * layers * self.dimension**2

    @property
    def pointer(self) -> Any:  # noqa: ANN401 - an opaque C pointer
        """The llama_model pointer, for contexts."""
        return self._model

    def tokenize(self, text: str, *, special: bool = True) -> Tokens:
        """Return the token ids of `text`, with `special` the model's own special tokens around it.

        Markup of special tokens inside the text is text: a document cannot forge one.
        """
        data = text.encode(errors="replace")
        tokens = np.empty(len(data) + 8, dtype=np.int32)
        while True:
            room = tokens.ctypes.data_as(ctypes.POINTER(ctypes.c_int32))
            count = self._llama.llama_tokenize(
                self._vocabulary, data, len(data), room, len(tokens), special, False
            )
            if count >= 0:
                return tokens[:count]
            tokens = np.empty(-count, dtype=np.int32)

    @cached_property
    def special_tokens(self) -> Tokens:
        """The special tokens around a text: those of the empty text."""
        return self.tokenize("")

    @cached_property
    def pair_edges(self) -> PairEdges:
        """The special tokens of a pair of texts: `[CLS] a [SEP] b [SEP]`, `<s> a </s></s> b </s>`.

        As llama.cpp's server sets them for reranking, and with the end that the models learned.
        """
        llama, vocabulary = self._llama, self._vocabulary
        last = self.special_tokens[1:]
        between = last
        if llama.llama_vocab_get_add_eos(vocabulary) and llama.llama_vocab_get_add_sep(vocabulary):
            separator = np.array([llama.llama_vocab_sep(vocabulary)], dtype=np.int32)
            between = np.concatenate([last, separator])
        return PairEdges(self.special_tokens[:1], between, last)

    def close(self) -> None:
        """Free the weights. All contexts must be closed before."""
        if self._model:
            self._llama.llama_model_free(self._model)
            self._model = None
