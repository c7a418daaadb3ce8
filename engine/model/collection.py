"""Passages a person puts aside: copied with their citations, ordered and annotated."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.citation import CheckedCitation, Citation, Place
from engine.model.publication import Publication


@dataclass(frozen=True, slots=True)
class CollectedPassage(Publication):
    """One passage as it was when it was put aside. `id` names it, `note` is the person's.

    `added_at` and `indexed_at` are RFC 3339 date-times, `trust` a TrustLevel's name.
    """

    id: str
    folder: str
    root: str
    path: str
    place: Place
    text: str
    title: str
    section: str = ""
    label: str = ""
    note: str = ""
    lang: str = ""
    file_type: str = ""
    is_code: bool = False
    trust: str = ""
    date: str = ""
    author: str = ""
    tags: tuple[str, ...] = ()
    indexed_at: str = ""
    added_at: str = ""

    @property
    def citation(self) -> Citation:
        """Where it stood."""
        return Citation(
            self.path, self.place, self.indexed_at, section=self.section, label=self.label
        )


@dataclass(frozen=True, slots=True)
class CollectPassages:
    """Put passages aside, by the ids of hits or by citation URIs, at the end of the collection."""

    chunk_ids: tuple[str, ...] = ()
    uris: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class ChangeCollected:
    """Change one passage of the collection: its note, its place in the order (from 1), or drop it.

    `note` and `position` are left as they are when None. `passage` is its id or its number.
    """

    passage: str
    note: str | None = None
    position: int | None = None
    remove: bool = False


@dataclass(frozen=True, slots=True)
class ListCollection:
    """Ask for the collection; `check` goes back to every file and says what became of it."""

    check: bool = False


@dataclass(frozen=True, slots=True)
class CollectionListed:
    """The collection in its order; `checks` are parallel to it, or empty when not asked for."""

    request_id: int
    passages: tuple[CollectedPassage, ...]
    checks: tuple[CheckedCitation, ...] = ()
