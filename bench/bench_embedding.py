"""The embedding speed of this machine, compared with a bare llama.cpp loop over the same batches.

    python -m bench.bench_embedding [--model NAME] [--models DIR] [--texts N] [--json]

Both are measured alternately, batch by batch. The best of five runs of each batch counts, so that
the ratio is meaningful on a busy machine. Bulk speed is in tokens per second. Only Twofold's number
includes normalisation and tokenisation. For a query, the output is the best time in ms, and the
median while passages are being embedded.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from twofold.engine.embedding.llama.context import LlamaContext
from twofold.engine.embedding.llama.embedder import GgufEmbedder, plan_batches
from twofold.engine.embedding.llama.library import llama_library
from twofold.engine.embedding.models.loading import load_model
from twofold.engine.embedding.models.provisioning import provision
from twofold.engine.embedding.models.registry import KnownModels

BATCH_TOKENS, BATCH_TEXTS = 512, 64
ROUNDS, QUERIES = 5, 30
SENTENCES = (
    "memory limit of a pod container resources request the kubelet evicts node when it runs out",
    "Speicher begrenzen Ressourcen Knoten wird verdrängt sobald der Platz nicht mehr reicht",
    "límite de recursos del contenedor nœud mémoire demandée par le conteneur предел памяти узла",
    "メモリの制限 コンテナの要求 리소스 제한 메모리 요청 节点 内存 限制 apiVersion v1 limits 512Mi",
)
WORDS = [word for sentence in SENTENCES for word in sentence.split()]
QUERY = "limit the memory a pod may use"


class BareLoop:
    """Calls llama_encode with prepared batches and reads the vectors through pointers."""

    def __init__(self, embedder: GgufEmbedder, texts: Sequence[str]) -> None:
        self._llama = llama_library()
        prompt = embedder._description.passage_prompt
        sequences = [embedder._tokens(prompt, text, embedder.max_tokens) for text in texts]
        lengths = [len(sequence) for sequence in sequences]
        self.tokens = sum(lengths)
        self._context = embedder._context(BATCH_TOKENS, BATCH_TEXTS, embedder.threads)
        self._dimension = embedder.dimension
        self.batches = [
            ([texts[row] for row in rows], self._filled([sequences[row] for row in rows]))
            for rows in plan_batches(lengths, max_tokens=BATCH_TOKENS, max_texts=BATCH_TEXTS)
        ]
        prompt = embedder._description.query_prompt
        query = embedder._tokens(prompt, QUERY, embedder.max_tokens)
        self._query = self._filled([query])
        self._query_context: LlamaContext = embedder._context(512, 1, embedder.threads)

    def _filled(self, sequences: Sequence[np.ndarray]) -> object:
        total = sum(map(len, sequences))
        batch = self._llama.llama_batch_init(total, 0, 1)
        batch.n_tokens = total
        row = 0
        for number, sequence in enumerate(sequences):
            for position, token in enumerate(sequence):
                batch.token[row], batch.pos[row] = int(token), position
                batch.n_seq_id[row], batch.seq_id[row][0] = 1, number
                batch.logits[row] = 1
                row += 1
        return batch

    def bulk(self, number: int) -> None:
        texts, batch = self.batches[number]
        self._llama.llama_encode(self._context._context, batch)
        self._read(self._context, len(texts))

    def query(self) -> None:
        self._llama.llama_encode(self._query_context._context, self._query)
        self._read(self._query_context, 1)

    def _read(self, context: LlamaContext, texts: int) -> None:
        for row in range(texts):
            pointer = self._llama.llama_get_embeddings_seq(context._context, row)
            ctypes.string_at(pointer, 4 * self._dimension)

    def close(self) -> None:
        for _, batch in [*self.batches, ([], self._query)]:
            self._llama.llama_batch_free(batch)
        self._context.close()
        self._query_context.close()


def make_texts(count: int) -> list[str]:
    """Return passages of about 136 tokens, the same on every call."""
    random = np.random.default_rng(5)
    return [" ".join(random.choice(WORDS, int(random.integers(40, 80)))) for _ in range(count)]


def seconds(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def task(first: Callable[[], object], second: Callable[[], object], rounds: int) -> np.ndarray:
    """Return the best time of each function, in seconds."""
    return np.min([(seconds(first), seconds(second)) for _ in range(rounds)], axis=0)


def measure(embedder: GgufEmbedder, texts: Sequence[str]) -> dict[str, float]:
    bare = BareLoop(embedder, texts)
    embedder.embed_passages(texts[:5])
    bulk = np.zeros(2)
    for number, (batch_texts, _) in enumerate(bare.batches):
        ours = partial(embedder.embed_passages, batch_texts)
        bulk += task(ours, partial(bare.bulk, number), ROUNDS)
    query = task(lambda: embedder.embed_query(QUERY), bare.query, QUERIES)
    busy = query_while_embedding(embedder, texts)
    bare.close()
    return {
        "tokens": bare.tokens,
        "bulk_tokens_per_second": bare.tokens / bulk[0],
        "bare_tokens_per_second": bare.tokens / bulk[1],
        "bulk_ratio": bulk[1] / bulk[0],
        "query_ms": 1000 * query[0],
        "bare_query_ms": 1000 * query[1],
        "query_ms_while_embedding": statistics.median(busy),
        "query_ms_while_embedding_worst": max(busy),
    }


def query_while_embedding(embedder: GgufEmbedder, texts: Sequence[str]) -> list[float]:
    stop = threading.Event()

    def embed() -> None:
        while not stop.is_set():
            for _ in embedder.passage_batches(texts, stop.is_set):
                pass

    bulk = threading.Thread(target=embed)
    bulk.start()
    times = []
    for _ in range(QUERIES):
        stop.wait(0.05)  # The user types while passages are embedded.
        times.append(1000 * seconds(lambda: embedder.embed_query(QUERY)))
    stop.set()
    bulk.join()
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="multilingual-e5-small")
    parser.add_argument("--models", type=Path, help="folder of converted models")
    parser.add_argument("--texts", type=int, default=50)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    description = KnownModels(options.models or Path()).find(options.model)
    with tempfile.TemporaryDirectory() as folder:
        path = provision(description, options.models or Path(folder), lambda _: None)
        load_seconds = seconds(lambda: load_model(path, description).close())
        embedder = load_model(path, description)
        result = {"load_seconds": load_seconds} | measure(embedder, make_texts(options.texts))
        embedder.close()
    lines = [f"{name:32} {value:12,.3f}" for name, value in result.items()]
    sys.stdout.write((json.dumps(result) if options.json else "\n".join(lines)) + "\n")


if __name__ == "__main__":
    main()
