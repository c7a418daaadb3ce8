"""Counting a few hundred passages by what one can filter by, many times a second while typing."""

# ruff: noqa: S608 - statements are put together from our own words only; every value is bound

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from engine.core.hit import FacetCount, Facets
from engine.stores.catalog_rows import NUMBERS, TRUST_LEVELS, as_json_array, read_tags
from engine.stores.stored_text import name_from_stored

_MOST_REMEMBERED = 20_000


@dataclass(frozen=True, slots=True)
class _Traits:
    """What a document is counted by; `places` are its folder and all above."""

    places: tuple[str, ...]
    tags: tuple[str, ...]
    lang: str
    file_type: str
    month: str
    trust: int


class FacetTable:
    """Remembers the traits of the documents that were counted, as long as nothing changes.

    Safe from any thread: a reader that meets a change starts a table of its own.
    """

    def __init__(self) -> None:
        self._known: tuple[int, dict[int, _Traits]] = (-1, {})

    def count(self, connection: sqlite3.Connection, generation: int, chunks: str) -> Facets:
        """Count the chunks of a JSON array of numbers, most first, at a generation."""
        weights = dict(
            connection.execute(
                f"SELECT document, count(*) FROM chunks WHERE number IN {NUMBERS} GROUP BY 1",
                (chunks,),
            ).fetchall()
        )
        known = self._traits(connection, generation, weights)
        places: Counter[str] = Counter()
        tags: Counter[str] = Counter()
        langs: Counter[str] = Counter()
        types: Counter[str] = Counter()
        months: Counter[str] = Counter()
        trust: Counter[int] = Counter()
        for number, passages in weights.items():
            traits = known.get(number)
            if traits is None:
                continue
            langs[traits.lang] += passages
            types[traits.file_type] += passages
            months[traits.month] += passages
            trust[traits.trust] += passages
            for place in traits.places:
                places[place] += passages
            for tag in traits.tags:
                tags[tag] += passages
        return Facets(
            folders=most_first(places),
            tags=most_first(tags),
            langs=most_first(langs),
            file_types=most_first(types),
            months=oldest_first(months),
            trust=most_trusted_first(trust),
        )

    def _traits(
        self, connection: sqlite3.Connection, generation: int, documents: Iterable[int]
    ) -> dict[int, _Traits]:
        remembered_at, known = self._known
        if remembered_at != generation or len(known) > _MOST_REMEMBERED:
            known = {}
            self._known = (generation, known)
        unknown = [number for number in documents if number not in known]
        if unknown:
            known.update(_read_traits(connection, as_json_array(unknown)))
        return known


def folder_and_above(folder: str, stored_directory: str | bytes) -> tuple[str, ...]:
    """Return the folder 'Notes/2026' of a document and every one it is inside of."""
    place = PurePosixPath(folder) / name_from_stored(stored_directory)
    return (str(place), *(str(above) for above in place.parents if above.name))


def most_first(counts: dict[str, int]) -> tuple[FacetCount, ...]:
    """Return counts, the highest first and equal ones by name."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(FacetCount(value, count) for value, count in ordered if value and count)


def oldest_first(counts: Mapping[str, int]) -> tuple[FacetCount, ...]:
    """Return the counts of months in their order; what has no date ('') is left out."""
    return tuple(FacetCount(month, counts[month]) for month in sorted(counts) if month)


def most_trusted_first(counts: Mapping[int, int]) -> tuple[FacetCount, ...]:
    """Return the counts of trust levels, given by their rank."""
    return tuple(FacetCount(TRUST_LEVELS[rank].value, counts[rank]) for rank in sorted(counts))


def _read_traits(connection: sqlite3.Connection, numbers: str) -> dict[int, _Traits]:
    tags = read_tags(connection, numbers)
    rows = connection.execute(
        f"""SELECT d.number, f.name, d.directory, d.lang, d.file_type, substr(d.date, 1, 7),
                   d.trust
            FROM documents d JOIN folders f ON f.id = d.folder WHERE d.number IN {NUMBERS}""",
        (numbers,),
    )
    return {
        number: _Traits(folder_and_above(folder, directory), tuple(tags.get(number, ())), *traits)
        for number, folder, directory, *traits in rows
    }
