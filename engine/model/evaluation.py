"""How well a search finds what people judged relevant, and how fast: questions and answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from twofold.engine.model.fusion import FusionRule
from twofold.engine.model.hit import TermStatistics
from twofold.engine.model.search_request import SearchMode


@dataclass(frozen=True, slots=True)
class EvaluationRequest:
    """Run the judged queries of `folders` (BEIR layout) and measure the answers.

    `corpus` takes the documents of every set from another folder. Without `modes` and `fusions`
    all are run; `queries` stops after the first so many judged ones. The documents are written as
    files of `file_type` and indexed in a library of their own, which is kept below `keep` when
    given and temporary otherwise. `with_retrievers` reports the two rankings before fusion too,
    and `with_rerank` runs each way of searching once more with reranking.
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
    """How far the evaluation of one set is; `step` is 'reading', 'embedding' or 'searching'."""

    set_name: str
    step: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class QueryResult:
    """What one run found for one query: its measures, and the best document ids, best first."""

    query_id: str
    measures: Mapping[str, float]
    documents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RunResult:
    """One way of searching: `means` maps each measure to its mean over the queries."""

    name: str
    means: Mapping[str, float]
    queries: tuple[QueryResult, ...]


@dataclass(frozen=True, slots=True)
class RunComparison:
    """A paired comparison of two runs on the same queries.

    `difference` is the mean of `run` minus `against`, [low, high] its 95 % confidence interval
    (paired t), `p` of the paired t-test and `p_permutation` of the paired permutation test, both
    two-sided.
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
    """A passage in one ranking: BM25 or cosine as it was computed, and the 1-based rank."""

    document: str
    chunk_number: int
    raw_score: float
    rank: int


@dataclass(frozen=True, slots=True)
class CandidateLists:
    """What fusion gets for one query; `terms` are the searched words with their frequencies."""

    query_id: str
    text: str
    lexical: tuple[ListedCandidate, ...]
    vector: tuple[ListedCandidate, ...]
    terms: tuple[TermStatistics, ...]


@dataclass(frozen=True, slots=True)
class SetReport:
    """The evaluation of one judged set.

    `documents_left_out` could not be indexed; they count as never found.
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
    """Of several times, in milliseconds: half of them are at most `p50`, and so on."""

    p50: float
    p95: float
    p99: float

    @classmethod
    def of(cls, times: Sequence[float]) -> Percentiles:
        """Return those of some times, at least one."""
        ordered = sorted(times)
        return cls(*(ordered[int((len(ordered) - 1) * share)] for share in (0.5, 0.95, 0.99)))


@dataclass(frozen=True, slots=True)
class ModeSpeed:
    """What searches of one mode took, as a whole and stage by stage.

    `limit` is what the model and the slower retriever take alone for other queries of the same run.
    """

    mode: SearchMode
    total: Percentiles
    stages: Mapping[str, Percentiles]
    limit: Percentiles


@dataclass(frozen=True, slots=True)
class MemoryInUse:
    """Bytes of a process: `private` to it, and `total` with its part of what it shares."""

    private: int
    total: int


@dataclass(frozen=True, slots=True)
class SpeedReport:
    """How fast one library opens and answers, what memory it takes, and how large it is on disk.

    `idle_memory` is that of the opened library before the first search, `memory` after the last.
    """

    passages: int
    vectors: int
    bytes_per_passage: Mapping[str, float]
    opening_ms: Mapping[str, float]
    idle_memory: MemoryInUse
    memory: MemoryInUse
    parts: Mapping[str, Percentiles]
    modes: tuple[ModeSpeed, ...]
