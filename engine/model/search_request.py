"""The request of a search, and the parsed query."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.fusion import FusionSettings
from twofold.engine.model.localized import EMPTY, Message

MODE_ALIASES = {"keyword": "lexical", "semantic": "vector"}


class SearchMode(StrEnum):
    """The rankings that answer a query. `parse` accepts the aliases `keyword` and `semantic`."""

    HYBRID = "hybrid"
    LEXICAL = "lexical"
    VECTOR = "vector"
    SUBSTRING = "substring"
    AUTO = "auto"

    @classmethod
    def parse(cls, text: str) -> SearchMode:
        """Return the mode named `text`. Raise ValueError if there is none."""
        return cls(MODE_ALIASES.get(text, text))


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A search. With `prefix_last`, the last word matches as a prefix, for results while typing.

    `collapse_duplicates` shows passages of the same text as one hit. `group_by_document` shows the
    best passage of each document (`limit` then counts documents). `hide_weak` leaves out weak hits.
    `rerank` lets a reranker reorder the best candidates. `like` is the id of a passage to find
    similar passages for; only the filters in `query` are used then. `offset` is the number of hits
    to skip; the order of the list is stable.
    """

    query: str
    mode: SearchMode = SearchMode.HYBRID
    limit: int = 20
    filters: SearchFilters = field(default_factory=SearchFilters)
    fusion: FusionSettings = field(default_factory=FusionSettings)
    snippet_chars: int = 300
    prefix_last: bool = False
    collapse_duplicates: bool = True
    group_by_document: bool = False
    hide_weak: bool = False
    rerank: bool = False
    like: str = ""
    offset: int = 0

    @property
    def asks(self) -> bool:
        """Whether there is anything to search for: a query, a passage, or filters."""
        return bool(self.query.strip() or self.like or not self.filters.is_empty)


class ClauseKind(StrEnum):
    """How a clause is matched."""

    WORDS = "words"
    PHRASE = "phrase"
    PREFIX = "prefix"
    FUZZY = "fuzzy"
    TITLE = "title"
    WILDCARD = "wildcard"
    NEAR = "near"


@dataclass(frozen=True, slots=True)
class Clause:
    """A searched word or phrase. Clauses with the same `group` are alternatives (OR).

    `distance` is the number of additional words allowed inside a phrase, or for NEAR the maximum
    distance in words between the two `operands`, in any order.
    """

    text: str
    kind: ClauseKind = ClauseKind.WORDS
    group: int = 0
    excluded: bool = False
    distance: int = 0
    operands: tuple[str, ...] = ()

    @property
    def written(self) -> str:
        """The clause in the form in which explanations show it."""
        if self.kind is ClauseKind.NEAR:
            return f" w/{self.distance} ".join(self.operands)
        return f"{self.text}~{self.distance}" if self.distance else self.text


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """The result of parsing a query.

    `free_text` is the text that the vector retriever embeds: the query without operators,
    exclusions and fields. `filters` come from fields in the query (tag:, lang:, path: ...).
    `understood_as` is a sentence for the user if something was repaired or ignored, else ''.
    `unsupported` are the unknown operators and fields; they are part of `understood_as`. `explicit`
    is True for an expression in single quotes: only passages that satisfy all of it match.
    """

    clauses: tuple[Clause, ...]
    free_text: str
    filters: SearchFilters
    understood_as: Message = EMPTY
    explicit: bool = False
    unsupported: tuple[Message, ...] = ()
