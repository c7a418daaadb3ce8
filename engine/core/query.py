"""A query after parsing: what the person asked for, before any analysis of words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.core.request import SearchFilters


class ClauseKind(StrEnum):
    """How a clause is matched."""

    WORDS = "words"
    PHRASE = "phrase"
    PREFIX = "prefix"
    FUZZY = "fuzzy"
    TITLE = "title"


@dataclass(frozen=True, slots=True)
class Clause:
    """One searched word or phrase. Clauses with the same `group` are alternatives (OR)."""

    text: str
    kind: ClauseKind = ClauseKind.WORDS
    group: int = 0
    excluded: bool = False


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """What was understood.

    `free_text` is the query without operators, exclusions and fields: what the vector arm embeds.
    `filters` come from fields written in the query (tag:, lang:, path: ...).
    `understood_as` is a line for the person when something was repaired or left out, else ''.
    `explicit` is True for an expression in single quotes: only passages with all of it match.
    """

    clauses: tuple[Clause, ...]
    free_text: str
    filters: SearchFilters
    understood_as: str = ""
    explicit: bool = False
