"""The filters of a search in words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from engine.api import FILTERS, Filter, SearchFilters, TrustLevel
from ui.numerals import day
from ui.value_names import file_type_name, language_name


def filters_in_words(filters: SearchFilters) -> str:
    """'in Notes; #runbook or #to-cite; not German; from 1 Jan 2024', or '' without any."""
    parts = [
        _one_of(_tr("in {values}"), filters.folders),
        _one_of(_tr("not in {values}"), filters.folders_none),
        _one_of("{values}", tuple(f"#{tag}" for tag in filters.tags_any)),
        _one_of(_tr("not {values}"), tuple(f"#{tag}" for tag in filters.tags_none)),
        _one_of("{values}", tuple(map(language_name, filters.langs))),
        _one_of(_tr("not {values}"), tuple(map(language_name, filters.langs_none))),
        _one_of("{values}", tuple(map(file_type_name, filters.file_types))),
        _one_of(_tr("not {values}"), tuple(map(file_type_name, filters.file_types_none))),
        _tr("path {pattern}").format(pattern=filters.path_glob) if filters.path_glob else "",
        _trust(filters.trust_min),
        _tr("from {day}").format(day=day(filters.after.isoformat())) if filters.after else "",
        _tr("to {day}").format(day=day(filters.before.isoformat())) if filters.before else "",
    ]
    parts += [_as_written(known, filters) for known in FILTERS if known.word not in _IN_WORDS]
    return "; ".join(part for part in parts if part)


# The filters that are said in words above; any other one is shown as it is written in a query.
_IN_WORDS = frozenset({"folder", "tag", "lang", "type", "path", "trust", "after", "before"})


def _as_written(known: Filter, filters: SearchFilters) -> str:
    written = []
    for prefix, field in zip(("", "-"), known.fields, strict=False):
        value = getattr(filters, field)
        values = ",".join(value) if isinstance(value, tuple) else str(value or "")
        written += [f"{prefix}{known.word}:{values}"] if values else []
    return " ".join(written)


def _one_of(words: str, values: tuple[str, ...]) -> str:
    return words.format(values=_tr(" or ").join(values)) if values else ""


def _trust(least: TrustLevel | None) -> str:
    if least is None or least is TrustLevel.GENERATED:
        return ""
    is_primary = least is TrustLevel.PRIMARY
    return _tr("primary sources only") if is_primary else _tr("nothing generated")


def _tr(text: str) -> str:
    return QCoreApplication.translate("filter_words", text)
