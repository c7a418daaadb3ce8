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


def test_noise_may_be_chance(scores):
    noise = np.random.default_rng(5).normal(0.0, 0.1, 60)
    found = compare_two(run("a", scores + noise - noise.mean() * 0.9), run("b", scores))
    assert found.low < 0 < found.high
    assert found.p > 0.05
    assert found.p_permutation == pytest.approx(found.p, abs=0.05)


def test_equal_runs_do_not_differ(scores):
    found = compare_two(run("a", scores), run("b", scores))
    assert (found.difference, found.low, found.high) == (0.0, 0.0, 0.0)
    assert (found.p, found.p_permutation) == (1.0, 1.0)


def test_one_query_proves_nothing():
    found = compare_two(run("a", [1.0]), run("b", [0.0]))
    assert (found.difference, found.p, found.p_permutation) == (1.0, 1.0, 1.0)


def test_the_same_runs_give_the_same_numbers(scores):
    other = np.random.default_rng(6).random(60)
    pair = run("a", scores), run("b", other)
    assert compare_two(*pair) == compare_two(*pair)


def test_fused_runs_meet_the_better_retriever_and_rank_fusion():
    runs = [
        run("lexical", [0.2, 0.4]),
        run("vector", [0.6, 0.5]),
        run("hybrid/rrf", [0.7, 0.6]),
        run("hybrid/blend", [0.8, 0.5]),
    ]
    assert [(test.run, test.against) for test in compare(runs)] == [
        ("hybrid/rrf", "vector"),
        ("hybrid/blend", "vector"),
        ("hybrid/blend", "hybrid/rrf"),
    ]


def test_without_retrievers_nothing_is_compared_with_them():
    assert compare([run("hybrid/rrf", [0.1, 0.2])]) == ()
