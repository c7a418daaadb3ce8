"""The words that tell a text from the rest of the library: those it holds often and few others do.

As in Lucene's MoreLikeThis: tf-idf, without words that no other passage holds and stop words.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

from engine.stores.lexical import schema as fields
from engine.stores.lexical.analysis import character_groups
from engine.stores.lexical.query_pieces import split_pieces
from engine.stores.lexical.stop_words import is_stop_word
from engine.stores.lexical.vocabulary import Vocabulary

_LEAST_PASSAGES = 2
_SHORTEST_WORD = 2
_MOST_PIECES = 10_000


def telling_words(text: str, vocabulary: Vocabulary, count: int) -> tuple[str, ...]:
    """Return at most `count` words or character groups of `text`, the most telling first."""
    rated = []
    for (name, term), times in Counter(_terms(text, vocabulary.stemmers)).items():
        frequency = vocabulary.frequency(name, term)
        if frequency >= _LEAST_PASSAGES:
            weight = (1.0 + math.log(times)) * vocabulary.inverse_frequency(frequency)
            rated.append((-weight, term))
    return tuple(term for _, term in sorted(rated)[:count])


def _terms(text: str, stemmers: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield field and term of every word of a text."""
    for piece in split_pieces(text, _MOST_PIECES):
        if piece.is_run:
            yield from ((fields.STEM, group) for group in character_groups(piece.text))
        elif len(piece.text) >= _SHORTEST_WORD and not is_stop_word(piece.text, stemmers):
            yield fields.BODY, piece.text
