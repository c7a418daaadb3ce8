"""The two factors of BM25."""

from __future__ import annotations

import pytest

from twofold.engine.ranking.bm25 import K1, inverse_document_frequency, term_frequency_weight


def test_rare_terms_count_more_and_no_weight_is_negative() -> None:
    rarities = [inverse_document_frequency(frequency, 1000) for frequency in (1, 10, 1000, 1200)]
    assert rarities == sorted(rarities, reverse=True)
    assert rarities[-1] > 0.0


def test_term_in_a_field_of_mean_length_has_the_textbook_weight() -> None:
    assert term_frequency_weight(1, 30, 30.0) == pytest.approx(1.0)
    assert term_frequency_weight(3, 30, 30.0) == pytest.approx(3 * (K1 + 1) / (3 + K1))


def test_long_fields_weigh_less_in_the_steps_of_the_index() -> None:
    weights = [term_frequency_weight(1, length, 30.0) for length in (60, 63, 64, 68)]
    assert weights[0] == weights[1]
    assert weights[1] > weights[2] > weights[3]
