"""The state of every file on the disk: the numbers of a folder add up to its files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from twofold.engine.model.failure import FailureReason
from twofold.engine.model.message import EMPTY, Message


class CoverageState(StrEnum):
    """The state of a file; each has exactly one.

    `NAME_ONLY` files hold no text that can be read, and are found by their names. `FAILED` ones
    could not be read; they are found by their names, or by the text they had before. `EXCLUDED`
    are left out by a rule, and `WAITING` will be read.
    """

    SEARCHABLE = "searchable"
    NAME_ONLY = "name only"
    EXCLUDED = "excluded"
    FAILED = "failed"
    WAITING = "waiting"


# Nothing went wrong with files that are listed for one of these reasons.
NAME_ONLY_REASONS = frozenset(
    {
        FailureReason.NO_TEXT,
        FailureReason.PICTURE,
        FailureReason.SCAN,
        FailureReason.UNSUPPORTED,
        FailureReason.BINARY,
    }
)


@dataclass(frozen=True, slots=True)
class CoverageEntry:
    """A file, or an excluded directory with the number of `files` in it; `why` says the reason.

    `path` begins with the name of the folder; that of a directory ends with '/'.
    """

    path: str
    why: Message = EMPTY
    files: int = 1


@dataclass(frozen=True, slots=True)
class CoverageList:
    """How many files have one state, and the first entries of their list."""

    files: int
    entries: tuple[CoverageEntry, ...]


@dataclass(frozen=True, slots=True)
class FolderCoverage:
    """The files of a folder on the disk by their state; nothing where the folder is not available.

    `closed` are directories that cannot be opened, whose files nobody can count. `documents_inside`
    are searchable documents inside of files, which are not counted as files. `scanned_at` is when
    the last complete scan ended (RFC 3339), '' when none did.
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
        """The number of files on the disk, links left out."""
        return sum(one.files for one in self.lists.values())


@dataclass(frozen=True, slots=True)
class FileVerdict:
    """Whether a file is indexed, whether the rules want it, and why, in sentences."""

    path: str
    indexed: bool
    wanted: bool
    why: Message
