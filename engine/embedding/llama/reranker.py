"""Reranking with a GGUF cross-encoder, which reads query and passage as one text."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock

import numpy as np

from twofold.engine.embedding.llama.context import LlamaContext
from twofold.engine.embedding.llama.model import LlamaModel
from twofold.engine.embedding.llama.text import readable_part
from twofold.engine.embedding.llama.threads import automatic_threads
from twofold.engine.embedding.llama.tokenizers import LlamaTokenizer, Tokens
from twofold.engine.embedding.ports import ReadPassage, RerankScore
from twofold.engine.model.errors import ModelError
from twofold.engine.model.localized import message

_MAX_TOKENS = 512
_SECONDS = 0.8  # of reading, so that a response takes less than a second
_MIN_READ, _MAX_READ = 2, 50
# Of a query and a passage of typical length: a thousand characters in most languages.
_TYPICAL_TOKENS = 288


class GgufReranker:
    """The Reranker of one GGUF file; see `engine.embedding.ports.Reranker`.

    It reads as many passages as it can in less than a second.
    """

    share = 1.0

    def __init__(
        self,
        path: Path,
        *,
        threads: int = 0,
        gpu: bool = True,
        digest: str = "",
        seconds: Callable[[], float] = time.perf_counter,
    ) -> None:
        """Load the verified file, and measure its speed on this computer.

        `digest` is its SHA-256.
        """
        self.fingerprint = f"{path.stem}@{digest[:16]}" if digest else path.stem
        self._lock = Lock()
        self._closed = False
        self._model = LlamaModel(path, gpu=gpu)
        self._tokenizer = LlamaTokenizer(self._model.pointer)
        self._max_tokens = min(_MAX_TOKENS, self._model.context_tokens)
        self._context = LlamaContext(
            self._model,
            tokens=self._max_tokens,  # one pair at a time: see LlamaContext about memory
            sequences=1,
            threads=threads or automatic_threads(),
            pooling="rank",
        )
        self.passages_read = _passages_to_read(self._measured(seconds))

    def scores(
        self, query: str, passages: Sequence[ReadPassage], should_stop: Callable[[], bool]
    ) -> tuple[RerankScore, ...] | None:
        """Return a score from 0 to 1 for each passage; None if `should_stop()` returned True."""
        with self._lock:
            if self._closed:
                raise ModelError(
                    message("The reranking model has been closed."), message("Restart Twofold.")
                )
            max_tokens = self._max_tokens // 2
            asked = self._tokenizer.tokenize(readable_part(query, max_tokens), special=False)[
                :max_tokens
            ]
            found = []
            for passage in passages:
                if should_stop():
                    return None
                vectors = self._context.embed([self._pair(asked, passage.whole)])
                found.append(RerankScore(_as_score(float(vectors[0, 0]))))
            return tuple(found)

    def close(self) -> None:
        """Free the model once it is not in use."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._context.close()
                self._model.close()

    def _measured(self, seconds: Callable[[], float]) -> float:
        """Return the number of passages read per second.

        Reads two pairs of typical length; the first one is a warm-up.
        """
        pair = np.resize(
            self._pair(self._tokenizer.tokenize("?", special=False), "?"), _TYPICAL_TOKENS
        )
        pair = pair[: self._max_tokens]
        self._context.embed([pair])
        begun = seconds()
        self._context.embed([pair])
        return 1.0 / max(seconds() - begun, 1e-6)

    def _pair(self, query: Tokens, passage: str) -> Tokens:
        """Join query and passage in the same way as llama.cpp's server. Long passages are cut."""
        first, between, last = self._tokenizer.pair_edges
        available = self._max_tokens - len(query) - self._tokenizer.pair_edges.size
        text = readable_part(passage, self._max_tokens)
        read = self._tokenizer.tokenize(text, special=False)[: max(available, 0)]
        return np.concatenate([first, query, between, read, last]).astype(np.int32)


def _passages_to_read(passages_per_second: float) -> int:
    return int(min(max(passages_per_second * _SECONDS, _MIN_READ), _MAX_READ))


def _as_score(logit: float) -> float:
    """Return the logistic function of a logit. Raise ModelError if it is not finite."""
    if not math.isfinite(logit):
        raise ModelError(
            message("The reranking model computed an invalid score. Its file is damaged."),
            message("Reinstall the model."),
        )
    if logit >= 0:
        return 1.0 / (1.0 + math.exp(-logit))
    odds = math.exp(max(logit, -700.0))
    return odds / (1.0 + odds)
