"""The token streams of a text: terms separated by spaces, of words and of stems.

Each text is split once for both streams, and the terms of a word are cached, because most words
occur repeatedly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from twofold.engine.model.document import Chunk, TokenStreams
from twofold.engine.stores.equivalences import divided_words
from twofold.engine.stores.lexical.analysis import (
    UNSPACED_RUN,
    character_groups,
    encodable,
    identifier_parts,
    normalise,
    piece_pattern,
    stemmer_for,
    stems_analyzer,
)

# All scripts written without spaces start at Thai or above.
_FIRST_UNSPACED = "\u0e01"
_MAX_CACHED = 60_000
_MAX_CACHED_RUN = 6


def passage_streams(chunk: Chunk) -> TokenStreams:
    """Return both streams of the text of a passage, using its language."""
    return text_streams(chunk.text, stemmer_for(chunk.lang, is_code=chunk.is_code))


def text_streams(text: str, stemmer: str) -> TokenStreams:
    """Return both streams of a text."""
    return normalised_streams(normalise(encodable(text)), stemmer)


def normalised_streams(normalised: str, stemmer: str) -> TokenStreams:
    """Return both streams of a normalised text.

    A word hyphenated at the end of a line is indexed as a whole. After the end of the text, its
    parts are added with the adjacent words, so that both spellings are found, even in phrases.
    """
    divided = divided_words(normalised)
    if not divided:
        return _streams(normalised, stemmer)
    read = _streams(without_divisions(normalised, divided), stemmer)
    parted = [_streams(part, stemmer) for part in _around(normalised, divided)]
    words = " ".join([read.words, *(one.words for one in parted)])
    known = read.stems.split()
    stems = [stem for one in parted for stem in one.stems.split()]
    return TokenStreams(words, " ".join([read.stems, *_not_in(known, stems)]))


def _not_in(known: list[str], stems: list[str]) -> list[str]:
    seen = set(known)
    return [stem for stem in dict.fromkeys(stems) if stem not in seen]


def without_divisions(text: str, divided: Sequence[tuple[int, int]]) -> str:
    """Return `text` without the hyphens and line breaks that divide words."""
    ends = [0, *(end for _, end in divided)]
    starts = [*(start for start, _ in divided), len(text)]
    return "".join(text[first:last] for first, last in zip(ends, starts, strict=True))


_WORDS_BEFORE = re.compile(r"(?:\S+\s+){0,2}\S+\Z")
_WORDS_AFTER = re.compile(r"\S+(?:\s+\S+){0,2}")
_LETTERS_BESIDE = 80


def _around(text: str, divided: Sequence[tuple[int, int]]) -> Iterator[str]:
    """Yield the parts of each divided word with two words on either side."""
    for start, end in divided:
        before = _WORDS_BEFORE.search(text[max(0, start - _LETTERS_BESIDE) : start])
        after = _WORDS_AFTER.match(text[end : end + _LETTERS_BESIDE])
        yield f"{before[0] if before else ''} {after[0] if after else ''}"


def _streams(normalised: str, stemmer: str) -> TokenStreams:
    known = _terms_by(stemmer)
    known.limit_size()
    pieces = piece_pattern(normalised).findall(normalised)
    if normalised.isascii() or max(pieces, default="") < _FIRST_UNSPACED:
        words = " ".join(pieces)
    else:
        words = " ".join([_written(piece) for piece in pieces])
    # An underscore next to a word (_emphasis2_) belongs to an identifier, not to the word.
    if words.count("_") == normalised.count("_"):
        return TokenStreams(words, " ".join(map(known.__getitem__, pieces)))
    return TokenStreams(words, known.around_underscores(pieces, normalised))


class _Terms(dict[str, str]):
    """A cache of the terms of each piece of text, separated by spaces, for one stemmer."""

    def __init__(self, stemmer: str) -> None:
        super().__init__()
        self._analyzer = stems_analyzer(stemmer)
        self._stems: dict[str, str] = {}

    def __missing__(self, piece: str) -> str:
        if _is_run(piece):
            terms = " ".join(character_groups(piece))
            if len(piece) > _MAX_CACHED_RUN:
                return terms
        else:
            terms = self._stem(piece)
            # Ordinary words have no parts.
            if not (piece.isalpha() and (piece.islower() or piece.istitle() or piece.isupper())):
                terms = " ".join((terms, *map(self._stem, identifier_parts(piece))))
        self[piece] = terms
        return terms

    def around_underscores(self, pieces: list[str], normalised: str) -> str:
        """Return the terms of a whole text, finding identifiers in the text itself."""
        terms = [self[piece] if _is_run(piece) else self._stem(piece) for piece in pieces]
        terms += map(self._stem, identifier_parts(normalised))
        return " ".join(terms)

    def limit_size(self) -> None:
        """Clear the cache if it is too large."""
        if len(self) > _MAX_CACHED or len(self._stems) > _MAX_CACHED:
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
    """Return whether a piece is in a script without spaces. Other words never start like this."""
    return piece >= _FIRST_UNSPACED and UNSPACED_RUN.match(piece) is not None


def _written(piece: str) -> str:
    return " ".join(piece) if _is_run(piece) else piece
