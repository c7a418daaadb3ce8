"""The pieces that a written word or phrase is searched by."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby

from engine.core.query import Clause, ClauseKind, ParsedQuery
from engine.stores.analysis import (
    UNSPACED_RUN,
    encodable,
    is_kana_ending,
    normalise,
    stems_analyzer,
    words_analyzer,
)

_STRICT_JOINT = re.compile(r"[._@:+#=\d]")


@dataclass(frozen=True, slots=True)
class Piece:
    """A word, or a run of characters of a script written without spaces.

    `joined` is True when it follows the previous piece with nothing but punctuation between, so
    that both are one name ('v1.2.3', 'anna@example.org').
    """

    text: str
    is_run: bool
    joined: bool = False


def split_pieces(text: str) -> tuple[Piece, ...]:
    """Return the pieces of a clause's text, lower case and without accents."""
    plain = normalise(encodable(text))
    tokens = words_analyzer().pre_tokenize(plain).tokens
    pieces: list[Piece] = []
    end = -1
    for token in tokens:
        start = token.char_offset_from
        is_run = UNSPACED_RUN.fullmatch(token.text) is not None
        if is_run and pieces and pieces[-1].is_run and start == end:
            pieces[-1] = Piece(pieces[-1].text + token.text, True, pieces[-1].joined)
        else:
            joint = plain[end:start] if pieces else " "
            joined = bool(joint) and not joint.isspace() and " " not in joint
            pieces.append(Piece(token.text, is_run, joined and _is_strict(plain, end, start)))
        end = token.char_offset_to
    return tuple(pieces)


def phrase_words(text: str) -> list[str]:
    """Return the words of a phrase as they are indexed, one for each position."""
    return list(words_analyzer().analyze(normalise(encodable(text))))


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


def is_plain_word(clause: Clause) -> bool:
    """Whether a clause is words without any operator."""
    return clause.kind is ClauseKind.WORDS


def _is_strict(text: str, end: int, start: int) -> bool:
    around = text[max(0, end - 1) : start + 1]
    return _STRICT_JOINT.search(around) is not None


def stem_forms(word: str, stemmers: tuple[str, ...]) -> list[str]:
    """Return what `word` becomes under each of `stemmers`, without repetition."""
    forms: dict[str, None] = {}
    for stemmer in stemmers:
        forms |= dict.fromkeys(stems_analyzer(stemmer).analyze(word))
    return list(forms)


def fuzzy_distance(word: str) -> int:
    """Return how many letters of `word` may differ."""
    return 2 if len(word) >= 6 else 1
