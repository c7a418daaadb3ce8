"""Embedding with a GGUF model in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import file_digest, sha256
from pathlib import Path
from threading import Lock
from time import perf_counter

import numpy as np

from engine.embedding.catalogue import ModelDescription
from engine.embedding.llama.context import GaveWay, LlamaContext
from engine.embedding.llama.model import NORMALISATION_VERSION, LlamaModel, Tokens, normalise
from engine.embedding.llama.threads import QueryGate, ThreadTuner, automatic_threads, query_threads
from engine.embedding.on_demand import EmbedderFacts
from engine.embedding.ports import PassageBatch, Vectors
from engine.model.errors import ModelError


def plan_batches(
    lengths: Sequence[int], *, max_tokens: int, max_texts: int
) -> Iterator[tuple[int, ...]]:
    """Yield batches of indices into `lengths` (tokens a text), texts of like length together.

    A batch holds at most `max_texts` texts and `max_tokens` tokens; a single longer text is alone.
    Deterministic: ascending length, then ascending index.
    """
    batch: list[int] = []
    tokens = 0
    for index in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and (len(batch) == max_texts or tokens + lengths[index] > max_tokens):
            yield tuple(batch)
            batch, tokens = [], 0
        batch.append(index)
        tokens += lengths[index]
    if batch:
        yield tuple(batch)


_TEXTS_AT_ONCE = 64
_USUAL_CONTEXT = 512
# More of a question changes no ranking of the judged sets and takes more than 250 ms of a laptop.
_QUERY_TOKENS = 160
_CHARACTERS_A_TOKEN = 32  # no real text has longer tokens on average; bounds the tokenizer's work
_ROWS_TOKENIZED_AT_ONCE = 1024


class GgufEmbedder:
    """The Embedder of one GGUF file; see `engine.embedding.ports.Embedder`.

    Queries and passages have contexts of their own over the same weights, so a query never waits
    for a batch of passages to finish, and passages stand aside while a query runs.
    """

    def __init__(
        self,
        path: Path,
        description: ModelDescription,
        *,
        threads: int = 0,
        gpu: bool = True,
        batch_tokens: int = 512,
        query_tokens: int = _QUERY_TOKENS,
        file_sha256: str = "",
    ) -> None:
        self._description = description
        self._gate = QueryGate()
        self._query_lock = Lock()
        self._bulk_lock = Lock()
        self._closed = False
        self._model = LlamaModel(path, gpu=gpu)
        self._max_tokens = _max_tokens(description, self._model.context_tokens)
        self._batch_tokens = max(batch_tokens, self._max_tokens)
        self.threads = threads or automatic_threads()
        self._query_tokens = min(query_tokens, self._max_tokens)
        self._query_context = self._context(
            self._query_tokens, 1, query_threads(self._model.weights_a_token, self.threads)
        )
        # The window embeds queries only, and this one takes much room: made when first needed.
        self._bulk_context: LlamaContext | None = None
        self._tempo = ThreadTuner(self.threads)
        self._edges = self._model.tokenize("")
        self._fingerprint = _fingerprint(
            description, file_sha256 or _sha256(path), self._max_tokens
        )

    def _context(self, tokens: int, sequences: int, threads: int) -> LlamaContext:
        return LlamaContext(
            self._model,
            tokens=tokens,
            sequences=sequences,
            threads=threads,
            pooling=self._description.pooling,
        )

    @property
    def dimension(self) -> int:
        """Numbers in a vector."""
        return self._model.dimension

    @property
    def fingerprint(self) -> str:
        """The model's name and a digest of everything that decides a vector."""
        return self._fingerprint

    @property
    def max_tokens(self) -> int:
        """Tokens of a text that are read, prompt and special tokens included."""
        return self._max_tokens

    @property
    def near_cosine(self) -> float:
        """The cosine of a query with passages that are about it; 0 when it was not calibrated."""
        return self._description.near_cosine

    def wake(self) -> None:
        """Nothing is to be loaded: it was when this was made."""

    def embed_query(self, text: str) -> Vectors:
        """Return the vector (dimension,) of a query's first tokens, ahead of any passages."""
        with self._gate.query(), self._query_lock:
            self._check_open()
            tokens = self._tokens(self._description.query_prompt, text, self._query_tokens)
            vector: Vectors = _normalised(self._query_context.embed([tokens]))[0]
            return vector

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors (len(texts), dimension) of passages, in the order given."""
        vectors = np.empty((len(texts), self.dimension), dtype=np.float32)
        for batch in self.passage_batches(texts):
            vectors[list(batch.indices)] = batch.vectors
        return vectors

    def passage_batches(
        self,
        texts: Sequence[str],
        should_stop: Callable[[], bool] | None = None,
        gives_way: Callable[[], bool] | None = None,
    ) -> Iterator[PassageBatch]:
        """Yield the vectors of passages batch by batch, texts of like length together."""
        for first in range(0, len(texts), _ROWS_TOKENIZED_AT_ONCE):
            part = texts[first : first + _ROWS_TOKENIZED_AT_ONCE]
            sequences = self._tokenized_passages(part)
            for rows in plan_batches(
                [len(sequence) for sequence in sequences],
                max_tokens=self._batch_tokens,
                max_texts=_TEXTS_AT_ONCE,
            ):
                vectors = None
                while vectors is None:
                    self._gate.wait()
                    if should_stop is not None and should_stop():
                        return
                    vectors = self._embed_rows([sequences[row] for row in rows], gives_way)
                yield PassageBatch(tuple(first + row for row in rows), vectors)

    def limit_threads(self, most: int) -> None:
        """Embed passages with at most so many processor threads; 0 takes the limit away."""
        self._tempo.limit(most or self.threads)

    def rest(self) -> None:
        """Free the room for passages; the next ones take it again."""
        with self._bulk_lock:
            context, self._bulk_context = self._bulk_context, None
            if context is not None:
                context.close()

    def close(self) -> None:
        """Free the model once the texts being embedded now are done."""
        with self._query_lock, self._bulk_lock:
            if not self._closed:
                self._closed = True
                self._query_context.close()
                if self._bulk_context is not None:
                    self._bulk_context.close()
                self._model.close()

    def _tokenized_passages(self, texts: Sequence[str]) -> list[Tokens]:
        with self._bulk_lock:
            self._check_open()
            prompt = self._description.passage_prompt
            return [self._tokens(prompt, text, self._max_tokens) for text in texts]

    def _embed_rows(
        self, sequences: Sequence[Tokens], gives_way: Callable[[], bool] | None
    ) -> Vectors | None:
        with self._bulk_lock:
            self._check_open()
            context = self._bulk()
            threads = self._tempo.next_threads()
            context.set_threads(threads)
            start = perf_counter()
            try:
                vectors = context.embed(sequences, gives_way)
            except GaveWay:
                return None
            tokens = sum(len(sequence) for sequence in sequences)
            if 2 * tokens >= self._batch_tokens:  # the speed of smaller batches is no measure
                self._tempo.note(threads, tokens / (perf_counter() - start))
            return _normalised(vectors)

    def _bulk(self) -> LlamaContext:
        if self._bulk_context is None:
            self._bulk_context = self._context(self._batch_tokens, _TEXTS_AT_ONCE, self.threads)
        return self._bulk_context

    def _tokens(self, prompt: str, text: str, most: int) -> Tokens:
        """Return at most so many ids, always with the model's closing token."""
        characters = most * _CHARACTERS_A_TOKEN
        # Cut twice: one character may be normalised to eighteen.
        readable = prompt + normalise(text[:characters])[:characters]
        tokens = self._model.tokenize(readable)
        if len(tokens) > most:
            has_end = len(self._edges) > 0 and tokens[-1] == self._edges[-1]
            last = tokens[-1]
            tokens = tokens[:most]
            if has_end:
                tokens[-1] = last
        return tokens

    def _check_open(self) -> None:
        if self._closed:
            raise ModelError("The embedding model has been closed.", "Start Twofold again.")


def facts_of(
    description: ModelDescription, *, file_sha256: str, dimension: int, context_tokens: int
) -> EmbedderFacts:
    """Return the properties of the GgufEmbedder of a file, without loading it."""
    most = _max_tokens(description, context_tokens)
    fingerprint = _fingerprint(description, file_sha256, most)
    return EmbedderFacts(dimension, fingerprint, most, description.near_cosine)


def _max_tokens(description: ModelDescription, context_tokens: int) -> int:
    return min(description.context_tokens or _USUAL_CONTEXT, context_tokens)


def _normalised(vectors: Vectors) -> Vectors:
    """Return the rows at length 1; raise ModelError when a number is not finite."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not np.isfinite(lengths).all() or not lengths.all():
        raise ModelError(
            "The model gave numbers that are not finite; its file is damaged.",
            "Install the model again.",
        )
    unit: Vectors = vectors / lengths
    return unit


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _fingerprint(description: ModelDescription, file_sha256: str, max_tokens: int) -> str:
    """Digest everything that decides a vector."""
    settings = (
        file_sha256,
        description.query_prompt,
        description.passage_prompt,
        description.pooling,
        str(max_tokens),
        NORMALISATION_VERSION,
    )
    return f"{description.name}@{sha256('|'.join(settings).encode()).hexdigest()[:16]}"
