"""Fields written in a query (`tag:work`, `before:2025-06`): what they mean as filters."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from engine.model.errors import BadRequestError
from engine.model.request import SearchFilters, TrustLevel, language_code
from engine.stores.catalog.filters import path_matcher

_LISTS = frozenset(("tag", "lang", "type", "folder"))
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?", re.ASCII)
_WILDCARD = re.compile(r"[*?\[\]{}]")

FILTER_FIELDS = frozenset({*_LISTS, "path", "trust", "after", "before"})


class FieldValueError(ValueError):
    """A field's value cannot be used; the text says why, for the person."""


def with_field(filters: SearchFilters, name: str, value: str, *, excluded: bool) -> SearchFilters:
    """Return `filters` with the condition `name:value` added.

    Raises FieldValueError when the value means nothing for this field.
    """
    if name in _LISTS:
        return _with_values(filters, name, value, excluded=excluded)
    if excluded:
        raise FieldValueError(f"{name}: cannot be excluded.")
    if name == "path":
        return replace(filters, path_glob=_path_glob(value))
    if name == "trust":
        return replace(filters, trust_min=_trust(value))
    if name == "after":
        return replace(filters, after=_day(value))
    return replace(filters, before=_day(value))


def _with_values(filters: SearchFilters, name: str, value: str, *, excluded: bool) -> SearchFilters:
    values = tuple(filter(None, (_clean(name, part) for part in value.split(","))))
    if not values:
        raise FieldValueError(f"{name}: names nothing.")
    merge = _without if excluded else _with
    return merge(filters, name, values)


def _with(filters: SearchFilters, name: str, values: tuple[str, ...]) -> SearchFilters:
    if name == "tag":
        return replace(filters, tags_any=_joined(filters.tags_any, values))
    if name == "lang":
        return replace(filters, langs=_joined(filters.langs, values))
    if name == "type":
        return replace(filters, file_types=_joined(filters.file_types, values))
    return replace(filters, folders=_joined(filters.folders, values))


def _without(filters: SearchFilters, name: str, values: tuple[str, ...]) -> SearchFilters:
    if name == "tag":
        return replace(filters, tags_none=_joined(filters.tags_none, values))
    if name == "lang":
        return replace(filters, langs_none=_joined(filters.langs_none, values))
    if name == "type":
        return replace(filters, file_types_none=_joined(filters.file_types_none, values))
    return replace(filters, folders_none=_joined(filters.folders_none, values))


def _joined(known: tuple[str, ...], added: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*known, *added)))


def _clean(name: str, value: str) -> str:
    value = value.strip()
    if name == "type":
        return value.removeprefix(".").lower()
    if name == "lang":
        return language_code(value)
    return value.strip("/") if name == "folder" else value


def _path_glob(value: str) -> str:
    """Return `value`; when it has no wildcard, the file or folder of that name at any depth."""
    if _WILDCARD.search(value):
        try:
            path_matcher(value)
        except BadRequestError as error:
            raise FieldValueError(f"{error.message} {error.hint}".strip()) from error
        return value
    name = value.strip("/")
    return f"**/{name}{{,/**}}" if name else "**"


def _trust(value: str) -> TrustLevel:
    try:
        return TrustLevel(value.lower())
    except ValueError:
        levels = ", ".join(TrustLevel)
        raise FieldValueError(f"trust: is one of {levels}, not '{value}'.") from None


def _day(value: str) -> date:
    found = _DATE.fullmatch(value)
    try:
        if found:
            return date(int(found[1]), int(found[2] or 1), int(found[3] or 1))
    except ValueError:
        pass
    raise FieldValueError(f"'{value}' is not a date such as 2026-11-21, 2026-11 or 2026.")


def combined(chosen: SearchFilters, written: SearchFilters) -> SearchFilters:
    """Return both together: values of one field are alternatives, limits the narrower ones.

    A path pattern written in the query replaces a chosen one.
    """
    if written.is_empty:
        return chosen
    return SearchFilters(
        tags_any=_union(chosen.tags_any, written.tags_any),
        tags_none=_union(chosen.tags_none, written.tags_none),
        langs=_union(chosen.langs, written.langs),
        langs_none=_union(chosen.langs_none, written.langs_none),
        folders=_union(chosen.folders, written.folders),
        folders_none=_union(chosen.folders_none, written.folders_none),
        file_types=_union(chosen.file_types, written.file_types),
        file_types_none=_union(chosen.file_types_none, written.file_types_none),
        path_glob=written.path_glob or chosen.path_glob,
        trust_min=_most_trusted(chosen.trust_min, written.trust_min),
        after=_latest(chosen.after, written.after),
        before=_earliest(chosen.before, written.before),
    )


def _union(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*first, *second)))


def _most_trusted(first: TrustLevel | None, second: TrustLevel | None) -> TrustLevel | None:
    given = [level for level in (first, second) if level is not None]
    return min(given, key=lambda level: level.rank, default=None)


def _latest(first: date | None, second: date | None) -> date | None:
    return max((day for day in (first, second) if day is not None), default=None)


def _earliest(first: date | None, second: date | None) -> date | None:
    return min((day for day in (first, second) if day is not None), default=None)
