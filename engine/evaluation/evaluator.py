"""Running judged queries with this program's search and measuring the results."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path

from twofold.engine.evaluation.judged_library import (
    JudgedLibrary,
    LibraryParts,
    PassagePlaces,
)
from twofold.engine.evaluation.judged_set import JudgedQuery, JudgedSet, read_judged_set
from twofold.engine.evaluation.measures import (
    TOP,
    check_that_measuring_is_possible,
    compare,
    measure,
    measure_spans,
)
from twofold.engine.model.document import as_id
from twofold.engine.model.errors import BadRequestError, SearchFailedError
from twofold.engine.model.evaluation import (
    CandidateLists,
    EvaluationProgress,
    EvaluationRequest,
    ListedCandidate,
    QueryResult,
    RunResult,
    SetReport,
)
from twofold.engine.model.fusion import FusionRule, FusionSettings
from twofold.engine.model.hit import Candidate, SearchResponse
from twofold.engine.model.localized import Message
from twofold.engine.model.search_request import SearchMode, SearchRequest
from twofold.engine.search.pipeline import open_searcher

ProgressCallback = Callable[[EvaluationProgress], None]

_USUAL_MODES = (SearchMode.LEXICAL, SearchMode.VECTOR, SearchMode.HYBRID)


@dataclass(frozen=True, slots=True)
class Run:
    """A way to search: 'lexical', 'vector', 'hybrid/rrf', 'hybrid/rrf/rerank' ..."""

    name: str
    mode: SearchMode
    fusion: FusionSettings
    rerank: bool = False

    @property
    def needs_vectors(self) -> bool:
        """Whether passages are searched by meaning."""
        return self.rerank or self.mode not in {SearchMode.LEXICAL, SearchMode.SUBSTRING}

    def request(self, query: str) -> SearchRequest:
        """Return the search request of this run; the whole ranking is in the trace, so k is 1.

        Near-duplicates are not collapsed, because each document is judged, even if two have the
        same text.
        """
        return SearchRequest(
            query,
            self.mode,
            limit=1,
            fusion=self.fusion,
            collapse_duplicates=False,
            rerank=self.rerank,
        )

    @property
    def reranked(self) -> Run:
        """The same way of searching, with reranking."""
        return replace(self, name=f"{self.name}/rerank", rerank=True)


_BOTH = Run("both retrievers", SearchMode.HYBRID, FusionSettings())


def plan_runs(
    modes: Sequence[SearchMode], fusions: Sequence[FusionRule], fusion: FusionSettings
) -> tuple[Run, ...]:
    """Return the runs for these modes and fusion rules, or all usual runs if none are given.

    Raise BadRequestError if fusion rules are given for modes without fusion.
    """
    wanted = tuple(dict.fromkeys(modes)) or _USUAL_MODES
    if fusions and SearchMode.HYBRID not in wanted:
        raise BadRequestError(
            Message("Fusion rules need the mode hybrid."), Message("Add: --mode hybrid")
        )
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


class Evaluator:
    """Evaluates judged sets with one embedder, which the caller closes."""

    def __init__(self, parts: LibraryParts, on_progress: ProgressCallback) -> None:
        self._parts = parts
        self._on_progress = on_progress

    def evaluate(self, request: EvaluationRequest) -> Iterator[SetReport]:
        """Yield a report of each set; all sets are read first, so that an invalid one fails early.

        Raise JudgedSetError for an invalid set and BadRequestError for an impossible request.
        """
        check_that_measuring_is_possible()
        runs = plan_runs(request.modes, request.fusions, self._parts.settings.fusion)
        if request.with_rerank:
            runs = tuple(one for run in runs for one in (run, run.reranked))
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
            _library_folder(judged, request.keep) as root,
            closing(JudgedLibrary(root, self._parts)) as library,
        ):
            places, left_out = library.fill(judged, request.file_type, report)
            if request.with_retrievers or any(run.needs_vectors for run in runs):
                library.embed(report)
            results: dict[Run, list[QueryResult]] = {run: [] for run in runs}
            candidates: list[CandidateLists] = []
            with closing(_JudgedSearch(judged, library, places, self._parts)) as search:
                for number, query in enumerate(judged.queries, start=1):
                    for run in runs:
                        results[run].append(search.result(run, query))
                    if request.with_retrievers:
                        candidates.append(search.candidates(query))
                    report("searching", number, len(judged.queries))
        run_results = tuple(_run_result(run, found) for run, found in results.items())
        return SetReport(
            name=judged.name,
            model=self._parts.embedder.fingerprint,
            documents=len(judged.documents),
            documents_left_out=left_out,
            passages=len(places),
            runs=run_results,
            comparisons=compare(run_results),
            retrievers=tuple(candidates),
        )


class _JudgedSearch:
    """Searches the library of one judged set as the program does."""

    def __init__(
        self,
        judged: JudgedSet,
        library: JudgedLibrary,
        places: PassagePlaces,
        parts: LibraryParts,
    ) -> None:
        self._has_spans = judged.has_spans
        self._places = places
        self._searcher = open_searcher(
            library.catalog,
            library.indexes.lexical,
            library.indexes.vectors,
            lambda: parts.embedder,
            parts.settings,
        )

    def close(self) -> None:
        """Stop the search threads."""
        self._searcher.close()

    def result(self, run: Run, query: JudgedQuery) -> QueryResult:
        """Run one query and measure its results."""
        response = self._search(run, query)
        ranking = self._places.documents(response.ranking)
        one = query.query_id
        measured = measure({one: query.relevance}, {one: ranking})[one]
        if self._has_spans:
            best = [self._places.of_chunk(ranked.chunk_id) for ranked in response.ranking[:TOP]]
            measured |= measure_spans(query.spans, best)
        return QueryResult(one, measured, ranking)

    def candidates(self, query: JudgedQuery) -> CandidateLists:
        """Return the results of each retriever with raw scores: the input of fusion."""
        response = self._search(_BOTH, query)
        return CandidateLists(
            query_id=query.query_id,
            text=query.text,
            lexical=self._listed(response.lexical),
            vector=self._listed(response.vector),
            terms=response.trace.terms,
        )

    def _search(self, run: Run, query: JudgedQuery) -> SearchResponse:
        """Run one query; its embedding is cached for all runs.

        Raise SearchFailedError if a retriever failed, so that its ranking is not measured as a bad
        one.
        """
        response = self._searcher.search(run.request(query.text))
        for retriever in response.trace.retrievers:
            if retriever.error:
                raise SearchFailedError(
                    Message(f"The search for '{query.text}' failed: {retriever.error}")
                )
        return response

    def _listed(self, candidates: Iterable[Candidate]) -> tuple[ListedCandidate, ...]:
        return tuple(
            ListedCandidate(
                self._places.of_chunk(as_id(candidate.chunk_number)).document,
                candidate.chunk_number,
                candidate.raw_score,
                candidate.rank,
            )
            for candidate in candidates
        )


def _run_result(run: Run, queries: Sequence[QueryResult]) -> RunResult:
    means = {
        name: sum(query.measures[name] for query in queries) / len(queries)
        for name in queries[0].measures
    }
    return RunResult(name=run.name, means=means, queries=tuple(queries))


@contextmanager
def _library_folder(judged: JudgedSet, keep: Path | None) -> Iterator[Path]:
    """Yield the folder of the set's library: a folder in `keep` or, without it, a temporary one.

    Sets with the same corpus share a library.
    """
    if keep is None:
        with tempfile.TemporaryDirectory(prefix="twofold-eval-") as scratch:
            yield Path(scratch)
        return
    corpus = judged.corpus.resolve()
    digest = blake2b(str(corpus).encode("utf-8", "surrogatepass"), digest_size=4)
    yield keep / f"{corpus.name}-{digest.hexdigest()}"
