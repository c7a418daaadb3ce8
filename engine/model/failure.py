"""Why a document, or a part of it, cannot be searched."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from twofold.engine.model.localized import Message


class FailureReason(StrEnum):
    """Stable codes for the reasons why a file is not indexed."""

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
    IN_CLOUD = "in-cloud"

    @property
    def is_of_access(self) -> bool:
        """Whether the file could not even be opened. Trying again costs next to nothing."""
        return self in _ACCESS_FAILURES

    @property
    def may_pass(self) -> bool:
        """Whether the file may become readable without being changed.

        In this case, text that was indexed earlier remains valid.
        """
        return self.is_of_access or self in _WORKER_FAILURES


# Listed with the failures, but not errors: the file has no text here, or OCR is off.
WITHOUT_TEXT = frozenset({FailureReason.NO_TEXT, FailureReason.PICTURE, FailureReason.IN_CLOUD})
# Files whose text can be recognised by OCR.
WAITING_FOR_OCR = frozenset({FailureReason.SCAN, FailureReason.PICTURE})
_ACCESS_FAILURES = frozenset(
    {FailureReason.NO_PERMISSION, FailureReason.UNREACHABLE, FailureReason.IN_CLOUD}
)
_WORKER_FAILURES = frozenset(
    {FailureReason.TIMED_OUT, FailureReason.OUT_OF_MEMORY, FailureReason.READER_CRASHED}
)

# Parts left out of a file are listed like embedded documents, under one of these names: pages that
# are images, and text beyond the size limit.
PAGES_WITHOUT_TEXT = "pages without text"
REST_OF_TEXT = "rest of the text"


def is_part_left_out(path: str) -> bool:
    """Return whether a path in the list of failures is a part of a document.

    Such parts are pages that are images, and text beyond the size limit.
    """
    return path.rpartition("/")[2] in {PAGES_WITHOUT_TEXT, REST_OF_TEXT}


@dataclass(frozen=True, slots=True)
class DocumentFailure:
    """A file that is not searchable. `since` is an RFC 3339 date-time.

    `text_of` is the date-time of the text that is still searched because the file was indexed
    before and could not be read again; '' if there is none. `file_path` is the path of the file
    that contains an embedded document, '' for a file itself.
    """

    path: str
    reason: FailureReason
    detail: Message
    since: str
    text_of: str = ""
    file_path: str = ""
