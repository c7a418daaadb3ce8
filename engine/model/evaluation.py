"""Requests and results of an evaluation: relevance and speed of a search, and of models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from twofold.engine.model.fusion import FusionRule
from twofold.engine.model.hit import TermStatistics
from twofold.engine.model.search_request import SearchMode


@dataclass(frozen=True, slots=True)
class EvaluationRequest:
    """Run the judged queries of `folders` (BEIR layout) and measure the results.

    `corpus` is another folder from which the documents of every set are read. Without `modes` and
    `fusions`, all are run; `queries` is the maximum number of judged queries. The documents are
    written as files of `file_type` and indexed in a separate library, which is stored below `keep`
    if given and temporary otherwise. With `with_retrievers`, the two rankings before fusion are
    reported too. With `with_rerank`, each run is repeated with reranking.
    """

    folders: tuple[Path, ...]
    corpus: Path | None = None
    modes: tuple[SearchMode, ...] = ()
    fusions: tuple[FusionRule, ...] = ()
    queries: int | None = None
    file_type: str = "txt"
    keep: Path | None = None
    with_retrievers: bool = False
    with_rerank: bool = False


@dataclass(frozen=True, slots=True)
class EvaluationProgress:
    """Progress of the evaluation of one set; `step` is 'reading', 'embedding' or 'searching'."""

    set_name: str
    step: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class QueryResult:
    """The result of one run for one query: its measures, and the document ids, best first."""

    query_id: str
    measures: Mapping[str, float]
    documents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RunResult:
    """The result of one configuration: `means` maps measures to means over the queries."""

    name: str
    means: Mapping[str, float]
    queries: tuple[QueryResult, ...]


@dataclass(frozen=True, slots=True)
class RunComparison:
    """A paired comparison of two runs on the same queries.

    `difference` is the mean of `run` minus that of `against`, and [low, high] is its 95 %
    confidence interval (paired t). `p` is the p value of the paired t-test, `p_permutation` that of
    the paired permutation test; both are two-sided.
    """

    run: str
    against: str
    measure: str
    difference: float
    low: float
    high: float
    p: float
    p_permutation: float


@dataclass(frozen=True, slots=True)
class ListedCandidate:
    """A passage in one ranking: the raw BM25 score or cosine, and the 1-based rank."""

    document: str
    chunk_number: int
    raw_score: float
    rank: int


@dataclass(frozen=True, slots=True)
class CandidateLists:
    """The input of fusion for one query; `terms` are the search words with their frequencies."""

    query_id: str
    text: str
    lexical: tuple[ListedCandidate, ...]
    vector: tuple[ListedCandidate, ...]
    terms: tuple[TermStatistics, ...]


@dataclass(frozen=True, slots=True)
class SetReport:
    """The evaluation of one judged set.

    `documents_left_out` could not be indexed; they count as not found.
    """

    name: str
    model: str
    documents: int
    documents_left_out: int
    passages: int
    runs: tuple[RunResult, ...]
    comparisons: tuple[RunComparison, ...]
    retrievers: tuple[CandidateLists, ...] = ()


# --- How fast a library answers ---


@dataclass(frozen=True, slots=True)
class Percentiles:
    """Percentiles of durations, in milliseconds: half of them are at most `p50`, and so on."""

    p50: float
    p95: float
    p99: float

    @classmethod
    def of(cls, times: Sequence[float]) -> Percentiles:
        """Return the percentiles of durations (at least one)."""
        ordered = sorted(times)
        return cls(*(ordered[int((len(ordered) - 1) * share)] for share in (0.5, 0.95, 0.99)))


@dataclass(frozen=True, slots=True)
class ModeSpeed:
    """Durations of searches in one mode, in total and by stage.

    `limit` is the time that the model and the slower retriever take when they are run separately,
    measured with other queries of the same run.
    """

    mode: SearchMode
    total: Percentiles
    stages: Mapping[str, Percentiles]
    limit: Percentiles


@dataclass(frozen=True, slots=True)
class MemoryInUse:
    """Memory of a process in bytes; `total` is `private` plus its part of shared memory."""

    private: int
    total: int


@dataclass(frozen=True, slots=True)
class SpeedReport:
    """How fast a library opens and answers, its memory use, and its size on disk.

    `idle_memory` is measured after opening the library, before the first search, `memory` after the
    last one.
    """

    passages: int
    vectors: int
    bytes_per_passage: Mapping[str, float]
    opening_ms: Mapping[str, float]
    idle_memory: MemoryInUse
    memory: MemoryInUse
    parts: Mapping[str, Percentiles]
    modes: tuple[ModeSpeed, ...]


# --- Which model finds more in this library ---


class ModelVerdict(StrEnum):
    """Whether a model finds passages more often than the one in use.

    With `SIMILAR`, the difference may be chance; with `ALONE`, no model is in use.
    """

    BETTER = "better"
    WORSE = "worse"
    SIMILAR = "similar"
    ALONE = "alone"


@dataclass(frozen=True, slots=True)
class ModelMeasures:
    """The results and the cost of a model.

    `found_first` and `found_in_ten` are the shares of queries whose passage was the first, or among
    the first ten. `score` is the mean reciprocal rank of the first ten. `passages_per_second` were
    embedded or, by a reranking model, read. `query_ms` is the time of a query; for a reranking
    model that of reranking ten passages. `library_seconds` and `library_bytes` are the time to
    embed the library and the size of its vectors.
    """

    name: str
    title: str
    file_bytes: int
    found_first: float
    found_in_ten: float
    score: float
    passages_per_second: float
    query_ms: float
    memory_bytes: int = 0
    dimension: int = 0
    library_seconds: float = 0.0
    library_bytes: int = 0


@dataclass(frozen=True, slots=True)
class ModelComparison:
    """A model compared with the one in use on `queries` sentences of `passages` passages.

    `better` and `worse` are the numbers of queries whose passage is nearer to the top, or further
    away from it, with the tried model. `p` is the probability of such a difference by chance.
    """

    passages: int
    queries: int
    library_passages: int
    tried: ModelMeasures
    used: ModelMeasures | None
    better: int
    worse: int
    p: float
    verdict: ModelVerdict
