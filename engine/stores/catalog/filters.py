"""Filters resolved to documents, path patterns, and facets: counts of what one can filter by."""

# ruff: noqa: S608 - statements are put together from our own words only; every value is bound

from __future__ import annotations

import json
import re
import sqlite3
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Any

import numpy as np
from numpy.typing import NDArray
from wcmatch import glob
from wcmatch._wcparse import PatternLimitException

from engine.model.document import StoredDocument
from engine.model.errors import BadRequestError
from engine.model.hit import FacetCount, Facets
from engine.model.request import SearchFilters
from engine.stores.catalog.rows import NUMBERS, TRUST_LEVELS, name_from_stored, stored_text

# --- Path patterns: * within a directory, ** across them, ?, [a-z] and {a,b} ---


_FLAGS = glob.GLOBSTAR | glob.BRACE | glob.DOTGLOB | glob.FORCEUNIX
_LONGEST = 1000
_MOST_STARS = 16
_MOST_ALTERNATIVES = 250
_MOST_WORK = 640  # alternatives times stars
_BEGIN, _END = "^(?s:", ")$"
# What **/ is translated to at the beginning and further on, and what does the same many times as
# fast, as no path of a document has '.', '..' or nothing between two slashes.
_SLOW = glob.translate("**/x", flags=_FLAGS)[0][0].removeprefix(_BEGIN).partition("x")[0]
_SLOW_INSIDE = f"(?=[/]){_SLOW}"
_ANY_START = "(?:[^/]+/)*?"
_ANY_DEPTH = f"/{_ANY_START}"


def path_matcher(pattern: str) -> Callable[[str], bool]:
    """Return what tells whether a path (POSIX, relative) matches, in bounded time.

    Raise BadRequestError for what is no pattern, and for too large ones.
    """
    if len(pattern) > _LONGEST:
        raise BadRequestError(f"A path pattern may have {_LONGEST} characters.")
    if pattern.count("*") > _MOST_STARS:
        raise BadRequestError(f"A path pattern may have {_MOST_STARS} stars.")
    try:
        wanted, _ = glob.translate(_composed(pattern), flags=_FLAGS, limit=_MOST_ALTERNATIVES)
        if len(wanted) * pattern.count("*") > _MOST_WORK:
            raise ValueError("too many alternatives with stars")
        expression = re.compile(_expression(wanted))
    except (PatternLimitException, re.error, ValueError) as error:
        raise BadRequestError(
            f"'{pattern}' is not a path pattern: {error}.", "Use *, **, ? and {a,b}."
        ) from error
    return lambda path: expression.match(_composed(path)) is not None


def _composed(text: str) -> str:
    """Return a text in which 'é' is one character: names from a Mac may have it as two."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def _expression(alternatives: Iterable[str]) -> str:
    """Return one regular expression for translated patterns.

    A ** at the beginning is tried once for all alternatives, and what stands between two others is
    looked for once: its first place is as good as any, as the next ** takes whatever follows.
    Otherwise the time is exponential in their number.
    """
    grouped: dict[str, list[str]] = {_ANY_START: [], "": []}
    for alternative in alternatives:
        body = alternative.removeprefix(_BEGIN).removesuffix(_END)
        start = _ANY_START if body.startswith(_SLOW) else ""
        grouped[start].append(_without_ways_back(body.removeprefix(_SLOW)))
    joined = (f"{start}(?:{'|'.join(rests)})" for start, rests in grouped.items() if rests)
    return f"{_BEGIN}{'|'.join(joined)}{_END}"


def _without_ways_back(expression: str) -> str:
    first, *others = expression.split(_SLOW_INSIDE)
    once = "".join([f"(?>{_ANY_DEPTH}{part}(?=/))" for part in others[:-1]])
    return first + once + "".join([_ANY_DEPTH + part for part in others[-1:]])


# --- Resolving filters ---

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
