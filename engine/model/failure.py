"""Why a document cannot be searched, or not all of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from twofold.engine.model.message import Message


class FailureReason(StrEnum):
    """Stable codes of why a file is not indexed."""

    NO_PERMISSION = "no-permission"
    VANISHED = "vanished"
    TOO_LARGE = "too-large"
    NO_TEXT = "no-text"
    SCAN = "scan"
    PICTURE = "picture"
    DAMAGED = "damaged"
    PASSWORD = "password"  # noqa: S105 (a reason, no secret)
    UNSUPPORTED = "unsupported"
    BINARY = "binary"
    TIMED_OUT = "timed-out"
    OUT_OF_MEMORY = "out-of-memory"
    READER_CRASHED = "reader-crashed"
    UNREACHABLE = "unreachable"

    @property
    def is_of_access(self) -> bool:
        """True when the file was not even opened: asking once more costs next to nothing."""
        return self in {FailureReason.NO_PERMISSION, FailureReason.UNREACHABLE}

    @property
    def may_pass(self) -> bool:
        """True when it says nothing of the content: what was indexed before is still believed."""
        return self.is_of_access or self in _OF_THE_READER


# Listed with the failures, but nothing went wrong: there is no text, or it was not asked for.
WITHOUT_TEXT = frozenset({FailureReason.NO_TEXT, FailureReason.PICTURE})
# What waits for its text to be recognised.
WAITING_FOR_OCR = frozenset({FailureReason.SCAN, FailureReason.PICTURE})
_OF_THE_READER = frozenset(
    {FailureReason.TIMED_OUT, FailureReason.OUT_OF_MEMORY, FailureReason.READER_CRASHED}
)

# Parts left out of a file are listed like documents inside it, by one of these names: pages
# that are pictures, and text beyond the reading limit.
PAGES_WITHOUT_TEXT = "pages without text"
REST_OF_TEXT = "rest of the text"


def is_part_left_out(path: str) -> bool:
    """Return whether a listed path names a part of a document, and no file or document."""
    return path.rpartition("/")[2] in {PAGES_WITHOUT_TEXT, REST_OF_TEXT}


@dataclass(frozen=True, slots=True)
class DocumentFailure:
    """One file that is not searchable. `since` is an RFC 3339 date-time.

    `text_of` is the date-time of the text that is still searched, '' when there is none; then the
    file was indexed before and could not be read again. `file_path` is the path of the file that a
    document is inside, '' for a file itself.
    """

    path: str
    reason: FailureReason
    detail: Message
    since: str
    text_of: str = ""
    file_path: str = ""
