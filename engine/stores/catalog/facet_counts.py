"""Counts of what one can filter by, and the order in which they are shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import PurePosixPath

from engine.core.document import StoredDocument
from engine.core.hit import FacetCount, Facets
from engine.stores.catalog.rows import TRUST_LEVELS
from engine.stores.catalog.stored_text import name_from_stored

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
