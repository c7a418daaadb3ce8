"""Filters from two places: clicked or given as options, and written in the query."""

from __future__ import annotations

from datetime import date

from engine.core.request import SearchFilters, TrustLevel


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
