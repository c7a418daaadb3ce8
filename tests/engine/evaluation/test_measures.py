"""The measures are those of the textbooks."""

import sys
from math import log2

import pytest

from engine.evaluation.judged_library import PassagePlace
from engine.evaluation.measures import (
    MEASURES,
    check_that_measuring_is_possible,
    measure,
    measure_spans,
)
from engine.model.errors import EngineError
from engine.model.hit import TextSpan


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
    assert measure({"r": {"b": 1}}, {"r": ()})["r"] == dict.fromkeys(MEASURES, 0.0)


@pytest.mark.parametrize("library", ["ir_measures", "scipy.stats"])
def test_without_the_optional_libraries_the_error_says_how_to_install_them(library, monkeypatch):
    check_that_measuring_is_possible()
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(EngineError, match=f"twofold eval needs the library {library}") as raised:
        check_that_measuring_is_possible()
    assert "pip install 'twofold[eval]'" in raised.value.hint


def test_characters_are_counted_in_both_directions():
    wanted = {"a": (TextSpan(10, 20), TextSpan(30, 40))}
    passages = [PassagePlace("a", 15, 35), PassagePlace("b", 0, 20)]
    measured = measure_spans(wanted, passages)
    assert measured["span recall@5"] == pytest.approx(10 / 20)
    assert measured["span precision@5"] == pytest.approx(10 / 40)
    assert measured["span IoU@5"] == pytest.approx(10 / 50)
    assert measured["characters@5"] == 40


def test_what_is_wanted_or_returned_twice_counts_once():
    wanted = {"a": (TextSpan(0, 10), TextSpan(5, 15), TextSpan(0, 10))}
    passages = [PassagePlace("a", 0, 12), PassagePlace("a", 8, 20)]
    measured = measure_spans(wanted, passages)
    assert measured["span recall@5"] == 1.0
    assert measured["span precision@5"] == pytest.approx(15 / 20)
    assert measured["characters@5"] == 20
    assert set(measure_spans(wanted, []).values()) == {0.0}
