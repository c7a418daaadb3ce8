"""Judged queries through the search of this program, and how good the answers are."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path

from engine.embedding.ports import Embedder
from engine.evaluation.judged_library import JudgedLibrary, LibraryParts, PassagePlaces
from engine.evaluation.judged_set import JudgedQuery, JudgedSet, read_judged_set
from engine.evaluation.measures import (
    MEASURES,
    SPAN_MEASURES,
    TOP,
    check_that_measuring_is_possible,
    measure,
    measure_spans,
)
from engine.evaluation.query_memory import QueryMemory
from engine.evaluation.significance import compare
from engine.model.document import as_id
from engine.model.errors import BadRequestError, SearchFailedError
from engine.model.evaluation import (
    CandidateLists,
    EvaluationProgress,
    EvaluationRequest,
    ListedCandidate,
    QueryResult,
    RunResult,
    SetReport,
)
from engine.model.hit import Candidate, SearchResponse
from engine.model.request import (
    FusionRule,
    FusionSettings,
    SearchFilters,
    SearchMode,
    SearchRequest,
)
from engine.model.settings import Settings
from engine.search.pipeline import Searcher
from engine.search.query_language import parse
from engine.search.retrievers import Exclusions, LexicalRetriever, RetrievalTask, VectorRetriever

_USUAL_MODES = (SearchMode.LEXICAL, SearchMode.VECTOR, SearchMode.HYBRID)


@dataclass(frozen=True, slots=True)
class Run:
    """One way of searching: 'lexical', 'vector', 'hybrid/rrf' ..."""

    name: str
    mode: SearchMode
    fusion: FusionSettings

    @property
    def needs_vectors(self) -> bool:
        """Whether passages are searched by meaning."""
        return self.mode not in {SearchMode.LEXICAL, SearchMode.SUBSTRING}

    def request(self, query: str) -> SearchRequest:
        """Return the search of this run; the whole ranking is looked at, so one hit is enough.

        Copies are not folded: of two documents with one text both are judged.
        """
        return SearchRequest(query, self.mode, k=1, fusion=self.fusion, fold_copies=False)


def plan_runs(
    modes: Sequence[SearchMode], fusions: Sequence[FusionRule], fusion: FusionSettings
) -> tuple[Run, ...]:
    """Return the runs of these modes and fusion rules; of all usual ones when none are named.

    Raise BadRequestError when fusion rules are named for modes that fuse nothing.
    """
    wanted = tuple(dict.fromkeys(modes)) or _USUAL_MODES
    if fusions and SearchMode.HYBRID not in wanted:
        raise BadRequestError("A fusion rule needs the mode hybrid.", "Add: --mode hybrid")
    rules = tuple(dict.fromkeys(fusions)) or tuple(FusionRule)
    return tuple(run for mode in wanted for run in _of_mode(mode, rules, fusion))


def _of_mode(
    mode: SearchMode, rules: Sequence[FusionRule], fusion: FusionSettings
) -> Iterator[Run]:
    if mode is not SearchMode.HYBRID:
        yield Run(mode.value, mode, fusion)
        return
    for rule in rules:
        yield Run(f"{mode.value}/{rule.value}", mode, replace(fusion, rule=rule))


class CandidateLister:
    """Asks the two retrievers alone, as the search does."""

    def __init__(
        self, library: JudgedLibrary, places: PassagePlaces, embedder: Embedder, settings: Settings
    ) -> None:
        lexical = library.indexes.lexical
        self._places = places
        self._limit = settings.whole("search.candidates")
        self._lexical = LexicalRetriever(lexical)
        self._vector = VectorRetriever(
            library.indexes.vectors,
            lambda: embedder,
            Exclusions(library.catalog, lexical),
            lambda: lexical.size,
        )

    def lists(self, query: JudgedQuery) -> CandidateLists:
        """Return what both retrievers find for one query."""
        task = RetrievalTask(parse(query.text), SearchFilters(), None, self._limit)
        lexical = self._lexical.retrieve(task)
        return CandidateLists(
            query_id=query.query_id,
            text=query.text,
            lexical=self._described(lexical.candidates),
            vector=self._described(self._vector.retrieve(task).candidates),
            terms=lexical.terms,
        )

    def _described(self, candidates: Iterable[Candidate]) -> tuple[ListedCandidate, ...]:
        return tuple(
            ListedCandidate(
                self._places.of_chunk(as_id(candidate.chunk_number)).document,
                candidate.chunk_number,
                candidate.raw_score,
                candidate.rank,
            )
            for candidate in candidates
        )


ProgressCallback = Callable[[EvaluationProgress], None]

# Per run, per query: the documents found, and the measures of the passages.
_Found = dict[str, dict[str, tuple[str, ...]]]
_Spans = dict[str, dict[str, dict[str, float]]]


class Evaluator:
    """Evaluates judged sets with one model, which stays the caller's."""

    def __init__(self, parts: LibraryParts, on_progress: ProgressCallback) -> None:
        self._parts = parts
        self._on_progress = on_progress

    def evaluate(self, request: EvaluationRequest) -> Iterator[SetReport]:
        """Yield a report of each set. All sets are read first, so that a bad one costs no time.

        Raise JudgedSetError for a bad set and BadRequestError for an impossible request.
        """
        check_that_measuring_is_possible()
        runs = plan_runs(request.modes, request.fusions, self._parts.settings.fusion)
        sets = [
            read_judged_set(folder, request.corpus, request.queries) for folder in request.folders
        ]
        for judged in sets:
            yield self._evaluate_set(judged, runs, request)

    def _evaluate_set(
        self, judged: JudgedSet, runs: Sequence[Run], request: EvaluationRequest
    ) -> SetReport:
        def report(step: str, done: int, total: int) -> None:
            self._on_progress(EvaluationProgress(judged.name, step, done, total))

        with (
            _place(judged, request.keep) as root,
            closing(JudgedLibrary(root, self._parts)) as library,
        ):
            places, left_out = library.fill(judged, request.file_type, report)
            if request.with_retrievers or any(run.needs_vectors for run in runs):
                library.embed(report)
            queries = _Queries(judged, library, places, self._parts)
            with closing(queries):
                results, retrievers = queries.run(
                    runs, report, with_retrievers=request.with_retrievers
                )
        return SetReport(
            name=judged.name,
            model=self._parts.embedder.fingerprint,
            documents=len(judged.documents),
            documents_left_out=left_out,
            passages=len(places),
            runs=results,
            comparisons=compare(results),
            retrievers=retrievers,
        )


class _Queries:
    """The queries of one set, answered from its library."""

    def __init__(
        self,
        judged: JudgedSet,
        library: JudgedLibrary,
        places: PassagePlaces,
        parts: LibraryParts,
    ) -> None:
        memory: Embedder = QueryMemory(parts.embedder)
        self._judged = judged
        self._places = places
        self._searcher = Searcher(
            library.catalog,
            library.indexes.lexical,
            library.indexes.vectors,
            lambda: memory,
            parts.settings,
        )
        self._lister = CandidateLister(library, places, memory, parts.settings)

    def close(self) -> None:
        """End the search's threads."""
        self._searcher.close()

    def run(
        self, runs: Sequence[Run], report: Callable[[str, int, int], None], *, with_retrievers: bool
    ) -> tuple[tuple[RunResult, ...], tuple[CandidateLists, ...]]:
        """Answer every query in every way."""
        found: _Found = {run.name: {} for run in runs}
        spans: _Spans = {run.name: {} for run in runs}
        retrievers: list[CandidateLists] = []
        queries = self._judged.queries
        for number, query in enumerate(queries, start=1):
            for run in runs:
                response = self._answer(run, query.text)
                found[run.name][query.query_id] = self._places.documents(response.ranking)
                if self._judged.has_spans:
                    best = [self._places.of_chunk(r.chunk_id) for r in response.ranking[:TOP]]
                    spans[run.name][query.query_id] = measure_spans(query.spans, best)
            if with_retrievers:
                retrievers.append(self._lister.lists(query))
            report("searching", number, len(queries))
        return tuple(self._result(run, found, spans) for run in runs), tuple(retrievers)

    def _answer(self, run: Run, query: str) -> SearchResponse:
        """Search; a retriever that failed would spoil the numbers without a trace."""
        response = self._searcher.search(run.request(query))
        for retriever in response.trace.retrievers:
            if retriever.error:
                raise SearchFailedError(f"The search for '{query}' failed: {retriever.error}")
        return response

    def _result(self, run: Run, found: _Found, spans: _Spans) -> RunResult:
        queries = self._judged.queries
        rankings = found[run.name]
        measured = measure({query.query_id: query.relevance for query in queries}, rankings)
        for query_id, of_query in spans[run.name].items():
            measured[query_id] |= of_query
        names = (*MEASURES, *(SPAN_MEASURES if self._judged.has_spans else ()))
        return RunResult(
            name=run.name,
            means={
                name: sum(measured[query.query_id][name] for query in queries) / len(queries)
                for name in names
            },
            queries=tuple(
                QueryResult(query.query_id, measured[query.query_id], rankings[query.query_id])
                for query in queries
            ),
        )


@contextmanager
def _place(judged: JudgedSet, keep: Path | None) -> Iterator[Path]:
    """Give the folder of the set's library: one below `keep`, or one that is removed afterwards.

    Sets that share a corpus share its library.
    """
    if keep is None:
        with tempfile.TemporaryDirectory(prefix="twofold-eval-") as scratch:
            yield Path(scratch)
        return
    corpus = judged.corpus.resolve()
    digest = blake2b(str(corpus).encode("utf-8", "surrogatepass"), digest_size=4)
    yield keep / f"{corpus.name}-{digest.hexdigest()}"


__all__ = ["Evaluator", "LibraryParts", "ProgressCallback"]
