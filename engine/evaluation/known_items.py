"""Comparing models on the user's own library by known items.

A sentence is taken out of a passage and is the query; the rest of the passage is the item to find
among all passages of the sample. Several passages of each document are in the sample, so that the
wrong ones are about the same subject. No judgements are needed, and nothing of the library changes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from math import comb
from typing import TYPE_CHECKING

from twofold.engine.embedding.ports import Embedder, ReadPassage, Reranker, Vectors
from twofold.engine.model.errors import CatalogError
from twofold.engine.model.evaluation import ModelComparison, ModelMeasures, ModelVerdict
from twofold.engine.model.localized import message
from twofold.engine.processes.this_process import memory_in_use, release_free_memory
from twofold.engine.search.nearest_sentence import sentences
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.catalog.vector_cache import embedding_line, title_to_embed

if TYPE_CHECKING:
    from twofold.engine.model.document import StoredChunk

_OF_A_DOCUMENT = 5
_MIN_LETTERS, _MAX_LETTERS = 20, 300  # of a sentence
_RERANKED = 10
_MAX_P = 0.05
_BYTES_A_NUMBER = 2  # of a stored vector

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class KnownItem:
    """A passage from which the sentence `query` was removed.

    `query` is '' for a passage that is only a wrong answer to other queries.
    """

    passage: ReadPassage
    query: str


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """A model to measure: its name and title, its source, and the size of its file in bytes."""

    name: str
    title: str
    file_bytes: int
    load: Callable[[], Embedder]


@dataclass(frozen=True, slots=True)
class LoadedReranker:
    """A reranking model to measure; see `LoadedModel`."""

    name: str
    title: str
    file_bytes: int
    load: Callable[[], Reranker]


def known_items(catalog: Catalog, passages: int) -> list[KnownItem]:
    """Return about `passages` items spread over the library, always the same ones.

    Raise CatalogError if the library has too few passages with several sentences.
    """
    sampled = _sample(catalog, passages)
    texts = [_plain(one.chunk.text) for one in sampled]
    items = [_known_item(one, texts) for one in sampled]
    if sum(bool(item.query) for item in items) < 2:
        raise CatalogError(
            message("The library has too few passages to compare models."),
            message("Add a folder first."),
        )
    return items


def _sample(catalog: Catalog, passages: int) -> list[StoredChunk]:
    numbers = catalog.chunk_numbers()
    if len(numbers) <= passages:
        return list(catalog.chunks(numbers).values())
    sampled: dict[int, StoredChunk] = {}
    for stored in catalog.spread_chunks(passages):
        near = catalog.document_chunks(stored.document.number)
        first = max(0, min(stored.chunk.position, len(near) - _OF_A_DOCUMENT))
        sampled |= {one.number: one for one in near[first : first + _OF_A_DOCUMENT]}
        if len(sampled) >= passages:
            break
    return list(sampled.values())[:passages]


def _known_item(stored: StoredChunk, texts: Sequence[str]) -> KnownItem:
    """Return a passage without its longest sentence that is in none of the other texts."""
    text, document = stored.chunk.text, stored.document
    title = title_to_embed(document.title, document.path)
    heading = embedding_line(title, stored.chunk.heading_path)
    spans = sentences(text)
    written = {span: _plain(text[span.start : span.end]) for span in spans}
    usable = [
        span
        for span, sentence in written.items()
        if _MIN_LETTERS <= _letters(sentence) <= _MAX_LETTERS
        and "|" not in sentence
        and sum(sentence in other for other in texts) == 1
    ]
    if len(spans) < 2 or not usable:
        return KnownItem(ReadPassage(heading, text), "")
    span = max(usable, key=lambda one: _letters(written[one]))
    rest = f"{text[: span.start].rstrip()}\n{text[span.end :].lstrip()}".strip()
    return KnownItem(ReadPassage(heading, rest), written[span])


def _plain(text: str) -> str:
    return " ".join(text.split())


def _letters(text: str) -> int:
    """Return the number of letters. A Chinese, Japanese or Korean one counts as three."""
    return sum(1 if letter < "\u2e80" else 3 for letter in text if letter.isalpha())


def compare_models(
    items: Sequence[KnownItem],
    library_passages: int,
    tried: LoadedModel,
    used: LoadedModel | None,
    on_progress: Progress,
) -> ModelComparison:
    """Measure a model, and the one in use, on the same items. Raise ModelError."""
    ranks = []
    measures = []
    models = [model for model in (used, tried) if model is not None]
    for number, model in enumerate(models):
        done, of = number * len(items), len(models) * len(items)
        release_free_memory()
        before = memory_in_use().private
        with closing(model.load()) as embedder:
            vectors, speed, query_ms = _embedded(
                embedder, items, partial(_report, on_progress, done, of)
            )
            taken, dimension = memory_in_use().private - before, embedder.dimension
        ranks.append(_ranks(items, *vectors))
        measures.append(
            _measures(
                model,
                ranks[-1],
                dimension=dimension,
                passages_per_second=speed,
                query_ms=query_ms,
                memory_bytes=max(taken, 0),
                library_seconds=library_passages / speed,
                library_bytes=library_passages * dimension * _BYTES_A_NUMBER,
            )
        )
    return _comparison(items, library_passages, measures, ranks)


def compare_reranking(
    items: Sequence[KnownItem],
    library_passages: int,
    tried: LoadedReranker,
    used: LoadedModel,
    on_progress: Progress,
) -> ModelComparison:
    """Measure the order of the first passages with and without a reranking model."""
    with closing(used.load()) as embedder:
        (asked, read), speed, query_ms = _embedded(embedder, items, lambda _n: None)
        dimension = embedder.dimension
    ranks = _ranks(items, asked, read)
    without = _measures(
        used, ranks, dimension=dimension, passages_per_second=speed, query_ms=query_ms
    )
    release_free_memory()
    before = memory_in_use().private
    with closing(tried.load()) as reranker:
        new, pairs, seconds = list(ranks), 0, 0.0
        queries = [row for row, item in enumerate(items) if item.query]
        for done, (row, vector) in enumerate(zip(queries, asked, strict=True)):
            best = (-(read @ vector)).argsort(kind="stable")[:_RERANKED].tolist()
            started = time.perf_counter()
            passages = [items[one].passage for one in best]
            scores = reranker.scores(items[row].query, passages, lambda: False) or ()
            seconds, pairs = seconds + time.perf_counter() - started, pairs + len(best)
            if row in best:
                own = scores[best.index(row)].score
                new[done] = sum(score.score >= own for score in scores)
            on_progress(done + 1, len(queries))
        taken = memory_in_use().private - before
    reranked = _measures(
        tried,
        new,
        passages_per_second=pairs / max(seconds, 1e-9),
        query_ms=1000 * seconds / max(len(queries), 1),
        memory_bytes=max(taken, 0),
    )
    return _comparison(items, library_passages, [without, reranked], [ranks, new])


def _report(on_progress: Progress, before: int, of: int, done: int) -> None:
    on_progress(before + done, of)


def _embedded(
    embedder: Embedder, items: Sequence[KnownItem], on_progress: Callable[[int], None]
) -> tuple[tuple[Vectors, Vectors], float, float]:
    """Return the vectors of queries and passages, passages per second, and ms per query."""
    import numpy as np  # noqa: PLC0415 (only needed with a model)

    texts, done = [item.passage.whole for item in items], 0
    read = np.empty((len(texts), embedder.dimension), dtype=np.float32)
    embedder.embed_passages(texts[:1])  # allocates memory
    started = time.perf_counter()
    for batch in embedder.passage_batches(texts):
        read[list(batch.indices)] = batch.vectors
        done += len(batch.indices)
        on_progress(done)
    speed = len(texts) / max(time.perf_counter() - started, 1e-9)
    queries = [item.query for item in items if item.query]
    started = time.perf_counter()
    asked = np.stack([embedder.embed_query(query) for query in queries])
    query_ms = 1000 * (time.perf_counter() - started) / len(queries)
    return (asked, read), speed, query_ms


def _ranks(items: Sequence[KnownItem], asked: Vectors, read: Vectors) -> list[int]:
    """Return the rank of the right passage for each query; the last one of those as near."""
    cosines = asked @ read.T
    rows = [row for row, item in enumerate(items) if item.query]
    return [int((cosines[n] >= cosines[n, row]).sum()) for n, row in enumerate(rows)]


def _measures(
    model: LoadedModel | LoadedReranker, ranks: Sequence[int], **facts: float
) -> ModelMeasures:
    count = len(ranks)
    return ModelMeasures(
        name=model.name,
        title=model.title,
        file_bytes=model.file_bytes,
        found_first=sum(rank == 1 for rank in ranks) / count,
        found_in_ten=sum(rank <= _RERANKED for rank in ranks) / count,
        score=sum(1 / rank for rank in ranks if rank <= _RERANKED) / count,
        **facts,  # type: ignore[arg-type] # whole numbers among them
    )


def _comparison(
    items: Sequence[KnownItem],
    library_passages: int,
    measures: Sequence[ModelMeasures],
    ranks: Sequence[Sequence[int]],
) -> ModelComparison:
    pairs = list(zip(*ranks, strict=True)) if len(ranks) == 2 else []
    better = sum(new < old for old, new in pairs)
    worse = sum(new > old for old, new in pairs)
    p = sign_test(better, worse)
    verdict = ModelVerdict.SIMILAR if pairs else ModelVerdict.ALONE
    if p < _MAX_P:
        verdict = ModelVerdict.BETTER if better > worse else ModelVerdict.WORSE
    return ModelComparison(
        passages=len(items),
        queries=len(ranks[0]),
        library_passages=library_passages,
        tried=measures[-1],
        used=measures[0] if len(measures) == 2 else None,
        better=better,
        worse=worse,
        p=p,
        verdict=verdict,
    )


def sign_test(better: int, worse: int) -> float:
    """Return the two-sided p value of these numbers of differences; 1 without any."""
    count = better + worse
    tail = sum(comb(count, n) for n in range(min(better, worse) + 1))
    return min(1.0, 2.0 * tail / 2.0**count)
