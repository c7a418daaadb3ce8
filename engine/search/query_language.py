"""The query language: words, "phrases", -exclude, OR, wild*cards, fuzzy~, w/5 and field:value.

docs/queries.md describes its grammar. Any text is a valid query: nothing raises, unknown syntax is
searched as words, and repairs are reported. A query in single quotes is an expression, in which
AND, OR, NOT and brackets are operators and only passages that satisfy all of it match.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from twofold.engine.model.filters import FILTERS_BY_WORD, FilterValueError, SearchFilters
from twofold.engine.model.localized import Message, joined, message
from twofold.engine.model.query_tokens import (
    Token,
    has_lone_quote,
    has_open_exclusion,
    is_expression,
    tokens,
    without_last_quote,
)
from twofold.engine.model.search_request import (
    Clause,
    ClauseKind,
    ParsedQuery,
    SearchMode,
    SearchRequest,
)
from twofold.engine.search.foreign_operators import unknown_field, unknown_operator

MAX_QUERY_LENGTH = 2000
MAX_CLAUSES = 64
_MAX_DEPTH = 20
# Each prefix or fuzzy word expands to many words of the library.
_MAX_OPEN_ENDED = 8

# A single star means 'everything', and quotation marks may come from a user who is still typing.
_SYMBOLS = re.compile(r"[^\w\s*?\"'()|&~-]")
_WILDCARDS = re.compile(r"[*?]+")
# After these words, NOT is an emphasis.
_BEFORE_EMPHASIS = frozenset((
    "do", "does", "did", "is", "are", "was", "were", "be", "must", "may", "might", "can", "could",
    "will", "would", "shall", "should", "has", "have", "had", "if", "but", "or", "why", "and",
))  # fmt: skip
_NEAR_KINDS = (ClauseKind.WORDS, ClauseKind.PHRASE, ClauseKind.PREFIX, ClauseKind.WILDCARD)

_Groups = list[list[Clause]]
"""Alternatives (OR) in lists that must all match (AND)."""


def parse(text: str) -> ParsedQuery:
    """Parse a query; never raise. A query that is too long is cut, and a note reports that."""
    notes: list[Message] = []
    text = _shortened(text.strip(), notes)
    explicit = is_expression(text)
    if explicit:
        text = text[1:-1]
    text = _with_quotes_in_pairs(text, notes, is_expression=explicit)
    parser = _Parser(list(tokens(text, is_expression=explicit)), explicit, notes)
    groups = parser.read()
    return _parsed(groups, parser, explicit)


def is_blank(request: SearchRequest, parsed: ParsedQuery) -> bool:
    """Return whether there is nothing to search for.

    '!=' contains no words, but is searched as exact text.
    """
    if request.like:
        return False
    if request.mode in {SearchMode.SUBSTRING, SearchMode.AUTO}:
        return not literal_text(request, parsed)
    return all(clause.excluded for clause in parsed.clauses) and not has_only_symbols(parsed)


def has_only_symbols(parsed: ParsedQuery) -> bool:
    """Return whether a query has only symbols: '№' and '🎉' are searched as exact text."""
    return not parsed.clauses and bool(parsed.free_text)


def literal_text(request: SearchRequest, parsed: ParsedQuery) -> str:
    """Return the text for an exact search: the query as written, without filters."""
    as_written = parsed.filters.is_empty and not has_only_symbols(parsed)
    return (request.query if as_written else parsed.free_text).strip()


def _parsed(groups: _Groups, parser: _Parser, is_expression: bool) -> ParsedQuery:  # noqa: FBT001
    groups, excluded = _without_repetitions(groups), list(dict.fromkeys(parser.excluded))
    if sum(len(group) for group in groups) + len(excluded) > MAX_CLAUSES:
        parser.notes.append(
            message("Only the first {most_clauses} words are searched.", most_clauses=MAX_CLAUSES)
        )
    clauses = [
        replace(clause, group=number) for number, group in enumerate(groups) for clause in group
    ]
    clauses += [
        replace(clause, group=number, excluded=True)
        for number, clause in enumerate(excluded, start=len(groups))
    ]
    kept = tuple(clauses[:MAX_CLAUSES])
    texts = [c.text for c in kept if not c.excluded and c.kind is not ClauseKind.TITLE]
    if not groups and not excluded:
        texts = parser.symbols
        if texts:
            parser.notes.append(
                message("The query has no letters or digits and is searched as exact text.")
            )
    return ParsedQuery(
        clauses=kept,
        free_text=" ".join(dict.fromkeys(texts) if is_expression else texts),
        filters=parser.filters,
        understood_as=joined(*dict.fromkeys((*parser.notes, *parser.unsupported))),
        explicit=is_expression,
        unsupported=tuple(dict.fromkeys(parser.unsupported)),
    )


def _without_repetitions(groups: _Groups) -> _Groups:
    """Return `groups` without repeated ones. Plain words may be repeated; they count twice."""
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
    if len(text) <= MAX_QUERY_LENGTH:
        return text
    notes.append(
        message(
            "Only the first {longest_query} characters are searched.",
            longest_query=MAX_QUERY_LENGTH,
        )
    )
    cut = text[:MAX_QUERY_LENGTH]
    return cut.rsplit(None, 1)[0] if cut.rsplit(None, 1) else ""


def _with_quotes_in_pairs(text: str, notes: list[Message], *, is_expression: bool) -> str:
    """Remove an unpaired quotation mark, or close it if it opens an exclusion.

    Otherwise, while the user types `-"fruit salad`, passages about fruit would be listed first.
    """
    if not has_lone_quote(text):
        return text
    if has_open_exclusion(text, is_expression=is_expression):
        notes.append(message("The closing quotation mark of an exclusion was added at the end."))
        return f'{text}"'
    notes.append(message("An unpaired quotation mark was ignored."))
    return without_last_quote(text)


@dataclass
class _Parser:
    """Parses tokens into groups. Fields become filters; exclusions are collected separately."""

    tokens: list[Token]
    is_expression: bool
    notes: list[Message]
    filters: SearchFilters = field(default_factory=SearchFilters)
    excluded: list[Clause] = field(default_factory=list)
    next: int = 0
    open_ended: set[Clause] = field(default_factory=set)
    unsupported: list[Message] = field(default_factory=list)
    symbols: list[str] = field(default_factory=list)

    def read(self) -> _Groups:
        """Parse all tokens."""
        self._report_brackets()
        return self._sequence(0)

    def _report_brackets(self) -> None:
        if self.is_expression or not any(self._is_or(token) for token in self.tokens):
            return
        if any(token.text.startswith("(") and len(token.text) > 1 for token in self.tokens):
            self.unsupported.append(
                message("Brackets group words only in expressions, which are in single quotes.")
            )

    def _sequence(self, depth: int) -> _Groups:
        """Parse terms up to a closing bracket. OR binds more tightly than AND."""
        groups: _Groups = []
        latest: _Groups = []
        while (token := self._peek()) is not None:
            if token.bracket == ")":
                if depth:
                    break
                self.next += 1
                self.notes.append(message("An unpaired closing bracket was ignored."))
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
        """Parse a term and its proximity operators; w/5 binds most tightly."""
        groups = self._operand(depth)
        operand = groups
        while (token := self._peek()) is not None and token.proximity:
            left = _alternatives(operand)
            following = self.tokens[self.next + 1 : self.next + 2]
            if not left or not following or following[0].bracket == ")":
                break  # the operator has no operand and is read as a word
            self.next += 1
            operand = self._operand(depth)
            right = _alternatives(operand)
            if not right:
                self._report(token)
                return groups + operand
            near = [
                _near((_as_operand(one), _as_operand(other)), token.proximity)
                for one in left
                for other in right
            ]
            groups = [*(groups if _is_near(groups) else []), near[:MAX_CLAUSES]]
        return groups

    def _report(self, token: Token) -> None:
        self.unsupported.append(
            message("{operator} needs a word or a phrase on both sides.", operator=token.text)
        )

    def _operand(self, depth: int) -> _Groups:
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
        if depth >= _MAX_DEPTH:
            self.notes.append(
                message("Some brackets were ignored because they are nested too deeply.")
            )
            return []
        groups = self._sequence(depth + 1)
        if self._peek() is None:
            self.notes.append(message("A missing closing bracket was added at the end."))
        else:
            self.next += 1
        return groups

    def _negated(self, depth: int) -> _Groups:
        while (token := self._peek()) is not None and self._is_not(token):
            self.next += 1  # repeated NOT counts once
        groups = self._term(depth)
        if len(groups) > 1:
            self.notes.append(
                message("NOT before several words was ignored. Write it before each word.")
            )
        else:
            self.excluded += [clause for group in groups for clause in group]
        return []

    def _clause(self, token: Token) -> Clause | None:
        if token.field == "title":
            return Clause(token.text, ClauseKind.TITLE) if token.text.strip() else None
        if token.field in FILTERS_BY_WORD:
            return self._filtered(token)
        return self._words(token)

    def _words(self, token: Token) -> Clause | None:
        if token.near:
            return _near(token.near, token.slop)
        written = f"{token.field}:{token.text}" if token.field else token.text
        if token.is_quoted and not token.field:
            return self._phrase(
                token, " ".join(written.split())
            )  # notes show the phrase in this form
        if not token.field and (token.prefix or token.fuzzy or token.wildcard):
            return self._open_ended(token)
        self._report_unknown(token)
        if any(letter.isalnum() for letter in written):
            return Clause(written)
        if _SYMBOLS.search(written):
            self.symbols.append(f"-{written}" if token.excluded else written)
        return None

    def _report_unknown(self, token: Token) -> None:
        if token.proximity:
            self._report(token)
            return
        before = self._neighbours(token)[0] if token.text == "NOT" else None
        if before is not None and before.text.lower() in _BEFORE_EMPHASIS:
            return
        note = unknown_field(token) if token.field else unknown_operator(token)
        if note is not None:
            self.unsupported.append(note)

    def _phrase(self, token: Token, phrase: str) -> Clause | None:
        if not any(map(str.isalnum, phrase)):
            if phrase:
                self.symbols.append(phrase)
            return None
        clause = Clause(phrase, ClauseKind.PHRASE, distance=token.slop)
        if "*" not in phrase or self._counts_as_open_ended(clause):
            return clause
        return replace(clause, text=" ".join(phrase.replace("*", " ").split()))

    def _open_ended(self, token: Token) -> Clause:
        kind = (
            ClauseKind.PREFIX if token.prefix
            else ClauseKind.FUZZY if token.fuzzy else ClauseKind.WILDCARD
        )  # fmt: skip
        clause = Clause(token.prefix or token.fuzzy or token.wildcard, kind)
        if self._counts_as_open_ended(clause):
            return clause
        return Clause(_WILDCARDS.sub(" ", clause.text))

    def _counts_as_open_ended(self, clause: Clause) -> bool:
        """Return whether a clause may be expanded to several words, within the limit per query."""
        if clause not in self.open_ended and len(self.open_ended) == _MAX_OPEN_ENDED:
            self.notes.append(
                message(
                    "Only the first {most_open_ended} words with *, ? or ~ are expanded.",
                    most_open_ended=_MAX_OPEN_ENDED,
                )
            )
            return False
        self.open_ended.add(clause)
        return True

    def _filtered(self, token: Token) -> Clause | None:
        try:
            known = FILTERS_BY_WORD[token.field]
            self.filters = known.with_written(self.filters, token.text, excluded=token.excluded)
        except FilterValueError as error:
            self.notes.append(error.message)
            return Clause(f"{token.field}:{token.text}")
        return None

    def _or(self, first: _Groups, second: _Groups) -> _Groups:
        """Return `first OR second` as groups: the product of both, merged in pairs."""
        if len(first) * len(second) > MAX_CLAUSES:
            self.notes.append(
                message("The query has too many OR combinations. Some of them were ignored.")
            )
            return first
        return [[*one, *other] for one in first for other in second]

    def _is_or(self, token: Token) -> bool:
        return token.is_bare and token.text in ("OR", "|", "||")

    def _is_and(self, token: Token) -> bool:
        is_between = self.next > 1 and self._peek() is not None
        return token.is_bare and token.text in ("AND", "&", "&&") and is_between

    def _is_not(self, token: Token) -> bool:
        """Return whether NOT is an operator; not in '404 NOT FOUND' or 'Do NOT panic'."""
        if not token.is_bare or token.text != "NOT":
            return False
        if self.is_expression:
            return True
        before, after = self._neighbours(token)
        if before is None or after is None or before.text.lower() in _BEFORE_EMPHASIS:
            return False
        return len(after.text) < 2 or not (after.text.isalpha() and after.text.isupper())

    def _neighbours(self, token: Token) -> tuple[Token | None, Token | None]:
        """Return the tokens before and after `token`."""
        at = next(at for at, one in enumerate(self.tokens) if one is token)
        before, after = self.tokens[max(0, at - 1) : at], self.tokens[at + 1 : at + 2]
        return (before[0] if before else None), (after[0] if after else None)

    def _peek(self) -> Token | None:
        return self.tokens[self.next] if self.next < len(self.tokens) else None


def _alternatives(groups: _Groups) -> list[Clause]:
    """Return the alternatives of an operand of w/5; none if it consists of several groups."""
    if _is_near(groups):
        return []
    if len(groups) != 1 or any(clause.kind not in _NEAR_KINDS for clause in groups[0]):
        return []
    return groups[0]


def _is_near(groups: _Groups) -> bool:
    return any(clause.kind is ClauseKind.NEAR for group in groups for clause in group)


def _near(operands: tuple[str, ...], distance: int) -> Clause:
    return Clause(" ".join(operands), ClauseKind.NEAR, distance=distance, operands=operands)


def _as_operand(clause: Clause) -> str:
    return f"{clause.text}*" if clause.kind is ClauseKind.PREFIX else clause.text
