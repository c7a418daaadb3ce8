"""The tokens of a query, and the filters among them that are written to the end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import field as field_of

from engine.model.filters import FILTERS_BY_WORD, Filter

# The text may end inside quotation marks after a minus: the user is still typing them.
# A minus excludes, but '--all' and '-o' are options of commands: nobody excludes a single letter.
_TYPOGRAPHIC_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»＂", '"'))
_TOKEN = re.compile(
    r"""(?P<minus>-(?=[^\s-])(?![A-Za-z](?:\s|\Z)))?
        (?:(?P<field>[A-Za-z]+):(?=\S))?
        (?:"(?P<quoted>[^"]*)(?:"|(?(minus)\Z|(?!)))|(?P<word>\S+))""",
    re.VERBOSE,
)
_EXPRESSION_TOKEN = re.compile(
    r"""(?P<bracket>[()])|
        (?P<minus>-(?=[^\s()-])(?![A-Za-z](?:[\s)]|\Z)))?
        (?:(?P<field>[A-Za-z]+):(?=[^\s()]))?
        (?:"(?P<quoted>[^"]*)(?:"|(?(minus)\Z|(?!)))|(?P<word>[^\s()]+))""",
    re.VERBOSE,
)
_EXCLUDES = re.compile(r"(?:\A|\s)-(?:[A-Za-z]+:)?\Z")
_EXPRESSION_EXCLUDES = re.compile(r"(?:\A|[\s()])(?:-(?:[A-Za-z]+:)?|NOT\s+(?:[A-Za-z]+:)?)\Z")
_PREFIX = re.compile(r"([^\W_](?:\S*\w)?)\*")
_FUZZY = re.compile(r"(\w+)~[12]?")


@dataclass(frozen=True, slots=True)
class Token:
    """One token of a query.

    `field` is its field in lower case or '', and `bracket` is '(' or ')' or ''. It is written from
    `start` to `end`.
    """

    text: str
    field: str = ""
    is_quoted: bool = False
    excluded: bool = False
    bracket: str = ""
    start: int = field_of(default=0, compare=False)
    end: int = field_of(default=0, compare=False)

    @property
    def is_bare(self) -> bool:
        """Whether the token is a word without field, quotes or minus: it may be an operator."""
        return not (self.field or self.is_quoted or self.excluded or self.bracket)

    @property
    def prefix(self) -> str:
        """The word before '*' when the token is written `word*`, else ''."""
        found = None if self.is_quoted else _PREFIX.fullmatch(self.text)
        return found[1] if found else ""

    @property
    def fuzzy(self) -> str:
        """The word before '~' when the token is written `word~`, else ''."""
        found = None if self.is_quoted else _FUZZY.fullmatch(self.text)
        return found[1] if found else ""


def is_expression(text: str) -> bool:
    """Whether a query is wrapped in single quotes, in which AND, OR and brackets are operators."""
    return len(text) > 2 and text[0] == text[-1] == "'"


def tokens(text: str, *, is_expression: bool) -> Iterator[Token]:
    """Yield the tokens of `text`; brackets are tokens only in expressions."""
    pattern = _EXPRESSION_TOKEN if is_expression else _TOKEN
    for found in pattern.finditer(text.translate(_TYPOGRAPHIC_QUOTES)):
        parts = found.groupdict()
        yield (
            Token(
                text=parts["word"] if parts["quoted"] is None else parts["quoted"],
                field=(parts["field"] or "").lower(),
                is_quoted=parts["quoted"] is not None,
                excluded=parts["minus"] is not None,
                start=found.start(),
                end=found.end(),
            )
            if not parts.get("bracket")
            else Token("", bracket=parts["bracket"])
        )


def has_lone_quote(text: str) -> bool:
    """Whether a quotation mark has no partner."""
    return text.translate(_TYPOGRAPHIC_QUOTES).count('"') % 2 == 1


def has_open_exclusion(text: str, *, is_expression: bool) -> bool:
    """Whether the last quotation mark stands where one begins to exclude a phrase or a value."""
    before = text.translate(_TYPOGRAPHIC_QUOTES).rpartition('"')[0]
    pattern = _EXPRESSION_EXCLUDES if is_expression else _EXCLUDES
    return pattern.search(before) is not None


def without_last_quote(text: str) -> str:
    """Return `text` without its last quotation mark, so that all others have partners."""
    before, _, after = text.translate(_TYPOGRAPHIC_QUOTES).rpartition('"')
    return f"{before} {after}"


@dataclass(frozen=True, slots=True)
class WrittenFilter:
    """A filter that is written in a query from `start` to `end`: 'tag:work', '-lang:de,fr'."""

    filter: Filter
    text: str
    excluded: bool
    start: int
    end: int


def written_filters(text: str, cursor: int | None = None) -> Iterator[WrittenFilter]:
    """Yield the filters of a query that are written to the end.

    With a `cursor` the query is still being typed: a filter ends with the space after it, and the
    one at the cursor is not finished. An expression is left as it is.
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
