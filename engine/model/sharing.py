"""Plans and results of publishing a library for a team."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PublishingPlan:
    """The planned effect of publishing, as numbers of the publisher's documents.

    `published` documents are in the shared library now, `deleted` would be removed, and `left`
    would remain. `unknown_folders` are folders in the filters that the library does not have, each
    with a similar name or ''.
    """

    published: int
    deleted: int
    left: int
    unknown_folders: tuple[tuple[str, str], ...] = ()

    @property
    def is_great_loss(self) -> bool:
        """Whether no document would be left, or more than half of them would be deleted."""
        return self.left == 0 or self.deleted * 2 > self.published


@dataclass(frozen=True, slots=True)
class PublishedSource:
    """The published documents of a source: their number, and whether filters selected them."""

    documents: int
    is_selection: bool


@dataclass(frozen=True, slots=True)
class Copied:
    """The result of copying a shared library: the number of documents written and removed."""

    written: int
    removed: int


@dataclass(frozen=True, slots=True)
class Published:
    """The result of publishing: documents written and deleted, and the publisher's new totals."""

    written: int
    deleted: int
    documents: int
    passages: int
