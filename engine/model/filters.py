"""The filters of a search. Each filter is declared once, in FILTERS.

A filter restricts the documents whose passages can be candidates of either retriever. Its
declaration defines its field in a query ('tag:work'), its command line option ('--tag work'), its
JSON, its names in explanations and exports, and how two selections are combined. A new filter also
needs fields in SearchFilters and an SQL condition (`engine.stores.catalog.filters`). If the filter
declares how to read its values from a document (`of`), the lexical index stores them. For all other
filters, the lexical search is restricted to the documents that the catalog found. `shared` defines
how the server of a shared library applies the filter; the columns of its collection follow from it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from pathlib import PurePosixPath
from typing import Any, Literal, Protocol

from twofold.engine.model.author_names import author_values, folded_name
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.localized import Message, joined, message
from twofold.engine.model.path_patterns import path_matcher

_LANGUAGE_ALIASES = {"none": "und"}


def language_code(word: str) -> str:
    """Return the language code for a word of the user ('EN' is 'en').

    'none' matches documents without a language: code, numbers, very short texts.
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
        """The rank of the level; 0 is the most trusted."""
        return list(TrustLevel).index(self)


class VersionChoice(StrEnum):
    """Which versions of a text are searched."""

    NEWEST = "newest"


@dataclass(frozen=True, slots=True)
class SearchFilters:
    """Conditions that a document must meet before its chunks can be candidates of a retriever.

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
    keys: tuple[str, ...] = ()
    keys_none: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    kinds_none: tuple[str, ...] = ()
    path_glob: str | None = None
    trust_min: TrustLevel | None = None
    after: date | None = None
    before: date | None = None
    versions: VersionChoice | None = None

    @property
    def is_empty(self) -> bool:
        """Whether no filter is set."""
        return self == SearchFilters()


class FilterValueError(ValueError):
    """A value is invalid for a filter; the message explains why."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


class Filtered(Protocol):
    """The attributes of StoredDocument that filters read."""

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
    """A column with all values that the filter's `of` returns for a document."""


@dataclass(frozen=True, slots=True)
class SharedLimit:
    """A column whose text the server compares with the limit; an empty text never matches.

    Attributes:
        column: The name of the column. Filters with the same column compare the same text.
        of: Returns the text of a document, at most 1024 bytes.
        operator: How the text of a matching document compares with the limit, by code points.
    """

    column: str
    of: Callable[[Filtered], str]
    operator: Literal[">=", "<="]


@dataclass(frozen=True, slots=True)
class SharedPathPattern:
    """The server compares the beginning and end of a path; the client matches the whole path."""


SharedForm = SharedValues | SharedLimit | SharedPathPattern


@dataclass(frozen=True, slots=True, kw_only=True)
class ValuesFilter:
    """A filter with alternative values and excluded values.

    Attributes:
        word: The name of its field in a query and of its command line option.
        name: The name of its values in explanations.
        included: The field of SearchFilters with values of which a document must have one.
        excluded: The field with values of which a document must have none.
        metavar: The placeholder for a value in the command line help.
        help: The description of the option.
        labels: The names of its fields in exports.
        shared: How a shared library applies it. If None, searches report that it is not applied.
        of: Returns the values of a document for the lexical index; None if they are not indexed.
        written: Converts a user's text to a value.
        compared: Normalises a value for the comparison with documents.
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
        """The command line option."""
        return f"--{self.word}"

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of SearchFilters for this filter."""
        return self.included, self.excluded

    def is_set(self, filters: SearchFilters) -> bool:
        """Return whether the filter is set."""
        return bool(getattr(filters, self.included) or getattr(filters, self.excluded))

    def values(self, filters: SearchFilters, *, excluded: bool = False) -> tuple[str, ...]:
        """Return the values in the form in which they are compared with documents."""
        chosen = getattr(filters, self.excluded if excluded else self.included)
        return tuple(map(self.compared, chosen))

    def with_written(self, filters: SearchFilters, text: str, *, excluded: bool) -> SearchFilters:
        """Add the values from a query, such as 'a,b'. Raise FilterValueError if there are none."""
        values = tuple(filter(None, map(self.written, text.split(","))))
        if not values:
            name = self.word
            raise FilterValueError(message("{name}: needs a value.", name=name))
        field = self.excluded if excluded else self.included
        return _replaced(filters, {field: _union(getattr(filters, field), values)})

    def combined(self, chosen: SearchFilters, written: SearchFilters) -> dict[str, Any]:
        """Return the union of the values of both."""
        return {
            field: _union(getattr(chosen, field), getattr(written, field)) for field in self.fields
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitFilter:
    """A filter with a single limit: a date, a level, a pattern. It cannot be excluded.

    Attributes:
        word: The name of its field in a query.
        option: The name of its command line option.
        name: The name of the limit in explanations.
        field: The field of SearchFilters.
        metavar: The placeholder for the limit in the command line help.
        help: The description of the option.
        written: Converts the text in a query to the limit, or raises FilterValueError.
        given: Converts the value of the command line option in the same way.
        narrower: Combines a chosen limit and one in the query.
        labels: The name of its field in exports.
        shared: How a shared library applies it. If None, searches report that it is not applied.
        of: Returns the values of a document for the lexical index; None if they are not indexed.
        passing: Returns the values that match a limit, if the values are indexed.
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
        """The fields of SearchFilters for this filter."""
        return (self.field,)

    def is_set(self, filters: SearchFilters) -> bool:
        """Return whether the filter is set."""
        return getattr(filters, self.field) is not None

    def values(self, filters: SearchFilters, *, excluded: bool = False) -> tuple[str, ...]:
        """Return the values of matching documents; () without a limit."""
        limit = getattr(filters, self.field)
        return () if limit is None or excluded else tuple(self.passing(limit))

    def with_written(self, filters: SearchFilters, text: str, *, excluded: bool) -> SearchFilters:
        """Set the limit from a query. Raise FilterValueError if it is invalid."""
        if excluded:
            name = self.word
            raise FilterValueError(message("{name}: cannot be excluded.", name=name))
        return _replaced(filters, {self.field: self.written(text)})

    def combined(self, chosen: SearchFilters, written: SearchFilters) -> dict[str, Any]:
        """Return the narrower limit of both."""
        limits = [getattr(chosen, self.field), getattr(written, self.field)]
        given = [limit for limit in limits if limit is not None]
        return {self.field: self.narrower(*limits) if len(given) == 2 else (given or [None])[0]}


Filter = ValuesFilter | LimitFilter


def combined(chosen: SearchFilters, written: SearchFilters) -> SearchFilters:
    """Combine two selections: values of one field are alternatives.

    Of two limits, the narrower is used. A path pattern in the query replaces a chosen one.
    """
    fields: dict[str, Any] = {}
    for known in FILTERS:
        fields |= known.combined(chosen, written)
    return SearchFilters(**fields)


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
    """Return `tags` and their parents: 'area' for 'area/health'."""
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
    """Yield a document's path and all its parents: 'Notes', 'Notes/2026', 'Notes/2026/plan.md'."""
    above = document.folder
    yield above
    for part in PurePosixPath(document.path).parts:
        above = f"{above}/{part}"
        yield above


def _file_type(text: str) -> str:
    return text.strip().lower().lstrip(".")


def _path_glob(text: str) -> str:
    """Return a pattern unchanged. For a plain name, match that file or folder at any depth."""
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


def _versions(value: str) -> VersionChoice:
    try:
        return VersionChoice(value.lower())
    except ValueError:
        raise FilterValueError(
            message("'{value}' is not a choice of versions. Write 'newest'.", value=value)
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
    ValuesFilter(
        word="key", name="citation keys", included="keys", excluded="keys_none",
        metavar="KEY", help="with this citation key",
        labels=(message("citation keys"), message("citation keys none")),
        shared=None,
    ),
    ValuesFilter(
        word="kind", name="kinds", included="kinds", excluded="kinds_none",
        metavar="KIND", help="book, thesis, article-journal ...",
        labels=(message("kinds"), message("kinds none")),
        shared=None, compared=str.lower,
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
    LimitFilter(
        word="versions", option="--versions", name="versions", field="versions",
        metavar="newest", help="newest: without older versions of the same text",
        labels=(message("versions"),),
        written=_versions, given=_versions, narrower=lambda _chosen, written: written,
        shared=None,
    ),
)  # fmt: skip
FILTERS_BY_WORD = {known.word: known for known in FILTERS}
FIELD_LABELS = {
    field: label
    for known in FILTERS
    for field, label in zip(known.fields, known.labels, strict=True)
}
