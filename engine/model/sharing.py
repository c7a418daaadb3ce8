"""What publishing a library for a team is about to do, and what it did."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PublishingPlan:
    """What publishing is about to do, in documents of the publisher: before, deleted, and after.

    `unknown_folders` are those of the filters that the library does not have, each with what may be
    meant, '' where nothing is similar.
    """

    published: int
    deleted: int
    left: int
    unknown_folders: tuple[tuple[str, str], ...] = ()

    @property
    def is_great_loss(self) -> bool:
        """Whether nothing would be left, or more than half of what is there be deleted."""
        return self.left == 0 or self.deleted * 2 > self.published


@dataclass(frozen=True, slots=True)
class PublishedSource:
    """What is published of a source: its documents, and whether filters chose any of them."""

    documents: int
    is_selection: bool


@dataclass(frozen=True, slots=True)
class Copied:
    """What copying a shared library did: documents written and removed."""

    written: int
    removed: int


@dataclass(frozen=True, slots=True)
class Published:
    """What publishing did: documents written and deleted, and what is there of the publisher."""

    written: int
    deleted: int
    documents: int
    passages: int
