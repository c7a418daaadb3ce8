"""What of a query is marked in a text."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine.core.query import Clause, ClauseKind, ParsedQuery
from engine.stores.lexical.analysis import character_groups
from engine.stores.lexical.query_pieces import (
    Piece,
    is_plain_word,
    name_forms,
    phrase_words,
    run_segments,
    searched_parts,
    split_pieces,
    stem_forms,
    word_groups,
)
from engine.stores.lexical.stop_words import is_stop_word

# Of 'v1.2.3' the parts are not marked by themselves, of 'anna@example.org' they are.
_LONG_PIECE = 3


@dataclass(slots=True)
class WantedWords:
    """A query taken apart. `groups` are neighbouring characters of scripts without spaces.

    `only_stop_words` is True when there is nothing else to mark.
    """

    stems: set[str] = field(default_factory=set)
    prefixes: list[str] = field(default_factory=list)
    similar: list[str] = field(default_factory=list)
    phrases: list[list[str]] = field(default_factory=list)
    groups: dict[str, None] = field(default_factory=dict)
    only_stop_words: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether nothing can be marked."""
        words = self.stems or self.prefixes or self.similar
        return not (words or self.phrases or self.groups)


def wanted_words(
    query: ParsedQuery, stemmers: tuple[str, ...], by_parts: frozenset[str] = frozenset()
) -> WantedWords:
    """Return what to mark: stop words only in phrases, or when there is nothing else.

    Of the identifiers `by_parts` the parts are marked.
    """
    said = (clause for group in word_groups(query) for clause in group)
    clauses = list(dict.fromkeys(replace(clause, group=0) for clause in said))
    wanted = _collected(clauses, stemmers, only_stop_words=False)
    if wanted.is_empty:
        wanted = _collected(clauses, stemmers, only_stop_words=True)
    for clause in clauses if by_parts else ():
        for piece in split_pieces(clause.text):
            if piece.text in by_parts:
                _add_parts(wanted, piece, stemmers)
    return wanted


def _add_parts(wanted: WantedWords, piece: Piece, stemmers: tuple[str, ...]) -> None:
    wanted.phrases.append(list(piece.parts))
    for part in searched_parts(piece, stemmers):
        wanted.stems |= {part, *stem_forms(part, stemmers)}


def _collected(
    clauses: list[Clause], stemmers: tuple[str, ...], *, only_stop_words: bool
) -> WantedWords:
    wanted = WantedWords(only_stop_words=only_stop_words)
    for clause in clauses:
        if clause.kind is ClauseKind.PHRASE:
            wanted.phrases.append(phrase_words(clause.text))
        elif clause.kind is not ClauseKind.TITLE:
            _add_words(wanted, clause, stemmers)
    wanted.phrases = [phrase for phrase in wanted.phrases if phrase]
    return wanted


def _add_words(wanted: WantedWords, clause: Clause, stemmers: tuple[str, ...]) -> None:
    pieces = split_pieces(clause.text)
    if any(piece.joined for piece in pieces):
        wanted.phrases += name_forms(phrase_words(clause.text))
        pieces = tuple(piece for piece in pieces if len(piece.text) >= _LONG_PIECE)
    skips_stop_words = is_plain_word(clause) and not wanted.only_stop_words
    for index, piece in enumerate(pieces):
        if piece.is_run:
            for segment in run_segments(piece.text):
                wanted.groups |= dict.fromkeys(character_groups(segment))
        elif clause.kind is ClauseKind.PREFIX and index == len(pieces) - 1:
            wanted.prefixes.append(piece.text)
        elif not (skips_stop_words and is_stop_word(piece.text, stemmers)):
            wanted.stems |= {piece.text, *stem_forms(piece.text, stemmers)}
            if clause.kind is ClauseKind.FUZZY:
                wanted.similar.append(piece.text)
