"""Measuring the quality of rankings and the significance of differences between runs.

Document rankings are measured with ir_measures (MacAvaney et al., ECIR 2022). Passages are measured
as by Smith and Troynikov, "Evaluating Chunking Strategies for Retrieval", Chroma technical report,
2024, but in characters: how much of the answering spans is in the best passages. Runs are compared
as by Smucker, Allan and Carterette, "A Comparison of Statistical Significance Tests for Information
Retrieval Evaluation", CIKM 2007: the paired t-test and the permutation test agree in practice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isclose

import numpy as np
from numpy.typing import NDArray

from twofold.engine.evaluation.judged_library import PassagePlace
from twofold.engine.model.errors import EngineError
from twofold.engine.model.evaluation import RunComparison, RunResult
from twofold.engine.model.hit import TextSpan
from twofold.engine.model.installed import how_to_add
from twofold.engine.model.localized import Message

MEASURES = ("nDCG@10", "R@100", "RR@10")
TOP = 5  # number of passages for the span measures

PerQuery = dict[str, dict[str, float]]
_Spans = Sequence[tuple[int, int]]


def check_that_measuring_is_possible() -> None:
    """Raise EngineError if the libraries are missing, before the evaluation starts."""
    try:
        import ir_measures  # noqa: F401, PLC0415
        import scipy.stats  # noqa: F401, PLC0415
    except ImportError as error:
        raise EngineError(
            Message(f"twofold eval requires the library {error.name}, which is not installed."),
            how_to_add("eval"),
        ) from error


def measure(
    relevance: Mapping[str, Mapping[str, int]], rankings: Mapping[str, Sequence[str]]
) -> PerQuery:
    """Return MEASURES of each query in `relevance`; all are 0 for a query without a ranking.

    `relevance` maps query ids to the gains of documents, and `rankings` maps them to documents,
    best first.
    """
    import ir_measures  # noqa: PLC0415 (takes 0.5 s, only needed for evaluations)

    wanted = [ir_measures.parse_measure(name) for name in MEASURES]
    gains = {query: dict(documents) for query, documents in relevance.items()}
    scores = {
        query: {document: -float(rank) for rank, document in enumerate(documents)}
        for query, documents in rankings.items()
    }
    measured: PerQuery = {query: dict.fromkeys(MEASURES, 0.0) for query in relevance}
    for metric in ir_measures.iter_calc(wanted, gains, scores):
        measured[metric.query_id][str(metric.measure)] = float(metric.value)
    return measured


def measure_spans(
    wanted: Mapping[str, Sequence[TextSpan]], passages: Sequence[PassagePlace]
) -> dict[str, float]:
    """Return the measures of one query; `passages` are its best passages.

    `wanted` maps each document to the spans that answer the query. Overlapping characters count
    once; 'characters@5' is the number of characters to read.
    """
    returned = _spans_by_document(passages)
    shared = n_wanted = n_found = 0
    for document in wanted.keys() | returned.keys():
        answers = _merged((span.start, span.end) for span in wanted.get(document, ()))
        found = _merged(returned.get(document, ()))
        n_wanted += _length(answers)
        n_found += _length(found)
        shared += _overlap(answers, found)
    return {
        "span recall@5": shared / n_wanted if n_wanted else 0.0,
        "span precision@5": shared / n_found if n_found else 0.0,
        "span IoU@5": shared / (n_wanted + n_found - shared) if n_wanted + n_found else 0.0,
        "characters@5": float(n_found),
    }


def _spans_by_document(passages: Sequence[PassagePlace]) -> dict[str, list[tuple[int, int]]]:
    returned: dict[str, list[tuple[int, int]]] = {}
    for place in passages:
        returned.setdefault(place.document, []).append((place.start, place.end))
    return returned


def _merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Merge spans that overlap or touch; the result is in ascending order."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _length(spans: _Spans) -> int:
    return sum(end - start for start, end in spans)


def _overlap(found: _Spans, answers: _Spans) -> int:
    return sum(
        max(0, min(end, other_end) - max(start, other_start))
        for start, end in found
        for other_start, other_end in answers
    )


DECIDING = "nDCG@10"

_RESAMPLES = 9999
_BATCH_SIZE = 500
_RETRIEVERS = ("lexical", "vector")
_REFERENCE = "hybrid/rrf"


def compare(runs: Sequence[RunResult]) -> tuple[RunComparison, ...]:
    """Compare every fused run with the better retriever and with plain rank fusion."""
    retrievers = [run for run in runs if run.name in _RETRIEVERS]
    better = max(retrievers, key=lambda run: run.means[DECIDING], default=None)
    reference = next((run for run in runs if run.name == _REFERENCE), None)
    return tuple(
        compare_two(run, against)
        for run in runs
        if run.name.startswith("hybrid/")
        for against in (better, reference)
        if against is not None and against is not run
    )


def compare_two(run: RunResult, against: RunResult) -> RunComparison:
    """Compare two runs with the same queries in the same order."""
    differences = _values(run) - _values(against)
    low, high, p_of_t = _paired_t(differences)
    return RunComparison(
        run=run.name,
        against=against.name,
        measure=DECIDING,
        difference=float(differences.mean()),
        low=low,
        high=high,
        p=p_of_t,
        p_permutation=_permutation(differences),
    )


def _values(run: RunResult) -> NDArray[np.float64]:
    return np.array([query.measures[DECIDING] for query in run.queries])


def _paired_t(differences: NDArray[np.float64]) -> tuple[float, float, float]:
    """Return the 95 % confidence interval of the mean, and the p value of a mean of 0.

    If all differences are equal, there is no spread: p is then 1 if they are 0, and 0 otherwise.
    """
    mean = float(differences.mean())
    if len(differences) < 2 or isclose(float(np.ptp(differences)), 0.0, abs_tol=1e-12):
        return mean, mean, 1.0 if len(differences) < 2 or abs(mean) < 1e-12 else 0.0
    from scipy import stats  # noqa: PLC0415 (takes a second, only needed for evaluations)

    tested = stats.ttest_1samp(differences, 0.0)
    interval = tested.confidence_interval(0.95)
    return float(interval.low), float(interval.high), float(tested.pvalue)


def _permutation(differences: NDArray[np.float64]) -> float:
    """Return how often randomly swapping the runs gives a mean at least as far from 0."""
    if len(differences) < 2:
        return 1.0
    from scipy import stats  # noqa: PLC0415

    tested = stats.permutation_test(
        (differences,),
        lambda sample, axis: sample.mean(axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=_RESAMPLES,
        batch=_BATCH_SIZE,
        rng=np.random.default_rng(0),  # always the same numbers
    )
    return float(tested.pvalue)
