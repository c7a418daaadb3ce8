"""The token streams of a text, as the lexical index takes them: tokens with spaces between.

`engine.stores.lexical.analysis` says what they hold. Each text is cut once for both, and what a
word gives is cached: most words of a library occur again and again.
"""

from __future__ import annotations

from functools import lru_cache

from engine.core.document import Chunk, Streams
from engine.stores.lexical.analysis import (
    UNSPACED_RUN,
    character_groups,
    encodable,
    identifier_parts,
    normalise,
    piece_pattern,
    stemmer_for,
    stems_analyzer,
)

# No script written without spaces begins below Thai.
_FIRST_UNSPACED = "\u0e01"
_MOST_REMEMBERED = 60_000
_LONGEST_REMEMBERED_RUN = 6


def passage_streams(chunk: Chunk) -> Streams:
    """Return both streams of the text of a passage, whose language is known."""
    return text_streams(chunk.text, stemmer_for(chunk.lang, is_code=chunk.is_code))


def text_streams(text: str, stemmer: str) -> Streams:
    """Return both streams of a text."""
    return streams_of(normalise(encodable(text)), stemmer)


def streams_of(normalised: str, stemmer: str) -> Streams:
    """Return both streams of a normalised text."""
    known = _terms_by(stemmer)
    known.stay_bounded()
    pieces = piece_pattern(normalised).findall(normalised)
    if normalised.isascii():
        words = " ".join(pieces)
    else:
        words = " ".join(
            [piece if piece < _FIRST_UNSPACED else _written(piece) for piece in pieces]
        )
    # An underscore beside a word (_emphasis2_) belongs to the identifier, not to the word.
    if words.count("_") == normalised.count("_"):
        return Streams(words, " ".join(map(known.__getitem__, pieces)))
    return Streams(words, known.around_underscores(pieces, normalised))


class _Terms(dict[str, str]):
    """Pieces of texts and all terms of each, with spaces between, for one stemmer."""

    def __init__(self, stemmer: str) -> None:
        super().__init__()
        self._analyzer = stems_analyzer(stemmer)
        self._stems: dict[str, str] = {}

    def __missing__(self, piece: str) -> str:
        if _is_run(piece):
            terms = " ".join(character_groups(piece))
            if len(piece) > _LONGEST_REMEMBERED_RUN:
                return terms
        else:
            terms = " ".join(map(self._stem, (piece, *identifier_parts(piece))))
        self[piece] = terms
        return terms

    def around_underscores(self, pieces: list[str], normalised: str) -> str:
        """Return the terms of a whole text, its identifiers looked for in the text itself."""
        terms = [self[piece] if _is_run(piece) else self._stem(piece) for piece in pieces]
        terms += map(self._stem, identifier_parts(normalised))
        return " ".join(terms)

    def stay_bounded(self) -> None:
        """Begin anew when too much is remembered."""
        if len(self) > _MOST_REMEMBERED or len(self._stems) > _MOST_REMEMBERED:
            self.clear()
            self._stems.clear()

    def _stem(self, word: str) -> str:
        stem = self._stems.get(word)
        if stem is None:
            stem = self._stems[word] = " ".join(self._analyzer.analyze(word))
        return stem


@lru_cache(maxsize=32)
def _terms_by(stemmer: str) -> _Terms:
    return _Terms(stemmer)


def _is_run(piece: str) -> bool:
    """Say whether a piece is of a script without spaces; words never begin with one of these."""
    return piece >= _FIRST_UNSPACED and UNSPACED_RUN.match(piece) is not None


def _written(piece: str) -> str:
    return " ".join(piece) if _is_run(piece) else piece
