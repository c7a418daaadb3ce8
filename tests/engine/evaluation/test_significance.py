"""Runs are compared pair by pair on the same queries."""

import numpy as np
import pytest

from engine.evaluation.measures import compare, compare_two
from engine.model.evaluation import QueryResult, RunResult


def run(name, values):
    queries = tuple(
        QueryResult(f"q{number}", {"nDCG@10": float(value)}, ())
        for number, value in enumerate(values)
    )
    return RunResult(name, {"nDCG@10": float(np.mean(values))}, queries)


@pytest.fixture
def scores():
    return np.random.default_rng(3).random(60)


def test_a_steady_gain_is_no_chance(scores):
    gain = np.random.default_rng(4).normal(0.05, 0.02, 60)
    found = compare_two(run("hybrid/rrf", scores + gain), run("lexical", scores))
    assert found.difference == pytest.approx(gain.mean())
    assert 0 < found.low < found.difference < found.high
    assert found.p < 0.001
    assert found.p_permutation < 0.001


def test_equal_runs_do_not_differ_and_one_query_proves_nothing(scores):
    same = compare_two(run("a", scores), run("b", scores))
    assert (same.difference, same.low, same.high, same.p, same.p_permutation) == (0, 0, 0, 1, 1)
    one = compare_two(run("a", [1.0]), run("b", [0.0]))
    assert (one.difference, one.p, one.p_permutation) == (1.0, 1.0, 1.0)


def test_fused_runs_meet_the_better_retriever_and_rank_fusion():
    runs = [
        run("lexical", [0.2, 0.4]),
        run("vector", [0.6, 0.5]),
        run("hybrid/rrf", [0.7, 0.6]),
        run("hybrid/blend", [0.8, 0.5]),
    ]
    assert compare(runs[2:3]) == ()
    assert [(test.run, test.against) for test in compare(runs)] == [
        ("hybrid/rrf", "vector"),
        ("hybrid/blend", "vector"),
        ("hybrid/blend", "hybrid/rrf"),
    ]
