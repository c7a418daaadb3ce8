"""The query language: words, "phrases", -exclude, OR, prefix*, fuzzy~ and field:value.

Any text is a query: nothing raises, what cannot be understood is searched as words, and what was
repaired is said. A query wrapped in single quotes is an expression, in which AND, OR, NOT and
brackets are operators and only passages with all of it match.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine.model.filters import FILTERS_BY_WORD, FilterValueError, SearchFilters
from engine.model.message import Message, joined, message
from engine.model.query_tokens import (
    Token,
    has_lone_quote,
    has_open_exclusion,
    is_expression,
    tokens,
    without_last_quote,
)
from engine.model.request import Clause, ClauseKind, ParsedQuery, SearchMode, SearchRequest

LONGEST_QUERY = 2000
MOST_CLAUSES = 64
_DEEPEST = 20
# Each beginning or similar word stands for many words of the library.
_MOST_OPEN_ENDED = 8

_Groups = list[list[Clause]]
"""Alternatives (OR) in lists that must all be met (AND)."""


def parse(text: str) -> ParsedQuery:
    """Return what `text` asks for. Never raises; long queries are cut and that is said."""
    notes: list[Message] = []
    text = _shortened(text.strip(), notes)
    explicit = is_expression(text)
    if explicit:
        text = text[1:-1]
    text = _with_quotes_in_pairs(text, notes, is_expression=explicit)
    reader = _Reader(list(tokens(text, is_expression=explicit)), explicit, notes)
    groups = reader.read()
    return _parsed(groups, reader, explicit)


def is_blank(request: SearchRequest, parsed: ParsedQuery) -> bool:
    """Whether there is nothing to look for; '!=' holds no word, but is a text to find literally."""
    if request.like:
        return False
    if request.mode in {SearchMode.SUBSTRING, SearchMode.AUTO}:
        return not literal_text(request, parsed)
    return all(clause.excluded for clause in parsed.clauses)


def literal_text(request: SearchRequest, parsed: ParsedQuery) -> str:
    """Return what is matched literally: the query as written, without the fields that filter."""
    return (request.query if parsed.filters.is_empty else parsed.free_text).strip()


def _parsed(groups: _Groups, reader: _Reader, is_expression: bool) -> ParsedQuery:  # noqa: FBT001
    groups, excluded = _without_repetitions(groups), list(dict.fromkeys(reader.excluded))
    if sum(len(group) for group in groups) + len(excluded) > MOST_CLAUSES:
        reader.notes.append(
            message("Only the first {most_clauses} words are searched.", most_clauses=MOST_CLAUSES)
        )
    clauses = [
        replace(clause, group=number) for number, group in enumerate(groups) for clause in group
    ]
    clauses += [
        replace(clause, group=number, excluded=True)
        for number, clause in enumerate(excluded, start=len(groups))
    ]
    kept = tuple(clauses[:MOST_CLAUSES])
    texts = [c.text for c in kept if not c.excluded and c.kind is not ClauseKind.TITLE]
    return ParsedQuery(
        clauses=kept,
        free_text=" ".join(dict.fromkeys(texts) if is_expression else texts),
        filters=reader.filters,
        understood_as=joined(*dict.fromkeys(reader.notes)),
        explicit=is_expression,
    )


def _without_repetitions(groups: _Groups) -> _Groups:
    """Return `groups` without what is said twice; a plain word said twice counts twice."""
    kept: _Groups = []
    known: set[tuple[Clause, ...]] = set()
    for group in groups:
        alternatives = tuple(dict.fromkeys(group))
        is_plain = len(alternatives) == 1 and alternatives[0].kind is ClauseKind.WORDS
        if is_plain or alternatives not in known:
            kept.append(list(alternatives))
        known.add(alternatives)
    return kept


def _shortened(text: str, notes: list[Message]) -> str:
    if len(text) <= LONGEST_QUERY:
        return text
    notes.append(
        message(
            "Only the first {longest_query} characters are searched.", longest_query=LONGEST_QUERY
        )
    )
    cut = text[:LONGEST_QUERY]
    return cut.rsplit(None, 1)[0] if cut.rsplit(None, 1) else ""


def _with_quotes_in_pairs(text: str, notes: list[Message], *, is_expression: bool) -> str:
    """Leave a lone quotation mark out, but let one that begins to exclude something do so.

    Whoever is still typing `-"fruit salad` would see passages with fruit first of all otherwise.
    """
    if not has_lone_quote(text):
        return text
    if has_open_exclusion(text, is_expression=is_expression):
        notes.append(message("An exclusion in quotation marks was closed at the end."))
        return f'{text}"'
    notes.append(message("A quotation mark without its partner was left out."))
    return without_last_quote(text)


@dataclass
class _Reader:
    """Reads tokens into groups; fields become filters and exclusions are kept apart."""

    tokens: list[Token]
    is_expression: bool
    notes: list[Message]
    filters: SearchFilters = field(default_factory=SearchFilters)
    excluded: list[Clause] = field(default_factory=list)
    next: int = 0
    open_ended: set[Clause] = field(default_factory=set)

    def read(self) -> _Groups:
        """Read everything."""
        return self._sequence(0)

    def _sequence(self, depth: int) -> _Groups:
        """Read terms up to a closing bracket; OR binds the terms beside it closer than AND."""
        groups: _Groups = []
        latest: _Groups = []
        while (token := self._peek()) is not None:
            if token.bracket == ")":
                if depth:
                    break
                self.next += 1
                self.notes.append(message("A closing bracket without its partner was left out."))
                continue
            if self._is_or(token):
                self.next += 1
                alternative = self._term(depth)
                latest = (
                    self._or(latest, alternative)
                    if latest and alternative
                    else (latest or alternative)
                )
                continue
            groups = groups + latest
            latest = self._term(depth)
        return groups + latest

    def _term(self, depth: int) -> _Groups:
        token = self._peek()
        if token is None or token.bracket == ")":
            return []
        self.next += 1
        if token.bracket == "(":
            return self._bracketed(depth)
        if self._is_not(token):
            return self._negated(depth)
        clause = None if self._is_and(token) else self._clause(token)
        if clause is not None and token.excluded:
            self.excluded.append(clause)
            return []
        return [] if clause is None else [[clause]]

    def _bracketed(self, depth: int) -> _Groups:
        if depth >= _DEEPEST:
            self.notes.append(message("Some brackets were left out: they are nested too deeply."))
            return []
        groups = self._sequence(depth + 1)
        if self._peek() is None:
            self.notes.append(
                message("An opening bracket without its partner was closed at the end.")
            )
        else:
            self.next += 1
        return groups

    def _negated(self, depth: int) -> _Groups:
        while (token := self._peek()) is not None and self._is_not(token):
            self.next += 1  # however often it is said
        groups = self._term(depth)
        if len(groups) > 1:
            self.notes.append(
                message("NOT before several words was left out: write it before each.")
            )
        else:
            self.excluded += [clause for group in groups for clause in group]
        return []

    def _clause(self, token: Token) -> Clause | None:
        if token.field == "title":
            return Clause(token.text, ClauseKind.TITLE) if token.text.strip() else None
        if token.field in FILTERS_BY_WORD:
            return self._filtered(token)
        written = f"{token.field}:{token.text}" if token.field else token.text
        if token.is_quoted and not token.field:
            phrase = " ".join(written.split())  # people read it in this form
            return Clause(phrase, ClauseKind.PHRASE) if phrase else None
        if not token.field and (token.prefix or token.fuzzy):
            return self._open_ended(token)
        return Clause(written) if any(letter.isalnum() for letter in written) else None

    def _open_ended(self, token: Token) -> Clause:
        kind = ClauseKind.PREFIX if token.prefix else ClauseKind.FUZZY
        clause = Clause(token.prefix or token.fuzzy, kind)
        if clause not in self.open_ended and len(self.open_ended) == _MOST_OPEN_ENDED:
            self.notes.append(
                message(
                    "Only the first {most_open_ended} words with * or ~ stand for other words.",
                    most_open_ended=_MOST_OPEN_ENDED,
                )
            )
            return Clause(clause.text)
        self.open_ended.add(clause)
        return clause

    def _filtered(self, token: Token) -> Clause | None:
        try:
            known = FILTERS_BY_WORD[token.field]
            self.filters = known.with_written(self.filters, token.text, excluded=token.excluded)
        except FilterValueError as error:
            self.notes.append(error.message)
            return Clause(f"{token.field}:{token.text}")
        return None

    def _or(self, first: _Groups, second: _Groups) -> _Groups:
        """Return `first OR second` as groups: each pair of groups merged."""
        if len(first) * len(second) > MOST_CLAUSES:
            self.notes.append(
                message("The expression is too large: some alternatives were left out.")
            )
            return first
        return [[*one, *other] for one in first for other in second]

    def _is_or(self, token: Token) -> bool:
        return token.is_bare and token.text in ("OR", "|", "||")

    def _is_and(self, token: Token) -> bool:
        is_between = self.next > 1 and self._peek() is not None
        return token.is_bare and token.text in ("AND", "&", "&&") and is_between

    def _is_not(self, token: Token) -> bool:
        return self.is_expression and token.is_bare and token.text == "NOT"

    def _peek(self) -> Token | None:
        return self.tokens[self.next] if self.next < len(self.tokens) else None
