"""The tokens of a query, and the complete filters among them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from dataclasses import field as field_of

from twofold.engine.model.filters import FILTERS_BY_WORD, Filter

# A quoted phrase after a minus may lack its closing quotation mark, because the user is still
# typing it. A minus excludes, but '--all' and '-o' are command options: excluding a single letter
# is not supported.
_TYPOGRAPHIC_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»＂", '"'))
_NEAR = r"""(?P<near>NEAR\([^()]*\))|(?P<around>AROUND\(\d{1,3}\))|"""
_QUOTED = r'"(?P<quoted>[^"]*)(?:"(?:~(?P<slop>\d{1,3})(?!\w))?|(?(minus)\Z|(?!)))'
_TOKEN = re.compile(
    rf"""{_NEAR}(?P<minus>-(?=[^\s-])(?![A-Za-z](?:\s|\Z)))?
        (?:(?P<field>[A-Za-z]+):(?=\S))?
        (?:{_QUOTED}|(?P<word>\S+))""",
    re.VERBOSE,
)
_EXPRESSION_TOKEN = re.compile(
    rf"""{_NEAR}(?P<bracket>[()])|
        (?P<minus>-(?=[^\s()-])(?![A-Za-z](?:[\s)]|\Z)))?
        (?:(?P<field>[A-Za-z]+):(?=[^\s()]))?
        (?:{_QUOTED}|(?P<word>[^\s()]+))""",
    re.VERBOSE,
)
MAX_DISTANCE = 100
_DEFAULT_DISTANCE = 10  # of NEAR, as in SQLite
_PROXIMITY = re.compile(r"(?:[wW]|NEAR|near|Near)/(\d{1,3})|NEAR|AROUND\((\d{1,3})\)")
_NEAR_LIST = re.compile(r"NEAR\((?P<words>[^()]*?)(?:,\s*(?P<distance>\d{1,3})\s*)?\)")
# A word with a wildcard: '*porter', 'trans*ter', 'wom?n', 'state-of-*art'. A star between digits is
# a multiplication sign, and a question mark at the end of a word is punctuation.
_WILDCARD = re.compile(r"[\w*?][\w*?.'\u2019/@-]*")
_ONE_WORD = re.compile(r"[\w*?]+")
_STAR = re.compile(r"(?<!\d)\*(?=[\w?])|(?<=[^\W\d])\*|(?<=\?)\*(?=\w)|(?<=\w)\*(?=[^\W\d])")
_QUESTION_MARK = re.compile(r"\?[?*]*(?=\w)")
_EXCLUDES = re.compile(r"(?:\A|\s)-(?:[A-Za-z]+:)?\Z")
_EXPRESSION_EXCLUDES = re.compile(r"(?:\A|[\s()])(?:-(?:[A-Za-z]+:)?|NOT\s+(?:[A-Za-z]+:)?)\Z")
_PREFIX = re.compile(r"([^\W_](?:\S*\w)?)\*")
_FUZZY = re.compile(r"(\w+)~[12]?")


@dataclass(frozen=True, slots=True)
class Token:
    """One token of a query.

    `field` is the field in lower case or ''. `bracket` is '(', ')' or ''. `slop` is the number
    after a quoted phrase ("..."~5) or in NEAR(...), whose operands are `near`. `start` and `end`
    are its position in the query.
    """

    text: str
    field: str = ""
    is_quoted: bool = False
    excluded: bool = False
    bracket: str = ""
    slop: int = 0
    near: tuple[str, ...] = ()
    start: int = field_of(default=0, compare=False)
    end: int = field_of(default=0, compare=False)

    @property
    def is_bare(self) -> bool:
        """Whether the token may be an operator: a word without field, quotes or minus."""
        return not (self.field or self.is_quoted or self.excluded or self.bracket or self.near)

    @property
    def proximity(self) -> int:
        """The distance of a proximity operator such as w/5 or NEAR/5; 0 for any other token."""
        found = _PROXIMITY.fullmatch(self.text) if self.is_bare else None
        if found is None:
            return 0
        return within_limits(found[1] or found[2])

    @property
    def wildcard(self) -> str:
        """The word if it contains the wildcards * or ?, else ''. `word*` is a `prefix`."""
        text = self.text.rstrip(",;:!.")
        if self.is_quoted or not ("*" in text or "?" in text):
            return ""
        if len(text) > 4 and text.startswith("**") and text.endswith("**"):
            return ""  # Markdown bold
        if not _QUESTION_MARK.search(text):
            text = text.rstrip("?")
        if "?" in text and not _ONE_WORD.fullmatch(text):
            return ""  # a URL with parameters: index.php?id=3
        is_one = _WILDCARD.fullmatch(text) and (_STAR.search(text) or _QUESTION_MARK.search(text))
        return text if is_one else ""

    @property
    def prefix(self) -> str:
        """The word before '*' if the token has the form `word*`, else ''."""
        found = None if self.is_quoted else _PREFIX.fullmatch(self.text)
        return found[1] if found else ""

    @property
    def fuzzy(self) -> str:
        """The word before '~' if the token has the form `word~`, else ''."""
        found = None if self.is_quoted else _FUZZY.fullmatch(self.text)
        return found[1] if found else ""


def is_expression(text: str) -> bool:
    """Return whether a query is in single quotes, so that AND, OR and brackets are operators."""
    return len(text) > 2 and text[0] == text[-1] == "'"


def within_limits(written: str | None) -> int:
    """Return a distance between words, limited to 1 to 100; 10 without a number."""
    return max(1, min(int(written or _DEFAULT_DISTANCE), MAX_DISTANCE))


def _near_token(text: str) -> Token:
    """Return NEAR(a "b c", 5) as one token. With fewer than two operands it is plain words."""
    found = _NEAR_LIST.fullmatch(text)
    words = found["words"] if found else text
    operands = tuple(
        token.text
        for token in tokens(words.replace(",", " "), is_expression=False)
        if any(map(str.isalnum, token.text))
    )
    if found is None or len(operands) < 2:
        return Token(words)
    return Token(words, near=operands, slop=within_limits(found["distance"]))


def tokens(text: str, *, is_expression: bool) -> Iterator[Token]:
    """Yield the tokens of `text`. Brackets are tokens only in expressions."""
    pattern = _EXPRESSION_TOKEN if is_expression else _TOKEN
    for found in pattern.finditer(text.translate(_TYPOGRAPHIC_QUOTES)):
        parts = found.groupdict()
        start, end = found.span()
        if parts["near"]:
            yield replace(_near_token(parts["near"]), start=start, end=end)
        elif parts.get("bracket"):
            yield Token("", bracket=parts["bracket"])
        else:
            word = parts["around"] or parts["word"]
            yield Token(
                text=word if parts["quoted"] is None else parts["quoted"],
                field=(parts["field"] or "").lower(),
                is_quoted=parts["quoted"] is not None,
                excluded=parts["minus"] is not None,
                slop=min(int(parts["slop"] or 0), MAX_DISTANCE),
                start=start,
                end=end,
            )


def has_lone_quote(text: str) -> bool:
    """Return whether a quotation mark has no counterpart."""
    return text.translate(_TYPOGRAPHIC_QUOTES).count('"') % 2 == 1


def has_open_exclusion(text: str, *, is_expression: bool) -> bool:
    """Return whether the last quotation mark opens an excluded phrase or value."""
    before = text.translate(_TYPOGRAPHIC_QUOTES).rpartition('"')[0]
    pattern = _EXPRESSION_EXCLUDES if is_expression else _EXCLUDES
    return pattern.search(before) is not None


def without_last_quote(text: str) -> str:
    """Return `text` without its last quotation mark, so that all others are paired."""
    before, _, after = text.translate(_TYPOGRAPHIC_QUOTES).rpartition('"')
    return f"{before} {after}"


@dataclass(frozen=True, slots=True)
class WrittenFilter:
    """A filter in the text of a query, from `start` to `end`: 'tag:work', '-lang:de,fr'."""

    filter: Filter
    text: str
    excluded: bool
    start: int
    end: int


def written_filters(text: str, cursor: int | None = None) -> Iterator[WrittenFilter]:
    """Yield the complete filters of a query.

    With a `cursor`, the query is still being typed: a filter is complete only if a space follows,
    and a filter at the cursor is not. Expressions are not searched for filters.
    """
    if ":" not in text or text.lstrip().startswith("'"):
        return
    for token in tokens(text, is_expression=False):
        known = FILTERS_BY_WORD.get(token.field)
        is_open = token.text.startswith('"') and not token.is_quoted
        if known is None or is_open:
            continue
        is_typed = cursor is not None and (
            token.start < cursor <= token.end or not text[token.end : token.end + 1].isspace()
        )
        if not is_typed:
            yield WrittenFilter(known, token.text, token.excluded, token.start, token.end)
