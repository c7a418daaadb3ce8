"""The versions of a document, and what changed in a passage."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from twofold.engine.model.citation import Locator


class ChangeKind(StrEnum):
    """Whether a part of a passage is in both versions, or in one of them only."""

    SAME = "same"
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class TextChange:
    """A part of a passage. The parts that are not REMOVED add up to the newer text."""

    kind: ChangeKind
    text: str


@dataclass(frozen=True, slots=True)
class DocumentVersion:
    """A version of a document. `locator` is the place of the passage in it, None if it has none.

    `is_shown` marks the version with the passage that the request is about.
    """

    doc_id: str
    title: str
    folder: str
    path: str
    absolute_path: str
    date: str
    locator: Locator | None
    is_shown: bool


@dataclass(frozen=True, slots=True)
class VersionHistory:
    """All versions of the document of a passage, newest first, and the last change of the passage.

    Attributes:
        versions: Empty if there are no other versions.
        unchanged_since: The oldest version that contains the passage as it is.
        compared: The version before that, None if there is none; or the requested version.
        changes: The differences between the older and the newer one. Empty if `compared` lacks the
            passage.
    """

    versions: tuple[DocumentVersion, ...] = ()
    unchanged_since: DocumentVersion | None = None
    compared: DocumentVersion | None = None
    changes: tuple[TextChange, ...] = ()
