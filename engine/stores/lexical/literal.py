"""Find passages that may contain an exact text, by the words that it implies.

A trigram index of SQLite (FTS5) could replace this module, but it does not support texts of fewer
than three characters or full case folding ('Straße' as 'STRASSE'), and takes 108 to 159 MB for
36,000 passages in fifteen languages (a catalog of 42 MB).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise

import tantivy

from twofold.engine.stores.equivalences import is_mark
from twofold.engine.stores.lexical import storage as fields
from twofold.engine.stores.lexical.analysis import UNSPACED_RUN, fold, normalise
from twofold.engine.stores.lexical.term_queries import all_of, silent
from twofold.engine.stores.lexical.vocabulary import Vocabulary
from twofold.engine.stores.literal_text import folded_character, unfolded
from twofold.engine.stores.ports import LiteralHolders

# --- Terms implied by an exact match ---
#
# An exact search folds case as Unicode does (`str.casefold`). The index contains words in lower
# case and without accents, and pairs of adjacent characters of scripts without spaces. A word is
# required only if the indexed form of each folded letter is certain, whatever it was folded from
# and whatever is next to it. For everything else, the candidates are read.


# Of longer texts, only the beginning is used.
_MAX_READ = 1000
_MAX_PIECE_LENGTH = 30
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_KANA_OR_HANGUL = re.compile(r"[\u3041-\u3096\u30a1-\u30fa\u30fc\uac00-\ud7a3]")
# These have the same indexed form with any mark (except G with a caron, which is 'G').
_ALIKE_WITH_MARKS = frozenset("abcdefhijklmnopqrstuvwxyz0123456789")
# Some letters of higher planes combine with the previous one, and few are ever searched.
_LAST_OF_PLANE = "\uffff"
_NO_SEPARATORS = frozenset("_+#")

_Forms = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WordPiece:
    """Consecutive letters of one word, each with its possible indexed forms.

    `starts` and `ends` mean that the word starts and ends with them.
    """

    letters: tuple[_Forms, ...]
    starts: bool
    ends: bool

    @property
    def word(self) -> str:
        """The whole word in its indexed form; '' if it may be longer or indexed differently."""
        is_one = self.starts and self.ends and all(len(forms) == 1 for forms in self.letters)
        return "".join(forms[0] for forms in self.letters) if is_one else ""

    @property
    def pattern(self) -> str:
        """A regular expression for words that contain the piece."""
        written = "".join([f if not more else _either(f, *more) for f, *more in self.letters])
        return f"{'' if self.starts else '.*'}{written}{'' if self.ends else '.*'}"


@dataclass(frozen=True, slots=True)
class LiteralPieces:
    """The pieces of an exact text: word pieces, characters and pairs of characters.

    A passage with the text contains all of them.
    """

    words: tuple[WordPiece, ...]
    characters: tuple[str, ...]
    pairs: tuple[str, ...]


def literal_pieces(folded: str) -> LiteralPieces:
    """Split a case-folded text into pieces."""
    read = folded[:_MAX_READ]
    words = tuple(_word_pieces(read))
    runs = list(_unspaced_runs(read))
    pairs = dict.fromkeys(first + second for run in runs for first, second in pairwise(run))
    alone = dict.fromkeys(run for run in runs if len(run) == 1)
    return LiteralPieces(words, tuple(alone), tuple(pairs))


def _either(*forms: str) -> str:
    return f"({'|'.join(forms)})"


def _word_pieces(text: str) -> Iterator[WordPiece]:
    run: list[_Forms] = []
    starts = False
    for place, letter in enumerate(text):
        forms = _forms_at(text, place)
        if forms is None or len(run) == _MAX_PIECE_LENGTH:
            yield from _piece(run, starts=starts, ends=forms is None and _separates_words(letter))
            run, starts = [], False
        if forms is not None:
            if not run:
                starts = place > 0 and _separates_words(text[place - 1])
            run.append(forms)
    yield from _piece(run, starts=starts, ends=False)


def _piece(run: list[_Forms], *, starts: bool, ends: bool) -> Iterator[WordPiece]:
    """Yield the piece without underscores at its ends, because these are not part of a word."""
    first, last = 0, len(run)
    while first < last and run[first] == ("_",):
        first += 1
    while last > first and run[last - 1] == ("_",):
        last -= 1
    if first < last:
        letters = tuple(run[first:last])
        yield WordPiece(letters, starts and not first, ends and last == len(run))


def _forms_at(text: str, place: int) -> _Forms | None:
    """Return the possible indexed forms of the letter at `place`, None if not certain."""
    letter = text[place]
    following = text[place + 1 : place + 2]
    if following and _joins(following):
        return None
    if following or letter in _ALIKE_WITH_MARKS:
        return _forms(letter)
    return ("g", "G") if letter == "g" else None


@lru_cache(maxsize=4096)
def _forms(letter: str) -> _Forms | None:
    if letter == "_":
        return ("_",)
    plain, own = normalise(letter), _indexed(letter)
    if letter > _LAST_OF_PLANE or is_mark(letter) or _joins(letter) or UNSPACED_RUN.search(plain):
        return None
    if not (letter.isalnum() and plain.isalnum() and own.isalnum()):
        return None
    forms = {own: None}
    for source in unfolded(letter):
        indexed, several = _indexed(source), folded_character(source)
        if several == letter and indexed.isalnum():
            forms[indexed] = None
        elif indexed != "".join(_indexed(part) for part in several if not _joins(part)):
            return None
    return tuple(forms)


def _indexed(text: str) -> str:
    return "".join(fold([normalise(text)]))


def _unspaced_runs(text: str) -> Iterator[str]:
    """Yield runs of characters whose indexed form is certain, whatever follows the text."""
    run = ""
    for place, letter in enumerate(text):
        following = text[place + 1 : place + 2]
        alone = _KANA_OR_HANGUL.match(letter) and following and not _joins(following)
        if _HAN.match(letter) or alone:
            run += letter
        elif run:
            yield run
            run = ""
    if run:
        yield run


def _joins(letter: str) -> bool:
    """Return whether a character may combine with the one before it."""
    is_mark = unicodedata.category(letter).startswith("M")
    return is_mark or "\u1100" <= letter <= "\u11ff" or letter in "\uff9e\uff9f"


def _separates_words(letter: str) -> bool:
    return letter.isascii() and not letter.isalnum() and letter not in _NO_SEPARATORS


# More candidates are not read individually: such frequent text is found quickly by reading all.
_MAX_CANDIDATES = 10_000
_FEW = 1000
_MAX_QUERIES = 16
_MAX_INNER_PIECES = 2


class LiteralCandidates:
    """Finds passages that may contain a text, in one state of the index."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def holders(self, folded: str) -> LiteralHolders | None:
        """Return the passages that may contain a case-folded text; None if unknown or too many."""
        generation = self._vocabulary.generation
        query = None if generation is None else self._query(literal_pieces(folded))
        if query is None or generation is None:
            return None
        count = self._vocabulary.count(query)
        if count > _MAX_CANDIDATES:
            return None
        return LiteralHolders(tuple(self._numbers(query, count)), generation)

    def _query(self, pieces: LiteralPieces) -> tantivy.Query | None:
        """Return the query for passages that may contain the text.

        Finding inner parts of words is expensive, so they are used only if needed.
        """
        queries = list(islice(self._cheap(pieces), _MAX_QUERIES))
        if queries and self._vocabulary.count(_holding(queries)) <= _FEW:
            return _holding(queries)
        inner = _longest_first(piece for piece in pieces.words if not piece.starts)
        queries += [self._words(piece) for piece in inner[:_MAX_INNER_PIECES]]
        return _holding(queries) if queries else None

    def _cheap(self, pieces: LiteralPieces) -> Iterator[tantivy.Query]:
        for name, terms in ((fields.STEM, pieces.pairs), (fields.BODY, pieces.characters)):
            for term in terms:
                yield self._term(name, term)
        for piece in _longest_first(pieces.words):
            if piece.word:
                yield self._term(fields.BODY, piece.word)
            elif piece.starts:
                yield self._words(piece)

    def _term(self, name: str, term: str) -> tantivy.Query:
        schema = self._vocabulary.schema
        return tantivy.Query.term_query(schema, name, term, index_option="freq")

    def _words(self, piece: WordPiece) -> tantivy.Query:
        return tantivy.Query.regex_query(self._vocabulary.schema, fields.BODY, piece.pattern)

    def _numbers(self, query: tantivy.Query, count: int) -> Iterator[int]:
        if not count:
            return
        searcher = self._vocabulary.searcher
        hits = searcher.search(query, limit=count, count=False).hits
        for number in searcher.fast_field_values(fields.CHUNK, [address for _, address in hits]):
            yield int(number or 0)


def _holding(queries: list[tantivy.Query]) -> tantivy.Query:
    return all_of([silent(query) for query in queries])


def _longest_first(pieces: Iterable[WordPiece]) -> list[WordPiece]:
    """Return each piece once, longest first, because the longest are the rarest."""
    return sorted(dict.fromkeys(pieces), key=lambda piece: -len(piece.letters))
