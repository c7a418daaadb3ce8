"""Words a person may mean, as a request and its answer."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.hit import TermStatistics


@dataclass(frozen=True, slots=True)
class SuggestWords:
    """Ask for frequent words that complete the last word of `text`, `most` of them.

    With `spelling` better spellings of its words are looked for instead.
    """

    text: str
    most: int = 6
    spelling: bool = False


@dataclass(frozen=True, slots=True)
class Correction:
    """A word that hardly any passage holds, and one spelled alike that `passages` of them hold."""

    word: str
    instead: str
    passages: int


@dataclass(frozen=True, slots=True)
class WordsSuggested:
    """The answer to SuggestWords for `text`."""

    request_id: int
    text: str
    completions: tuple[TermStatistics, ...] = ()
    corrections: tuple[Correction, ...] = ()
