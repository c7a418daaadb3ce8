"""Families: the versions of one text, found by their signatures when documents are written.

Two documents are versions if their signatures overlap enough (`ranking.version_overlap`). A family
consists of all documents that are connected by such pairs. Candidates are documents that share a
band of the signature, or the file name. Families are updated in the transaction that changes their
documents, so they are always complete, and no file is read for it.
"""

# ruff: noqa: S608 - statements consist of constants only; every value is bound

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from twofold.engine.model.document import content_hash
from twofold.engine.model.version_names import Version, VersionName, newest_first, relation
from twofold.engine.ranking.signatures import bands
from twofold.engine.stores.catalog.rows import NUMBERS, as_json_array, name_from_stored

# Frequent bands and names, such as README, have too many documents to compare them all. A name is
# only needed for texts that changed so much that they share no band.
_MAX_SIMILAR, _MAX_NAMED = 200, 50
# Larger families are not split when a member is removed, because all pairs would be compared.
_MAX_SPLIT = 500


@dataclass(frozen=True, slots=True)
class _Member:
    version: Version
    name: VersionName
    signature: bytes


class Families:
    """Updates the families in one transaction: `put` and `delete`, then `update` once."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._new: dict[int, None] = {}
        self._reduced: set[int] = set()  # families that lost a member
        self._redated: set[int] = set()  # families with a member whose date may have changed

    def put(self, document: int, path: str, signature: bytes) -> None:
        """Store the signature of a document; b'' if it is too short to be compared."""
        known = self._row(document)
        if known is not None and known[1] == signature:
            self._redated.add(known[0])
            return
        self.delete(document)
        self._connection.execute(
            "INSERT INTO versions (document, family, place, size, name, signature)"
            " VALUES (?, 0, 1, 1, ?, ?)",
            (document, _name_key(path), signature),
        )
        if signature:
            self._connection.executemany(
                "INSERT OR IGNORE INTO version_bands VALUES (?, ?)",
                [(band, document) for band in bands(signature)],
            )
            self._new[document] = None

    def delete(self, document: int) -> None:
        """Delete the signature of a document."""
        known = self._row(document)
        if known is None:
            return
        family, signature = known
        if signature:
            self._connection.executemany(
                "DELETE FROM version_bands WHERE band = ? AND document = ?",
                [(band, document) for band in bands(signature)],
            )
        self._connection.execute("DELETE FROM versions WHERE document = ?", (document,))
        self._new.pop(document, None)
        self._reduced.add(family)

    def delete_folder(self, folder: int) -> None:
        """Delete the signatures of all documents of a folder (its id)."""
        rows = self._connection.execute(
            """SELECT document FROM versions
               WHERE document IN (SELECT number FROM documents WHERE folder = ?)""",
            (folder,),
        )
        for (document,) in rows.fetchall():
            self.delete(document)

    def move(self, old: int, new: int, path: str) -> None:
        """Move the signature of a document to its new number and path."""
        known = self._row(old)
        if known is not None:
            self.delete(old)
            self.put(new, path, known[1])

    def note_new_date(self, document: int) -> None:
        """Record that the date of a document may have changed."""
        known = self._row(document)
        if known is not None:
            self._redated.add(known[0])

    def update(self) -> None:
        """Update the families of all changed documents. Called once, before the commit."""
        reduced, redated = self._reduced - {0}, self._redated - {0}
        new = self._read(self._new)
        if not (reduced or redated or new):
            return
        groups = _Groups()
        for family in reduced:
            members = self._read(self._members(family))
            groups.add(members)
            self._link(groups, members)
        for family in redated - reduced:
            groups.add_linked(self._members(family))
        groups.add(new)
        for document, member in new.items():
            for other in self._versions_of(document, member):
                groups.link(document, other)
                known = self._row(other)
                if known is not None and known[0] and known[0] not in reduced:
                    groups.add_linked((other, *self._members(known[0])))
        for group in groups:
            if len(group) > 1 or group[0] not in new:  # `put` has stored new ones as single
                self._write(group)

    def _link(self, groups: _Groups, members: dict[int, _Member]) -> None:
        """Link all versions among the members of a family that lost one."""
        if len(members) > _MAX_SPLIT:
            groups.add_linked(members)
            return
        numbers = list(members)
        for place, number in enumerate(numbers):
            others = numbers[place + 1 :]
            for other in _similar(members[number], [(one, members[one]) for one in others]):
                groups.link(number, other)

    def _versions_of(self, document: int, member: _Member) -> Iterable[int]:
        rows = self._connection.execute(
            f"""SELECT document, signature FROM versions
                WHERE signature <> x'' AND document <> ? AND document IN (
                    SELECT document FROM (SELECT DISTINCT document FROM version_bands
                        WHERE band IN {NUMBERS} LIMIT {_MAX_SIMILAR})
                    UNION SELECT document FROM (SELECT document FROM versions
                        WHERE name = ? LIMIT {_MAX_NAMED}))""",
            (document, as_json_array(bands(member.signature)), _name_key(member.version.path)),
        ).fetchall()
        found = self._read(_possible(member.signature, rows))
        return _similar(member, list(found.items()))

    def _write(self, group: Sequence[int]) -> None:
        """Store a family with its order; a single document has the family 0."""
        versions = [member.version for member in self._read(group).values()]
        family = min(group) if len(versions) > 1 else 0
        self._connection.executemany(
            "UPDATE versions SET family = ?, place = ?, size = ? WHERE document = ?",
            [
                (family, place, len(versions), version.document)
                for place, version in enumerate(newest_first(versions), start=1)
            ],
        )

    def _row(self, document: int) -> tuple[int, bytes] | None:
        row: tuple[int, bytes] | None = self._connection.execute(
            "SELECT family, signature FROM versions WHERE document = ?", (document,)
        ).fetchone()
        return row

    def _members(self, family: int) -> list[int]:
        rows = self._connection.execute("SELECT document FROM versions WHERE family = ?", (family,))
        return [row[0] for row in rows]

    def _read(self, documents: Iterable[int]) -> dict[int, _Member]:
        numbers = as_json_array(documents)
        if numbers == "[]":
            return {}
        rows = self._connection.execute(
            f"""SELECT d.number, d.path, d.date, d.mtime_ns, v.signature
                FROM versions v JOIN documents d ON d.number = v.document
                WHERE v.signature <> x'' AND v.document IN {NUMBERS} ORDER BY d.number""",
            (numbers,),
        )
        return {row[0]: _member(*row) for row in rows}


class _Groups:
    """Disjoint sets of documents."""

    def __init__(self) -> None:
        self._parent: dict[int, int] = {}

    def add(self, documents: Iterable[int]) -> None:
        for document in documents:
            self._root(document)

    def add_linked(self, documents: Iterable[int]) -> None:
        first, *others = documents
        self._root(first)
        for other in others:
            self.link(first, other)

    def link(self, one: int, other: int) -> None:
        self._parent[self._root(one)] = self._root(other)

    def _root(self, document: int) -> int:
        self._parent.setdefault(document, document)
        while self._parent[document] != document:
            self._parent[document] = document = self._parent[self._parent[document]]
        return document

    def __iter__(self) -> Iterator[list[int]]:
        groups = defaultdict(list)
        for document in self._parent:
            groups[self._root(document)].append(document)
        return iter(groups.values())


def _member(document: int, path: str | bytes, day: str, mtime_ns: int, signature: bytes) -> _Member:
    name = name_from_stored(path)
    return _Member(Version(document, name, day, mtime_ns), VersionName.of(name), signature)


def _possible(signature: bytes, others: Sequence[tuple[int, bytes]]) -> list[int]:
    from twofold.engine.ranking.version_overlap import (  # noqa: PLC0415 (with numpy, not to search)
        possible_versions,
    )

    places = possible_versions(signature, [other for _, other in others])
    return [others[place][0] for place in places]


def _similar(member: _Member, others: Sequence[tuple[int, _Member]]) -> list[int]:
    from twofold.engine.ranking.version_overlap import are_versions, overlaps  # noqa: PLC0415 (as above)

    found = overlaps(member.signature, [other.signature for _, other in others])
    return [
        number
        for (number, other), overlap in zip(others, found, strict=True)
        if are_versions(overlap, relation(member.name, other.name))
    ]


def _name_key(path: str) -> int:
    """Return a key of the words of a file name; 0 if it has none."""
    words = VersionName.of(path).words
    return int.from_bytes(content_hash(" ".join(words))[:7]) if words else 0
