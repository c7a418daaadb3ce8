"""Measuring search times on this computer: the stages of each mode, and each part separately.

Queries are adjacent words of passages in the library. Each query is used once, so only the
operating system has cached its results. Each mode has its own queries, and the modes take turns, so
that other load on the computer affects all of them equally.
"""

from __future__ import annotations

import gc
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from itertools import cycle, islice
from pathlib import Path

from twofold.engine.embedding.ports import Embedder
from twofold.engine.model.errors import CatalogError
from twofold.engine.model.evaluation import ModeSpeed, Percentiles, SpeedReport
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.localized import message
from twofold.engine.model.search_request import SearchMode, SearchRequest
from twofold.engine.model.settings import Settings
from twofold.engine.processes.this_process import memory_in_use
from twofold.engine.search.pipeline import Searcher, open_searcher
from twofold.engine.search.query_language import parse
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.ports import LexicalReader, VectorReader
from twofold.engine.stores.sync.indexes import disk_size, folder_of_model, open_vectors
from twofold.engine.stores.sync.opening import open_lexical

MODES = (SearchMode.HYBRID, SearchMode.VECTOR, SearchMode.LEXICAL)
_MAX_WORDS = 6
_WORD = re.compile(r"\w{2,20}")


def measure_library(
    settings: Settings,
    queries: int,
    *,
    catalog_file: Path,
    lexical_folder: Path,
    vectors_folder: Path,
    load_embedder: Callable[[str], Embedder],
    filters: SearchFilters | None = None,
    skipped_words: frozenset[str] = frozenset(),
) -> SpeedReport:
    """Open a library for reading and measure `queries` searches of each mode.

    The words of `skipped_words` are left out of the queries. Without vectors, only keyword search
    is measured. Raise EngineError if the library cannot be opened.
    """
    opening: dict[str, float] = {}
    with ExitStack() as opened:
        with _timed(opening, "catalog"):
            catalog = opened.enter_context(closing(Catalog.open(catalog_file, read_only=True)))
        with _timed(opening, "lexical"):
            lexical = opened.enter_context(closing(open_lexical(catalog, lexical_folder, [])))
        vectors = embedder = None
        if name := catalog.vectors.answering_model.partition("@")[0]:
            with _timed(opening, "model"):
                embedder = opened.enter_context(closing(load_embedder(name)))
            with _timed(opening, "vectors"):
                place = folder_of_model(vectors_folder, embedder.fingerprint)
                facts = (embedder.fingerprint, embedder.dimension)
                vectors = opened.enter_context(closing(open_vectors(catalog, place, *facts, [])))
        idle, passages = memory_in_use(), lexical.size
        searcher = open_searcher(catalog, lexical, vectors, lambda: embedder, settings)
        opened.enter_context(closing(searcher))
        modes = MODES if vectors is not None and vectors.count else (SearchMode.LEXICAL,)
        sampled = sample_queries(catalog, queries * (1 + len(modes)) + 1, skipped_words)
        if not sampled:
            nothing = message("The library is empty.")
            raise CatalogError(nothing, message("Add a folder first."))
        with _timed(opening, "first answer"):
            searcher.search(SearchRequest(sampled.pop()))
        parts = PartsAlone(catalog, lexical, vectors, embedder)
        speeds = measure_modes(searcher, parts, sampled, modes, filters)
        folders = {"lexical": (lexical_folder,), "vectors": (vectors_folder,), "catalog": ()}
        sizes = {
            name: disk_size(catalog_file if name == "catalog" else None, places) / passages
            for name, places in folders.items()
        }
        return SpeedReport(
            passages=passages,
            vectors=vectors.count if vectors is not None else 0,
            bytes_per_passage=sizes,
            opening_ms=opening,
            idle_memory=idle,
            memory=memory_in_use(),
            parts={name: Percentiles.of(times) for name, times in parts.times.items()},
            modes=speeds,
        )


def sample_queries(
    catalog: Catalog, count: int, skipped_words: frozenset[str] = frozenset()
) -> list[str]:
    """Return `count` queries of 1 to 6 words, always the same for a library.

    In a small library, queries are repeated; without words, there are none.
    """
    queries = []
    for number, stored in enumerate(catalog.spread_chunks(count)):
        words = [word for word in _WORD.findall(stored.chunk.text) if word not in skipped_words]
        # The modes take turns, and each gets queries of every length.
        length = 1 + number // (len(MODES) + 1) % _MAX_WORDS
        first = max(0, len(words) - length) // 2
        queries.append(" ".join(words[first : first + length]))
    different = [query for query in dict.fromkeys(queries) if query]
    return list(islice(cycle(different), count))


class PartsAlone:
    """Times of single parts of a search on an idle computer: the limit of what can be achieved.

    `times` are in milliseconds by part.
    """

    def __init__(
        self,
        catalog: Catalog,
        lexical: LexicalReader,
        vectors: VectorReader | None,
        embedder: Embedder | None,
    ) -> None:
        self._catalog, self._lexical = catalog, lexical
        self._vectors, self._embedder = vectors, embedder
        self.times: dict[str, list[float]] = {}

    def measure(self, query: str, filters: SearchFilters, hits: int, candidates: int) -> None:
        """Run each part of a search separately, once, and record its time."""
        allowed = self._catalog.resolve(filters)
        numbers = allowed.numbers if allowed is not None else None
        parsed = parse(query)
        with self._timed("lexical"):
            found = self._lexical.search(parsed, candidates, filters, numbers).candidates
        if self._vectors is not None and self._embedder is not None:
            with self._timed("embed"):
                vector = self._embedder.embed_query(query)
            with self._timed("vector"):
                found += self._vectors.search(vector, candidates, numbers).candidates
        with self._timed("read hits"):
            self._catalog.chunks([candidate.chunk_number for candidate in found[:hits]])

    def limits(self, mode: SearchMode) -> list[float]:
        """Return each query's minimum time in a mode: embedding plus the slowest retriever."""
        lexical = self.times["lexical"]
        if mode is SearchMode.LEXICAL:
            return lexical
        meaning = zip(self.times["embed"], self.times["vector"], strict=True)
        if mode is SearchMode.VECTOR:
            return [embed + vector for embed, vector in meaning]
        return [
            embed + max(vector, words)
            for (embed, vector), words in zip(meaning, lexical, strict=True)
        ]

    @contextmanager
    def _timed(self, part: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self.times.setdefault(part, []).append(1000 * (time.perf_counter() - began))


def measure_modes(
    searcher: Searcher,
    parts: PartsAlone,
    queries: Sequence[str],
    modes: Sequence[SearchMode] = MODES,
    filters: SearchFilters | None = None,
    *,
    hits: int = 10,
    candidates: int = 100,
) -> tuple[ModeSpeed, ...]:
    """Measure searches in each mode, and the parts alone, with different queries for each.

    Garbage collection is off, as it is while the window searches. The processor time of all threads
    is reported as a stage, because on a busy computer only it can be compared between runs.
    """
    filters = filters or SearchFilters()
    taken: dict[SearchMode, list[dict[str, float]]] = {mode: [] for mode in modes}
    turn = len(modes) + 1
    gc.disable()
    try:
        for start in range(0, len(queries) - turn + 1, turn):
            parts.measure(queries[start], filters, hits, candidates)
            for mode, query in zip(modes, queries[start + 1 :], strict=False):
                request = SearchRequest(query, limit=hits, mode=mode, filters=filters)
                began, worked = time.perf_counter(), time.process_time()
                stages = searcher.search(request).trace.stage_ms
                total = 1000 * (time.perf_counter() - began)
                processor = 1000 * (time.process_time() - worked)
                taken[mode].append({"total": total, **stages, "processor time": processor})
    finally:
        gc.enable()
    return tuple(_mode_speed(mode, taken[mode], parts.limits(mode)) for mode in modes)


def _mode_speed(
    mode: SearchMode, searches: Sequence[dict[str, float]], limits: Sequence[float]
) -> ModeSpeed:
    names = dict.fromkeys(name for search in searches for name in search)
    stages = {
        name: Percentiles.of([search.get(name, 0.0) for search in searches]) for name in names
    }
    return ModeSpeed(mode, stages.pop("total"), stages, Percentiles.of(limits))


@contextmanager
def _timed(times: dict[str, float], name: str) -> Iterator[None]:
    began = time.perf_counter()
    yield
    times[name] = 1000 * (time.perf_counter() - began)
