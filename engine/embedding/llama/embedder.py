"""Embedding with a GGUF model in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from threading import Lock
from time import perf_counter

import numpy as np

from twofold.engine.embedding.catalogue import ModelDescription, file_sha256
from twofold.engine.embedding.llama.context import LlamaContext, PreemptedError
from twofold.engine.embedding.llama.light_form import LightForm
from twofold.engine.embedding.llama.model import LlamaModel
from twofold.engine.embedding.llama.text import NORMALISATION_VERSION, readable_part
from twofold.engine.embedding.llama.threads import (
    QueryGate,
    ThreadTuner,
    automatic_threads,
    query_threads,
)
from twofold.engine.embedding.llama.token_spans import token_spans
from twofold.engine.embedding.llama.tokenizers import Tokens
from twofold.engine.embedding.on_demand import EmbedderFacts
from twofold.engine.embedding.ports import PassageBatch, TokenVectors, Vectors
from twofold.engine.model.errors import ModelError
from twofold.engine.model.localized import message

# Each token attends to the whole batch, so larger batches are slower: 1024 takes 4 % more processor
# time, 2048 takes 30 % more. With 256, vectors differed by up to 0.001.
_BATCH_TOKENS = 512
_BATCH_TEXTS = 64
_USUAL_CONTEXT = 512
# Longer queries change no ranking of the judged sets and take more than 250 ms on a laptop.
_QUERY_TOKENS = 160
_TEXTS_PER_TOKENIZATION = 1024


class GgufEmbedder:
    """The Embedder of one GGUF file; see `engine.embedding.ports.Embedder`.

    Queries and passages have separate contexts over the same weights, so a query never waits for a
    batch of passages, and no batch starts while a query runs.
    """

    def __init__(
        self,
        path: Path,
        description: ModelDescription,
        *,
        threads: int = 0,
        gpu: bool = True,
        batch_tokens: int = _BATCH_TOKENS,
        query_tokens: int = _QUERY_TOKENS,
        digest: str = "",
        light: LightForm | None = None,
    ) -> None:
        """Load the verified file. `digest` is its SHA-256, '' to compute it.

        `threads` 0 is automatic; `gpu` offloads the layers to a graphics card; `light` is loaded
        instead of the file, if given.
        """
        self._description = description
        self._gate = QueryGate()
        self._query_lock = Lock()
        self._bulk_lock = Lock()
        self._closed = False
        self._model = LlamaModel(path, gpu=gpu, light=light)
        _check_length(description, self._model.dimension)
        facts = facts_of(
            description,
            digest=digest or file_sha256(path),
            dimension=self._model.dimension,
            context_tokens=self._model.context_tokens,
        )
        self.dimension = facts.dimension
        self.fingerprint = facts.fingerprint
        self.max_tokens = facts.max_tokens
        self.near_cosine = facts.near_cosine
        self.threads = threads or automatic_threads()
        self._batch_tokens = batch_tokens
        self._query_tokens = min(query_tokens, self.max_tokens)
        self._query_context = self._context(
            self._query_tokens, 1, query_threads(self._model.weights_a_token, self.threads)
        )
        # Created with the first passage, because it is large and the window embeds queries only.
        self._bulk_context: LlamaContext | None = None
        self._tuner = ThreadTuner(self.threads)
        self._token_lock = Lock()
        self._token_context: LlamaContext | None = None
        self._token_tuner = ThreadTuner(self.threads)

    def load(self) -> None:
        """Do nothing, because the constructor loads the model."""

    def embed_query(self, text: str) -> Vectors:
        """Return the vector (dimension,) of a query's first tokens, ahead of any passages."""
        with self._gate.query(), self._query_lock:
            self._check_open()
            tokens = self._tokens(self._description.query_prompt, text, self._query_tokens)
            vector: Vectors = self._finished(self._query_context.embed([tokens]))[0]
            return vector

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors (len(texts), dimension) of passages, in the given order."""
        vectors = np.empty((len(texts), self.dimension), dtype=np.float32)
        for batch in self.passage_batches(texts):
            vectors[list(batch.indices)] = batch.vectors
        return vectors

    def passage_batches(
        self,
        texts: Sequence[str],
        should_stop: Callable[[], bool] | None = None,
        is_preempted: Callable[[], bool] | None = None,
    ) -> Iterator[PassageBatch]:
        """Yield the vectors of passages in batches of texts with similar length."""
        for first in range(0, len(texts), _TEXTS_PER_TOKENIZATION):
            sequences = self._tokenized_passages(texts[first : first + _TEXTS_PER_TOKENIZATION])
            for rows in plan_batches(
                [len(sequence) for sequence in sequences],
                max_tokens=self._batch_tokens,
                max_texts=_BATCH_TEXTS,
            ):
                vectors = None
                while vectors is None:
                    self._gate.wait()
                    if should_stop is not None and should_stop():
                        return
                    vectors = self._embed_batch([sequences[row] for row in rows], is_preempted)
                yield PassageBatch(tuple(first + row for row in rows), vectors)

    def query_tokens(self, text: str) -> TokenVectors:
        """Return the vectors of a query's tokens, up to the limit of `embed_query`."""
        with self._gate.query(), self._token_lock:
            self._check_open()
            prompt = self._description.query_prompt
            tokens = self._tokens(prompt, text, self._query_tokens)
            (vectors,) = self._embed_tokens([tokens], None)
            return self._token_vectors(vectors, tokens, text, prompt)

    def passage_tokens(
        self, texts: Sequence[str], should_stop: Callable[[], bool]
    ) -> Iterator[tuple[int, TokenVectors]]:
        """Yield the index of each text and the vectors of its tokens, ahead of other passages."""
        prompt = self._description.passage_prompt
        sequences = self._tokenized_passages(texts)
        batches = plan_batches(
            [len(sequence) for sequence in sequences],
            max_tokens=self._batch_tokens,
            max_texts=_BATCH_TEXTS,
        )
        for rows in batches:
            if should_stop():
                return
            with self._token_lock:  # also for the tokenizer, because close() waits for the lock
                self._check_open()
                try:
                    with self._gate.query():
                        found = self._embed_tokens([sequences[row] for row in rows], should_stop)
                except PreemptedError:
                    return
                read = [
                    self._token_vectors(vectors, sequences[row], texts[row], prompt)
                    for row, vectors in zip(rows, found, strict=True)
                ]
            yield from zip(rows, read, strict=True)

    def _embed_tokens(
        self, sequences: Sequence[Tokens], is_preempted: Callable[[], bool] | None
    ) -> list[Vectors]:
        """Return the vectors of the tokens of each sequence; the caller holds the lock."""
        threads = self._token_tuner.next_threads()
        if self._token_context is None:
            capacity = max(self._batch_tokens, self.max_tokens)
            self._token_context = self._context(capacity, _BATCH_TEXTS, threads, "none")
        self._token_context.set_threads(threads)
        start = perf_counter()
        vectors = self._token_context.embed_tokens(sequences, is_preempted)
        tokens = sum(len(sequence) for sequence in sequences)
        if 2 * tokens >= self._batch_tokens:
            self._token_tuner.note(threads, tokens / (perf_counter() - start))
        return vectors

    def _token_vectors(
        self, vectors: Vectors, tokens: Tokens, text: str, prompt: str
    ) -> TokenVectors:
        """Drop the model's special tokens, and normalise the rest."""
        first, end = self._edges(tokens, prompt)
        spans = token_spans(self._model.tokenizer, tokens[first:end], text)
        return TokenVectors(_normalised(vectors[first:end]).astype(np.float16), spans)

    def _edges(self, tokens: Tokens, prompt: str) -> tuple[int, int]:
        """Return the range of the text's own tokens, without prompt and special tokens."""
        tokenize = self._model.tokenizer.tokenize
        # The space after a prompt may be part of the first token of the text.
        special, prompted = tokenize(""), tokenize(prompt.rstrip(), special=False)
        after = int(len(tokens) > 0 and len(special) > 0 and tokens[-1] == special[-1])
        before = max(0, len(special) - 1) if after else len(special)
        return min(before + len(prompted), len(tokens) - after), len(tokens) - after

    def limit_threads(self, limit: int) -> None:
        """Limit the processor threads for embedding passages; 0 removes the limit."""
        self._tuner.limit(limit or self.threads)

    def unload(self) -> None:
        """Do nothing, because OnDemandEmbedder frees the whole model."""

    def close(self) -> None:
        """Free the model once the current texts are finished."""
        with self._query_lock, self._bulk_lock, self._token_lock:
            if not self._closed:
                self._closed = True
                self._query_context.close()
                for context in (self._bulk_context, self._token_context):
                    if context is not None:
                        context.close()
                self._model.close()

    def _context(
        self, tokens: int, sequences: int, threads: int, pooling: str | None = None
    ) -> LlamaContext:
        return LlamaContext(
            self._model,
            tokens=tokens,
            sequences=sequences,
            threads=threads,
            pooling=self._description.pooling if pooling is None else pooling,
        )

    def _tokenized_passages(self, texts: Sequence[str]) -> list[Tokens]:
        with self._bulk_lock:
            self._check_open()
            prompt = self._description.passage_prompt
            return [self._tokens(prompt, text, self.max_tokens) for text in texts]

    def _embed_batch(
        self, sequences: Sequence[Tokens], is_preempted: Callable[[], bool] | None
    ) -> Vectors | None:
        """Return the vectors, or None if the batch was preempted."""
        with self._bulk_lock:
            self._check_open()
            threads = self._tuner.next_threads()
            if self._bulk_context is None:
                capacity = max(self._batch_tokens, self.max_tokens)
                self._bulk_context = self._context(capacity, _BATCH_TEXTS, threads)
            self._bulk_context.set_threads(threads)
            start = perf_counter()
            try:
                vectors = self._bulk_context.embed(sequences, is_preempted)
            except PreemptedError:
                return None
            tokens = sum(len(sequence) for sequence in sequences)
            if 2 * tokens >= self._batch_tokens:  # the speed of small batches is not representative
                self._tuner.note(threads, tokens / (perf_counter() - start))
            return self._finished(vectors)

    def _finished(self, vectors: Vectors) -> Vectors:
        """Return the vectors of texts, cut to their length (see Matryoshka) and normalised."""
        return _normalised(vectors[:, : self.dimension])

    def _tokens(self, prompt: str, text: str, max_tokens: int) -> Tokens:
        """Return at most `max_tokens` token ids, always with the model's closing token."""
        tokenize = self._model.tokenizer.tokenize
        tokens = tokenize(prompt + readable_part(text, max_tokens))
        if len(tokens) > max_tokens:
            last = tokens[-1]
            tokens = tokens[:max_tokens]
            if last in tokenize("")[-1:]:
                tokens[-1] = last
        return tokens

    def _check_open(self) -> None:
        if self._closed:
            raise ModelError(
                message("The semantic model has been closed."), message("Restart Twofold.")
            )


def facts_of(
    description: ModelDescription, *, digest: str, dimension: int, context_tokens: int
) -> EmbedderFacts:
    """Return the properties of the GgufEmbedder of a file, without loading it.

    `digest` is the file's SHA-256. The fingerprint is a digest of everything that determines a
    vector. `dimension` is the length of the vectors that the file computes.
    """
    max_tokens = min(description.context_tokens or _USUAL_CONTEXT, context_tokens)
    length = (str(description.cut_to),) if description.cut_to else ()
    settings = (
        digest,
        description.query_prompt,
        description.passage_prompt,
        description.pooling,
        str(max_tokens),
        NORMALISATION_VERSION,
        *length,
    )
    fingerprint = f"{description.name}@{sha256('|'.join(settings).encode()).hexdigest()[:16]}"
    return EmbedderFacts(
        description.cut_to or dimension, fingerprint, max_tokens, description.near_cosine
    )


def _check_length(description: ModelDescription, dimension: int) -> None:
    """Raise ModelError if the vectors are too short to be cut as described."""
    if description.cut_to > dimension:
        raise ModelError(
            message(
                "{title} has {dimension} dimensions. They cannot be shortened to {length}.",
                title=description.title,
                dimension=dimension,
                length=description.cut_to,
            ),
            message("Choose a smaller number."),
        )


def plan_batches(
    lengths: Sequence[int], *, max_tokens: int, max_texts: int
) -> Iterator[tuple[int, ...]]:
    """Yield batches of indices into `lengths` (in tokens), with texts of similar length together.

    A batch contains at most `max_texts` texts and `max_tokens` tokens; a longer text is a batch by
    itself. Deterministic: ascending length, then ascending index.
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


def _normalised(vectors: Vectors) -> Vectors:
    """Return normalised rows. Raise ModelError if a number is not finite."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not np.isfinite(lengths).all() or not lengths.all():
        raise ModelError(
            message("The model computed invalid numbers. Its file is damaged."),
            message("Reinstall the model."),
        )
    unit: Vectors = vectors / lengths
    return unit
