"""Measures match the textbook definitions, and runs are compared on the same queries."""

import sys
from math import log2

import numpy as np
import pytest

from twofold.engine.evaluation.judged_library import PassagePlace
from twofold.engine.evaluation.measures import (
    MEASURES,
    check_that_measuring_is_possible,
    compare,
    compare_two,
    measure,
    measure_spans,
)
from twofold.engine.model.errors import EngineError
from twofold.engine.model.evaluation import QueryResult, RunResult
from twofold.engine.model.hit import TextSpan


def test_measures_of_a_known_ranking():
    measured = measure({"q": {"a": 2, "b": 1}}, {"q": ("x", "a", "b")})["q"]
    ideal = 2 / log2(2) + 1 / log2(3)
    assert measured["nDCG@10"] == pytest.approx((2 / log2(3) + 1 / log2(4)) / ideal)
    assert measured["R@100"] == 1.0
    assert measured["RR@10"] == 0.5


def test_ranks_beyond_the_cutoff_do_not_count():
    before = tuple(f"x{n}" for n in range(10))
    many = tuple(f"x{n}" for n in range(100))
    measured = measure({"q": {"a": 1}, "r": {"a": 1}}, {"q": (*before, "a"), "r": (*many, "a")})
    assert measured["q"] == {"nDCG@10": 0.0, "R@100": 1.0, "RR@10": 0.0}
    assert measured["r"] == dict.fromkeys(MEASURES, 0.0)
    assert measure({"r": {"b": 1}}, {"r": ()})["r"] == dict.fromkeys(MEASURES, 0.0)


@pytest.mark.parametrize("library", ["ir_measures", "scipy.stats"])
def test_without_the_optional_libraries_the_error_says_how_to_install_them(library, monkeypatch):
    check_that_measuring_is_possible()
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(EngineError, match=f"twofold eval requires the library {library}") as raised:
        check_that_measuring_is_possible()
    assert 'pip install "twofold[eval]"' in raised.value.hint


def test_characters_are_counted_in_both_directions():
    wanted = {"a": (TextSpan(10, 20), TextSpan(30, 40))}
    passages = [PassagePlace("a", 15, 35), PassagePlace("b", 0, 20)]
    measured = measure_spans(wanted, passages)
    assert measured["span recall@5"] == pytest.approx(10 / 20)
    assert measured["span precision@5"] == pytest.approx(10 / 40)
    assert measured["span IoU@5"] == pytest.approx(10 / 50)
    assert measured["characters@5"] == 40


def test_duplicate_results_count_once():
    wanted = {"a": (TextSpan(0, 10), TextSpan(5, 15), TextSpan(0, 10))}
    passages = [PassagePlace("a", 0, 12), PassagePlace("a", 8, 20)]
    measured = measure_spans(wanted, passages)
    assert measured["span recall@5"] == 1.0
    assert measured["span precision@5"] == pytest.approx(15 / 20)
    assert measured["characters@5"] == 20
    assert set(measure_spans(wanted, []).values()) == {0.0}


def run(name, values):
    queries = tuple(
        QueryResult(f"q{number}", {"nDCG@10": float(value)}, ())
        for number, value in enumerate(values)
    )
    return RunResult(name, {"nDCG@10": float(np.mean(values))}, queries)


@pytest.fixture
def scores():
    return np.random.default_rng(3).random(60)


def test_consistent_gain_is_significant(scores):
    gain = np.random.default_rng(4).normal(0.05, 0.02, 60)
    found = compare_two(run("hybrid/rrf", scores + gain), run("lexical", scores))
    assert found.difference == pytest.approx(gain.mean())
    assert 0 < found.low < found.difference < found.high
    assert found.p < 0.001
    assert found.p_permutation < 0.001


def test_equal_runs_and_single_queries_are_not_significant(scores):
    same = compare_two(run("a", scores), run("b", scores))
    assert (same.difference, same.low, same.high, same.p, same.p_permutation) == (0, 0, 0, 1, 1)
    one = compare_two(run("a", [1.0]), run("b", [0.0]))
    assert (one.difference, one.p, one.p_permutation) == (1.0, 1.0, 1.0)


def test_fused_runs_are_compared_with_the_better_retriever_and_rrf():
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
