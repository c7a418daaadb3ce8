"""Resolve filters to documents."""

# ruff: noqa: S608 - statements consist of constants only; every value is bound

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from twofold.engine.model.filters import FILTERS, LimitFilter, SearchFilters
from twofold.engine.model.path_patterns import path_matcher
from twofold.engine.stores.catalog.rows import NUMBERS, name_from_stored, stored_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# With more folders, the comparison is done in Python, because SQLite would compare each folder with
# each document.
_MAX_FOLDERS = 16

_Condition = tuple[str, list[object]]
"""An SQL condition on a document `d` in a folder `f`, and the values bound in it."""

_PlaceTest = Callable[[str, str], bool]
"""Returns whether a document matches, given its folder and path."""


@dataclass(frozen=True, slots=True, eq=False)
class AllowedDocuments:
    """The documents that match filters: ascending numbers, and their number of chunks."""

    numbers: NDArray[np.int64]
    chunks: int


def resolve(connection: sqlite3.Connection, filters: SearchFilters) -> AllowedDocuments:
    """Find the documents with passages that match every filter.

    Raise BadRequestError for an invalid path pattern.
    """
    import numpy as np  # noqa: PLC0415 (not needed without filters)

    conditions, tests = _conditions(filters), _place_tests(filters)
    rows = connection.execute(
        f"""SELECT d.number, d.chunk_count, {"f.name, d.path" if tests else "NULL, NULL"}
            FROM documents d JOIN folders f ON f.id = d.folder
            WHERE {" AND ".join(("d.chunk_count > 0", *(test for test, _ in conditions)))}
            ORDER BY d.number""",
        [value for _, values in conditions for value in values],
    )
    kept = [
        (number, chunks)
        for number, chunks, folder, path in rows
        if all(test(folder, name_from_stored(path)) for test in tests)
    ]
    numbers = np.fromiter((row[0] for row in kept), dtype=np.int64, count=len(kept))
    numbers.setflags(write=False)
    return AllowedDocuments(numbers, sum(row[1] for row in kept))


def _conditions(filters: SearchFilters) -> list[_Condition]:
    conditions: list[_Condition] = []
    for known in FILTERS:
        if isinstance(known, LimitFilter):
            limit = getattr(filters, known.field)
            if limit is not None and known.word not in _BY_PLACE:
                conditions.append(_LIMITS[known.word](limit))
            continue
        for is_excluded in (False, True):
            values = known.values(filters, excluded=is_excluded)
            if values and not (known.word in _BY_PLACE and len(values) > _MAX_FOLDERS):
                test, bound = _VALUES[known.word](values)
                conditions.append((f"NOT ({test})" if is_excluded else f"({test})", bound))
    return conditions


def _condition_in(test: str) -> Callable[[Sequence[str]], _Condition]:
    """Return a function that builds a condition from values.

    In `test`, {values} is replaced by the values.
    """
    return lambda values: (
        test.format(values=NUMBERS),
        [json.dumps([stored_text(value) for value in values])],
    )


def _stated(field: str) -> str:
    """Return the SQL of a field of the publication data, '' if a document does not state it."""
    return f"coalesce(json_extract(d.publication, '$.{field}'), '')"


def _author_condition(names: Sequence[str]) -> _Condition:
    return " OR ".join("is_author(d.author, ?)" for _ in names), [stored_text(n) for n in names]


def _tag_condition(tags: Sequence[str]) -> _Condition:
    """Return the condition for documents with one of these tags, or one below: 'area/health'."""
    test = f"""d.number IN (SELECT document FROM tags WHERE tag IN {NUMBERS}
               UNION SELECT t.document FROM json_each(?) above
               JOIN tags t ON t.tag > above.value || '/' AND t.tag < above.value || '0')"""
    values = json.dumps([stored_text(tag) for tag in tags])
    return test, [values, values]


def _folders_condition(folders: Sequence[str]) -> _Condition:
    tests, values = zip(*map(_folder_condition, folders), strict=True)
    return " OR ".join(tests), [value for group in values for value in group]


def _folder_condition(folder: str) -> _Condition:
    name, _, directory = folder.partition("/")
    name = stored_text(name)
    if not directory:
        return "f.name = ?", [name]
    # Compared as bytes, because names that are not UTF-8 are stored as BLOBs.
    exact = directory.encode("utf-8", "surrogatepass")
    below = exact + b"/"
    test = """(f.name = ? AND (CAST(d.path AS BLOB) = ?
               OR substr(CAST(d.path AS BLOB), 1, ?) = ?))"""
    return test, [name, exact, len(below), below]


# The condition of each filter, by its word. Path patterns and long lists of folders are matched in
# Python.
_VALUES: Mapping[str, Callable[[Sequence[str]], _Condition]] = {
    "tag": _tag_condition,
    "lang": _condition_in("d.lang IN {values}"),
    "type": _condition_in("d.file_type IN {values}"),
    "folder": _folders_condition,
    "author": _author_condition,
    "key": _condition_in(f"{_stated('citation_key')} IN {{values}}"),
    "kind": _condition_in(f"{_stated('item_type')} IN {{values}}"),
}
_LIMITS: Mapping[str, Callable[[Any], _Condition]] = {
    "trust": lambda least: ("d.trust <= ?", [least.rank]),
    "after": lambda day: ("d.date >= ?", [day.isoformat()]),
    "before": lambda day: ("d.date <> '' AND d.date <= ?", [day.isoformat()]),
    "versions": lambda _newest: (
        "d.number NOT IN (SELECT document FROM versions WHERE place > 1)",
        [],
    ),
}
_BY_PLACE = frozenset({"path", "folder"})


def _place_tests(filters: SearchFilters) -> list[_PlaceTest]:
    """Return the tests of folder and path that are done in Python.

    SQLite does not support path patterns, and it is too slow for many folders.
    """
    tests: list[_PlaceTest] = []
    if filters.path_glob:
        matches = path_matcher(filters.path_glob)
        tests.append(lambda _, path: matches(path))
    for folders, is_excluded in ((filters.folders, False), (filters.folders_none, True)):
        if len(folders) > _MAX_FOLDERS:
            tests.append(_inside_one_of(folders, is_excluded=is_excluded))
    return tests


def _inside_one_of(folders: Iterable[str], *, is_excluded: bool) -> _PlaceTest:
    parts = (folder.strip("/").partition("/") for folder in folders)
    places = frozenset("".join((stored_text(name), *below)) for name, *below in parts)
    return lambda folder, path: is_excluded == places.isdisjoint(_place_and_above(folder, path))


def _place_and_above(folder: str, path: str) -> Iterator[str]:
    """Yield the folder of a document, each of its parent directories, and its own path."""
    yield folder
    place = f"{folder}/{path}"
    end = place.find("/", len(folder) + 1)
    while end >= 0:
        yield place[:end]
        end = place.find("/", end + 1)
    yield place
