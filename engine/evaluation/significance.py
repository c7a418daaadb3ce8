"""Whether two runs differ by more than chance on the same queries.

Smucker, Allan and Carterette, "A Comparison of Statistical Significance Tests for Information
Retrieval Evaluation", CIKM 2007: the paired t-test and the permutation test agree in practice.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isclose

import numpy as np
from numpy.typing import NDArray

from engine.model.evaluation import RunComparison, RunResult

DECIDING = "nDCG@10"

_RESAMPLES = 9999
_AT_ONCE = 500
_RETRIEVERS = ("lexical", "vector")
_REFERENCE = "hybrid/rrf"


def compare(runs: Sequence[RunResult]) -> tuple[RunComparison, ...]:
    """Compare every fused run with the better retriever, and with plain rank fusion."""
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
    """Compare two runs on the same queries, which both hold in the same order."""
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
    """Return the 95 % confidence interval of the mean and the p value that it is 0.

    Where all differences are the same there is no spread to judge by: p is 1, or 0 if they are
    not nothing.
    """
    mean = float(differences.mean())
    if len(differences) < 2 or isclose(float(np.ptp(differences)), 0.0, abs_tol=1e-12):
        return mean, mean, 1.0 if len(differences) < 2 or abs(mean) < 1e-12 else 0.0
    from scipy import stats  # noqa: PLC0415 (a second that only an evaluation should pay)

    tested = stats.ttest_1samp(differences, 0.0)
    interval = tested.confidence_interval(0.95)
    return float(interval.low), float(interval.high), float(tested.pvalue)


def _permutation(differences: NDArray[np.float64]) -> float:
    """Return how often swapping the two runs at random gives a mean as far from 0."""
    if len(differences) < 2:
        return 1.0
    from scipy import stats  # noqa: PLC0415

    tested = stats.permutation_test(
        (differences,),
        lambda sample, axis: sample.mean(axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=_RESAMPLES,
        batch=_AT_ONCE,
        rng=np.random.default_rng(0),  # the same numbers every time
    )
    return float(tested.pvalue)
