"""BM25: the two factors of a term's score, with the constants of Lucene and Tantivy.

Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009).
"""

from __future__ import annotations

import math

K1, B = 1.2, 0.75
# Lucene and Tantivy store the length of a field in one byte: exact up to 40, then with four
# significant bits.
_FIRST_COARSE_LENGTH = 24
_LENGTH_BITS = 4


def inverse_document_frequency(frequency: int, passages: int) -> float:
    """Return the rarity of a term in `frequency` of `passages` passages; never negative.

    A frequency may include deleted passages; above `passages`, it counts as `passages`.
    """
    total = max(passages, frequency)
    return math.log1p((total - frequency + 0.5) / (frequency + 0.5))


def term_frequency_weight(times: int, length: int, mean_length: float) -> float:
    """Return the weight, from 0 to `K1` + 1, of a term that occurs `times` times in a field.

    `length` is the number of terms in the field, `mean_length` the mean over all passages.
    """
    scale = K1 * (1 - B + B * _stored_length(length) / max(1.0, mean_length))
    return times * (K1 + 1) / (times + scale)


def _stored_length(length: int) -> int:
    coarse = length - _FIRST_COARSE_LENGTH
    shift = max(0, coarse.bit_length() - _LENGTH_BITS) if coarse > 0 else 0
    return length if not shift else _FIRST_COARSE_LENGTH + (coarse >> shift << shift)
