"""Looking up words of a library: those that begin alike, and those that are spelled alike.

Words are folded here, as the index keeps them: lower case, without accents.
"""

from __future__ import annotations

from engine.core.hit import TermStatistics
from engine.stores.lexical import schema as fields
from engine.stores.lexical.errors import translated
from engine.stores.lexical.vocabulary import Vocabulary


class IndexedWords:
    """The words of passages in one state of the index, with how many passages hold each."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def beginning(self, folded: str, most: int) -> tuple[TermStatistics, ...]:
        """Return the `most` frequent words that begin with a word, which may be one of them."""
        with translated(*_SENTENCE):
            found = self._vocabulary.expansions(fields.BODY, folded, most)
        return tuple(TermStatistics(term, passages) for term, passages in found)

    def similar(self, folded: str) -> TermStatistics | None:
        """Return the nearest, then most frequent word that begins with the same letter.

        Short words have none: with one letter changed they are too often another word.
        """
        edits = 0 if len(folded) < _SHORTEST else 1 if len(folded) < _LONG else 2
        with translated(*_SENTENCE):
            found = self._vocabulary.similar(fields.BODY, folded, edits) if edits else []
        return TermStatistics(*found[0]) if found else None


_SHORTEST, _LONG = 5, 9
_SENTENCE = ("The keyword index cannot answer.", "It can be rebuilt.")
