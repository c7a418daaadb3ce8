"""The measures are those of the textbooks."""

import sys
from math import log2

import pytest

from engine.evaluation.measures import MEASURES, check_that_measuring_is_possible, measure
from engine.model.errors import EngineError


def test_measures_of_a_known_ranking():
    measured = measure({"q": {"a": 2, "b": 1}}, {"q": ("x", "a", "b")})["q"]
    ideal = 2 / log2(2) + 1 / log2(3)
    assert measured["nDCG@10"] == pytest.approx((2 / log2(3) + 1 / log2(4)) / ideal)
    assert measured["R@100"] == 1.0
    assert measured["RR@10"] == 0.5


def test_what_comes_after_the_tenth_or_hundredth_place_counts_for_nothing():
    before = tuple(f"x{n}" for n in range(10))
    many = tuple(f"x{n}" for n in range(100))
    measured = measure({"q": {"a": 1}, "r": {"a": 1}}, {"q": (*before, "a"), "r": (*many, "a")})
    assert measured["q"] == {"nDCG@10": 0.0, "R@100": 1.0, "RR@10": 0.0}
    assert measured["r"] == dict.fromkeys(MEASURES, 0.0)


def test_a_query_that_found_nothing_counts_as_nothing():
    measured = measure({"q": {"a": 1}, "r": {"b": 1}}, {"q": ("a",), "r": ()})
    assert measured["r"] == dict.fromkeys(MEASURES, 0.0)
    assert measured["q"]["nDCG@10"] == 1.0


def test_the_order_given_decides_in_long_rankings_too():
    ranking = tuple(f"d{n}" for n in range(100))
    for place in (0, 1, 9):
        measured = measure({"q": {f"d{place}": 1}}, {"q": ranking})["q"]
        assert measured["RR@10"] == pytest.approx(1 / (place + 1))


@pytest.mark.parametrize("library", ["ir_measures", "scipy.stats"])
def test_without_the_optional_libraries_the_error_says_how_to_install_them(library, monkeypatch):
    check_that_measuring_is_possible()
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(EngineError, match=f"twofold eval needs the library {library}") as raised:
        check_that_measuring_is_possible()
    assert "pip install 'twofold[eval]'" in raised.value.hint
