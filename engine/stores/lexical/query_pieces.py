"""The pieces that a written word or phrase is searched by."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

from engine.model.request import Clause, ClauseKind, ParsedQuery
from engine.stores.lexical.analysis import (
    UNSPACED_RUN,
    encodable,
    is_kana_ending,
    normalise,
    stems_analyzer,
    words,
    written_parts,
)
from engine.stores.lexical.stop_words import is_stop_word

MOST_PIECES = 256  # of one word or phrase as it was written: 2,000 fractions are 4,000 numbers
# Letters read for each piece: normalisation makes up to 18 of one, and a query has 2,000.
_LETTERS = 16
_REMEMBERED = 256
# No identifier has more.
_MOST_PARTS = 16
_NAME_JOINT = re.compile(r"[._@:+#=\d]")


@dataclass(frozen=True, slots=True)
class Piece:
    """A word, or a run of characters of a script written without spaces.

    `joined` is True when it follows the previous piece with nothing but punctuation between, so
    that both are one name ('v1.2.3', 'anna@example.org'). `parts` are those of an identifier.
    """

    text: str
    is_run: bool
    joined: bool = False
    parts: tuple[str, ...] = ()


@lru_cache(_REMEMBERED)
def split_pieces(text: str, most: int = MOST_PIECES) -> tuple[Piece, ...]:
    """Return the first pieces of a clause's text, lower case and without accents."""
    plain = normalise(encodable(text))[: most * _LETTERS]
    pieces: list[Piece] = []
    end = 0
    for word in words(plain):
        is_run = UNSPACED_RUN.fullmatch(word.text) is not None
        if is_run and word.start == end and _continues(pieces, word.text):
            pieces[-1] = Piece(pieces[-1].text + word.text, True, pieces[-1].joined)
        else:
            joined = bool(pieces) and _is_joint(plain[end - 1 : word.start + 1])
            parts = written_parts(plain[word.start : word.end])
            pieces.append(Piece(word.text, is_run, joined, parts))
        end = word.end
    return tuple(pieces[:most])


def phrase_words(text: str) -> list[str]:
    """Return the first words of a phrase as they are indexed, one for each position."""
    plain = normalise(encodable(text))[: MOST_PIECES * _LETTERS]
    return [word.text for word in words(plain)[:MOST_PIECES]]


def searched_parts(piece: Piece, stemmers: tuple[str, ...]) -> tuple[str, ...]:
    """Return the parts of an identifier that a passage must hold where none holds it whole.

    Single letters are not indexed as parts, stop words say nothing beside two others, and one part
    alone is another word: then there are none.
    """
    if len(piece.parts) > _MOST_PARTS:
        return ()
    parts = tuple(dict.fromkeys(part for part in piece.parts if len(part) > 1))
    telling = tuple(part for part in parts if not is_stop_word(part, stemmers))
    return telling if len(telling) > 1 else parts if len(parts) > 1 else ()


def name_forms(words: list[str]) -> list[list[str]]:
    """Return a name's words and, of a version ('1.2.3', 'v1.2.3'), the other way to write it."""
    if len(words) > 1 and words[0].isdecimal():
        return [words, [f"v{words[0]}", *words[1:]]]
    if len(words) > 1 and words[0][:1] == "v" and words[0][1:].isdecimal():
        return [words, [words[0][1:], *words[1:]]]
    return [words]


def run_segments(run: str) -> list[str]:
    """Return the parts of a run that must be found: all but Hiragana, which is mostly grammar."""
    parts = ["".join(letters) for _, letters in groupby(run, key=is_kana_ending)]
    return [part for part in parts if not is_kana_ending(part)] or [run]


def word_groups(query: ParsedQuery) -> list[list[Clause]]:
    """Return the clauses that are looked for, alternatives together, in the order written."""
    groups: dict[int, list[Clause]] = {}
    for clause in query.clauses:
        if not clause.excluded:
            groups.setdefault(clause.group, []).append(clause)
    return list(groups.values())


def with_completion(query: ParsedQuery, stemmers: tuple[str, ...] = ()) -> ParsedQuery:
    """Return `query` with its last word also as the beginning of a longer one.

    A stop word, English or of `stemmers`, is left as it is: what begins with 'a' says nothing.
    """
    looked_for = [clause for clause in query.clauses if not clause.excluded]
    if not looked_for or not is_plain_word(looked_for[-1]):
        return query
    last = split_pieces(looked_for[-1].text)[-1:]
    if not last or is_stop_word(last[0].text, stemmers):
        return query
    begun = replace(looked_for[-1], kind=ClauseKind.PREFIX)
    return replace(query, clauses=(*query.clauses, begun))


def is_plain_word(clause: Clause) -> bool:
    """Whether a clause is words without any operator."""
    return clause.kind is ClauseKind.WORDS


def _continues(pieces: list[Piece], character: str) -> bool:
    last = pieces[-1].text[-1:] if pieces and pieces[-1].is_run else ""
    return bool(last) and UNSPACED_RUN.fullmatch(last + character) is not None


def _is_joint(around: str) -> bool:
    """Whether two words are one name, told by the end of one, what is between, and the next."""
    return len(around) > 2 and " " not in around and _NAME_JOINT.search(around) is not None


def stem_forms(word: str, stemmers: tuple[str, ...]) -> list[str]:
    """Return what `word` becomes under each of `stemmers`, without repetition."""
    forms: dict[str, None] = {}
    for stemmer in stemmers:
        forms |= dict.fromkeys(stems_analyzer(stemmer).analyze(word))
    return list(forms)


def fuzzy_distance(word: str) -> int:
    """Return how many letters of `word` may differ."""
    return 2 if len(word) >= 6 else 1
