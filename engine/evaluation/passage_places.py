"""Which span of which judged document a passage is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.model.document import as_id
from engine.model.hit import RankedChunk
from engine.stores.catalog.catalog import Catalog

DEPTH = 100
_PASSAGES_AT_ONCE = 2000


@dataclass(frozen=True, slots=True)
class PassagePlace:
    """The span [start, end) of a judged document's text, in characters."""

    document: str
    start: int
    end: int


class PassagePlaces:
    """The places of all passages of a library, by chunk id."""

    def __init__(self, places: Mapping[str, PassagePlace]) -> None:
        self._places = places

    def __len__(self) -> int:
        return len(self._places)

    @classmethod
    def of(cls, catalog: Catalog, documents: Mapping[str, str]) -> PassagePlaces:
        """Read the places; `documents` maps file paths to judged documents' ids."""
        places: dict[str, PassagePlace] = {}
        numbers = catalog.chunk_numbers().tolist()
        for first in range(0, len(numbers), _PASSAGES_AT_ONCE):
            some = catalog.chunks(numbers[first : first + _PASSAGES_AT_ONCE])
            for number, stored in some.items():
                document = documents[stored.document.path]
                places[as_id(number)] = PassagePlace(document, stored.chunk.start, stored.chunk.end)
        return cls(places)

    def of_chunk(self, chunk_id: str) -> PassagePlace:
        """Return the place of one passage."""
        return self._places[chunk_id]

    def documents(self, ranking: Iterable[RankedChunk]) -> tuple[str, ...]:
        """Rank documents by their best passage; at most DEPTH."""
        found: dict[str, None] = {}
        for ranked in ranking:
            found.setdefault(self._places[ranked.chunk_id].document)
            if len(found) == DEPTH:
                break
        return tuple(found)
