"""The state of every file in the library folders; the counts of a folder add up to its files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from twofold.engine.model.absence import AbsenceCause
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import EMPTY, Message


class CoverageState(StrEnum):
    """The state of a file. Each file has exactly one.

    `NAME_ONLY` files have no text that can be read, or are only in the cloud; they are found by
    their names. `FAILED` files could not be read; they are found by their names, or by their
    previous text. `EXCLUDED` files are left out by a rule, and `WAITING` files will be read.
    """

    SEARCHABLE = "searchable"
    NAME_ONLY = "name only"
    EXCLUDED = "excluded"
    FAILED = "failed"
    WAITING = "waiting"


# Files with one of these reasons are listed, but are not errors.
NAME_ONLY_REASONS = frozenset(
    {
        FailureReason.NO_TEXT,
        FailureReason.PICTURE,
        FailureReason.SCAN,
        FailureReason.UNSUPPORTED,
        FailureReason.BINARY,
        FailureReason.IN_CLOUD,
    }
)


@dataclass(frozen=True, slots=True)
class CoverageEntry:
    """A file, or an excluded directory that contains `files` files; `why` is the reason.

    `path` starts with the name of the library folder. The path of a directory ends with '/'.
    """

    path: str
    why: Message = EMPTY
    files: int = 1


@dataclass(frozen=True, slots=True)
class CoverageList:
    """The number of files with one state, and the first entries of their list."""

    files: int
    entries: tuple[CoverageEntry, ...]


@dataclass(frozen=True, slots=True)
class FolderCoverage:
    """The files of a folder by their state; empty if the folder is not available.

    `closed` are directories that cannot be opened, so their files are unknown. `documents_inside`
    counts searchable documents embedded in files; they do not count as files. `scanned_at` is when
    the last complete scan ended (RFC 3339), '' if there was none.
    """

    name: str
    root: str
    available: bool
    scanned_at: str
    lists: Mapping[CoverageState, CoverageList]
    closed: tuple[CoverageEntry, ...] = ()
    documents_inside: int = 0

    @property
    def files(self) -> int:
        """The number of files in the folder, without links."""
        return sum(one.files for one in self.lists.values())


@dataclass(frozen=True, slots=True)
class FileVerdict:
    """Whether a file is indexed, whether the rules include it, and the reason in sentences."""

    path: str
    indexed: bool
    wanted: bool
    why: Message
    cause: AbsenceCause = AbsenceCause.INDEXED
