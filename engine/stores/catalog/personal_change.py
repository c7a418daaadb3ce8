"""The part of a transaction that changes what a person said, which exists nowhere else."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from engine.core.collection import CollectedPassage
from engine.core.request import TrustLevel
from engine.stores.catalog import collection, documents, places


class PersonalChange:
    """Tags, trust, passages put aside. `is_personal` says that some changed."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        row = connection.execute("SELECT value FROM meta WHERE key = 'generation'").fetchone()
        self._before = int(row[0])
        self._generation = self._before + 1
        self._rows_before = connection.total_changes
        self._rows_of_vectors = 0
        self._folder_ids: dict[str, int] = {}
        self.is_personal = False  # whether what only the person knows was changed

    def move_marks(self, former: str, place: str) -> None:
        """Let tags and trust given to a place hold for where it was moved; see catalog_places."""
        if places.move_marks(self._connection, former, place):
            self._settle_below(place)

    def set_user_tags(self, place: str, tags: Iterable[str]) -> int:
        """Replace the tags the person gave to a place; return how many documents that changed."""
        places.set_tags(self._connection, place, tags)
        return self._settle_below(place)

    def set_user_trust(self, place: str, level: TrustLevel | None) -> int:
        """Replace the trust the person gave to a place; return how many documents that changed."""
        places.set_trust(self._connection, place, level)
        return self._settle_below(place)

    def collect(self, passages: Sequence[CollectedPassage]) -> int:
        """Put passages aside; return how many were not there yet."""
        self.is_personal = True
        return collection.add(self._connection, passages)

    def annotate_collected(self, identity: str, note: str) -> None:
        """Replace the note of a passage put aside."""
        self.is_personal = True
        collection.set_note(self._connection, identity, note)

    def order_collected(self, identities: Sequence[str]) -> None:
        """Put the passages put aside in this order."""
        self.is_personal = True
        collection.set_order(self._connection, identities)

    def drop_collected(self, identity: str) -> None:
        """Take a passage out of the collection."""
        self.is_personal = True
        collection.remove(self._connection, identity)

    def _settle_below(self, place: str) -> int:
        self.is_personal = True
        changed = [
            number
            for number in places.documents_below(self._connection, place)
            if places.settle_document(self._connection, number)
        ]
        for number in changed:
            self._announce("put", documents.chunk_numbers(self._connection, number))
        return len(changed)

    def _announce(self, op: str, numbers: set[int]) -> None:
        self._connection.executemany(
            "INSERT INTO outbox (generation, op, chunk) VALUES (?, ?, ?)",
            [(self._generation, op, number) for number in sorted(numbers)],
        )
