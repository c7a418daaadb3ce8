"""Filters as queries of the lexical index. They never change a score."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import tantivy
from numpy.typing import NDArray

from engine.model.request import SearchFilters, TrustLevel
from engine.stores.lexical import storage as fields
from engine.stores.lexical.term_queries import silent


def filter_query(
    schema: tantivy.Schema, filters: SearchFilters, allowed: NDArray[np.int64] | None
) -> tantivy.Query | None:
    """Return what a chunk must match to pass `filters`, scored 0; None when all pass.

    Path patterns and dates cannot be told from the index: for those, `allowed` (the numbers of the
    documents that pass all filters) decides.
    """
    if filters.is_empty and allowed is None:
        return None
    if allowed is not None and (_needs_documents(filters) or filters.is_empty):
        return silent(_one_of(schema, fields.DOCUMENT, allowed.tolist()))
    must = [
        _one_of(schema, field, values)
        for field, values in (
            (fields.TAG, filters.tags_any),
            (fields.LANG, _lower(filters.langs)),
            (fields.DIRS, _places(filters.folders)),
            (fields.FILE_TYPE, _lower(filters.file_types)),
            (fields.TRUST, _trusted(filters.trust_min)),
        )
        if values
    ]
    must_not = [
        _one_of(schema, field, values)
        for field, values in (
            (fields.TAG, filters.tags_none),
            (fields.LANG, _lower(filters.langs_none)),
            (fields.DIRS, _places(filters.folders_none)),
            (fields.FILE_TYPE, _lower(filters.file_types_none)),
        )
        if values
    ]
    occurs = [(tantivy.Occur.Must, query) for query in must or [tantivy.Query.all_query()]]
    occurs += [(tantivy.Occur.MustNot, query) for query in must_not]
    if not must:
        occurs.append((tantivy.Occur.MustNot, fields.marker_query(schema)))
    return silent(tantivy.Query.boolean_query(occurs))


def _needs_documents(filters: SearchFilters) -> bool:
    return bool(filters.path_glob or filters.after or filters.before)


def _lower(names: Sequence[str]) -> tuple[str, ...]:
    """Return languages and file types as the catalog keeps and compares them."""
    return tuple(name.lower().lstrip(".") for name in names)


def _places(folders: Sequence[str]) -> tuple[str, ...]:
    """Return folders as they are indexed; people write 'Notes/2026/' too."""
    return tuple(folder.strip("/") for folder in folders)


def _trusted(least: TrustLevel | None) -> tuple[str, ...]:
    if least is None:
        return ()
    return tuple(level.value for level in TrustLevel if level.rank <= least.rank)


def _one_of(
    schema: tantivy.Schema, field: str, values: Sequence[str] | Sequence[int]
) -> tantivy.Query:
    if not values:
        return tantivy.Query.empty_query()
    if isinstance(values[0], str):
        values = [fields.label(str(value)) for value in values]
    return tantivy.Query.term_set_query(schema, field, values)
