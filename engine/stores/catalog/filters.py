"""Filters resolved to documents, and facets: counts of what one can filter by."""

# ruff: noqa: S608 - statements are put together from our own words only; every value is bound

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.model.document import StoredDocument
from engine.model.filters import FILTERS, LimitFilter, SearchFilters, path_matcher
from engine.model.hit import FacetCount, Facets
from engine.stores.catalog.rows import NUMBERS, TRUST_LEVELS, name_from_stored, stored_text

# More folders are compared in Python: SQLite would try each with each document.
_MOST_FOLDERS = 16

_Condition = tuple[str, list[object]]
"""A condition in SQL on a document `d` in a folder `f`, and the values bound in it."""

_PlaceTest = Callable[[str, str], bool]
"""Tells of the folder and the path of a document whether it passes."""


@dataclass(frozen=True, slots=True, eq=False)
class AllowedDocuments:
    """The documents that filters leave: numbers ascending, and how many chunks they have."""

    numbers: NDArray[np.int64]
    chunks: int


def resolve(connection: sqlite3.Connection, filters: SearchFilters) -> AllowedDocuments:
    """Find the documents with a passage that meet every filter.

    Raises BadRequestError for a bad path pattern.
    """
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
            if values and not (known.word in _BY_PLACE and len(values) > _MOST_FOLDERS):
                test, bound = _VALUES[known.word](values)
                conditions.append((f"NOT ({test})" if is_excluded else f"({test})", bound))
    return conditions


def _one_of(test: str) -> Callable[[Sequence[str]], _Condition]:
    """Return what makes a condition of values; {values} stands for them in `test`."""
    return lambda values: (
        test.format(values=NUMBERS),
        [json.dumps([stored_text(value) for value in values])],
    )


def _in_folders(folders: Sequence[str]) -> _Condition:
    tests, values = zip(*map(_in_folder, folders), strict=True)
    return " OR ".join(tests), [value for group in values for value in group]


def _in_folder(folder: str) -> _Condition:
    name, _, directory = folder.partition("/")
    name = stored_text(name)
    if not directory:
        return "f.name = ?", [name]
    # Compared as bytes: a name that is not UTF-8 is stored as a BLOB.
    exact = directory.encode("utf-8", "surrogatepass")
    below = exact + b"/"
    test = """(f.name = ? AND (CAST(d.path AS BLOB) = ?
               OR substr(CAST(d.path AS BLOB), 1, ?) = ?))"""
    return test, [name, exact, len(below), below]


# The condition of each filter, by its word. A path pattern is matched in Python, and so are many
# folders.
_VALUES: Mapping[str, Callable[[Sequence[str]], _Condition]] = {
    "tag": _one_of("d.number IN (SELECT document FROM tags WHERE tag IN {values})"),
    "lang": _one_of("d.lang IN {values}"),
    "type": _one_of("d.file_type IN {values}"),
    "folder": _in_folders,
}
_LIMITS: Mapping[str, Callable[[Any], _Condition]] = {
    "trust": lambda least: ("d.trust <= ?", [least.rank]),
    "after": lambda day: ("d.date >= ?", [day.isoformat()]),
    "before": lambda day: ("d.date <> '' AND d.date <= ?", [day.isoformat()]),
}
_BY_PLACE = frozenset({"path", "folder"})


def _place_tests(filters: SearchFilters) -> list[_PlaceTest]:
    """Return what SQLite cannot tell of a document, or not in time that many folders allow."""
    tests: list[_PlaceTest] = []
    if filters.path_glob:
        matches = path_matcher(filters.path_glob)
        tests.append(lambda _, path: matches(path))
    for folders, is_excluded in ((filters.folders, False), (filters.folders_none, True)):
        if len(folders) > _MOST_FOLDERS:
            tests.append(_inside_one_of(folders, is_excluded=is_excluded))
    return tests


def _inside_one_of(folders: Iterable[str], *, is_excluded: bool) -> _PlaceTest:
    parts = (folder.strip("/").partition("/") for folder in folders)
    places = frozenset("".join((stored_text(name), *below)) for name, *below in parts)
    return lambda folder, path: is_excluded == places.isdisjoint(_place_and_above(folder, path))


def _place_and_above(folder: str, path: str) -> Iterator[str]:
    """Yield the folder, each directory above a document, and its own place."""
    yield folder
    place = f"{folder}/{path}"
    end = place.find("/", len(folder) + 1)
    while end >= 0:
        yield place[:end]
        end = place.find("/", end + 1)
    yield place


# --- Facets ---


_REMEMBERED_FOLDERS = 20_000


def count_passages(documents: Iterable[StoredDocument]) -> Facets:
    """Count passages by what one can filter by; each is given by its document."""
    known: dict[int, StoredDocument] = {}
    passages: Counter[int] = Counter()
    for document in documents:
        known[document.number] = document
        passages[document.number] += 1
    places: Counter[str] = Counter()
    tags: Counter[str] = Counter()
    langs: Counter[str] = Counter()
    types: Counter[str] = Counter()
    months: Counter[str] = Counter()
    trust: Counter[int] = Counter()
    for number, count in passages.items():
        document = known[number]
        langs[document.lang] += count
        types[document.file_type] += count
        months[document.date[:7]] += count
        trust[document.trust.rank] += count
        for place in folder_and_above(document.folder, document.path.rpartition("/")[0]):
            places[place] += count
        for tag in document.tags:
            tags[tag] += count
    return Facets(
        folders=most_first(places),
        tags=most_first(tags),
        langs=most_first(langs),
        file_types=most_first(types),
        months=oldest_first(months),
        trust=most_trusted_first(trust),
    )


@lru_cache(_REMEMBERED_FOLDERS)
def folder_and_above(folder: str, stored_directory: str | bytes) -> tuple[str, ...]:
    """Return the folder 'Notes/2026' of a document and every one it is inside of."""
    place = PurePosixPath(folder) / name_from_stored(stored_directory)
    return (str(place), *(str(above) for above in place.parents if above.name))


def most_first(counts: Mapping[str, int]) -> tuple[FacetCount, ...]:
    """Return counts, the highest first and equal ones by name."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(FacetCount(value, count) for value, count in ordered if value and count)


def oldest_first(counts: Mapping[str, int]) -> tuple[FacetCount, ...]:
    """Return the counts of months in their order; what has no date ('') is left out."""
    return tuple(FacetCount(month, counts[month]) for month in sorted(counts) if month)


def most_trusted_first(counts: Mapping[int, int]) -> tuple[FacetCount, ...]:
    """Return the counts of trust levels, given by their rank."""
    return tuple(FacetCount(TRUST_LEVELS[rank].value, counts[rank]) for rank in sorted(counts))


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
