"""How many of the wanted characters the best passages hold."""

import pytest

from engine.evaluation.judged_library import PassagePlace
from engine.evaluation.measures import measure_spans
from engine.model.hit import TextSpan


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


def test_the_same_characters_of_another_document_are_not_wanted():
    measured = measure_spans({"a": (TextSpan(0, 10),)}, [PassagePlace("b", 0, 10)])
    assert measured["span recall@5"] == 0.0
    assert measured["span IoU@5"] == 0.0


def test_nothing_found_is_nothing():
    measured = measure_spans({"a": (TextSpan(0, 10),)}, [])
    assert set(measured.values()) == {0.0}
