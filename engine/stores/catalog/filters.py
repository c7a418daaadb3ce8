"""Filters resolved to documents, and counts of what one can filter by."""

# ruff: noqa: S608 - statements are put together from our own words only; every value is bound

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.core.hit import Facets
from engine.core.request import SearchFilters
from engine.stores.catalog.facet_counts import (
    folder_and_above,
    most_first,
    most_trusted_first,
    oldest_first,
)
from engine.stores.catalog.path_patterns import path_matcher
from engine.stores.catalog.rows import NUMBERS
from engine.stores.catalog.stored_text import name_from_stored, stored_text

# More are compared by us: SQLite would try each with each document.
_MOST_FOLDERS = 16

Values = list[object]
_PlaceTest = Callable[[str, str], bool]
"""Tells of the folder and the path of a document whether it passes."""


@dataclass(frozen=True, slots=True, eq=False)
class AllowedDocuments:
    """The documents that filters leave: numbers ascending, and how many chunks they have."""

    numbers: NDArray[np.int64]
    chunks: int


def resolve(connection: sqlite3.Connection, filters: SearchFilters) -> AllowedDocuments:
    """Find the documents with a passage that meet every filter.

    Raises BadRequestError for a bad glob.
    """
    tests = _place_tests(filters)
    conditions, values = _conditions(filters)
    rows = connection.execute(
        f"""SELECT d.number, d.chunk_count, {"f.name, d.path" if tests else "NULL, NULL"}
            FROM documents d JOIN folders f ON f.id = d.folder
            WHERE {" AND ".join(("d.chunk_count > 0", *conditions))} ORDER BY d.number""",
        values,
    )
    kept = [
        (number, chunks)
        for number, chunks, folder, path in rows
        if all(test(folder, name_from_stored(path)) for test in tests)
    ]
    numbers = np.fromiter((row[0] for row in kept), dtype=np.int64, count=len(kept))
    numbers.setflags(write=False)
    return AllowedDocuments(numbers, sum(row[1] for row in kept))


def count_facets(connection: sqlite3.Connection, documents: str | None) -> Facets:
    """Count documents with passages per value: of a JSON array of numbers, else all."""
    counted = _Counted(connection, documents)
    month = "substr(d.date, 1, 7)"
    langs, types, months, trust = counted.traits("d.lang", "d.file_type", month, "d.trust")
    return Facets(
        folders=most_first(counted.folders()),
        tags=most_first(counted.tags()),
        langs=most_first(langs),
        file_types=most_first(types),
        months=oldest_first(months),
        trust=most_trusted_first(trust),
    )


def _conditions(filters: SearchFilters) -> tuple[list[str], Values]:
    conditions: list[str] = []
    values: Values = []

    def add(condition: str, *bound: object) -> None:
        conditions.append(condition)
        values.extend(bound)

    _add_tags(add, filters.tags_any, filters.tags_none)
    langs = (_lower(filters.langs), _lower(filters.langs_none))
    _add_choice(add, "d.lang IN {}", *langs)
    types = (_lower(filters.file_types), _lower(filters.file_types_none))
    _add_choice(add, "d.file_type IN {}", *types)
    _add_folders(add, filters.folders, filters.folders_none)
    if filters.trust_min is not None:
        add("d.trust <= ?", filters.trust_min.rank)
    if filters.after is not None:
        add("d.date >= ?", filters.after.isoformat())
    if filters.before is not None:
        add("d.date <> '' AND d.date <= ?", filters.before.isoformat())
    return conditions, values


def _add_choice(
    add: Callable[..., None], test: str, wanted: tuple[str, ...], unwanted: tuple[str, ...]
) -> None:
    for names, negation in ((wanted, ""), (unwanted, "NOT ")):
        if names:
            add(f"{negation}({test.format(NUMBERS)})", _as_json(names))


def _as_json(names: Iterable[str]) -> str:
    return json.dumps([stored_text(name) for name in names])


def _add_tags(add: Callable[..., None], wanted: tuple[str, ...], unwanted: tuple[str, ...]) -> None:
    for tags, negation in ((wanted, ""), (unwanted, "NOT ")):
        if tags:
            test = f"d.number IN (SELECT document FROM tags WHERE tag IN {NUMBERS})"
            add(f"{negation}({test})", _as_json(tags))


def _add_folders(
    add: Callable[..., None], wanted: tuple[str, ...], unwanted: tuple[str, ...]
) -> None:
    for folders, negation in ((wanted, ""), (unwanted, "NOT ")):
        if 0 < len(folders) <= _MOST_FOLDERS:
            tests, values = zip(*(_inside(folder) for folder in folders), strict=True)
            add(
                f"{negation}({' OR '.join(tests)})", *(value for group in values for value in group)
            )


def _inside(folder: str) -> tuple[str, Values]:
    name, _, directory = folder.strip("/").partition("/")
    name = stored_text(name)
    if not directory:
        return "f.name = ?", [name]
    # Compared as bytes: a name that is not UTF-8 is stored as a BLOB.
    exact = directory.encode("utf-8", "surrogatepass")
    below = exact + b"/"
    test = """(f.name = ? AND (CAST(d.path AS BLOB) = ?
               OR substr(CAST(d.path AS BLOB), 1, ?) = ?))"""
    return test, [name, exact, len(below), below]


def _lower(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(name.lower().lstrip(".") for name in names)


def _place_tests(filters: SearchFilters) -> list[_PlaceTest]:
    """Return what SQLite cannot tell of a document, or not in time that many folders allow."""
    tests: list[_PlaceTest] = []
    if filters.path_glob:
        matches = path_matcher(filters.path_glob)
        tests.append(lambda _, path: matches(path))
    if len(filters.folders) > _MOST_FOLDERS:
        wanted = _places(filters.folders)
        tests.append(lambda folder, path: not wanted.isdisjoint(_place_and_above(folder, path)))
    if len(filters.folders_none) > _MOST_FOLDERS:
        unwanted = _places(filters.folders_none)
        tests.append(lambda folder, path: unwanted.isdisjoint(_place_and_above(folder, path)))
    return tests


def _places(folders: Iterable[str]) -> frozenset[str]:
    parts = (folder.strip("/").partition("/") for folder in folders)
    return frozenset("".join((stored_text(name), *below)) for name, *below in parts)


def _place_and_above(folder: str, path: str) -> Iterator[str]:
    """Yield the folder, each directory above a document, and its own place."""
    yield folder
    place = f"{folder}/{path}"
    end = place.find("/", len(folder) + 1)
    while end >= 0:
        yield place[:end]
        end = place.find("/", end + 1)
    yield place


class _Counted:
    """Counts documents that have passages."""

    def __init__(self, connection: sqlite3.Connection, documents: str | None) -> None:
        self._connection = connection
        which = "WHERE chunk_count > 0"
        if documents is not None:
            which = f"{which} AND number IN {NUMBERS}"
        self._documents = f"(SELECT * FROM documents {which}) d"
        self._values = () if documents is None else (documents,)

    def traits(self, *traits: str) -> tuple[Counter[Any], ...]:
        """Count the values of each trait; all in one walk over the documents."""
        columns = ", ".join(traits)
        counts: tuple[Counter[Any], ...] = tuple(Counter() for _ in traits)
        query = f"SELECT count(*), {columns} FROM {self._documents} GROUP BY {columns}"
        for documents, *values in self._rows(query):
            for counter, value in zip(counts, values, strict=True):
                counter[value] += documents
        return counts

    def tags(self) -> dict[str, int]:
        tagged = f"{self._documents} JOIN tags t ON t.document = d.number"
        return dict(self._rows(f"SELECT t.tag, count(*) FROM {tagged} GROUP BY 1"))

    def folders(self) -> Counter[str]:
        inside = f"{self._documents} JOIN folders f ON f.id = d.folder"
        counts: Counter[str] = Counter()
        query = f"SELECT f.name, d.directory, count(*) FROM {inside} GROUP BY 1, 2"
        for folder, stored_directory, documents in self._rows(query):
            for place in folder_and_above(folder, stored_directory):
                counts[place] += documents
        return counts

    def _rows(self, query: str) -> list[tuple[Any, ...]]:
        return self._connection.execute(query, self._values).fetchall()
