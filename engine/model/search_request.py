"""What a search is asked for: the request, its settings, and the parsed query."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.fusion import FusionSettings
from twofold.engine.model.message import EMPTY, Message

MODE_ALIASES = {"keyword": "lexical", "semantic": "vector"}


class SearchMode(StrEnum):
    """Which rankings answer. `keyword` and `semantic` are accepted as aliases by `parse`."""

    HYBRID = "hybrid"
    LEXICAL = "lexical"
    VECTOR = "vector"
    SUBSTRING = "substring"
    AUTO = "auto"

    @classmethod
    def parse(cls, text: str) -> SearchMode:
        """Return the mode called `text`; raise ValueError when there is none."""
        return cls(MODE_ALIASES.get(text, text))


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """One search. `prefix_last` lets the last word match as a prefix, for results while typing.

    `collapse_duplicates` shows passages of the same text as one hit, `group_by_document` the best
    passage of each document (`limit` counts documents then), `hide_weak` leaves weak hits out, and
    `rerank` has a reranker read the best candidates. `like` is the id of a passage to find
    similar ones of; only filters count in `query` then. `offset` leaves out as many hits at the
    beginning of the list, which goes on in an order that does not change.
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
        """True when there is anything to answer: a query, a passage, or filters alone."""
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
    """One searched word or phrase. Clauses with the same `group` are alternatives (OR).

    `distance` is how far apart the words of a phrase may be in addition, or how many words apart
    the two `operands` of NEAR are at most, in any order.
    """

    text: str
    kind: ClauseKind = ClauseKind.WORDS
    group: int = 0
    excluded: bool = False
    distance: int = 0
    operands: tuple[str, ...] = ()

    @property
    def written(self) -> str:
        """The clause as explanations name it."""
        if self.kind is ClauseKind.NEAR:
            return f" w/{self.distance} ".join(self.operands)
        return f"{self.text}~{self.distance}" if self.distance else self.text


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """What was understood.

    `free_text` is the query without operators, exclusions and fields: what the vector retriever
    embeds. `filters` come from fields written in the query (tag:, lang:, path: ...).
    `understood_as` is a line for the person when something was repaired or left out, else ''.
    `unsupported` says which operators and fields are unknown; it is part of `understood_as`.
    `explicit` is True for an expression in single quotes: only passages with all of it match.
    """

    clauses: tuple[Clause, ...]
    free_text: str
    filters: SearchFilters
    understood_as: Message = EMPTY
    explicit: bool = False
    unsupported: tuple[Message, ...] = ()
