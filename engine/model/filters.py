"""The filters of a search. Each is declared once, in FILTERS; everything else follows from there.

A filter constrains the documents whose passages can be candidates of either retriever. From its
declaration follow its field in a query ('tag:work'), its option of the command line ('--tag work'),
its JSON, its words in explanations and exports, and how two selections are combined. Besides it
needs fields of SearchFilters and a condition in SQL (`engine.stores.catalog.filters`). The lexical
index keeps the values of a filter that says how to read them from a document (`of`); with any other
it is restricted to the documents that the catalog found. `shared` states how the server of a shared
library applies the filter; the columns of the collection follow from it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from pathlib import PurePosixPath
from typing import Any, Literal, Protocol

import bracex

from twofold.engine.model.author_names import author_values, folded_name
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.message import Message, joined, message

_LONGEST = 1000
_MAX_STARS = 16
_MAX_BRACES = 50  # far fewer than Python's stack has room for, were each inside the one before
_MAX_ALTERNATIVES = 250
_MAX_WORK = 640  # alternatives times stars
_ANY_DEPTH = "(?:[^/]+/)*?"
_NOTHING = "(?!)"
_TOKEN = re.compile(
    r"\\(?P<escaped>.)|\[(?P<negated>[!^]?)(?P<choice>\]?[^\]]*)\]|(?P<one>.)", re.DOTALL
)


def path_matcher(pattern: str) -> Callable[[str], bool]:
    """Return what tells whether a path (POSIX, relative) matches.

    Raise BadRequestError for what is no pattern, and for too large ones.
    """
    if len(pattern) > _LONGEST:
        raise BadRequestError(
            message("A path pattern may have {longest} characters.", longest=_LONGEST)
        )
    stars = pattern.count("*")
    if stars > _MAX_STARS:
        raise BadRequestError(
            message("A path pattern may have {most_stars} stars.", most_stars=_MAX_STARS)
        )
    if pattern.count("{") > _MAX_BRACES:
        raise BadRequestError(
            message("A path pattern may have {most_braces} braces.", most_braces=_MAX_BRACES)
        )
    try:
        alternatives = bracex.expand(_composed(pattern), keep_escapes=True, limit=_MAX_ALTERNATIVES)
        if len(alternatives) * stars > _MAX_WORK:
            raise _no_pattern(pattern, message("too many alternatives with stars"))
        expression = re.compile("|".join(map(_expression, dict.fromkeys(alternatives))), re.DOTALL)
    except (bracex.ExpansionLimitException, re.error, ValueError) as error:
        raise _no_pattern(pattern, Message(str(error))) from error
    return lambda path: expression.fullmatch(_composed(path)) is not None


def _no_pattern(pattern: str, why: Message) -> BadRequestError:
    return BadRequestError(
        message("'{pattern}' is not a path pattern: {error}.", pattern=pattern, error=why),
        message("Use *, **, ? and {a,b}."),
    )


def _composed(text: str) -> str:
    """Return a text in which 'é' is one character: names from a Mac may have it as two."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def _expression(pattern: str) -> str:
    """Translate a pattern without braces into a regular expression."""
    runs: list[list[str]] = [[]]  # of names, each two with a ** between
    for name in re.sub("/+", "/", pattern).split("/"):
        if name != "**":
            runs[-1].append(_name(name) if name else _NOTHING)  # no path begins or ends with '/'
        elif len(runs) == 1 or runs[-1]:
            runs.append([])
    first, *others = ["/".join(run) for run in runs]
    if not others:
        return first
    between = "".join(f"(?>{_ANY_DEPTH}{run}/)" for run in others[:-1])
    end = f"{_ANY_DEPTH}{others[-1]}" if others[-1] else ".+"
    return f"{first}{'/' if first else ''}{between}{end}"


def _name(pattern: str) -> str:
    """Translate the pattern of one file or directory name."""
    parts = [""]
    for token in _TOKEN.finditer(pattern):
        if token["one"] == "*":
            parts.append("")
        elif token["one"] == "?":
            parts[-1] += "[^/]"
        elif token["choice"]:
            parts[-1] += _choice(token["choice"], negated=bool(token["negated"]))
        else:
            parts[-1] += re.escape(token["escaped"] or token[0])
    first, *others = parts
    between = "".join(f"(?>[^/]*?{part})" for part in others[:-1])
    return first + between + (f"[^/]*{others[-1]}" if others else "")


def _choice(characters: str, *, negated: bool) -> str:
    written = re.sub(r"([\\\[\]^&~|]|(?<=-)-)", r"\\\1", characters)
    return f"(?!/)[{'^' if negated else ''}{written}]"


_LANGUAGE_ALIASES = {"none": "und"}


def language_code(word: str) -> str:
    """Return the code that documents have which are found by `word` ('EN' is 'en').

    'none' finds those without a language: code, numbers, a few letters.
    """
    code = word.strip().lower()
    return _LANGUAGE_ALIASES.get(code, code)


class TrustLevel(StrEnum):
    """How far a document is trusted: primary > secondary > generated."""

    PRIMARY = "primary"
    SECONDARY = "secondary"
    GENERATED = "generated"

    @property
    def rank(self) -> int:
        """0 for the most trusted level."""
        return list(TrustLevel).index(self)


@dataclass(frozen=True, slots=True)
class SearchFilters:
    """Conditions a chunk's document meets before it can be a candidate of either retriever.

    Values within one field are alternatives; fields are combined with AND. `*_none` excludes.
    Folders are written 'FolderName' or 'FolderName/sub/dir'; `path_glob` is matched against the
    path inside the library folder (`*` stays within one directory, `**` crosses directories).
    """

    tags_any: tuple[str, ...] = ()
    tags_none: tuple[str, ...] = ()
    langs: tuple[str, ...] = ()
    langs_none: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    folders_none: tuple[str, ...] = ()
    file_types: tuple[str, ...] = ()
    file_types_none: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    authors_none: tuple[str, ...] = ()
    path_glob: str | None = None
    trust_min: TrustLevel | None = None
    after: date | None = None
    before: date | None = None

    @property
    def is_empty(self) -> bool:
        """True when nothing is filtered."""
        return self == SearchFilters()


class FilterValueError(ValueError):
    """A value cannot be used for a filter; the text says why, for the person."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


class Filtered(Protocol):
    """What the filters read from a document: attributes of StoredDocument."""

    @property
    def folder(self) -> str: ...  # noqa: D102
    @property
    def path(self) -> str: ...  # noqa: D102
    @property
    def tags(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def lang(self) -> str: ...  # noqa: D102
    @property
    def file_type(self) -> str: ...  # noqa: D102
    @property
    def trust(self) -> TrustLevel: ...  # noqa: D102
    @property
    def author(self) -> str: ...  # noqa: D102
    @property
    def date(self) -> str: ...  # noqa: D102


ValuesOf = Callable[[Filtered], Iterable[str]]


@dataclass(frozen=True, slots=True)
class SharedValues:
    """A column with all values of a document, those that `of` of the filter returns."""


@dataclass(frozen=True, slots=True)
class SharedLimit:
    """A column whose text the server compares with the limit; an empty text never passes.

    Attributes:
        column: Its name. Filters with the same column compare the same text.
        of: The text of a document, at most 1024 bytes.
        operator: How the text compares with the limit, by code points, where a document passes.
    """

    column: str
    of: Callable[[Filtered], str]
    operator: Literal[">=", "<="]


@dataclass(frozen=True, slots=True)
class SharedPathPattern:
    """The server compares the beginning and the end of the path; what it returns is matched."""


SharedForm = SharedValues | SharedLimit | SharedPathPattern


@dataclass(frozen=True, slots=True, kw_only=True)
class ValuesFilter:
    """A filter by values that are alternatives, and by values that are excluded.

    Attributes:
        word: Its field in a query, and its option of the command line.
        name: What the values are, for explanations.
        included: The field of SearchFilters with the values of which a document has one.
        excluded: The field with the values of which it has none.
        metavar: The placeholder for a value in the help of the command line.
        help: What the option does.
        labels: What exports call its fields.
        shared: How a shared library applies it; None when it cannot, which a search reports.
        of: The values of a document, for the lexical index; None when it does not keep them.
        written: Turns what a person wrote into a value.
        compared: Turns a value into what documents are compared with.
    """

    word: str
    name: str
    included: str
    excluded: str
    metavar: str
    help: str
    labels: tuple[Message, Message]
    shared: SharedForm | None
    of: ValuesOf | None = None
    written: Callable[[str], str] = str.strip
    compared: Callable[[str], str] = str

    @property
    def option(self) -> str:
        """The option of the command line."""
        return f"--{self.word}"

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of SearchFilters that belong to the filter."""
        return self.included, self.excluded

    def is_set(self, filters: SearchFilters) -> bool:
        """Whether the filter constrains anything."""
        return bool(getattr(filters, self.included) or getattr(filters, self.excluded))

    def values(self, filters: SearchFilters, *, excluded: bool = False) -> tuple[str, ...]:
        """Return the values as documents are compared with them."""
        chosen = getattr(filters, self.excluded if excluded else self.included)
        return tuple(map(self.compared, chosen))

    def with_written(self, filters: SearchFilters, text: str, *, excluded: bool) -> SearchFilters:
        """Return `filters` with the values 'a,b' of a query added; FilterValueError for none."""
        values = tuple(filter(None, map(self.written, text.split(","))))
        if not values:
            name = self.word
            raise FilterValueError(message("{name}: names nothing.", name=name))
        field = self.excluded if excluded else self.included
        return _replaced(filters, {field: _union(getattr(filters, field), values)})

    def combined(self, chosen: SearchFilters, written: SearchFilters) -> dict[str, Any]:
        """Return the fields of both together: all values."""
        return {
            field: _union(getattr(chosen, field), getattr(written, field)) for field in self.fields
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitFilter:
    """A filter by one limit: a date, a level, a pattern. It cannot be excluded.

    Attributes:
        word: Its field in a query.
        option: Its option of the command line.
        name: What the limit is, for explanations.
        field: The field of SearchFilters.
        metavar: The placeholder for the limit in the help of the command line.
        help: What the option does.
        written: Turns what a person wrote in a query into the limit, or raises FilterValueError.
        given: The same for the option of the command line.
        narrower: Returns the limit that holds where one is chosen and another is written.
        labels: What exports call its fields.
        shared: How a shared library applies it; None when it cannot, which a search reports.
        of: The values of a document, for the lexical index; None when it does not keep them.
        passing: The values that a limit lets pass, where the index keeps them.
    """

    word: str
    option: str
    name: str
    field: str
    metavar: str
    help: str
    written: Callable[[str], Any]
    given: Callable[[str], Any]
    narrower: Callable[[Any, Any], Any]
    labels: tuple[Message]
    shared: SharedForm | None
    of: ValuesOf | None = None
    passing: Callable[[Any], Iterable[str]] = lambda _limit: ()

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of SearchFilters that belong to the filter."""
        return (self.field,)

    def is_set(self, filters: SearchFilters) -> bool:
        """Whether the filter constrains anything."""
        return getattr(filters, self.field) is not None

    def values(self, filters: SearchFilters, *, excluded: bool = False) -> tuple[str, ...]:
        """Return the values of documents that pass; () without a limit."""
        limit = getattr(filters, self.field)
        return () if limit is None or excluded else tuple(self.passing(limit))

    def with_written(self, filters: SearchFilters, text: str, *, excluded: bool) -> SearchFilters:
        """Return `filters` with the limit of a query; FilterValueError when there is none."""
        if excluded:
            name = self.word
            raise FilterValueError(message("{name}: cannot be excluded.", name=name))
        return _replaced(filters, {self.field: self.written(text)})

    def combined(self, chosen: SearchFilters, written: SearchFilters) -> dict[str, Any]:
        """Return the field of both together: the narrower limit."""
        limits = [getattr(chosen, self.field), getattr(written, self.field)]
        given = [limit for limit in limits if limit is not None]
        return {self.field: self.narrower(*limits) if len(given) == 2 else (given or [None])[0]}


Filter = ValuesFilter | LimitFilter


def combined(chosen: SearchFilters, written: SearchFilters) -> SearchFilters:
    """Return both together: values of one field are alternatives, limits the narrower ones.

    A path pattern written in the query replaces a chosen one.
    """
    fields: dict[str, Any] = {}
    for known in FILTERS:
        fields |= known.combined(chosen, written)
    return SearchFilters(**fields)


def filters_as_json(filters: SearchFilters) -> dict[str, Any]:
    """Return the filters that are set, by field."""
    described: dict[str, Any] = {}
    for field in (field for known in FILTERS for field in known.fields):
        value = getattr(filters, field)
        if value:
            described[field] = list(value) if isinstance(value, tuple) else str(value)
    return described


def format_filters(filters: SearchFilters) -> str:
    """Return the filters that are set, in words: 'tags work; without languages de, fr'."""
    parts = []
    for known in FILTERS:
        for field in known.fields:
            value = getattr(filters, field)
            values = ", ".join(value) if isinstance(value, tuple) else str(value or "")
            name = known.name if field == known.fields[0] else f"without {known.name}"
            parts += [f"{name} {values}"] if values else []
    return "; ".join(parts)


def _replaced(filters: SearchFilters, fields: dict[str, Any]) -> SearchFilters:
    return replace(filters, **fields)


def _union(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*first, *second)))


# --- Values as they are written and as documents have them ---


_WILDCARD = re.compile(r"[*?\[\]{}]")
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?", re.ASCII)


def _tag(text: str) -> str:
    return text.strip().removeprefix("#").rstrip("/")


def with_parents(tags: Iterable[str]) -> tuple[str, ...]:
    """Return `tags` with those above them: 'area' of 'area/health'."""
    found: dict[str, None] = {}
    for tag in tags:
        found[tag] = None
        parent = tag
        while "/" in parent:
            parent = parent.rpartition("/")[0]
            if parent and not parent.endswith("/"):
                found[parent] = None
    return tuple(found)


def _place(text: str) -> str:
    return text.strip().strip("/")


def _places_of(document: Filtered) -> Iterator[str]:
    """Yield a document's place and each above it: 'Notes', 'Notes/2026', 'Notes/2026/plan.md'."""
    above = document.folder
    yield above
    for part in PurePosixPath(document.path).parts:
        above = f"{above}/{part}"
        yield above


def _file_type(text: str) -> str:
    return text.strip().lower().lstrip(".")


def _path_glob(text: str) -> str:
    """Return `text`; when it has no wildcard, the file or folder of that name at any depth."""
    if _WILDCARD.search(text):
        try:
            path_matcher(text)
        except BadRequestError as error:
            raise FilterValueError(joined(error.message, error.hint)) from error
        return text
    name = text.strip("/")
    return f"**/{name}{{,/**}}" if name else "**"


def _trust(value: str) -> TrustLevel:
    try:
        return TrustLevel(value.lower())
    except ValueError:
        levels = ", ".join(TrustLevel)
        raise FilterValueError(
            message(
                "'{value}' is not one of the trust levels {levels}.", value=value, levels=levels
            )
        ) from None


def _more_trusted(first: TrustLevel, second: TrustLevel) -> TrustLevel:
    return min(first, second, key=lambda level: level.rank)


def _at_least(least: TrustLevel) -> Iterator[str]:
    return (level.value for level in TrustLevel if level.rank <= least.rank)


def _day(value: str) -> date:
    found = _DATE.fullmatch(value)
    try:
        if found:
            return date(int(found[1]), int(found[2] or 1), int(found[3] or 1))
    except ValueError:
        pass
    raise FilterValueError(
        message("'{value}' is not a date such as 2026-11-21, 2026-11 or 2026.", value=value)
    )


def _date_of(document: Filtered) -> str:
    return document.date


FILTERS: tuple[Filter, ...] = (
    ValuesFilter(
        word="tag", name="tags", included="tags_any", excluded="tags_none",
        metavar="T", help="with this tag",
        labels=(message("tags any"), message("tags none")),
        shared=SharedValues(),
        of=lambda document: with_parents(document.tags), written=_tag,
    ),
    ValuesFilter(
        word="lang", name="languages", included="langs", excluded="langs_none",
        metavar="L", help="en, de, none ...",
        labels=(message("langs"), message("langs none")),
        shared=SharedValues(),
        of=lambda document: (document.lang,), written=language_code, compared=str.lower,
    ),
    ValuesFilter(
        word="folder", name="folders", included="folders", excluded="folders_none",
        metavar="NAME", help="NAME/sub/dir",
        labels=(message("folders"), message("folders none")),
        shared=SharedValues(),
        of=_places_of, written=_place, compared=_place,
    ),
    ValuesFilter(
        word="type", name="types", included="file_types", excluded="file_types_none",
        metavar="EXT", help="md, pdf ...",
        labels=(message("file types"), message("file types none")),
        shared=SharedValues(),
        of=lambda document: (document.file_type,), written=_file_type, compared=_file_type,
    ),
    ValuesFilter(
        word="author", name="authors", included="authors", excluded="authors_none",
        metavar="NAME", help="by this author",
        labels=(message("authors"), message("authors none")),
        shared=SharedValues(),
        of=lambda document: author_values(document.author), compared=folded_name,
    ),
    LimitFilter(
        word="path", option="--path", name="path", field="path_glob",
        metavar="GLOB", help="'notes/*.md'; ** crosses folders",
        written=_path_glob, given=str, narrower=lambda _chosen, written: written,
        labels=(message("path glob"),),
        shared=SharedPathPattern(),
    ),
    LimitFilter(
        word="trust", option="--trust-min", name="trust at least", field="trust_min",
        metavar="L", help="primary, secondary or generated",
        written=_trust, given=_trust, narrower=_more_trusted,
        labels=(message("trust min"),),
        shared=SharedValues(),
        of=lambda document: (document.trust.value,), passing=_at_least,
    ),
    LimitFilter(
        word="after", option="--after", name="after", field="after",
        metavar="DATE", help="dated on or after 2026-11-21",
        labels=(message("after"),),
        written=_day, given=_day, narrower=max, shared=SharedLimit("date", _date_of, ">="),
    ),
    LimitFilter(
        word="before", option="--before", name="before", field="before",
        metavar="DATE", help="dated on or before 2026-11-21",
        labels=(message("before"),),
        written=_day, given=_day, narrower=min, shared=SharedLimit("date", _date_of, "<="),
    ),
)  # fmt: skip
FILTERS_BY_WORD = {known.word: known for known in FILTERS}
FIELD_LABELS = {
    field: label
    for known in FILTERS
    for field, label in zip(known.fields, known.labels, strict=True)
}
